"""What lies on the board, as far as the pictures so far tell.

Each hollow has a probability for each label. It changes with evidence, and
pictures of an unchanged scene are hardly more evidence than one of them: what
misleads the eyes (a shadow, a reflection, the colour of the lamp) is in all of
them. So the looks at a scene are averaged, which takes out what was misread in
one of them, and their average never counts for more than five looks, however
many there were. A former scene that left the hollow in doubt (then a hand came
and left) adds a quarter. So a doubtful hollow stays doubtful, however long it
is stared at: what no look makes likelier by 7 to 1 than anything else is never
certain.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from math import exp, inf, log
from typing import Final

from engine.hollows import BITS, FULL, HOLLOWS, Hollow
from engine.referee.sighting import LABELS, Row, Sighting

CHANGE: Final = 0.002
"""Chance that a hollow's marble came or went, before it is looked at."""

MISREAD: Final = 0.01
"""A look is never trusted more than this far: the eyes misread one in a hundred."""

CLEAR: Final = 5.0
"""Nats by which the likeliest label must lead to be taken for certain: about 150 to 1."""

PLAIN: Final = 2.0
"""Nats that suffice where the label is the one expected."""

LOOKS: Final = 5.0
"""What all pictures of one scene are worth together at most.

As many as make a marble certain, within the second of a recorded picture, that
the eyes give p = 0.8 and the rest to all other labels alike (``p + doubt / 5``:
by measurement right); with what more scenes add, too few for p = 0.65.
"""

ANOTHER: Final = 0.25
"""What each former scene adds that left the hollow in doubt."""

SCENES: Final = 6
"""Scenes that are counted; light and lens are the same in all."""

MOVING: Final = 0.5
"""What a look is worth while something moves over the board."""

WINDOW: Final = 8
"""Looks that are averaged; of four or more the one farthest off is left out."""

BLIND_S: Final = 1.4
"""A hollow out of view for longer than this may have been filled and emptied again.

Longer than one picture of a slide show: a combination has to be shown before
marbles are taken (D6), so nothing comes and goes behind a passing hand.
"""

_EXCHANGE: Final = str.maketrans("wWbB", "bBwW")

# A picture this plain can't move a belief that leads by this much.
_FIRM: Final = 0.97
_FULL_LEAD: Final = 7.0

Nats = tuple[float, float, float, float, float]
"""Logarithms of probabilities, up to what is common to all five."""


class _Hollow:
    """What is known of one hollow.

    Attributes:
        label: the likeliest.
        lead: by how many nats it leads the next one.
        against: how many pictures in a row have spoken against it.
    """

    def __init__(self, label: str) -> None:
        self._base = self._before = self.nats = _believed(label)
        self.label, self.lead, self.against = label, _lead(self._base), 0
        # A run: the looks since the hollow began to show one label, and which.
        self._run, self._challenged = label, ""
        self._looks: deque[tuple[Nats, float]] = deque(maxlen=WINDOW)
        self._pictures = 0.0
        # The average looks of former scenes that left it in doubt.
        self._scenes: deque[Nats] = deque(maxlen=SCENES - 1)

    def is_full(self, shown: str, top: float) -> bool:
        """Whether such a look can't tell anything new."""
        return shown == self.label and top >= _FIRM and self.lead >= _FULL_LEAD

    def agree(self) -> None:
        """It shows what is believed as firmly as can be: what was misread is forgotten."""
        self.against, self._challenged = 0, ""
        if self._looks:
            self._base = _mixed(self.nats)
            self._begin(self.label)

    def disturbed(self) -> None:
        """The scene changed: what is certain is settled, what is not may be looked at anew."""
        if self.lead >= CLEAR:
            self._base = _mixed(self.nats)
            self._begin(self.label)
        elif self._looks:
            # What was doubtful is remembered for little: the new scene may show it better.
            self._scenes.append(_mean(self._looks)[0])
            self._looks.clear()
            self._pictures, self._challenged = 0.0, ""

    def look(self, seen: Row, shown: str, fresh: bool, worth: float) -> None:
        """Take in a picture; ``shown`` is its likeliest label."""
        if fresh or not self._looks:
            self._look_again(seen, shown, worth)
        else:
            # It stands for longer, so it weighs more among the looks at this scene.
            nats, before = self._looks[-1]
            self._looks[-1] = (nats, before + worth)
        self._pictures += worth
        self._settle(self._weighed())
        doubted = seen[LABELS.index(self.label)] < 0.5
        self.against = self.against + 1 if doubted else 0

    def swap(self) -> None:
        """The series change names."""
        self._base, self._before, self.nats = (
            _as_played(nats, True) for nats in (self._base, self._before, self.nats)
        )
        looks = [(_as_played(nats, True), worth) for nats, worth in self._looks]
        self._looks = deque(looks, WINDOW)
        self._scenes = deque((_as_played(nats, True) for nats in self._scenes), SCENES - 1)
        self._run, self._challenged = exchanged(self._run), exchanged(self._challenged)
        self.label = exchanged(self.label)

    def _look_again(self, seen: Row, shown: str, worth: float) -> None:
        """One look more; two in a row that show another thing begin a new run."""
        look = (_nats(seen), worth)
        if shown == self._run:
            self._challenged = ""
        elif shown == self._challenged:
            self._turn_to(shown)
        else:
            self._challenged, self._before = shown, self.nats
        self._looks.append(look)

    def _turn_to(self, label: str) -> None:
        """The last look was no mistake: it and what follows are what counts now."""
        # What was doubtful before is no evidence now.
        if _lead(self._before) >= CLEAR:
            self._base = _mixed(self._before)
        if len(self._looks) > 1:
            last = self._looks[-1]
            self._begin(label)
            self._looks.append(last)
            self._pictures = last[1]
        self._run, self._challenged = label, ""

    def _begin(self, label: str) -> None:
        self._run, self._challenged = label, ""
        self._looks.clear()
        self._scenes.clear()
        self._pictures = 0.0

    def _weighed(self) -> Nats:
        """What was believed before, and the average look for as much as looks are worth."""
        mean, left_out = _mean(self._looks)
        worth = min(self._pictures, LOOKS)
        if left_out is not None and _top(left_out[0]) == _top(self._base) != _top(mean):
            # It says that nothing has changed: the others must not weigh more for it.
            worth = min(self._pictures - left_out[1], LOOKS)
        a, b, c, d, e = (
            was + worth * now + ANOTHER * sum(former[k] for former in self._scenes)
            for k, (was, now) in enumerate(zip(self._base, mean, strict=True))
        )
        return a, b, c, d, e

    def _settle(self, nats: Nats) -> None:
        self.nats = nats
        self.label = LABELS[_top(nats)]
        self.lead = _lead(nats)


class Belief:
    """The board as believed.

    Attributes:
        labels: the likeliest label of each hollow, 49 characters.
        lead: by how many nats it leads the next one.
        against: how many pictures in a row have spoken against it.
        covered: bitboard of the hollows hidden in the last picture.
        unseen: bitboard of the hollows that were out of view for long at some
            moment since the last ``settle``: only there can something have come
            and gone again.
        unmet: bitboard of those that have not yet shown since then what is believed of them.
        glimpsed: for w and b, bitboard of the hollows in which a marble of that
            series was believed at some moment since the last ``settle``, and
            not before.
    """

    def __init__(self, board: str, *, told: bool = False) -> None:
        """The board as it stands; ``told`` if a person vouches for it.

        What a person has said is not doubted for a weak look: until a hollow has
        shown plainly what he said, only a certain change there counts.
        """
        self._told = dict(zip(HOLLOWS, board, strict=True)) if told else {}
        self._hollows = [_Hollow(label) for label in board]
        self.labels = list(board)
        self.against = [0] * len(board)
        self.lead = [hollow.lead for hollow in self._hollows]
        self.covered = 0
        self.unseen = FULL
        self.unmet = FULL
        self.glimpsed = dict.fromkeys("wb", 0)
        self._moving = False
        self._seen_s = [-inf] * len(board)

    def see(self, sighting: Sighting, swapped: bool) -> bool:
        """Take in one picture; whether it said anything that was not fully believed already."""
        if sighting.moved:
            return True
        covered = sum(BITS[h] for h in sighting.covered)
        news = covered != self.covered
        stirred = not sighting.steady and not self._moving
        self._moving = not sighting.steady
        self._disturb(FULL if stirred else self.covered & ~covered)
        self.covered = covered
        worth = 1.0 if sighting.steady else MOVING
        for h in HOLLOWS:
            if not covered & BITS[h]:
                if sighting.time_s - self._seen_s[h] > BLIND_S:
                    self.unseen |= BITS[h]
                    self.unmet |= BITS[h]
                self._seen_s[h] = sighting.time_s
                row = _as_played(sighting.p[h], swapped)
                news |= self._look(h, row, h in sighting.fresh, worth)
                if not self.against[h]:
                    self.unmet &= ~BITS[h]
        return news

    def swap(self) -> None:
        """The series change names."""
        for hollow in self._hollows:
            hollow.swap()
        self.labels = list(exchanged("".join(self.labels)))
        self._told = {h: exchanged(label) for h, label in self._told.items()}
        self.glimpsed = {"w": self.glimpsed["b"], "b": self.glimpsed["w"]}

    def settle(self) -> None:
        """Everything up to now is explained; what is in view stays in view from here on.

        Not before each hollow has come into view as it is believed: the first picture may
        show what was done out of view, and the belief has only not turned yet.
        """
        if not self.unmet:
            self.unseen = 0
            self.glimpsed = dict.fromkeys("wb", 0)

    def wavers(self, h: int) -> bool:
        """Whether ``h`` shows something else than believed, and not just in one picture."""
        return self.against[h] >= 2 and h not in self._told

    def hear(self, said: Iterable[tuple[Hollow, str]], board: str) -> None:
        """What a person says lies there; ``?`` where he leaves it to the game's ``board``."""
        for h, label in said:
            if label == "?":
                self.leave(h, board[h])
            else:
                self.vouch(h, label)

    def vouch(self, h: Hollow, label: str) -> None:
        """A person says that ``label`` lies in ``h``."""
        self._hollows[h] = _Hollow(label)
        self._told[h] = label
        self.labels[h], self.lead[h], self.against[h] = label, self._hollows[h].lead, 0

    def leave(self, h: Hollow, label: str) -> None:
        """What a person said of ``h`` counts no more; by the game ``label`` lies there."""
        self._told.pop(h, None)
        self._hollows[h] = _Hollow(label)
        self.labels[h], self.lead[h], self.against[h] = label, self._hollows[h].lead, 0

    def _disturb(self, bits: int) -> None:
        if bits:
            for h in HOLLOWS:
                if bits & BITS[h]:
                    self._hollows[h].disturbed()

    def _look(self, h: Hollow, seen: Row, fresh: bool, worth: float) -> bool:
        """Take in one hollow; False if it shows what is believed as firmly as can be."""
        hollow, top = self._hollows[h], max(seen)
        shown = LABELS[seen.index(top)]
        if hollow.is_full(shown, top):
            hollow.agree()
            self.against[h] = 0
            self._told.pop(h, None)
            return False
        hollow.look(seen, shown, fresh, worth)
        if self._is_told(h, hollow):
            return True
        if hollow.label != self.labels[h]:
            self.labels[h] = hollow.label
            if hollow.label != ".":
                self.glimpsed[hollow.label.lower()] |= BITS[h]
        self.lead[h], self.against[h] = hollow.lead, hollow.against
        return True

    def _is_told(self, h: Hollow, hollow: _Hollow) -> bool:
        """Whether a person's word stands against a weak look."""
        told = self._told.get(h)
        if told is None or hollow.label == told:
            return False
        if hollow.lead >= CLEAR:
            del self._told[h]
            return False
        self.labels[h], self.lead[h], self.against[h] = told, CLEAR, 0
        return True


def _as_played(row: Row, swapped: bool) -> Row:
    """The row with the series named as in the game."""
    if not swapped:
        return row
    return (row[0], row[3], row[4], row[1], row[2])


def exchanged(labels: str) -> str:
    """Labels with the series exchanged.

    >>> exchanged(".wWb")
    '.bBw'
    """
    return labels.translate(_EXCHANGE)


def _nats(seen: Row) -> Nats:
    a, b, c, d, e = (log(max(MISREAD, p)) for p in seen)
    return a, b, c, d, e


def _believed(label: str) -> Nats:
    a, b, c, d, e = (log(1 - CHANGE if x == label else CHANGE / 4) for x in LABELS)
    return a, b, c, d, e


def _mixed(nats: Nats) -> Nats:
    """What is believed before the next look: the marble may have come or gone."""
    most = max(nats)
    weights = [exp(n - most) for n in nats]
    total = sum(weights)
    a, b, c, d, e = (log((1 - CHANGE) * w / total + CHANGE / 5) for w in weights)
    return a, b, c, d, e


def _mean(looks: Iterable[tuple[Nats, float]]) -> tuple[Nats, tuple[Nats, float] | None]:
    """The average look; of four or more without the one farthest off, which comes second."""
    kept = list(looks)
    if not kept:
        return (0.0,) * 5, None
    mean = _average(kept)
    if len(kept) < 4:
        return mean, None
    off = [sum(abs(n - m) for n, m in zip(nats, mean, strict=True)) for nats, _ in kept]
    left_out = kept.pop(off.index(max(off)))
    return _average(kept), left_out


def _top(nats: Nats) -> int:
    return nats.index(max(nats))


def _average(looks: list[tuple[Nats, float]]) -> Nats:
    total = sum(worth for _, worth in looks)
    a, b, c, d, e = (sum(nats[k] * worth for nats, worth in looks) / total for k in range(5))
    return a, b, c, d, e


def _lead(nats: Nats) -> float:
    second, first = sorted(nats)[-2:]
    return first - second
