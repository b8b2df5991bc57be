"""Films of invented games: hands make moves and mistakes, each board a picture."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

import cv2
from synthetic import Camera, Setup, Take, full_trays, render

from engine.hollows import HOLLOWS, NEIGHBOURS, hollow, hollow_name, hollows_in
from engine.judging import judge
from engine.placements import placement_of
from engine.position import Position
from engine.rulings import Ruling

SETUP = Setup(camera=Camera(width=1024, height=720, tilt_deg=12, roll_deg=5, pitch_px=60))


@dataclass
class Film:
    """Pictures in order, and what is to be said of them.

    Attributes:
        boards: 49 characters over ``.wWbB`` each; None for the bare board and the trays.
        said: the events to come, as (picture, kind, what).
        position: as the game stands.
        board: as it lies.
    """

    boards: list[str | None] = field(default_factory=lambda: [None, None])
    said: list[tuple[int, str, str]] = field(default_factory=list)
    position: Position = field(default_factory=Position.start)
    board: str = "." * 49

    def lie(self, **changes: str) -> None:
        """Hands change some hollows, then a picture: marbles come (w, W, b, B) or go (o)."""
        board = list(self.board)
        for name, label in changes.items():
            board[hollow(name)] = "." if label == "o" else label
        self.board = "".join(board)
        self.boards.append(self.board)

    def expect(self, kind: str, what: str = "") -> None:
        """Something is to be said of the last picture."""
        self.said.append((len(self.boards) - 1, kind, what))

    def complete(self, move: str) -> None:
        """The last picture completes a move."""
        ruling = judge(self.position, move)
        assert isinstance(ruling, Ruling)
        assert ruling.position is not None, ruling
        self.position = ruling.position
        assert self.position.board == self.board, f"{move} leaves another board"
        self.expect("move", str(ruling.move))

    def play(self, *moves: str) -> None:
        """Moves that form nothing, a picture each."""
        for move in moves:
            side = self.position.turn.value
            self.lie(**{move[-2:]: side.upper() if move[0] == "Q" else side})
            self.complete(move)

    def play_between(self, *moves: str) -> None:
        """Moves that form nothing, all made from one picture to the next."""
        positions = [self.position]
        for move in moves:
            ruling = judge(positions[-1], move)
            assert isinstance(ruling, Ruling)
            assert ruling.position is not None
            positions.append(ruling.position)
            self.said.append((len(self.boards), "move", str(ruling.move)))
        self.position, self.board = positions[-1], positions[-1].board
        self.boards.append(self.board)

    def quiet(self, chance: random.Random, queen: bool = False) -> str:
        """A placement, or the Queen's entry, of the player to move that forms nothing."""
        empty = [hollow_name(h) for h in HOLLOWS if self.position.board[h] == "."]
        for name in chance.sample(empty, len(empty)):
            move = f"Q{name}" if queen else name
            ruling = judge(self.position, move)
            if isinstance(ruling, Ruling) and ruling.code is None:
                return move
        raise AssertionError("every move left forms something")

    def step_queen(self) -> None:
        """The Queen of the player to move goes to a hollow beside hers, and forms nothing."""
        label = self.position.turn.value.upper()
        here = hollow_name(self.position.board.index(label))
        for near in map(hollow_name, hollows_in(NEIGHBOURS[hollow(here)])):
            ruling = judge(self.position, f"Q{here}{near}")
            if isinstance(ruling, Ruling) and ruling.code is None:
                self.lie(**{here: "o", near: label})
                self.complete(f"Q{here}{near}")
                return
        raise AssertionError("the Queen can't step quietly")

    def mistake(self, code: str, **changes: str) -> None:
        """A mistake is made, called, and put right; nobody touches the page."""
        before = self.board
        self.lie(**changes)
        self.expect("fault", code)
        self.boards.append(before)
        self.board = before
        self.expect("repaired")

    def combination(self, code: str, **changes: str) -> None:
        """A marble that forms something."""
        self.lie(**changes)
        self.expect("combination", code)

    def write(self, folder) -> None:
        """Render the pictures."""
        folder.mkdir()
        shown = [Take(), full_trays()] + [self._take(board) for board in self.boards[2:]]
        for number, take in enumerate(shown):
            picture = render(SETUP, replace(take, seed=number))
            cv2.imwrite(str(folder / f"{number:03}.jpg"), picture.image_bgr)

    def _take(self, board: str | None) -> Take:
        assert board is not None
        reserves = tuple(20 - board.count(x) for x in "wb")
        return Take(
            placement=placement_of(board), tray=reserves, queens=tuple(x not in board for x in "WB")
        )


def late_faults() -> Film:
    """A Double Real Queen resolved wrongly, then a game until all marbles are placed."""
    film, chance = Film(), random.Random(7)
    film.lie()
    film.play("a4", "g1", "b4", "g3", "c4", "f6", "d5", "g6", "d6", "e2", "d7", "b1")
    film.combination("DRQ", d4="W")
    film.lie(a4="o", b4="o")
    film.expect("step")
    film.mistake("real-remains", c4="o")
    film.lie(d5="o")
    film.expect("step")
    film.lie(g1="o", g3="o", g6="o", f6="o")
    film.complete("Qd4=DRQ^a4b4d5xf6g1g3g6")
    while film.position.reserve_b:
        first = film.quiet(chance)
        after = judge(film.position, first)
        assert isinstance(after, Ruling)
        assert after.position is not None
        second = replace(film, position=after.position).quiet(chance)
        film.play_between(first, second)
    # All of Black's are placed and his Queen is in her tray: she alone may be played.
    stands, free = film.position.board.index("b"), film.quiet(chance, queen=True)[1:]
    film.mistake("must-play-queen", **{hollow_name(stands): "o", free: "b"})
    film.play(film.quiet(chance, queen=True))
    while film.position.reserve_w:
        film.play(film.quiet(chance))
        film.step_queen()
    # A marble too many on White's side, then one lifted and laid back.
    spare = next(i for i, label in enumerate(film.position.board) if label == ".")
    film.mistake("no-reserve", **{hollow_name(spare): "w"})
    lifted = hollow_name(film.position.board.index("w"))
    film.lie(**{lifted: "o"})
    film.lie(**{lifted: "w"})
    film.expect("fault", "touched")
    return film


def many_faults() -> Film:
    """One game with a fault of almost every kind that a camera can see."""
    film = Film()
    film.lie()
    film.play("d4", "a1")
    film.mistake("out-of-turn", b1="b")
    film.play("e4", "b1")
    film.mistake("two-marbles", g1="w", g7="w")
    film.mistake("queen-entry", g6="W")
    film.mistake("early-relocation", d4="o", d6="w")
    film.play("f4", "c1")
    film.mistake("disturbed", a1="o")
    film.mistake("disturbed", b1="o", b2="b")
    film.mistake("no-combination", g7="w", b1="o")
    # A Real, captures first, and one capture too many after it.
    film.combination("R", g4="w")
    film.lie(a1="o")
    film.expect("step")
    film.expect("fault", "capture-first")
    film.lie(d4="o")
    film.expect("step")
    film.mistake("disturbed", b1="o", b2="b")
    film.lie(g4="o")
    film.complete("g4=R^d4g4xa1")
    film.mistake("wrong-captures", b1="o")
    film.play("d1", "e5")
    # Black's Real: one return too many, then White in a hurry.
    film.combination("R", e1="b")
    film.lie(e1="o")
    film.expect("step")
    film.lie(d1="o")
    film.expect("step")
    film.mistake("wrong-returns", c1="o")
    film.mistake("unresolved", a6="w")
    film.lie(e4="o")
    film.complete("e1=R^d1e1xe4")
    # White's Real Queen: she is taken back, later she goes too far.
    film.play("d6", "d1")
    film.combination("RQ", c7="W")
    film.mistake("queen-returned", c7="o")
    film.lie(d6="o", f4="o")
    film.expect("step")
    film.lie(b1="o", c1="o")
    film.complete("Qc7=RQ^d6f4xb1c1")
    film.play("a1")
    film.mistake("queen-step", c7="o", a7="W")
    film.lie(c7="o", c6="W")
    film.complete("Qc7c6")
    # Black's Real Queen: White's is taken off too.
    film.play("c1", "e6")
    film.combination("RQ", b1="B")
    film.lie(c1="o", d1="o")
    film.expect("step")
    film.mistake("queen-captured", c6="o")
    film.lie(e5="o", e6="o")
    film.complete("Qb1=RQ^c1d1xe5e6")
    # A Double whose crossing is left standing.
    film.play("a4", "f1", "b4", "g7", "c4", "a7", "d5", "b6", "d6", "f6", "d7", "g1")
    film.combination("DR", d4="w")
    film.mistake("crossing-kept", a4="o", b4="o", d5="o")
    film.lie(d4="o", c4="o", d5="o")
    film.expect("step")
    film.lie(f1="o", g1="o", g7="o")
    film.complete("d4=DR^c4d4d5xf1g1g7")
    return film
