"""How far a sheet was bent is measured from corners as a camera would show them."""

import cv2
import numpy as np
import pytest

from calibration.lens import MOST_BENT_MM, POOR_PX, SQUARE_MM, SQUARES
from calibration.lens_bend import bend_mm
from calibration.lens_fit import View, fit_lens
from calibration.printing import PAGE_MM

SIZE = (1280, 720)
GOOD_PX = POOR_PX * float(np.hypot(*SIZE))
INNER = np.stack(np.meshgrid(np.arange(1, 7), np.arange(1, 9)), -1).reshape(-1, 2).astype(float)
LENSES = {
    "standard": (985, [-0.05, 0.02, 0, 0, 0]),
    "wide": (620, [-0.22, 0.05, 0, 0, 0]),
    "three numbers": (620, [-0.25, 0.08, 0, 0, -0.012]),
    "not centred": (985, [-0.05, 0.02, 0.003, -0.003, 0]),
    "long": (2500, [0.1, 0, 0, 0, 0]),
}


def on_cylinder(bent_mm, across):
    """(48, 3) millimetres: the sheet's corners on paper that lies round a cylinder."""
    corners = np.column_stack([(INNER - np.array(SQUARES) / 2) * SQUARE_MM, np.zeros(len(INNER))])
    if not bent_mm:
        return corners
    radius = PAGE_MM[across] ** 2 / 8 / bent_mm
    angle = corners[:, across] / radius
    corners[:, across], corners[:, 2] = radius * np.sin(angle), radius * (1 - np.cos(angle))
    return corners


def fisheye(corners, turn, place, matrix):
    """Equidistant, as no number of OpenCV's describes it well."""
    there = corners @ cv2.Rodrigues(turn)[0].T + place
    off = np.hypot(there[:, 0], there[:, 1])
    far = np.arctan2(off, there[:, 2]) / off
    return there[:, :2] * far[:, None] * np.diag(matrix)[:2] + matrix[:2, 2]


def views_of(rng, lens, corners, count=10, tilt_deg=30.0, noise_px=0.15, zoom=0.0):
    """Corners in so many photos from all sides, as far as they are in the picture."""
    focal, bent = lens
    views = []
    while len(views) < count:
        zoomed = focal * (1 + zoom * rng.uniform(-1, 1))
        matrix = np.array([[zoomed, 0, 645], [0, zoomed, 355], [0, 0, 1.0]])
        turn = np.radians([*rng.uniform(-tilt_deg, tilt_deg, 2), rng.uniform(-20, 20)])
        away = focal / SIZE[1] * rng.uniform(190, 400)
        place = np.array([*rng.uniform(-0.5, 0.5, 2) * SIZE / np.array(focal) * away, away])
        if bent is None:
            seen = fisheye(corners, turn, place, matrix)
        else:
            seen = cv2.projectPoints(corners, turn, place, matrix, np.array(bent, float))[0][:, 0]
        seen = seen + rng.normal(0, noise_px, seen.shape)
        within = ((seen > 4) & (seen < np.array(SIZE) - 5)).all(axis=1)
        if within.sum() >= 12:
            sheet = np.column_stack([INNER, np.zeros(len(INNER))])[within]
            shown = [
                np.float32(each).reshape(-1, 1, each.shape[1]) for each in (sheet, seen[within])
            ]
            views.append(View(str(len(views)), *shown))
    return views


def measured(views, good_px=GOOD_PX):
    return bend_mm(views, fit_lens(views, SIZE), SQUARES, SQUARE_MM, good_px)


@pytest.mark.parametrize("across", [0, 1], ids=["short side", "long side"])
@pytest.mark.parametrize("bent_mm", [-10, -5, 5, 10, 15])
@pytest.mark.parametrize("lens", LENSES)
def test_a_bend_is_measured_through_any_lens(lens, bent_mm, across):
    rng = np.random.default_rng([bent_mm + 50, across])
    views = views_of(rng, LENSES[lens], on_cylinder(bent_mm, across))
    assert measured(views) == pytest.approx(abs(bent_mm), rel=0.1)


FLAT = {
    "as usual": {},
    "few photos": {"count": 4},
    "few, hardly tilted": {"count": 4, "tilt_deg": 12},
    "noise": {"noise_px": 0.4},
    "zoomed between": {"zoom": 0.03},
}


@pytest.mark.parametrize("how", FLAT)
@pytest.mark.parametrize("lens", LENSES)
def test_a_flat_sheet_is_hardly_bent_through_any_lens(lens, how):
    for seed in range(5):
        views = views_of(np.random.default_rng(seed), LENSES[lens], on_cylinder(0, 0), **FLAT[how])
        assert measured(views) < MOST_BENT_MM / 4


def test_a_sheet_printed_narrower_than_high_is_flat():
    corners = on_cylinder(0, 0) * [0.99, 1, 1]
    for seed in range(5):
        rng = np.random.default_rng(seed)
        assert measured(views_of(rng, LENSES["standard"], corners)) < MOST_BENT_MM / 2


@pytest.mark.parametrize("focal", [620, 500])
def test_a_lens_that_nothing_describes_bends_no_sheet(focal):
    for seed in range(12):
        rng = np.random.default_rng(seed)
        views = views_of(rng, (focal, None), on_cylinder(0, 0), count=5 + seed % 2 * 5)
        assert measured(views) < MOST_BENT_MM


@pytest.mark.parametrize("few", [1, 2])
def test_photos_that_tell_too_little_tell_no_bend(few):
    corners = on_cylinder(10, 1)
    views = views_of(np.random.default_rng(0), LENSES["standard"], corners, count=few)
    assert bend_mm(views, fit_lens(views, SIZE), SQUARES, SQUARE_MM, GOOD_PX) >= 0
