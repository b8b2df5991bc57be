"""From stories to what may be ruled: only what all likely stories have in common."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Move
from engine.game import Pending
from engine.hollows import AREA, Hollow, bits_of, hollows_in
from engine.judging import apply, judge
from engine.referee.common import Common
from engine.referee.standing import Standing
from engine.referee.story import Story
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
    common = Common.of(standing, stories)
    if not common.is_news(standing):
        return Verdict(uncover=_disputed(stories, view))
    moves, pending = common.moves, common.pending
    dark = _dark_lines(standing, moves, pending, view)
    if dark:
        return Verdict(uncover=dark)
    same = all(s.moves == best.moves and s.end == best.end for s in stories)
    put_back = best.put_back if same else frozenset()
    return Verdict(moves, pending, put_back, () if same else _disputed(stories, view))


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
