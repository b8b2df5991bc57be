"""Where a marble ends, direction by direction."""

import numpy as np
import pytest

from vision.camera.sampling import ANGLES
from vision.reading.outline import ended

NO_LIGHT = np.zeros((3, 1), np.float32)


def share(inside, outside, line):
    """Of one hollow, grey changes of the wood (ANGLES,) each, log; the wood itself is even."""
    sides = np.tile(np.stack([inside, outside])[None, :, None], (3, 1, 1, 1)).astype(np.float32)
    change = np.array([np.median(np.abs(inside))])
    return ended(sides, sides[:, 0] - sides[:, 1], line[None], NO_LIGHT, change)[0]


def marble(light_side, line=0.5, beyond=0.01):
    """A marble dark on most sides and nearly as light as the wood on a third of them."""
    sides = np.where(np.arange(ANGLES) < ANGLES / 3, light_side, -0.4)
    return share(sides, np.full(ANGLES, beyond), line * np.abs(sides))


@pytest.mark.parametrize(
    ("name", "shown", "least", "most"),
    [
        ("as dark on all sides", marble(-0.4), 1.0, 1.0),
        ("little lighter than the wood on one side", marble(0.1), 1.0, 1.0),
        ("as light as the wood there", marble(0.03), 0.66, 0.67),
        ("what lies beyond differs as much", marble(0.1, beyond=0.05), 0.66, 0.67),
        ("a fingertip, whose end lies farther in", marble(0.1, line=0.2), 0.66, 0.67),
    ],
)
def test_a_light_side_ends_too_where_it_is_seen_to(name, shown, least, most):
    assert least <= shown <= most, name
