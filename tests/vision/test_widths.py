"""Queen or attack marble where the patch leaves doubt: by the circle that each shows."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import Take
from synthetic_setups import PLAIN, POSITION, frames, picture, taught, wrong

from vision.measuring.girth import Girths
from vision.measuring.widths import DOUBTFUL, SAME, Widths
from vision.reader import Reader

RADII = (0.28, 0.392)
LOOKED = np.ones(1, bool)


def girths(radius, strength=0.4):
    return Girths(np.array([radius]), np.array([strength]), 0.012, np.array([strength / 2]))


def p_of(largeness, radius=None, strength=0.4):
    widths, shown = Widths(RADII, 1), np.array([largeness])
    asked = widths.doubtful(LOOKED, LOOKED, ~LOOKED, shown)
    if len(asked):
        widths.measured(asked, girths(radius, strength), shown)
    return float(widths.large(shown)[0])


@pytest.mark.parametrize(
    ("largeness", "radius", "strength", "low", "high"),
    [
        (0.05, None, 0.4, 0, 0.01),  # plainly an attack marble: nothing is measured
        (0.8, None, 0.4, 0.99, 1),
        (0.3, 0.28, 0.4, 0, 0.05),  # a vein or a reflection on one
        (0.48, 0.28, 0.4, 0, 0.1),
        (0.3, 0.36, 0.4, 0.8, 1),  # a Queen smaller than most
        (0.3, 0.40, 0.4, 0.85, 1),
        (0.14, 0.28, 0.4, 0, 0.01),  # caustics, or a vein
        (0.14, 0.38, 0.4, 0.2, 0.8),  # gold on golden wood, or an attack marble amid its shadows
        (0.4, 0.36, 0.005, 0.4, 0.75),  # hardly a circle: it tells next to nothing
        (0.4, 0.32, 0.4, 0.2, 0.8),  # neither
    ],
)
def test_the_circle_tells_where_the_patch_does_not(largeness, radius, strength, low, high):
    assert low <= p_of(largeness, radius, strength) <= high


def test_what_shows_the_same_is_measured_once():
    widths, shown = Widths(RADII, 1), np.array([0.4])
    assert widths.doubtful(LOOKED, LOOKED, ~LOOKED, shown).tolist() == [0]
    widths.measured(np.array([0]), girths(0.39), shown)
    assert widths.doubtful(LOOKED, LOOKED, ~LOOKED, shown + SAME / 2).tolist() == []
    assert widths.large(shown)[0] > 0.8
    assert widths.doubtful(LOOKED, LOOKED, ~LOOKED, shown - 2 * SAME).tolist() == [0]


def test_another_marble_is_measured_anew():
    widths, shown = Widths(RADII, 1), np.array([0.4])
    widths.measured(widths.doubtful(LOOKED, LOOKED, ~LOOKED, shown), girths(0.39), shown)
    # The hollow was bare, or a hand over it, in between.
    assert widths.doubtful(LOOKED, ~LOOKED, ~LOOKED, shown).tolist() == []
    assert widths.doubtful(LOOKED, LOOKED, ~LOOKED, shown).tolist() == [0]


def test_what_became_plain_no_longer_counts():
    widths, shown = Widths(RADII, 1), np.array([0.4])
    widths.measured(widths.doubtful(LOOKED, LOOKED, ~LOOKED, shown), girths(0.39), shown)
    plain = np.array([DOUBTFUL[0] / 2])
    assert widths.doubtful(LOOKED, LOOKED, ~LOOKED, plain).tolist() == []
    assert widths.large(plain)[0] < 0.01


@pytest.mark.parametrize("largeness", [DOUBTFUL[0] + 0.01, 0.4, DOUBTFUL[1] - 0.01])
def test_what_waits_to_be_measured_may_be_either(largeness):
    widths, shown = Widths(RADII, 1), np.array([largeness])
    widths.wait(widths.doubtful(LOOKED, LOOKED, ~LOOKED, shown))
    assert 0.2 < widths.large(shown)[0] < 0.8
    # It still waits, or something plain has come.
    assert widths.doubtful(LOOKED, LOOKED, ~LOOKED, shown).tolist() == [0]
    assert widths.doubtful(LOOKED, LOOKED, ~LOOKED, np.array([0.0])).tolist() == []
    assert widths.large(np.array([0.0]))[0] < 0.01


# A Queen in every corner, those of one board at a time.
FAR = "W2b2B/1w3b1/2w1b2/7/2b1w2/1b3w1/3w3"
NEAR = "3b3/1w3b1/2w1b2/7/2b1w2/1b3w1/B2w2W"


# The trays show how large attack marbles are; Queens are taken to be 1.4 times as large.
@pytest.mark.parametrize("placement", [POSITION, FAR, NEAR])
@pytest.mark.parametrize("wood_rgb", [(190, 150, 105), (92, 62, 42)], ids=["oak", "walnut"])
@pytest.mark.parametrize("queen", [0.345, 0.364, 0.392, 0.42])
def test_queens_of_any_size_are_told_from_attack_marbles(queen, wood_rgb, placement):
    setup = replace(PLAIN, wood_rgb=wood_rgb, radii=(0.28, queen))
    shown = picture(setup, Take(placement, seed=1))
    (frame,) = frames(shown.image_bgr)
    reading = Reader(replace(taught(setup), radii=RADII)).read(frame)
    assert wrong(reading, shown.labels, reading.covered) == []
    assert not reading.covered.any()
