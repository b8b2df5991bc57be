"""A fake picamera2 that behaves as the real one was measured to (0.3.38), faults included.

Its calls are held to the real package's by ``picamera2_signatures.json`` (see
``test_picamera_fake.py``), which deploy/raspberrypi/check.sh compares with the
package itself.
"""

import threading
import types

import numpy as np

STRIDE = 64  # libcamera pads rows to a multiple of this


class Sensor:
    """The hardware: what is plugged in, and what it sees. Shared by all openings."""

    def __init__(self, controls=None, properties=None, modes=(), models=("imx708",)):
        self.models = list(models)
        self.controls = dict(CAMERA_MODULE_3 if controls is None else controls)
        self.properties = {"Model": "imx708", "ColorFilterArrangement": 0}
        self.properties.update(properties or {})
        self.modes = list(modes)
        self.flowing = threading.Event()
        self.flowing.set()
        self.opened_by = None
        self.form = None  # what libcamera adjusts the format to
        self.size = None  # what libcamera adjusts the size to
        self.image_bgr = np.zeros((720, 1280, 3), np.uint8)
        self.metadata = {
            "ExposureTime": 9000,
            "AnalogueGain": 2.5,
            "ColourGains": (1.7, 1.9),
            "LensPosition": 1.2,
            "Lux": 310.0,
        }
        self.calls = []
        self.hang_on_close = threading.Event()
        self.hang_on_close.set()
        self.broken = None  # an exception that opening raises


CAMERA_MODULE_3 = {
    "AeEnable": (False, True, True),
    "AwbEnable": (False, True, True),
    "AeFlickerMode": (0, 1, 0),
    "AeFlickerPeriod": (100, 1000000, None),
    "ExposureTime": (1, 66666, 20000),
    "AnalogueGain": (1.0, 16.0, 1.0),
    "ColourGains": (0.0, 32.0, None),
    "FrameDurationLimits": (8333, 120000, 33333),
    "AfMode": (0, 2, 0),
    "AfTrigger": (0, 1, 0),
    "LensPosition": (0.0, 32.0, 1.0),
}
FIXED_FOCUS = {k: v for k, v in CAMERA_MODULE_3.items() if k[:2] != "Af" and k != "LensPosition"}
VIRTUAL = {"FrameDurationLimits": (16666, 33333, 33333)}


def padded(image_bgr, form):
    """The pixels as libcamera lays them out: (bytes of the buffer, stride)."""
    height, width = image_bgr.shape[:2]
    b, g, r = (image_bgr[..., k] for k in range(3))
    full = np.full((height, width), 255, np.uint8)
    channels = {
        "RGB888": (b, g, r),
        "BGR888": (r, g, b),
        "XRGB8888": (b, g, r, full),
        "XBGR8888": (r, g, b, full),
    }[form]
    rows = np.stack(channels, axis=-1).reshape(height, -1)
    stride = -(-rows.shape[1] // STRIDE) * STRIDE
    buffer = np.full(
        (height, stride), 77, np.uint8
    )  # what lies in the padding is nobody's business
    buffer[:, : rows.shape[1]] = rows
    return buffer, stride


class CompletedRequest:
    def __init__(self, camera):
        self._camera = camera
        self.ref_count = 1
        camera.requests_out += 1

    def make_array(self, name):
        assert self.ref_count == 1, "a released request was read"
        config = self._camera.camera_config.get(name)
        if config is None:
            raise RuntimeError(f"Stream {name!r} is not defined")
        width, height = config["size"]
        image = self._camera.sensor.image_bgr[:height, :width]
        if config["format"] == "NV12":
            return nv12(image)
        buffer, _ = padded(image, config["format"])
        count = 4 if "8888" in config["format"] else 3
        return np.ascontiguousarray(buffer[:, : width * count]).reshape(height, width, count)

    def get_metadata(self):
        assert self.ref_count == 1, "a released request was read"
        return dict(self._camera.sensor.metadata)

    def release(self):
        self.ref_count -= 1
        if self.ref_count < 0:
            raise RuntimeError("CompletedRequest: lock now has negative ref_count")
        self._camera.requests_out -= 1


def nv12(image_bgr):
    """Y of the upper two thirds, then U and V interleaved, BT.601 as cv2 has it."""
    import cv2

    i420 = cv2.cvtColor(image_bgr, cv2.COLOR_BGR2YUV_I420)
    height, width = image_bgr.shape[:2]
    chroma = i420[height:].reshape(2, -1)
    return np.vstack([i420[:height], chroma.T.reshape(height // 2, width)])


def library(sensor):
    """A module ``picamera2`` whose cameras look through ``sensor``."""

    class Picamera2:
        def __init__(self, camera_num=0, verbose_console=None, tuning=None, allocator=None):
            self.sensor = sensor
            self.is_open = self.started = False
            self.camera_config = {}
            self.requests_out = 0
            self._stale_job = False
            sensor.calls.append(("open", camera_num))
            if camera_num >= len(sensor.models):
                raise RuntimeError(
                    f"No camera number {camera_num} found - use "
                    '"rpicam-hello --list-cameras" to check connected cameras'
                )
            if sensor.broken is not None:
                raise sensor.broken
            if sensor.opened_by is not None:
                raise RuntimeError("Camera __init__ sequence did not complete.") from RuntimeError(
                    "Failed to acquire camera: Device or resource busy"
                )
            sensor.opened_by = self
            self.is_open = True

        @staticmethod
        def global_camera_info():
            return [
                {
                    "Model": model,
                    "Location": 2,
                    "Rotation": 180,
                    "Id": f"/base/soc/{model}",
                    "Num": n,
                }
                for n, model in enumerate(sensor.models)
            ]

        @property
        def camera_controls(self):
            return sensor.controls

        @property
        def camera_properties(self):
            return sensor.properties

        @property
        def sensor_modes(self):
            return sensor.modes

        def create_video_configuration(
            self,
            main={},  # noqa: B006
            lores=None,
            raw={},  # noqa: B006
            transform=None,
            colour_space=None,
            buffer_count=6,
            controls={},  # noqa: B006
            display="main",
            encode="main",
            queue=True,
            sensor={},  # noqa: B006
            use_case="video",
        ):
            for key in main:
                if key not in {"format", "size", "stride", "preserve_ar"}:
                    raise ValueError(f"Bad key {key!r} in stream configuration")
            if any(side % 2 for side in main["size"]):
                raise RuntimeError("size must be even")
            return {
                "main": {"format": "XBGR8888", "size": (1280, 720)} | main,
                "lores": lores,
                "controls": dict(controls),
                "buffer_count": buffer_count,
                "sensor": sensor,
                "queue": queue,
            }

        def configure(self, camera_config=None):
            if self.started:
                raise RuntimeError("Camera must be stopped before configuring")
            config = {**camera_config, "main": dict(camera_config["main"])}
            config["main"]["format"] = sensor.form or config["main"]["format"]
            config["main"]["size"] = sensor.size or config["main"]["size"]
            self._check(config["controls"])
            sensor.calls.append(("configure", config))
            self.camera_config = config

        def camera_configuration(self):
            return self.camera_config

        def set_controls(self, controls):
            self._check(controls)
            sensor.calls.append(("controls", dict(controls)))

        def start(self, config=None, show_preview=False):
            assert self.camera_config
            self.started = True
            sensor.calls.append(("start",))

        def capture_request(self, wait=None, signal_function=None, flush=None):
            assert isinstance(wait, (int, float)), "would hang for ever"
            assert not isinstance(wait, bool), "would hang for ever"
            if not self.started or not sensor.flowing.wait(wait):
                self._stale_job = True
                raise TimeoutError
            threading.Event().wait(0.002)
            return CompletedRequest(self)

        def cancel_all_and_flush(self):
            self._stale_job = False
            sensor.calls.append(("flush",))

        def stop(self):
            assert not self._stale_job, "would hang for ever: a job is queued"
            self.started = False
            sensor.calls.append(("stop",))

        def close(self):
            if self.is_open:
                if self.started:
                    self.stop()
                sensor.hang_on_close.wait(30)
                self.is_open = False
                sensor.opened_by = None
                sensor.calls.append(("close", self.requests_out))

        def _check(self, controls):
            for name in controls:
                if name not in sensor.controls:
                    raise RuntimeError(f"Control {name} is not advertised by libcamera")

    module = types.ModuleType("picamera2")
    module.Picamera2 = Picamera2
    module.CompletedRequest = CompletedRequest
    return module
