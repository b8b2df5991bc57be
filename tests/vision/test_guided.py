"""Lattices carried on over what hides their points."""

import numpy as np
import pytest
from test_lattice import CAMERAS, NODES, STEP_PX, orderly, points

from vision.finding.guided import carried_on
from vision.finding.lattice import Nearest, lattices
from vision.finding.window import lattice_view

HIDDEN = {
    "a file": NODES[:, 0] == 3,
    "a diagonal": NODES[:, 0] == NODES[:, 1],
    "sixteen": np.isin(np.arange(49), np.random.default_rng(7).permutation(49)[:16]),
}


def left(camera, hidden, clutter=0, noise_px=0.4, seed=3):
    """Those hollows that nothing hides, and clutter."""
    rng = np.random.default_rng(seed)
    hollows = camera.pixels(np.column_stack([NODES, np.zeros(49)]))[~hidden]
    hollows = hollows + rng.normal(0, noise_px, hollows.shape)
    other = rng.uniform([0, 0], [camera.width, camera.height], (clutter, 2))
    return rng.permutation(np.concatenate([hollows, other]))


def both(places, camera, distortions):
    """The least accidental lattice that is found step by step, and of those carried on."""
    size, nearest = (camera.width, camera.height), Nearest(places)
    views = (lattice_view(each, size, distortions) for each in lattices(places, STEP_PX))
    found = [view for view in views if view is not None]
    farther = [carried_on(view, nearest, size, distortions) for view in found]
    return max(found, key=_surprise), max(farther, key=_surprise)


def _surprise(view):
    return view.surprise


@pytest.mark.parametrize("hidden", HIDDEN.values(), ids=HIDDEN)
@pytest.mark.parametrize("name", CAMERAS)
def test_it_goes_on_beyond_what_is_hidden(name, hidden):
    camera = CAMERAS[name]
    _, farther = both(left(camera, hidden), camera, None)
    assert len(farther.lattice) >= 0.9 * (~hidden).sum()
    assert orderly(farther.lattice, camera) == 1


def test_step_by_step_it_ends_there():
    """Else nothing is shown by that."""
    camera = CAMERAS["from above"]
    seen, _ = both(left(camera, HIDDEN["a file"]), camera, None)
    assert len(seen.lattice) == 21


@pytest.mark.parametrize("name", CAMERAS)
def test_clutter_is_not_taken_on_without_end(name):
    """Some of it lies where a hollow may be seen by chance; nothing leads astray."""
    camera = CAMERAS[name]
    for seed in range(4):
        places = left(camera, HIDDEN["sixteen"], clutter=300, seed=seed)
        seen, farther = both(places, camera, np.array([0.0, -0.1, -0.2]))
        assert farther.surprise >= seen.surprise
        assert orderly(farther.lattice, camera) > 0.8


def test_each_point_is_one_cells():
    camera = CAMERAS["wide"]
    places = points(camera, clutter=200, missing=10, seed=5)
    _, farther = both(places, camera, np.array([0.0, -0.1, -0.2]))
    assert len({tuple(cell) for cell in farther.lattice.cells}) == len(farther.lattice)
    assert len({tuple(point) for point in farther.lattice.points_px}) == len(farther.lattice)


def test_alone_it_stays_as_it_is():
    camera = CAMERAS["from above"]
    few = left(camera, (NODES > 2).any(axis=1), noise_px=0)
    seen, farther = both(few, camera, np.zeros(1))
    assert len(farther.lattice) == len(seen.lattice) == 9
