"""English."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    # Pieces of sentences.
    "list.comma": ", ",
    "list.and": " and ",
    "side.w": "White",
    "side.b": "Black",
    "of.w": "White's",
    "of.b": "Black's",
    "number.1": "one",
    "number.2": "two",
    "number.3": "three",
    "number.4": "four",
    "number.5": "five",
    "number.6": "six",
    "number.7": "seven",
    "piece.attack": "{of} attack marble",
    "piece.queen": "{of} Queen",
    "a.R": "a Real",
    "a.RQ": "a Real Queen",
    "a.SR5": "a Super Real",
    "a.SRQ5": "a Super Real Queen",
    "a.SR6": "a Super Real 6",
    "a.SRQ6": "a Super Real Queen 6",
    "a.SR7": "a Super Real 7",
    "a.SRQ7": "a Super Real Queen 7",
    "a.DR": "a Double Real",
    "a.DRQ": "a Double Real Queen",
    # What the hand did.
    "did.place": "{side} placed an attack marble on {target}.",
    "did.enter": "{of} Queen entered on {target}.",
    "did.step": "{of} Queen stepped from {origin} to {target}.",
    "did.relocate": "{side} moved the attack marble on {origin} to {target}.",
    "did.pass": "{side} has no legal action and passed.",
    "did.nothing": "It forms no combination: {other} is to move.",
    # What was formed.
    "formed.line": "{marbles} are {length} in a row: {name}.",
    "formed.queen-line": "{marbles} are {length} in a row, the Queen among them: {name}.",
    "formed.double": "{crossing} completes {lines} lines at once, {marbles}: {name}.",
    "formed.line-of-double": "{first} to {last}",
    # What is due.
    "due.return": "Take {returns} of them back",
    "due.return-attack": "Take {returns} of its attack marbles back",
    "due.return-crossing": (
        "Take {returns} of its attack marbles back, the crossing {crossing} first"
    ),
    "due.no-four": " so that no four in line stay",
    "due.capture": ", then capture {captures} of {of} marbles.",
    "due.capture-last-one": ", then capture {marbles}, the only one of {of} marbles on the board.",
    "due.capture-last": ", then capture {marbles}, all of {of} marbles on the board.",
    "due.capture-none": "; {other} has no attack marble on the board to capture.",
    # What was taken.
    "taken.returned": "{marbles} went back into {of} reserve",
    "taken.captured-one": ", and {marbles} is captured.",
    "taken.captured": ", and {marbles} are captured.",
    "taken.captured-none": "; there was nothing to capture.",
    # Victory.
    "win.one": "{marbles} lies in the castle area of {of} Queen on {castle}: a {win}.",
    "win.several": "{marbles} lie in the castle area of {of} Queen on {castle}: a {win}.",
    "win.end": "{side} wins the game; nothing is returned or captured any more.",
    # Faults: what happened, then how to put it right.
    "fault.out-of-turn": (
        "The marble moved from {origin} is {piece}, but it is {ofmover} turn. "
        "Put it back on {origin} and play one of {ofmover} marbles."
    ),
    "fault.occupied": (
        "{target} is not empty: {piece} lies there. "
        "Put the marble just played back where it came from and choose an empty hollow."
    ),
    "fault.occupied.same": (
        "The marble on {target} was put back where it stood: that is no move. "
        "{mover} plays to another, empty hollow."
    ),
    "fault.must-play-queen": (
        "{mover} played something else, but has no attack marble in reserve and the Queen is "
        "still in the tray: the Queen must enter now. "
        "Take the action back and put the Queen on any empty hollow."
    ),
    "fault.pass": (
        "{mover} passed, but there is a legal action, {example} for one. {mover} must make one."
    ),
    "fault.no-reserve": (
        "{mover} placed an attack marble on {target}, but has none in reserve. "
        "Take it off again; {mover} steps with the Queen or moves an attack marble "
        "that is on the board."
    ),
    "fault.queen-entry": (
        "{ofmover} Queen entered on {target} without completing a line of four, and attack "
        "marbles are still in reserve ({reserve}). Put the Queen back into the tray; {mover} "
        "places an attack marble or enters the Queen where she completes a combination."
    ),
    "fault.queen-entry.again": (
        "{ofmover} Queen was entered on {target}, but she is on the board already, on {castle}. "
        "Take the second one off; {mover} may step with the Queen from {castle}."
    ),
    "fault.queen-step": (
        "{ofmover} Queen moved from {origin} to {target}, which is not next to it. "
        "Put her back on {origin}; she steps to an empty hollow that touches {origin}."
    ),
    "fault.early-relocation": (
        "The attack marble on {origin} was moved to {target} while {mover} still has attack "
        "marbles in reserve ({reserve}). Put it back on {origin} and place one from the reserve."
    ),
    "fault.no-combination": (
        "Marbles were taken, but {action} forms no line of four. Put {marbles} back."
    ),
    "fault.queen-returned": (
        "{ofmover} Queen on {castle} was taken off the board, and the Queen is never returned. "
        "Put her back on {castle}; {due}"
    ),
    "fault.wrong-returns.none": "Nothing was taken back, but {due}",
    "fault.wrong-returns": (
        "Taken back: {marbles}. {due} Put back what should have stayed, take what is missing."
    ),
    "fault.wrong-returns.won": (
        "Taken back: {marbles}. But the move wins, and nothing is returned any more: "
        "put everything back."
    ),
    "fault.crossing-kept": (
        "The crossing {crossing} stayed on the board, but it must be among the returns of a "
        "Double. Take {crossing} back instead of one of {marbles}."
    ),
    "fault.real-remains": (
        "With {marbles} taken back four in line are left standing after a Double. "
        "Put them back and choose others, so that no four in line stay."
    ),
    "fault.queen-captured": (
        "{ofother} Queen on {castle} was taken off the board, and the enemy Queen can't be "
        "captured this way. Put her back on {castle}; {due}"
    ),
    "fault.wrong-captures.none": "Nothing was captured, but {due}",
    "fault.wrong-captures": (
        "Captured: {marbles}. {due} Put back what should have stayed, take what is missing."
    ),
    "fault.wrong-captures.won": (
        "Captured: {marbles}. But the move wins, and nothing is captured any more: "
        "put everything back."
    ),
    "return.nothing": "nothing is to be returned.",
    "return.due": "{name} asks for {returns} of {marbles} to be returned.",
    "capture.nothing": "there is nothing to capture.",
    "capture.due": "{name} captures {captures} of {marbles}.",
    # Where it stands.
    "house.numbers": "These numbers are a house rule: the rulebook names none.",
    "house.pass": "Passing is a house rule: the rulebook does not speak of it.",
    "house.relocate": (
        "When a marble on the board may be moved is a house rule here: "
        "the first edition leaves it open."
    ),
    "house.real-remains": (
        "This is a house rule, taken from the first edition: today's rulebook does not say."
    ),
    "source": "({source}.)",
    "source.official.turn": "Rulebook, chapter 6 and note 1",
    "source.official.place": "Rulebook, chapter 5 and note 2",
    "source.official.enter": "Rulebook, chapter 9 and note 5",
    "source.official.forced": "Rulebook, chapter 9 and note 3",
    "source.official.step": "Rulebook, chapter 5 and note 7",
    "source.official.relocate": "Rulebook, chapter 5 and note 4",
    "source.official.real": "Rulebook, chapter 7",
    "source.official.real-queen": "Rulebook, chapter 8",
    "source.official.super-real": "Rulebook, chapter 13, Super Real",
    "source.official.double-real": "Rulebook, chapter 13, Double Real",
    "source.official.queen-stays": "Rulebook, chapter 9 and note 6",
    "source.official.win": "Rulebook, chapters 10 and 11",
    "source.classic.turn": "First edition, Conduct of the Game",
    "source.classic.place": "First edition, Conduct of the Game",
    "source.classic.enter": "First edition, The Biglia Queen",
    "source.classic.forced": "First edition, The Biglia Queen; rulebook, note 3",
    "source.classic.step": "First edition, The Biglia Queen",
    "source.classic.relocate": "First edition, Conduct of the Game",
    "source.classic.real": "First edition, Real and Real Queen",
    "source.classic.real-queen": "First edition, Real and Real Queen",
    "source.classic.super-real": "First edition, Real Specials, Super Real",
    "source.classic.double-real": "First edition, Real Specials, Double Real",
    "source.classic.queen-stays": "First edition, The Biglia Queen",
    "source.classic.win": "First edition, Winning Real and Winning Real Queen",
    # The board drawn in text.
    "draw.tray": "{side} ({letters}): {reserve} in reserve, {captured} captured, {queen}.",
    "draw.queen-in-tray": "the Queen in the tray",
    "draw.queen-on-board": "the Queen on the board",
    "draw.turn": "{side} to move, ply {ply}.",
    "check.game": "Game {number}: {players}, moves: {moves}, {end}",
    # Advice to the referee (F4).
    "deadlock.stuck": (
        "All marbles are played and {actions} actions in a row brought no combination. "
        "The referee may end the game: play on, draw, or victory to the player with more captures."
    ),
    "deadlock.repeated": (
        "The same position stands for the third time with the same player to move. "
        "The referee may end the game: play on, draw, or victory to the player with more captures."
    ),
    "deadlock.bare": (
        "Neither player has four marbles left to put in line. "
        "The referee may end the game: draw, or victory to the player with more captures."
    ),
}
