"""Which actions a view suggests, and what it costs to believe them.

Whether they are legal is for the judge.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.actions import PASS, Action, bare_move, enter, place, relocate, step
from engine.combinations import completing
from engine.game import Pending
from engine.hollows import AREA, BITS, FULL, Hollow, hollows_in
from engine.judging import judge
from engine.legality import can_act, marbles_after, must_enter
from engine.position import Side
from engine.referee.standing import Boards, Standing
from engine.referee.story import ACTION, HIDDEN, PASSING, TRANSIT, Story
from engine.referee.thought import Thought, least_ahead
from engine.referee.view import View
from engine.rulings import Ruling


def next_actions(story: Story, view: View) -> Iterator[Thought]:
    """The actions that may have come next."""
    standing, left = story.end, story.left
    hurry = _in_a_hurry(standing, view, left)
    for action, unseen in _actions(standing, view, left, hurry):
        boards, forming = _after(standing, action)
        ahead = least_ahead(view, boards, standing.mover.other, left - 1, forming)
        if ahead is not None:
            cost = story.cost + ACTION + unseen
            yield Thought(cost, ahead, False, partial(_told, story, action, unseen))


def _in_a_hurry(standing: Standing, view: View, left: int) -> int:
    """Where the next marble must come to lie if the rest is to be explained in time.

    All hollows while there is time for something else.
    """
    own = view.added(standing.mover, standing.boards)
    other = view.added(standing.mover.other, standing.boards)
    idle = max(2 * other.bit_count() - 1, 2 * own.bit_count(), 0) < left
    return FULL if idle else own


def _after(standing: Standing, action: Action) -> tuple[Boards, bool]:
    """The boards once an action is done, and whether it forms something."""
    position, side = standing.position, standing.mover
    attack, queen = marbles_after(position, action)
    forming = action.target is not None and bool(
        completing((attack | queen) & ~(1 << action.target)) >> action.target & 1
    )
    if side is Side.W:
        return (attack, queen, position.attack_b, position.queen_b), forming
    return (position.attack_w, position.queen_w, attack, queen), forming


def _told(story: Story, action: Action, unseen: float) -> Story | None:
    ruling = judge(story.end.position, action, story.end.rules)
    if not isinstance(ruling, Ruling):
        return None
    rules, cost = story.end.rules, story.cost + ACTION + unseen
    supposed = story.supposed + unseen
    if ruling.position is None:
        end = Standing(story.end.position, Pending(ruling), rules)
        return Story(cost, story.moves, end, supposed=supposed, put_back=story.put_back)
    move = ruling.move if ruling.win is not None else bare_move(action)
    end = Standing(ruling.position, None, rules)
    won = ruling.win is not None
    return Story(cost, (*story.moves, move), end, won, story.put_back, supposed)


def _actions(
    standing: Standing, view: View, left: int, among: int
) -> Iterator[tuple[Action, float]]:
    """Actions to hollows ``among`` some that the view suggests, with what was not seen of each."""
    position, side = standing.position, standing.mover
    if not can_act(position):
        yield PASS, 0.0
        return
    yield from _queen_actions(standing, view, left, among)
    if must_enter(position, side):
        return
    targets = [(h, cost) for h, cost in _targets(standing, view, left) if among >> h & 1]
    if position.reserve(side):
        for target, cost in targets:
            yield place(target), cost
        return
    yield from _relocations(standing, view, left, targets)


def _relocations(
    standing: Standing, view: View, left: int, targets: list[tuple[Hollow, float]]
) -> Iterator[tuple[Action, float]]:
    position, side = standing.position, standing.mover
    attack, wrong = position.attack(side), view.against(standing.boards)
    for origin in hollows_in(attack & (view.covered | ~view.attack(side))):
        unseen = HIDDEN if view.covered >> origin & 1 else 0.0
        rest, may = wrong & ~BITS[origin], FULL
        if left == 1 and rest:
            # The last action explains all the rest, or forms what does.
            may = completing((attack & ~BITS[origin]) | position.queen_bit(side))
            may |= rest if rest.bit_count() == 1 else 0
        for target, cost in targets:
            if may & BITS[target]:
                yield relocate(origin, target), max(cost, unseen)


def _targets(standing: Standing, view: View, left: int) -> Iterator[tuple[Hollow, float]]:
    """Empty hollows where the mover may have put an attack marble."""
    position, side = standing.position, standing.mover
    empty = FULL & ~position.occupied
    seen = empty & view.attack(side)
    for target in hollows_in(seen):
        yield target, HIDDEN if view.covered >> target & 1 else 0.0
    # A crossing may have gone back before anybody looked, or after a glimpse of it.
    crossings = completing(position.attack(side) | position.queen_bit(side))
    # So may any marble, in what came next: returned, captured or moved on.
    gone = empty & ~seen
    glimpsed = gone & view.glimpsed(side) & (FULL if left >= 2 else crossings)
    for target in hollows_in(glimpsed):
        yield target, 0.0
    later = FULL if left >= 2 and _may_capture(standing, view) else 0
    later |= _may_return(standing, view, left)
    for target in hollows_in(gone & ~glimpsed & view.unseen & (crossings | later)):
        yield target, PASSING


def _may_return(standing: Standing, view: View, left: int) -> int:
    """Hollows in line with what the mover may have put two actions later: it returned both."""
    position, side = standing.position, standing.mover
    own = position.attack(side) | position.queen_bit(side)
    later = (view.added(side, standing.boards) | view.glimpsed(side)) & ~own
    return completing(own | later) if left >= 3 and later else 0


def _may_capture(standing: Standing, view: View) -> bool:
    """Whether the other player may form something next that is still to be seen."""
    position, other = standing.position, standing.mover.other
    own = position.attack(other) | position.queen_bit(other)
    new = (view.attack(other) | view.queen(other)) & ~own & ~view.covered
    return bool(completing(own) & new)


def _queen_actions(
    standing: Standing, view: View, left: int, among: int
) -> Iterator[tuple[Action, float]]:
    position, side = standing.position, standing.mover
    empty = among & ~position.occupied
    castle = position.queen(side)
    may = view.queen(side)
    if castle is None:
        for target in hollows_in(empty & may):
            yield enter(target), HIDDEN if view.covered >> target & 1 else 0.0
        if left >= 3:
            for target in hollows_in(empty & ~may & view.glimpsed(side)):
                yield enter(target), TRANSIT
        return
    if may >> castle & 1 and not view.covered >> castle & 1:
        return
    reach = AREA[position.queen_bit(side)] & empty
    for target in hollows_in(reach & may):
        yield step(castle, target), HIDDEN if view.covered >> target & 1 else 0.0
    if left >= 3:
        for target in hollows_in(reach & ~may & (view.unseen | view.glimpsed(side))):
            yield step(castle, target), TRANSIT
