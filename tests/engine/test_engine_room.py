"""The engine's room: no input, no output, no clock, nothing but Python; its examples are true."""

import ast
import doctest
import importlib
import sys
from pathlib import Path

import pytest

ENGINE = Path(__file__).parents[2] / "engine"
MODULES = sorted(ENGINE.rglob("*.py"))
DOORS = {"asyncio", "io", "os", "pathlib", "random", "socket", "subprocess", "sys", "threading"}
CLOCKS = {"time", "datetime", "sched", "signal"}


def imported(file):
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            yield node.module


@pytest.mark.parametrize("file", MODULES, ids=lambda file: str(file.relative_to(ENGINE)))
def test_a_module_imports_only_python_and_the_engine(file):
    for name in imported(file):
        root = name.partition(".")[0]
        assert root == "engine" or root in sys.stdlib_module_names
        assert root not in DOORS | CLOCKS


@pytest.mark.parametrize("file", MODULES, ids=lambda file: str(file.relative_to(ENGINE)))
def test_a_module_neither_prints_nor_opens(file):
    called = {
        node.func.id
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & {"print", "open", "input", "exec", "eval"}


EXAMPLES = ["hollows", "position", "actions", "text"]


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_in_docstrings_are_true(name):
    results = doctest.testmod(importlib.import_module(f"engine.{name}"))
    assert results.attempted > 0
    assert results.failed == 0


def test_the_tour_in_the_readme_is_true():
    results = doctest.testfile(str(ENGINE / "README.md"), module_relative=False)
    assert results.attempted > 10
    assert results.failed == 0
