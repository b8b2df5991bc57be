"""The fake picamera2 takes the calls that the real one takes, and no others.

The table of signatures was read from picamera2 0.3.38; deploy/raspberrypi/check.sh
compares it with the package in the tree that it builds.
"""

import inspect
import json
from pathlib import Path

import fake_picamera2 as fake
import pytest

TABLE = json.loads(Path(__file__).with_name("picamera2_signatures.json").read_text("utf-8"))
LIBRARY = fake.library(fake.Sensor())
CALLS = [(cls, name) for cls, names in TABLE.items() for name in names]


@pytest.mark.parametrize(("cls", "name"), CALLS, ids=[f"{c}.{n}" for c, n in CALLS])
def test_the_fake_takes_what_the_real_one_takes(cls, name):
    member = inspect.getattr_static(getattr(LIBRARY, cls), name)
    if isinstance(member, property):
        member = member.fget
    if isinstance(member, staticmethod):
        member = member.__func__
    arguments = [
        [p.name, None if p.default is p.empty else p.default]
        for p in inspect.signature(member).parameters.values()
        if p.name != "self"
    ]
    wanted = [
        # What is no literal (a libcamera.Transform()) is None in the fake.
        [n, None if text is None or "(" in text else json.loads(_as_json(text))]
        for n, text in TABLE[cls][name]
    ]
    assert arguments == wanted


def _as_json(text):
    return {"None": "null", "True": "true", "False": "false"}.get(text, text.replace("'", '"'))


def test_the_fake_has_nothing_that_the_table_lacks():
    for cls, names in TABLE.items():
        public = {n for n in vars(getattr(LIBRARY, cls)) if not n.startswith("_")}
        assert public <= set(names)
