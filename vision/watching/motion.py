"""Has anything changed? Has the board itself moved? Both for almost nothing a frame."""

from __future__ import annotations

from collections import deque

import cv2
import numpy as np

from vision.camera.geometry import Pose, cells
from vision.camera.sampling import View, fixed_map, remapped, share_of
from vision.types import BoardSpec, Floats, ImageBGR
from vision.watching.discs import Discs
from vision.watching.flicker import Flicker
from vision.watching.tremble import Tremble
from vision.watching.unrest import Unrest
from vision.watching.usual import Usual

MARGIN = 0.1  # of what is left to a perfect likeness: hollows in view are not all hollows
ENOUGH = 6  # bare hollows in view that tell whether the board is where it was
# Share of hollows whose surroundings a bump changes at least, and does at once: of 151 knocks none
# changed fewer than 0.96, of 43 pictures in which a hand came every other one did.
BUMPED, AT_ONCE = 0.6, 0.9
# Of the hollows: hands that hide more are rare (3 of 143), and moved boards look so strange. Where
# a hand rests over so much, the wood beside it is as it was: next to all had a correlation of more.
MOSTLY_HIDDEN, PARTLY_HIDDEN, AS_IT_WAS = 0.7, 0.25, 0.8
LESS = 0.9  # share of the usual correlation: at rest, in full view, it is searched for once
KEPT = 0.35  # share of the usual correlation: turned boards have less, hands leave more
ANOTHER = 0.12  # correlation of another scene
PITCH_PX = 16  # of the reduced picture in which shifts are looked for
POINTS = 10  # sample points a pitch along each axis, for changes
LEVELS = 8  # grey levels by which a point must differ, even to a camera without noise
SIGMAS = 5.0  # of the camera's own noise, measured, by which two pictures must differ
NOISIEST = 6.0  # grey levels of noise: beyond that it is no noise
REACH = 0.6  # pitches about a hollow: its disc and the wood that it is measured against
FEWEST = 4  # points: a fifth of the smallest marble's disc
DISC_POINTS = 16  # of a hollow, whose mean is compared
LISTENED = 4  # one of so many points tells how noisy the camera is
BLOCK = 8  # neighbours whose mean has a third of their noise
LOG = np.log(np.arange(256, dtype=np.float32) + 8.0)  # by grey level, for edges
_CHANNELS = np.tile(np.eye(3, dtype=np.float32), (BLOCK, 1))  # of as many neighbours, in line
# Of what points change by, what neighbours change by together: of noise alone, a quarter.
TOGETHER = 0.5
SHARE = 0.006  # of all points that may differ in a scene at rest


class Motion:
    """Watches the board's part of the picture.

    Args:
        pose: of the camera.
        spec: the board.
        view: of the board.
        bare_bgr: the view of the bare board.
        sure: whether the board surely lies there; if not, it is suspected of lying elsewhere
            until it is said to stand.
    """

    def __init__(
        self, pose: Pose, spec: BoardSpec, view: View, bare_bgr: ImageBGR, sure: bool = True
    ) -> None:
        steps_x = np.arange(-0.7, spec.columns - 0.3, 1 / POINTS)
        steps_y = np.arange(-0.7, spec.rows - 0.3, 1 / POINTS)
        board = np.stack(np.meshgrid(steps_x, steps_y), axis=-1).reshape(-1, 2)
        places = view.places(pose.projection(board))
        height, width = bare_bgr.shape[:2]
        x = np.clip(np.rint(places[:, 0]).astype(int), 0, width - 1)
        y = np.clip(np.rint(places[:, 1]).astype(int), 0, height - 1)
        # In the order in which they lie in memory, those first that noise is heard from.
        order = np.argsort(y * width + x, kind="stable")
        order = np.concatenate([order[k::LISTENED] for k in range(LISTENED)])
        self._listened = slice(-(-len(order) // LISTENED))
        # Straight from the picture: halved once, a view has the same mean of four there; of those
        # halved more often these are the four in the middle.
        pixels = view.pixels(np.stack([x, y], axis=-1)[order])
        self._map = fixed_map(pixels[None].astype(np.float32))
        self._tremble = Tremble(np.rint(pixels).astype(int), pose.projection.image_size)
        self._flicker = Flicker(pixels[:, 1])
        self._about, discs = _about(pose, spec, board[order])
        self._discs = Discs(discs)
        self._unrest = Unrest(LEVELS, NOISIEST * SIGMAS, 1, (len(order), 3))
        self._rest: Usual | None = None
        self._shown = self._before = np.zeros((0, 3), np.int16)
        self._sigma, self._step = 0.0, np.zeros((0, 3), np.int16)
        self._sigmas: deque[float] = deque(maxlen=12)
        self.relit(pose, spec, view, bare_bgr)
        self._sure = sure
        self.elsewhere = False
        """Whether the edges of the view last looked at fit better a little aside."""
        self._rests = 0  # looks in a row at rest in which something covered hollows
        self.same = False
        """Whether the last picture shown was the one before it, pixel for pixel."""
        self._switched = False
        self.stood = False
        """Whether the board was searched for at rest and stood; nothing changed since then."""
        self.stale = np.ones(spec.count, bool)
        """(n,) hollows whose surroundings the last picture showed changed."""

    def relit(self, pose: Pose, spec: BoardSpec, view: View, bare_bgr: ImageBGR) -> None:
        """Another lamp shines: so the bare board looks now. Args as of the class."""
        self._shift = Shift(pose, spec, view, bare_bgr)
        self._usual = self._in_motion = self._likeness = self._shift.sure

    def points(self, image_bgr: ImageBGR) -> np.ndarray:
        """(p, 3) uint8, of the whole picture: all that is looked at while nothing changes."""
        seen: np.ndarray = remapped(image_bgr, *self._map)[0]
        return seen

    def changed(self, points: np.ndarray, image_bgr: ImageBGR) -> bool:
        """Whether the board looks different from what was seen there; `stale` says where.

        Args:
            points: (p, 3) uint8 of the next picture.
            image_bgr: that picture.
        """
        self.same = False
        self.stale = np.zeros(len(self._about), bool)
        seen = points.astype(np.int16)
        if self._rest is None:
            self._rest, self._shown, self._before = Usual(seen), seen, seen
            self._discs.listen(seen)
            self.stale = np.ones(len(self._about), bool)
            return True
        self.same = bool((seen == self._shown).all())
        changed = not self.same and self._compare(self._listen(seen), image_bgr)
        self.stood &= not changed
        self._rests = 0 if changed else self._rests
        return changed

    def _listen(self, shown: np.ndarray) -> np.ndarray:
        """How noisy the camera is, from pictures that follow each other.

        Half of the board's points are at rest in some of the last few pairs.

        Returns:
            (p, 3) what is shown, in the light of what is usual where lamps flicker.
        """
        assert self._rest is not None
        step = shown[self._listened] - self._shown[self._listened]
        spread = _lower_mean(np.abs(step).astype(np.uint8))
        together = max(LEVELS / 4, TOGETHER * spread)
        self._flicker.seen(spread > LEVELS / 8 and _drift(step) > together)
        seen = self._flicker.evened(shown, self._rest.values) if self._flicker.perhaps else shown
        self._switched = self._flicker.perhaps and seen is shown
        if seen is not shown or self._before is not self._shown:
            step = seen[self._listened] - self._before[self._listened]
            spread = _lower_mean(np.abs(step).astype(np.uint8))
        self._shown, self._before, self._step = shown, seen, step
        self._sigmas.append(spread / 0.46)
        self._sigma = min(*self._sigmas, NOISIEST)
        self._discs.listen(seen)
        return seen

    def _compare(self, seen: np.ndarray, image_bgr: ImageBGR) -> bool:
        assert self._rest is not None
        different, shaken = self._differing(seen, image_bgr)
        much = bool(np.count_nonzero(different) > SHARE * len(different))
        # No hand, only a lamp changes most of the board: what is dark stays within its limit
        # then, and has another light all the same.
        lit = much and _drift(self._step) > max(LEVELS / 2, self._sigma)
        if lit or self._switched:
            self.stale = np.ones(len(self._about), bool)
            self._rest.renew(seen)
            return True
        dimly = self._discs.changed(self._rest.values)
        if shaken is not None and dimly.any():
            dimly &= ~self._discs.mostly(shaken)
        self._rest.follow(seen)
        if not (np.count_nonzero(different) or dimly.any()):
            return False
        anew = np.append(different, False)
        near = anew.take(self._about).view(np.uint8)
        self.stale = (np.add.reduce(near, axis=1, dtype=np.uint16) >= FEWEST) | dimly
        moving = much or bool(self.stale.any())
        if moving:
            anew[self._about[self.stale]] = True
            self._rest.renew_at(anew[:-1], seen)
        return moving

    def _differing(
        self, seen: np.ndarray, image_bgr: ImageBGR
    ) -> tuple[np.ndarray, np.ndarray | None]:
        """(p,) bool, which points differ; which a shake explains, None while none is suspected."""
        assert self._rest is not None
        # Levels are whole numbers, and compared as such.
        away = cv2.absdiff(seen, self._rest.values)
        usual = int(max(LEVELS, SIGMAS * self._sigma))
        shown = np.count_nonzero(away > usual)
        self._tremble.seen(bool(shown > SHARE / 2 * len(away)))
        different = away > np.maximum(self._unrest.limits, usual)
        self._unrest.see(away)
        shaken = None
        if self._tremble.perhaps:
            explained = self._tremble.explains(image_bgr, away)
            shaken = np.logical_and.reduce(explained, axis=1)
            different &= ~explained
        return different[:, 0] | different[:, 1] | different[:, 2], shaken

    def bump(
        self, view_bgr: ImageBGR, bare: np.ndarray, covered: np.ndarray, at_rest: bool
    ) -> tuple[bool, float]:
        """Whether the board seems to lie elsewhere, and the correlation of its edges, -1..1.

        Under `ANOTHER` next to nothing of the board is where it was.

        Args:
            view_bgr: of the frame.
            bare: (n,) hollows that look bare: the only ones that must look as they did.
            covered: (n,) hollows that something hides.
            at_rest: whether nothing moves in it: what was said of the board as it was being
                moved then counts no more.
        """
        if at_rest:
            self._in_motion = self._usual
        edges = self._shift.look(view_bgr)
        visible = bare & ~covered
        if np.count_nonzero(visible) < ENOUGH:
            visible = ~covered
        if np.count_nonzero(visible) < ENOUGH:
            # All hidden, or all beside its place, which looks as strange: edges tell.
            visible = np.ones(len(bare), bool)
        likeness = self._shift.likeness(edges, visible)
        self._likeness, self.elsewhere = likeness, False
        usual = min(self._usual, self._in_motion)
        hidden = share_of(covered)
        strange = at_rest and hidden > PARTLY_HIDDEN and likeness < AS_IT_WAS
        # Turned or grown about its middle a board as a whole is not aside: it is less like itself,
        # or hollows that lie a little aside look covered, and stay so.
        self._rests = self._rests + 1 if at_rest and hidden else 0
        less = at_rest and not hidden and likeness < LESS * usual
        if (less or self._rests > 1) and not self.stood:
            return True, likeness
        if strange or hidden > MOSTLY_HIDDEN:
            # Those that look bare are those that happen to be like what was there.
            return not self.stood or likeness < KEPT * usual, likeness
        if self._sure and likeness > min(self._shift.sure, usual):
            self._usual = max(self._usual, likeness)
            return False, likeness
        self.elsewhere = self._shift.found(edges, visible)
        return self.elsewhere or not self._sure or likeness < KEPT * usual, likeness

    def stands(self, at_rest: bool) -> None:
        """The board turned out to be where it was: so it looks in this light, thus crowded.

        Args:
            at_rest: whether nothing moved. A picture blurred by the very knock tells that too.
        """
        self._in_motion, self._sure, self.stood = max(self._likeness, 0.0), True, at_rest
        if at_rest:
            self._usual = self._in_motion


class Shift:
    """Compares the wood between the hollows with the bare board's, shifted a little each way.

    Args:
        pose: of the camera.
        spec: the board.
        view: of the board.
        bare_bgr: the view of the bare board.

    Attributes:
        sure: correlation of edges that the board has nowhere but in its place.
    """

    def __init__(self, pose: Pose, spec: BoardSpec, view: View, bare_bgr: ImageBGR) -> None:
        pitch_px = view.pitch_px(pose, spec)
        # Whole numbers of pixels become one: much the fastest way to reduce a picture.
        self._step = max(1, round(pitch_px / PITCH_PX))
        self._least = 0.06 * pitch_px / self._step
        self._bare = self._edges(bare_bgr)
        self._window = cv2.createHanningWindow(self._bare.shape[::-1], cv2.CV_32F)
        y, x = np.mgrid[0 : self._bare.shape[0], 0 : self._bare.shape[1]] + 0.0
        seen = (np.stack([x, y], axis=-1) + 0.5) * self._step - 0.5
        self._cells = cells(spec, pose.projection.inverse(view.pixels(seen)))
        # (n + 1, 3) how many pixels a cell has, and the sums of their edges and squares.
        flat = self._cells.ravel(), spec.count + 1
        a = self._bare.ravel().astype(float)
        self._sums = np.column_stack(
            [np.bincount(flat[0], w, flat[1]) for w in (0 * a + 1, a, a * a)]
        )
        self.sure = self._own_likeness()

    def _own_likeness(self) -> float:
        """How like itself the board is, at the most, as far aside as matters: -1..1.

        Nothing that moved so far is more like it, and noise and marbles only take from that.
        """
        everywhere = np.ones(len(self._sums) - 1, bool)
        ways = ((0, 1), (1, 0), (1, 1), (1, -1))
        beside = (self.likeness(np.roll(self._bare, way, (0, 1)), everywhere) for way in ways)
        # Near its top a correlation falls as the square of the distance.
        bound = 1 - (1 - max(beside)) * min(self._least, 1) ** 2
        return 1 - (1 - MARGIN) * (1 - bound)

    def look(self, view_bgr: ImageBGR) -> np.ndarray:
        """What `likeness` and `found` compare with the bare board's: the edges of a view."""
        return self._edges(view_bgr)

    def likeness(self, now: np.ndarray, which: np.ndarray) -> float:
        """Correlation of edges with the bare board's in those cells (n,) bool: -1..1."""
        # Sums of products, each of them one pass, say the same as taking those pixels out.
        visible = np.append(which, False)
        count, sum_a, sum_aa = visible @ self._sums
        where = visible.astype(np.float32).take(self._cells).ravel()
        a, b = self._bare.ravel(), now.ravel()
        there = where * b
        sum_b, sum_ab, sum_bb = (float(np.dot(there, x)) for x in (where, a, b))
        count = max(count, 1)
        energy = max(sum_aa - sum_a**2 / count, 0) * max(sum_bb - sum_b**2 / count, 0)
        return float(sum_ab - sum_a * sum_b / count) / float(np.sqrt(energy + 1e-12))

    def found(self, now: np.ndarray, which: np.ndarray) -> bool:
        """True when the edges of those cells lie a twentieth of a pitch off."""
        inside = np.append(which, False)[self._cells].astype(np.float32)
        inside = cv2.GaussianBlur(inside, (0, 0), 2) * self._window
        (dx, dy), response = cv2.phaseCorrelate(self._bare * inside, now * inside)
        return response > 0.1 and float(np.hypot(dx, dy)) > self._least

    def _edges(self, view_bgr: ImageBGR) -> np.ndarray:
        """Edges of a reduced copy: a twentieth of a pitch is still a whole pixel there."""
        grey = cv2.cvtColor(view_bgr, cv2.COLOR_BGR2GRAY)
        size = (grey.shape[1] // self._step, grey.shape[0] // self._step)
        grey = grey[: size[1] * self._step, : size[0] * self._step]
        small = cv2.LUT(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), LOG)
        bends = cv2.Laplacian(cv2.GaussianBlur(small, (0, 0), 0.7), cv2.CV_32F)
        edges: np.ndarray = np.minimum(np.abs(bends), 0.3)
        return edges


def _drift(step: np.ndarray) -> float:
    """Grey levels by which three quarters of the board changed at the least.

    Noise goes both ways, so it is told from a lamp by means over neighbours.

    Args:
        step: (n, 3) signed changes, in the order in which the points lie.
    """
    blocks = step[: len(step) // BLOCK * BLOCK].reshape(-1, 3 * BLOCK)
    # A product sums them soonest; whole numbers stay whole.
    sums = np.abs(blocks.astype(np.float32) @ _CHANNELS).ravel()
    quarter = sums.size // 4
    sums.partition(quarter)
    return float(sums[quarter]) / BLOCK


def _lower_mean(values: np.ndarray) -> float:
    """Of the lower half of uint8: levels are whole numbers, their median would jump."""
    half = values.size // 2
    below = np.minimum(np.bincount(values.ravel()).cumsum(), half)
    # So many of them are more than 0, more than 1 and so on: those add up to their sum.
    return float(np.add.reduce(half - below)) / half


def _about(pose: Pose, spec: BoardSpec, board: Floats) -> tuple[np.ndarray, np.ndarray]:
    """Numbers of the points that a hollow is measured at, and of those in its marble's disc.

    Returns:
        (n, m) filled up with the count of all; (n, DISC_POINTS).
    """
    nodes = spec.nodes()
    # A marble shows beside its hollow, away from the camera: by its height's parallax.
    towards = nodes - pose.camera[:2]
    middle = nodes + 0.3 * towards / pose.camera[2]
    away = np.linalg.norm(board[None] - middle[:, None], axis=2)
    near = away < REACH
    about = np.full((len(nodes), int(near.sum(axis=1).max())), len(board))
    for row, which in zip(about, near, strict=True):
        row[: which.sum()] = np.flatnonzero(which)
    return about, np.argpartition(away, DISC_POINTS, axis=1)[:, :DISC_POINTS]
