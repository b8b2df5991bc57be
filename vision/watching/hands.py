"""What hides hollows: a hand, its sleeve and its shadow, as one large patch from outside the board.

Marbles change discs that we can foretell; take those away, and what is left of the
change is small shadows beside them, or something that reaches in over the edge.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.camera.geometry import Pose, resting_height, sphere_outlines
from vision.camera.sampling import LOG, View, fixed_map, remapped
from vision.reading.channels import Channels
from vision.types import BoardSpec, Floats, ImageBGR
from vision.watching.cast import CastShadows

SIDE = 12  # pixels a pitch of the small picture in which hands are looked for
# Pitches round the grid: wood of the board itself, before any tray usually begins; and the least.
MARGIN, NARROW = 0.85, 0.5
CHANGE = 0.1  # of the logarithm, beyond the light's own change
NOISES = 4.5  # deviations beyond that: next to no pixel of a bare board has them
# The same for the small picture itself, of which a quarter differs by half a deviation at most.
QUARTERS = 4.5
SMALLEST = 0.45  # square pitches: larger than one marble's shadow, smaller than a finger
MEAN = np.full((1, 3), 1 / 3, np.float32)  # of three channels
OPENED = np.ones((3, 3), np.uint8)  # a finger is thicker than that, the rim of a marble is not
FILLED = 2  # beside 0 and 1 of a mask
# Square pitches: what marbles' shadows and strange hollows among them made was 2 to 7. Hands pass
# through that as they come in, most are 10 to 25 then; what is larger is asked no more.
SHADOWS = 9.0
LEFT = 0.3  # of what seems a hand: more of it than the rims of shadows is no shadow
OVERLAP = 0.12  # of a hollow's disc hidden: then it is no longer surely what it seems
APART = 0.44  # pitches: strange hollows side by side are no patch by themselves
TOUCHED = 0.3  # of the wood round a marble hidden: a marble held, or part of the hand


class Hands:
    """Looks for hands over one board.

    Args:
        pose: of the camera.
        spec: the board.
        radii: of the small and the large marble, in pitches.
        rim: of the hollows, in pitches.
        view: of the board.
        bare_bgr: the view of the bare board.
        wood: pitches round the grid in which nothing shows but wood, as far as is known. Marbles
            in trays come and go; and what lies beyond a bumped board's edge has not moved with it.
    """

    def __init__(
        self,
        pose: Pose,
        spec: BoardSpec,
        radii: tuple[float, float],
        rim: float,
        view: View,
        bare_bgr: ImageBGR,
        wood: float = MARGIN,
    ) -> None:
        margin = float(np.clip(wood, NARROW, MARGIN))
        self._size = (
            round((spec.columns - 1 + 2 * margin) * SIDE),
            round((spec.rows - 1 + 2 * margin) * SIDE),
        )
        x = (np.arange(self._size[0]) + 0.5) / SIDE - margin
        y = (np.arange(self._size[1]) + 0.5) / SIDE - margin
        places = view.places(pose.projection(np.stack(np.meshgrid(x, y), axis=-1)))
        self._map = fixed_map(places.astype(np.float32))
        inside = np.zeros(self._size[::-1], bool)
        inside[2:-2, 2:-2] = True
        self._edge = np.flatnonzero(~inside)
        small = LOG.take(self._small(bare_bgr))
        self._channels = Channels(np.moveaxis(small, -1, 0).reshape(3, -1))
        self._bare = self._small_log(bare_bgr, np.zeros(3))
        nodes = spec.nodes()

        def footprints(radius: float, grow: float) -> np.ndarray:
            return _footprints(pose, nodes, radius, rim, grow, margin, self._size)

        self._cast = CastShadows(
            (nodes + margin) * SIDE - 0.5, self._size, SIDE, radii[1] / radii[0]
        )
        discs = [footprints(radius, 1.2) for radius in radii]
        self._discs = [_Areas(disc) for disc in discs]
        self._strange = _Areas(footprints(radii[1], min(1.2, APART / radii[1])))
        self._cells = _Areas(footprints(radii[1], 1.0))
        self._rings = [
            _Areas(footprints(radius, 1.6) & ~disc)
            for radius, disc in zip(radii, discs, strict=True)
        ]

    def over(
        self,
        view_bgr: ImageBGR,
        marbles: np.ndarray,
        large: np.ndarray,
        convincing: np.ndarray,
        strange: np.ndarray,
        light: Floats,
        noise: float,
    ) -> tuple[np.ndarray, float]:
        """Which hollows a hand hides, (n,) bool, and its size in square pitches; 0 without one.

        Args:
            view_bgr: the view of the frame.
            marbles: (n,) bool, hollows that look as if a marble lay there.
            large: (n,) bool, which of those look large.
            convincing: (n,) bool, which of them no fingertip looks like.
            strange: (n,) bool, hollows that look neither bare nor like a marble: a hand
                may have the colour of the wood, but it has no dents.
            light: (3,) what the lamp has done to the board since it was bare, log. A hand
                may hide most of the picture, which therefore does not tell.
            noise: of the frame, log.
        """
        away = cv2.transform(cv2.absdiff(self._small_log(view_bgr, light), self._bare), MEAN)
        doubts = marbles, large, convincing, strange
        hidden, hand = self._hidden(changed := away > CHANGE + NOISES * noise, *doubts)
        if hand is None and strange.any() and (less := _noise(away)) < NOISES * noise:
            # Something is strange, and in much noise little else is seen of a dark hand.
            hidden, hand = self._hidden(changed := away > CHANGE + less, *doubts)
        if hand is None or self._shadows_alone(hand, changed, marbles, large):
            return np.zeros(len(marbles), bool), 0.0
        return hidden, _size(hand)

    def _shadows_alone(
        self, hand: np.ndarray, changed: np.ndarray, marbles: np.ndarray, large: np.ndarray
    ) -> bool:
        """Whether nothing of what seems a hand is left without the shadows that marbles cast.

        Args:
            hand: (H, W) bool, what seems one.
            changed: (H, W) bool, where the small picture differs from the bare board's.
            marbles: (n,) bool, hollows that look as if a marble lay there.
            large: (n,) bool, which of those look large.
        """
        if _size(hand) > SHADOWS:
            return False
        discs, small = np.zeros(changed.shape, bool), marbles & ~large
        self._discs[0].paint(discs, small, True)
        self._discs[1].paint(discs, marbles & large, True)
        apart = np.zeros(len(marbles), bool)
        apart[small] = self._cells.share(hand, small) == 0
        shadows = self._cast(changed, small, marbles & large, discs | hand, apart)
        # What is only strange is no hand.
        rest = (hand & changed & ~shadows & ~discs).astype(np.uint8)
        rest = cv2.morphologyEx(rest, cv2.MORPH_OPEN, OPENED)
        left, most = cv2.countNonZero(rest), SMALLEST * SIDE**2
        if left > LEFT * np.count_nonzero(hand):
            return False
        if left <= most:
            return True
        pieces = cv2.connectedComponentsWithStats(rest, connectivity=4)[2][1:, cv2.CC_STAT_AREA]
        return bool(pieces.max() <= most)

    def _hidden(
        self,
        changed: np.ndarray,
        marbles: np.ndarray,
        large: np.ndarray,
        convincing: np.ndarray,
        strange: np.ndarray,
    ) -> tuple[np.ndarray, np.ndarray | None]:
        """Hollows (n,) bool, and the hand (H, W) bool, None without.

        Args as of `over`, and (H, W) bool where the small picture differs from the bare board's.
        """
        mask = changed.copy()
        self._strange.paint(mask, strange, True)
        trusted, hand = marbles.copy(), None
        # A marble beside a hand may be a fingertip: doubted, it becomes part of the hand,
        # which may then reach the next one.
        while True:
            beside = mask.copy()
            self._discs[0].paint(beside, trusted & ~large, False)
            self._discs[1].paint(beside, trusted & large, False)
            hand = self._from_outside(beside, changed)
            if hand is None:
                break
            asked = trusted & ~convincing
            if not asked.any():
                break
            doubted = np.zeros(len(marbles), bool)
            for ring, which in zip(self._rings, (asked & ~large, asked & large), strict=True):
                doubted[which] = ring.share(hand, which) > TOUCHED
            if not doubted.any():
                break
            trusted &= ~doubted
        hidden: np.ndarray = marbles & ~trusted
        if hand is not None:
            hidden[~trusted] |= self._cells.share(hand, ~trusted) > OVERLAP
        return hidden, hand

    def _small_log(self, view_bgr: ImageBGR, light: Floats) -> np.ndarray:
        """(H, W, 3) float32 logs of the small picture, what the lamp has done (3,) taken off."""
        small, light = self._small(view_bgr), light.astype(np.float32)
        if not self._channels.plain:
            mixed: np.ndarray = cv2.transform(LOG.take(small), self._channels.mixing) - light
            return mixed
        logged: np.ndarray = cv2.LUT(small, (LOG[:, None] - light)[None])
        return logged

    def _small(self, view_bgr: ImageBGR) -> np.ndarray:
        """(H, W, 3) uint8."""
        return cv2.GaussianBlur(remapped(view_bgr, *self._map), (3, 3), 0)

    def _from_outside(self, mask: np.ndarray, changed: np.ndarray) -> np.ndarray | None:
        """The parts of the mask that reach the picture's edge and much of which has changed.

        None without any: what is only strange is no hand.
        """
        left: np.ndarray = cv2.morphologyEx(mask.view(np.uint8), cv2.MORPH_OPEN, OPENED)
        if cv2.countNonZero(left) <= SMALLEST * SIDE**2:
            return None
        hand: np.ndarray | None = None
        # Few parts reach the edge: each is filled from there and taken out, all others are let be.
        while (on_edge := left.take(self._edge)).any():
            y, x = divmod(int(self._edge[on_edge.argmax()]), left.shape[1])
            cv2.floodFill(left, None, (x, y), (FILLED,))
            part = left == FILLED
            left &= 1  # nothing is left of it
            if np.count_nonzero(part & changed) > SMALLEST * SIDE**2:
                hand = part if hand is None else hand | part
        return hand


def _size(mask: np.ndarray | None) -> float:
    """Square pitches of a mask (H, W) bool; 0 of none."""
    return 0.0 if mask is None else float(np.count_nonzero(mask)) / SIDE**2


def _footprints(
    pose: Pose,
    nodes: Floats,
    radius: float,
    rim: float,
    grow: float,
    margin: float,
    size: tuple[int, int],
) -> np.ndarray:
    """(n, H, W) bool: what marbles of that radius, a little larger, hide of the small picture."""
    height = resting_height(radius, rim)
    spheres = np.column_stack([nodes, np.full(len(nodes), height)])
    discs = sphere_outlines(pose, spheres, radius)
    angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    ring = np.column_stack([np.cos(angle), np.sin(angle)])
    outline = discs.centres_px[:, None] + grow * discs.radii_px[:, None, None] * ring
    board = pose.projection.inverse(outline)
    pixels = np.rint((board + margin) * SIDE - 0.5).astype(np.int32)
    masks = np.zeros((len(nodes), size[1], size[0]), np.uint8)
    for mask, polygon in zip(masks, pixels, strict=True):
        cv2.fillConvexPoly(mask, polygon, 1)
    return masks.astype(bool)


def _noise(away: np.ndarray) -> float:
    """Beyond what next to no pixel of a bare board differs by, from the quarter that does least."""
    some = away[::2, ::2].ravel()
    return QUARTERS * float(np.partition(some, some.size // 4)[some.size // 4])


class _Areas:
    """Parts of the small picture, one a hollow, as lists of pixels.

    Args:
        masks: (n, H, W) bool.
    """

    def __init__(self, masks: np.ndarray) -> None:
        flat = masks.reshape(len(masks), -1)
        self._counts = flat.sum(axis=1)
        # Short lists are filled up with their own first pixel; none at all (out of the picture)
        # with the picture's, which alone is opened away.
        self._pixels = np.repeat(flat.argmax(axis=1)[:, None], int(self._counts.max()), axis=1)
        for row, mask in zip(self._pixels, flat, strict=True):
            inside = np.flatnonzero(mask)
            row[: len(inside)] = inside

    def paint(self, mask: np.ndarray, which: np.ndarray, value: bool) -> None:
        """Set those hollows' areas in an (H, W) mask."""
        hollows = which.nonzero()[0]
        if len(hollows):
            mask.reshape(-1)[self._pixels.take(hollows, 0)] = value

    def share(self, mask: np.ndarray, which: np.ndarray) -> Floats:
        """Share of each of those areas, (n,) bool, that the mask fills."""
        hollows = which.nonzero()[0]
        if not len(hollows):
            return np.zeros(0)
        filled = mask.ravel().take(self._pixels.take(hollows, 0))
        counts = self._counts.take(hollows)
        # Less the first pixel as often as a short list is filled up with it.
        more = filled[:, 0] * (filled.shape[1] - counts)
        share: Floats = (np.add.reduce(filled, axis=1) - more) / np.maximum(counts, 1)
        return share
