"""What flows between the rooms: Frame in, Reading out; both frozen and valid once they exist."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.errors import VisionError

ImageBGR = NDArray[np.uint8]
"""H x W x 3, uint8, channels blue, green, red (what OpenCV reads and shows)."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture from a source.

    Attributes:
        image_bgr: H x W x 3, uint8, blue-green-red. Not to be written to.
        index: number of the picture in its source, from 0. A source that shows
            one picture for a while repeats its index.
        time_s: when it was taken, in seconds on the source's monotonic clock.
    """

    image_bgr: ImageBGR
    index: int
    time_s: float

    def __post_init__(self) -> None:
        shape, dtype = self.image_bgr.shape, self.image_bgr.dtype
        if len(shape) != 3 or shape[2] != 3 or dtype != np.uint8:
            raise VisionError(f"a frame is H x W x 3 uint8, this is {shape} {dtype}")


@dataclass(frozen=True, slots=True)
class BoardSpec:
    """How many hollows a board has and what may lie in them: data, not code.

    Attributes:
        columns, rows: hollows along files and ranks.
        kinds: one letter a kind of marble, in the order of a Reading's columns
            1..n; column 0 is always "." (empty). Lower case is the small size of
            a series, upper case the large one.
    """

    columns: int = 7
    rows: int = 7
    kinds: str = "wWbB"

    @property
    def labels(self) -> str:
        """Column names of a Reading: "." and then the kinds."""
        return "." + self.kinds

    @property
    def count(self) -> int:
        """Number of hollows."""
        return self.columns * self.rows

    def nodes(self) -> Floats:
        """(n, 2) columns and rows of the hollows in reading order: where they lie, in pitches."""
        return np.array([(c, r) for r in range(self.rows) for c in range(self.columns)], float)

    def names(self) -> list[str]:
        """Hollow names in reading order: a1, b1, ... a2, ...; index = rank * columns + file."""
        return [f"{chr(97 + f)}{r + 1}" for r in range(self.rows) for f in range(self.columns)]


REAL_QUEEN = BoardSpec()

TOO_DARK: Final = "dark"
"""Trouble: there is no light to see the board by."""

BLURRED: Final = "blurred"
"""Trouble: the board is out of focus, or the lens is misted over."""

OTHER_SIZE: Final = "size"
"""Trouble: the picture has another size than the calibration's."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What the eyes saw in one frame.

    Attributes:
        spec: the board read.
        p: (n, 1 + kinds) float64, rows sum to 1; row i is hollow i of
            ``spec.names()``, columns as ``spec.labels``.
        covered: (n,) bool: something (hand, sleeve, held marble) hides the hollow;
            its row of ``p`` then says what was last known, and is not evidence.
        steady: nothing over the board has moved for a few frames.
        moved: the board or the camera moved; nothing here is certain until the
            eyes found the board again, in this picture or a later one.
        index, time_s: of the frame.
        trouble: why nothing can be read, ``TOO_DARK``, ``BLURRED`` or ``OTHER_SIZE``, or empty.
        fresh: (n,) bool: the hollow was looked at in this very frame, so its row of
            ``p`` is new evidence; False where the row is carried over because nothing
            changed there or something hides it. All True when not given.
    """

    spec: BoardSpec
    p: Floats
    covered: NDArray[np.bool_]
    steady: bool
    moved: bool
    index: int
    time_s: float
    trouble: str = ""
    fresh: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, bool))

    def __post_init__(self) -> None:
        n = self.spec.count
        # NumPy's own can't be written as JSON.
        object.__setattr__(self, "steady", bool(self.steady))
        object.__setattr__(self, "moved", bool(self.moved))
        if self.fresh.size == 0:
            object.__setattr__(self, "fresh", np.ones(n, bool))
        if self.fresh.shape != (n,):
            raise VisionError(
                f"a reading of {n} hollows needs fresh {(n,)}, got {self.fresh.shape}"
            )
        if self.p.shape != (n, len(self.spec.labels)) or self.covered.shape != (n,):
            raise VisionError(
                f"a reading of {n} hollows needs p {(n, len(self.spec.labels))} "
                f"and covered {(n,)}, got {self.p.shape} and {self.covered.shape}"
            )

    @staticmethod
    def blind(spec: BoardSpec, frame: Frame, trouble: str) -> Reading:
        """Of a picture in which nothing can be read, and why."""
        n, kinds = spec.count, len(spec.labels)
        unseen = np.full((n, kinds), 1 / kinds), np.ones(n, bool), False, True
        return Reading(spec, *unseen, frame.index, frame.time_s, trouble, np.zeros(n, bool))

    def in_doubt(self) -> Reading:
        """The same with nothing certain: every row as likely guessed as seen."""
        return replace(self, p=(self.p + 1 / len(self.spec.labels)) / 2)

    def labels(self) -> str:
        """Likeliest label of every hollow, in reading order."""
        return "".join(self.spec.labels[k] for k in self.p.argmax(axis=1))

    def placement(self) -> str:
        """Likeliest placement in text form: last rank first, digits for runs of empty hollows."""
        labels, rows = self.labels(), []
        for r in range(self.spec.rows - 1, -1, -1):
            text, run = "", 0
            for ch in labels[r * self.spec.columns : (r + 1) * self.spec.columns]:
                if ch == ".":
                    run += 1
                    continue
                text += (str(run) if run else "") + ch
                run = 0
            rows.append(text + (str(run) if run else ""))
        return "/".join(rows)
