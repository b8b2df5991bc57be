"""The Pi camera, against a fake that fails as the real picamera2 does."""

import sys
import time

import cv2
import fake_picamera2 as fake
import numpy as np
import pytest

from vision.sources import CameraError, open_source, pi_cameras, picamera
from vision.sources.live import LiveSource
from vision.sources.picamera import (
    AF_CONTINUOUS,
    AF_MANUAL,
    FLICKER_MANUAL,
    PiCamera,
    to_bgr,
    widest_mode,
)

# As rpicam-hello --list-cameras tells them: (size, frames a second, crop).
MODES_V3 = [
    ((1536, 864), 120.13, (768, 432, 3072, 1728)),
    ((2304, 1296), 56.03, (0, 0, 4608, 2592)),
    ((4608, 2592), 14.35, (0, 0, 4608, 2592)),
]
MODES_V2 = [
    ((640, 480), 103.33, (1000, 752, 1280, 960)),
    ((1640, 1232), 41.85, (0, 0, 3280, 2464)),
    ((1920, 1080), 47.57, (680, 692, 1920, 1080)),
    ((3280, 2464), 21.19, (0, 0, 3280, 2464)),
]
MODES_HQ = [
    ((1332, 990), 120.05, (696, 528, 2664, 1980)),
    ((2028, 1080), 50.03, (0, 440, 4056, 2160)),
    ((2028, 1520), 40.01, (0, 0, 4056, 3040)),
    ((4056, 3040), 10.0, (0, 0, 4056, 3040)),
]


def modes(table):
    return [
        {"size": size, "fps": fps, "crop_limits": crop, "bit_depth": 10, "format": "SRGGB10_CSI2P"}
        for size, fps, crop in table
    ]


@pytest.fixture
def sensor(monkeypatch):
    made = fake.Sensor(modes=modes(MODES_V3))
    monkeypatch.setitem(sys.modules, "picamera2", fake.library(made))
    yield made
    made.hang_on_close.set()
    made.flowing.set()


def calls(sensor, kind):
    return [call[1:] for call in sensor.calls if call[0] == kind]


def scene(height=720, width=1280):
    """A picture in which every channel, row and column differs."""
    y, x = np.mgrid[:height, :width]
    return np.stack([x * 255 // width, y * 255 // height, (x + y) % 200], axis=-1).astype(np.uint8)


class TestPixels:
    @pytest.mark.parametrize("form", ["RGB888", "BGR888", "XRGB8888", "XBGR8888"])
    @pytest.mark.parametrize("width", [1280, 1286])
    def test_every_byte_order_comes_out_blue_green_red(self, sensor, form, width):
        sensor.form, sensor.size = form, (width, 720)
        sensor.image_bgr = scene(width=width)
        image = PiCamera(0).next()
        assert (image == sensor.image_bgr).all()
        assert image.flags.c_contiguous

    def test_yuv_is_converted(self, sensor):
        sensor.form = "NV12"
        sensor.image_bgr[:] = (40, 90, 200)
        image = PiCamera(0).next()
        assert image.shape == (720, 1280, 3)
        assert abs(image.astype(int) - (40, 90, 200)).max() <= 3

    def test_padding_at_the_end_of_planar_rows_is_cut_off(self):
        # YUV420 comes as (h * 3 / 2, stride), so the picture is as wide as the stride.
        image = np.full((48, 128, 3), (30, 60, 120), np.uint8)
        image[:, 100:] = (255, 0, 255)
        array = cv2.cvtColor(image, cv2.COLOR_BGR2YUV_I420)
        seen = to_bgr(array, "YUV420", (100, 48))
        assert seen.shape == (48, 100, 3)
        assert abs(seen[:, :96].astype(int) - (30, 60, 120)).max() <= 3

    def test_a_format_that_we_cannot_read_is_named(self):
        with pytest.raises(CameraError, match="SRGGB10"):
            to_bgr(np.zeros((4, 4), np.uint8), "SRGGB10", (4, 4))


class TestControls:
    def test_it_begins_automatic_at_the_rate_asked_for(self, sensor):
        PiCamera(0, rate=20)
        ((config,),) = calls(sensor, "configure")
        assert config["main"]["format"] == "RGB888"
        assert config["controls"] == {
            "FrameDurationLimits": (50000, 50000),
            "AeFlickerMode": FLICKER_MANUAL,
            "AeFlickerPeriod": 10000,
            "AeEnable": True,
            "AwbEnable": True,
            "AfMode": AF_CONTINUOUS,
        }

    def test_locked_it_stays_as_the_last_picture_was(self, sensor):
        camera = PiCamera(0)
        camera.next()
        held = camera.lock()
        assert held == {
            "AeEnable": False,
            "AwbEnable": False,
            "AfMode": AF_MANUAL,
            "ExposureTime": 9000,
            "AnalogueGain": 2.5,
            "ColourGains": (1.7, 1.9),
            "LensPosition": 1.2,
        }
        assert calls(sensor, "controls") == [(held,)]

    def test_let_go_the_focus_stays(self, sensor):
        camera = PiCamera(0)
        camera.settle()
        assert calls(sensor, "controls") == [
            ({"AeEnable": True, "AwbEnable": True, "ExposureTime": 0, "AnalogueGain": 0.0},)
        ]

    @pytest.mark.parametrize("held", [None, {"AeEnable": False, "ExposureTime": 16667}])
    def test_exposures_are_whole_flickers_of_the_lamps(self, sensor, held):
        with open_source("picamera2", mains=60):
            pass
        PiCamera(0, held, mains=60)
        for (config,) in calls(sensor, "configure"):
            assert config["controls"]["AeFlickerMode"] == FLICKER_MANUAL
            assert config["controls"]["AeFlickerPeriod"] == 8333  # 120 times a second

    @pytest.mark.parametrize("offered", [fake.FIXED_FOCUS, fake.VIRTUAL, {}])
    def test_a_camera_is_asked_only_for_what_it_has(self, sensor, offered):
        sensor.controls = dict(offered)
        camera = PiCamera(0)
        camera.next()
        camera.lock()
        camera.settle()
        given = [c for (c,) in calls(sensor, "controls")]
        given += [config["controls"] for (config,) in calls(sensor, "configure")]
        assert all(set(controls) <= set(offered) for controls in given)

    def test_opened_again_it_is_held_as_it_was(self, sensor):
        camera = PiCamera(0)
        camera.next()
        held = camera.lock()
        camera.close()
        PiCamera(0, held)
        config = calls(sensor, "configure")[-1][0]
        assert held.items() <= config["controls"].items()

    def test_an_exposure_of_zero_is_never_set_as_a_fixed_one(self, sensor):
        sensor.metadata = {"ExposureTime": 0, "AnalogueGain": 0.0}
        camera = PiCamera(0)
        camera.next()
        assert "ExposureTime" not in camera.lock()


class TestSensorMode:
    @pytest.mark.parametrize(
        ("table", "chosen"),
        [(MODES_V3, (2304, 1296)), (MODES_V2, (1640, 1232)), (MODES_HQ, (2028, 1520))],
        ids=["Camera Module 3", "v2", "HQ"],
    )
    def test_the_whole_view_at_the_best_rate(self, table, chosen):
        assert widest_mode(modes(table), (1280, 720))["size"] == chosen

    def test_it_is_asked_for(self, sensor):
        PiCamera(0)
        assert calls(sensor, "configure")[0][0]["sensor"] == {
            "output_size": (2304, 1296),
            "bit_depth": 10,
        }

    @pytest.mark.parametrize("table", [[], [{"format": "YUYV"}]])
    def test_cameras_without_modes_keep_their_own(self, table):
        assert widest_mode(table, (1280, 720)) is None

    def test_a_usb_camera_is_not_asked_for_modes(self, sensor):
        del sensor.properties["ColorFilterArrangement"]
        PiCamera(0)
        assert calls(sensor, "configure")[0][0]["sensor"] == {}


class TestRequests:
    def test_every_request_goes_back(self, sensor):
        camera = PiCamera(0)
        for _ in range(3):
            camera.next()
            assert camera.next(lambda: False) is None
        camera.close()
        assert calls(sensor, "close") == [(0,)]

    def test_a_request_that_cannot_be_read_goes_back_too(self, sensor, monkeypatch):
        camera = PiCamera(0)
        monkeypatch.setattr(fake.CompletedRequest, "make_array", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            camera.next()
        camera.close()
        assert calls(sensor, "close") == [(0,)]

    def test_silence_is_told_and_the_camera_can_then_be_closed(self, sensor, monkeypatch):
        monkeypatch.setattr(picamera, "WAIT_S", 0.05)
        camera = PiCamera(0)
        sensor.flowing.clear()
        with pytest.raises(CameraError, match="ribbon cable") as caught:
            camera.next()
        assert caught.value.trouble.code == "silent"
        camera.close()  # the fake would fail where the real one hangs
        assert [call[0] for call in sensor.calls][-3:] == ["flush", "stop", "close"]


class TestFailures:
    @pytest.mark.parametrize(
        ("error", "code"),
        [
            (RuntimeError("Could not open any dmaHeap device"), "no-access"),
            (OSError(13, "Permission denied"), "no-access"),
            (RuntimeError("Camera(s) not found (Do not forget ...)."), "no-camera"),
            (RuntimeError("something else"), "broken"),
        ],
    )
    def test_each_has_its_code_and_one_line(self, sensor, error, code):
        sensor.broken = error
        with pytest.raises(CameraError) as caught:
            PiCamera(0)
        assert caught.value.trouble.code == code
        assert "\n" not in str(caught.value)

    def test_no_camera(self, sensor):
        sensor.models.clear()
        with pytest.raises(CameraError, match="no Pi camera") as caught:
            PiCamera(0)
        assert caught.value.trouble.code == "no-camera"

    def test_a_camera_in_use(self, sensor):
        first = PiCamera(0)
        with pytest.raises(CameraError, match="another program") as caught:
            PiCamera(0)
        assert caught.value.trouble.code == "busy"
        first.close()
        PiCamera(0).close()

    def test_a_camera_that_does_not_start_is_given_back(self, sensor, monkeypatch):
        library = sys.modules["picamera2"]
        with monkeypatch.context() as patch:

            def fails(self, *_, **__):
                raise RuntimeError("Configuration failed")

            patch.setattr(library.Picamera2, "configure", fails)
            with pytest.raises(CameraError, match="does not start"):
                PiCamera(0)
        PiCamera(0).close()

    @pytest.mark.parametrize(
        ("error", "said"),
        [
            (ModuleNotFoundError("No module named 'libcamera'"), "apt install python3-picamera2"),
            (ValueError("numpy.dtype size changed, may indicate"), "numpy<2"),
        ],
    )
    def test_no_library(self, monkeypatch, error, said):
        def fails(_):
            raise error

        monkeypatch.setattr(picamera, "import_module", fails)
        with pytest.raises(CameraError, match=said) as caught:
            pi_cameras()
        assert caught.value.trouble.code == "no-driver"


class TestAsASource:
    def test_frames_come_with_rising_numbers_and_times(self, sensor):
        with open_source("picamera2", rate=120) as source:
            stream = iter(source)
            frames = [next(stream) for _ in range(5)]
            assert source.live
            assert source.name == "picamera2"
        assert [frame.index for frame in frames] == [0, 1, 2, 3, 4]
        times = [frame.time_s for frame in frames]
        assert times == sorted(times)
        assert list(stream) == []
        assert sensor.opened_by is None

    def test_a_camera_that_is_not_there_is_said_at_once(self, sensor):
        sensor.models.clear()
        with pytest.raises(CameraError, match="no Pi camera"):
            open_source("picamera2")
        with pytest.raises(CameraError, match="no Pi camera"):
            open_source("picamera2:1")

    def test_or_waited_for(self, sensor):
        sensor.models.clear()
        source = LiveSource("picamera2", lambda held: PiCamera(0, held), retry_s=0.01)
        changes = []
        source.on_change = lambda: changes.append(source.trouble and source.trouble.code)
        stream = iter(source)

        def plug_in():
            if changes:
                sensor.models.append("imx708")

        source.on_change = lambda: (changes.append(source.trouble), plug_in())
        assert next(stream).index == 0
        assert [trouble and trouble.code for trouble in changes] == ["no-camera", None]
        source.close()

    def test_a_cable_that_comes_off_is_told_and_got_over(self, sensor, monkeypatch):
        monkeypatch.setattr(picamera, "WAIT_S", 0.05)
        source = LiveSource(
            "picamera2", lambda held: PiCamera(0, held), silence_s=0.3, retry_s=0.01, rate=120
        )
        told = []

        def note():
            told.append(source.trouble and source.trouble.code)
            if source.trouble:
                sensor.flowing.set()

        source.on_change = note
        stream = iter(source)
        assert next(stream).index == 0
        sensor.flowing.clear()
        # What was on its way may still come.
        for _ in range(100):
            frame = next(stream)
            if told:
                break
        assert told == ["silent", None]
        assert frame.index > 0
        assert len(calls(sensor, "open")) == 2
        source.close()

    def test_a_driver_that_never_comes_back_makes_it_stuck_not_hang(self, sensor, monkeypatch):
        monkeypatch.setattr(picamera, "WAIT_S", 0.02)
        source = LiveSource(
            "picamera2",
            lambda held: PiCamera(0, held),
            silence_s=0.2,
            retry_s=0.01,
            stuck_s=0.05,
            rate=120,
        )
        seen = []

        def note():
            seen.append(source.trouble and source.trouble.code)

        source.on_change = note
        stream = iter(source)
        next(stream)
        sensor.hang_on_close.clear()
        sensor.flowing.clear()

        import threading

        frames = []
        watcher = threading.Thread(target=lambda: frames.extend(stream), daemon=True)
        watcher.start()
        limit = time.monotonic() + 20
        while not source.stuck and time.monotonic() < limit:
            time.sleep(0.01)
        assert source.stuck
        assert seen[0] == "silent"
        source.close()
        watcher.join(10)
        assert not watcher.is_alive()
