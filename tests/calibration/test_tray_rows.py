"""Rows among a tray's marbles: found all together as they are one by one."""

from itertools import combinations

import numpy as np
import pytest

from calibration import tray_rows
from calibration.tray_rows import ABOUT, FEWEST, MISSED, NEAR, SPAN, tray_of
from vision.trays.groove import IN_A_ROW

WIDTH = 0.56


def marbles(seed, clutter, missing=()):
    """Two rows that nearly touch, some marbles not seen, and what shines elsewhere."""
    rng = np.random.default_rng(seed)
    along = np.arange(IN_A_ROW)[:, None] * [0.02, WIDTH]
    rows = np.concatenate([np.array(start) + along for start in ([1.0, 2.0], [1.8, 2.05])])
    rows = np.delete(rows + rng.normal(0, 0.02, rows.shape), list(missing), axis=0)
    return rng.permutation(np.concatenate([rows, rng.uniform([0, 1], [3, 8], (clutter, 2))]))


def one_by_one(places, width):
    rows = []
    for i, j in combinations(np.lexsort(places.T), 2):
        away = places[j] - places[i]
        for steps in range(SPAN, IN_A_ROW):
            if 1 - ABOUT < np.linalg.norm(away) / (steps * width) < 1 + ABOUT:
                step = away / steps
                for first in range(IN_A_ROW - steps):
                    rows += row_of(places, places[i] - first * step, step)
    return rows


def row_of(places, start, step):
    """A list of it, or an empty one."""
    width, mine, miss = np.linalg.norm(step), {}, 0.0
    for k in range(IN_A_ROW):
        away = np.linalg.norm(places - (start + k * step), axis=1)
        if away.min() < NEAR * width:
            mine[k] = int(away.argmin())
    if len(mine) < FEWEST:
        return []
    assert len(set(mine.values())) == len(mine)
    seen = np.array(list(mine))
    slope, offset = np.polyfit(seen, places[list(mine.values())], 1)
    for k, marble in mine.items():
        miss += np.linalg.norm(offset + k * slope - places[marble])
    return [(offset, slope, set(mine.values()), miss + MISSED * width * (IN_A_ROW - len(mine)))]


@pytest.mark.parametrize(
    ("clutter", "missing"), [(0, ()), (0, (0, 14)), (12, (3, 9)), (40, (19,))], ids=str
)
@pytest.mark.parametrize("width", [WIDTH, 0.95 * WIDTH])
def test_rows_are_found_together_as_one_by_one(monkeypatch, width, clutter, missing):
    places = marbles(clutter, clutter, missing)
    plain = one_by_one(places, width)
    assert plain
    for at_once in (tray_rows.AT_ONCE, 1):
        monkeypatch.setattr(tray_rows, "AT_ONCE", at_once)
        found = tray_rows._rows(places, width)
        assert len(found) == len(plain)
        for (start, step, mine, miss), (offset, slope, theirs, amiss) in zip(
            found, plain, strict=True
        ):
            assert start == pytest.approx(offset)
            assert step == pytest.approx(slope)
            assert set(np.flatnonzero(mine)) == theirs
            assert miss == pytest.approx(amiss)


def test_a_tray_with_a_marble_missing_is_one_and_half_a_tray_is_none():
    fit = tray_of(marbles(1, 8, (5,)), WIDTH)
    assert not fit.whole
    assert np.sort(fit.tray.starts[:, 0]) == pytest.approx([1.0, 1.8], abs=0.05)
    assert fit.tray.steps == pytest.approx(np.tile([0.02, WIDTH], (2, 1)), abs=0.02)
    assert tray_of(marbles(1, 8, range(10)), WIDTH) is None
