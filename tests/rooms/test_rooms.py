"""The arrows between the rooms go one way, and the engine touches nothing."""

import ast
import sys
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[2]
ROOMS = ("engine", "vision", "calibration", "companion")
# Which other rooms each may look into.
ARROWS = {
    "engine": set(),
    "vision": set(),
    "calibration": {"vision"},
    "companion": {"calibration", "vision", "engine"},
}
# What else from outside Python itself.
THINGS = {
    "engine": set(),
    "vision": {"numpy", "cv2", "picamera2"},
    "calibration": {"numpy", "cv2"},
    "companion": {"numpy", "cv2", "flask", "segno", "werkzeug", "waitress"},
}
MODULES = [(room, path) for room in ROOMS for path in sorted((HOUSE / room).rglob("*.py"))]
IDS = [str(path.relative_to(HOUSE)) for _, path in MODULES]


def imported(source):
    """Names of all modules imported, wherever in the text; dynamic ones where they are named."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(
            ("import_module", "__import__")
        ):
            name = node.args[0]
            if isinstance(name, ast.Constant):
                yield name.value
            elif isinstance(name, ast.JoinedStr) and isinstance(name.values[0], ast.Constant):
                yield name.values[0].value


def strangers(room, source):
    """Imports that the room may not have."""
    known = {room} | ARROWS[room] | THINGS[room] | sys.stdlib_module_names
    return [name for name in imported(source) if name.partition(".")[0] not in known]


@pytest.mark.parametrize(("room", "path"), MODULES, ids=IDS)
def test_a_room_looks_only_into_those_it_may(room, path):
    assert strangers(room, path.read_text("utf-8")) == []


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_is_not_empty(room):
    assert len([path for owner, path in MODULES if owner == room]) > 3


@pytest.mark.parametrize(
    ("room", "source"),
    [
        ("engine", "import numpy"),
        ("engine", "def late():\n    from cv2 import imread"),
        ("engine", "import vision.types"),
        ("vision", "from engine.rules import Rules"),
        ("vision", "from calibration import model"),
        ("calibration", "import companion"),
        ("calibration", "import engine.position as p"),
        ("calibration", "from importlib import import_module\nimport_module('companion.cli')"),
        ("vision", "from ..companion import cli"),
        ("vision", "__import__(f'engine.{name}')"),
    ],
)
def test_the_check_notices(room, source):
    assert strangers(room, source) != []
