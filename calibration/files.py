"""Write files whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from calibration.errors import CalibrationError


def write_whole(path: Path, data: bytes) -> None:
    """Write it beside its place first, then put it there.

    Raises:
        CalibrationError: when the file can't be written.
    """
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(data)
        os.replace(part, path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise CalibrationError(f"can't write {path}: {error.strerror}") from error
