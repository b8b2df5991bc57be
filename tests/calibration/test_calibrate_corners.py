"""`realqueen calibrate` with corners that a person names, and boards of other grids."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from command_line import run
from synthetic import Camera
from synthetic_setups import PLAIN, bare

from companion.words.report import REPORT


def test_corners_by_hand(capsys, shots, tmp_path):
    corners = bare(PLAIN).hollows_px[[42, 48, 6, 0]]
    text = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    status, (said,), _ = run(
        capsys,
        *("calibrate", "--empty", shots / "bare.png", "--out", tmp_path / "cal.json"),
        *("--corners", text),
    )
    assert status == 0
    places = np.array(list(said["hollows_px"].values()))
    miss = np.linalg.norm(places - bare(PLAIN).hollows_px, axis=1)
    assert miss.max() / PLAIN.camera.pitch_px < 0.1


@pytest.mark.parametrize("way", ["--empty", "--occupied"])
def test_corners_pointed_at_by_hand_are_put_right(capsys, shots, tmp_path, way):
    hand = np.random.default_rng(3).uniform(-5, 5, (4, 2))
    corners = bare(PLAIN).hollows_px[[42, 48, 6, 0]] + hand
    text = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    shot = shots / {"--empty": "bare.png", "--occupied": "few.png"}[way]
    status, (said,), _ = run(
        capsys, "calibrate", way, shot, "--out", tmp_path / "cal.json", "--corners", text
    )
    assert status == 0
    places = np.array(list(said["hollows_px"].values()))
    miss = np.linalg.norm(places - bare(PLAIN).hollows_px, axis=1)
    assert miss.max() / PLAIN.camera.pitch_px < 0.05
    assert said["confidence"] > 0.9
    assert REPORT["en"]["warning.believed"] not in said["warnings"]


def test_corners_that_nothing_bears_out_are_said_to_be_unsure(capsys, shots, tmp_path):
    corners = bare(PLAIN).hollows_px[[42, 48, 6, 0]]
    corners = corners + (corners[1] - corners[0]) / 12 + (corners[3] - corners[0]) / 12
    text = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    args = ["--empty", shots / "bare.png", "--out", tmp_path / "cal.json", "--corners", text]
    for lang in ("en", "it"):
        status, (said,), _ = run(capsys, "calibrate", *args, "--lang", lang)
        assert (status, said["confidence"]) == (0, 0.5)
        assert said["warnings"][0] == REPORT[lang]["warning.believed"]


def test_another_grid_by_its_corners(capsys, tmp_path):
    setup = replace(PLAIN, columns=5, rows=9, camera=Camera(pitch_px=50, target=(2, 4)))
    shown = bare(setup)
    cv2.imwrite(str(tmp_path / "bare.png"), shown.image_bgr)
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in shown.hollows_px[[40, 44, 4, 0]])
    status, (said,), _ = run(
        capsys,
        *("calibrate", "--empty", tmp_path / "bare.png", "--out", tmp_path / "cal.json"),
        *("--grid", "5x9", "--corners", corners),
    )
    assert status == 0
    assert list(said["hollows_px"]) == [f"{f}{r}" for r in range(1, 10) for f in "abcde"]
    places = np.array(list(said["hollows_px"].values()))
    assert np.linalg.norm(places - shown.hollows_px, axis=1).max() < 5


@pytest.mark.parametrize(
    "corners",
    [
        "",
        "1,2 3,4 5,6",
        "1,2 3,4 5,6 7,8 9,10",
        "1;2 3;4 5;6 7;8",
        "a,b c,d e,f g,h",
        "nan,1 2,3 4,5 6,7",
        "400,500 800,500 800,200 400,200",
        "400,200 400,200 400,200 400,200",
        "0,0 100,100 200,200 300,300",
        "-400,200 800,200 800,500 400,500",
        "400,200 80000,200 800,500 400,500",
        "400,200 800,500 800,200 400,500",
        "1e308,200 800,200 800,500 400,500",
        "630,150 650,150 1140,650 140,650",
        "100,100 1200,101 1200,104 100,103",
        "400,200 440,200 440,240 400,240",
    ],
    ids=[
        "none",
        "three",
        "five",
        "semicolons",
        "words",
        "not a number",
        "bottom first",
        "one place",
        "in a line",
        "left of the picture",
        "right of it",
        "crossed",
        "beyond all measure",
        "to the horizon",
        "from the edge",
        "of a tiny board",
    ],
)
def test_wrong_corners_are_said(capsys, shots, tmp_path, corners):
    status, said, err = run(
        capsys,
        *("calibrate", "--empty", shots / "bare.png", "--out", tmp_path / "cal.json"),
        f"--corners={corners}",
    )
    assert (status, said, len(err)) == (2, [], 1)
    assert "corner" in err[0]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("level", "status"), [(0, 1), (120, 0)], ids=["black", "grey"])
def test_corners_of_a_picture_that_shows_nothing(capsys, tmp_path, level, status):
    """A person is believed where light is enough to see by."""
    cv2.imwrite(str(tmp_path / "wall.png"), np.full((720, 1280, 3), level, np.uint8))
    got, _, err = run(
        capsys,
        *("calibrate", "--occupied", tmp_path / "wall.png", "--out", tmp_path / "cal.json"),
        *("--corners", "400,200 800,200 800,500 400,500"),
    )
    assert got == status
    assert ["too dark" in line for line in err] == [True] * status


@pytest.mark.parametrize("side", [9, 26])
def test_a_large_board_is_calibrated_and_read(capsys, tmp_path, side):
    camera = Camera(pitch_px=36 if side == 9 else 24, target=(side // 2, side // 2))
    shown = bare(replace(PLAIN, columns=side, rows=side, camera=camera))
    cv2.imwrite(str(tmp_path / "bare.png"), shown.image_bgr)
    corners = shown.hollows_px[[-side, -1, side - 1, 0]]
    text = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    status, _, _ = run(
        capsys,
        *("calibrate", "--empty", tmp_path / "bare.png", "--out", tmp_path / "cal.json"),
        *("--grid", f"{side}x{side}", "--corners", text),
    )
    assert status == 0
    args = ("--calibration", tmp_path / "cal.json", tmp_path / "bare.png")
    status, (said,), _ = run(capsys, "read", *args)
    assert status == 0
    assert said["placement"] == "/".join([str(side)] * side)


@pytest.mark.parametrize(
    "grid",
    [
        "",
        "7",
        "7x",
        "x7",
        "0x7",
        "7x-7",
        "7x7x7",
        "2x2",
        "27x3",
        "1e3x7",
        "²x7",
        "7.5x7",
        "9" * 5000 + "x7",
    ],
)
def test_a_wrong_grid_is_said(capsys, shots, tmp_path, grid):
    args = ("--empty", shots / "bare.png", "--out", tmp_path / "cal.json", "--grid", grid)
    status, said, err = run(capsys, "calibrate", *args)
    assert (status, said, len(err)) == (2, [], 1)
    assert "--grid" in err[0]
