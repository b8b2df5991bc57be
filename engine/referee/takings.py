"""How far the returns and captures of a combination under way may have come."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from typing import Final

from engine.actions import Move
from engine.combinations import return_choices
from engine.game import Pending
from engine.hollows import bits_of, hollows_in, single_bits
from engine.judging import apply
from engine.position import Side
from engine.referee.standing import Boards, Standing
from engine.referee.story import (
    EARLY,
    HALFWAY,
    PASSING,
    PUT_BACK,
    TAKEN_HIDDEN,
    Story,
)
from engine.referee.thought import Thought, least_ahead
from engine.referee.view import View
from engine.rulings import Ruling

_EXTRA: Final = 2
"""Takings that may be supposed without being seen, in one combination."""


@dataclass(frozen=True, slots=True)
class _Taking:
    """One kind of taking: what was taken before, what is gone now, what may be, at what cost."""

    already: int
    gone: int
    maybe: tuple[tuple[int, float], ...]

    def choices(self, most: int, later: int) -> Iterator[tuple[int, float]]:
        """What may have been taken, at most ``most`` marbles, with its cost.

        If moves may follow ``later``, the others that are gone may have gone in
        them: captured by the other player, or back into his reserve.
        """
        left = most - self.gone.bit_count()
        if left < 0 and later:
            free = single_bits(self.gone & ~self.already)
            for some in combinations(free, max(0, most - self.already.bit_count())):
                yield self.already | sum(some), 0.0
        for size in range(min(left, _EXTRA) + 1):
            for extra in combinations(self.maybe, size):
                bits = self.gone
                for bit, _ in extra:
                    bits |= bit
                yield bits, sum(cost for _, cost in extra)


def next_takings(story: Story, view: View) -> Iterator[Thought]:
    """How far the returns and captures of the combination under way may have come."""
    pending = story.end.pending
    assert pending is not None
    yield from _take(story, pending, view, 0)
    back = _reappeared(story.end, pending, view)
    if back:
        yield from _take(story, pending, view, back)


def _reappeared(standing: Standing, pending: Pending, view: View) -> int:
    """Marbles seen where they had been taken from."""
    own, enemy = view.attack(standing.mover), view.attack(standing.mover.other)
    plain = ~view.covered
    return (bits_of(pending.returned) & own & plain) | (bits_of(pending.captured) & enemy & plain)


def _take(story: Story, pending: Pending, view: View, back: int) -> Iterator[Thought]:
    ruling, mover, later = pending.ruling, story.end.mover, story.left - 1
    untaken = replace(story.end, pending=Pending(ruling)).boards
    wrong = view.against(untaken)
    assert ruling.formed is not None
    allowed = return_choices(ruling.formed, ruling.rules)
    captures = list(_captures(story, pending, view, back).choices(ruling.captures, later))
    for returned, dear in _returns(story, pending, view, back).choices(ruling.returns, later):
        if not any(returned & ~choice == 0 for choice in allowed):
            continue
        for captured, dearer in captures:
            taken = returned | captured
            supposed = dear + dearer
            cost = story.cost + supposed + (PUT_BACK if back else 0.0)
            if captured and returned.bit_count() < ruling.returns:
                cost += EARLY
            if captured.bit_count() == ruling.captures and returned in allowed:
                boards = _without(untaken, mover, returned, captured)
                ahead = least_ahead(view, boards, mover.other, later, open_end=False)
                if ahead is not None and not back:
                    make = partial(_completed, story, ruling, returned, captured, cost, supposed)
                    yield Thought(cost, ahead, False, make)
            elif not (wrong & ~taken or taken & ~view.empty):
                cost += HALFWAY if view.blind else 0.0
                part = partial(_partial, story, ruling, returned, captured, cost, supposed, back)
                yield Thought(cost, 0.0, True, part)


def _returns(story: Story, pending: Pending, view: View, back: int) -> _Taking:
    return _taking(
        bits_of(pending.ruling.returnable),
        bits_of(pending.returned) & ~back,
        view.attack(story.end.mover),
        view.covered,
        _refilled(view, story.end.mover) if story.left >= 3 else 0,
    )


def _captures(story: Story, pending: Pending, view: View, back: int) -> _Taking:
    return _taking(
        bits_of(pending.ruling.capturable),
        bits_of(pending.captured) & ~back,
        view.attack(story.end.mover.other),
        view.covered,
        _refilled(view, story.end.mover.other) if story.left >= 2 else 0,
    )


def _refilled(view: View, side: Side) -> int:
    """Where a marble of ``side`` may have been put into a hollow just emptied."""
    return (view.unseen | view.glimpsed(side)) & ~view.covered


def _taking(candidates: int, already: int, may: int, covered: int, refilled: int) -> _Taking:
    """What of ``candidates`` is gone (``already`` or plainly), and what may be.

    ``refilled`` are hollows where a marble may have been taken and another of
    the same kind put, without more than a glimpse of it.
    """
    left = candidates & ~already
    maybe = [(bit, TAKEN_HIDDEN) for bit in single_bits(left & may & covered)]
    maybe += [(bit, PASSING) for bit in single_bits(left & may & refilled)]
    return _Taking(already, already | (left & ~may), tuple(maybe))


def _without(boards: Boards, mover: Side, returned: int, captured: int) -> Boards:
    w, queen_w, b, queen_b = boards
    if mover is Side.W:
        return w & ~returned, queen_w, b & ~captured, queen_b
    return w & ~captured, queen_w, b & ~returned, queen_b


def _partial(
    story: Story,
    ruling: Ruling,
    returned: int,
    captured: int,
    cost: float,
    supposed: float,
    back: int,
) -> Story:
    pending = Pending(ruling, frozenset(hollows_in(returned)), frozenset(hollows_in(captured)))
    end = Standing(story.end.position, pending, story.end.rules)
    put_back, supposed = frozenset(hollows_in(back)), story.supposed + supposed
    return Story(cost, story.moves, end, put_back=put_back, supposed=supposed)


def _completed(
    story: Story, ruling: Ruling, returned: int, captured: int, cost: float, supposed: float
) -> Story:
    taken = frozenset(hollows_in(returned)), frozenset(hollows_in(captured))
    move = Move(ruling.action, ruling.code, *taken)
    end = Standing(apply(ruling.before, move), rules=ruling.rules)
    return Story(cost, (*story.moves, move), end, supposed=story.supposed + supposed)
