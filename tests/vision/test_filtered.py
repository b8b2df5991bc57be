"""Pictures filtered by their Fourier transforms, against OpenCV's own filter."""

import cv2
import numpy as np
import pytest

from vision.arrays.filtered import Filtered


def pictures_of(seed, count, shape):
    return list(np.random.default_rng(seed).random((count, *shape)).astype(np.float32))


@pytest.mark.parametrize("reach", [1, 6, 17], ids=str)
@pytest.mark.parametrize("shape", [(60, 80), (61, 79), (18, 240)], ids=str)
def test_the_sum_is_that_of_every_picture_with_its_kernel(shape, reach):
    """Up to the pictures' edges, whatever the kernel's size, and whichever way it is turned."""
    pictures, rng = pictures_of(1, 3, shape), np.random.default_rng(2)
    filtered = Filtered(pictures, reach)
    for half in range(0, reach + 1, 3):
        kernels = rng.normal(size=(3, 2 * half + 1, 2 * half + 1))
        apart = [
            cv2.filter2D(picture, cv2.CV_32F, kernel.astype(np.float32))
            for picture, kernel in zip(pictures, kernels, strict=True)
        ]
        assert filtered.sum_of(kernels) == pytest.approx(sum(apart), abs=1e-3)


def test_a_kernel_for_each_picture_is_asked_for():
    with pytest.raises(ValueError, match="shorter"):
        Filtered(pictures_of(1, 3, (40, 40)), 4).sum_of([np.ones((3, 3))] * 2)
