"""Pictures of invented boards with known truth, rendered in a fraction of a second.

Its own geometry and shading, on purpose: nothing of `vision` is used, so that a sign
error there can't cancel out here.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field, replace
from functools import lru_cache

import cv2
import numpy as np
from synthetic_camera import Camera, rays
from synthetic_things import Hand, Look, linear_bgr, paint_hand, paint_marble
from synthetic_wood import (
    BOARD_MARGIN,
    SIDES,
    Flat,
    carve_dent,
    carve_groove,
    carve_lines,
    carve_names,
    cast_shadow,
    grain,
    table,
)

__all__ = ["Camera", "Hand", "Lamp", "Look", "Picture", "Setup", "Take", "full_trays", "render"]

RED, COBALT = Look((170, 25, 25)), Look((25, 50, 150))


@dataclass(frozen=True)
class Lamp:
    """Where the light comes from and how even it is.

    Attributes:
        towards: direction to the lamp, board axes; need not have length 1.
        slope: how much brighter one side of the picture is than the other.
        shadow: depth of a shadow with a straight edge that lies across the board.
        depth: of the marbles' shadows.
    """

    towards: tuple[float, float, float] = (-0.5, 0.6, 1.0)
    slope: float = 0.2
    shadow: float = 0.0
    depth: float = 0.45


@dataclass(frozen=True)
class Setup:
    """One physical setup: all that stays the same from picture to picture."""

    seed: int = 0
    camera: Camera = field(default_factory=Camera)
    columns: int = 7
    rows: int = 7
    wood_rgb: tuple[int, int, int] = (190, 150, 105)
    grain: float = 0.06
    rim: float = 0.18
    dent_gloss: float = 0.1
    dent_plain: float = 1.0
    lines: str = "none"
    line_depth: float = 0.5
    line_width: float = 0.035
    lines_over: bool = False
    names: bool = False
    trays: str = "attached"
    tray_hollows: bool = False
    tray_away: float = 1.9
    throne: float = 1.0
    throne_before: bool = False
    table: str = "plain"
    table_rgb: tuple[int, int, int] = (90, 95, 100)
    second_table_rgb: tuple[int, int, int] = (180, 175, 165)
    looks: tuple[Look, Look] = (RED, COBALT)
    radii: tuple[float, float] = (0.28, 0.385)
    lamp: Lamp = field(default_factory=Lamp)


@dataclass(frozen=True)
class Take:
    """What differs from picture to picture.

    Attributes:
        placement: last rank first, digits for runs of empty hollows; "" for a bare board.
        tray: marbles of each series in the trays, the Queens apart.
        queens: whether each Queen is in its tray.
        hand: over the board, or None.
        gain, warmth, blur_px, noise, jpeg: exposure, blue over red, and what a camera does.
    """

    placement: str = ""
    tray: tuple[int, int] = (0, 0)
    queens: tuple[bool, bool] = (False, False)
    hand: Hand | None = None
    gain: float = 1.0
    warmth: float = 0.0
    blur_px: float = 0.5
    noise: float = 1.5
    jpeg: int = 90
    seed: int = 0


@dataclass(frozen=True, eq=False)
class Picture:
    """A picture and its truth.

    Attributes:
        image_bgr: H x W x 3 uint8.
        hollows_px: (n, 2) x, y of the hollows' centres, reading order (a1, b1, ...).
        labels: letter of every hollow, reading order.
        covered: (n,) bool, hidden partly or fully by the hand.
    """

    image_bgr: np.ndarray
    hollows_px: np.ndarray
    labels: str
    covered: np.ndarray


def full_trays(**changes: object) -> Take:
    """The bare board, both series in their trays."""
    return replace(Take(tray=(20, 20), queens=(True, True)), **changes)


def labels_of(placement: str, columns: int, rows: int) -> str:
    """Letters in reading order of a placement text; "" is a bare board."""
    if not placement:
        return "." * (columns * rows)
    ranks = []
    for rank in placement.split("/"):
        ranks.append("".join("." * int(ch) if ch.isdigit() else ch for ch in rank))
    assert len(ranks) == rows
    assert {len(rank) for rank in ranks} == {columns}
    return "".join(reversed(ranks))


def render(setup: Setup, take: Take) -> Picture:
    """Draw it."""
    camera, rng = setup.camera, np.random.default_rng([setup.seed, take.seed])
    towards = _towards(setup)
    labels = labels_of(take.placement, setup.columns, setup.rows)
    marbles = _on_board(setup, labels) + _in_trays(setup, take)
    bare = _bare(setup)
    lamp = bare.lamp
    image = bare.colour * _light(setup, bare, marbles, towards) * lamp
    # Far ones first: nearer ones hide them.
    marbles.sort(key=lambda m: -float(np.linalg.norm(m[0] - camera.place)))
    turn = np.random.default_rng([setup.seed, 7])
    for centre, radius, series in marbles:
        axis = turn.normal(size=3)
        look = setup.looks[series]
        paint_marble(
            image, camera, centre, radius, look, towards, lamp, axis / np.linalg.norm(axis)
        )
    hollows_px = camera.pixels(_nodes(setup))
    covered = np.zeros(len(labels), bool)
    if take.hand is not None:
        mask = paint_hand(image, take.hand, lamp, rng)
        covered = _hidden(setup, labels, mask)
    return Picture(_expose(image, take, rng), hollows_px, labels, covered)


def _nodes(setup: Setup) -> np.ndarray:
    return np.array([(c, r, 0.0) for r in range(setup.rows) for c in range(setup.columns)])


def _sphere(setup: Setup, x: float, y: float, large: bool) -> tuple[np.ndarray, float]:
    """A marble resting on a hollow's rim."""
    radius = setup.radii[int(large)]
    return np.array([x, y, np.sqrt(radius**2 - setup.rim**2)]), radius


def _on_board(setup: Setup, labels: str) -> list[tuple[np.ndarray, float, int]]:
    nodes = _nodes(setup)
    return [
        (*_sphere(setup, *nodes[i, :2], label.isupper()), int(label in "bB"))
        for i, label in enumerate(labels)
        if label != "."
    ]


def _tray_columns(setup: Setup) -> tuple[tuple[float, float, float], ...]:
    """x of the two grooves and of the Queen's place, for the first and the second series."""
    places = np.array([0.0, 0.6, 0.3] if setup.throne_before else [0.0, 0.8, 1.6])
    right, away = setup.columns - 1, setup.tray_away + places
    return tuple(-away), tuple(right + away)


def _tray_step(setup: Setup) -> float:
    """From marble to marble: in a groove they touch, hollows of their own lie farther apart."""
    return (2.25 if setup.tray_hollows else 2.02) * setup.radii[0]


def _in_trays(setup: Setup, take: Take) -> list[tuple[np.ndarray, float, int]]:
    marbles = []
    if setup.trays == "none":
        return marbles
    for series, places in enumerate(_tray_columns(setup)):
        small, large = setup.radii
        for k in range(take.tray[series]):
            y = (k % 10) * _tray_step(setup) + 0.2
            marbles.append((np.array([places[k // 10], y, 0.7 * small]), small, series))
        if take.queens[series]:
            marbles.append((np.array([places[2], setup.throne, 0.8 * large]), large, series))
    return marbles


@dataclass(frozen=True, eq=False)
class _Bare:
    """What no marble changes; not to be written to.

    Attributes:
        flat: the board from above.
        x, y: (H, W) float32, its texels that the picture's pixels show.
        colour: (H, W, 3) wood and table, linear.
        lamp: (H, W, 1) its light there.
    """

    flat: Flat
    x: np.ndarray
    y: np.ndarray
    colour: np.ndarray
    lamp: np.ndarray


# Half of the work, and most tests draw the same board again and again.
@lru_cache(maxsize=3)
def _bare(setup: Setup) -> _Bare:
    u, v, lamp = _ground(setup)
    flat = _carved(setup)
    x, y = (at.astype(np.float32) for at in flat.at(u, v))
    wood = cv2.remap(flat.wood, x, y, cv2.INTER_LINEAR)
    mask = cv2.remap(flat.mask, x, y, cv2.INTER_LINEAR)[..., None]
    below = table(
        setup.table, u, v, linear_bgr(setup.table_rgb), linear_bgr(setup.second_table_rgb)
    )
    return _Bare(flat, x, y, wood * mask + below * (1 - mask), lamp)


def _ground(setup: Setup) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Board places u, v of every pixel, and the lamp's light there (H, W, 1)."""
    camera = setup.camera
    ray, place = rays(camera), camera.place.astype(np.float32)
    # Rays that miss the table (a wide lens far aside) show it a long way off.
    far = place[2] / np.maximum(-ray[..., 2], 0.02)
    u, v = place[0] + far * ray[..., 0], place[1] + far * ray[..., 1]
    across = np.linspace(-1, 1, camera.width, dtype=np.float32)[None]
    lamp = np.broadcast_to(1 + setup.lamp.slope * across, u.shape)
    if setup.lamp.shadow:
        edge = np.clip(((u - 2.2) + 0.4 * (v - 3)) / 0.5 + 0.5, 0, 1)
        lamp = lamp * (1 - setup.lamp.shadow * edge)
    return u, v, lamp[..., None].astype(np.float32)


def _light(
    setup: Setup,
    bare: _Bare,
    marbles: list[tuple[np.ndarray, float, int]],
    towards: np.ndarray,
) -> np.ndarray:
    """(H, W, 1) how much of the lamp's light reaches wood and table, all shadows cast."""
    flat = copy(bare.flat)
    flat.light = flat.light.copy()
    for centre, radius, _ in marbles:
        cast_shadow(flat, tuple(centre), radius, towards, setup.lamp.depth)
    return cv2.remap(flat.light, bare.x, bare.y, cv2.INTER_LINEAR, borderValue=1.0)[..., None]


def _towards(setup: Setup) -> np.ndarray:
    """(3,) to the lamp, of length 1."""
    towards = np.array(setup.lamp.towards, np.float32)
    return towards / np.linalg.norm(towards)


def _carved(setup: Setup) -> Flat:
    columns, rows, towards = setup.columns, setup.rows, _towards(setup)
    flat = Flat(columns, rows, int(np.clip(1.2 * setup.camera.pitch_px, 24, 90)))
    rng = np.random.default_rng([setup.seed, 1])
    colour = linear_bgr(setup.wood_rgb)
    flat.wood[:] = colour * grain(rng, flat.mask.shape, setup.grain)[..., None]
    margin, right, top = BOARD_MARGIN, columns - 1, rows - 1
    side = SIDES - 0.5 if setup.trays == "attached" else margin
    flat.rectangle((-side, -margin), (right + side, top + margin), 1.0)
    if setup.trays == "beside":
        for x in (-SIDES + 0.2, right + 1.4):
            flat.rectangle((x, -margin), (x + SIDES - 1.6, top + margin), 1.0)
    # The board's own shadow on the table.
    flat.light *= 1 - 0.35 * cv2.GaussianBlur(flat.mask, (0, 0), 0.25 * flat.texels) * (
        1 - flat.mask
    )
    lines = columns, rows, setup.lines, setup.line_depth, setup.line_width
    if not setup.lines_over:
        carve_lines(flat, *lines)
    dent = setup.rim, colour, towards, setup.dent_gloss, setup.dent_plain
    for x, y, _ in _nodes(setup):
        carve_dent(flat, (x, y), *dent)
    if setup.lines_over:
        carve_lines(flat, *lines)
    if setup.names:
        carve_names(flat, columns, rows, setup.line_depth)
    if setup.trays != "none":
        for first, second, queen in _tray_columns(setup):
            for x in (first, second):
                if not setup.tray_hollows:
                    carve_groove(flat, x, -0.2, 10 * _tray_step(setup), 0.25)
                for k in range(10 if setup.tray_hollows else 0):
                    place = x, 0.2 + k * _tray_step(setup)
                    carve_dent(flat, place, setup.rim, colour, towards, setup.dent_gloss)
            throne = queen, setup.throne
            carve_dent(flat, throne, 1.4 * setup.rim, colour, towards, setup.dent_gloss)
    return flat


def _hidden(setup: Setup, labels: str, mask: np.ndarray) -> np.ndarray:
    """Hollows of which the hand hides any part: of the marble there, or of the bare dent."""
    hidden = []
    for (x, y, _), label in zip(_nodes(setup), labels, strict=True):
        centre, radius = np.array([x, y, 0.0]), setup.rim
        if label != ".":
            centre, radius = _sphere(setup, x, y, label.isupper())
        px = setup.camera.pixels(centre)
        disc = np.zeros(mask.shape, np.uint8)
        middle = np.rint(px).astype(int).tolist()
        cv2.circle(disc, middle, max(2, round(radius * setup.camera.pitch_px)), 1, -1)
        hidden.append(bool((mask & (disc > 0)).any()))
    return np.array(hidden)


def _expose(image: np.ndarray, take: Take, rng: np.random.Generator) -> np.ndarray:
    """Linear light to the file a camera gives."""
    image = image * np.float32(take.gain)
    if take.warmth:
        image = image * np.float32([1 - take.warmth, 1, 1 + take.warmth])
    if take.blur_px:
        image = cv2.GaussianBlur(image, (0, 0), take.blur_px)
    levels = 255 * np.clip(image, 0, 1) ** np.float32(1 / 2.2)
    if take.noise:
        levels = levels + take.noise * rng.standard_normal(levels.shape, np.float32)
    picture = np.clip(levels + 0.5, 0, 255).astype(np.uint8)
    if take.jpeg < 100:
        _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, take.jpeg])
        picture = cv2.imdecode(packed, cv2.IMREAD_COLOR)
    return picture
