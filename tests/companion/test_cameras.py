"""The list of cameras, and which one ``auto`` takes."""

import json

import pytest

from companion import choosing
from companion.choosing import choose_source
from companion.cli import main
from companion.commands import cameras
from companion.errors import CompanionError
from vision.errors import SourceError
from vision.sources import CameraError, Trouble

RIBBON = {"Model": "imx708", "Id": "/base/soc/i2c0mux/i2c@1/imx708@1a", "Num": 0}
USB = {"Model": "C920", "Id": "/base/scb/pcie@7d500000/usb@0,0-1.2:1.0-046d:082d", "Num": 1}


@pytest.fixture
def there(monkeypatch):
    def put(ribbon, usb):
        def pi_cameras():
            if isinstance(ribbon, Exception):
                raise ribbon
            return ribbon

        monkeypatch.setattr(cameras, "pi_cameras", pi_cameras)
        monkeypatch.setattr(cameras, "usb_cameras", lambda: usb)

    return put


def test_all_are_listed_once_with_the_name_to_ask_for(there, capsys):
    there([RIBBON, USB], [(0, "C920")])
    assert main(["cameras"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "picamera2  imx708 (on the ribbon cable)",
        "webcam:0  C920 (on USB)",
    ]


def test_for_programs(there, capsys):
    there([RIBBON], [])
    assert main(["cameras", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "cameras": [{"source": "picamera2", "model": "imx708", "kind": "ribbon"}],
        "note": "",
    }


@pytest.mark.parametrize(("lang", "said"), [("en", "no camera is found"), ("it", "nessuna")])
def test_none_is_a_no_with_what_to_do(there, capsys, lang, said):
    there(CameraError(Trouble("no-driver", "text", "picamera2", "No module named x")), [])
    assert main(["cameras", "--lang", lang]) == 1
    out = capsys.readouterr().out
    assert said in out
    assert "No module named x" in out


def test_auto_is_a_camera(monkeypatch):
    asked = []
    monkeypatch.setattr(choosing, "open_source", lambda *a, **k: asked.append((a, k)) or "opened")
    assert choose_source("auto", realtime=True, rate=12, wait_for_camera=True, mains=60) == "opened"
    assert asked == [(("camera",), {"rate": 12, "wait": True, "mains": 60})]


def test_without_one_auto_is_the_recorded_game(monkeypatch, capsys):
    def none(*_, **__):
        raise SourceError("there is no camera")

    opened = choosing.open_source
    monkeypatch.setattr(
        choosing, "open_source", lambda n, **k: none() if n == "camera" else opened(n, **k)
    )
    with choose_source("auto", realtime=True) as source:
        assert source.name.startswith("recording:")
    said = capsys.readouterr().err
    assert "there is no camera" in said
    assert "built-in recording" in said


@pytest.mark.parametrize("name", ["recording:", "picamera", "camera3", "wbcam:0"])
def test_a_misspelt_source_is_told_by_the_names_there_are(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CompanionError, match=r"picamera2, webcam\[:N\]"):
        choose_source(name, realtime=True)
