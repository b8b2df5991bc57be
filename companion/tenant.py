"""One companion at a time in a data folder.

A second one would go on with the first one's game and write into it what it sees
itself: neither could be read again.
"""

from __future__ import annotations

import errno
import hashlib
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.errors import CompanionError


@contextmanager
def only_one_in(folder: Path) -> Iterator[None]:
    """Keep the folder to ourselves for as long as it lasts, whether it is there yet or not.

    What is held is a name in Linux's abstract namespace (unix(7)): it leaves nothing on
    the disk, and ends with the process however that ends. On other systems nothing is held.

    Raises:
        CompanionError: another companion is at work there.
    """
    if sys.platform != "linux":
        yield
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as held:
        try:
            held.bind(f"\0realqueen {_fingerprint(folder)}")
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
            raise CompanionError(
                f"another companion is at work in {folder}: end it first, "
                "or choose another folder with --data"
            ) from None
        yield


def _fingerprint(folder: Path) -> str:
    """Of the folder's place; containers may share our names, though not our disk."""
    root = os.stat("/")
    place = f"{root.st_dev} {root.st_ino} {folder.resolve()}"
    return hashlib.sha256(place.encode(errors="surrogateescape")).hexdigest()
