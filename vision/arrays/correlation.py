"""How like a template the parts of many small areas are: normalised cross-correlation, all at once.

`cv2.matchTemplate` area by area takes two or three times as long.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.types import Floats

# So many places a side are sooner tried by a product of two matrices, more by a Fourier transform.
FEW = 9
FLAT = 1e-5  # a deviation that is mere rounding


def correlations(areas: np.ndarray, template: np.ndarray) -> Floats:
    """(n, k, k) correlation -1..1 of a template with each of k x k parts of every area.

    As `cv2.matchTemplate` has it (TM_CCOEFF_NORMED), but 0 where a part is flat, and all over an
    area that has a NaN: beyond a lens's horizon there is nothing to be like.

    Args:
        areas: (n, side, side, channels) float32.
        template: (size, size, channels) float32, or (n, size, size, channels), one for each
            area; k is side - size + 1.
    """
    middle = areas.shape[1] // 2
    # What is the same all over an area tells nothing, and costs digits.
    level = areas - areas[:, middle, middle][:, None, None]
    known = np.isfinite(level.reshape(len(level), -1)).all(axis=1)
    if not known.all():
        level[~known] = 0
    shapes = template.reshape(-1, *template.shape[-3:])
    shapes = np.nan_to_num(shapes - shapes.mean(axis=(1, 2), keepdims=True))
    alike = _products(level, shapes)
    deviations = _deviations(level, shapes.shape[1], alike.shape[1])
    norms = np.linalg.norm(shapes.reshape(len(shapes), -1), axis=1)[:, None, None]
    least = FLAT * np.sqrt(shapes[0].size)
    flat = (deviations < least) | (norms < least)
    correlation: Floats = np.where(flat, 0, alike / np.maximum(deviations * norms, least**2))
    return np.clip(correlation, -1, 1)


def _products(areas: np.ndarray, shapes: np.ndarray) -> np.ndarray:
    """(n, k, k) sums of the products of shapes, one for all areas or one for each, with all parts.

    Args:
        areas: (n, side, side, channels).
        shapes: (1 or n, size, size, channels).
    """
    size = shapes.shape[1]
    count = areas.shape[1] - size + 1
    if len(shapes) == 1:
        within = _few_products if count <= FEW else _many_products
        return within(areas, shapes[0], count)
    products = [
        np.einsum("nyxc,nyxc->n", areas[:, y : y + size, x : x + size], shapes)
        for y in range(count)
        for x in range(count)
    ]
    return np.stack(products, axis=1).reshape(-1, count, count)


def _few_products(areas: np.ndarray, shape: np.ndarray, count: int) -> np.ndarray:
    """As `_products`, count x count of them."""
    size = len(shape)
    laid = np.zeros((count, count, *areas.shape[1:]), np.float32)
    for y in range(count):
        for x in range(count):
            laid[y, x, y : y + size, x : x + size] = shape
    products = areas.reshape(len(areas), -1) @ laid.reshape(count * count, -1).T
    return products.reshape(-1, count, count)


def _many_products(areas: np.ndarray, shape: np.ndarray, count: int) -> np.ndarray:
    """As `_products`, count x count of them."""
    n, side = areas.shape[:2]
    found = cv2.matchTemplate(_stacked(areas), shape, cv2.TM_CCORR)
    # What lies across two areas is not asked for, and the last has nothing below it.
    products = np.zeros((n * side, count), np.float32)
    products[: len(found)] = found
    return products.reshape(n, side, count)[:, :count]


def _deviations(areas: np.ndarray, size: int, count: int) -> Floats:
    """(n, count, count) root of the squares about their means, channel by channel, of all parts."""
    sums = cv2.integral2(_stacked(areas), sdepth=cv2.CV_64F, sqdepth=cv2.CV_64F)
    top = areas.shape[1] * np.arange(len(areas))[:, None] + np.arange(count)

    def within(integral: np.ndarray) -> Floats:
        rows = integral[top + size] - integral[top]
        inside: Floats = rows[:, :, size:] - rows[:, :, :-size]
        return inside.reshape(*inside.shape[:3], -1)

    total, squares = (within(each) for each in sums)
    about = (squares - total**2 / size**2).sum(axis=3)
    deviations: Floats = np.sqrt(np.maximum(about, 0))
    return deviations


def _stacked(areas: np.ndarray) -> np.ndarray:
    """One picture of them, one below the other."""
    return areas.reshape(-1, *areas.shape[2:])
