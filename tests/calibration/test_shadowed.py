"""What lies in a marble's shadow is told from a dark marble by the wood that leads up to it."""

import numpy as np
import pytest

from calibration.cells import SIDE, Cells
from calibration.shadowed import in_shadow

COLUMNS = ROWS = 7
Y, X = (np.mgrid[0:SIDE, 0:SIDE] + 0.5) / SIDE - 0.5
HERE, CASTING = 24, (0, 5, 12, 29, 42)  # of the cells


def sector(turn_deg, half=0.24):
    """The wood in one direction of a cell, as wide as a marble's shadow."""
    turn = np.radians(turn_deg)
    along, across = X * np.cos(turn) + Y * np.sin(turn), Y * np.cos(turn) - X * np.sin(turn)
    return (along > 0.24) & (np.abs(across) < half)


def board(here, *, sun_deg=90, cast=-0.3, casting=CASTING):
    """Cells in one light, all of them bare but for light marbles and what is painted `here`."""
    pictures = np.zeros((COLUMNS * ROWS, SIDE, SIDE, 3))
    for index, turn_deg in zip(casting, np.broadcast_to(sun_deg, len(casting)), strict=True):
        pictures[index][np.hypot(X, Y) < 0.27] = 1.2
        pictures[index][sector(turn_deg)] = cast
    here(pictures[HERE])
    pictures += np.random.default_rng(4).normal(0, 0.02, pictures.shape)
    nodes = np.stack(np.meshgrid(np.arange(COLUMNS), np.arange(ROWS)), axis=-1).reshape(-1, 2)
    zero = np.zeros((len(nodes), 3))
    taken = np.zeros(len(nodes), bool)
    taken[[*casting, HERE]] = True
    return Cells(nodes.astype(float), pictures, zero, zero, 0 * pictures), taken


def painted(middle, *shadows):
    """A hollow whose middle has changed by so much, and the wood in those directions."""

    def paint(cell):
        for turn_deg, level, *half in shadows:
            cell[sector(turn_deg, *half)] = level
        cell[np.hypot(X, Y) < 0.24] = middle

    return paint


@pytest.mark.parametrize(
    ("here", "so"),
    [
        pytest.param(painted(-0.25, (270, -0.3)), True, id="a shadow leads up to it"),
        pytest.param(painted(-0.25, (270, -0.3), (90, -0.3)), True, id="and beyond it"),
        pytest.param(painted(-0.25, (250, -0.3)), True, id="a little from one side"),
        pytest.param(painted(-0.25, (290, -0.3)), True, id="a little from the other"),
        pytest.param(painted(-0.25, (270, -0.3, 0.1)), False, id="what leads up to it is narrow"),
        pytest.param(painted(-0.25), False, id="a marble as dark, no shadow"),
        pytest.param(painted(-0.25, (90, -0.3)), False, id="one that casts its own"),
        pytest.param(painted(-0.9, (270, -0.3)), False, id="a darker one in a shadow"),
        pytest.param(painted(0.9, (270, -0.3)), False, id="a light one in a shadow"),
        pytest.param(painted([-0.5, -0.2, -0.1], (270, -0.3)), False, id="of another colour"),
    ],
)
def test_what_leads_up_to_it(here, so):
    shadowed = in_shadow(*board(here))
    assert bool(shadowed[HERE]) is so
    assert shadowed.sum() == so


def test_where_nothing_tells_which_way_shadows_fall_none_is_told():
    here = painted(-0.25, (270, -0.3))
    assert in_shadow(*board(here))[HERE]
    for other in (
        board(here, casting=CASTING[:3]),  # too few
        board(here, cast=0.0),  # they cast none
        board(here, sun_deg=180),  # another way
        board(here, sun_deg=(90, 90, 0, 180, 270)),  # each another way, as about a lamp
    ):
        assert not in_shadow(*other).any()


def test_a_bare_board_has_none():
    cells, taken = board(painted(0.0))
    assert not in_shadow(cells, taken & False).any()
