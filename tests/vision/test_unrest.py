"""How far values at rest waver."""

import numpy as np
import pytest

from vision.watching.unrest import EVERY, Unrest

POINTS = 400


def wavering(rng, sigma):
    return np.abs(np.rint(rng.normal(0, sigma, (POINTS, 3)))).astype(np.int16)


@pytest.mark.parametrize("sigma", [2.0, 4.0])
def test_noise_stays_within_its_limits_and_what_comes_does_not(sigma):
    rng = np.random.default_rng(2)
    unrest = Unrest(4, 60, 1, (POINTS, 3))
    beyond = []
    for _ in range(100 * EVERY):
        away = wavering(rng, sigma)
        beyond.append((away > unrest.limits).mean())
        unrest.see(away)
    assert np.mean(beyond[50 * EVERY :]) < 1e-3
    assert unrest.limits.mean() < 8 * sigma
    limits = unrest.limits.copy()
    for _ in range(5 * EVERY):
        unrest.see(np.full((POINTS, 3), 100, np.int16))
    assert (unrest.limits <= limits).all()


def test_limits_keep_to_what_they_may_be():
    unrest = Unrest(1.0, 6.0, 0.25, (3, 3))
    for size in (1.5, 0.0):
        for _ in range(60 * EVERY):
            unrest.see(np.full((3, 3), size, np.float32))
        assert np.allclose(unrest.limits, 6.0 if size else 1.0)
