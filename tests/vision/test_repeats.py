"""Cameras that show each picture several times."""

import numpy as np
import pytest
from synthetic_setups import PLAIN, bare, known

from vision.reader import Reader
from vision.types import Frame
from vision.watching.repeats import LONGEST, Repeats


def grainy(image, seed):
    noise = np.random.default_rng(seed).normal(0, 1, image.shape)
    return np.clip(np.rint(image + noise), 0, 255).astype(np.uint8)


def with_bar(image, at):
    """A stick held over the board, on its way across."""
    barred = image.copy()
    barred[:, 520 + 40 * at : 550 + 40 * at] = 20
    return barred


@pytest.mark.parametrize("each", [2, 3])
def test_a_picture_that_a_camera_shows_again_is_no_second_look(each):
    reader, image, shown = Reader(known(PLAIN)), bare(PLAIN).image_bgr, 0

    def steady(picture):
        nonlocal shown
        readings = [reader.read(Frame(picture, shown + k, (shown + k) / 30)) for k in range(each)]
        shown += each
        return [reading.steady for reading in readings]

    resting = [steady(grainy(image, seed)) for seed in range(8)]
    assert all(resting[-1])
    for at in range(5):
        assert not any(steady(grainy(with_bar(image, at), 10 + at)))
    assert not any(steady(grainy(image, 20)))
    assert any(steady(grainy(image, 21)))


def test_what_is_drawn_without_noise_rests_at_once():
    repeats = Repeats()
    for _ in range(3):
        repeats.seen(same=False, changed=True)
        assert not repeats.proven
        repeats.seen(same=True, changed=False)
        assert repeats.proven


def test_a_recording_that_is_halted_comes_to_rest_though_the_camera_repeated():
    repeats = Repeats()
    for _ in range(3):
        for same in (False, True, True):
            repeats.seen(same=same, changed=False)
    repeats.seen(same=False, changed=True)
    proven = []
    for _ in range(LONGEST):
        repeats.seen(same=True, changed=False)
        proven.append(repeats.proven)
    assert proven == [False, False, True, True, True]
