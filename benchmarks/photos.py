"""How well the eyes see pictures that people take: any set, as other cameras would show it.

    python benchmarks/photos.py SET_DIR [--kinds upright by-hand ...] [--seed N]

SET_DIR is as for benchmarks/vision.py; each kind is a copy of it, and is judged as that judges:

upright    cut to the board, and taller than wide, as by a phone that is held so
cropped    cut to the board, so that the lens's middle is anywhere
by-hand    each picture but the first from a little elsewhere: up to some degrees, some pixels
phone      exposed and balanced anew for each picture, dark corners, shadows lifted, smoothed and
           sharpened
small      half as many pixels a side
blurred    out of focus by two pixels
squeezed   JPEG of quality 20
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.vision import Tally, calibrate, count, hollows_of, misses, read, report, shots_of
from vision.sources import read_picture
from vision.types import REAL_QUEEN, Floats, ImageBGR

NAMES = REAL_QUEEN.names()
AROUND = 1.25  # of the board's half: what is left about it where a picture is cut
TALL = 16 / 9
TURNED_DEG, SHIFTED_PX, NEARER = 1.5, 8.0, 0.02  # deviations of what a hand does
QUALITY, SQUEEZED = 92, 20

Seen = tuple[ImageBGR, Floats]
"""A picture, and the homography (3, 3) from the pixels of the one that it was made of."""


@dataclass(frozen=True, eq=False)
class Taken:
    """A picture as it is in the set.

    Attributes:
        image: the picture.
        hollows: (n, 2) where the board's hollows were calibrated, pixels.
        first: whether it is the session's first.
        rng: chance.
    """

    image: ImageBGR
    hollows: Floats
    first: bool
    rng: np.random.Generator


Kind = Callable[[Taken], Seen]


def upright(taken: Taken) -> Seen:
    cut, there = cropped(taken)
    above = max(round((cut.shape[1] * TALL - cut.shape[0]) / 2), 0)
    grey = tuple(float(v) for v in np.median(cut.reshape(-1, 3), axis=0))
    tall = cv2.copyMakeBorder(cut, above, above, 0, 0, cv2.BORDER_CONSTANT, value=grey)
    return tall, _scaled(1, (0, above)) @ there


def cropped(taken: Taken) -> Seen:
    middle, width = taken.hollows.mean(axis=0), taken.image.shape[1]
    reach = np.abs(taken.hollows - middle).max() * AROUND
    left, right = max(int(middle[0] - reach), 0), min(int(middle[0] + reach), width)
    return taken.image[:, left:right], _scaled(1, (-left, 0))


def by_hand(taken: Taken) -> Seen:
    if taken.first:
        return taken.image, np.eye(3)
    rng, (height, width) = taken.rng, taken.image.shape[:2]
    focal = 0.9 * width
    camera = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    turn, _ = cv2.Rodrigues(np.radians(rng.normal(0, TURNED_DEG, 3)))
    size = 1 + rng.normal(0, NEARER)
    there = _scaled(1, rng.normal(0, SHIFTED_PX, 2)) @ camera @ turn @ np.linalg.inv(camera)
    there = there @ np.diag([size, size, 1])
    warp = {"flags": cv2.INTER_CUBIC, "borderMode": cv2.BORDER_REFLECT}
    return cv2.warpPerspective(taken.image, there, (width, height), **warp), there


def phone(taken: Taken) -> Seen:
    rng, (height, width) = taken.rng, taken.image.shape[:2]
    y, x = np.mgrid[:height, :width] - (np.array([[[height]], [[width]]]) - 1) / 2
    light = (taken.image / 255.0) ** 2.2 * 2 ** rng.normal(0, 0.2) * np.exp(rng.normal(0, 0.05, 3))
    light *= (1 - 0.25 * (x**2 + y**2) / (width / 2) ** 2)[..., None]
    shown = np.clip(light, 0, 1) ** (1 / 2.2)
    shown += 0.15 * (shown - 0.5) * (1 - (2 * shown - 1) ** 2)
    # Towards a middling level, as shadows are lifted.
    level = cv2.GaussianBlur(shown.mean(axis=2), (0, 0), 0.05 * width)
    lifted = np.clip((0.22 + 0.6 * level) / np.maximum(level, 0.02), 0.6, 1.8)
    shown = np.clip(shown * lifted[..., None], 0, 1).astype(np.float32)
    smooth = cv2.bilateralFilter(shown, 5, 0.05, 1.5)
    sharp = smooth + 0.9 * (smooth - cv2.GaussianBlur(smooth, (0, 0), 1.3))
    return _levels(255 * sharp + rng.normal(0, 1, sharp.shape)), np.eye(3)


def small(taken: Taken) -> Seen:
    half = cv2.resize(taken.image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return half, _scaled(0.5, (-0.25, -0.25))


def blurred(taken: Taken) -> Seen:
    return cv2.GaussianBlur(taken.image, (0, 0), 2.0), np.eye(3)


def squeezed(taken: Taken) -> Seen:
    packed = cv2.imencode(".jpg", taken.image, [cv2.IMWRITE_JPEG_QUALITY, SQUEEZED])[1]
    return cv2.imdecode(packed, cv2.IMREAD_COLOR), np.eye(3)


KINDS: dict[str, Kind] = {
    "upright": upright,
    "cropped": cropped,
    "by-hand": by_hand,
    "phone": phone,
    "small": small,
    "blurred": blurred,
    "squeezed": squeezed,
}


def _scaled(factor: float, shift: tuple[float, float] | Floats) -> Floats:
    return np.array([[factor, 0, shift[0]], [0, factor, shift[1]], [0, 0, 1.0]])


def _levels(shown: Floats) -> ImageBGR:
    return np.clip(shown + 0.5, 0, 255).astype(np.uint8)


def copied(folder: Path, out: Path, kind: Kind, rng: np.random.Generator) -> None:
    """A session as that kind of picture shows it, in another folder."""
    hollows = hollows_of(folder)
    if hollows is None:
        raise SystemExit(f"{folder}: where its hollows are is not told")
    rows, first = [], hollows
    for index, row in enumerate((folder / "labels.jsonl").read_text("utf-8").splitlines()):
        said = json.loads(row)
        picture = read_picture(folder / said["frame"])
        image, there = kind(Taken(picture, hollows, index == 0, rng))
        seen = np.column_stack([hollows, np.ones(len(hollows))]) @ there.T
        seen = seen[:, :2] / seen[:, 2:]
        first = seen if index == 0 else first
        said["hollows_px"] = dict(zip(NAMES, seen.tolist(), strict=True))
        cv2.imwrite(str(out / said["frame"]), image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        rows.append(json.dumps(said))
    (out / "labels.jsonl").write_text("\n".join(rows), "utf-8")
    session = {"hollows_px": dict(zip(NAMES, first.tolist(), strict=True))}
    (out / "session.json").write_text(json.dumps(session), "utf-8")


def judged(folder: Path, tally: Tally) -> None:
    """Calibrate from one session's pictures, read the others, and count."""
    shots = shots_of(folder)
    calibration = calibrate(folder, shots, tally)
    if calibration is None:
        tally.boards += sum(shot.labels is not None for shot in shots)
        return
    readings, views, _ = read(calibration, shots)
    for shot, view in zip(shots, views, strict=True):
        if shot.hollows_px is not None:
            away = misses(view(calibration.nodes), shot.hollows_px)
            tally.again.append(float(away.max()))
    for line in count(shots, readings, tally):
        print(f"  {folder.name} {line}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("set", type=Path, metavar="SET_DIR")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument("--seed", type=int, default=3)
    args = parser.parse_args()
    folders = sorted({path.parent for path in args.set.glob("*/labels.jsonl")})
    if not folders:
        parser.error(f"there are no sessions in {args.set}")
    cv2.setNumThreads(1)
    for name in args.kinds:
        print(f"\n== {name}")
        tally, rng = Tally(), np.random.default_rng(args.seed)
        for folder in folders:
            with TemporaryDirectory() as made:
                out = Path(made) / folder.name
                out.mkdir()
                copied(folder, out, KINDS[name], rng)
                judged(out, tally)
        report(tally, len(folders))


if __name__ == "__main__":
    main()
