"""The referee: follows a game through what the eyes report (see README.md here)."""

from engine.referee.patience import Patience
from engine.referee.referee import Referee
from engine.referee.sighting import Sighting, SightingError
from engine.referee.status import Status, Waiting

__all__ = ["Patience", "Referee", "Sighting", "SightingError", "Status", "Waiting"]
