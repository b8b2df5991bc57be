"""Correlations with many areas at once, against their definition and OpenCV's own."""

import cv2
import numpy as np
import pytest
from numpy.lib.stride_tricks import sliding_window_view

from vision.arrays.correlation import FEW, correlations

SIZE = 22


def areas_of(seed, n, side, channels):
    """Soft blobs, each area about as light as its number."""
    noise = np.random.default_rng(seed).normal(size=(n, side, side, channels)).astype(np.float32)
    soft = [cv2.GaussianBlur(area, (0, 0), 2).reshape(area.shape) for area in noise]
    return np.stack(soft) + np.arange(n, dtype=np.float32)[:, None, None, None]


def one_by_one(areas, templates):
    """As it is defined, in numbers twice as long."""
    found = []
    for area, template in zip(areas.astype(float), templates, strict=True):
        windows = sliding_window_view(area, template.shape[:2], axis=(0, 1))
        parts = np.moveaxis(windows, 2, -1)
        level = parts - parts.mean(axis=(2, 3), keepdims=True)
        shape = template - template.mean(axis=(0, 1), dtype=float)
        lengths = np.sqrt((level**2).sum(axis=(2, 3, 4)) * (shape**2).sum())
        found.append((level * shape).sum(axis=(2, 3, 4)) / lengths)
    return np.stack(found)


def opencvs(areas, template):
    areas = map(np.ascontiguousarray, areas)
    return np.stack([cv2.matchTemplate(a, template, cv2.TM_CCOEFF_NORMED) for a in areas])


@pytest.mark.parametrize("channels", [1, 3])
@pytest.mark.parametrize("count", [1, 5, FEW, FEW + 2, 21])
def test_all_at_once_are_as_one_by_one(count, channels):
    areas = areas_of(count, 12, SIZE + count - 1, channels)
    template = np.ascontiguousarray(areas[3, -SIZE:, :SIZE])
    found = correlations(areas, template)
    assert found.shape == (12, count, count)
    assert found == pytest.approx(one_by_one(areas, [template] * 12), abs=5e-5)
    assert found == pytest.approx(opencvs(areas, template), abs=1e-3)  # less exact itself
    assert np.unravel_index(found.argmax(), found.shape) == (3, count - 1, 0)
    assert found.max() == pytest.approx(1, abs=1e-5)


def test_each_area_may_have_a_template_of_its_own():
    areas = areas_of(1, 7, SIZE + 4, 3)
    templates = np.ascontiguousarray(areas_of(2, 7, SIZE, 3))
    found = correlations(areas, templates)
    assert found == pytest.approx(one_by_one(areas, templates), abs=5e-5)
    shared = correlations(areas, templates[4])
    assert found[4] == pytest.approx(shared[4], abs=1e-6)


@pytest.mark.parametrize("count", [5, 15])
def test_what_is_not_known_is_like_nothing_and_spoils_nothing_else(count):
    areas = areas_of(3, 5, SIZE + count - 1, 3)
    template = areas[0, :SIZE, :SIZE].copy()
    whole = correlations(areas, template)
    areas[2, 7, 7, 1] = np.nan
    broken = correlations(areas, template)
    assert (broken[2] == 0).all()
    others = [0, 1, 3, 4]
    assert broken[others] == pytest.approx(whole[others], abs=1e-5)
    template[3, 3, 0] = np.nan
    assert np.isfinite(correlations(areas, template)).all()


@pytest.mark.parametrize("count", [5, 15])
def test_nothing_is_like_what_is_flat(count):
    areas = areas_of(4, 3, SIZE + count - 1, 1)
    template = areas[0, :SIZE, :SIZE].copy()
    areas[1] = 5.4
    assert (correlations(areas, template)[1] == 0).all()
    assert (correlations(areas, np.full_like(template, 5.4)) == 0).all()
