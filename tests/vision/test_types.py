"""Frame, BoardSpec and Reading: valid once they exist."""

import json

import numpy as np
import pytest

from vision.errors import VisionError
from vision.types import REAL_QUEEN, BoardSpec, Frame, Reading


def reading(spec, labels, **changes):
    p = np.zeros((spec.count, len(spec.labels)))
    p[np.arange(spec.count), [spec.labels.index(ch) for ch in labels]] = 1
    given = {"p": p, "covered": np.zeros(spec.count, bool), **changes}
    fresh = {"fresh": given["fresh"]} if "fresh" in given else {}
    return Reading(spec, given["p"], given["covered"], True, False, 0, 0.0, **fresh)


@pytest.mark.parametrize(
    ("shape", "dtype"),
    [
        ((4, 4), np.uint8),
        ((4, 4, 1), np.uint8),
        ((4, 4, 4), np.uint8),
        ((4, 4, 3), np.float32),
        ((4, 4, 3), np.uint16),
    ],
    ids=["grey", "one channel", "with alpha", "floats", "16 bits"],
)
def test_a_frame_is_blue_green_red_bytes(shape, dtype):
    with pytest.raises(VisionError, match="H x W x 3 uint8"):
        Frame(np.zeros(shape, dtype), 0, 0.0)


def test_names_run_along_files_first():
    assert REAL_QUEEN.names()[:8] == ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "a2"]
    assert REAL_QUEEN.names()[-1] == "g7"
    assert BoardSpec(3, 2).names() == ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert BoardSpec(9, 8).count == len(set(BoardSpec(9, 8).names())) == 72


@pytest.mark.parametrize(
    ("labels", "placement"),
    [
        ("." * 49, "7/7/7/7/7/7/7"),
        ("w" + "." * 47 + "B", "6B/7/7/7/7/7/w6"),
        ("......." * 3 + "wWbBwWb" + "......." * 3, "7/7/7/wWbBwWb/7/7/7"),
        ("..b.w.." + "." * 42, "7/7/7/7/7/7/2b1w2"),
    ],
    ids=["bare", "corners", "full rank", "runs"],
)
def test_placement_is_written_last_rank_first(labels, placement):
    seen = reading(REAL_QUEEN, labels)
    assert seen.labels() == labels
    assert seen.placement() == placement


def test_placement_of_another_board():
    assert reading(BoardSpec(10, 3), "w" + "." * 29).placement() == "10/10/w9"


@pytest.mark.parametrize(
    "changes",
    [
        {"p": np.ones((48, 5)) / 5},
        {"p": np.ones((49, 4)) / 4},
        {"covered": np.zeros(48, bool)},
        {"fresh": np.zeros(48, bool)},
    ],
    ids=["a hollow short", "a kind short", "covered short", "fresh short"],
)
def test_a_reading_has_a_row_a_hollow(changes):
    with pytest.raises(VisionError, match="49 hollows"):
        reading(REAL_QUEEN, "." * 49, **changes)


def test_what_it_says_of_the_scene_is_written_as_json():
    p = np.full((49, 5), 0.2)
    said = Reading(REAL_QUEEN, p, np.zeros(49, bool), np.True_, np.False_, 0, 0.0)
    assert json.dumps([said.steady, said.moved]) == "[true, false]"


def test_every_hollow_is_fresh_unless_said_otherwise():
    assert reading(REAL_QUEEN, "." * 49).fresh.all()
    assert not reading(REAL_QUEEN, "." * 49, fresh=np.zeros(49, bool)).fresh.any()
