"""Has anything changed? Has the board itself moved? Both for almost nothing a frame."""

from __future__ import annotations

import cv2
import numpy as np

from vision.geometry import Pose
from vision.types import BoardSpec, ImageBGR

DOUBTFUL, ANOTHER = 0.45, 0.12  # correlations of edges
SCALE = 0.33  # of the picture, for shifts
POINTS = 12  # sample points a pitch along each axis, for changes
LEVELS = 10  # grey levels by which a point must differ: three times a noisy camera's sigma
SHARE = 0.006  # of the points: less than a quarter of one marble's disc on the whole board


class Motion:
    """Watches the board's part of the picture.

    Args:
        pose: of the camera.
        spec: the board.
        bare_bgr: the bare board.
    """

    def __init__(self, pose: Pose, spec: BoardSpec, bare_bgr: ImageBGR) -> None:
        steps_x = np.arange(-0.7, spec.columns - 0.3, 1 / POINTS)
        steps_y = np.arange(-0.7, spec.rows - 0.3, 1 / POINTS)
        places = pose.projection(np.stack(np.meshgrid(steps_x, steps_y), axis=-1))
        width, height = pose.projection.image_size
        x = np.clip(np.rint(places[..., 0]).astype(int), 0, width - 1).ravel()
        y = np.clip(np.rint(places[..., 1]).astype(int), 0, height - 1).ravel()
        self._at = y * width + x
        self._seen: np.ndarray | None = None
        self._image: ImageBGR | None = None
        self._shift = Shift(pose, spec, bare_bgr)

    def changed(self, image_bgr: ImageBGR) -> bool:
        """Whether the board looks different from the picture last called different."""
        if image_bgr is self._image:
            return False
        self._image = image_bgr
        seen = image_bgr.reshape(-1, 3)[self._at].astype(np.int16)
        if self._seen is None:
            self._seen = seen
            return True
        different = (np.abs(seen - self._seen).max(axis=1) > LEVELS).mean()
        if different > SHARE:
            self._seen = seen
            return True
        # Follow the light slowly, or dusk would one day look like a hand.
        self._seen = self._seen + ((seen - self._seen) >> 3)
        return False

    def shifted(self, image_bgr: ImageBGR, covered: np.ndarray) -> bool:
        """Whether the board clearly lies beside where it was calibrated."""
        return self._shift.found(image_bgr, covered)

    def likeness(self, image_bgr: ImageBGR) -> float:
        """Correlation of the edges with the bare board's, -1..1.

        Under `DOUBTFUL` the board may lie elsewhere, turned perhaps; hands and many
        marbles cause that too, and a search tells. Under `ANOTHER` next to nothing of
        the board is where it was.
        """
        return self._shift.likeness(image_bgr)


class Shift:
    """Compares the wood between the hollows with the bare board's, shifted a little each way.

    Args:
        pose: of the camera.
        spec: the board.
        bare_bgr: the bare board.
    """

    def __init__(self, pose: Pose, spec: BoardSpec, bare_bgr: ImageBGR) -> None:
        corners = np.array(
            [[-1, -1], [spec.columns, -1], [spec.columns, spec.rows], [-1, spec.rows]], float
        )
        outline = pose.projection(corners)
        width, height = pose.projection.image_size
        low = np.maximum(np.floor(outline.min(axis=0)).astype(int), 0)
        high = np.minimum(np.ceil(outline.max(axis=0)).astype(int), [width, height])
        self._area = (slice(low[1], high[1]), slice(low[0], high[0]))
        middle = pose.projection(np.array([[3.0, 3.0], [4.0, 3.0]]))
        self._pitch_px = float(np.linalg.norm(middle[1] - middle[0]))
        self._bare = _edges(bare_bgr[self._area])
        self._window = cv2.createHanningWindow(self._bare.shape[::-1], cv2.CV_32F)
        self._spec = spec

    def found(self, image_bgr: ImageBGR, covered: np.ndarray) -> bool:
        """True when most of the board is in view and its edges lie a twentieth of a pitch off."""
        if covered.mean() > 0.7:
            return False
        now = _edges(image_bgr[self._area])
        (dx, dy), response = cv2.phaseCorrelate(self._bare, now, self._window)
        return response > 0.1 and float(np.hypot(dx, dy)) > 0.06 * self._pitch_px * SCALE

    def likeness(self, image_bgr: ImageBGR) -> float:
        """Correlation of the edges now with the bare board's, -1..1."""
        now = _edges(image_bgr[self._area])
        a, b = self._bare - self._bare.mean(), now - now.mean()
        return float((a * b).sum() / np.sqrt((a * a).sum() * (b * b).sum() + 1e-12))


def _edges(image_bgr: ImageBGR) -> np.ndarray:
    """Edges of a reduced copy: a twentieth of a pitch is still most of a pixel there."""
    small = cv2.resize(image_bgr, None, fx=SCALE, fy=SCALE, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    bends = np.abs(cv2.Laplacian(cv2.GaussianBlur(np.log(grey + 8.0), (0, 0), 0.7), cv2.CV_32F))
    edges: np.ndarray = np.minimum(bends, 0.3)
    return edges
