"""The search for stories takes short cuts: they change nothing that is certain."""

import contextlib
import random

import pytest
from referee_hands import (
    combinations_in_a_gap,
    late_game,
    middle_game,
    put,
    random_move,
    scene_at,
)

import engine.referee.stories as search
from engine.hollows import BITS, FULL, HOLLOWS, bits_of, hollow
from engine.judging import apply, judge
from engine.position import Position
from engine.referee import Waiting, suggestions, takings
from engine.referee.standing import Standing
from engine.referee.stories import TooManyStoriesError, stories
from engine.referee.verdict import verdict
from engine.referee.view import View


def gap(seed):
    """One to three moves in one gap; some hollows hidden, some or all out of view before."""
    chance = random.Random(seed)
    before = after = (middle_game, late_game)[seed % 2](chance)
    for _ in range(chance.choice((1, 2, 2, 3))):
        move = random_move(after, chance, keen=0.6)
        after = apply(after, move)
        if move.wins:
            break
    hidden = sum(BITS[h] for h in chance.sample(HOLLOWS, chance.choice((0, 0, 3, 8))))
    some = sum(BITS[h] for h in chance.sample(HOLLOWS, 20))
    return Standing(before), View.of(after.board, hidden, chance.choice((FULL, 0, some)) | hidden)


def certain(standing, view):
    """What may be ruled."""
    found = stories(standing, view)
    if not found:
        return "a fault"
    ruled = verdict(standing, found, view)
    return "asked" if ruled.empty else (ruled.moves, ruled.pending)


@pytest.mark.parametrize("seed", range(40))
def test_without_its_short_cuts_the_search_finds_the_same(seed, monkeypatch):
    standing, view = gap(seed)
    quick = certain(standing, view)
    for module in (suggestions, takings):
        monkeypatch.setattr(module, "least_ahead", lambda *_, **__: 0.0)
    monkeypatch.setattr(suggestions, "_in_a_hurry", lambda *_: FULL)
    monkeypatch.setattr(search._Search, "_is_settled", lambda *_: False)
    monkeypatch.setattr(search._Search, "_must_ask", lambda _: False)
    for limit in ("MOST", "TOLD"):
        monkeypatch.setattr(search, limit, 10**6)
    assert quick == certain(standing, view)


def test_few_actions_are_judged_for_the_worst_gap(monkeypatch):
    judged = []
    monkeypatch.setattr(suggestions, "judge", lambda *a: judged.append(a) or judge(*a))
    for seed in range(24):
        judged.clear()
        with contextlib.suppress(TooManyStoriesError):
            stories(*combinations_in_a_gap(seed))
        assert len(judged) <= search.TOLD + 1


def test_what_may_have_been_played_in_full_is_asked_while_marbles_seem_due():
    """A marble captured out of view and replaced at once looks like one still to be captured."""
    position = Position.parse("7/7/7/3www1/7/7/b6 w 17/19 3")
    scene = scene_at(position, random.Random(1))
    scene.show(position.board)
    scene.dark()
    # c4 was played, c4 and d4 went back, a1 was captured; then b played a1 again.
    board = put(position.board, {hollow("d4"): "."})
    scene.show(board)
    assert scene.referee.status.phase in (Waiting.RESOLVING, Waiting.UNSURE)
    played = ("c4=R^c4d4xa1", "a1")
    assert played in scene.referee.status.choices
    scene.referee.declare(played)
    assert scene.moves == played
    scene.show(board)
    assert scene.faults == []
    assert scene.referee.status.phase is Waiting.STEADY


def glimpsed_gap(seed):
    """Two or three moves, told by the last board and by glimpses of every marble that came.

    No marble moves twice: that looks like one longer way.
    """
    chance = random.Random(seed)
    before = after = middle_game(chance)
    moves, came = [], {"w": [], "b": []}
    while len(moves) < 3 and not (moves and moves[-1].wins):
        move = random_move(after, chance, keen=0.7)
        own = came[after.turn.value]
        if move.action.origin is not None and move.action.origin in own:
            continue
        if move.action.target is not None:
            own.append(move.action.target)
        after = apply(after, move)
        moves.append(move)
    glimpses = {side: bits_of(hollows) for side, hollows in came.items()}
    return Standing(before), View.of(after.board, 0, 0, glimpses), moves


def ruled_wrong(ruled, played):
    """Whether a verdict says anything else than what was played."""
    if list(ruled.moves) != played[: len(ruled.moves)]:
        return True
    return ruled.pending is not None and (
        ruled.pending.ruling.action != played[len(ruled.moves)].action
    )


def test_of_marbles_that_went_again_after_a_glimpse_nothing_wrong_is_ruled():
    ruled, wrong, faults = 0, [], []
    for seed in range(300):
        standing, view, played = glimpsed_gap(seed)
        try:
            found = stories(standing, view)
        except TooManyStoriesError:
            continue
        if not found:
            faults.append(seed)
            continue
        # Marbles put where one has just been taken look as if they had always lain there.
        targets = [move.action.target for move in played if move.action.target is not None]
        if bits_of(targets) & standing.position.occupied:
            continue
        said = verdict(standing, found, view)
        ruled += not said.empty
        wrong += [seed] if ruled_wrong(said, played) else []
    assert (wrong, faults) == ([], [])
    assert ruled > 50


def test_which_of_two_marbles_in_a_line_came_first_is_asked():
    """e5, e2, e6=R and e6, e2, e5=R look the same once e3 and e5 have gone back."""
    standing = Standing(Position.parse("7/7/7/2b1w2/3bw2/7/7 w 18/18 5"))
    changes = {hollow("e3"): ".", hollow("e2"): "b", hollow("e6"): "w"}
    board = put(standing.position.board, changes)
    for glimpse in ("e5",), ("e5", "e6"):
        seen = View.of(board, 0, 0, {"w": bits_of(tuple(map(hollow, glimpse)))})
        found = stories(standing, seen)
        assert {str(story.moves[0]) for story in found} == {"e5", "e6"}
        assert verdict(standing, found, seen).empty
