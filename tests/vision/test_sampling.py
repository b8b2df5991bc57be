"""Small numbers that are asked for many times a frame, and the view that they are read from."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from synthetic_setups import PLAIN, known

from vision.camera.sampling import View, fixed_map, percentile, remapped, share_of
from vision.types import REAL_QUEEN


@given(
    arrays(float, st.integers(1, 60), elements=st.floats(-5, 5, allow_subnormal=False)),
    st.sampled_from([0, 10, 25, 50, 75, 100]),
)
def test_percentiles_are_those_of_numpy(values, share):
    assert percentile(values, share) == pytest.approx(float(np.percentile(values, share)))


@pytest.mark.parametrize("which", [[], [True], [True, False, False]])
def test_a_share_is_a_number_of_python(which):
    share = share_of(np.array([*which, False]))
    assert type(share) is float
    assert share == sum(which) / (len(which) + 1)


@pytest.mark.parametrize("fixed", [True, False], ids=["fixed point", "floats"])
@pytest.mark.parametrize("shape", [(3, 40_000), (40_000, 3), (70_001, 1)], ids=str)
def test_more_places_than_opencv_takes_are_looked_at(shape, fixed):
    rng = np.random.default_rng(1)
    image = rng.integers(0, 256, (40, 50, 3), np.uint8)
    places = rng.uniform(-3, [53, 43], (*shape, 2)).astype(np.float32)
    maps = fixed_map(places) if fixed else (places[..., 0], places[..., 1])
    seen = remapped(image, *maps)
    assert seen.shape == (*shape, 3)
    some = np.unravel_index(rng.permutation(seen[..., 0].size)[:3000], shape)
    here = [part[some][None] for part in maps]
    np.testing.assert_array_equal(seen[some], remapped(image, *here)[0])


@pytest.mark.parametrize("finest", [False, True])
def test_what_a_view_shows_lies_where_it_says(finest):
    """A dot at every hollow of a black picture, found again in the view."""
    k = known(PLAIN)
    view = View(k.pose, REAL_QUEEN, finest)
    image = np.zeros_like(k.bare_bgr)
    for x, y in np.rint(k.hollows_px).astype(int):
        image[y - 2 : y + 3, x - 2 : x + 3] = 255
    seen = view(image)[..., 0].astype(float)
    for at, place in zip(np.rint(k.hollows_px), view.places(np.rint(k.hollows_px)), strict=True):
        x, y = np.rint(place).astype(int)
        near = seen[y - 4 : y + 5, x - 4 : x + 5]
        dy, dx = np.mgrid[-4:5, -4:5]
        middle = np.array([(near * dx).sum(), (near * dy).sum()]) / near.sum() + [x, y]
        # Levels are whole numbers.
        assert np.abs(view.pixels(middle) - at).max() < 0.15
