"""How a referee speaks: a setting of a game, not of its rules."""

from __future__ import annotations

from enum import StrEnum


class Strictness(StrEnum):
    """What the referee says, and when. What is legal does not depend on it."""

    FRIENDLY = "friendly"
    """Calls combinations at once and explains."""

    TOURNAMENT = "tournament"
    """Says little. Calls a combination when its player announces it or begins to
    take marbles; counts warnings."""

    TEACH = "teach"
    """As friendly, and shows which combinations there are and which were missed."""
