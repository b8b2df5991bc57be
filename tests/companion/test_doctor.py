"""The doctor on machines and pictures made for it."""

import json
import math
import re
import socket
import types
from datetime import UTC, datetime

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.doctor import machine, seeing
from companion.doctor.finding import Finding, Level
from companion.doctor.stand import ASPECT, FIELDS_OF_VIEW, MARGIN, WIDTH_PX, stand_for
from companion.doctor.words import CATALOGUES
from vision.camera.projection import Projection
from vision.sources import BaseSource, CameraError, Trouble, demo_recording, read_picture
from vision.types import Frame


def found(findings):
    return [(f.check, str(f.level), f.key) for f in findings]


def put(root, path, text):
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


class TestWords:
    def test_every_language_has_every_message_with_the_same_values(self):
        def values(text):
            return sorted(re.findall(r"{(\w+)", text))

        english, italian = CATALOGUES["en"], CATALOGUES["it"]
        assert set(english) == set(italian)
        assert {k: values(t) for k, t in english.items()} == {
            k: values(t) for k, t in italian.items()
        }


class TestMachine:
    @pytest.mark.parametrize(
        ("milli", "level"), [(48_000, "ok"), (76_500, "warning"), (83_000, "bad")]
    )
    def test_heat(self, tmp_path, milli, level):
        put(tmp_path, "sys/class/thermal/thermal_zone0/temp", f"{milli}\n")
        ((_, got, _),) = found(machine.heat(tmp_path))
        assert got == level

    def test_heat_untold(self, tmp_path):
        put(tmp_path, "sys/class/thermal/thermal_zone0/temp", "?\n")
        assert found(machine.heat(tmp_path)) == [("temperature", "note", "unknown")]

    @pytest.mark.parametrize(
        ("told", "level", "key"),
        [
            ("throttled=0x0", "ok", "fine"),
            ("throttled=0x50005", "bad", "power"),
            ("throttled=0x50000", "warning", "power-once"),
            ("throttled=0x20002", "warning", "slow"),
            ("throttled=0x20000", "note", "slow-once"),
        ],
    )
    def test_power(self, tmp_path, told, level, key):
        assert found(machine.throttling(tmp_path, lambda: told)) == [("throttling", level, key)]
        put(tmp_path, "sys/devices/platform/soc/soc:firmware/get_throttled", told.partition("=")[2])
        assert found(machine.throttling(tmp_path, lambda: "")) == [("throttling", level, key)]

    def test_power_is_untold_on_other_machines(self, tmp_path):
        assert found(machine.throttling(tmp_path, lambda: "")) == []

    @pytest.mark.parametrize(
        ("free_mb", "level", "key"),
        [(9000, "ok", "room"), (300, "warning", "low"), (20, "bad", "full")],
    )
    def test_disk(self, tmp_path, free_mb, level, key):
        usage = types.SimpleNamespace(free=free_mb * 1_000_000)
        findings = found(machine.disk(tmp_path / "not" / "yet", lambda _: usage))
        assert findings == [("disk", level, key), ("permissions", "ok", "fine")]

    def test_a_file_is_no_folder_for_games(self, tmp_path):
        (tmp_path / "file").touch()
        for folder in (tmp_path / "file", tmp_path / "file" / "below"):
            assert found(machine.disk(folder))[1] == ("permissions", "bad", "folder")

    def test_a_folder_that_cannot_be_written(self, tmp_path, monkeypatch):
        def refuses(**_):
            raise OSError(30, "Read-only file system")

        monkeypatch.setattr(machine.tempfile, "TemporaryFile", refuses)
        assert found(machine.disk(tmp_path))[1] == ("permissions", "bad", "folder")

    def test_devices_that_may_not_be_used_are_named(self, tmp_path):
        for node in ("video0", "media3", "dma_heap/linux,cma"):
            put(tmp_path, f"dev/{node}", "")
        (finding,) = machine.devices(tmp_path, lambda path, _: path.name != "video0")
        assert (finding.level, finding.values) == (
            Level.BAD,
            {"devices": str(tmp_path / "dev/video0")},
        )
        assert list(machine.devices(tmp_path)) == []

    @pytest.mark.parametrize(
        ("year", "synchronized", "level", "key"),
        [
            (1970, True, "warning", "wrong"),
            (2027, True, "ok", "synchronized"),
            (2027, False, "note", "alone"),
        ],
    )
    def test_clock(self, tmp_path, year, synchronized, level, key):
        if synchronized:
            put(tmp_path, "run/systemd/timesync/synchronized", "")
        now = datetime(year, 1, 2, tzinfo=UTC)
        (finding,) = machine.clock(tmp_path, now)
        assert (finding.check, finding.level, finding.key) == ("clock", level, key)
        if level != "ok":
            # Which game goes on after a power cut depends on it, too.
            assert "interrupted" in finding.text("en")
            assert "interrotta" in finding.text("it")

    def test_versions_here_fit_together(self):
        assert all(f.level is Level.OK for f in machine.versions())

    @pytest.mark.parametrize(
        ("name", "error", "level", "key"),
        [
            ("simplejpeg", ValueError("numpy.dtype size changed, may"), "bad", "clash"),
            ("cv2", ImportError("libGL.so.1: cannot open"), "bad", "broken"),
            ("cv2", ModuleNotFoundError("No module", name="cv2"), "bad", "missing"),
            ("picamera2", ModuleNotFoundError("No", name="libcamera"), "warning", "broken"),
        ],
    )
    def test_what_does_not_fit(self, name, error, level, key):
        def load(wanted):
            if wanted == name:
                raise error
            return types.SimpleNamespace(__version__="1")

        findings = found(machine.versions(load))
        assert findings == [("versions", level, key), ("versions", "ok", "list")]

    def test_no_pi_camera_library_is_no_fault(self):
        def load(wanted):
            if wanted in machine.SYSTEM_PACKAGES:
                raise ModuleNotFoundError("No module", name=wanted)
            return types.SimpleNamespace(__version__="1")

        assert found(machine.versions(load)) == [("versions", "ok", "list")]

    def test_ports(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            number = taken.getsockname()[1]
            assert found(machine.port("127.0.0.1", number)) == [("port", "bad", "taken")]
        assert found(machine.port("127.0.0.1", number)) == [("port", "ok", "free")]

    @pytest.mark.parametrize(
        ("host", "number", "key"),
        [
            ("127.0.0.1", 65536, "none"),
            ("127.0.0.1", -1, "none"),
            ("", 0, "host"),
            ("a..b", 0, "host"),
            ("x" * 300, 0, "host"),
            ("192.0.2.7", 0, "host"),
        ],
    )
    def test_ports_and_hosts_that_are_none(self, host, number, key):
        (finding,) = machine.port(host, number)
        assert (finding.level, finding.key) == (Level.BAD, key)
        assert all(finding.text(lang) for lang in CATALOGUES)


def seen_from(pitch, middle, tilt):
    """A board whose middle lies there, seen by a camera tilted so."""
    focal, turn = 1000.0, math.radians(tilt)
    far = focal / pitch
    # Board coordinates from its middle; the camera's x, y and depth.
    rows = [(1, 0, 0), (0, math.cos(turn), 0), (0, -math.sin(turn), far)]
    k = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]])
    centred = np.array([[1, 0, -3], [0, 1, -3], [0, 0, 1.0]])
    matrix = k @ np.array(rows) @ centred
    return Projection(matrix / matrix[2, 2], 0.0, (1280, 720))


DEMO = read_picture(sorted(demo_recording().glob("*.jpg"))[0])


class TestSeeing:
    def test_the_demo_is_all_well(self):
        assert found(seeing.judge(DEMO)) == [
            ("light", "ok", "fine"),
            ("sharpness", "ok", "fine"),
            ("board", "ok", "fine"),
        ]

    @pytest.mark.parametrize(
        ("image", "level", "key"),
        [
            (DEMO // 4, "warning", "dark"),
            (DEMO // 16, "bad", "dark"),
            (cv2.add(DEMO, (120, 120, 120, 0)), "warning", "bright"),
        ],
        ids=["dusk", "night", "glare"],
    )
    def test_light(self, image, level, key):
        assert found([seeing.light(image)]) == [("light", level, key)]

    @pytest.mark.parametrize("sigma", [3, 5])
    def test_blur(self, sigma):
        blurred = cv2.GaussianBlur(DEMO, (0, 0), sigma)
        assert found([seeing.sharpness(blurred)]) == [("sharpness", "warning", "blurred")]

    @pytest.mark.parametrize("sigma", [1.0, 1.5, 2.0, 2.5])
    def test_the_width_of_an_edge_is_what_geometry_says(self, sigma):
        edge = np.zeros((120, 120, 3), np.uint8)
        edge[:, 60:] = 200
        width = seeing.edge_width_px(cv2.GaussianBlur(edge, (0, 0), sigma))
        # Its own smoothing and the difference over two pixels widen it a little.
        assert width == pytest.approx(math.sqrt(2 * math.pi * (sigma**2 + 0.7**2)), rel=0.2)

    def test_no_board(self):
        bare = np.full((720, 1280, 3), (60, 110, 150), np.uint8)
        assert found(seeing.board(bare)) == [("board", "warning", "not-found")]

    @pytest.mark.parametrize(
        ("pitch", "middle", "tilt", "key"),
        [
            (60, (640, 360), 10, "fine"),
            (26, (640, 360), 10, "small"),
            (60, (640, 360), 48, "steep"),
            (60, (220, 360), 10, "cut"),
            (100, (640, 360), 0, "cut"),
        ],
    )
    def test_where_the_board_lies(self, monkeypatch, pitch, middle, tilt, key):
        board = types.SimpleNamespace(projection=seen_from(pitch, middle, tilt))
        monkeypatch.setattr(seeing, "find_board", lambda *_: board)
        assert [f.key for f in seeing.board(DEMO)] == [key]

    def test_a_camera_is_given_time_and_given_back(self, monkeypatch):
        class Fake(BaseSource):
            name, live, closed = "fake", True, False

            def __iter__(self):
                for index in range(1000):
                    yield Frame(DEMO, index, index / 30)

            def close(self):
                self.closed = True

        monkeypatch.setattr(seeing, "judge", lambda _: [])
        source = Fake()
        assert found(seeing.look(lambda: source, 0.05)) == [("camera", "ok", "fine")]
        assert source.closed

    @pytest.mark.parametrize("code", ["busy", "no-camera", "no-access", "silent", "no-driver"])
    def test_a_camera_in_trouble(self, code):
        def fails():
            raise CameraError(Trouble(code, "text", "picamera2"))

        (finding,) = seeing.look(fails)
        assert finding.level is Level.BAD
        assert all(finding.text(lang) for lang in CATALOGUES)


class TestStand:
    @pytest.mark.parametrize("tilt", [0, 15, 35])
    @pytest.mark.parametrize("fov", [55.3, 66, 102])
    def test_the_corners_are_just_in_the_picture(self, fov, tilt):
        """Projected with OpenCV, from the place that the calculator names."""
        board, around = 40, 8
        stand = stand_for(fov, board, around, tilt, 4.5)
        focal = WIDTH_PX / 2 / math.tan(math.radians(fov / 2))
        k = np.array([[focal, 0, 640], [0, focal, 360], [0, 0, 1.0]])
        # Looking down (x right, y towards the foot of the stand), then tilted about x.
        eye = np.array([0, -stand.aside, stand.height])
        forward = -eye / np.linalg.norm(eye)
        right = np.array([1.0, 0, 0])
        axes = np.stack([right, np.cross(forward, right), forward])
        half = board / 2 + around
        corners = np.array([(x, y, 0.0) for x in (-half, half) for y in (-half, half)])
        seen, _ = cv2.projectPoints(corners, cv2.Rodrigues(axes)[0], -axes @ eye, k, None)
        reach = np.abs((seen[:, 0] - (640, 360)) / (640, 640 * ASPECT)).max()
        assert reach == pytest.approx(1 - MARGIN, abs=1e-6)
        assert stand.aside == pytest.approx(stand.height * math.tan(math.radians(tilt)))

    def test_pixels_from_hollow_to_hollow(self):
        stand = stand_for(66, 40, 8, 0, 4.5)
        focal = 640 / math.tan(math.radians(33))
        assert stand.pitch_px == pytest.approx(4.5 * focal / stand.height)
        assert stand.far_pitch_px == stand.pitch_px

    @pytest.mark.parametrize(
        "numbers",
        [(5, 40, 8, 0, 4), (66, 1, 8, 0, 4), (66, 40, 8, 80, 4), (66, 40, 8, 0, 9),
         (66, 40, -1, 0, 4),
         (math.nan, 40, 8, 0, 4), (66, 40, 8, 0, math.nan)],
    )  # fmt: skip
    def test_numbers_out_of_range(self, numbers):
        with pytest.raises(ValueError, match=r"[a-z]"):
            stand_for(*numbers)


class TestCommand:
    def test_geometry(self, capsys):
        assert main(["doctor", "--geometry", "--json"]) == 0
        rows = json.loads(capsys.readouterr().out)["stands"]
        assert [row["camera"] for row in rows] == list(FIELDS_OF_VIEW)
        assert main(["doctor", "--geometry", "--fov", "20", "--lang", "it"]) == 0
        assert "sopra il tavoliere" in capsys.readouterr().out
        assert main(["doctor", "--geometry", "--board", "0"]) == 2
        assert capsys.readouterr().err.count("\n") == 1

    def test_a_visit(self, capsys, monkeypatch):
        findings = [Finding("disk", Level.OK, "room", {"folder": "x", "mb": 5})]
        monkeypatch.setattr("companion.commands.doctor.check_all", lambda _: findings)
        assert main(["doctor"]) == 0
        assert capsys.readouterr().out.splitlines()[-1] == CATALOGUES["en"]["verdict.fine"]
        findings.append(Finding("temperature", Level.WARNING, "hot", {"c": 80}))
        assert main(["doctor", "--lang", "it"]) == 0
        assert capsys.readouterr().out.splitlines()[-1] == CATALOGUES["it"]["verdict.warning"]
        findings.append(Finding("throttling", Level.BAD, "power", {"bits": "0x1"}))
        assert main(["doctor", "--json"]) == 1
        told = json.loads(capsys.readouterr().out)
        assert (told["ok"], [f["finding"] for f in told["findings"]]) == (
            False,
            ["room", "hot", "power"],
        )

    def test_everything_but_the_camera(self, capsys, tmp_path):
        options = ["--source", "none", "--data", str(tmp_path), "--port", "0"]
        status = main(["doctor", *options, "--json"])
        told = json.loads(capsys.readouterr().out)["findings"]
        assert {"versions", "disk", "permissions", "clock", "port"} <= {f["check"] for f in told}
        bad = {f["check"] for f in told if f["level"] == "bad"}
        # A machine under test may be hot or its camera closed to us; the rest is ours.
        assert bad <= {"temperature", "throttling", "permissions", "disk"}
        assert status == bool(bad)
