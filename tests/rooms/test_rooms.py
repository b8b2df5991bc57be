"""The arrows between the rooms go one way, and the engine touches nothing."""

import ast
import sys
from collections import Counter
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
# The same within the eyes, beside what flows through all of them (see vision/README.md).
EYES = {
    "arrays": set(),
    "camera": set(),
    "sources": set(),
    "simulator": {"sources"},
    "trays": {"camera"},
    "dents": {"arrays"},
    "reading": {"camera"},
    "colours": {"camera", "reading"},
    "measuring": {"camera", "reading"},
    "finding": {"arrays", "camera", "dents"},
    "joining": {"arrays", "camera", "dents", "finding", "measuring"},
    "watching": {"camera", "reading"},
}
FLOWS = {"types", "errors"}
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


def parts_unseen(part, source):
    """Imports from parts of the eyes that this part may not have."""
    paths = [name.split(".") for name in imported(source)]
    eyes = {path[1] if len(path) > 1 else "" for path in paths if path[0] == "vision"}
    return sorted(eyes - {part} - EYES[part] - FLOWS)


@pytest.mark.parametrize("part", EYES)
def test_a_part_of_the_eyes_looks_only_into_those_it_may(part):
    modules = sorted((HOUSE / "vision" / part).rglob("*.py"))
    assert len(modules) > 2
    for path in modules:
        assert parts_unseen(part, path.read_text("utf-8")) == [], path


def test_every_part_of_the_eyes_has_its_arrows():
    assert {path.parent.name for path in (HOUSE / "vision").glob("*/__init__.py")} == set(EYES)


@pytest.mark.parametrize(
    ("part", "source"),
    [
        ("reading", "from vision.colours.series import Series"),
        ("reading", "from vision import reader"),
        ("dents", "from vision.finding import refine"),
        ("sources", "import vision.camera.projection"),
    ],
)
def test_the_check_of_the_eyes_notices(part, source):
    assert parts_unseen(part, source) != []


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


def test_no_two_files_of_tests_have_one_name():
    """Of two of them pytest sees one, unless they are run by themselves."""
    names = Counter(path.name for path in (HOUSE / "tests").rglob("test_*.py"))
    assert [name for name, count in names.items() if count > 1] == []
