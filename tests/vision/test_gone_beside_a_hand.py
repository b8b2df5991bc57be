"""A marble that seems gone beside a hand may be under it: a hand may be as light as the wood."""

import numpy as np
import pytest
from synthetic_setups import as_labelled, recorded

from vision.reader import Reader
from vision.types import REAL_QUEEN, Frame

CERTAIN = 0.9
BEFORE, HAND = 3, 4  # of the recorded pictures


def bare_there(board, image, at):
    """The picture with that hollow as bare, as if something that looks so lay over it."""
    x, y = np.rint(board.hollows_px[at]).astype(int)
    pitch_px = np.linalg.norm(board.hollows_px[24] - board.hollows_px[25])
    reach = round(0.5 * pitch_px)
    part = slice(y - reach, y + reach + 1), slice(x - reach, x + reach + 1)
    changed = image.copy()
    changed[part] = board.images[0][part]
    return changed


def beside_the_hand(board):
    """Hollows in full view with a marble, of which several neighbours are hidden."""
    nodes, covered = REAL_QUEEN.nodes(), board.covered[HAND]
    for at, label in enumerate(board.labels[HAND]):
        near = np.abs(nodes - nodes[at]).max(axis=1) < 1.5
        stays = label != "." and label == board.labels[BEFORE][at] and not covered[at]
        if stays and np.count_nonzero(covered & near) >= 2:
            yield at


@pytest.mark.parametrize("name", ["s001", "s004", "s012", "s013", "s015"])
def test_it_is_not_certainly_gone_before_the_hand_is(name):
    board = recorded(name)
    for at in list(beside_the_hand(board))[:2]:
        reader = Reader(as_labelled(board, board.images[0]))
        for k in range(BEFORE + 1):
            reader.read(Frame(board.images[k], k, float(k)))
        for k in range(3):
            seen = bare_there(board, board.images[HAND], at)
            reading = reader.read(Frame(seen, HAND + k, HAND + 0.1 * k))
            assert reading.covered[at] or reading.p[at, 0] <= CERTAIN
        for k in range(4):
            seen = bare_there(board, board.images[BEFORE], at)
            reading = reader.read(Frame(seen, 10 + k, 10 + 0.1 * k))
        assert reading.labels()[at] == "."
        assert reading.p[at, 0] > CERTAIN
