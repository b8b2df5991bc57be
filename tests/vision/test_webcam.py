"""USB cameras, with a stand-in for OpenCV's capture and for the system's list of devices."""

import fcntl
import os
import struct
import threading
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import sources
from vision.sources import CameraError, any_camera, open_source, usb_cameras, webcam
from vision.sources.light import Step
from vision.sources.live import LiveSource
from vision.sources.webcam import APERTURE_PRIORITY, MANUAL_EXPOSURE, Webcam


class Plug:
    """What is plugged in at each number."""

    def __init__(self):
        self.there = {0}
        self.flowing = threading.Event()
        self.flowing.set()
        self.captures = []
        self.lacks = set()


class FakeCapture:
    plug = None

    def __init__(self, number, backend=None):  # noqa: ARG002
        self.number = number
        self.open = number in self.plug.there
        self.settings = {cv2.CAP_PROP_EXPOSURE: 156.0}
        self.grabs = self.reads = 0
        self.plug.captures.append(self)

    def isOpened(self):  # noqa: N802
        return self.open

    def set(self, prop, value):
        if prop in self.plug.lacks:
            return False
        self.settings[prop] = value
        return True

    def get(self, prop):
        return -1.0 if prop in self.plug.lacks else self.settings.get(prop, 0.0)

    def grab(self):
        self.plug.flowing.wait(30)
        threading.Event().wait(0.002)
        self.grabs += 1
        return self.open and self.number in self.plug.there

    def retrieve(self):
        self.reads += 1
        return True, np.full((72, 128, 3), 50, np.uint8)

    def release(self):
        self.open = False


@pytest.fixture
def plug(monkeypatch):
    made = Plug()
    monkeypatch.setattr(FakeCapture, "plug", made)
    monkeypatch.setattr(cv2, "VideoCapture", FakeCapture)
    yield made
    made.flowing.set()


@pytest.fixture
def system(tmp_path):
    """A Pi's video nodes: the ribbon camera's, decoders, and a USB camera with its metadata."""
    buses = {name: tmp_path / "bus" / name for name in ("usb", "platform")}
    for bus in buses.values():
        bus.mkdir(parents=True)
    nodes = [
        ("video0", "platform", "0", "unicam-image"),
        ("video10", "platform", "0", "bcm2835-codec-decode"),
        ("video9", "usb", "0", "HD Pro Webcam C920"),
        ("video11", "usb", "1", "HD Pro Webcam C920"),
        ("video2", "usb", "0", "Logi 270"),
    ]
    root = tmp_path / "video4linux"
    for node, bus, index, name in nodes:
        device = tmp_path / "devices" / node
        device.mkdir(parents=True)
        (device / "subsystem").symlink_to(buses[bus])
        (root / node).mkdir(parents=True)
        (root / node / "device").symlink_to(device)
        (root / node / "index").write_text(index + "\n")
        (root / node / "name").write_text(name + "\n")
    return root


def test_only_usb_cameras_are_listed_and_each_once(system):
    assert usb_cameras(system) == [(2, "Logi 270"), (9, "HD Pro Webcam C920")]


def test_a_node_that_vanishes_while_we_look_is_left_out(system):
    (system / "video2" / "index").unlink()
    assert usb_cameras(system) == [(9, "HD Pro Webcam C920")]


def test_without_video_there_is_none(tmp_path):
    assert usb_cameras(tmp_path / "nowhere") == []


def test_packed_pictures_are_asked_for(plug):
    Webcam(0)
    settings = plug.captures[0].settings
    assert settings[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")
    assert settings[cv2.CAP_PROP_FRAME_WIDTH] == 1280


def test_held_and_let_go(plug):
    camera = Webcam(0)
    settings = plug.captures[0].settings
    camera.lock()
    assert settings[cv2.CAP_PROP_AUTO_EXPOSURE] == MANUAL_EXPOSURE
    assert settings[cv2.CAP_PROP_EXPOSURE] == 156.0
    assert settings[cv2.CAP_PROP_AUTO_WB] == settings[cv2.CAP_PROP_AUTOFOCUS] == 0
    camera.settle()
    assert settings[cv2.CAP_PROP_AUTO_EXPOSURE] == APERTURE_PRIORITY
    assert settings[cv2.CAP_PROP_AUTO_WB] == 1
    assert settings[cv2.CAP_PROP_AUTOFOCUS] == 0


LOOK = {
    cv2.CAP_PROP_EXPOSURE: 80.0,
    cv2.CAP_PROP_GAIN: 0.0,
    cv2.CAP_PROP_WB_TEMPERATURE: 3400.0,
    cv2.CAP_PROP_FOCUS: 35.0,
}


def test_opened_again_it_is_held_at_what_it_was(plug):
    first = Webcam(0)
    plug.captures[0].settings |= LOOK
    held = first.lock()
    Webcam(0, held)
    settings = plug.captures[1].settings
    assert {prop: settings[prop] for prop in LOOK} == LOOK
    assert settings[cv2.CAP_PROP_AUTO_EXPOSURE] == MANUAL_EXPOSURE
    assert settings[cv2.CAP_PROP_AUTO_WB] == settings[cv2.CAP_PROP_AUTOFOCUS] == 0


@pytest.mark.parametrize("lacking", [[cv2.CAP_PROP_EXPOSURE], [*LOOK]], ids=["exposure", "all"])
def test_what_a_camera_does_not_have_it_is_not_held_at(plug, lacking):
    plug.lacks |= set(lacking)
    camera = Webcam(0)
    plug.captures[0].settings |= LOOK
    held = camera.lock()
    assert len(held) == len(LOOK) - len(lacking)
    assert -1 not in held.values()
    plug.lacks.clear()
    Webcam(0, held)
    assert plug.captures[1].settings[cv2.CAP_PROP_EXPOSURE] == 156.0


def test_held_as_a_camera_of_another_kind_it_is_held_as_it_is(plug):
    Webcam(0, {"AeEnable": False, "ExposureTime": 9000})
    settings = plug.captures[0].settings
    assert settings[cv2.CAP_PROP_AUTO_EXPOSURE] == MANUAL_EXPOSURE
    assert settings[cv2.CAP_PROP_EXPOSURE] == 156.0


def plugged_in_again(plug, *steps):
    """The settings of a camera that was held or let go, unplugged, and plugged in again."""
    with LiveSource("webcam:0", lambda held: Webcam(0, held), retry_s=0.01) as source:
        stream = iter(source)
        next(stream)
        plug.captures[0].settings |= LOOK
        for step in steps:
            source._operator.do(step)
            for _ in range(20):
                next(stream)
            assert (source._operator.held is not None) == (step is Step.LOCK)
        source.on_change = lambda: plug.there.add(0)
        plug.there.clear()
        while len(plug.captures) == 1 or not plug.captures[-1].reads:
            next(stream)
        return dict(plug.captures[-1].settings)


def test_unplugged_and_plugged_in_again_it_is_held_at_what_it_was(plug):
    settings = plugged_in_again(plug, Step.LOCK)
    assert {prop: settings[prop] for prop in LOOK} == LOOK


def test_let_go_and_plugged_in_again_it_is_not_held(plug):
    settings = plugged_in_again(plug, Step.LOCK, Step.SETTLE)
    assert settings[cv2.CAP_PROP_EXPOSURE] == 156.0
    assert cv2.CAP_PROP_AUTO_EXPOSURE not in settings


def test_given_back_it_is_as_automatic_as_it_was(plug):
    camera = Webcam(0)
    camera.lock()
    camera.close()
    settings = plug.captures[0].settings
    assert settings[cv2.CAP_PROP_AUTO_EXPOSURE] == APERTURE_PRIORITY
    assert settings[cv2.CAP_PROP_AUTO_WB] == settings[cv2.CAP_PROP_AUTOFOCUS] == 1
    assert not plug.captures[0].open


def test_the_next_picture_is_waited_for_no_longer_than_silence_may_last(plug):
    source = LiveSource("webcam:0", lambda held: Webcam(0, held), silence_s=1.5, open_s=20)
    next(iter(source))
    operator = source._operator
    assert 1.4 < source._patience_s(operator) + time.monotonic() - operator.alive_s < 1.6
    source.close()
    # Long ago it was heard of last: it is given a moment all the same.
    operator.join()
    operator.alive_s = time.monotonic() - 60
    assert source._patience_s(operator) == pytest.approx(0.3)


@pytest.mark.parametrize(("mains", "value"), [(50, 1), (60, 2)])
def test_it_is_told_which_lamps_it_sees_by(plug, monkeypatch, tmp_path, mains, value):
    (tmp_path / "video0").touch()
    asked = []

    def ioctl(device, request, said):
        asked.append((os.readlink(f"/proc/self/fd/{device}"), request, struct.unpack("=Ii", said)))

    monkeypatch.setattr(fcntl, "ioctl", ioctl)
    monkeypatch.setattr(webcam, "Path", lambda path: tmp_path / Path(path).name)
    with open_source("webcam:0", mains=mains):
        # Numbers of linux/videodev2.h and v4l2-controls.h: _IOWR('V', 28, 8 bytes), base + 24.
        assert asked == [
            (f"{tmp_path}/video0", 3 << 30 | 8 << 16 | ord("V") << 8 | 28, (0x980900 + 24, value))
        ]


def test_a_camera_that_knows_no_lamps_opens_all_the_same(plug, monkeypatch, tmp_path):
    # A plain file refuses, as a driver without that control does.
    (tmp_path / "video0").touch()
    monkeypatch.setattr(webcam, "Path", lambda path: tmp_path / Path(path).name)
    with open_source("webcam:0"):
        assert plug.captures[0].open


@pytest.mark.parametrize(
    ("nodes", "readable", "code"),
    [(False, False, "no-camera"), (True, False, "no-access"), (True, True, "busy")],
)
def test_why_it_does_not_open(plug, monkeypatch, nodes, readable, code):
    plug.there.clear()
    monkeypatch.setattr(webcam.Path, "exists", lambda _: nodes)
    monkeypatch.setattr(webcam.os, "access", lambda *_: readable)
    with pytest.raises(CameraError) as caught:
        Webcam(0)
    assert caught.value.trouble.code == code


def test_only_pictures_that_are_wanted_are_unpacked(plug):
    with open_source("webcam:0", rate=10) as source:
        stream = iter(source)
        for _ in range(4):
            next(stream)
        capture = plug.captures[0]
        assert capture.reads <= 6
        assert capture.grabs > 3 * capture.reads


def test_no_picture_is_lost_to_whoever_is_quick(plug):
    """Asking for the next one while the camera waits for it must not cost one."""
    asked = []

    class Camera:
        name = "steps"

        def next(self, wanted):
            # The picture is complete only after it has been asked for.
            for _ in range(5000):
                if wanted():
                    break
                threading.Event().wait(0.001)
            asked.append(wanted())
            return np.full((8, 8, 3), 50, np.uint8) if asked[-1] else None

        def close(self):
            pass

    with LiveSource("steps", lambda _: Camera(), rate=120) as source:
        stream = iter(source)
        for _ in range(5):
            next(stream)
        assert asked[:5] == [True] * 5


def test_unplugged_is_told_and_plugged_in_again_it_goes_on(plug):
    source = LiveSource("webcam:0", lambda held: Webcam(0, held), retry_s=0.01)
    told = []

    def note():
        told.append(source.trouble and source.trouble.code)
        plug.there.add(0)

    source.on_change = note
    stream = iter(source)
    first = next(stream)
    plug.there.clear()
    second = next(stream)
    assert told[0] in {"silent", "no-camera", "busy"}
    assert told[-1] is None
    assert (first.index, second.index) == (0, 1)
    assert not plug.captures[0].open
    source.close()


def test_a_read_that_never_returns_is_noticed_by_whoever_asks(plug):
    source = LiveSource("webcam:0", lambda held: Webcam(0, held), silence_s=0.2)
    stream = iter(source)
    next(stream)
    plug.flowing.clear()
    done = threading.Event()
    # Nobody iterates: the eyes may be busy with the last frame for seconds.
    for _ in range(200):
        if source.trouble is not None:
            break
        done.wait(0.02)
    assert source.trouble.code == "silent"
    plug.flowing.set()
    source.close()


def test_the_limits_keep_the_promise_of_two_seconds():
    from vision.sources import live, picamera

    assert live.SILENCE_S < 2
    assert picamera.WAIT_S < live.SILENCE_S


def test_any_camera_is_a_webcam_where_there_is_no_ribbon_cable(plug, monkeypatch):
    monkeypatch.setattr(sources, "pi_cameras", lambda: [{"Id": "/base/usb@1/0:0", "Num": 0}])
    monkeypatch.setattr(webcam, "usb_cameras", lambda: [(3, "a"), (5, "b")])
    plug.there.add(3)
    assert any_camera(None, 30).name == "webcam:3"


def test_any_camera_prefers_the_ribbon_cable(plug, monkeypatch):
    cameras = [{"Id": "/base/usb@1/0:0", "Num": 0}, {"Id": "/base/soc/i2c/imx708@1a", "Num": 1}]
    monkeypatch.setattr(sources, "pi_cameras", lambda: cameras)
    opened = []
    monkeypatch.setattr(sources, "PiCamera", lambda *args: opened.append(args))
    any_camera(None, 20)
    assert opened == [(1, None, 20, 50)]


def test_no_camera_at_all_is_said_in_one_line(plug, monkeypatch):
    monkeypatch.setattr(sources, "pi_cameras", list)
    monkeypatch.setattr(webcam, "usb_cameras", list)
    with pytest.raises(CameraError, match="neither on the ribbon cable nor on USB"):
        any_camera(None, 30)


@pytest.mark.parametrize(
    ("detail", "code"),
    [("No module named 'picamera2'", "no-camera"), ("No module named 'libcamera'", "no-driver")],
)
def test_a_driver_that_is_broken_is_told_where_nothing_else_is(plug, monkeypatch, detail, code):
    def fails():
        raise CameraError(
            sources.Trouble("no-driver", "picamera2 can't be used", "picamera2", detail)
        )

    monkeypatch.setattr(sources, "pi_cameras", fails)
    monkeypatch.setattr(webcam, "usb_cameras", list)
    with pytest.raises(CameraError) as caught:
        any_camera(None, 30)
    assert caught.value.trouble.code == code


def test_a_camera_may_come_later(plug):
    plug.there.clear()
    with open_source("webcam:0", wait=True) as source:
        seen = []

        def note():
            seen.append(source.trouble)
            plug.there.add(0)

        source.on_change = note
        source._retry_s = 0.01
        assert next(iter(source)).index == 0
    assert [trouble is None for trouble in seen] == [False, True]


@pytest.mark.parametrize(
    "name",
    [
        "webcam:first",
        "picamera2:x",
        "webcam:²",
        "webcam:1000",
        "webcam:99999999999999999999",
        f"picamera2:{'9' * 5000}",
    ],
)
@pytest.mark.parametrize("wait", [False, True])
def test_cameras_are_numbered(name, wait):
    with pytest.raises(sources.SourceError, match="numbered") as caught:
        open_source(name, wait=wait)
    assert len(str(caught.value)) < 100
