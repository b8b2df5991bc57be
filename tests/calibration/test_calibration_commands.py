"""`realqueen calibrate` and `realqueen read`: interfaces.md, and everything that may be wrong."""

import json
import re
import shutil
from dataclasses import replace

import cv2
import numpy as np
import pytest
from synthetic import Camera, Hand, Take, full_trays
from synthetic_setups import PLAIN, POSITION, RECORDED, SWAPPED, bare, found, picture

from companion.cli import main
from companion.commands import calibrate as calibrate_module
from companion.words.report import REPORT
from vision.finding import search
from vision.finding.scene import WORKING_WIDTH

NAMES = [f"{file}{rank}" for rank in "1234567" for file in "abcdefg"]


def run(capsys, *args):
    """Exit status, objects printed, lines on standard error."""
    status = main([str(arg) for arg in args])
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return status, [json.loads(line) for line in out.splitlines()], err.splitlines()


def marbles_in(shown):
    """(H, W) bool: where marbles have come in the trays."""
    return np.abs(shown["trays"].astype(int) - shown["bare"]).max(axis=2) > 60


@pytest.fixture(scope="session")
def shots(tmp_path_factory):
    """Pictures of one setup as a camera leaves them in a folder."""
    folder = tmp_path_factory.mktemp("shots")
    takes = {
        "bare": Take(),
        "trays": full_trays(),
        "one": Take("7/7/7/3w3/7/7/7", seed=1),
        "position": Take(POSITION, seed=2),
        "few": Take("b6/1w1b3/1bwb3/1wbwB2/1w2b2/w5b/3W2b", seed=4),
        "hand": Take(POSITION, hand=Hand((640, 330), rgb=(60, 90, 170)), seed=3),
    }
    for name, take in takes.items():
        cv2.imwrite(str(folder / f"{name}.png"), picture(PLAIN, take).image_bgr)
    return folder


@pytest.fixture(scope="session")
def calibrated(shots):
    """A calibration written by the command, and what it printed; the search is done once."""
    out = shots / "cal.json"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(calibrate_module, "from_bare_board", lambda *_: found(PLAIN))
        lines = []
        patch.setattr("builtins.print", lambda text="", **_: lines.append(text))
        args = ["--empty", shots / "bare.png", "--start", shots / "trays.png", "--out", out]
        assert main(["calibrate", *map(str, args)]) == 0
    (line,) = lines
    return out, json.loads(line)


@pytest.fixture
def search_free(monkeypatch):
    """For what has nothing to do with the search: the board is where it is known to be."""
    monkeypatch.setattr(calibrate_module, "from_bare_board", lambda *_: found(PLAIN))


class TestCalibrate:
    def test_it_prints_what_interfaces_say(self, calibrated):
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
    def test_without_trays_no_colour_is_known(self, capsys, shots, tmp_path):
        args = ("--empty", shots / "bare.png", "--out", tmp_path / "cal.json", "--json")
        status, (said,), err = run(capsys, "calibrate", *args)
        assert (status, said["colours"], err) == (0, None, [])
        assert (tmp_path / "cal.json").is_file()

    @pytest.mark.usefixtures("search_free")
    def test_a_start_picture_without_trays_in_view_is_no_error(self, capsys, shots, tmp_path):
        args = ("--empty", shots / "bare.png", "--start", shots / "bare.png")
        status, (said,), _ = run(capsys, "calibrate", *args, "--out", tmp_path / "cal.json")
        assert (status, said["colours"]) == (0, None)

    @pytest.mark.usefixtures("search_free")
    @pytest.mark.parametrize("lang", ["en", "it"])
    def test_a_report_is_drawn_when_asked_for(self, capsys, shots, tmp_path, lang):
        files = ("--out", tmp_path / "cal.json", "--report", tmp_path / "seen.png")
        args = ("--empty", shots / "bare.png", "--start", shots / "trays.png", *files)
        status, (said,), err = run(capsys, "calibrate", *args, "--lang", lang)
        assert (status, err) == (0, [])
        bare_bgr = cv2.imread(str(shots / "bare.png"))
        seen = cv2.imread(str(tmp_path / "seen.png"))
        assert seen.shape[1] > bare_bgr.shape[1]
        assert said["colours"] is not None

    def test_reading_counts_the_trays_unless_a_hand_is_in_view(self, capsys, shots, calibrated):
        out, _ = calibrated
        images = (shots / "trays.png", shots / "position.png", shots / "hand.png")
        status, lines, _ = run(capsys, "read", "--calibration", out, *images)
        assert status == 0
        full, empty, hand = (line["trays"] for line in lines)
        assert [(full[s]["attack"], full[s]["queen"]) for s in "wb"] == [(20, True)] * 2
        assert [(empty[s]["attack"], empty[s]["queen"]) for s in "wb"] == [(0, False)] * 2
        assert hand is None

    @pytest.mark.usefixtures("search_free")
    def test_without_trays_none_are_counted(self, capsys, shots, tmp_path):
        files = ("--empty", shots / "bare.png", "--out", tmp_path / "cal.json")
        run(capsys, "calibrate", *files)
        _, (line,), _ = run(
            capsys, "read", "--calibration", tmp_path / "cal.json", shots / "one.png"
        )
        assert line["trays"] is None

    @pytest.mark.usefixtures("search_free")
    def test_a_report_that_can_not_be_written_is_told_in_a_line(self, capsys, shots, tmp_path):
        files = ("--out", tmp_path / "cal.json", "--report", tmp_path / "no" / "seen.png")
        status, _, (line,) = run(capsys, "calibrate", "--empty", shots / "bare.png", *files)
        assert status != 0
        assert "seen.png" in line

    def test_corners_by_hand(self, capsys, shots, tmp_path):
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
    def test_corners_pointed_at_by_hand_are_put_right(self, capsys, shots, tmp_path, way):
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

    def test_corners_that_nothing_bears_out_are_said_to_be_unsure(self, capsys, shots, tmp_path):
        corners = bare(PLAIN).hollows_px[[42, 48, 6, 0]]
        corners = corners + (corners[1] - corners[0]) / 12 + (corners[3] - corners[0]) / 12
        text = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
        args = ["--empty", shots / "bare.png", "--out", tmp_path / "cal.json", "--corners", text]
        for lang in ("en", "it"):
            status, (said,), _ = run(capsys, "calibrate", *args, "--lang", lang)
            assert (status, said["confidence"]) == (0, 0.5)
            assert said["warnings"][0] == REPORT[lang]["warning.believed"]

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
        self, capsys, monkeypatch, shots, tmp_path, out, report, said
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

    def test_the_report_shows_the_trays_with_their_marbles(
        self, capsys, monkeypatch, shots, tmp_path
    ):
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

    def test_another_grid_by_its_corners(self, capsys, tmp_path):
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
    def test_wrong_corners_are_said(self, capsys, shots, tmp_path, corners):
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
    def test_corners_of_a_picture_that_shows_nothing(self, capsys, tmp_path, level, status):
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
    def test_a_large_board_is_calibrated_and_read(self, capsys, tmp_path, side):
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
    def test_a_wrong_grid_is_said(self, capsys, shots, tmp_path, grid):
        args = ("--empty", shots / "bare.png", "--out", tmp_path / "cal.json", "--grid", grid)
        status, said, err = run(capsys, "calibrate", *args)
        assert (status, said, len(err)) == (2, [], 1)
        assert "--grid" in err[0]

    @pytest.mark.usefixtures("search_free")
    def test_a_start_picture_of_another_size_is_said(self, capsys, shots, tmp_path):
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
    def test_a_start_picture_of_something_else_is_said(self, capsys, shots, tmp_path, start, said):
        out = tmp_path / "cal.json"
        args = ("--empty", shots / "bare.png", "--start", shots / start, "--out", out)
        status, _, err = run(capsys, "calibrate", *args)
        assert (status, len(err)) == (2, 1)
        assert said in err[0]
        assert not out.exists()

    @pytest.mark.usefixtures("search_free")
    @pytest.mark.parametrize("out", ["nowhere/cal.json", "."])
    def test_a_place_that_cannot_be_written_is_said(self, capsys, shots, tmp_path, out):
        args = ("--empty", shots / "bare.png", "--out", tmp_path / out)
        status, _, err = run(capsys, "calibrate", *args)
        assert (status, len(err)) == (2, 1)
        assert "write" in err[0]
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize("args", [(), ("--empty", "a"), ("--out", "c"), ("lens",)])
    def test_what_is_left_out_is_said(self, capsys, args):
        status, said, err = run(capsys, "calibrate", *args)
        assert (status, said, len(err)) == (2, [], 1)
        assert "--out" in err[0]

    def test_wrong_usage_exits_2(self):
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


class TestRead:
    def test_it_prints_what_interfaces_say(self, capsys, shots, calibrated):
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

    def test_a_picture_of_another_size_is_said(self, capsys, calibrated, tmp_path):
        cv2.imwrite(str(tmp_path / "small.png"), np.zeros((480, 640, 3), np.uint8))
        args = ("--calibration", calibrated[0], tmp_path / "small.png")
        status, said, err = run(capsys, "read", *args)
        assert (status, said, len(err)) == (2, [], 1)
        assert "640 x 480" in err[0]
        assert "1280 x 720" in err[0]

    def test_pictures_before_a_broken_one_are_read(self, capsys, shots, calibrated, tmp_path):
        (tmp_path / "broken.png").write_bytes(b"no")
        args = ("--calibration", calibrated[0], shots / "bare.png", tmp_path / "broken.png")
        status, said, err = run(capsys, "read", *args)
        assert (status, len(said), len(err)) == (2, 1, 1)

    @pytest.mark.parametrize("content", [None, "", "{}", "[]", "not JSON"])
    def test_a_wrong_calibration_is_named(self, capsys, shots, tmp_path, content):
        if content is not None:
            (tmp_path / "cal.json").write_text(content)
        args = ("--calibration", tmp_path / "cal.json", shots / "bare.png")
        status, said, err = run(capsys, "read", *args)
        assert (status, said, len(err)) == (2, [], 1)
        assert "cal.json" in err[0]

    @pytest.mark.parametrize("name", ["black", "noise"])
    def test_another_scene_gives_no_certain_marble(self, capsys, calibrated, tmp_path, name):
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

    def test_another_board_is_said_and_nothing_is_certain(self, capsys, calibrated):
        image = RECORDED / "s001" / "003.jpg"
        status, (said,), err = run(capsys, "read", "--calibration", calibrated[0], image)
        assert (status, said["moved"], len(err)) == (1, True, 1)
        assert "calibrate again" in err[0]
        assert max(h["p"] for h in said["hollows"].values()) < 0.9

    @pytest.mark.parametrize("order", [1, -1])
    def test_one_picture_of_the_board_among_others_is_enough(
        self, capsys, shots, calibrated, order
    ):
        images = (RECORDED / "s001" / "003.jpg", shots / "position.png")[::order]
        status, said, err = run(capsys, "read", "--calibration", calibrated[0], *images)
        assert (status, len(said), err) == (0, 2, [])

    def test_a_calibration_can_be_moved_with_its_pictures(
        self, capsys, shots, calibrated, tmp_path
    ):
        shutil.copy(calibrated[0], tmp_path / "elsewhere.json")
        args = ("--calibration", tmp_path / "elsewhere.json", shots / "bare.png")
        assert run(capsys, "read", *args)[0] == 0
