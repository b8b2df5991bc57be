"""The bare board seen from above: staves, frame, dents and grooves, painted once."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.simulator.camera import Floats32

TEXELS: Final = 96  # a pitch
LOW: Final = (-4.9, -1.35)
HIGH: Final = (10.9, 7.35)
RIM: Final = 0.18
"""Radius of a hollow, in pitches."""
EDGE: Final = 0.82
"""From the outer hollows to the frame of the board."""
GROOVES: Final = (1.75, 2.5)
"""Of a tray: own marbles, then the enemy's; pitches beyond the outer files."""
QUEEN_PLACE: Final = (3.35, 3.0)
"""Of a tray: the round hollow, pitches beyond the outer files, and its rank."""
LENGTH: Final = (-0.05, 6.05)
"""Ranks from which to which the grooves run."""
LAMP: Final = np.array([-0.45, 0.62, 1.0], np.float32) / np.float32(1.2603)

TONES: Final = (1.0, 0.96, 1.05, 0.99, 1.07, 0.94, 1.03, 0.98, 1.0)
"""Of the staves, the lowest first."""

HONEY: Final = np.array([0.125, 0.325, 0.60], np.float32)
WALNUT: Final = np.array([0.035, 0.085, 0.20], np.float32)
"""Linear light, blue first."""


class Plan:
    """The plane of the board from above.

    Attributes:
        colour: (H, W, 3) linear light, blue first.
        wood: (H, W) 1 where there is wood, 0 where the table shows.
    """

    def __init__(self) -> None:
        width, height = ((np.array(HIGH) - LOW) * TEXELS).astype(int)
        self._rng = np.random.default_rng(21)
        x = LOW[0] + (np.arange(width, dtype=np.float32) + 0.5) / TEXELS
        y = LOW[1] + (np.arange(height, dtype=np.float32) + 0.5) / TEXELS
        self._x, self._y = np.meshgrid(x, y)
        self.wood = self._board()
        self.colour = self._surface()
        for file in range(7):
            for rank in range(7):
                self._dent(file, rank, RIM)
        for side in (-1, 1):
            for beyond in GROOVES:
                self._groove(_beyond(side, beyond))
            self._dent(_beyond(side, QUEEN_PLACE[0]), QUEEN_PLACE[1], 0.27)

    def look(self, x: Floats32, y: Floats32, colour: Floats32) -> Floats32:
        """What is seen at board places: wood, or a table of that ``colour`` (H, W, 3)."""
        at_x, at_y = (x - LOW[0]) * TEXELS - 0.5, (y - LOW[1]) * TEXELS - 0.5
        wood = cv2.remap(self.colour, at_x, at_y, cv2.INTER_LINEAR)
        share = cv2.remap(self.wood, at_x, at_y, cv2.INTER_LINEAR)[..., None]
        soft = cv2.GaussianBlur(self.wood, (0, 0), 0.16 * TEXELS)
        # The board's own shadow falls away from the lamp.
        shade = cv2.remap(soft, at_x - 0.12 * TEXELS, at_y + 0.17 * TEXELS, cv2.INTER_LINEAR)
        below = colour * (1 - 0.55 * shade[..., None])
        seen: Floats32 = wood * share + below * (1 - share)
        return seen

    def _board(self) -> Floats32:
        """Rounded outline of board and trays, anti-aliased."""
        half = (np.array(HIGH) - LOW) / 2 - 0.28
        middle = (np.array(HIGH) + LOW) / 2
        round_ = 0.3
        dx = np.abs(self._x - middle[0]) - half[0] + round_
        dy = np.abs(self._y - middle[1]) - half[1] + round_
        outside = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0)) - round_
        wood: Floats32 = np.clip(0.5 - outside * TEXELS, 0, 1).astype(np.float32)
        self._outside = outside.astype(np.float32)
        return wood

    def _surface(self) -> Floats32:
        """Honey staves in a walnut frame; the trays are walnut too."""
        grain = self._grain(0.16)[..., None]
        inner = np.maximum(np.abs(self._x - 3) - 3 - EDGE, np.abs(self._y - 3) - 3 - EDGE)
        field = np.clip(0.5 - inner * TEXELS, 0, 1)[..., None]
        dark = WALNUT * (0.85 + 1.1 * grain)
        light = HONEY * (0.92 + 0.62 * grain) * self._staves()[..., None]
        colour = light * field + dark * (1 - field)
        # A bright bevel round the field and a worn outer edge.
        colour *= 1 + 0.55 * np.exp(-(((inner - 0.045) / 0.018) ** 2))[..., None]
        colour *= 1 - 0.6 * np.exp(-((inner / 0.022) ** 2))[..., None]
        colour *= 1 + 0.5 * np.exp(-(((self._outside + 0.04) / 0.03) ** 2))[..., None]
        surface: Floats32 = colour.astype(np.float32)
        return surface

    def _staves(self) -> Floats32:
        """Brightness of the seven glued staves of the field, a hair line between two."""
        stave = np.clip(np.floor(self._y + 0.5), -1, 7).astype(int) + 1
        tone = np.array(TONES, np.float32)[stave]
        joint = np.abs((self._y + 0.5) % 1.0 - 0.5) - 0.5
        tones: Floats32 = (tone * (1 - 0.16 * np.exp(-((joint / 0.006) ** 2)))).astype(np.float32)
        return tones

    def _grain(self, strength: float) -> Floats32:
        """Growth rings cut lengthwise, long fibres and fine pores, about 0."""
        slow = self._noise(9, 7)
        rings = np.sin(2 * np.pi * (2.3 * self._y + 0.9 * slow + 0.08 * self._x))
        fibres = self._noise(260, 9)
        pores = np.minimum(self._noise(420, 90), 0)
        grain: Floats32 = strength * (0.5 * rings * (0.6 + 0.4 * slow) + 0.5 * fibres + 0.5 * pores)
        return grain

    def _noise(self, across: int, along: int) -> Floats32:
        """Smooth noise with that many bumps over the height and the width."""
        coarse = self._rng.standard_normal((across, along)).astype(np.float32)
        size = (self._x.shape[1], self._x.shape[0])
        noise: Floats32 = cv2.resize(coarse, size, interpolation=cv2.INTER_CUBIC)
        return noise

    def _around(
        self, low: tuple[float, float], high: tuple[float, float], reach: float
    ) -> tuple[slice, slice]:
        """The part of the plan within ``reach`` of a stretch between two places."""
        left, bottom = ((np.array(low) - reach - LOW) * TEXELS).astype(int)
        right, top = ((np.array(high) + reach - LOW) * TEXELS).astype(int) + 1
        return slice(bottom, top), slice(left, right)

    def _dent(self, x: float, y: float, radius: float) -> None:
        """A polished spherical dent: dark towards the lamp, bright on the far side."""
        part = self._around((x, y), (x, y), radius + 0.06)
        dx, dy = self._x[part] - x, self._y[part] - y
        away = np.hypot(dx, dy)
        slope = np.stack([-dx, -dy, np.full_like(dx, 1.12 * radius)], axis=-1)
        normal = slope / np.linalg.norm(slope, axis=-1, keepdims=True)
        light = 0.2 + 0.95 * np.clip(normal @ LAMP, 0, None)
        shine = 0.22 * np.clip(2 * (normal @ LAMP) * normal[..., 2] - LAMP[2], 0, 1) ** 24
        inside = np.clip((radius - away) * TEXELS + 0.5, 0, 1)[..., None]
        base = self.colour[part].mean(axis=(0, 1)) * 0.9
        dent = base * light[..., None] + shine[..., None]
        lip = np.exp(-(((away - radius - 0.012) / 0.014) ** 2))
        lit = np.clip(-(dx * LAMP[0] + dy * LAMP[1]) / (away + 1e-6), -1, 1)
        ground = self.colour[part] * (1 - 0.25 * lip * lit)[..., None]
        self.colour[part] = ground * (1 - inside) + dent * inside

    def _groove(self, x: float) -> None:
        """A round groove along the ranks, as wide as a marble is."""
        half = 0.27
        part = self._around((x, LENGTH[0]), (x, LENGTH[1]), half + 0.02)
        dx = self._x[part] - x
        dy = self._y[part] - np.clip(self._y[part], *LENGTH)
        away = np.hypot(dx, dy)
        inside = np.clip((half - away) * TEXELS + 0.5, 0, 1)[..., None]
        normal = np.stack([-dx, -dy, np.full_like(dx, 1.1 * half)], axis=-1)
        normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
        light = (0.25 + 0.85 * np.clip(normal @ LAMP, 0, None))[..., None]
        self.colour[part] *= 1 - inside + light * inside


def _beyond(side: int, pitches: float) -> float:
    """Where a place beyond file a (side -1) or g (side 1) is along the files."""
    return -pitches if side < 0 else 6 + pitches


def tray_places(series: int) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """Twenty places for small marbles in a series' tray: its own, and what it has taken.

    Each groove holds eleven; own marbles that find no room there lie at the outer end
    of the second groove, as people put them.
    """
    side = -1 if series == 0 else 1
    near, far = (_beyond(side, beyond) for beyond in GROOVES)
    ys = np.linspace(*LENGTH, 11)
    first = [(near, float(y)) for y in ys] + [(far, float(y)) for y in ys]
    taken = [(far, float(y)) for y in ys[::-1]] + [(near, float(y)) for y in ys[::-1]]
    return first[:20], taken[:20]


def queen_place(series: int) -> tuple[float, float]:
    """Of a series' large marble in its tray."""
    return _beyond(-1 if series == 0 else 1, QUEEN_PLACE[0]), QUEEN_PLACE[1]
