"""Which of two series a marble belongs to: its look, learned, never wired in.

A look is what `vision.reading.looks.look_of` measures: five zones of the disc, three
channels, relative to the lamp there. Both series are Gaussians with one covariance
between them (linear discriminant analysis), shrunk towards a prior of what glass,
cat-eye and lamps do anyway, so that a handful of marbles is enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vision.camera.columns import dots
from vision.reading.odds import logistic
from vision.types import Floats

LOOK = 15  # numbers in a look
# Before anything is learned: zones of one marble differ by about a quarter (log) in
# brightness together, by a fifth each (reflections, veins), and little in tint.
COMMON, ZONE, TINT = 0.25, 0.2, 0.08
# Zones of one marble are no independent witnesses: their squared distance from a look, a
# mean over all numbers of a look, counts as that of so many of them, halved.
WITNESSES = 2.5
# Deviations by which light, neighbours and what glass shows behind it move the looks of all
# marbles on the board, on the way from one series to the other.
MOVED = 0.2
# And of the light's own tint on a marble: what two lamps of different colours do to it is not what
# the mixture of both does to the wood beside it.
TINTED = 0.4
FOLLOW = 0.05  # how fast a series' look follows its marbles
ROUNDS = 4  # in which it is found which numbers were seen as they are, and which are larger
PRIOR_WEIGHT = 12.0  # marbles' worth of that belief
_EYE = np.eye(LOOK)


def prior_covariance() -> Floats:
    """(LOOK, LOOK): brightness common to all zones, brightness of each, tint of each."""
    grey = np.ones((3, 3))
    zones = LOOK // 3
    covariance: Floats = (
        COMMON**2 * np.ones((LOOK, LOOK))
        + np.kron(np.eye(zones), ZONE**2 * grey + TINT**2 * np.eye(3))
        + 0.5 * TINT**2 * np.kron(np.ones((zones, zones)), np.eye(3))
    )
    return covariance


@dataclass(frozen=True, slots=True, eq=False)
class SeriesModel:
    """Two series' looks.

    Attributes:
        means: (2, LOOK) mean looks; a row of nan for a series not seen yet.
        counts: (2,) marbles learned from.
        covariance: (LOOK, LOOK) within a series.
        rgb: (2, 3) sRGB 0..255 to paint them with on a page; nan when not seen yet.
    """

    means: Floats
    counts: Floats
    covariance: Floats
    rgb: Floats

    @staticmethod
    def blank() -> SeriesModel:
        """Nothing seen yet."""
        unseen = np.full((2, LOOK), np.nan)
        return SeriesModel(unseen, np.zeros(2), prior_covariance(), np.full((2, 3), np.nan))

    @staticmethod
    def learn(first: Floats, second: Floats, rgb: Floats) -> SeriesModel:
        """From looks (n, LOOK) of each series and their colours (2, 3)."""
        groups = [np.asarray(first), np.asarray(second)]
        means = np.array([np.median(group, axis=0) for group in groups])
        spread = np.concatenate([group - mean for group, mean in zip(groups, means, strict=True)])
        # A reflection or a finger in one sample must not widen the whole model.
        spread = np.clip(spread, -1.0, 1.0)
        # A cat-eye's vein lies any way round: each deviation counts for all four.
        every_way = np.concatenate([turned(spread, k) for k in range(4)])
        scatter = every_way.T @ every_way / 4 + PRIOR_WEIGHT * prior_covariance()
        counts = np.array([len(group) for group in groups], float)
        return SeriesModel(means, counts, scatter / (counts.sum() + PRIOR_WEIGHT), rgb)

    @staticmethod
    def of(looks: Sequence[Floats], rgb: Sequence[Floats]) -> SeriesModel:
        """From looks (n, LOOK) and colours (n, 3) of marbles of both series, either may be none."""
        both = all(len(group) for group in looks)
        colours = [np.median(c, axis=0) if len(c) else np.full(3, np.nan) for c in rgb]
        if both:
            return SeriesModel.learn(looks[0], looks[1], np.array(colours))
        means = [np.median(g, axis=0) if len(g) else np.full(LOOK, np.nan) for g in looks]
        counts = np.array([len(group) for group in looks], float)
        return SeriesModel(np.array(means), counts, prior_covariance(), np.array(colours))

    @property
    def known(self) -> np.ndarray:
        """(2,) bool: which series have been seen."""
        return self.counts > 0

    def distances(self, looks: Floats) -> Floats:
        """(n, 2) squared Mahalanobis distances over LOOK; inf for a series not seen yet."""
        known = self.known
        every = bool(known.all())
        means = self.means if every else np.where(known[:, None], self.means, 0)
        squared = self.squared(looks[:, None] - means)
        if not every:
            squared[:, ~known] = np.inf
        return squared

    def squared(self, away: Floats) -> Floats:
        """(...) squared lengths of differences (..., LOOK), in deviations, over LOOK."""
        rows = away.reshape(-1, LOOK)
        squared: Floats = dots(rows @ self._inverse(), rows).reshape(away.shape[:-1]) / LOOK
        return squared

    def completed(self, away: Floats, cut_off: np.ndarray) -> Floats:
        """(..., n, LOOK) the likeliest differences of which no more was seen than these.

        As a Gaussian's missing numbers are told by the others (Murphy, "Machine Learning", 4.3),
        but none is less than what was seen.

        Args:
            away: (..., n, LOOK) differences from means.
            cut_off: (n, LOOK) bool, which of their numbers may be larger.
        """
        precision, free = self._inverse(), np.broadcast_to(cut_off, away.shape)
        for _ in range(ROUNDS):
            # All at once: what is known stays, as an equation of one unknown.
            left = np.where(free[..., None] & free[..., None, :], precision, _EYE)
            right = np.where(free, -np.where(free, 0, away) @ precision, away)
            likeliest = np.linalg.solve(left, right[..., None])[..., 0]
            # Some would be less than was seen, some that are taken as seen are likelier more.
            before, free = free, cut_off & (likeliest @ precision < likeliest - away)
            if (free == before).all():
                break
        return np.where(cut_off, np.maximum(likeliest, away), away)

    @property
    def separation(self) -> float:
        """How many deviations both looks lie apart; nan where one is unknown."""
        apart = self.means[1] - self.means[0]
        return float(np.sqrt(apart @ np.linalg.solve(self.covariance, apart)))

    def between(self, ways: Floats) -> tuple[Floats, Floats]:
        """(..., LOOK) and (...): what leads along ways (..., LOOK) best; how far they are, squared.

        As Fisher's discriminant does: in the deviations that marbles have anyway.
        """
        along = ways @ self._inverse()
        apart: Floats = np.add.reduce(along * ways, axis=-1) / LOOK
        return along, apart

    def _inverse(self) -> Floats:
        return _inverse(np.asarray(self.covariance, float).tobytes())

    def following(
        self, looks: Floats, rgb: Floats, weights: Floats, marbles: Floats
    ) -> SeriesModel:
        """Follow the light: the means moved towards looks by a share of the way.

        Args:
            looks: (2, LOOK) mean looks of some marbles of each series.
            rgb: (2, 3) sRGB of them.
            weights: (2,) share of the way; 0 for a series without any.
            marbles: (2,) how many they were.
        """
        means = self.means + weights[:, None] * (looks - self.means)
        colours = self.rgb + weights[:, None] * (rgb - self.rgb)
        return SeriesModel(means, self.counts + marbles, self.covariance, colours)


def told_apart(
    first: Floats,
    second: Floats,
    along: Floats,
    apart: Floats,
    tints: Floats | None = None,
    moved: Floats | float = 0.0,
) -> Floats:
    """(..., n) probability that marbles belong to the first of both series.

    Args:
        first: (..., n) squared distances from the first.
        second: (..., n) from the second.
        along: (LOOK,) or (..., n, LOOK) as of `SeriesModel.between`, from the second to the first.
        apart: () or (..., n) likewise.
        tints: (n, 3) of the light on each, if they differ, see `tints_of`.
        moved: deviations towards the first series of all looks on the board, see `moved_by`; one
            for all or (..., 1).
    """
    # A marble that is far from both is in a light that the looks were not learned in: then
    # that distance, not theirs, is the measure of what a difference means.
    least = np.maximum(np.minimum(first, second), 1)
    odds = WITNESSES * (second - first - 2 * moved * np.sqrt(apart)) / least
    # And each of them may be in another light still, which moves the odds one way or the other:
    # the mean of what they may be (MacKay 1992, "The evidence framework applied to
    # classification networks").
    astray: Floats = np.zeros(())
    if tints is not None:
        # How far the tints of a look's zones lead from one series to the other.
        zones = np.add.reduce(along.reshape(*along.shape[:-1], -1, 3), axis=-2)
        astray = TINTED * np.add.reduce(tints * zones, axis=-1) / LOOK
    unsure = 2 * WITNESSES * np.sqrt(MOVED**2 * apart + astray**2) / least
    return logistic(odds / np.sqrt(1 + np.pi / 8 * unsure**2))


def follow_light(
    series: SeriesModel, squared: Floats, looks: Floats, rgb: Floats, clear: np.ndarray
) -> SeriesModel:
    """Follow the light's slow changes by marbles in full view.

    Args:
        series: both as known so far.
        squared: (n, 2) all hollows' `distances` from them.
        looks: (n, LOOK) of all hollows, or (2, n, LOOK) as they were in the trays of either series.
        rgb: (n, 3) sRGB of them.
        clear: (n,) bool, the marbles.
    """
    if not clear.any():
        return series
    first, second = squared.T
    # Only what is clearly of one series may teach it.
    sure = clear & (np.minimum(first, second) < 4.0) & (np.abs(first - second) > 2.0)
    groups = np.array([sure & (first <= second), sure & (first > second)])
    counts = np.add.reduce(groups, axis=1)
    shares = groups / np.maximum(counts, 1)[:, None]
    weights = FOLLOW * counts / np.count_nonzero(clear)
    moved = (shares[:, None] @ looks)[:, 0]
    return series.following(moved, shares @ rgb, weights, counts)


@lru_cache(maxsize=16)
def _inverse(covariance: bytes) -> Floats:
    """(LOOK, LOOK): series follow the light by their means, so these stay once both are known."""
    return np.asarray(np.linalg.inv(np.frombuffer(covariance).reshape(LOOK, LOOK)), float)


def turned(looks: Floats, quarters: int) -> Floats:
    """The same marbles turned by quarters: the middle zone stays, the sides change places."""
    middle, sides = looks[:, :3], looks[:, 3:].reshape(-1, 4, 3)
    rolled = np.roll(sides, quarters, axis=1).reshape(-1, 12)
    return np.concatenate([middle, rolled], axis=1)
