"""A thought: the next piece of a story, priced before it is judged.

To judge an action costs far more than to see what it would change. So the search
first looks at the bitboards: what would still be unexplained, and how many actions
that takes at least, since the players take turns and each action adds one marble.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.position import Side
from engine.referee.standing import Boards
from engine.referee.story import ACTION, TRANSIT, Story
from engine.referee.view import View


class Thought(NamedTuple):
    """A story to be.

    Attributes:
        cost: of the story.
        ahead: what it will cost at least to explain the rest.
        ends: whether it explains everything.
        tell: makes the story; None if it is not legal.
    """

    cost: float
    ahead: float
    ends: bool
    tell: Callable[[], Story | None]


def least_ahead(view: View, boards: Boards, side: Side, left: int, open_end: bool) -> float | None:
    """What explaining the rest costs at least, or None if it takes too many actions.

    Args:
        view: what is to be explained.
        boards: as they stand.
        side: who acts next.
        left: actions that there may be.
        open_end: whether marbles may still be taken before ``side`` acts.
    """
    own = view.added(side, boards).bit_count()
    other = view.added(side.other, boards).bit_count()
    actions = max(2 * own - 1, 2 * other, 0)
    if not actions:
        if open_end or not view.against(boards):
            return 0.0
        actions = 1
        own = 1  # it may be anywhere
    if actions > left:
        return None
    # Who acts between two that are seen leaves nothing to be seen.
    unseen = max(0, actions - own - other)
    return actions * ACTION + (0.0 if view.glimpses else unseen * TRANSIT)
