"""Scripted hands: random legal games, fast play and mistakes of every kind, before poor eyes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from referee_scenes import Eyes

from engine.actions import Action, ActionKind, Move
from engine.combinations import completing, return_choices
from engine.events import Event, SettingChanged
from engine.game import GameState
from engine.hollows import BITS, FULL, HOLLOWS, Hollow, hollows_in
from engine.judging import apply, judge, legal_actions
from engine.position import Position, Side
from engine.referee import Referee, Sighting, Waiting
from engine.referee.standing import Standing
from engine.referee.view import View
from engine.rulings import Ruling

SLIDES = 6
"""Sightings a second of a slide show; a camera gives more."""


@dataclass
class Scene:
    """A table with a referee, watched by ``eyes``.

    Attributes:
        events: everything the referee said.
        asked: how often a person had to say what was played.
        picture_of_mistake: the picture that first showed the whole of it.
        dropped: chance that a sighting is lost.
        rate: sightings a second.
    """

    referee: Referee
    eyes: Eyes
    random: random.Random
    dropped: float = 0.0
    rate: int = SLIDES
    events: list[Event] = field(default_factory=list)
    asked: int = 0
    frame: int = 0
    time_s: float = 0.0
    picture_of_mistake: int | None = None

    def show(self, board: str, covered: Iterable[Hollow] = (), seconds: float = 1.0) -> None:
        """A board, held still."""
        hidden = frozenset(covered)
        seen = "".join("." if h in hidden else board[h] for h in HOLLOWS)
        for k in range(round(seconds * self.rate)):
            self.time_s += 1 / self.rate
            if self.random.random() < self.dropped:
                continue
            sighting = Sighting(
                self.eyes.rows(seen), hidden, k >= self.eyes.calm, False, self.frame, self.time_s
            )
            self.events += self.referee.see(sighting)
        self.frame += 1

    def hand(self, board: str) -> None:
        """A hand over part of the board, for a moment."""
        self.show(board, self.hidden_by_hand(), self.random.choice((0.2, 0.5, 1.0)))

    def hidden_by_hand(self) -> list[Hollow]:
        """A patch of hollows."""
        file, rank = self.random.randrange(7), self.random.randrange(7)
        reach = self.random.randrange(1, 4)
        return [h for h in HOLLOWS if abs(h % 7 - file) <= reach and h // 7 <= rank + 1]

    def dark(self) -> None:
        """Nothing is seen for a while."""
        self.time_s += 1.5

    @property
    def moves(self) -> tuple[str, ...]:
        return self.referee.state.moves

    @property
    def faults(self) -> list[str]:
        return [event.fault for event in self.events if event.kind == "fault"]


def put(board: str, changes: dict[Hollow, str]) -> str:
    """The board with some hollows changed."""
    return "".join(changes.get(h, label) for h, label in enumerate(board))


def board_after(position: Position, action: Action) -> str:
    """The board with the action done and nothing taken."""
    changes = {}
    if action.origin is not None:
        changes[action.origin] = "."
    if action.target is not None:
        queen = action.kind in (ActionKind.ENTER, ActionKind.STEP)
        changes[action.target] = position.turn.upper() if queen else position.turn.value
    return put(position.board, changes)


def random_move(position: Position, chance: random.Random, keen: float = 0.5) -> Move:
    """A random complete legal move; with chance ``keen`` one that forms something, if any."""
    actions = legal_actions(position)
    own = position.attack(position.turn) | position.queen_bit(position.turn)
    hot = completing(own)
    forming = [a for a in actions if a.target is not None and hot & BITS[a.target]]
    if forming and chance.random() < keen:
        actions = forming
    action = chance.choice(actions)
    return complete(position, action, chance)


def complete(position: Position, action: Action, chance: random.Random) -> Move:
    """A legal action with random returns and captures where they are due."""
    ruling = judge(position, action)
    assert isinstance(ruling, Ruling)
    if ruling.complete:
        return ruling.move
    assert ruling.formed is not None
    returns = hollows_in(chance.choice(return_choices(ruling.formed, ruling.rules)))
    captures = chance.sample(ruling.capturable, ruling.captures)
    return Move(action, ruling.code, frozenset(returns), frozenset(captures))


def play_slowly(
    scene: Scene, position: Position, move: Move, *, in_any_order: bool = False
) -> Position:
    """Hands make one move, each step shown, some with a hand before them.

    Args:
        scene: where.
        position: before it.
        move: what is played.
        in_any_order: whether returns and captures are taken as they come.
    """
    chance = scene.random
    board = position.board
    after = apply(position, move)
    steps = list(_steps(position, move, chance))
    if in_any_order:
        taken = steps[1:]
        chance.shuffle(taken)
        steps[1:] = taken
    for step in steps:
        if chance.random() < 0.5:
            scene.hand(board)
        board = put(board, step)
        scene.show(board)
    return after


def _steps(position: Position, move: Move, chance: random.Random) -> Iterator[dict[Hollow, str]]:
    """What changes on the board, step by step: the action, the returns, the captures."""
    done = board_after(position, move.action)
    yield {h: done[h] for h in HOLLOWS if done[h] != position.board[h]}
    for taken in (move.returns, move.captures):
        left = sorted(taken)
        chance.shuffle(left)
        while left:
            count = chance.choice((1, 1, 2))
            yield dict.fromkeys(left[:count], ".")
            left = left[count:]


def play_fast(scene: Scene, position: Position, moves: list[Move], truth: list[str]) -> Position:
    """Several moves while nothing can be seen, after those of ``truth``; a person answers."""
    for move in moves:
        position = apply(position, move)
    if scene.random.random() < 0.5:
        scene.dark()
    else:
        scene.show("." * 49, HOLLOWS, 3.0)
    scene.show(position.board)
    while scene.referee.status.phase is Waiting.SETTLING:
        scene.show(position.board)
    played = tuple([*truth, *map(str, moves)][len(scene.moves) :])
    status = scene.referee.status
    if status.phase is Waiting.UNSURE or played in status.choices:
        scene.asked += 1
        scene.events += scene.referee.declare(played)
        scene.show(position.board)
    return position


def legal_game(
    seed: int,
    *,
    plies: int = 40,
    misread: float = 0.01,
    fast: float = 0.1,
    dropped: float = 0.0,
    rate: int = SLIDES,
    strictness: str = "friendly",
    in_any_order: bool = False,
) -> tuple[Scene, list[str]]:
    """A random legal game; the scene and the moves that were really played."""
    chance = random.Random(seed)
    scene = scene_at(Position.start(), chance, misread)
    scene.dropped, scene.rate = dropped, rate
    if strictness != "friendly":
        scene.events += scene.referee.tell(SettingChanged(strictness=strictness))
    position, truth = scene.referee.state.position, list[str]()
    scene.show(position.board)
    while len(truth) < plies and not (truth and truth[-1].endswith("#")):
        if chance.random() < fast:
            moves = _some_moves(position, chance)
            position = play_fast(scene, position, moves, truth)
        else:
            moves = [random_move(position, chance)]
            position = play_slowly(scene, position, moves[0], in_any_order=in_any_order)
        truth += map(str, moves)
    return scene, truth


def _some_moves(position: Position, chance: random.Random) -> list[Move]:
    moves = []
    for _ in range(chance.choice((2, 3))):
        moves.append(random_move(position, chance, keen=0.3))
        position = apply(position, moves[-1])
        if moves[-1].wins:
            break
    return moves


def scene_at(position: Position, chance: random.Random, misread: float = 0.0) -> Scene:
    """A scene whose game stands at ``position``."""
    state = GameState(start=position, position=position, positions=(position,))
    eyes = Eyes(misread=misread, calm=2, random=random.Random(chance.random()))
    return Scene(Referee.resume(state, series_fixed=True), eyes, chance)


# Positions in which a mistake can be made.


def middle_game(chance: random.Random, plies: int = 24) -> Position:
    """A position some moves into a random game that nobody has won."""
    while True:
        position = Position.start()
        for _ in range(plies + chance.randrange(2)):
            move = random_move(position, chance, keen=0.2)
            if move.wins:
                break
            position = apply(position, move)
        else:
            return position


def late_game(chance: random.Random, queens: bool = True) -> Position:
    """A position with empty reserves; without ``queens`` the mover's is in the tray."""
    hollows = list(HOLLOWS)
    while True:
        chance.shuffle(hollows)
        w, b = (sum(BITS[h] for h in hollows[k : k + 8]) for k in (0, 8))
        position = Position(
            w, b, BITS[hollows[16]] if queens else 0, BITS[hollows[17]], Side.W, 0, 0, 81
        )
        own = position.attack_w | position.queen_w
        if not completing(own) and not completing(position.attack_b | position.queen_b):
            return position


def combination_at(
    chance: random.Random, wanted: Callable[[Ruling], bool]
) -> tuple[Position, Action]:
    """A position and an action in it that forms a combination of the wanted kind."""
    while True:
        position = _crowded(chance)
        own = position.attack_w | position.queen_w
        for action in legal_actions(position):
            if action.target is None or not completing(own) & BITS[action.target]:
                continue
            ruling = judge(position, action)
            if isinstance(ruling, Ruling) and not ruling.complete and wanted(ruling):
                return position, action


def _crowded(chance: random.Random) -> Position:
    """Many marbles of w, so that w can form things, some of b, both Queens on the board."""
    hollows = list(HOLLOWS)
    chance.shuffle(hollows)
    w, b = (sum(BITS[h] for h in some) for some in (hollows[:15], hollows[15:23]))
    return Position(w, b, BITS[hollows[23]], BITS[hollows[24]], Side.W, 5, 8, 41)


def combinations_in_a_gap(seed: int) -> tuple[Standing, View]:
    """Three moves in one gap, combinations wherever there is one; some hollows still hidden."""
    chance = random.Random(seed)
    position = (_crowded, middle_game, late_game)[seed % 3](chance)
    board = position
    for _ in range(3):
        move = random_move(board, chance, keen=1.0)
        board = apply(board, move)
        if move.wins:
            break
    edge = sum(BITS[h] for h in HOLLOWS if h % 7 < 2)
    some = sum(BITS[h] for h in chance.sample(HOLLOWS, 8))
    hidden = (0, 0, edge, some)[seed % 4]
    return Standing(position), View.of(board.board, hidden, FULL)
