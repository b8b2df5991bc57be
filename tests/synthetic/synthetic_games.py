"""Boards of other games, drawn flat and seen by a tilted camera."""

from __future__ import annotations

import cv2
import numpy as np

PITCH = 90  # pixels of the drawing
WOOD_RGB, TABLE_RGB = (190, 150, 105), (100, 95, 90)


def pegs(
    rows: tuple[str, ...],
    lines: bool = False,
    seed: int = 0,
    lamp: tuple[float, float, float] | None = None,
    mirrored: tuple[float, float] | None = None,
    deep: float = 1.0,
    wide: float = 0.025,
    paint: float = 0.0,
) -> np.ndarray:
    """A wooden board, a hollow for every "o": (height, width, 3) BGR float.

    Args:
        rows: what there is in each.
        lines: whether they are engraved.
        seed: of the grain.
        lamp: where it hangs, column, row and height in pitches; None for one far away.
        mirrored: column and row of a bowl that would mirror a small lamp in its middle, the
            others do so a twentieth of their way towards it; None for matt wood.
        deep: how strongly the hollows are shaded.
        wide: the mirrored lamp's deviation, in pitches.
        paint: how much lighter than the wood the hollows are painted, log.
    """
    rng = np.random.default_rng(seed)
    height, width = (round((len(side) + 1.2) * PITCH) for side in (rows, rows[0]))
    y, x = np.mgrid[:height, :width] / PITCH - 1.1
    grain = cv2.GaussianBlur(rng.normal(0, 0.05, (height, 16)), (0, 0), 1.5)
    log = cv2.resize(grain, (width, height))
    if lines:
        for k in range(len(rows)):
            log -= 0.5 * np.exp(-0.5 * ((y - k) / 0.02) ** 2)
        for k in range(len(rows[0])):
            log -= 0.5 * np.exp(-0.5 * ((x - k) / 0.02) ** 2)
    for row, marks in enumerate(rows):
        for column, mark in enumerate(marks):
            if mark == "o":
                east, south = (x - column) / 0.22, (y - row) / 0.22
                inside = np.clip((1 - np.hypot(east, south)) * 0.22 * PITCH + 0.5, 0, 1)
                across, down = (-0.22, 0.27) if lamp is None else _shading(lamp, column, row)
                if mirrored is not None:
                    here = np.array([column, row])
                    right, low = here + 0.05 * (mirrored - here)
                    log += 0.7 * np.exp(-0.5 * np.hypot(x - right, y - low) ** 2 / wide**2)
                shade = down * south + across * east - (0.12 if lamp is None else 0)
                log += inside * (deep * shade + paint)
    return np.exp(log)[..., None] * np.array(WOOD_RGB[::-1], float)


def _shading(lamp: tuple[float, float, float], column: float, row: float) -> tuple[float, float]:
    """How the walls of that hollow turn light from left to right and from top to bottom, log."""
    away = np.array(lamp) - np.array([column, row, 0])
    towards = away / np.linalg.norm(away)
    return float(-0.6 * towards[0]), float(-0.6 * towards[1])


def chess(
    light_rgb: tuple[int, int, int], dark_rgb: tuple[int, int, int], seed: int = 0
) -> np.ndarray:
    """Eight by eight squares in a frame: (height, width, 3) BGR float."""
    rng = np.random.default_rng(seed)
    squares = np.add.outer(np.arange(8), np.arange(8)) % 2
    colours = np.array([light_rgb[::-1], dark_rgb[::-1]], float)[squares]
    board = np.full((10 * PITCH, 10 * PITCH, 3), (40.0, 60.0, 90.0))
    board[PITCH:-PITCH, PITCH:-PITCH] = np.repeat(np.repeat(colours, PITCH, 0), PITCH, 1)
    grain = cv2.GaussianBlur(rng.normal(0, 0.05, (len(board), 20)), (0, 0), 2)
    return board * np.exp(cv2.resize(grain, board.shape[1::-1]))[..., None]


def photographed(
    drawing: np.ndarray, tilt_deg: float = 12, roll_deg: float = 7, far: float = 3.1, seed: int = 0
) -> np.ndarray:
    """1280 x 960 uint8: on a grey table, unevenly lit."""
    rng = np.random.default_rng(seed)
    width, height = 1280, 960
    sides = np.array(drawing.shape[1::-1], float)
    tilt, _ = cv2.Rodrigues(np.array([np.radians(tilt_deg), 0, 0]))
    roll, _ = cv2.Rodrigues(np.array([0, 0, np.radians(roll_deg)]))
    ends = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], float)
    corners = np.column_stack([ends * sides / sides.max(), np.zeros(4)]) @ roll.T @ tilt.T
    seen = np.array([width, height]) / 2 + width * corners[:, :2] / (corners[:, 2:] + far)
    flat = ((ends + 1) / 2 * sides).astype(np.float32)
    turn = cv2.getPerspectiveTransform(flat, seen.astype(np.float32))
    picture = np.full((height, width, 3), TABLE_RGB[::-1], float)
    picture += 3 * rng.normal(size=(height, width, 1))
    cv2.warpPerspective(
        drawing,
        turn,
        (width, height),
        picture,
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_TRANSPARENT,
    )
    picture = cv2.GaussianBlur(picture, (0, 0), 0.7) * np.linspace(0.85, 1.1, width)[:, None]
    return np.clip(picture + rng.normal(0, 1.5, picture.shape), 0, 255).astype(np.uint8)
