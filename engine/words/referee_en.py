"""The referee's own messages."""

from typing import Final

WORDS: Final[dict[str, str]] = {}
