"""What lies flat: wood with grain, dents, engraved lines and grooves; the table under it."""

from __future__ import annotations

import cv2
import numpy as np

SIDES = 4.6  # pitches of the flat picture left and right of the grid, for trays
ENDS = 1.1
BOARD_MARGIN = 0.75


class Flat:
    """The plane z = 0 from above: colour, how much of it is wood, how much light reaches it."""

    def __init__(self, columns: int, rows: int, texels: int) -> None:
        self.low = np.array([-SIDES, -ENDS])
        self.size = np.array([columns - 1 + 2 * SIDES, rows - 1 + 2 * ENDS])
        self.texels = texels
        width, height = (self.size * texels).astype(int)
        self.wood = np.zeros((height, width, 3), np.float32)
        self.mask = np.zeros((height, width), np.float32)
        self.light = np.ones((height, width), np.float32)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Texel coordinates of a board place; pixel centres at whole numbers."""
        return (x - self.low[0]) * self.texels - 0.5, (y - self.low[1]) * self.texels - 0.5

    def around(self, x: float, y: float, reach: float) -> tuple[tuple[slice, slice], ...]:
        """The window within reach of a place, and distances (dx, dy) of its texels from it."""
        cx, cy = self.at(x, y)
        n = reach * self.texels
        height, width = self.mask.shape
        rows = slice(max(int(cy - n), 0), min(int(cy + n) + 2, height))
        columns = slice(max(int(cx - n), 0), min(int(cx + n) + 2, width))
        dy, dx = np.mgrid[rows, columns].astype(np.float32)
        return (rows, columns), (dx - cx) / self.texels, (dy - cy) / self.texels

    def rectangle(self, low: tuple[float, float], high: tuple[float, float], value: float) -> None:
        """A piece of wood with sharp corners."""
        corners = np.rint([self.at(*low), self.at(*high)]).astype(int)
        cv2.rectangle(self.mask, corners[0].tolist(), corners[1].tolist(), value, -1)


def grain(rng: np.random.Generator, shape: tuple[int, int], strength: float) -> np.ndarray:
    """Long streaks and fine specks about 1."""
    height, width = shape
    noise = np.zeros(shape, np.float32)
    for across, along, weight in ((40, 3, 0.5), (140, 8, 0.35), (height // 3, width // 6, 0.25)):
        coarse = rng.normal(size=(across, along)).astype(np.float32)
        noise += weight * cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    return 1 + strength * noise


def carve_lines(
    flat: Flat, columns: int, rows: int, kind: str, depth: float, width: float = 0.035
) -> None:
    """Engraved lines, so wide in pitches.

    "boxes" about the hollows, "joins" from hollow to hollow, "diagonals", "stars" of both,
    "alquerque" where only every second hollow has diagonals, or "none".
    """
    if kind == "none":
        return
    mask = np.zeros(flat.mask.shape, np.uint8)
    shift = 0.5 if kind == "boxes" else 0.0
    thick = max(1, round(width * flat.texels))

    def line(*ends: tuple[float, float]) -> None:
        first, last = (np.rint(flat.at(*end)).astype(int).tolist() for end in ends)
        cv2.line(mask, first, last, 255, thick, cv2.LINE_AA)

    if kind != "diagonals":
        for x in np.arange(-shift, columns - 0.5 + shift):
            line((x, -shift), (x, rows - 1 + shift))
        for y in np.arange(-shift, rows - 0.5 + shift):
            line((-shift, y), (columns - 1 + shift, y))
    if kind in ("diagonals", "stars", "alquerque"):
        for x, y in np.ndindex(columns - 1, rows - 1):
            if kind != "alquerque" or (x + y) % 2 == 0:
                line((x, y), (x + 1, y + 1))
            if kind != "alquerque" or (x + y) % 2 == 1:
                line((x + 1, y), (x, y + 1))
    flat.wood *= 1 - depth * (mask / np.float32(255))[..., None]


def carve_names(flat: Flat, columns: int, rows: int, depth: float) -> None:
    """Letters of the files and numbers of the ranks along all borders."""
    mask = np.zeros(flat.mask.shape, np.uint8)
    files = [(x, y, chr(65 + x)) for x in range(columns) for y in (-0.42, rows - 0.58)]
    ranks = [(x, y, str(y + 1)) for y in range(rows) for x in (-0.45, columns - 0.6)]
    for x, y, name in files + ranks:
        place = np.rint(flat.at(x - 0.07, y - 0.07)).astype(int).tolist()
        size, font = 0.005 * flat.texels, cv2.FONT_HERSHEY_COMPLEX
        # The flat picture is seen from the other side of its rows.
        cv2.putText(mask, name, place, font, size, 255, 1, cv2.LINE_AA, True)
    flat.wood *= 1 - depth * (mask / np.float32(255))[..., None]


def carve_dent(
    flat: Flat,
    place: tuple[float, float],
    rim: float,
    wood: np.ndarray,
    light: np.ndarray,
    gloss: float,
    plain: float = 1.0,
) -> None:
    """A round dent, lit from a direction, wood-coloured whatever was engraved there.

    A faint one, plain less than 1, leaves something of that.
    """
    window, dx, dy = flat.around(*place, rim + 0.05)
    distance = np.hypot(dx, dy)
    inside = plain * np.clip((rim - distance) * flat.texels + 0.5, 0, 1)[..., None]
    slope = 0.75 / rim
    normal = np.stack([-slope * dx, -slope * dy, np.ones_like(dx)], axis=-1)
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
    shade = 0.45 + 0.55 * np.clip(normal @ light, 0, None) / light[2]
    shine = gloss * np.clip(2 * (normal @ light) * normal[..., 2] - light[2], 0, 1) ** 40
    lit = wood * shade[..., None] + shine[..., None]
    flat.wood[window] = flat.wood[window] * (1 - inside) + lit * inside


def carve_groove(flat: Flat, x: float, low: float, high: float, half: float) -> None:
    """A groove along the ranks that holds a row of marbles: one side dark, the other light."""
    (a, b) = flat.at(x - half, low), flat.at(x + half, high)
    columns, rows = slice(int(a[0]), int(b[0])), slice(int(a[1]), int(b[1]))
    ramp = np.linspace(0.6, 1.25, columns.stop - columns.start, dtype=np.float32)
    flat.wood[rows, columns] *= ramp[None, :, None]


def cast_shadow(
    flat: Flat, place: tuple[float, float, float], radius: float, light: np.ndarray, depth: float
) -> None:
    """The soft shadow of a sphere, and the dark at its foot."""
    x, y, height = place
    along = -light[:2] / light[2]
    foot = np.array([x, y]) + along * height
    stretch = 1 / light[2]
    window, dx, dy = flat.around(*foot, 1.6 * radius * stretch)
    lean = np.linalg.norm(along) + 1e-6
    along_x, along_y = along / lean
    a = (dx * along_x + dy * along_y) / stretch
    b = -dx * along_y + dy * along_x
    reach = np.hypot(a, b) / radius
    flat.light[window] *= 1 - depth * np.clip((1.25 - reach) / 0.5, 0, 1)
    window, dx, dy = flat.around(x, y, radius)
    flat.light[window] *= 1 - 0.4 * np.clip(1 - np.hypot(dx, dy) / radius, 0, 1)


def table(kind: str, u: np.ndarray, v: np.ndarray, colour: np.ndarray, other: np.ndarray):
    """(H, W, 3) colours of the table at board places: "plain", "checks", "stripes" or "dots"."""
    if kind == "plain":
        return np.broadcast_to(colour, (*u.shape, 3))
    if kind == "checks":
        mix = (np.sin(4.1 * u) > 0) * 0.5 + (np.sin(4.1 * v) > 0) * 0.5
    elif kind == "stripes":
        mix = (np.sin(5.3 * u + 2.1 * v) > 0) * 1.0
    else:
        mix = (np.hypot((u % 0.83) - 0.4, (v % 0.83) - 0.4) < 0.2) * 1.0
    return colour + mix.astype(np.float32)[..., None] * (other - colour)
