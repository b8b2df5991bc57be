"""What lies on the board, as far as the pictures so far tell: a filter over time.

Each hollow has a probability for each label. A picture multiplies it with what
it shows; between pictures a marble may have come or gone, with a small chance.
That chance bounds how sure a belief can get, so a change is believed after
three clear pictures and a single misread one never is.
"""

from __future__ import annotations

from math import inf, log
from typing import Final

from engine.hollows import BITS, FULL, HOLLOWS
from engine.referee.sighting import LABELS, Row, Sighting

CHANGE: Final = 0.002
"""Chance that a hollow changes between two pictures."""

MISREAD: Final = 0.01
"""A steady picture is never trusted more than this far: the eyes misread one in a hundred."""

BLUR: Final = 0.1
"""The same while something moves over the board."""

CLEAR: Final = 5.0
"""Nats by which the likeliest label must lead to be taken for certain: about 150 to 1."""

PLAIN: Final = 2.0
"""Nats that suffice where the label is the one expected."""

BLIND_S: Final = 1.4
"""A hollow out of view for longer than this may have been filled and emptied again.

Longer than one picture of a slide show: a combination has to be shown before
marbles are taken (D6), so nothing comes and goes behind a passing hand.
"""


_EXCHANGE: Final = str.maketrans("wWbB", "bBwW")


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
        glimpsed: bitboard of the hollows of which something else was believed at
            some moment since the last ``settle``.
    """

    def __init__(self, board: str, *, told: bool = False) -> None:
        """The board as it stands; ``told`` if a person vouches for it.

        What a person has said is not doubted for a weak look: until a hollow has
        shown plainly what he said, only a certain change there counts.
        """
        self._told = FULL if told else 0
        self._rows: list[Row] = [_sure(label) for label in board]
        self.labels = list(board)
        self.against = [0] * len(board)
        self.lead = [_lead(row) for row in self._rows]
        self.covered = 0
        self.unseen = FULL
        self.glimpsed = 0
        self._seen_s = [-inf] * len(board)

    def see(self, sighting: Sighting, swapped: bool) -> bool:
        """Take in one picture; whether it said anything that was not fully believed already."""
        if sighting.moved:
            return True
        covered = sum(BITS[h] for h in sighting.covered)
        news = covered != self.covered
        self.covered = covered
        floor = MISREAD if sighting.steady else BLUR
        for h in HOLLOWS:
            if not covered & BITS[h]:
                if sighting.time_s - self._seen_s[h] > BLIND_S:
                    self.unseen |= BITS[h]
                self._seen_s[h] = sighting.time_s
                news |= self._look(h, _as_played(sighting.p[h], swapped), floor)
        return news

    def swap(self) -> None:
        """The series change names."""
        self._rows = [_as_played(row, True) for row in self._rows]
        self.labels = list(exchanged("".join(self.labels)))

    def settle(self) -> None:
        """Everything up to now is explained; what is in view stays in view from here on."""
        self.unseen = 0
        self.glimpsed = 0

    def wavers(self, h: int) -> bool:
        """Whether ``h`` shows something else than believed, and not just in one picture."""
        return self.against[h] >= 2 and not self._told >> h & 1

    def _look(self, h: int, seen: Row, floor: float) -> bool:
        """Take in one hollow; False if it shows what is believed as firmly as can be."""
        top = max(seen)
        shown = LABELS[seen.index(top)]
        if self._told and top >= _FIRM:
            self._told &= ~BITS[h]
        if shown == self.labels[h] and top >= _FIRM and self.lead[h] >= _FULL_LEAD:
            self.against[h] = 0
            return False
        row = self._rows[h]
        weights = [
            ((1 - CHANGE) * was + CHANGE / 5) * max(floor, p)
            for was, p in zip(row, seen, strict=True)
        ]
        total = sum(weights)
        empty, w, queen_w, b, queen_b = (weight / total for weight in weights)
        self._rows[h] = row = (empty, w, queen_w, b, queen_b)
        likeliest = LABELS[row.index(max(row))]
        if likeliest != self.labels[h]:
            self.labels[h] = likeliest
            self.glimpsed |= BITS[h]
        self.lead[h] = _lead(row)
        doubted = seen[LABELS.index(self.labels[h])] < 0.5
        self.against[h] = self.against[h] + 1 if doubted else 0
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


def _sure(label: str) -> Row:
    empty, w, queen_w, b, queen_b = (1 - CHANGE if x == label else CHANGE / 4 for x in LABELS)
    return (empty, w, queen_w, b, queen_b)


def _lead(row: Row) -> float:
    second, first = sorted(row)[-2:]
    return log(first / second)


# A picture this plain can't move a belief that leads by this much.
_FIRM: Final = 0.97
_FULL_LEAD: Final = 7.0
