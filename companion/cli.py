"""The console command ``realqueen``, as Python finds it: a way in that loads next to nothing.

Loading the commands takes half a second, in which Ctrl-C must be no traceback either.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command (``companion.dispatch``); returns its exit status."""
    try:
        return int(import_module("companion.dispatch").main(argv))
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
