"""The machine: what is installed, its disk, heat, power, clock and the port.

Everything is read below ``root``, so that tests can put a machine of their own there.
"""

from __future__ import annotations

import errno
import http.client
import os
import platform
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib import import_module, metadata
from pathlib import Path
from typing import Any, Final

from companion.doctor.finding import Finding, Level

PACKAGES: Final = ("numpy", "cv2", "flask", "waitress")
SYSTEM_PACKAGES: Final = ("simplejpeg", "picamera2")
"""What a Pi camera needs; from apt, so built against the system's NumPy."""

FULL_MB: Final = 100
LOW_MB: Final = 500
HOT_C: Final = 82.0
WARM_C: Final = 75.0
"""A Pi slows itself down from 80 or 82 degrees."""

BUILT: Final = datetime(2026, 11, 1, tzinfo=UTC)
"""A clock before this stands on the time of the last shutdown, or of 1970."""

MOST_PORT: Final = 65535

THROTTLED_NOW: Final = 0b0111
UNDERVOLTAGE: Final = 1 << 0
UNDERVOLTAGE_SEEN: Final = 1 << 16
THROTTLED_SEEN: Final = 0b0110 << 16
"""Bits of the firmware's get_throttled."""


def versions(load: Callable[[str], Any] = import_module) -> Iterator[Finding]:
    """What is installed, and whether it can be imported together."""
    if sys.maxsize < 2**32:
        yield Finding("versions", Level.BAD, "32bit", {"machine": platform.machine()})
    found = [f"python {platform.python_version()}"]
    for name in (*PACKAGES, *SYSTEM_PACKAGES):
        try:
            found.append(f"{name} {_version(load(name), name)}")
        except ModuleNotFoundError as error:
            if name in PACKAGES:
                yield Finding("versions", Level.BAD, "missing", {"name": name})
            elif error.name != name:
                said = {"name": name, "error": str(error)}
                yield Finding("versions", Level.WARNING, "broken", said)
        except Exception as error:  # whatever a compiled module may raise
            said = {"name": name, "error": str(error).splitlines()[0] if str(error) else "?"}
            clash = "numpy" in str(error).lower()
            yield Finding("versions", Level.BAD, "clash" if clash else "broken", said)
    yield Finding("versions", Level.OK, "list", {"list": ", ".join(found)})


def _version(module: Any, name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        # cv2 comes under several names, none of them cv2; apt's modules under none.
        return str(getattr(module, "__version__", "?"))


def disk(folder: Path, usage: Callable[[Path], Any] = shutil.disk_usage) -> Iterator[Finding]:
    """Room for games, and whether they can be written."""
    place = next(p for p in (folder, *folder.resolve().parents) if os.path.exists(p))
    free_mb = usage(place).free // 1_000_000
    values = {"folder": str(folder), "mb": free_mb}
    level, key = Level.OK, "room"
    if free_mb < LOW_MB:
        level, key = (Level.BAD, "full") if free_mb < FULL_MB else (Level.WARNING, "low")
    yield Finding("disk", level, key, values)
    try:
        with tempfile.TemporaryFile(dir=place):
            pass
    except OSError as error:
        said = {"folder": str(place), "reason": error.strerror or str(error)}
        yield Finding("permissions", Level.BAD, "folder", said)
    else:
        yield Finding("permissions", Level.OK, "fine", {"folder": str(place)})


def devices(
    root: Path = Path("/"), access: Callable[[Path, int], bool] = os.access
) -> Iterator[Finding]:
    """Whether the camera's devices may be used."""
    nodes = [*root.glob("dev/video[0-9]*"), *root.glob("dev/media[0-9]*")]
    heaps = [*root.glob("dev/dma_heap/linux,cma"), *root.glob("dev/dma_heap/vidbuf_cached")]
    closed = [str(n) for n in (*nodes, *heaps) if not access(n, os.R_OK | os.W_OK)]
    if closed:
        yield Finding("permissions", Level.BAD, "devices", {"devices": ", ".join(sorted(closed))})


def heat(root: Path = Path("/")) -> Iterator[Finding]:
    """The processor's temperature, where the kernel tells it."""
    readings = []
    for zone in root.glob("sys/class/thermal/thermal_zone*/temp"):
        try:
            readings.append(int(zone.read_text()) / 1000)
        except (OSError, ValueError):
            continue
    if not readings:
        yield Finding("temperature", Level.NOTE, "unknown")
        return
    hottest = max(readings)
    level = Level.BAD if hottest >= HOT_C else Level.WARNING if hottest >= WARM_C else Level.OK
    key = "fine" if level is Level.OK else "hot"
    yield Finding("temperature", level, key, {"c": round(hottest)})


def throttling(root: Path = Path("/"), ask: Callable[[], str] | None = None) -> Iterator[Finding]:
    """Whether a Pi lacks power or slows itself down; nothing on other machines."""
    text = _throttled_file(root) or (ask or _ask_vcgencmd)()
    try:
        bits = int(text.strip().rpartition("=")[2], 16)
    except ValueError:
        return
    if bits & UNDERVOLTAGE:
        yield Finding("throttling", Level.BAD, "power", {"bits": hex(bits)})
    elif bits & THROTTLED_NOW:
        yield Finding("throttling", Level.WARNING, "slow", {"bits": hex(bits)})
    elif bits & UNDERVOLTAGE_SEEN:
        yield Finding("throttling", Level.WARNING, "power-once", {"bits": hex(bits)})
    elif bits & THROTTLED_SEEN:
        yield Finding("throttling", Level.NOTE, "slow-once", {"bits": hex(bits)})
    else:
        yield Finding("throttling", Level.OK, "fine")


def _throttled_file(root: Path) -> str:
    for path in root.glob("sys/devices/platform/soc*/*firmware*/get_throttled"):
        try:
            return path.read_text()
        except OSError:
            continue
    return ""


def _ask_vcgencmd() -> str:
    try:
        told = subprocess.run(
            ["vcgencmd", "get_throttled"], capture_output=True, text=True, timeout=5, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return told.stdout


def clock(root: Path = Path("/"), now: datetime | None = None) -> Iterator[Finding]:
    """Whether the clock is right, for the dates of games and for going on after a power cut."""
    time = now or datetime.now(UTC)
    values = {"time": f"{time:%Y-%m-%d %H:%M}"}
    if time < BUILT:
        yield Finding("clock", Level.WARNING, "wrong", values)
    elif (root / "run/systemd/timesync/synchronized").exists():
        yield Finding("clock", Level.OK, "synchronized", values)
    else:
        yield Finding("clock", Level.NOTE, "alone", values)


def port(host: str, number: int) -> Iterator[Finding]:
    """Whether the page can be served there, or is already."""
    values = {"port": number, "host": host}
    if not 0 <= number <= MOST_PORT:
        yield Finding("port", Level.BAD, "none", values)
        return
    try:
        family = socket.getaddrinfo(host, number, type=socket.SOCK_STREAM)[0][0]
        socket.create_server((host, number), family=family).close()
    except PermissionError:
        yield Finding("port", Level.BAD, "forbidden", values)
    except (socket.gaierror, UnicodeError):
        yield Finding("port", Level.BAD, "host", values)
    except OSError as error:
        if error.errno == errno.EADDRNOTAVAIL:
            yield Finding("port", Level.BAD, "host", values)
        elif _companion_answers(number):
            yield Finding("port", Level.OK, "ours", values)
        else:
            said = values | {"reason": error.strerror or str(error)}
            yield Finding("port", Level.BAD, "taken", said)
    else:
        yield Finding("port", Level.OK, "free", values)


def _companion_answers(number: int) -> bool:
    visit = http.client.HTTPConnection("127.0.0.1", number, timeout=1)
    try:
        visit.request("GET", "/healthz")
        return b'"frame"' in visit.getresponse().read(10_000)
    except (OSError, http.client.HTTPException):
        return False
    finally:
        visit.close()
