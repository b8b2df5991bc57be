"""How a bumped camera is noticed and the board found again: each picture, as if seen aside.

    python benchmarks/bumped.py SET_DIR

SET_DIR is as for benchmarks/vision.py. Each board is calibrated, every picture but the bare one
is shown, and then the same as the camera would see it after a knock: turned about its own
middle, at random, so that the board's middle lies 0.1 to 1 pitch aside and is twisted by up to 7
degrees. Marbles, light and lens then look as they truly would; what lay beyond the picture
mirrors what is within, so pictures in which that would be a hollow are left out. A second and a
half later, five pictures a second, it is asked where the reader looks.

Printed are how many boards were found again, to which part of the pitch; how many it asks for
(nothing is given out as certain); how many it believes to be elsewhere, which must not happen;
and which hollows in view were then read wrongly, colours counted up to swapping both series.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

# The folder of this file has another `vision`.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.vision import CERTAIN, NEAR, Shot, Tally, calibrate, count, hollows_of, shots_of
from calibration.model import Calibration
from vision.aimed import AimedReader
from vision.camera.geometry import Pose
from vision.sources import read_picture
from vision.types import Floats, Frame, ImageBGR, Reading

ASIDE, TWIST_DEG = (0.1, 1.0), 7.0
EVERY_S, PICTURES = 0.2, 8
NOISE = 1.0  # grey levels: no camera shows the same picture twice
WITHIN = 0.45  # of the pitch: so much of the board about every hollow must be in view


@dataclass(frozen=True)
class Knock:
    """A camera that was turned about its middle.

    Attributes:
        pose: as it was.
        turn: 3 x 3, pixels of a lens without distortion before to those after.
    """

    pose: Pose
    turn: Floats

    @staticmethod
    def at_random(pose: Pose, middle_px: Floats, pitch_px: float, seed: int) -> Knock:
        """So that the board's middle lies aside and is twisted."""
        rng = np.random.default_rng(seed)
        matrix, way = pose.lens.matrix, rng.uniform(0, 2 * np.pi)
        aside = rng.uniform(*ASIDE) * pitch_px * np.array([np.cos(way), np.sin(way)])
        ends = pose.projection.straight(np.array([middle_px, middle_px + aside]))
        rays = np.column_stack([ends, np.ones(2)]) @ np.linalg.inv(matrix).T
        rays /= np.linalg.norm(rays, axis=1, keepdims=True)
        axis = np.cross(*rays)
        swing, _ = cv2.Rodrigues(axis / np.linalg.norm(axis) * np.arccos(rays[0] @ rays[1]))
        twist, _ = cv2.Rodrigues(rays[1] * np.radians(rng.uniform(-TWIST_DEG, TWIST_DEG)))
        return Knock(pose, matrix @ twist @ swing @ np.linalg.inv(matrix))

    def places(self, before_px: Floats) -> Floats:
        """Where in the picture something is seen that was seen at (n, 2) pixels before."""
        return self._turned(before_px, self.turn)

    def picture(self, image_bgr: ImageBGR) -> ImageBGR:
        """What is seen now."""
        height, width = image_bgr.shape[:2]
        y, x = np.mgrid[0:height, 0:width]
        now = np.stack([x, y], axis=2).reshape(-1, 2).astype(float)
        before = self._turned(now, np.linalg.inv(self.turn)).reshape(height, width, 2)
        at = before.astype(np.float32)
        seen = cv2.remap(
            image_bgr, at[..., 0], at[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT_101
        )
        return seen.astype(np.uint8, copy=False)

    def _turned(self, points_px: Floats, turn: Floats) -> Floats:
        view = self.pose.projection
        flat = view.straight(points_px)
        turned = np.column_stack([flat, np.ones(len(flat))]) @ turn.T
        return view.bent(turned[:, :2] / turned[:, 2:])


@dataclass
class Bumps:
    """What was counted."""

    found: int = 0
    left_out: int = 0
    asked: list[str] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)
    reading: Tally = field(default_factory=Tally)


def in_view(knock: Knock) -> bool:
    """Whether all hollows' cells still are, and were before."""
    ends = np.array([-WITHIN, 6 + WITHIN])
    corners = knock.pose.projection(np.array([(x, y) for x in ends for y in ends]))
    size = np.array(knock.pose.projection.image_size)
    both = np.concatenate([corners, knock.places(corners)])
    return bool(((both >= 0) & (both <= size - 1)).all())


def shown(reader: AimedReader, image: ImageBGR, begun_s: float, seed: int) -> Reading:
    """The last reading of a picture that the camera shows for a while."""
    rng = np.random.default_rng(seed)
    for k in range(PICTURES):
        noisy = np.clip(image + rng.normal(0, NOISE, image.shape), 0, 255).astype(np.uint8)
        time_s = begun_s + k * EVERY_S
        reading = reader.read(Frame(noisy, round(time_s / EVERY_S), time_s))
    return reading


def bump(folder: Path, calibration: Calibration, shots: list[Shot], bumps: Bumps) -> list[str]:
    """Bump each picture; what was wrong, in words."""
    truth, kept, readings = hollows_of(folder), [], []
    assert truth is not None
    grid = truth.reshape(7, 7, 2)
    pitch_px = float(np.linalg.norm(np.diff(grid, axis=1), axis=2).mean())
    for k, shot in enumerate(shots):
        if shot.kind == "empty":
            continue
        seed = int.from_bytes(f"{folder.name}{shot.path.name}".encode()[-8:]) % 2**32
        knock = Knock.at_random(calibration.pose, truth.mean(axis=0), pitch_px, seed)
        if not in_view(knock):
            bumps.left_out += 1
            continue
        image = read_picture(shot.path)
        reader = AimedReader(calibration)
        for earlier in shots[: k + 1]:
            shown(reader, read_picture(earlier.path), 10.0 * shots.index(earlier), seed)
        reading = shown(reader, knock.picture(image), 10.0 * (k + 1), seed + 1)
        miss = np.linalg.norm(reader.pose.projection(NODES) - knock.places(truth), axis=1)
        far, name = float(miss.max()) / pitch_px, f"{folder.name} {shot.path.name}"
        if reading.moved:
            bumps.asked.append(name)
        elif far > NEAR:
            bumps.elsewhere.append(f"{name} ({far:.2f})")
        else:
            bumps.found += 1
            bumps.reading.errors.extend(miss / pitch_px)
        if not reading.moved:
            kept.append(replace(shot))
            readings.append(reading)
    return count(kept, readings, bumps.reading)


NODES = np.array([(column, row) for row in range(7) for column in range(7)], float)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("set", type=Path, metavar="SET_DIR")
    parser.add_argument("--sessions", nargs="+", metavar="NAME", help="only these")
    args = parser.parse_args()
    folders = sorted({path.parent for path in args.set.glob("*/labels.jsonl")})
    if args.sessions:
        folders = [folder for folder in folders if folder.name in args.sessions]
    if not folders:
        parser.error(f"there are no such sessions in {args.set}")
    cv2.setNumThreads(1)
    bumps = Bumps()
    for folder in folders:
        shots = shots_of(folder)
        calibration = calibrate(folder, shots, Tally())
        if calibration is None or hollows_of(folder) is None:
            print(f"{folder.name}: not calibrated, or places not known")
            continue
        said = bump(folder, calibration, shots, bumps)
        print(f"{folder.name}: {len(said)} hollows wrong", flush=True)
        for line in said:
            print(f"  {line}")
    tally = bumps.reading
    tried = bumps.found + len(bumps.asked) + len(bumps.elsewhere)
    certain = sum(p > CERTAIN and not right for p, right in zip(tally.p, tally.right, strict=True))
    print(f"found again    {bumps.found} of {tried}, to {max(tally.errors, default=0):.3f} pitches")
    print(f"left out       {bumps.left_out}, a hollow would be out of the picture")
    print(f"asked          {', '.join(bumps.asked) or 'none'}")
    print(f"elsewhere      {', '.join(bumps.elsewhere) or 'none'}")
    print(f"hollows wrong  {tally.wrong} of {tally.uncovered} in view, {certain} of them certain")
    print(f"called covered {tally.called_covered} in view")


if __name__ == "__main__":
    main()
