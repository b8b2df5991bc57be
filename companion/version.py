"""Which version this is."""

from __future__ import annotations

from importlib import metadata


def version() -> str:
    """The installed version's number."""
    try:
        return metadata.version("realqueen")
    except metadata.PackageNotFoundError:
        return "(not installed, run from its source)"
