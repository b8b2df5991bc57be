"""From stories to what may be ruled: only what all likely stories have in common."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Move
from engine.game import Pending
from engine.hollows import AREA, Hollow, bits_of, hollows_in
from engine.judging import apply, judge
from engine.position import Position
from engine.referee.standing import Standing
from engine.referee.stories import Story
from engine.referee.view import View
from engine.rulings import Ruling


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is certain.

    Attributes:
        moves: complete moves.
        pending: the combination then under way, or None.
        put_back: hollows where a marble taken before lies again.
        uncover: hollows that must be seen before more is certain.
    """

    moves: tuple[Move, ...] = ()
    pending: Pending | None = None
    put_back: frozenset[Hollow] = frozenset()
    uncover: tuple[Hollow, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether nothing is certain."""
        return not self.moves and self.pending is None


def verdict(standing: Standing, stories: list[Story], view: View) -> Verdict:
    """What the stories (at least one, likeliest first) leave certain."""
    best = stories[0]
    # What rests on something nobody saw is as likely a fault: it is never ruled.
    if best.supposed:
        return Verdict(uncover=_disputed(stories, view))
    moves, pending = _common(standing, stories)
    dark = _dark_lines(standing, moves, pending, view)
    if dark:
        return Verdict(uncover=dark)
    same = all(s.moves == best.moves and s.end == best.end for s in stories)
    put_back = best.put_back if same else frozenset()
    return Verdict(moves, pending, put_back, () if same else _disputed(stories, view))


def _common(standing: Standing, stories: list[Story]) -> tuple[tuple[Move, ...], Pending | None]:
    """The moves that begin every story, and the part of a combination that all go on with."""
    shortest = min(len(story.moves) for story in stories)
    count = 0
    while count < shortest and len({story.moves[count] for story in stories}) == 1:
        count += 1
    parts = [_following(standing, story, count) for story in stories]
    some = [part for part in parts if part is not None]
    alike = len(some) == len(parts) and len({part.ruling.action for part in some}) == 1
    if not alike:
        return stories[0].moves[:count], None
    returned = frozenset.intersection(*(part.returned for part in some))
    captured = frozenset.intersection(*(part.captured for part in some))
    pending = Pending(some[0].ruling, returned, captured)
    if pending.returns_left and len(some) > 1:
        # Which marbles went back is open, not that captures came before them.
        pending = Pending(some[0].ruling, returned)
    return stories[0].moves[:count], pending


def _following(standing: Standing, story: Story, count: int) -> Pending | None:
    """The combination that follows the first ``count`` moves, as far as the story takes it."""
    if len(story.moves) == count:
        return story.end.pending
    move = story.moves[count]
    ruling = judge(_position_after(standing, story.moves[:count]), move.action, standing.rules)
    if not isinstance(ruling, Ruling) or ruling.code is None or ruling.win is not None:
        return None
    return Pending(ruling, move.returns, move.captures)


def _position_after(standing: Standing, moves: tuple[Move, ...]) -> Position:
    position = standing.position
    for move in moves:
        position = apply(position, move)
    return position


def _dark_lines(
    standing: Standing, moves: tuple[Move, ...], pending: Pending | None, view: View
) -> tuple[Hollow, ...]:
    """Covered hollows on which a combination rests that has not been called yet."""
    rulings = [] if pending is None else [pending.ruling]
    position = standing.position
    for move in moves:
        ruling = judge(position, move.action, standing.rules)
        rulings += [ruling] if isinstance(ruling, Ruling) else []
        position = apply(position, move)
    called = standing.pending.ruling if standing.pending is not None else None
    dark = 0
    for ruling in rulings:
        if ruling != called:
            dark |= _rests_on(ruling) & view.covered
    return hollows_in(dark)


def _rests_on(ruling: Ruling) -> int:
    """The hollows of a combination, and the castle it may reach."""
    if ruling.code is None:
        return 0
    lines = 0
    for line in ruling.alignments:
        lines |= bits_of(line)
    castle = ruling.before.queen_bit(ruling.mover.other)
    return lines | (castle if AREA[castle] & lines else 0)


def _disputed(stories: list[Story], view: View) -> tuple[Hollow, ...]:
    """Where the stories' boards differ, or what of the board is covered."""
    bits = 0
    for story in stories[1:]:
        for one, other in zip(stories[0].end.boards, story.end.boards, strict=True):
            bits |= one ^ other
    return hollows_in(bits or view.covered)
