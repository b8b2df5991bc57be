"""A question that nobody has answered yet, while play goes on.

The search explains at most three moves, so a board that was asked about would soon fit no
story any more, and look like a fault. Until a person answers, or the board settles it, the
search therefore goes on from where each of the answers ends. What it finds is only ever asked,
never ruled: what the question was about nobody saw.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.referee.standing import Standing
from engine.referee.stories import ASKED, MOVES, Story, TooManyStoriesError, stories
from engine.referee.story import choices
from engine.referee.verdict import Verdict, verdict
from engine.referee.view import View

KEPT: Final = 4
"""How many looks back the search may begin: what was seen last may have been taken back."""


class Question:
    """What was asked.

    Attributes:
        stands: whether it was asked of a board that lay still in full view. It is then no
            fault if nothing fits any more. What was asked beside a hand was supposed of
            what the hand hid: that may have been a mistake, seen when the hand leaves.
    """

    def __init__(self) -> None:
        # The answers at each look, the last one's last; each the beginnings of those that follow.
        self._asked: list[list[Story]] = []
        self._since: tuple[View | None, int, list[Story]] = (None, 0, [])
        self._found: tuple[object, list[Story]] = (None, [])
        self.stands = False

    @property
    def choices(self) -> tuple[tuple[str, ...], ...]:
        """The answers: what may have been played up to now."""
        return choices(self._asked[-1]) if self._asked else ()

    def stories(self, standing: Standing, view: View) -> list[Story]:
        """The stories of a view, remembered while nothing changes."""
        if self._found[0] != (standing, view):
            self._found = (standing, view), stories(standing, view)
        return self._found[1]

    def ask(self, found: list[Story], view: View, seen: bool) -> None:
        """Ask which of ``found`` it was.

        Args:
            found: what may have been played; ``since`` the last question, if that goes on.
            view: what it explains.
            seen: whether the board lies still in full view.
        """
        _, kept, later = self._look(view)
        if later:
            self._asked = self._asked[: kept + 1]
        else:
            self._asked, self.stands = [], False
        if not self._asked or self._asked[-1] != found:
            self._asked = [*self._asked, found][-KEPT:]
        self.stands |= seen and bool(self.choices)
        self._since = (None, 0, [])

    def since(self, view: View) -> list[Story]:
        """The answers with what may have been played after them, the likeliest first."""
        return self._look(view)[2]

    def goes_on(self, view: View) -> bool:
        """Whether it is still open."""
        return self.stands or bool(self.since(view))

    def verdict(self, standing: Standing, found: list[Story], view: View) -> Verdict:
        """What is certain by the stories found, and by what may have followed each answer."""
        later = self.since(view)
        if not found or (later and not any(_alike(found[0], story) for story in later)):
            return Verdict()
        # Those the search can't come to from where the game stands; of the others it judges.
        return verdict(standing, [*found, *filter(_is_far, later)], view)

    def _look(self, view: View) -> tuple[View | None, int, list[Story]]:
        """The view, of which look the answers are that it follows from, and what follows."""
        if self._since[0] != view:
            self._since = (view, 0, [])
            for k in reversed(range(len(self._asked))):
                later = [after for story in self._asked[k] for after in _later(story, view)]
                if later:
                    likeliest = sorted(later, key=lambda story: story.cost)
                    self._since = (view, k, likeliest[:ASKED])
                    break
        return self._since


def _later(story: Story, view: View) -> list[Story]:
    """The story, if it explains the view, else with what may have been played after it."""
    if not view.against(story.end.boards):
        return [story]
    if story.won:
        return []
    try:
        found = stories(story.end, view)
    except TooManyStoriesError as error:
        found = error.found
    return [_joined(story, further) for further in found]


def _joined(story: Story, further: Story) -> Story:
    cost, supposed = story.cost + further.cost, story.supposed + further.supposed
    return replace(further, cost=cost, moves=(*story.moves, *further.moves), supposed=supposed)


def _alike(one: Story, other: Story) -> bool:
    return one.moves == other.moves and one.end == other.end


def _is_far(story: Story) -> bool:
    return len(story.moves) + (story.end.pending is not None) > MOVES
