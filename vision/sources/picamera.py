"""Cameras on a Raspberry Pi's ribbon cable, through picamera2.

What is known of picamera2 and used here (its manual, chapters 4 to 6, and its source):

- A capture without a numeric ``wait`` hangs for ever when the cable comes off. With
  one it raises TimeoutError, and leaves its job queued: ``stop`` then hangs unless
  ``cancel_all_and_flush`` came before.
- Formats are named as libcamera does, little-endian: "RGB888" is blue, green, red
  in memory, which is what OpenCV wants.
- What is asked for may be adjusted: format, size and stride are read back.
- A control that the camera doesn't advertise raises RuntimeError, in ``configure``
  too; so all of them are filtered.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any, Final

import cv2
import numpy as np

from vision.sources.source import MAINS, CameraError, Trouble
from vision.types import ImageBGR

SIZE: Final = (1280, 720)

WAIT_S: Final = 1.2
"""For a picture; less than the silence after which a camera has stalled."""

BUFFERS: Final = 4
"""Enough that the sensor never waits for us; a Zero 2 W has little memory to give."""

FLICKER_MANUAL: Final = 1
"""Value of libcamera's AeFlickerModeEnum: exposures are whole numbers of AeFlickerPeriod."""

AF_MANUAL: Final = 0
AF_CONTINUOUS: Final = 2
"""Values of libcamera's AfModeEnum."""

# Of a packed format, which bytes of a pixel are blue, green and red.
_PACKED: Final[dict[str, tuple[int, int, int]]] = {
    "RGB888": (0, 1, 2),
    "BGR888": (2, 1, 0),
    "XRGB8888": (0, 1, 2),
    "XBGR8888": (2, 1, 0),
}
_PLANAR: Final[dict[str, int]] = {
    "YUV420": cv2.COLOR_YUV2BGR_I420,
    "YVU420": cv2.COLOR_YUV2BGR_YV12,
    "NV12": cv2.COLOR_YUV2BGR_NV12,
    "NV21": cv2.COLOR_YUV2BGR_NV21,
}


def to_bgr(array: np.ndarray[Any, Any], form: str, size: tuple[int, int]) -> ImageBGR:
    """A stream's array as H x W x 3, uint8, blue-green-red.

    Args:
        array: from a request's ``make_array``. Rows of planar formats are a stride
            long, which may be more than the width; packed ones are already cut.
        form: the format's name, libcamera's.
        size: width, height.

    Raises:
        CameraError: we can't read that format.
    """
    width, height = size
    if form in _PACKED and array.ndim == 3:
        order = _PACKED[form]
        if order == (0, 1, 2) and array.shape[2] == 3:
            return np.ascontiguousarray(array[:height, :width])
        return np.ascontiguousarray(array[:height, :width, list(order)])
    if form in _PLANAR:
        image = cv2.cvtColor(np.ascontiguousarray(array), _PLANAR[form])
        return np.ascontiguousarray(image[:height, :width]).astype(np.uint8, copy=False)
    text = f"the camera gives pictures in the format {form}, which can't be read"
    raise CameraError(Trouble("broken", text, "picamera2", form))


def pi_cameras() -> list[dict[str, Any]]:
    """What picamera2 finds: Model, Num, Id, and Location and Rotation where known.

    Raises:
        CameraError: picamera2 is not installed or does not work here.
    """
    return list(_library().Picamera2.global_camera_info())


class PiCamera:
    """An open camera, running.

    Args:
        number: as picamera2 counts, from 0.
        held: the controls with which it was held when it was open last.
        rate: pictures a second.
        mains: hertz of the mains that feed the lamps, 50 or 60.

    Raises:
        CameraError: there is none, it is in use, or it doesn't start.
    """

    def __init__(
        self,
        number: int,
        held: Mapping[str, Any] | None = None,
        rate: float = 30.0,
        mains: int = MAINS,
    ) -> None:
        self.name = f"picamera2:{number}" if number else "picamera2"
        self._metadata: Mapping[str, Any] = {}
        library = _library()
        try:
            self._camera = library.Picamera2(number)
        except (RuntimeError, IndexError, OSError) as error:
            raise CameraError(self._explain(error)) from error
        try:
            self._start(held, rate, mains)
        except (RuntimeError, OSError, KeyError, ValueError) as error:
            self._camera.close()
            raise CameraError(self._explain(error)) from error

    def next(self, wanted: Callable[[], bool] = lambda: True) -> ImageBGR | None:
        """The next picture, H x W x 3, blue-green-red; None if it is not wanted.

        Raises:
            CameraError: none comes.
        """
        request = self._request()
        try:
            if not wanted():
                return None
            array = request.make_array("main")
            self._metadata = request.get_metadata()
        finally:
            request.release()
        return to_bgr(array, self._format, self._size)

    def lock(self) -> Mapping[str, Any]:
        """Hold exposure, gain, colour gains and the lens as the last picture has them."""
        seen = self._metadata
        wanted: dict[str, Any] = {"AeEnable": False, "AwbEnable": False, "AfMode": AF_MANUAL}
        # Zero means "automatic" for these; a camera that says so can't be held.
        for name in ("ExposureTime", "AnalogueGain"):
            if seen.get(name):
                wanted[name] = seen[name]
        for name in ("ColourGains", "LensPosition"):
            if name in seen:
                wanted[name] = seen[name]
        held = self._allowed(wanted)
        self._camera.set_controls(held)
        return held

    def settle(self) -> None:
        """Let exposure and white balance go. The focus stays: the board is where it was."""
        self._camera.set_controls(
            self._allowed(
                {"AeEnable": True, "AwbEnable": True, "ExposureTime": 0, "AnalogueGain": 0.0}
            )
        )

    def close(self) -> None:
        """Give it back; hangs where the driver does."""
        self._camera.cancel_all_and_flush()
        self._camera.stop()
        self._camera.close()

    def _start(self, held: Mapping[str, Any] | None, rate: float, mains: int) -> None:
        duration_us = round(1e6 / rate)
        automatic = {"AeEnable": True, "AwbEnable": True, "AfMode": AF_CONTINUOUS}
        controls = {
            "FrameDurationLimits": (duration_us, duration_us),
            # Lamps flicker twice a period of the mains: other exposures have bands in them.
            "AeFlickerMode": FLICKER_MANUAL,
            "AeFlickerPeriod": round(1e6 / (2 * mains)),
            **(held or automatic),
        }
        options: dict[str, Any] = {}
        # USB cameras, which picamera2 finds too, have no raw modes to ask for.
        raw = "ColorFilterArrangement" in self._camera.camera_properties
        mode = widest_mode(self._camera.sensor_modes, SIZE) if raw else None
        if mode is not None:
            options["sensor"] = {"output_size": mode["size"], "bit_depth": mode["bit_depth"]}
        wanted = self._camera.create_video_configuration(
            main={"size": SIZE, "format": "RGB888"},
            buffer_count=BUFFERS,
            controls=self._allowed(controls),
            **options,
        )
        self._camera.configure(wanted)
        got = self._camera.camera_configuration()["main"]
        self._format, self._size = str(got["format"]), (int(got["size"][0]), int(got["size"][1]))
        self._camera.start()

    def _request(self) -> Any:
        try:
            return self._camera.capture_request(wait=WAIT_S)
        except TimeoutError as error:
            text = (
                "the Pi camera gives no pictures any more; look at the ribbon cable at both ends, "
                "it is taken up again by itself"
            )
            raise CameraError(Trouble("silent", text, self.name)) from error

    def _allowed(self, controls: Mapping[str, Any]) -> dict[str, Any]:
        offered = self._camera.camera_controls
        return {name: value for name, value in controls.items() if name in offered}

    def _explain(self, error: BaseException) -> Trouble:
        said = "; ".join(str(e) for e in (error, error.__cause__) if e is not None)
        low = said.lower()
        if "no camera number" in low or "camera(s) not found" in low:
            text = (
                "no Pi camera is found; push the ribbon cable home at both ends with the power "
                "off, and switch on again"
            )
            return Trouble("no-camera", text, self.name, said)
        if "busy" in low:
            text = "another program uses the Pi camera; end that one, it is taken up by itself"
            return Trouble("busy", text, self.name, said)
        if "dmaheap" in low or "permission" in low:
            text = "the Pi camera may not be used: this user must be in the group video"
            return Trouble("no-access", text, self.name, said)
        return Trouble("broken", f"the Pi camera does not start: {said}", self.name, said)


def widest_mode(
    modes: Iterable[Mapping[str, Any]], size: tuple[int, int]
) -> Mapping[str, Any] | None:
    """The fastest sensor mode that sees all that the lens shows, at least so many pixels.

    Left to itself, picamera2 takes the mode nearest in size, and on several sensors
    that one cuts the field of view by half.

    Args:
        modes: as ``Picamera2.sensor_modes`` lists them; those of USB cameras say too
            little to choose by.
        size: width, height of the main stream.
    """
    usable = [m for m in modes if {"size", "bit_depth", "fps", "crop_limits"} <= set(m)]
    large = [m for m in usable if m["size"][0] >= size[0] and m["size"][1] >= size[1]]
    if not large:
        return None
    areas = {id(m): m["crop_limits"][2] * m["crop_limits"][3] for m in large}
    widest = max(areas.values())
    # Some modes lose a few columns to rounding; that is still the whole view.
    whole = [m for m in large if areas[id(m)] >= 0.95 * widest]
    return max(whole, key=lambda m: (m["fps"], -m["size"][0]))


def _library() -> Any:
    """The module ``picamera2``.

    Raises:
        CameraError: it is not installed, or does not fit what else is.
    """
    # libcamera tells every step at length, to a log that should stay small.
    os.environ.setdefault("LIBCAMERA_LOG_LEVELS", "*:ERROR")
    try:
        return import_module("picamera2")
    except ImportError as error:
        text = (
            f"picamera2 can't be used ({error}); on Raspberry Pi OS: "
            "sudo apt install python3-picamera2, in an environment that sees system packages"
        )
        raise CameraError(Trouble("no-driver", text, "picamera2", str(error))) from error
    except (ValueError, AttributeError, RuntimeError) as error:
        text = (
            f"picamera2 does not fit the installed NumPy ({error}); "
            'on bookworm: pip install "numpy<2"'
        )
        raise CameraError(Trouble("no-driver", text, "picamera2", str(error))) from error
