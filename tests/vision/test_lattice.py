"""Lattices among points, as perspective, lenses, noise and clutter leave them."""

import numpy as np
import pytest
from synthetic import Camera
from synthetic_setups import nodes_of

from vision.finding.lattice import Lattice, Nearest, lattices
from vision.finding.window import lattice_view
from vision.types import REAL_QUEEN

NODES = nodes_of(REAL_QUEEN)
STEP_PX = (16.0, 130.0)
CAMERAS = {
    "from above": Camera(tilt_deg=0),
    "small and turned": Camera(tilt_deg=10, roll_deg=33, pitch_px=30),
    "steep": Camera(tilt_deg=38, azimuth_deg=40, pitch_px=60),
    "wide": Camera(tilt_deg=25, fov_deg=102, k1=-0.06, pitch_px=75),
}


def points(camera, noise_px=0.5, clutter=0, missing=0, seed=1):
    """Hollows and clutter, shuffled; how they are numbered says nothing."""
    rng = np.random.default_rng(seed)
    hollows = camera.pixels(np.column_stack([NODES, np.zeros(49)]))
    hollows = hollows + rng.normal(0, noise_px, hollows.shape)
    kept = hollows[rng.permutation(49)[: 49 - missing]]
    other = rng.uniform([0, 0], [camera.width, camera.height], (clutter, 2))
    return rng.permutation(np.concatenate([kept, other]))


def places_of(lattice, camera):
    """Board coordinates of a lattice's points, nan where it has taken clutter for a hollow."""
    hollows = camera.pixels(np.column_stack([NODES, np.zeros(49)]))
    apart = np.linalg.norm(lattice.points_px[:, None] - hollows[None], axis=2)
    places = NODES[apart.argmin(axis=1)]
    places[apart.min(axis=1) > 0.1 * camera.pitch_px] = np.nan
    return places


def orderly(lattice, camera):
    """Share of the points whose cells are their board coordinates, but for the lattice's steps.

    The steps may be the diagonals too: half the hollows are then another lattice,
    and `vision.finding.window` tries what lies between.
    """
    places = places_of(lattice, camera)
    use = ~np.isnan(places).any(axis=1)
    design = np.column_stack([lattice.cells[use], np.ones(use.sum())])
    steps, *_ = np.linalg.lstsq(design, places[use], rcond=None)
    return (np.abs(design @ np.rint(steps) - places[use]) < 0.01).all(axis=1).sum() / len(use)


@pytest.mark.parametrize("name", CAMERAS)
def test_hollows_form_a_lattice(name):
    camera = CAMERAS[name]
    best = max(lattices(points(camera), STEP_PX), key=len)
    assert len(best) >= 24
    assert len({tuple(cell) for cell in best.cells}) == len(best)
    assert orderly(best, camera) == 1


@pytest.mark.parametrize("name", CAMERAS)
def test_clutter_and_gaps_leave_most_of_it(name):
    camera = CAMERAS[name]
    best = max(lattices(points(camera, clutter=120, missing=8), STEP_PX), key=len)
    assert len(best) >= 20
    # Clutter where a hollow is missing may be taken for it; later stages weed it out.
    assert orderly(best, camera) > 0.8


def test_no_point_is_in_two_places_of_a_lattice():
    for lattice in lattices(points(CAMERAS["steep"], clutter=60), STEP_PX):
        assert len(np.unique(lattice.points_px, axis=0)) == len(lattice)


@pytest.mark.parametrize("count", [0, 1, 8])
def test_too_few_points_are_none(count):
    assert list(lattices(points(CAMERAS["from above"])[:count], STEP_PX)) == []


def test_steps_out_of_range_are_not_looked_for():
    assert list(lattices(points(Camera(pitch_px=70, tilt_deg=0)), (16.0, 40.0))) == []


def test_points_in_a_line_are_no_lattice():
    line = np.column_stack([np.arange(40) * 25.0, np.full(40, 300.0)])
    assert list(lattices(line, STEP_PX)) == []


def test_no_more_than_asked_for():
    crowd = np.random.default_rng(2).uniform([0, 0], [1280, 720], (400, 2))
    assert len(list(lattices(crowd, STEP_PX, most=2))) <= 2


def seen(count, noise_px, seed=1):
    """The view of some hollows side by side, found so well."""
    camera, rng = CAMERAS["steep"], np.random.default_rng(seed)
    places = camera.pixels(np.column_stack([NODES[:count], np.zeros(count)]))
    cells = NODES[:count].astype(int)
    size = (camera.width, camera.height)
    return lattice_view(Lattice(cells, places + rng.normal(0, noise_px, places.shape)), size)


@pytest.mark.parametrize("seed", range(5))
def test_few_points_in_a_plane_are_less_accidental_than_many_that_are_nearly(seed):
    assert seen(14, 0.5, seed).surprise > seen(28, 7, seed).surprise
    assert seen(28, 0.5, seed).surprise > seen(14, 0.5, seed).surprise


def test_points_beside_the_plane_are_left_out():
    camera = CAMERAS["from above"]
    places = camera.pixels(np.column_stack([NODES, np.zeros(49)]))
    places[[5, 20]] += (0.3 * camera.pitch_px, 0)
    view = lattice_view(Lattice(NODES.astype(int), places), (camera.width, camera.height))
    left = {tuple(cell) for cell in NODES.astype(int)} - {tuple(c) for c in view.lattice.cells}
    assert left == {tuple(NODES[k].astype(int)) for k in (5, 20)}


def test_a_plane_through_four_points_is_no_surprise():
    camera = CAMERAS["steep"]
    four = NODES[[0, 1, 7, 8]]
    places = camera.pixels(np.column_stack([four, np.zeros(4)]))
    size = (camera.width, camera.height)
    assert lattice_view(Lattice(four.astype(int), places), size) is None


def test_one_place_is_looked_up_as_many_are():
    rng = np.random.default_rng(4)
    candidates = rng.uniform([30, 50], [400, 300], (60, 2))
    nearest = Nearest(candidates)
    places = rng.uniform([-50, -50], [500, 400], (200, 2))
    found, distance = nearest(places)
    one_by_one = [nearest.of(complex(*place)) for place in places]
    assert [index for index, _ in one_by_one] == found.tolist()
    assert [away for _, away in one_by_one] == pytest.approx(distance.tolist())
