"""The fields of a command, read strictly: each is there and of its type, or one line says so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar, overload

from companion.errors import CommandError
from engine.event import ANYBODY, LONGEST_NAME
from engine.position import Side

T = TypeVar("T")


class _Missing:
    """No default."""


_MISSING = _Missing()


def check_shown(names: Iterable[str]) -> None:
    """Refuse names that can't be shown as they are: of two lines, or that turn the page's text.

    Raises:
        CommandError: one is such a name.
    """
    if not all(name.isprintable() for name in names):
        raise CommandError(
            f"a name is one line of at most {LONGEST_NAME} letters, all of which can be shown",
            "name",
            letters=LONGEST_NAME,
        )


class Fields:
    """A JSON object.

    Raises:
        CommandError: from any method: a field is missing or not what it should be.
    """

    def __init__(self, data: object, where: str = "a command") -> None:
        if not isinstance(data, Mapping) or not all(isinstance(key, str) for key in data):
            raise CommandError(f"{where} is a JSON object")
        self._data = data

    def __contains__(self, name: str) -> bool:
        return self._data.get(name) is not None

    def is_null(self, name: str) -> bool:
        """Whether it is there and null."""
        return name in self._data and self._data[name] is None

    @property
    def by(self) -> str:
        """Who says it."""
        by = self.text("by", ANYBODY).strip()
        if len(by) > 80 or not by.isprintable():
            raise CommandError("by is a name of one line, at most 80 letters")
        return by or ANYBODY

    def maybe(self, name: str, read: Callable[[], T]) -> T | None:
        """What ``read`` gives if the field is there."""
        return read() if name in self else None

    def part(self, name: str) -> Fields:
        """A field that is an object."""
        return Fields(self._data.get(name), name)

    def text(self, name: str, default: str | _Missing = _MISSING) -> str:
        """A text."""
        return str(self._typed(name, str, "a text", default))

    def flag(self, name: str, default: bool | _Missing = _MISSING) -> bool:
        """True or false."""
        return bool(self._typed(name, bool, "true or false", default))

    def number(self, name: str, default: int | _Missing = _MISSING) -> int:
        """A whole number."""
        if isinstance(self._data.get(name), bool):
            raise CommandError(f"{name} is a whole number")
        return int(self._typed(name, int, "a whole number", default))

    def seconds(self, name: str, default: float | _Missing = _MISSING) -> float:
        """A time."""
        if isinstance(self._data.get(name), bool):
            raise CommandError(f"{name} is a number of seconds")
        try:
            return float(self._typed(name, (int, float), "a number of seconds", default))
        except OverflowError:
            raise CommandError(f"{name} is a number of seconds, not one of that size") from None

    def texts(self, name: str) -> list[str]:
        """A list of texts, not empty."""
        value = self._typed(name, list, "a list of texts", _MISSING)
        if not value or len(value) > 100 or not all(isinstance(item, str) for item in value):
            raise CommandError(f"{name} is a list of texts, at least one")
        return [str(item) for item in value]

    @overload
    def side(self, name: str) -> Side: ...
    @overload
    def side(self, name: str, default: Side) -> Side: ...
    @overload
    def side(self, name: str, default: None) -> Side | None: ...
    def side(self, name: str, default: Side | _Missing | None = _MISSING) -> Side | None:
        """``w`` or ``b``."""
        if name not in self and not isinstance(default, _Missing):
            return default
        return Side(self.choice(name, ("w", "b")))

    @overload
    def choice(self, name: str, among: tuple[str, ...]) -> str: ...
    @overload
    def choice(self, name: str, among: tuple[str, ...], default: str) -> str: ...
    @overload
    def choice(self, name: str, among: tuple[str, ...], default: None) -> str | None: ...
    def choice(
        self, name: str, among: tuple[str, ...], default: str | _Missing | None = _MISSING
    ) -> str | None:
        """One of some texts."""
        if name not in self and not isinstance(default, _Missing):
            return default
        value = self.text(name)
        if value not in among:
            raise CommandError(f"{name} is one of {', '.join(among)}, not {value[:40]!r}")
        return str(value)

    def mapping(self, name: str) -> dict[str, str]:
        """An object of texts."""
        value = self._data.get(name)
        if not isinstance(value, Mapping) or not all(
            isinstance(item, str) for pair in value.items() for item in pair
        ):
            raise CommandError(f"{name} is an object of texts")
        return dict(value)

    def names(self, name: str) -> dict[str, str] | None:
        """A name for w and one for b; one that is left out is empty."""
        if name not in self:
            return None
        given = self.mapping(name)
        names = {"w": "", "b": ""} | {side: text.strip() for side, text in given.items()}
        check_shown(names.values())
        return names

    def reserve(self, name: str) -> dict[Side, int] | None:
        """The reserve of one or both players."""
        if name not in self:
            return None
        part = self.part(name)
        for side in part._data:
            if side not in tuple(Side):
                raise CommandError(f"{name} is that of w or b, or both, not of {side[:40]!r}")
        return {side: part.number(side.value) for side in Side if side.value in part}

    def _typed(self, name: str, kind: type | tuple[type, ...], what: str, default: object) -> Any:
        value = self._data.get(name)
        if value is None and not isinstance(default, _Missing):
            return default
        if not isinstance(value, kind):
            missing = " is missing; it" if value is None else ""
            raise CommandError(f"{name}{missing} is {what}")
        return value
