"""The likeliest legal explanations of what lies on the board.

A *story* is what the players did since the game was last seen: up to three
complete moves and perhaps part of a fourth action's returns and captures. Each
thing that has to be supposed without having been seen makes a story dearer; the
search goes on from the cheapest, so that it looks at what the board suggests
and not at everything the rules allow.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import combinations, count
from typing import Final

from engine.actions import PASS, Action, Move, enter, place, relocate, step
from engine.combinations import completing, return_choices
from engine.errors import EngineError
from engine.game import Pending
from engine.hollows import AREA, FULL, Hollow, bits_of, hollows_in, single_bits
from engine.judging import apply, judge
from engine.legality import can_act, must_enter
from engine.referee.standing import Standing
from engine.referee.view import View
from engine.rulings import Ruling

MOVES: Final = 3
"""Complete moves that one gap may hold."""

ACTION: Final = 1.0
"""Cost of each action: the shorter of two stories is the likelier."""

HIDDEN: Final = 3.0
"""Cost of an action whose result lies under a hand."""

TAKEN_HIDDEN: Final = 1.0
"""Cost of a return or capture under a hand: hands are where marbles are being taken."""

PASSING: Final = 4.0
"""Cost of a marble that came and went again out of view."""

TRANSIT: Final = 2.0
"""Cost of a hollow where the Queen stood between two steps, out of view."""

PUT_BACK: Final = 3.0
"""Cost of a marble put back where it was taken from."""

EARLY: Final = 3.0
"""Cost of a capture before the returns are complete: it breaks D5."""

HALFWAY: Final = 2.0
"""Cost of stopping in the middle of a combination, if nobody saw how it came to that."""

MARGIN: Final = 3.0
"""By how much the best story must beat a different one."""

MOST: Final = 600
"""Beginnings of stories thought of before the search gives up and calls the board unclear."""

_EXTRA: Final = 2
"""Takings that may be supposed without being seen, in one combination."""


@dataclass(frozen=True, slots=True)
class Story:
    """One explanation.

    Attributes:
        cost: how unlikely it is; differences count.
        moves: the complete moves.
        end: where the game then stands.
        won: whether the last move wins.
        put_back: hollows where a marble taken before lies again.
        supposed: the part of the cost that is for things nobody saw.
    """

    cost: float
    moves: tuple[Move, ...]
    end: Standing
    won: bool = False
    put_back: frozenset[Hollow] = frozenset()
    supposed: float = 0.0


class TooManyStoriesError(EngineError):
    """The view leaves so much open that it can't be told what happened."""


def stories(standing: Standing, view: View) -> list[Story]:
    """Legal explanations of ``view``, the likeliest first; those far behind it are left out.

    Empty if there is none.

    Raises:
        TooManyStoriesError: too much is hidden; nothing is settled on half a search.
    """
    found: list[Story] = []
    order, made = count(), count()
    heap: list[tuple[float, int, Story, bool]] = []

    def push(story: Story, done: bool) -> None:
        heappush(heap, (story.cost, next(order), story, done))

    push(Story(0.0, (), standing), False)
    while heap:
        cost, _, story, done = heappop(heap)
        if found and cost > found[0].cost + MARGIN:
            break
        if done:
            found.append(story)
            continue
        for following, ends in _next(story, view):
            push(following, ends)
            if next(made) > MOST:
                raise TooManyStoriesError(f"more than {MOST} stories might fit")
    return found


def _next(story: Story, view: View) -> Iterator[tuple[Story, bool]]:
    """What may have happened next; True with a story that explains the view."""
    if story.end.pending is not None:
        yield from _takings(story, view)
        return
    if story.moves and not view.against(story.end.boards):
        yield story, True
    left = MOVES - len(story.moves)
    if story.won or left == 0 or not _within_reach(story, view, left):
        return
    for action, cost in _actions(story.end, view, left):
        yield from _after_action(story, action, cost)


def _within_reach(story: Story, view: View, left: int) -> bool:
    """Whether as many marbles can be added as lie there."""
    boards, mover = story.end.boards, story.end.mover
    own, others = (left + 1) // 2, left // 2
    if story.end.pending is not None:
        own, others = (left - 1) // 2, left // 2
    return (
        view.added(mover, boards).bit_count() <= own
        and view.added(mover.other, boards).bit_count() <= others
    )


def _after_action(story: Story, action: Action, unseen: float) -> Iterator[tuple[Story, bool]]:
    ruling = judge(story.end.position, action, story.end.rules)
    if not isinstance(ruling, Ruling):
        return
    story = replace(story, cost=story.cost + ACTION + unseen, supposed=story.supposed + unseen)
    if ruling.position is None:
        yield replace(story, end=replace(story.end, pending=Pending(ruling))), False
        return
    after = replace(story.end, position=ruling.position)
    moves, won = (*story.moves, ruling.move), ruling.win is not None
    yield replace(story, moves=moves, end=after, won=won), False


def _actions(standing: Standing, view: View, left: int) -> Iterator[tuple[Action, float]]:
    """Actions that the view suggests, each with the cost of what was not seen of it.

    Whether they are legal is for the judge.
    """
    position, side = standing.position, standing.mover
    if not can_act(position):
        yield PASS, 0.0
        return
    yield from _queen_actions(standing, view, left)
    if must_enter(position, side):
        return
    targets = list(_targets(standing, view, left))
    if position.reserve(side):
        for target, cost in targets:
            yield place(target), cost
        return
    for origin in hollows_in(position.attack(side) & (view.covered | ~view.attack(side))):
        unseen = HIDDEN if view.covered >> origin & 1 else 0.0
        for target, cost in targets:
            yield relocate(origin, target), max(cost, unseen)


def _targets(standing: Standing, view: View, left: int) -> Iterator[tuple[Hollow, float]]:
    """Empty hollows where the mover may have put an attack marble."""
    position, side = standing.position, standing.mover
    empty = FULL & ~position.occupied
    seen = empty & view.attack(side)
    for target in hollows_in(seen):
        yield target, HIDDEN if view.covered >> target & 1 else 0.0
    # A crossing may have gone back before anybody looked, or after a glimpse of it.
    own = position.attack(side) | position.queen_bit(side)
    crossings = empty & ~seen & completing(own)
    glimpsed = view.glimpsed(side)
    for target in hollows_in(crossings & (view.unseen | glimpsed)):
        yield target, 0.0 if glimpsed >> target & 1 else PASSING
    # Any marble may have been captured before anybody looked.
    if left >= 2 and _may_capture(standing, view):
        for target in hollows_in(empty & ~seen & ~crossings & view.unseen):
            yield target, PASSING


def _may_capture(standing: Standing, view: View) -> bool:
    """Whether the other player may form something next that is still to be seen."""
    position, other = standing.position, standing.mover.other
    own = position.attack(other) | position.queen_bit(other)
    new = (view.attack(other) | view.queen(other)) & ~own & ~view.covered
    return bool(completing(own) & new)


def _queen_actions(standing: Standing, view: View, left: int) -> Iterator[tuple[Action, float]]:
    position, side = standing.position, standing.mover
    empty = FULL & ~position.occupied
    castle = position.queen(side)
    may = view.queen(side)
    if castle is None:
        for target in hollows_in(empty & may):
            yield enter(target), HIDDEN if view.covered >> target & 1 else 0.0
        return
    if may >> castle & 1 and not view.covered >> castle & 1:
        return
    reach = AREA[position.queen_bit(side)] & empty
    for target in hollows_in(reach & may):
        yield step(castle, target), HIDDEN if view.covered >> target & 1 else 0.0
    if left >= 3:
        for target in hollows_in(reach & ~may & view.unseen):
            yield step(castle, target), TRANSIT


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


def _takings(story: Story, view: View) -> Iterator[tuple[Story, bool]]:
    """How far the returns and captures of the combination under way may have come."""
    if not _within_reach(story, view, MOVES - len(story.moves)):
        return
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


def _take(story: Story, pending: Pending, view: View, back: int) -> Iterator[tuple[Story, bool]]:
    ruling, mover = pending.ruling, story.end.mover
    later = MOVES - len(story.moves) - 1
    before, put_back = PUT_BACK if back else 0.0, frozenset(hollows_in(back))
    own, enemy = view.attack(mover), view.attack(mover.other)
    refilled = view.unseen & ~view.covered
    returns = _taking(
        bits_of(ruling.returnable),
        bits_of(pending.returned) & ~back,
        own,
        view.covered,
        refilled if later >= 2 else 0,
    )
    captures = _taking(
        bits_of(ruling.capturable),
        bits_of(pending.captured) & ~back,
        enemy,
        view.covered,
        refilled if later >= 1 else 0,
    )
    wrong = view.against(replace(story.end, pending=Pending(ruling)).boards)
    assert ruling.formed is not None
    allowed = return_choices(ruling.formed, ruling.rules)
    for returned, dear in returns.choices(ruling.returns, later):
        if not any(returned & ~choice == 0 for choice in allowed):
            continue
        for captured, dearer in captures.choices(ruling.captures, later):
            taken = returned | captured
            done = returned in allowed and captured.bit_count() == ruling.captures
            fits = not (wrong & ~taken or taken & ~view.empty)
            if (done and back) or not (done or fits):
                continue
            cost = before + dear + dearer
            if captured and returned.bit_count() < ruling.returns:
                cost += EARLY
            if not done and view.blind:
                cost += HALFWAY
            told = replace(
                story,
                cost=story.cost + cost,
                supposed=story.supposed + dear + dearer,
                put_back=put_back,
            )
            if done:
                yield _completed(told, ruling, returned, captured), False
            else:
                yield _partial(told, ruling, returned, captured), True


def _taking(candidates: int, already: int, may: int, covered: int, refilled: int) -> _Taking:
    """What of ``candidates`` is gone (``already`` or plainly), and what may be.

    ``refilled`` are hollows where a marble may have been taken and another of
    the same kind put, out of view.
    """
    left = candidates & ~already
    maybe = [(bit, TAKEN_HIDDEN) for bit in single_bits(left & may & covered)]
    maybe += [(bit, PASSING) for bit in single_bits(left & may & refilled)]
    return _Taking(already, already | (left & ~may), tuple(maybe))


def _partial(story: Story, ruling: Ruling, returned: int, captured: int) -> Story:
    taken = frozenset(hollows_in(returned)), frozenset(hollows_in(captured))
    return replace(story, end=replace(story.end, pending=Pending(ruling, *taken)))


def _completed(story: Story, ruling: Ruling, returned: int, captured: int) -> Story:
    move = Move(
        ruling.action, ruling.code, frozenset(hollows_in(returned)), frozenset(hollows_in(captured))
    )
    end = Standing(apply(ruling.before, move), rules=ruling.rules)
    return replace(story, moves=(*story.moves, move), end=end)
