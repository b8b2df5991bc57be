"""What lies where: on the board and in the trays. Hands may do anything that hands can do.

Nothing here knows the rules of a game; it only counts marbles.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from vision.simulator.errors import SimulatorError
from vision.types import REAL_QUEEN

SMALL: Final = 20
"""Small marbles of a series; there is one large one beside them."""

SERIES: Final = ("light", "dark")
"""The first and the second series, in the order of ``REAL_QUEEN.kinds``."""

_LETTERS: Final = {(0, False): "w", (0, True): "W", (1, False): "b", (1, True): "B"}
_NAMES: Final = {name: at for at, name in enumerate(REAL_QUEEN.names())}


@dataclass(frozen=True, slots=True)
class Scene:
    """What the camera has in view.

    Attributes:
        board: 49 letters in reading order (a1, b1, ...): ``.``, ``w`` and ``W`` the
            first series, small and large, ``b`` and ``B`` the second.
        taken: small marbles of each series that lie in the other's tray.
        hand: whether a hand is over the board.
        marbles: False while all marbles are still in their bag.
    """

    board: str = "." * 49
    taken: tuple[int, int] = (0, 0)
    hand: bool = False
    marbles: bool = True

    @property
    def reserve(self) -> tuple[int, int]:
        """Small marbles of each series in its own tray."""
        first, second = (
            SMALL - self.board.count(letter) - taken
            for letter, taken in zip("wb", self.taken, strict=True)
        )
        return first, second

    @property
    def large_in_tray(self) -> tuple[bool, bool]:
        """Whether each series' large marble lies in its tray."""
        return "W" not in self.board, "B" not in self.board

    def place(self, series: int, large: bool, name: str) -> Scene:
        """Take a marble from its tray and put it in a hollow.

        Raises:
            SimulatorError: there is no such hollow, it holds a marble, or the tray has none.
        """
        at = self._empty(name)
        if large and not self.large_in_tray[series]:
            raise SimulatorError("no-large", series=SERIES[series])
        taken = list(self.taken)
        if not large and not self.reserve[series]:
            if not taken[series]:
                raise SimulatorError("no-small", series=SERIES[series])
            taken[series] -= 1
        letter = _LETTERS[series, large]
        return replace(self, board=_with(self.board, at, letter), taken=(taken[0], taken[1]))

    def move(self, name: str, target: str) -> Scene:
        """Move the marble of one hollow to another.

        Raises:
            SimulatorError: nothing lies in the first, or something in the second.
        """
        at, to = self._filled(name), self._empty(target)
        return replace(self, board=_with(_with(self.board, at, "."), to, self.board[at]))

    def remove(self, name: str, taken: bool = False) -> Scene:
        """Put the marble of a hollow back in its tray, or in the other series' if ``taken``.

        Raises:
            SimulatorError: nothing lies there.
        """
        at = self._filled(name)
        letter = self.board[at]
        counts = list(self.taken)
        if taken and letter.islower():
            counts["wb".index(letter)] += 1
        return replace(self, board=_with(self.board, at, "."), taken=(counts[0], counts[1]))

    def cleared(self) -> Scene:
        """All marbles back in their own trays, no hand."""
        return Scene()

    def with_hand(self, over: bool) -> Scene:
        """A hand comes over the board, or leaves it."""
        return replace(self, hand=over)

    def arranged(self, board: str, reserve: tuple[int, int] | None = None) -> Scene:
        """The board as given; all other marbles in their own trays, or so many of them.

        Raises:
            SimulatorError: it is no board, or there are not that many marbles.
        """
        if len(board) != len(_NAMES) or set(board) - set("." + REAL_QUEEN.kinds):
            raise SimulatorError("no-board")
        off = [SMALL - board.count(letter) for letter in "wb"]
        first, second = reserve or off
        taken = off[0] - first, off[1] - second
        if max(board.count("W"), board.count("B")) > 1 or min(first, second, *taken) < 0:
            raise SimulatorError("too-many")
        return Scene(board, taken)

    def _filled(self, name: str) -> int:
        at = _at(name)
        if self.board[at] == ".":
            raise SimulatorError("empty", hollow=name)
        return at

    def _empty(self, name: str) -> int:
        at = _at(name)
        if self.board[at] != ".":
            raise SimulatorError("filled", hollow=name)
        return at


def _at(name: str) -> int:
    if name not in _NAMES:
        raise SimulatorError("no-hollow", hollow=ascii(name[:20]))
    return _NAMES[name]


def _with(board: str, at: int, letter: str) -> str:
    return board[:at] + letter + board[at + 1 :]
