"""How sure a ruling is: the chance that what it rests on lies as it was seen."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from engine.actions import parse_move
from engine.event import Event
from engine.events import CombinationFormed, FaultCalled, Moved, StepSeen
from engine.hollows import Hollow, hollow, hollow_name
from engine.position import Position

MOST: Final = 0.9999
"""Eyes are never surer: pictures of one scene share what misleads them."""


def confidence(event: Event, lead: Sequence[float]) -> float | None:
    """The probability that every hollow on which ``event`` rests is seen rightly.

    Args:
        event: what the referee is about to say.
        lead: for each of 49 hollows the nats by which its likeliest label leads.

    Returns:
        Above 0 and at most ``MOST``, four decimals; None where an event rests on no hollow.
    """
    hollows = _rests_on(event)
    if not hollows:
        return None
    chance = 1.0
    for h in hollows:
        chance /= 1.0 + exp(-lead[h])
    return max(0.0001, min(MOST, round(chance, 4)))


def _rests_on(event: Event) -> frozenset[Hollow]:
    if isinstance(event, CombinationFormed):
        return _formed(event)
    if isinstance(event, StepSeen):
        return frozenset(map(hollow, (*event.returned, *event.captured)))
    if isinstance(event, FaultCalled):
        return frozenset(map(hollow, event.hollows))
    return _moved(event.move) if isinstance(event, Moved) else frozenset()


def _formed(event: CombinationFormed) -> frozenset[Hollow]:
    """Its lines, and for a win the castle that they reach (E2)."""
    names = {name for line in event.alignments for name in line}
    if event.win is not None:
        before = Position.parse(event.before)
        castle = before.queen(before.turn.other)
        names |= set() if castle is None else {hollow_name(castle)}
    return frozenset(map(hollow, names))


def _moved(text: str) -> frozenset[Hollow]:
    """Where the marble lies, where it came from and what was taken; none for a pass."""
    move = parse_move(text)
    ends = (move.action.target, move.action.origin)
    return frozenset(h for h in ends if h is not None) | move.returns | move.captures
