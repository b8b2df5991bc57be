"""What a camera over a board can see, on both sides of every bound."""

import numpy as np
import pytest

from calibration.plausible import why_not
from vision.camera.projection import Projection
from vision.types import REAL_QUEEN

SIZE = 1280, 720
LAST = 6  # the last file and rank


def seen(along=60.0, up=60.0, left=300.0, bottom=600.0, nearer=1.0):
    """A board with a1 there, cells so wide and high, its farthest rank so many times as far."""
    far = (nearer - 1) / LAST
    # Rank by rank farther away, its own steps as wide as they are near.
    homography = [[along, 0, left], [0, bottom * far - up, bottom], [0, far, 1]]
    return Projection(np.array(homography, float), 0.0, SIZE)


def test_a_board_seen_from_above_is_no_matter():
    assert why_not(seen(), REAL_QUEEN) == ""


@pytest.mark.parametrize(
    ("nearer", "said"),
    [
        (2.0, ""),
        (3.8, ""),
        (4.2, "many times as far"),
        (6.0, "many times as far"),
    ],
)
def test_how_much_farther_one_side_may_be(nearer, said):
    # A picture full of it: the farthest hollows must still be pixels apart.
    doubt = why_not(seen(up=230, along=100, nearer=nearer, bottom=700), REAL_QUEEN)
    assert (said in doubt) if said else doubt == ""


@pytest.mark.parametrize(
    ("beyond_px", "said"),
    [(0.0, False), (0.4, False), (0.6, True), (5.0, True)],
)
@pytest.mark.parametrize("side", ["left", "right", "top", "bottom"])
def test_how_far_a_hollow_may_lie_beyond_the_picture(beyond_px, said, side):
    width, height = SIZE
    places = {
        "left": {"left": -beyond_px},
        "right": {"left": width - 1 + beyond_px - LAST * 60},
        "top": {"bottom": LAST * 60 - beyond_px},
        "bottom": {"bottom": height - 1 + beyond_px},
    }
    doubt = why_not(seen(**places[side]), REAL_QUEEN)
    assert ("outside the picture" in doubt) == said


@pytest.mark.parametrize(("share", "said"), [(0.97, True), (1.03, False)])
@pytest.mark.parametrize("way", ["along", "up"])
def test_how_near_neighbours_may_be(share, said, way):
    doubt = why_not(seen(**{way: share * 8}, **CLOSE[way]), REAL_QUEEN)
    assert ("pixels apart" in doubt) == said


CLOSE = {"along": {"up": 20.0}, "up": {"along": 20.0}}


@pytest.mark.parametrize(
    ("along", "up", "said"),
    [
        (97, 25, False),
        (103, 25, True),
        (25, 97, False),
        (25, 103, True),
    ],
)
def test_how_slantwise_it_may_be_seen(along, up, said):
    doubt = why_not(seen(along, up, bottom=700), REAL_QUEEN)
    assert ("from its edge" in doubt) == said


def test_it_is_seen_from_above_not_from_below():
    turned = seen().homography @ [[-1, 0, LAST], [0, 1, 0], [0, 0, 1]]
    assert "in a mirror" in why_not(Projection(turned, 0.0, SIZE), REAL_QUEEN)
    # Turned about, as a camera from the other side sees it, it is the same board.
    about = seen().homography @ [[-1, 0, LAST], [0, -1, LAST], [0, 0, 1]]
    assert why_not(Projection(about, 0.0, SIZE), REAL_QUEEN) == ""
