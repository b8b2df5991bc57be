"""Medians and percentiles of many rows at once, against NumPy's own."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from vision.arrays.ranked import median_along, percentile_along

SHAPES = arrays.array_shapes(min_dims=1, max_dims=4, max_side=7)
VALUES = arrays.arrays(np.float32, SHAPES, elements=st.floats(-100, 100, width=32))


@given(VALUES, st.data())
def test_a_percentile_is_numpys_along_every_axis(values, data):
    axis = data.draw(st.integers(-values.ndim, values.ndim - 1))
    share = data.draw(st.floats(0, 1))
    expected = np.percentile(values, 100 * share, axis=axis)
    assert percentile_along(values, share, axis) == pytest.approx(expected, abs=1e-3)


@given(VALUES, st.data())
def test_a_median_is_numpys_along_every_axis(values, data):
    axis = data.draw(st.integers(-values.ndim, values.ndim - 1))
    assert median_along(values, axis) == pytest.approx(np.median(values, axis=axis), abs=1e-4)


def test_what_is_asked_stays_as_it_was():
    values = np.array([[3.0, 1.0, 2.0]], np.float32)
    assert median_along(values, axis=-1) == 2
    assert values.tolist() == [[3, 1, 2]]
