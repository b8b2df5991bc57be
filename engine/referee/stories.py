"""The likeliest legal explanations of what lies on the board.

A *story* is what the players did since the game was last seen: up to three
complete moves and perhaps part of a fourth action's returns and captures. Each
thing that has to be supposed without having been seen makes a story dearer. The
search takes up the thought that can become the cheapest story first (A*, Hart,
Nilsson and Raphael 1968), so that it looks at what the board suggests and not at
everything the rules allow; and it ends as soon as nothing that it could still find
would change what is certain.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from typing import Final

from engine.referee.common import Common
from engine.referee.standing import Standing
from engine.referee.story import MARGIN, MOVES, Story, TooManyStoriesError
from engine.referee.suggestions import next_actions
from engine.referee.takings import next_takings
from engine.referee.thought import Thought
from engine.referee.view import View

__all__ = ["MOVES", "Story", "TooManyStoriesError", "stories"]

MOST: Final = 2000
"""Thoughts after which the search gives up and calls the board unclear."""

TOLD: Final = 250
"""Thoughts that may be judged: that costs far more."""

ASKED: Final = 6
"""Stories that a person can choose from; more would only be longer to read."""


def stories(standing: Standing, view: View) -> list[Story]:
    """Legal explanations of ``view``, the likeliest first; those far behind it are left out.

    Beyond the first few those are left out too that begin as all of them begin, or
    that a person would have to choose from anyway: neither could change what is
    certain. Empty if there is none.

    Raises:
        TooManyStoriesError: too much is hidden; nothing is settled on half a search.
    """
    return _Search(standing, view).run()


class _Search:
    def __init__(self, standing: Standing, view: View) -> None:
        self._standing, self._view = standing, view
        self._heap: list[tuple[float, float, int, Thought]] = []
        self._order = count()
        self._made = self._told = 0
        self._found: list[Story] = []
        self._common = Common()
        self._certain = True

    def run(self) -> list[Story]:
        self._think(_next(Story(0.0, (), self._standing), self._view))
        while self._heap and not self._must_ask():
            bound, _, _, thought = heappop(self._heap)
            if bound > self._dearest():
                break
            self._told += 1
            story = thought.tell()
            if story is None or self._is_settled(story):
                continue
            if thought.ends:
                self._find(story)
            else:
                self._think(_next(story, self._view))
            if self._made > MOST or self._told > TOLD:
                raise TooManyStoriesError(f"more than {MOST} thoughts", self._found)
        return self._found

    def _think(self, thoughts: Iterator[Thought]) -> None:
        dearest = self._dearest()
        for thought in thoughts:
            bound = thought.cost + thought.ahead
            if bound <= dearest:
                # Of two as dear first the one that is nearer to its end.
                entry = bound, thought.ahead, -next(self._order), thought
                heappush(self._heap, entry)
            self._made += 1
            if self._made > MOST:
                return

    def _dearest(self) -> float:
        return self._found[0].cost + MARGIN if self._found else float("inf")

    def _find(self, story: Story) -> None:
        self._found.append(story)
        if len(self._found) > 1:
            self._common = Common.of(self._standing, self._found)
            self._certain = self._common.is_news(self._standing)

    def _is_settled(self, story: Story) -> bool:
        """Whether the story can't but begin as those found do."""
        return len(self._found) >= ASKED and self._certain and self._common.begins(story)

    def _must_ask(self) -> bool:
        """Whether nothing can become certain any more, and there is enough to choose from."""
        if len(self._found) < ASKED:
            return False
        return not self._certain or self._found[0].supposed > 0


def _next(story: Story, view: View) -> Iterator[Thought]:
    """What may have happened next; with a story that explains the view, its end."""
    if story.end.pending is not None:
        yield from next_takings(story, view)
        return
    if story.moves and not view.against(story.end.boards):
        yield Thought(story.cost, 0.0, True, lambda: story)
    if not story.won and story.left:
        yield from next_actions(story, view)
