"""Boards at random on which many lines cross over faint hollows, with names along the border."""

from __future__ import annotations

import numpy as np
from synthetic import Camera, Lamp, Setup, Take

KINDS = "joins", "diagonals", "stars", "alquerque", "boxes"


def lined(seed: int) -> tuple[Setup, Take]:
    """The board of that number, bare."""
    rng = np.random.default_rng([77, seed])
    around, low = rng.uniform(0, 2 * np.pi), rng.uniform(0.5, 1.6)
    camera = Camera(
        fov_deg=rng.uniform(45, 85),
        tilt_deg=rng.uniform(0, 35),
        azimuth_deg=rng.uniform(0, 360),
        roll_deg=rng.uniform(-180, 180),
        pitch_px=rng.uniform(35, 70),
    )
    red, green, blue = rng.uniform(0.25, 1) * rng.integers((180, 140, 90), (240, 230, 220))
    setup = Setup(
        seed=seed,
        camera=camera,
        wood_rgb=(int(red), int(green), int(blue)),
        grain=rng.uniform(0.01, 0.1),
        rim=rng.uniform(0.1, 0.28),
        dent_gloss=rng.choice([0.0, 0.1]),
        dent_plain=rng.uniform(0.15, 1.0),
        lines=str(rng.choice(KINDS)),
        line_depth=rng.uniform(0.2, 0.8),
        line_width=rng.uniform(0.02, 0.07),
        lines_over=rng.random() < 0.7,
        names=rng.random() < 0.6,
        trays=str(rng.choice(["attached", "none"])),
        table=str(rng.choice(["plain", "checks", "stripes", "dots"], p=[0.6, 0.15, 0.15, 0.1])),
        lamp=Lamp(towards=(np.cos(around), np.sin(around), low)),
    )
    blur_px, noise = rng.uniform(0.4, 1.2), rng.uniform(0.5, 4)
    return setup, Take(noise=noise, blur_px=blur_px, jpeg=int(rng.integers(75, 95)), seed=seed)
