"""`realqueen calibrate` and everything that may be wrong with what it is given."""

import re
from dataclasses import replace

import cv2
import numpy as np
import pytest
from command_line import run
from synthetic import Camera, Take
from synthetic_setups import PLAIN, RECORDED, bare, found, picture

from companion.cli import main
from companion.commands import calibrate as calibrate_module
from vision.finding import search
from vision.finding.scene import WORKING_WIDTH


@pytest.mark.usefixtures("search_free")
def test_a_report_that_can_not_be_written_is_told_in_a_line(capsys, shots, tmp_path):
    files = ("--out", tmp_path / "cal.json", "--report", tmp_path / "no" / "seen.png")
    status, _, (line,) = run(capsys, "calibrate", "--empty", shots / "bare.png", *files)
    assert status != 0
    assert "seen.png" in line


@pytest.mark.parametrize(
    ("out", "report", "said"),
    [
        ("cal.json", "cal.json", "written over"),
        ("bare.png", "seen.png", "written over"),
        ("cal.json", "../shots/bare.png", "written over"),
        ("cal.json", "nowhere/seen.png", "there is no folder"),
        ("nowhere/cal.json", "seen.png", "there is no folder"),
    ],
)
def test_nothing_is_written_over_what_was_given(
    capsys, monkeypatch, shots, tmp_path, out, report, said
):
    folder = tmp_path / "shots"
    folder.mkdir()
    before = (shots / "bare.png").read_bytes()
    (folder / "bare.png").write_bytes(before)
    monkeypatch.setattr(calibrate_module, "from_bare_board", lambda *_: found(PLAIN))
    args = ["--empty", folder / "bare.png", "--out", folder / out, "--report", folder / report]
    status, printed, err = run(capsys, "calibrate", *args)
    assert (status, printed) == (2, [])
    assert said in err[0]
    assert len(err) == 1
    assert [path.name for path in folder.iterdir()] == ["bare.png"]
    assert (folder / "bare.png").read_bytes() == before


@pytest.mark.usefixtures("search_free")
def test_a_start_picture_of_another_size_is_said(capsys, shots, tmp_path):
    cv2.imwrite(str(tmp_path / "small.png"), np.zeros((48, 64, 3), np.uint8))
    out = tmp_path / "cal.json"
    args = ("--empty", shots / "bare.png", "--start", tmp_path / "small.png", "--out", out)
    status, _, err = run(capsys, "calibrate", *args)
    assert (status, len(err)) == (2, 1)
    assert "size" in err[0]
    assert not out.exists()


@pytest.mark.usefixtures("search_free")
@pytest.mark.parametrize(
    ("start", "said"),
    [("position.png", "marbles on the board"), (RECORDED / "s001" / "001.jpg", "same place")],
)
def test_a_start_picture_of_something_else_is_said(capsys, shots, tmp_path, start, said):
    out = tmp_path / "cal.json"
    args = ("--empty", shots / "bare.png", "--start", shots / start, "--out", out)
    status, _, err = run(capsys, "calibrate", *args)
    assert (status, len(err)) == (2, 1)
    assert said in err[0]
    assert not out.exists()


@pytest.mark.usefixtures("search_free")
@pytest.mark.parametrize("out", ["nowhere/cal.json", "."])
def test_a_place_that_cannot_be_written_is_said(capsys, shots, tmp_path, out):
    args = ("--empty", shots / "bare.png", "--out", tmp_path / out)
    status, _, err = run(capsys, "calibrate", *args)
    assert (status, len(err)) == (2, 1)
    assert "write" in err[0]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("args", [(), ("--empty", "a"), ("--out", "c"), ("lens",)])
def test_what_is_left_out_is_said(capsys, args):
    status, said, err = run(capsys, "calibrate", *args)
    assert (status, said, len(err)) == (2, [], 1)
    assert "--out" in err[0]


def test_wrong_usage_exits_2():
    with pytest.raises(SystemExit) as caught:
        main(["calibrate", "--empty", "a", "--occupied", "b", "--out", "c"])
    assert caught.value.code == 2


def faces():
    """What is no board, each by name."""
    rng = np.random.default_rng(4)
    y, x = np.mgrid[0:360, 0:640]
    yield "black", np.zeros((720, 1280, 3), np.uint8)
    yield "white", np.full((720, 1280, 3), 255, np.uint8)
    squares = ((x // 40 + y // 40) % 2 * 200 + 30).astype(np.uint8)
    yield "chess board", np.repeat(squares[..., None], 3, axis=2)
    yield "tiny", rng.integers(0, 255, (8, 8, 3)).astype(np.uint8)
    part = replace(PLAIN, camera=Camera(640, 360, pitch_px=32, target=(13.0, 3.0)))
    yield "half a board", picture(part, Take()).image_bgr


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "name",
    ["black", "white", "chess board", "tiny", "half a board"],
)
def test_what_is_no_board_is_said_and_nothing_is_written(capsys, tmp_path, name):
    cv2.imwrite(str(tmp_path / "shot.png"), dict(faces())[name])
    args = ("--empty", tmp_path / "shot.png", "--out", tmp_path / "cal.json")
    status, said, err = run(capsys, "calibrate", *args)
    assert (status, said, len(err)) == (1, [], 1)
    assert re.search(r"shot\.png: \w+", err[0])
    assert not (tmp_path / "cal.json").exists()


@pytest.mark.parametrize("command", ["calibrate", "read"])
@pytest.mark.parametrize("name", ["missing", "empty", "words", "truncated", "folder"])
def test_a_broken_picture_is_named(capsys, tmp_path, calibrated, command, name):
    _, packed = cv2.imencode(".jpg", bare(PLAIN).image_bgr)
    shot = tmp_path / "shot.jpg"
    if name == "folder":
        shot.mkdir()
    elif name != "missing":
        contents = {"empty": b"", "words": b"hello", "truncated": packed.tobytes()[:9000]}
        shot.write_bytes(contents[name])
    args = ("--empty", shot, "--out", tmp_path / "cal.json")
    if command == "read":
        args = ("--calibration", calibrated[0], shot)
    status, said, err = run(capsys, command, *args)
    assert (status, said, len(err)) == (2, [], 1)
    assert "shot.jpg" in err[0]
    assert not (tmp_path / "cal.json").exists()


@pytest.mark.usefixtures("search_free")
def test_a_grey_picture_of_the_board_is_a_picture(capsys, shots, tmp_path):
    grey = cv2.cvtColor(bare(PLAIN).image_bgr, cv2.COLOR_BGR2GRAY)
    cv2.imwrite(str(tmp_path / "grey.png"), grey)
    args = ("--empty", tmp_path / "grey.png", "--out", tmp_path / "cal.json")
    assert run(capsys, "calibrate", *args)[0] == 0


def test_forty_megapixels_are_searched_no_longer_than_a_small_picture(
    capsys, tmp_path, monkeypatch
):
    sizes, lattices = [], search.lattices_in

    def noting(scene, *others):
        sizes.append(scene.image_bgr.shape[:2])
        return lattices(scene, *others)

    monkeypatch.setattr(search, "lattices_in", noting)
    large = cv2.resize(bare(PLAIN).image_bgr, (8400, 4725), interpolation=cv2.INTER_CUBIC)
    cv2.imwrite(str(tmp_path / "large.jpg"), large)
    args = ("--empty", tmp_path / "large.jpg", "--out", tmp_path / "cal.json")
    status, (said,), _ = run(capsys, "calibrate", *args)
    assert status == 0
    assert {max(size) for size in sizes} == {WORKING_WIDTH}
    places = np.array(list(said["hollows_px"].values()))
    miss = places - ((bare(PLAIN).hollows_px + 0.5) * 8400 / 1280 - 0.5)
    pitch = PLAIN.camera.pitch_px * 8400 / 1280
    assert np.linalg.norm(miss, axis=1).max() / pitch < 0.1
