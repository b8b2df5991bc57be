"""Lessons on the board: a position is laid, something is to be formed, the referee watches."""

from companion.lessons.classroom import Classroom
from companion.lessons.lesson import LESSONS, Lesson, lesson_of
from companion.lessons.teacher import Stage, Teacher

__all__ = ["LESSONS", "Classroom", "Lesson", "Stage", "Teacher", "lesson_of"]
