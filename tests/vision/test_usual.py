"""What points usually show."""

import numpy as np
import pytest

from vision.watching.usual import Usual

POINTS = 400


def noisy(rng, level, sigma):
    return np.rint(level + rng.normal(0, sigma, (POINTS, 3))).astype(np.int16)


@pytest.mark.parametrize("sigma", [1.0, 5.0])
def test_what_is_usual_lies_amid_the_noise(sigma):
    rng = np.random.default_rng(1)
    usual, means = Usual(noisy(rng, 80, sigma)), []
    for _ in range(100):
        usual.follow(noisy(rng, 80, sigma))
        means.append(usual.values.mean())
    assert abs(np.mean(means[50:]) - 80) < 0.1 * sigma


def test_what_is_usual_follows_dusk_and_is_renewed_where_something_came():
    seen = np.full((POINTS, 3), 90, np.int16)
    usual = Usual(seen)
    for step in range(60):
        usual.follow(seen - step // 3)
    assert abs(usual.values - (seen - 20)).max() <= 3
    came = np.arange(POINTS) < 5
    usual.renew_at(came, seen + 50)
    assert (usual.values[came] == 140).all()
    assert (usual.values[~came] < 80).all()
    usual.follow(seen + 50)
    assert (usual.values[came] == 140).all()


@pytest.mark.parametrize(
    ("by", "taken_up"), [(3, 0), (-3, 0), (8, 1), (-8, -1), (80, 10), (-80, -10)]
)
def test_lighter_and_darker_are_followed_alike(by, taken_up):
    """An eighth of one picture's change, to the nearest level; cut off, the dark would be ahead."""
    seen = np.full((POINTS, 3), 90, np.int16)
    usual = Usual(seen)
    usual.follow(seen + by)
    assert (usual.values == 90 + taken_up).all()


@pytest.mark.parametrize("by", [1, -1, 7, -7])
def test_what_stays_is_usual_in_the_end(by):
    """By eighths of whole levels alone it would stop seven levels below."""
    seen = np.full((POINTS, 3), 90, np.int16)
    usual = Usual(seen)
    for _ in range(40):
        usual.follow(seen + by)
    assert (usual.values == 90 + by).all()
