"""Scenes to pictures. Everything is painted once and kept, so that a new scene is a collage."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import cv2
import numpy as np

from vision.simulator.camera import Pinhole
from vision.simulator.hand import Hand
from vision.simulator.marbles import Shadow, Sprite, centre, levels, shadow, sprite
from vision.simulator.scene import Scene
from vision.simulator.wood import Plan, queen_place, tray_places
from vision.types import ImageBGR

Lies = tuple[float, float, int, bool]
"""x, y, series, large."""

CLOTH = np.array([0.105, 0.085, 0.055], np.float32)
TRAY_DENT = 0.25


class Painter:
    """Paints scenes.

    Args:
        camera: that looks at them.
    """

    def __init__(self, camera: Pinhole | None = None) -> None:
        self._camera = camera or Pinhole()
        self._marbles: dict[Lies, tuple[Shadow, Sprite]] = {}

    def paint(self, scene: Scene) -> ImageBGR:
        """The picture of a scene; the same scene gives the same picture."""
        image = self._bare.copy()
        lying = [self._painted(lies) for lies in _lying(scene)]
        for shade, _ in lying:
            image[shade.window] = image[shade.window] * shade.factor
        for _, marble in lying:
            image[marble.window] = image[marble.window] * marble.rest + marble.levels
        if scene.hand:
            self._hand.over(image)
        return image

    @cached_property
    def _hand(self) -> Hand:
        return Hand(self._camera)

    @cached_property
    def _bare(self) -> ImageBGR:
        """The board without a marble, with the fine noise of a camera."""
        camera = self._camera
        x, y = camera.ground(camera.whole)
        weave = 1 + 0.05 * np.sin(34 * x) * np.sin(34 * y)
        seen = Plan().look(x, y, CLOTH * weave[..., None])
        lamp = 1.08 - 0.011 * ((x - 1.5) ** 2 + (y - 4.5) ** 2)
        noise = np.random.default_rng(7).normal(0, 1.0, seen.shape).astype(np.float32)
        light = cv2.GaussianBlur(seen * np.clip(lamp, 0.45, None)[..., None], (0, 0), 0.55)
        return np.clip(levels(light) + noise, 0, 255).astype(np.uint8)

    def _painted(self, lies: Lies) -> tuple[Shadow, Sprite]:
        if lies not in self._marbles:
            x, y, series, large = lies
            rim = 0.18 if 0 <= x <= 6 else TRAY_DENT
            at = centre(x, y, large, rim)
            self._marbles[lies] = (
                shadow(self._camera, at, large),
                sprite(self._camera, at, series, large),
            )
        return self._marbles[lies]


def _lying(scene: Scene) -> list[Lies]:
    """All marbles in view, far ones first: nearer ones hide them."""
    return sorted(_all(scene), key=lambda lies: -lies[1])


def _all(scene: Scene) -> Iterator[Lies]:
    for at, letter in enumerate(scene.board):
        if letter != ".":
            yield float(at % 7), float(at // 7), "wb".index(letter.lower()), letter.isupper()
    if not scene.marbles:
        return
    for series in (0, 1):
        own, taken = tray_places(series)
        yield from ((x, y, series, False) for x, y in own[: scene.reserve[series]])
        yield from ((x, y, 1 - series, False) for x, y in taken[: scene.taken[1 - series]])
        if scene.large_in_tray[series]:
            yield (*queen_place(series), series, True)
