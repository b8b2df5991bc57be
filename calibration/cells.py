"""The board's cells, all in one light: what is typical of them, and how each differs.

All hollows of a board look alike but for the lamp's direction, which changes evenly
across the board, and a dull dent's light and dark with it. So all cells together, most of
them bare, tell what a bare one shows at any place.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.model import Calibration
from vision.camera.sampling import LOG
from vision.dents.median import CHEQUERED, VISIBLE
from vision.dents.turning import fit_evenly
from vision.finding.ends import HALF, round_correlation
from vision.finding.window import sample_patches
from vision.types import Floats, ImageBGR

SIDE = 40  # pixels a pitch of a cell looked at
TINY = 1e-6
TINTS, TINT = 4.0, 0.06  # of the bare cells' own tints, and of the logarithm at least: no wood


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """All cells of a board, of n hollows.

    Attributes:
        nodes: (n, 2) where they are.
        pictures: (n, SIDE, SIDE, 3) log, the light at their corners taken off.
        light: (n, 3) that light, log.
        middle: (n, 3) log, of what any marble hides.
        typical: (n, SIDE, SIDE, 3) what each shows when it is bare, as far as the others tell.
    """

    nodes: Floats
    pictures: np.ndarray
    light: Floats
    middle: Floats
    typical: np.ndarray

    @staticmethod
    def of(calibration: Calibration, image_bgr: ImageBGR) -> Cells:
        """Of a picture of the board.

        Args:
            calibration: where the hollows are; its picture and colours are not looked at.
            image_bgr: the picture.
        """
        log = cv2.LUT(image_bgr, LOG)  # of forty megapixels half a gigabyte, and no copy of that
        last = np.array([calibration.spec.columns - 1, calibration.spec.rows - 1])
        cells = sample_patches(log, calibration.projection, np.array([0, 0]), last, SIDE)
        cells = cells.reshape(-1, SIDE, SIDE, 3)
        light, middle = (np.median(cells[:, part], axis=1) for part in (border(), disc()))
        cells -= light[:, None, None]
        nodes = calibration.nodes
        return Cells(nodes, cells, light, middle, _typical(cells, nodes))

    def unlike(self) -> Floats:
        """(n,) how far each cell's middle is from what is typical there, log."""
        return _unlike(self.pictures, self.typical)

    def light_squares(self) -> np.ndarray:
        """(n,) bool: whose squares are light where they are painted as a chessboard's; else none.

        The light changes evenly across the board, and from each square to the next and back.
        """
        other = self.nodes.sum(axis=1) % 2 - 0.5
        places = np.column_stack([other, np.ones(len(other)), self.nodes])
        grey = self.light.mean(axis=1)
        fit = np.linalg.lstsq(places, grey, rcond=None)[0]
        alike = float(np.median(np.abs(grey - places @ fit)))
        chequered = abs(fit[0]) > max(CHEQUERED * alike, VISIBLE)
        light: np.ndarray = (other * fit[0] > 0) & chequered
        return light

    def dented(self) -> Floats:
        """(n,) how much they show of the dent that is typical there: 1 is what most do."""
        near = slice(round((0.5 - HALF) * SIDE), round((0.5 + HALF) * SIDE))
        alike = round_correlation(self.pictures[:, near, near], self.typical[:, near, near])
        # In a picture that shows nothing at all there is none.
        dented: Floats = alike / max(float(np.percentile(alike, 75)), TINY)
        return dented


def _typical(cells: np.ndarray, nodes: Floats) -> np.ndarray:
    """What each cell shows when it is bare, as far as the others tell.

    Args:
        cells: (n, SIDE, SIDE, 3) log, their light taken off.
        nodes: (n, 2) where they are.
    """
    middle = (nodes - nodes.mean(axis=0)) / np.ptp(nodes, axis=0)
    places = np.column_stack([np.ones(len(nodes)), middle])
    fit = fit_evenly(cells, places, _unlike)
    typical: np.ndarray = (places @ fit.reshape(3, -1)).reshape(cells.shape)
    return typical


def _unlike(cells: np.ndarray, typical: np.ndarray) -> Floats:
    """(n,) how far each cell's middle is from what is typical there, log."""
    away = np.abs(cells - typical).mean(axis=3)
    unlike: Floats = away[:, disc()].mean(axis=1)
    return unlike


def is_wood(light: Floats, nodes: Floats, bare: np.ndarray) -> tuple[np.ndarray, Floats]:
    """(n,) bool: cells that have the tint of wood; (n, 3) light that bare ones tell.

    Shadows and lamps change how bright wood is, and its tint by little.

    Args:
        light: (n, 3) log, at each cell's corners, or in its middle.
        nodes: (n, 2) where they are.
        bare: (n,) bool, cells that seem to be bare.
    """
    if bare.sum() < 2:
        return np.ones(len(light), bool), light
    away = np.linalg.norm(nodes[:, None] - nodes[bare], axis=2)
    # A bare cell's own is told by the others, too, to see how well they do.
    weight = np.where(away > 0, 1 / np.maximum(away, 0.5) ** 2, 0)
    told = weight @ light[bare] / weight.sum(axis=1, keepdims=True)
    other = light - told
    tint = np.linalg.norm(other - other.mean(axis=1, keepdims=True), axis=1)
    wood = tint < max(TINTS * float(np.median(tint[bare])), TINT)
    return wood, told


def disc() -> np.ndarray:
    """The cell's middle, which any marble hides."""
    y, x = (np.mgrid[0:SIDE, 0:SIDE] + 0.5) / SIDE - 0.5
    middle: np.ndarray = np.hypot(x, y) < 0.24
    return middle


def border() -> np.ndarray:
    """The cell's corners: wood that no marble on the hollow and few shadows reach."""
    y, x = np.abs((np.mgrid[0:SIDE, 0:SIDE] + 0.5) / SIDE - 0.5)
    corners: np.ndarray = (x > 0.38) & (y > 0.38)
    return corners
