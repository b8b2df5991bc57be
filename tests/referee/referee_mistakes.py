"""Mistakes of every kind: the boards that lead to one, and the board that puts it right."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from referee_hands import (
    Scene,
    board_after,
    combination_at,
    complete,
    late_game,
    middle_game,
    put,
    scene_at,
)

from engine.actions import Action, ActionKind, Move
from engine.combinations import completing
from engine.hollows import AREA, BITS, FULL, HOLLOWS, Hollow, hollows_in
from engine.judging import judge
from engine.position import Position, Side
from engine.rulings import Ruling


@dataclass(frozen=True)
class Mistake:
    """A mistake about to be made.

    Attributes:
        position: where it happens.
        boards: boards shown one after the other; the fault is in the last.
        right: the board that puts it right.
        hidden: whether a hand is over the board when the mistake is seen.
    """

    position: Position
    boards: tuple[str, ...]
    right: str
    back: str | None = None


def _empty(position: Position, chance: random.Random, but: int = 0) -> Hollow:
    return chance.choice(hollows_in(FULL & ~position.occupied & ~but))


def _quiet(position: Position, side: Side) -> int:
    """Hollows where a marble of ``side`` would form nothing."""
    return completing(position.attack(side) | position.queen_bit(side))


def _on(position: Position, changes: dict[Hollow, str]) -> Mistake:
    return Mistake(position, (put(position.board, changes),), position.board)


def out_of_turn(chance: random.Random) -> Mistake:
    position = middle_game(chance)
    other = position.turn.other
    return _on(position, {_empty(position, chance): other.value})


def must_play_queen(chance: random.Random) -> Mistake:
    position = late_game(chance, queens=False)
    origin = chance.choice(hollows_in(position.attack_w))
    return _on(position, {origin: ".", _empty(position, chance): "w"})


def no_reserve(chance: random.Random) -> Mistake:
    position = late_game(chance)
    return _on(position, {_empty(position, chance): "w"})


def queen_entry(chance: random.Random) -> Mistake:
    while True:
        position = middle_game(chance, 14)
        side = position.turn
        if position.queen(side) is None:
            target = _empty(position, chance, _quiet(position, side))
            return _on(position, {target: side.upper()})


def queen_step(chance: random.Random) -> Mistake:
    position = late_game(chance)
    near = AREA[position.queen_w]
    origin = position.queen(Side.W)
    assert origin is not None
    return _on(position, {origin: ".", _empty(position, chance, near): "W"})


def early_relocation(chance: random.Random) -> Mistake:
    position = middle_game(chance)
    side = position.turn
    origin = chance.choice(hollows_in(position.attack(side)))
    target = _empty(position, chance, _quiet(position, side))
    return _on(position, {origin: ".", target: side.value})


def no_combination(chance: random.Random) -> Mistake:
    position = middle_game(chance)
    side = position.turn
    target = _empty(position, chance, _quiet(position, side))
    taken = chance.choice(hollows_in(position.attack(side.other)))
    return _on(position, {target: side.value, taken: "."})


def _resolving(
    chance: random.Random,
    wanted: Callable[[Ruling], bool],
    wrong: Callable[[Ruling, Move], Iterable[Hollow]],
    right: Callable[[Move], Iterable[Hollow]] = lambda _: (),
) -> Mistake:
    """A combination is formed and shown; then the wrong marbles are taken."""
    position, action = combination_at(chance, wanted)
    ruling = judge(position, action)
    assert isinstance(ruling, Ruling)
    move = complete(position, action, chance)
    formed = board_after(position, action)
    before = put(formed, dict.fromkeys(right(move), "."))
    bad = put(before, dict.fromkeys(wrong(ruling, move), "."))
    boards = (formed, bad) if before == formed else (formed, before, bad)
    return Mistake(position, boards, before)


def _any(ruling: Ruling) -> bool:
    return True


def queen_returned(chance: random.Random) -> Mistake:
    return _resolving(
        chance,
        lambda ruling: ruling.formed is not None and bool(ruling.formed.queen),
        lambda ruling, _: hollows_in(ruling.formed.queen if ruling.formed else 0),
    )


def wrong_returns(chance: random.Random) -> Mistake:
    def outside(ruling: Ruling, move: Move) -> Iterable[Hollow]:
        others = set(hollows_in(ruling.before.attack_w)) - set(ruling.returnable)
        return [chance.choice(sorted(others))]

    def too_many(ruling: Ruling, move: Move) -> Iterable[Hollow]:
        left = set(ruling.returnable) - set(move.returns)
        return [*move.returns, chance.choice(sorted(left))]

    if chance.random() < 0.5:
        return _resolving(chance, _any, outside)
    return _resolving(chance, lambda ruling: len(ruling.returnable) > ruling.returns, too_many)


def crossing_kept(chance: random.Random) -> Mistake:
    def arms_only(ruling: Ruling, move: Move) -> Iterable[Hollow]:
        others = [h for h in ruling.returnable if h not in ruling.must_return]
        return chance.sample(others, ruling.returns)

    return _resolving(chance, lambda ruling: bool(ruling.must_return), arms_only)


def real_remains(chance: random.Random) -> Mistake:
    """Five in a row that end at the crossing: returning only the other arm leaves four."""
    hollows = {"row": [0, 1, 2, 3], "arm": [11, 18, 25]}
    own = sum(BITS[h] for part in hollows.values() for h in part)
    b = sum(BITS[h] for h in chance.sample(range(30, 49), 6))
    position = Position(own, b, 0, 0, Side.W, 10, 10, 21)
    action = Action(ActionKind.PLACE, None, Hollow(4))
    formed = board_after(position, action)
    bad = put(formed, {Hollow(4): ".", Hollow(11): ".", Hollow(18): "."})
    return Mistake(position, (formed, bad), formed)


def queen_captured(chance: random.Random) -> Mistake:
    def queen(ruling: Ruling, move: Move) -> Iterable[Hollow]:
        return hollows_in(ruling.before.queen_b)

    return _resolving(chance, _any, queen, lambda move: move.returns)


def wrong_captures(chance: random.Random) -> Mistake:
    def one_more(ruling: Ruling, move: Move) -> Iterable[Hollow]:
        left = set(ruling.capturable) - set(move.captures)
        return [*move.captures, chance.choice(sorted(left))]

    return _resolving(
        chance,
        lambda ruling: len(ruling.capturable) > ruling.captures,
        one_more,
        lambda move: move.returns,
    )


def two_marbles(chance: random.Random) -> Mistake:
    position = middle_game(chance)
    side = position.turn
    quiet = _quiet(position, side)
    one = _empty(position, chance, quiet)
    other = _empty(position, chance, quiet | BITS[one])
    return _on(position, {one: side.value, other: side.value})


def unresolved(chance: random.Random) -> Mistake:
    mistake = _resolving(chance, _any, lambda *_: (), lambda move: sorted(move.returns)[:1])
    before = mistake.right
    free = [h for h in HOLLOWS if before[h] == "." and mistake.boards[0][h] == "."]
    bad = put(before, {chance.choice(free): "b"})
    return replace(mistake, boards=(mistake.boards[0], before, bad))


def capture_first(chance: random.Random) -> Mistake:
    mistake = _resolving(chance, _any, lambda _, move: sorted(move.captures)[:1])
    return replace(mistake, right=mistake.boards[-1])


def disturbed(chance: random.Random) -> Mistake:
    position = middle_game(chance)
    other = position.turn.other
    origins = list(hollows_in(position.attack(other)))
    chance.shuffle(origins)
    for origin in origins:
        near = hollows_in(AREA[BITS[origin]] & ~position.occupied)
        if chance.random() < 0.3:
            return _on(position, {origin: "."})
        if near:
            return _on(position, {origin: ".", chance.choice(near): other.value})
    return _on(position, {origins[0]: "."})


def knocked_far(chance: random.Random) -> Mistake:
    """A sleeve takes a marble of the other player's to a hollow some way off."""
    position = middle_game(chance)
    other = position.turn.other
    origin = chance.choice(hollows_in(position.attack(other)))
    far = _empty(position, chance, AREA[BITS[origin]])
    return _on(position, {origin: ".", far: other.value})


def rolled_off(chance: random.Random) -> Mistake:
    """A marble that nobody may move rolls off the board."""
    position = middle_game(chance)
    both = position.attack(position.turn) | position.attack(position.turn.other)
    return _on(position, {chance.choice(hollows_in(both)): "."})


def knocked_while_settling(chance: random.Random) -> Mistake:
    """A marble rolls to the next hollow while a combination is settled."""
    mistake = _resolving(chance, _any, lambda *_: ())
    board = mistake.right
    rolled = [
        (h, near)
        for h in HOLLOWS
        if board[h] in "wb"
        for near in hollows_in(AREA[BITS[h]])
        if board[near] == "." and mistake.position.board[near] == "."
    ]
    origin, near = chance.choice(rolled)
    bad = put(board, {origin: ".", near: board[origin]})
    return replace(mistake, boards=(board, bad))


def touched(chance: random.Random) -> Mistake:
    """A marble that may be moved is lifted and put back."""
    position = late_game(chance)
    may = hollows_in(position.attack_w | position.queen_w)
    lifted = put(position.board, {chance.choice(may): "."})
    return Mistake(position, (lifted, position.board), position.board)


def returned_put_back(chance: random.Random) -> Mistake:
    """A marble just returned is put back on the board."""
    mistake = _resolving(chance, _any, lambda *_: (), lambda move: sorted(move.returns)[:1])
    formed, taken = mistake.boards[:2]
    return Mistake(mistake.position, (formed, taken, formed), formed)


MISTAKES: dict[str, Callable[[random.Random], Mistake]] = {
    "out-of-turn": out_of_turn,
    "must-play-queen": must_play_queen,
    "no-reserve": no_reserve,
    "queen-entry": queen_entry,
    "queen-step": queen_step,
    "early-relocation": early_relocation,
    "no-combination": no_combination,
    "queen-returned": queen_returned,
    "wrong-returns": wrong_returns,
    "crossing-kept": crossing_kept,
    "real-remains": real_remains,
    "queen-captured": queen_captured,
    "wrong-captures": wrong_captures,
    "two-marbles": two_marbles,
    "unresolved": unresolved,
    "capture-first": capture_first,
    "disturbed": disturbed,
    "disturbed, knocked far": knocked_far,
    "disturbed, rolled off": rolled_off,
    "disturbed, in a combination": knocked_while_settling,
    "touched": touched,
    "touched, a return put back": returned_put_back,
}
"""Code of a fault, and a word on how, to a mistake that shows it."""


def code_of(mistake: str) -> str:
    """The code of a fault that a mistake is to be called."""
    return mistake.split(",", maxsplit=1)[0]


def make(
    code: str, seed: int, misread: float = 0.01, *, repair: bool = True
) -> tuple[Scene, Mistake]:
    """A mistake is made, seen, and put right; each board is in full view for a second."""
    chance = random.Random(f"{code} {seed}")
    mistake = MISTAKES[code](chance)
    scene = scene_at(mistake.position, chance, misread)
    scene.show(mistake.position.board)
    previous = mistake.position.board
    for board in mistake.boards:
        if chance.random() < 0.5:
            scene.show(previous, scene.hidden_by_hand())
        scene.picture_of_mistake = scene.frame
        scene.show(board)
        previous = board
    if not repair:
        return scene, mistake
    scene.show(previous, scene.hidden_by_hand())
    scene.show(mistake.right)
    return scene, mistake
