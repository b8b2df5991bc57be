"""A hard shadow across a bare hollow leaves some of it as ever, and the rest only darker."""

from dataclasses import replace

import numpy as np
import pytest
from test_bareness import bare_but_for_one, but_for_one

from vision.reading.crossed import AS_EVER, DARK, NEITHER, crossing
from vision.reading.odds import SURE, bareness

BLOCKS = 90
LAMP = np.array([0.1, -0.05, 0.02], np.float32)
SHADOW = np.array([-0.7, -0.75, -0.8])


def core(share, change, rest=(0.0, 0.0, 0.0), noise=0.01):
    """(3, 1, BLOCKS) of which a share has changed so, beyond the lamp's, and the rest otherwise."""
    blocks = np.where(
        np.arange(BLOCKS) < share * BLOCKS, *(np.array([c]).T for c in (change, rest))
    )
    grain = np.random.default_rng(1).normal(0, noise, blocks.shape)
    return (blocks + grain + LAMP[:, None])[:, None].astype(np.float32)


@pytest.mark.parametrize(
    ("name", "seen", "bare"),
    [
        ("nothing at all", core(0, SHADOW), True),
        ("half of it in shadow", core(0.5, SHADOW), True),
        ("its border lighter", core(1 - NEITHER / 2, SHADOW * 0, SHADOW * -0.3), True),
        ("all of it in shadow", core(1, SHADOW), False),
        ("more than AS_EVER leaves", core(1.05 - AS_EVER, SHADOW), False),
        ("black all over", core(1, SHADOW * 2), False),
        ("half of it red", core(0.5, [-0.8, -0.6, 0.1]), False),
        ("half of it lighter, as through glass", core(0.5, [0.3, 0.3, 0.3]), False),
        ("a vane, and shadow", core(0.2, [0.9, -0.2, -0.4], SHADOW), False),
        ("another lamp", core(0.5, SHADOW, [0.2, 0.2, 0.2]), False),
    ],
)
def test_what_a_shadow_crosses(name, seen, bare):
    as_ever, shadow, _ = crossing(seen, LAMP)[0]
    assert (max(as_ever, shadow) < 0.1) == bare, name


@pytest.mark.parametrize("seed", range(5))
def test_it_is_what_counting_block_by_block_tells(seed):
    rng = np.random.default_rng(seed)
    seen = rng.normal(0, 0.3, (3, 7, BLOCKS)).astype(np.float32)
    for hollow, told in enumerate(crossing(seen, LAMP)):
        sizes, others, levels = [], [], []
        for block in (seen[:, hollow] - LAMP[:, None]).T:
            level = block.mean()
            levels.append(level)
            sizes.append(np.abs(block).mean())
            others.append(max(level, np.abs(block - level).max() - 0.05 - 0.12 * abs(level)))
        assert (np.array(sizes) < told[0] - 1e-5).mean() <= AS_EVER
        assert (np.array(sizes) <= told[0] + 1e-5).mean() > AS_EVER
        assert (np.array(others) > told[1] + 1e-5).mean() <= NEITHER
        assert (np.array(others) >= told[1] - 1e-5).mean() >= NEITHER
        assert (np.array(levels) < told[2] - 1e-5).mean() <= DARK
        assert (np.array(levels) <= told[2] + 1e-5).mean() > DARK


# As rendered: a painted hollow, half of it in the hard shadow of the marble beside it, in the
# colours of a red cat-eye.
@pytest.mark.parametrize(
    ("name", "crossed", "dent", "bare"),
    [
        ("crossed", (0.02, 0.02, -0.5), 1.7, True),
        ("all of it changed", (0.33, 0.02, -0.5), 1.7, False),
        ("tinted", (0.02, 0.4, -0.5), 1.7, False),
        ("nowhere in the dark", (0.02, 0.02, -0.1), 1.7, False),
        ("its shading hidden", (0.02, 0.02, -0.5), 0.5, False),
    ],
)
def test_a_painted_hollow_that_a_shadow_crosses_is_bare(name, crossed, dent, bare):
    e = bare_but_for_one(0, np.array((-0.02, -0.01, -0.01)))
    e.unlike_bare[-1], e.dent[-1], e.structure[-1] = 0.14, dent, 0.1
    e.traces.dent[-1], e.traces.crossed[-1] = dent, crossed
    e.traces.grain[-1], e.traces.kept[-1], e.traces.outline[-1] = 0.03, (0.3, 0.3), 0.83
    p_bare, _ = bareness(e, but_for_one(0.97))
    assert (p_bare[-1] > SURE) == bare, name
    assert (p_bare[-1] < 0.5) != bare, name
    # Where the bare look was imagined nothing is known to be as ever.
    e = replace(e, imagined=np.append(np.zeros(8), 0.03))
    assert bareness(e, but_for_one(0.97))[0][-1] < 0.5
