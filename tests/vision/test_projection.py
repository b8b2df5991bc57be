"""Board places to pixels and back, and fitting that to points found."""

import cv2
import numpy as np
import pytest
from synthetic import Camera
from synthetic_setups import nodes_of

from vision.camera.bending import as_tried, distort, horizon, undistort
from vision.camera.projection import Projection, fit_projection, upright
from vision.types import REAL_QUEEN

SIZE = (1280, 720)
NODES = nodes_of(REAL_QUEEN)
TURNED = np.array([[52.0, 14.0, 420.0], [-9.0, -48.0, 560.0], [0.004, -0.012, 1.0]])
CAMERAS = {
    "from above": Camera(tilt_deg=0, pitch_px=80),
    "tilted": Camera(tilt_deg=25, roll_deg=10),
    "steep and turned round": Camera(tilt_deg=38, azimuth_deg=160, roll_deg=170, pitch_px=60),
    "wide": Camera(tilt_deg=20, fov_deg=102, k1=-0.06, pitch_px=75),
    "wide up to its corners": Camera(
        tilt_deg=11, roll_deg=-5, fov_deg=103, k1=-0.285, k2=0.05, pitch_px=104
    ),
    "off the middle": Camera(tilt_deg=15, target=(6.5, 1.0), pitch_px=60, k1=-0.04),
    "portrait": Camera(width=720, height=1280, fov_deg=40, tilt_deg=18, pitch_px=80),
}


def size_of(camera):
    return (camera.width, camera.height)


def truth(camera, nodes=NODES):
    return camera.pixels(np.column_stack([nodes, np.zeros(len(nodes))]))


@pytest.mark.parametrize(
    ("distortion", "fourth"),
    [
        *((d, None) for d in (0.0, -0.45, -0.1, 0.08)),
        *((0.0, 0.0), (-0.3, 0.08), (-0.58, 0.21), (-0.1, 0.0), (0.05, 0.01)),
    ],
)
def test_undistort_and_distort_are_inverse(distortion, fourth):
    places = np.random.default_rng(1).uniform([0, 0], SIZE, (200, 2))
    flat = undistort(places, distortion, SIZE, fourth)
    assert distort(flat, distortion, SIZE, fourth) == pytest.approx(places, abs=1e-6)


def test_a_polynomial_shows_what_opencv_shows():
    focal, size = 518.0, np.array(SIZE)
    flat = np.random.default_rng(2).uniform(-0.9, 0.9, (50, 2)) * [1, 0.6]
    matrix = np.array([[focal, 0, 639.5], [0, focal, 359.5], [0, 0, 1.0]])
    rays = np.column_stack([flat, np.ones(50)])
    bent = np.array([-0.285, 0.05, 0, 0, 0])
    seen, _ = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), matrix, bent)
    over = focal / np.hypot(*((size - 1) / 2))
    numbers = -0.285 / over**2, 0.05 / over**4
    straight = focal * flat + (size - 1) / 2
    assert distort(straight, numbers[0], SIZE, numbers[1]) == pytest.approx(seen[:, 0], abs=1e-6)


def test_a_polynomial_that_turns_back_ends_where_it_turns():
    first, second = -0.6, 0.1
    end = horizon(first, second)
    radius, middle = np.hypot(639.5, 359.5), np.array([639.5, 359.5])
    way = np.array([0.6, 0.8])
    there = distort(middle + way * end * radius, first, SIZE, second)
    for farther in (1.1, 1e6):
        beyond = distort(middle + way * farther * end * radius, first, SIZE, second)
        assert beyond == pytest.approx(there)
    # What no place is shown at is as near as can be.
    back = undistort(np.array([[0.0, 0.0]]), first, SIZE, second)
    assert np.linalg.norm(back - middle) == pytest.approx(end * radius, rel=1e-3)
    assert horizon(-0.576, 0.206) == np.inf


def test_barrel_distortion_draws_points_to_the_middle():
    corner = np.array([[0.0, 0.0]])
    middle = (np.array(SIZE) - 1) / 2
    assert np.linalg.norm(distort(corner, -0.2, SIZE) - middle) < np.linalg.norm(corner - middle)
    assert distort(middle[None], -0.2, SIZE) == pytest.approx(middle[None])


def test_what_lies_beyond_the_horizon_stays_finite():
    far = np.array([[1e9, -1e9]])
    assert np.isfinite(distort(far, -0.3, SIZE)).all()
    assert np.isfinite(distort(far, 0.1, SIZE)).all()
    for second in (-0.1, 0.0, 0.1, 0.3):
        assert np.isfinite(distort(far, -0.5, SIZE, second)).all()


@pytest.mark.parametrize(
    ("distortion", "fourth"), [(0.0, None), (-0.3, None), (0.05, None), (-0.3, 0.07)]
)
def test_projection_and_its_inverse(distortion, fourth):
    view = Projection(TURNED, distortion, SIZE, fourth)
    assert view.inverse(view(NODES)) == pytest.approx(NODES, abs=1e-6)


def test_shapes_are_kept():
    view = Projection(TURNED, -0.1, SIZE, 0.01)
    grid = NODES.reshape(7, 7, 2)
    assert view(grid).shape == (7, 7, 2)
    assert view(grid)[2, 3] == pytest.approx(view(NODES[17]))
    assert view.inverse(view(grid)) == pytest.approx(grid, abs=1e-6)


@pytest.mark.parametrize(("distortion", "fourth"), [(0.0, None), (-0.3, None), (-0.3, 0.07)])
@pytest.mark.parametrize("factor", [0.25, 0.5, 2.0])
def test_a_resized_view_keeps_pixel_centres(factor, distortion, fourth):
    view = Projection(TURNED, distortion, SIZE, fourth)
    small = view.scaled(factor, (round(SIZE[0] * factor), round(SIZE[1] * factor)))
    # A pixel's middle is at a whole number, so its edge, half a pixel off, is what scales.
    expected = (view(NODES) + 0.5) * factor - 0.5
    # With distortion the half diagonals differ by half a pixel in a thousand.
    assert small(NODES) == pytest.approx(expected, abs=1e-6 if distortion == 0 else 0.25)


def test_after_a_change_of_coordinates():
    view = Projection(TURNED, -0.2, SIZE, 0.03)
    basis, offset = np.array([[0.0, 1.0], [-1.0, 0.0]]), np.array([6.0, 2.0])
    assert view.after(basis, offset)(NODES) == pytest.approx(view(NODES @ basis + offset))


@pytest.mark.parametrize("name", CAMERAS)
def test_a_fit_recovers_the_view(name):
    camera = CAMERAS[name]
    noisy = truth(camera) + np.random.default_rng(3).normal(0, 0.3, (49, 2))
    fit = fit_projection(NODES, noisy, size_of(camera))
    assert np.linalg.norm(fit.projection(NODES) - truth(camera), axis=1).max() < 0.6
    # Beyond the grid, where the trays are, too.
    outside = np.array([[-3.0, 3.0], [9.0, 3.0]])
    assert fit.projection(outside) == pytest.approx(truth(camera, outside), abs=4)
    assert fit.miss_px == pytest.approx(
        np.linalg.norm(fit.projection(NODES) - noisy, axis=1), abs=1e-9
    )


@pytest.mark.parametrize("name", CAMERAS)
def test_a_second_number_is_believed_of_very_wide_lenses_alone(name):
    camera = CAMERAS[name]
    for seed in range(8):
        noisy = truth(camera) + np.random.default_rng(seed).normal(0, 1.0, (49, 2))
        fourth = fit_projection(NODES, noisy, size_of(camera)).projection.fourth
        assert (fourth is not None) == ("corners" in name)


def test_a_lens_that_is_known_is_taken_as_it_is():
    camera = CAMERAS["wide up to its corners"]
    over = camera.focal_px / np.hypot(639.5, 359.5)
    numbers = camera.k1 / over**2, camera.k2 / over**4
    few = np.array([0, 6, 24, 42, 48])
    fit = fit_projection(NODES[few], truth(camera)[few], SIZE, as_tried(numbers))
    assert fit.projection(NODES) == pytest.approx(truth(camera), abs=1e-4)
    assert (fit.projection.distortion, fit.projection.fourth) == pytest.approx(numbers)
    assert as_tried(None) is None
    assert as_tried(-0.2).tolist() == [-0.2]


@pytest.mark.parametrize("name", ["tilted", "wide up to its corners"])
def test_points_that_do_not_agree_are_left_out(name):
    camera = CAMERAS[name]
    points = truth(camera) + np.random.default_rng(4).normal(0, 0.2, (49, 2))
    points[[3, 17, 30, 44]] += [[9, 4], [-12, 3], [5, -14], [20, 20]]
    fit = fit_projection(NODES, points, SIZE)
    assert np.linalg.norm(fit.projection(NODES) - truth(camera), axis=1).max() < 0.6
    assert set(np.flatnonzero(fit.miss_px > 4)) == {3, 17, 30, 44}


def test_a_few_points_in_the_middle_do_not_bend_the_view():
    camera = CAMERAS["from above"]
    middle = NODES[(np.abs(NODES - 3) <= 1).all(axis=1)]
    for seed in range(5):
        noisy = truth(camera, middle) + np.random.default_rng(seed).normal(0, 0.2, (9, 2))
        fit = fit_projection(middle, noisy, SIZE)
        miss = np.linalg.norm(fit.projection(NODES) - truth(camera), axis=1).max()
        assert miss < 0.2 * camera.pitch_px


def test_poor_points_do_not_bend_the_view():
    """How poor they are is told by the points themselves, and the outer hollows lie beyond them."""
    camera = CAMERAS["from above"]
    middle = NODES[(np.abs(NODES - 3) <= 2).all(axis=1)]
    misses = []
    for seed in range(12):
        poor = truth(camera, middle) + np.random.default_rng(seed).normal(0, 3, (25, 2))
        fit = fit_projection(middle, poor, SIZE)
        misses.append(np.linalg.norm(fit.projection(NODES) - truth(camera), axis=1).max())
    assert np.median(misses) < 0.1 * camera.pitch_px


@pytest.mark.parametrize("count", [0, 1, 3])
def test_too_few_points_are_no_view(count):
    assert fit_projection(NODES[:count], truth(CAMERAS["tilted"])[:count], SIZE) is None


def test_points_in_a_line_are_no_view():
    row = NODES[:7]
    assert fit_projection(row, truth(CAMERAS["tilted"], row), SIZE) is None


@pytest.mark.parametrize("roll_deg", [-40, -30, 0, 30, 40])
@pytest.mark.parametrize("azimuth_deg", [-150, 0, 90, 180])
@pytest.mark.parametrize("turned", range(4))
@pytest.mark.parametrize("mirrored", [False, True], ids=["", "mirrored"])
def test_a_board_is_numbered_as_it_lies(roll_deg, azimuth_deg, turned, mirrored):
    """However a search came upon it, and however the tilt shortens it."""
    camera = Camera(tilt_deg=34, roll_deg=roll_deg, azimuth_deg=azimuth_deg, pitch_px=50)
    there = fit_projection(NODES, truth(camera), size_of(camera)).projection
    found = there
    for _ in range(turned):
        found = found.after(np.array([[0, -1], [1, 0]]), np.array([0.0, 6.0]))
    if mirrored:
        found = found.after(np.array([[0, 1], [1, 0]]), np.zeros(2))
    assert upright(found, REAL_QUEEN)(NODES) == pytest.approx(there(NODES), abs=1e-3)
