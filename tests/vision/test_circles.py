"""What shows a marble's own circle is one, though its outline and look are lost."""

import numpy as np
import pytest

from vision.measuring.circles import Circles
from vision.measuring.girth import Girths

RADII = (0.28, 0.392)
ONE = np.ones(1, bool)
PLAINLY = np.zeros((1, 16))  # largeness and look


def girths(radius, stands_out, strength=0.4):
    return Girths(np.array([radius]), np.array([strength]), 0.012, np.array([stands_out]))


def odds(radius, stands_out, strength=0.4, sizes_known=True):
    circles = Circles(RADII, 1, sizes_known)
    circles.measured(
        circles.asked(ONE, ONE, PLAINLY), girths(radius, stands_out, strength), PLAINLY
    )
    return float(circles.odds[0])


@pytest.mark.parametrize(
    ("radius", "stands_out", "low", "high"),
    [
        (0.28, 0.3, 4.5, 6.5),  # an attack marble's size, and plain
        (0.39, 0.3, 4, 6),  # a Queen's
        (0.28, 0.1, 0.8, 2.5),  # hardly more than any other circle
        (0.21, 0.5, 0, 0),  # within a marble, a vein or a reflection
        (0.335, 0.5, 0, 1),  # of neither size
    ],
)
def test_a_circle_of_its_size_bears_a_marble_out(radius, stands_out, low, high):
    assert low <= odds(radius, stands_out) <= high


def test_a_faint_circle_tells_next_to_nothing():
    assert odds(0.28, 0.0, strength=0.002) < 0.2


def test_a_circle_that_stands_out_more_never_counts_less():
    told = [odds(0.28, k) for k in np.linspace(-0.2, 1, 40)]
    assert (np.diff(told) >= 0).all()


def test_a_radius_a_little_off_changes_the_odds_a_little():
    told = [odds(radius, 0.3) for radius in np.arange(0.21, 0.45, 0.001)]
    assert np.abs(np.diff(told)).max() < 1


def test_a_circle_that_is_missing_speaks_for_a_shade():
    circles = Circles(RADII, 2, True)
    both = np.ones(2, bool)
    shows = np.zeros((2, 16))
    assert circles.found_or_missing.tolist() == [0, 0]
    circles.asked(both, both, shows)
    seen = Girths(np.array([0.28, 0.2]), np.full(2, 0.4), 0.012, np.array([0.3, 0.02]))
    circles.measured(np.arange(2), seen, shows)
    assert circles.found_or_missing[0] > 4
    assert circles.found_or_missing[1] < -1


def test_before_a_size_is_known_it_may_differ_more():
    assert odds(0.31, 0.3) < 0.5
    assert odds(0.31, 0.3, sizes_known=False) > 3


def test_what_shows_the_same_is_measured_once_and_what_is_sure_is_forgotten():
    circles = Circles(RADII, 1, True)
    assert circles.asked(ONE, ONE, PLAINLY).tolist() == [0]
    circles.measured(np.array([0]), girths(0.28, 0.3), PLAINLY)
    assert circles.asked(ONE, ONE, PLAINLY + 0.01).tolist() == []
    assert circles.asked(~ONE, ~ONE, PLAINLY).tolist() == []
    assert circles.odds[0] > 4
    assert circles.asked(ONE, ONE, PLAINLY + 0.5).tolist() == [0]
    circles.measured(np.array([0]), girths(0.28, 0.3), PLAINLY + 0.5)
    assert circles.asked(ONE, ~ONE, PLAINLY).tolist() == []
    assert circles.odds[0] == 0
