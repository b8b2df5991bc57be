"""USB cameras, through Video4Linux (on other systems through whatever OpenCV finds)."""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from vision.sources.source import MAINS, CameraError, Trouble
from vision.types import ImageBGR

if sys.platform == "linux":  # it is Unix's
    import fcntl

SIZE: Final = (1280, 720)

SYSTEM: Final = Path("/sys/class/video4linux")

SET_CONTROL: Final = 0xC008561C
POWER_LINE_FREQUENCY: Final = 0x00980918
POWER_LINE: Final = {50: 1, 60: 2}
"""VIDIOC_S_CTRL, and V4L2_CID_POWER_LINE_FREQUENCY with its values by hertz."""

MANUAL_EXPOSURE: Final = 1.0
APERTURE_PRIORITY: Final = 3.0
"""Values of V4L2_CID_EXPOSURE_AUTO, which is what OpenCV's CAP_PROP_AUTO_EXPOSURE sets there."""

HELD: Final = {
    "exposure": (cv2.CAP_PROP_EXPOSURE, 1.0),
    "gain": (cv2.CAP_PROP_GAIN, 0.0),
    "white_balance": (cv2.CAP_PROP_WB_TEMPERATURE, 1.0),
    "focus": (cv2.CAP_PROP_FOCUS, 0.0),
}
"""What a camera is held at, and the least that can be such a value: of what a camera does not
have, OpenCV tells -1. An exposure or a white balance of 0 would be none."""


def usb_cameras(system: Path = SYSTEM) -> list[tuple[int, str]]:
    """Numbers and names of the USB cameras, lowest first.

    A Pi has a dozen other video nodes (decoders, image processors, the ribbon
    camera's raw side), and every USB camera a second one for its metadata: ours
    is the first node (index 0) of a device on the USB bus.
    """
    found = []
    for node in system.glob("video[0-9]*"):
        try:
            bus = (node / "device" / "subsystem").resolve().name
            if bus == "usb" and (node / "index").read_text().strip() == "0":
                found.append((int(node.name.removeprefix("video")), _name(node)))
        except (OSError, ValueError):
            continue  # unplugged while we looked
    return sorted(found)


def _name(node: Path) -> str:
    try:
        return (node / "name").read_text("utf-8", errors="replace").strip()
    except OSError:
        return node.name


class Webcam:
    """An open USB camera.

    Args:
        number: as the system counts video devices, from 0; None for the first there is.
        held: from ``lock``, how it was held when it was open last; None if it wasn't.
        mains: hertz of the mains that feed the lamps, 50 or 60.

    Raises:
        CameraError: there is none, or another program uses it.
    """

    def __init__(
        self, number: int | None, held: Mapping[str, Any] | None = None, mains: int = MAINS
    ) -> None:
        self._number = _first() if number is None else number
        self.name = f"webcam:{self._number}"
        # OpenCV's own limit; ours is shorter, but a thread left behind should end too.
        os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "5")
        backend = cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY
        self._capture = cv2.VideoCapture(self._number, backend)
        if not self._capture.isOpened():
            self._capture.release()
            raise CameraError(self._closed_to_us())
        self._prepare()
        _avoid_flicker(Path(f"/dev/video{self._number}"), mains)
        if held is not None:
            self._hold({**self._told("exposure"), **held})

    def next(self, wanted: Callable[[], bool] = lambda: True) -> ImageBGR | None:
        """The next picture, H x W x 3, blue-green-red; None if it is not wanted.

        Raises:
            CameraError: none comes.
        """
        if not self._capture.grab():
            raise CameraError(self._gone())
        if not wanted():
            return None
        good, image = self._capture.retrieve()
        if not good or image is None:
            raise CameraError(self._gone())
        return image.astype(np.uint8, copy=False)

    def lock(self) -> Mapping[str, Any]:
        """Hold focus, white balance and exposure; cameras ignore what they don't have."""
        # Some fall back to another exposure once it is not automatic any more.
        exposure = self._told("exposure")
        self._hold(exposure)
        # The others stay as they are, and are told truly only now.
        return {**self._told(*HELD), **exposure}

    def settle(self) -> None:
        """Let exposure and white balance go; the focus stays."""
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, APERTURE_PRIORITY)
        self._capture.set(cv2.CAP_PROP_AUTO_WB, 1)

    def close(self) -> None:
        """Give it back, automatic as it was."""
        self.settle()
        self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 1)
        self._capture.release()

    def _hold(self, wanted: Mapping[str, Any]) -> None:
        """Nothing automatic any more, and these at what they were: drivers begin anew."""
        self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)
        self._capture.set(cv2.CAP_PROP_AUTO_WB, 0)
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL_EXPOSURE)
        for name, value in wanted.items():
            if name in HELD:  # a camera of another kind may have been there before
                self._capture.set(HELD[name][0], value)

    def _told(self, *names: str) -> dict[str, float]:
        """Those of what it can be held at that it has, as it tells them now."""
        told = {name: float(self._capture.get(HELD[name][0])) for name in names}
        return {name: value for name, value in told.items() if value >= HELD[name][1]}

    def _prepare(self) -> None:
        # Unpacked pictures of this size don't fit through USB 2 at 30 a second.
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, SIZE[0])
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, SIZE[1])
        self._capture.set(cv2.CAP_PROP_FPS, 30)

    def _closed_to_us(self) -> Trouble:
        name, node = self.name, Path(f"/dev/video{self._number}")
        if sys.platform == "linux" and not node.exists():
            text = f"there is no webcam number {self._number}; is it plugged in?"
            return Trouble("no-camera", text, name)
        if sys.platform == "linux" and not os.access(node, os.R_OK | os.W_OK):
            text = f"{node} may not be used: add this user to the group video and log in again"
            return Trouble("no-access", text, name)
        text = f"there is no webcam number {self._number} that works, or another program uses it"
        return Trouble("busy", text, name)

    def _gone(self) -> Trouble:
        text = f"{self.name} gives no pictures any more; is it unplugged?"
        return Trouble("silent", text, self.name)


def _avoid_flicker(node: Path, mains: int) -> None:
    """Tell the camera which lamps it sees by: left at the other mains, bands wander over it.

    OpenCV has no name for this control, so the driver is asked beside it
    (linux/v4l2-controls.h). Cameras that don't have it refuse, which changes nothing.
    """
    if sys.platform != "linux":
        return
    try:
        device = os.open(node, os.O_RDWR | os.O_NONBLOCK)
    except OSError:
        return
    try:
        fcntl.ioctl(
            device, SET_CONTROL, struct.pack("=Ii", POWER_LINE_FREQUENCY, POWER_LINE[mains])
        )
    except OSError:
        pass
    finally:
        os.close(device)


def _first() -> int:
    """The first USB camera's number.

    Raises:
        CameraError: there is none.
    """
    if sys.platform != "linux":
        return 0
    cameras = usb_cameras()
    if not cameras:
        text = "there is no webcam; plug one in, it is taken up by itself"
        raise CameraError(Trouble("no-camera", text, "webcam"))
    return cameras[0][0]
