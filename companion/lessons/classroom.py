"""Lessons at a table: while one is given, or its marbles still lie there, no game is watched."""

from __future__ import annotations

from typing import Any, Final

from companion.lessons.lesson import Lesson
from companion.lessons.reasons import instead_text
from companion.lessons.teacher import Stage, Teacher
from engine.events import placement_of
from engine.game import GameState
from engine.hollows import Hollow, hollow_name
from engine.referee import Sighting

BARE: Final = "." * 49


class Classroom:
    """What stands between a board and its referee while somebody learns.

    Attributes:
        teacher: of the lesson under way, or None.
        leaving: whether its marbles are to be cleared away before the game is watched again.
    """

    def __init__(self) -> None:
        self.teacher: Teacher | None = None
        self.leaving = False

    def enter(self, lesson: Lesson, swapped: bool, lying: str) -> None:
        """Begin a lesson, or another one, or the same again."""
        self.teacher, self.leaving = Teacher(lesson, swapped, lying), False

    def leave(self) -> None:
        """End it; the board is to be laid as the game left it."""
        self.leaving = self.leaving or self.teacher is not None
        self.teacher = None

    def forget(self) -> None:
        """A game was begun: it says itself how the board is to be laid."""
        self.teacher, self.leaving = None, False

    def takes(self, sighting: Sighting, labels: str, game: GameState | None) -> bool:
        """Take in a picture, if it is not for the game's referee.

        Args:
            sighting: what the eyes saw.
            labels: the same, the likeliest, in the game's names of the series.
            game: as it stood when the lesson began.

        Returns:
            Whether it was taken.
        """
        if self.teacher is not None:
            self.teacher.see(sighting)
            return True
        if self.leaving:
            board = BARE if game is None or game.result != "*" else game.board
            clear = sighting.steady and not sighting.moved and not sighting.covered
            self.leaving = not (clear and labels == board)
        return self.leaving

    @property
    def signature(self) -> object:
        """Differs whenever a page has to show something else."""
        teacher = self.teacher
        if teacher is None:
            return self.leaving
        return teacher, teacher.stage, teacher.status, teacher.to_lay, teacher.state

    def to_json(self, lang: str) -> dict[str, Any] | None:
        """What pages are told besides the lesson's game; None while there is none."""
        teacher = self.teacher
        if teacher is None:
            return {"lesson": None, "stage": "leaving"} if self.leaving else None
        done = teacher.done
        return {
            "lesson": teacher.lesson.id,
            "stage": teacher.stage.value,
            "start": teacher.lesson.position.placement,
            "to_lay": [_to_lay(teacher, h) for h in teacher.to_lay],
            "solutions": sorted(str(action) for action in teacher.lesson.solutions)
            if teacher.stage is Stage.PLAY
            else [],
            "instead": instead_text(teacher, lang),
            "done": None if done is None else done.text(lang),
            "seen": placement_of(teacher.seen),
            "status": {
                "phase": teacher.status.phase.value,
                "text": teacher.status.say(lang),
                "uncover": [hollow_name(h) for h in teacher.status.uncover],
                "choices": [],
            },
        }


def _to_lay(teacher: Teacher, h: Hollow) -> dict[str, str]:
    """What lies in a hollow and what should."""
    board = teacher.state.position.board
    return {"hollow": hollow_name(h), "is": teacher.seen[h], "should": board[h]}
