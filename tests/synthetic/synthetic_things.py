"""What stands on the board: marbles, and a hand that comes from an edge."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from synthetic_camera import Camera, rays


@dataclass(frozen=True)
class Look:
    """How the marbles of a series look.

    Attributes:
        rgb: sRGB albedo 0..255.
        second_rgb: of the veins of a two-tone marble, or None.
        gloss: 0 matt .. 1 with a sharp bright reflection of the lamp.
    """

    rgb: tuple[int, int, int]
    second_rgb: tuple[int, int, int] | None = None
    gloss: float = 0.8


def linear_bgr(rgb: tuple[int, int, int]) -> np.ndarray:
    """Linear light (3,), blue first, of an sRGB colour."""
    return ((np.array(rgb[::-1], np.float32) / 255) ** 2.2).astype(np.float32)


def paint_marble(
    image: np.ndarray,
    camera: Camera,
    centre: np.ndarray,
    radius: float,
    look: Look,
    light: np.ndarray,
    lamp: np.ndarray,
    axis: np.ndarray,
) -> None:
    """A sphere, by casting a ray through every pixel that may show it, into linear H x W x 3."""
    scale = camera.pitch_px * 1.6
    x, y = camera.pixels(centre)
    n = radius * scale + 3
    rows = slice(max(int(y - n), 0), max(min(int(y + n), camera.height), 0))
    columns = slice(max(int(x - n), 0), max(min(int(x + n), camera.width), 0))
    if rows.start >= rows.stop or columns.start >= columns.stop:
        return
    ray = rays(camera)[rows, columns]
    ray = ray / np.linalg.norm(ray, axis=-1, keepdims=True)
    to = (centre - camera.place).astype(np.float32)
    along = ray @ to
    beside = np.sqrt(np.maximum(to @ to - along**2, 0))
    pixel = np.linalg.norm(to) / camera.focal_px
    alpha = np.clip((radius - beside) / pixel + 0.5, 0, 1)[..., None]
    deep = np.sqrt(np.maximum(radius**2 - beside**2, 0))
    normal = ((along - deep)[..., None] * ray - to) / radius
    normal /= np.maximum(np.linalg.norm(normal, axis=-1, keepdims=True), 1e-6)
    albedo = linear_bgr(look.rgb)
    if look.second_rgb is not None:
        vein = np.clip(4 * np.sin(5 * (normal @ axis)) - 1.5, 0, 1)[..., None].astype(np.float32)
        albedo = albedo + vein * (linear_bgr(look.second_rgb) - albedo)
    facing = np.clip(normal @ light, 0, None)[..., None]
    mirrored = ray - 2 * (ray * normal).sum(axis=-1, keepdims=True) * normal
    shine = np.clip(mirrored @ light, 0, 1)[..., None] ** 60 * 2.0 * look.gloss
    sky = 0.06 * look.gloss * (1 - np.abs((ray * normal).sum(axis=-1, keepdims=True))) ** 2
    under = 0.55 + 0.45 * np.clip(normal[..., 2:], -1, 1)
    lit = (albedo * (0.45 * under + 0.75 * facing) + shine + sky) * lamp[rows, columns]
    image[rows, columns] = image[rows, columns] * (1 - alpha) + lit * alpha


@dataclass(frozen=True)
class Hand:
    """A hand whose finger tips are at a place of the picture and whose arm leaves it.

    Attributes:
        tip_px: x, y of the middle finger's tip.
        towards_deg: direction of the arm, 0 to the right, 90 down.
        span_px: length of a finger.
        rgb: skin.
    """

    tip_px: tuple[float, float]
    towards_deg: float = 90.0
    span_px: float = 120.0
    rgb: tuple[int, int, int] = (205, 150, 120)


def paint_hand(
    image: np.ndarray, hand: Hand, lamp: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    """The hand and its soft shadow, into linear H x W x 3; (H, W) bool of what it hides."""
    mask = np.zeros(image.shape[:2], np.uint8)
    angle = np.radians(hand.towards_deg)
    way, side = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    tip, span = np.array(hand.tip_px), hand.span_px
    palm = tip + way * 1.5 * span
    thick = max(2, round(0.24 * span))
    for k, reach in ((-1.5, 0.35), (-0.5, 0.1), (0.5, 0.0), (1.5, 0.2)):
        start = tip + way * reach * span + side * k * 0.26 * span
        end = palm + side * k * 0.2 * span
        cv2.line(mask, _whole(start), _whole(end), 255, thick, cv2.LINE_AA)
    cv2.circle(mask, _whole(palm), round(0.55 * span), 255, -1, cv2.LINE_AA)
    cv2.line(mask, _whole(palm), _whole(palm + way * 30 * span), 255, round(0.7 * span))
    soft = cv2.GaussianBlur(mask, (0, 0), 0.12 * span).astype(np.float32) / 255
    shift = np.float32([[1, 0, -0.2 * span], [0, 1, 0.15 * span]])
    shadow = cv2.warpAffine(soft, shift, mask.shape[::-1])
    image *= (1 - 0.5 * shadow)[..., None]
    coarse = rng.normal(1, 0.08, (mask.shape[0] // 6, mask.shape[1] // 6)).astype(np.float32)
    texture = cv2.resize(coarse, mask.shape[::-1], interpolation=cv2.INTER_CUBIC)
    # Rounder towards its edges, as fingers are.
    body = (0.35 + 0.65 * soft) * texture
    alpha = (mask.astype(np.float32) / 255)[..., None]
    skin = linear_bgr(hand.rgb) * body[..., None] * lamp
    image[:] = image * (1 - alpha) + skin * alpha
    return mask > 127


def _whole(point: np.ndarray) -> tuple[int, int]:
    return int(np.clip(point[0], -20000, 20000)), int(np.clip(point[1], -20000, 20000))
