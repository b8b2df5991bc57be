"""`realqueen read`: interfaces.md, and everything that may be wrong."""

import shutil
from dataclasses import replace

import cv2
import numpy as np
import pytest
from command_line import NAMES, run
from synthetic import Take
from synthetic_setups import PLAIN, POSITION, RECORDED, SWAPPED, picture


def test_it_prints_what_interfaces_say(capsys, shots, calibrated):
    images = [shots / f"{name}.png" for name in ("bare", "one", "position", "hand")]
    status, said, err = run(capsys, "read", "--calibration", calibrated[0], *images, "--json")
    assert (status, err) == (0, [])
    assert [line["image"] for line in said] == [str(image) for image in images]
    for line in said:
        assert {"image", "placement", "hollows", "covered", "ms"} <= line.keys()
        assert list(line["hollows"]) == NAMES
        for hollow in line["hollows"].values():
            assert hollow["label"] in ".wWbB"
            assert 0 <= hollow["p"] <= 1
            assert isinstance(hollow["covered"], bool)
        assert line["covered"] == sorted(
            name for name, hollow in line["hollows"].items() if hollow["covered"]
        )
        assert line["ms"] > 0
    assert said[0]["placement"] == "7/7/7/7/7/7/7"
    assert said[2]["placement"] in (POSITION, POSITION.translate(SWAPPED))
    assert said[3]["covered"]


def test_a_picture_of_another_size_is_said(capsys, calibrated, tmp_path):
    cv2.imwrite(str(tmp_path / "small.png"), np.zeros((480, 640, 3), np.uint8))
    args = ("--calibration", calibrated[0], tmp_path / "small.png")
    status, said, err = run(capsys, "read", *args)
    assert (status, said, len(err)) == (2, [], 1)
    assert "640 x 480" in err[0]
    assert "1280 x 720" in err[0]


def test_pictures_before_a_broken_one_are_read(capsys, shots, calibrated, tmp_path):
    (tmp_path / "broken.png").write_bytes(b"no")
    args = ("--calibration", calibrated[0], shots / "bare.png", tmp_path / "broken.png")
    status, said, err = run(capsys, "read", *args)
    assert (status, len(said), len(err)) == (2, 1, 1)


@pytest.mark.parametrize("content", [None, "", "{}", "[]", "not JSON"])
def test_a_wrong_calibration_is_named(capsys, shots, tmp_path, content):
    if content is not None:
        (tmp_path / "cal.json").write_text(content)
    args = ("--calibration", tmp_path / "cal.json", shots / "bare.png")
    status, said, err = run(capsys, "read", *args)
    assert (status, said, len(err)) == (2, [], 1)
    assert "cal.json" in err[0]


@pytest.mark.parametrize("name", ["black", "noise"])
def test_another_scene_gives_no_certain_marble(capsys, calibrated, tmp_path, name):
    noise = np.random.default_rng(4).integers(0, 255, (720, 1280, 3)).astype(np.uint8)
    cv2.imwrite(str(tmp_path / "shot.png"), noise * (name == "noise"))
    args = ("--calibration", calibrated[0], tmp_path / "shot.png")
    status, (said,), err = run(capsys, "read", *args)
    sure = [h for h in said["hollows"].values() if h["p"] > 0.9 and not h["covered"]]
    assert sure == []
    if name == "black":
        assert (status, said["trouble"], err) == (0, "dark", [])
    else:
        assert (status, said["moved"], len(err)) == (1, True, 1)
        assert "cal.json is not in this picture; calibrate again" in err[0]


def test_another_board_is_said_and_nothing_is_certain(capsys, calibrated):
    image = RECORDED / "s001" / "003.jpg"
    status, (said,), err = run(capsys, "read", "--calibration", calibrated[0], image)
    assert (status, said["moved"], len(err)) == (1, True, 1)
    assert "calibrate again" in err[0]
    assert max(h["p"] for h in said["hollows"].values()) < 0.9


def test_a_picture_taken_by_hand_shows_the_board(capsys, calibrated, tmp_path):
    """The board is elsewhere in it, and found: nobody needs to calibrate again."""
    camera = replace(PLAIN.camera, target=(3.5, 2.8), roll_deg=PLAIN.camera.roll_deg + 3)
    shown = picture(replace(PLAIN, camera=camera), Take(POSITION, seed=2))
    cv2.imwrite(str(tmp_path / "shot.png"), shown.image_bgr)
    args = ("--calibration", calibrated[0], tmp_path / "shot.png")
    status, (said,), err = run(capsys, "read", *args)
    assert (status, said["moved"], err) == (0, True, [])
    assert said["placement"] in (POSITION, POSITION.translate(SWAPPED))
    assert min(h["p"] for h in said["hollows"].values()) > 0.9


@pytest.mark.parametrize("order", [1, -1])
def test_one_picture_of_the_board_among_others_is_enough(capsys, shots, calibrated, order):
    images = (RECORDED / "s001" / "003.jpg", shots / "position.png")[::order]
    status, said, err = run(capsys, "read", "--calibration", calibrated[0], *images)
    assert (status, len(said), err) == (0, 2, [])


def test_a_calibration_can_be_moved_with_its_pictures(capsys, shots, calibrated, tmp_path):
    shutil.copy(calibrated[0], tmp_path / "elsewhere.json")
    args = ("--calibration", tmp_path / "elsewhere.json", shots / "bare.png")
    assert run(capsys, "read", *args)[0] == 0
