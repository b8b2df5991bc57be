"""Both series as they look on the board: known from their trays, or met as marbles come."""

from __future__ import annotations

import numpy as np

from vision.colours.alike import told_by_each_other
from vision.colours.glass import Apart, Glass
from vision.colours.meeting import AnotherLight, FirstMarbles
from vision.colours.series import SeriesModel, follow_light
from vision.reading.evidence import Evidence
from vision.reading.looks import tints_of
from vision.reading.reflected import Reflected
from vision.types import Floats

SAME = 0.1  # of the logarithm: bare hollows no farther from the wood around look like a tray's


class BothSeries:
    """Tells which series marbles are of, follows the light and learns.

    Args:
        model: both series as known so far.
        tray_wood: (2, 3) by how much lighter than the board's the wood of either tray is, log; None
            where it is the same.
        places: (n, 2) where the hollows lie, in any unit; None for no matter where.

    Attributes:
        model: both series as known so far.
    """

    def __init__(
        self, model: SeriesModel, tray_wood: Floats | None = None, places: Floats | None = None
    ) -> None:
        self.model, self._tray_wood, self._places = model, tray_wood, places
        self._first = None if model.known.all() else FirstMarbles(places)
        self._another_light, self._glass = AnotherLight(places), Glass()
        # In trays, before other wood than the hollows'.
        self._in_trays = self.known

    @property
    def known(self) -> bool:
        """Whether both are, whatever comes; else they are learned from the first marbles."""
        return self._first is None

    def away(self, e: Evidence) -> tuple[Floats, Apart | None]:
        """Distance (n,) from the nearer series; how far from both, once they are known."""
        if self._first is not None:
            return self._first.nearest(e.look), None
        apart = Apart.of(self.model, e.look, self._behind(e), e.white)
        return np.sqrt(apart.nearest), apart

    def _behind(self, e: Evidence) -> Floats | None:
        """(n, 3) or (2, n, 3) by what hollows differ from the trays; None for next to nothing."""
        if not self._in_trays:
            return None
        behind = e.behind
        if self._tray_wood is not None:
            hollows = np.zeros((len(e.look), 3)) if behind is None else behind
            behind = hollows - self._tray_wood[:, None]
        if behind is None or np.add.reduce(np.abs(behind), axis=None) / behind.size < SAME:
            return None
        return behind

    def belongs(
        self,
        e: Evidence,
        apart: Apart | None,
        in_view: np.ndarray,
        reflected: Reflected | None = None,
    ) -> Floats:
        """(n, 2) probabilities of either series, of what may be marbles.

        Args:
            e: of all hollows.
            apart: how far they are from both, once they are known.
            in_view: (n,) bool, marbles in full view.
            reflected: other looks that some of them may have, or None.
        """
        if self._first is not None:
            return _of_several(self._first, e, reflected)
        assert apart is not None
        shares, told = self._glass.each_way(apart, tints_of(e.traces.light, e.traces.lamp))
        if reflected is not None:
            told[:, reflected.hollows] = self._of_several(e, reflected)
            # Beside each other, too, they would be told by looks that may be others.
            in_view = reflected.others(in_view)
        p_first = told_by_each_other(shares, told, e.look, in_view, self._places)
        return np.array([p_first, 1 - p_first]).T

    def _of_several(self, e: Evidence, seen: Reflected) -> Floats:
        """(k, m) as of `Glass.p_of_several`, of marbles that light may have been added to."""
        at, behind, white = seen.hollows, self._behind(e), e.white
        looks = np.concatenate([e.look[at][None], seen.looks])
        there = None if behind is None else np.tile(behind[..., at, :], (len(looks), 1))
        if white is not None:
            lighter = np.append(0, np.ones(len(seen.looks)))[:, None, None]
            white = (white[at] + lighter * seen.lighter[:, None]).reshape(-1, 3)
        apart = Apart.of(self.model, looks.reshape(-1, looks.shape[2]), there, white)
        return self._glass.p_of_several(apart, len(looks))

    def follow(
        self,
        e: Evidence,
        apart: Apart | None,
        in_view: np.ndarray,
        looked: np.ndarray,
        calm: bool = True,
    ) -> None:
        """Follow the light on the board, once both are known.

        Args:
            e: of all hollows.
            apart: how far they are from both.
            in_view: (n,) bool, marbles in full view.
            looked: (n,) bool, hollows looked at.
            calm: whether there is time; without, it is only seen how clear they are.
        """
        clear = in_view & looked
        if apart is None or not clear.any():
            return
        if calm or apart.ways > 1:
            self._glass.see(apart, in_view)
        if calm:
            squared, shifts = self._glass.likeliest(apart)
            self.model = follow_light(self.model, squared, e.look - shifts, e.traces.rgb, clear)

    def meet(self, e: Evidence, clear: np.ndarray) -> bool:
        """Learn both from marbles (n,) bool in full view; whether they became others."""
        met = np.flatnonzero(clear), e.look[clear], e.traces.rgb[clear]
        if self._first is None:
            behind = self._behind(e)

            def p_first(looks: Floats, hollows: np.ndarray) -> Floats:
                there = None if behind is None else behind[..., hollows, :]
                white = None if e.white is None else e.white[hollows]
                return self._glass.p_first(Apart.of(self.model, looks, there, white))

            anew = self._another_light.meet(p_first, *met)
            if anew is not None:
                self.model, self._glass, self._in_trays = anew, Glass(), False
            return anew is not None
        self._first.meet(*met)
        self.model = self._first.series
        if self._first.certain:
            self._first = None
        return True


def _of_several(first: FirstMarbles, e: Evidence, reflected: Reflected | None) -> Floats:
    """(n, 2) probabilities of either series; of those with several looks the mean by all."""
    belongs = first.belongs(e.look)
    if reflected is None:
        return belongs
    at, every = reflected.hollows, [belongs[reflected.hollows]]
    for looks in reflected.looks:
        so = e.look.copy()
        so[at] = looks
        every.append(first.belongs(so)[at])
    belongs[at] = np.mean(every, axis=0)
    return belongs
