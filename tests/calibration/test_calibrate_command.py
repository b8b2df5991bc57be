"""`realqueen calibrate`: what it prints and writes, see interfaces.md."""

import cv2
import numpy as np
import pytest
from command_line import NAMES, run
from synthetic_setups import PLAIN, bare, found

from companion.commands import calibrate as calibrate_module


def marbles_in(shown):
    """(H, W) bool: where marbles have come in the trays."""
    return np.abs(shown["trays"].astype(int) - shown["bare"]).max(axis=2) > 60


def test_it_prints_what_interfaces_say(calibrated):
    _, said = calibrated
    assert {"hollows_px", "rim_px", "confidence", "colours"} <= said.keys()
    assert list(said["hollows_px"]) == list(said["rim_px"]) == NAMES
    places = np.array(list(said["hollows_px"].values()))
    miss = np.linalg.norm(places - bare(PLAIN).hollows_px, axis=1)
    assert miss.max() / PLAIN.camera.pitch_px < 0.1
    assert all(r > 0 for r in said["rim_px"].values())
    assert 0.5 < said["confidence"] <= 1
    red, blue = sorted(said["colours"], key=lambda rgb: rgb[2])
    assert red[0] > 2 * red[2]
    assert blue[2] > 2 * blue[0]


@pytest.mark.usefixtures("search_free")
def test_without_trays_no_colour_is_known(capsys, shots, tmp_path):
    args = ("--empty", shots / "bare.png", "--out", tmp_path / "cal.json", "--json")
    status, (said,), err = run(capsys, "calibrate", *args)
    assert (status, said["colours"], err) == (0, None, [])
    assert (tmp_path / "cal.json").is_file()


@pytest.mark.usefixtures("search_free")
def test_a_start_picture_without_trays_in_view_is_no_error(capsys, shots, tmp_path):
    args = ("--empty", shots / "bare.png", "--start", shots / "bare.png")
    status, (said,), _ = run(capsys, "calibrate", *args, "--out", tmp_path / "cal.json")
    assert (status, said["colours"]) == (0, None)


@pytest.mark.usefixtures("search_free")
@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_report_is_drawn_when_asked_for(capsys, shots, tmp_path, lang):
    files = ("--out", tmp_path / "cal.json", "--report", tmp_path / "seen.png")
    args = ("--empty", shots / "bare.png", "--start", shots / "trays.png", *files)
    status, (said,), err = run(capsys, "calibrate", *args, "--lang", lang)
    assert (status, err) == (0, [])
    bare_bgr = cv2.imread(str(shots / "bare.png"))
    seen = cv2.imread(str(tmp_path / "seen.png"))
    assert seen.shape[1] > bare_bgr.shape[1]
    assert said["colours"] is not None


def test_reading_counts_the_trays_unless_a_hand_is_in_view(capsys, shots, calibrated):
    out, _ = calibrated
    images = (shots / "trays.png", shots / "position.png", shots / "hand.png")
    status, lines, _ = run(capsys, "read", "--calibration", out, *images)
    assert status == 0
    full, empty, hand = (line["trays"] for line in lines)
    assert [(full[s]["attack"], full[s]["queen"]) for s in "wb"] == [(20, True)] * 2
    assert [(empty[s]["attack"], empty[s]["queen"]) for s in "wb"] == [(0, False)] * 2
    assert hand is None


@pytest.mark.usefixtures("search_free")
def test_without_trays_none_are_counted(capsys, shots, tmp_path):
    files = ("--empty", shots / "bare.png", "--out", tmp_path / "cal.json")
    run(capsys, "calibrate", *files)
    _, (line,), _ = run(capsys, "read", "--calibration", tmp_path / "cal.json", shots / "one.png")
    assert line["trays"] is None


def test_the_report_shows_the_trays_with_their_marbles(capsys, monkeypatch, shots, tmp_path):
    monkeypatch.setattr(calibrate_module, "from_bare_board", lambda *_: found(PLAIN))
    args = ["--empty", shots / "bare.png", "--start", shots / "trays.png"]
    args += ["--out", tmp_path / "cal.json", "--report", tmp_path / "seen.png"]
    assert run(capsys, "calibrate", *args)[0] == 0
    seen = cv2.imread(str(tmp_path / "seen.png")).astype(int)
    shown = {name: cv2.imread(str(shots / f"{name}.png")) for name in ("bare", "trays")}
    height, width = shown["bare"].shape[:2]
    assert seen.shape[0] >= height
    away = {
        name: np.median(np.abs(seen[:height, :width] - image)[marbles_in(shown)])
        for name, image in shown.items()
    }
    assert away["trays"] < away["bare"] / 2
