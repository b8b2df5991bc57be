"""Staged scenes: a board as it stands, changed by hand."""

from __future__ import annotations

import random

from referee_hands import Scene, put, scene_at

from engine.hollows import hollow
from engine.position import Position

EMPTY = "." * 49
THREE = Position.parse("7/7/7/3www1/7/7/bbb4 w 17/17 7")


def at(position: Position) -> Scene:
    """A scene at a position that has been seen once in full view."""
    scene = scene_at(position, random.Random(1))
    scene.show(position.board)
    assert scene.events == []
    return scene


def change(board: str, **hollows: str) -> str:
    return put(board, {hollow(name): label for name, label in hollows.items()})
