"""Parts of a file: each is read by itself, and what is wrong with it is said by its name."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import cv2
import numpy as np

from calibration.errors import CalibrationError
from vision.sources.told_size import MOST_PIXELS, told_size
from vision.types import Floats, ImageBGR

MOST = 1e6  # of any number in a file; pixels and pitches are far fewer

T = TypeVar("T")


class PartError(ValueError):
    """A part of a file that is missing or can't be what it says; the message names it."""


def part(data: Mapping[str, Any], name: str, read: Callable[[Any], T], wanted: str) -> T:
    """One part of a file.

    Args:
        data: the file's, or what stands in one of its parts.
        name: of the part.
        read: makes of it what it says; what Python can't read is no such thing.
        wanted: what it must be, in words.

    Raises:
        PartError: it is missing, or something else.
    """
    if name not in data:
        raise PartError(f"'{name}' is missing")
    try:
        return read(data[name])
    except PartError:
        raise
    except (LookupError, TypeError, ValueError, OverflowError, cv2.error) as error:
        raise PartError(f"{name} must be {wanted}") from error


def number(value: Any) -> float:
    """A number as JSON has them: no text, no true."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError
    return float(value)


def whole(value: Any) -> int:
    """A number without a fraction."""
    told = number(value)
    if not told.is_integer():
        raise ValueError
    return int(told)


def text(value: Any) -> str:
    """A text, and nothing that could be written as one."""
    if not isinstance(value, str):
        raise TypeError
    return value


def array(data: Any, shape: tuple[int, ...], name: str) -> Floats:
    """Numbers of that shape, null for nan."""
    values = np.array(_numbers(data, len(shape)), dtype=float)
    if values.shape != shape:
        size = " x ".join(str(side) for side in shape)
        raise PartError(f"{name} must be {size} numbers")
    if (np.abs(values) > MOST).any():
        raise PartError(f"{name} has a number beyond all measure")
    return values


def _numbers(data: Any, deep: int) -> Any:
    """The same lists within lists, if nothing but numbers and null stands in them."""
    if deep:
        return [_numbers(each, deep - 1) for each in data]
    return np.nan if data is None else number(data)


def listed(values: Floats) -> list[Any]:
    """Nested lists with null for nan, which JSON has not."""
    rounded = np.round(values, 6).astype(object)
    rounded[np.isnan(values)] = None
    result: list[Any] = rounded.tolist()
    return result


def packed(image_bgr: ImageBGR) -> str:
    """A picture as text: base64 of a PNG."""
    ok, png = cv2.imencode(".png", image_bgr)
    if not ok:
        raise CalibrationError("the calibration's pictures can't be packed")
    return base64.b64encode(png.tobytes()).decode("ascii")


def picture(data: Any, size: tuple[int, int], name: str) -> ImageBGR:
    """That picture again, if it is of that width and height, which no camera's may exceed."""
    png = base64.b64decode(data, validate=True)
    # What it says of itself is asked first: a few bytes may unpack to gigabytes.
    fits = told_size(png) == size and size[0] * size[1] <= MOST_PIXELS
    image = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR) if fits else None
    if image is None or image.shape[:2] != (size[1], size[0]):
        raise PartError(f"{name} is no picture of the size that image_size says")
    return image.astype(np.uint8)
