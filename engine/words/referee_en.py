"""What the referee says about what it saw, English."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    # Faults: what happened; how to put it right is said hollow by hollow.
    "referee.fault.out-of-turn": "It is {of} turn, but {other} played ({hollows}).",
    "referee.fault.occupied": "A marble was played on a hollow that is not empty ({hollows}).",
    "referee.fault.must-play-queen": (
        "{side} has no attack marble in reserve and the Queen in the tray: the Queen must enter "
        "now, and something else was played ({hollows})."
    ),
    "referee.fault.pass": "{side} passed although there is a legal action.",
    "referee.fault.no-reserve": (
        "{side} placed an attack marble on {hollows} with none left in reserve."
    ),
    "referee.fault.queen-entry": (
        "{of} Queen entered on {hollows} without completing a line of four, while attack "
        "marbles are still in reserve."
    ),
    "referee.fault.queen-step": (
        "{of} Queen went to a hollow that is not next to hers ({hollows})."
    ),
    "referee.fault.early-relocation": (
        "{side} moved an attack marble on the board ({hollows}). That is allowed only when no "
        "attack marble is left in reserve and the Queen is on the board."
    ),
    "referee.fault.no-combination": (
        "Something was taken off the board ({hollows}), but nothing was formed."
    ),
    "referee.fault.queen-returned": (
        "{of} own Queen was taken off the board: a Queen is never returned."
    ),
    "referee.fault.wrong-returns": (
        "{side} took back the wrong marbles, or too many: {hollows}. Only marbles of the "
        "combination go back, and only as many as are due."
    ),
    "referee.fault.crossing-kept": (
        "{side} left the crossing of a Double standing: it must be among the returns."
    ),
    "referee.fault.real-remains": (
        "After the returns of a Double four marbles of it still stand in line."
    ),
    "referee.fault.queen-captured": (
        "{side} took {ofother} Queen off the board: she can't be captured this way."
    ),
    "referee.fault.wrong-captures": (
        "{side} captured too many marbles, or the wrong ones ({hollows})."
    ),
    "referee.fault.two-marbles": (
        "More than one marble was added or moved in {of} turn ({hollows})."
    ),
    "referee.fault.unresolved": (
        "{other} played ({hollows}) before {side} had made all returns and captures."
    ),
    "referee.fault.capture-first": (
        "{side} captured before all returns were made. Returns come first; play goes on."
    ),
    "referee.fault.touched": (
        "A marble was lifted and put back ({hollows}). A marble once touched must be played."
    ),
    "referee.fault.disturbed": "Marbles are not where they should be ({hollows}).",
    "referee.fault.too-many": (
        "There are more marbles of a series on the board than it has left ({hollows})."
    ),
    "referee.take.w": "Take White's attack marble off {hollow}.",
    "referee.take.W": "Take White's Queen off {hollow}.",
    "referee.take.b": "Take Black's attack marble off {hollow}.",
    "referee.take.B": "Take Black's Queen off {hollow}.",
    "referee.put.w": "Put White's attack marble on {hollow}.",
    "referee.put.W": "Put White's Queen on {hollow}.",
    "referee.put.b": "Put Black's attack marble on {hollow}.",
    "referee.put.B": "Put Black's Queen on {hollow}.",
    "referee.repaired": "The board is right again; play goes on.",
    "referee.end.1-0": "White wins: {termination}.",
    "referee.end.0-1": "Black wins: {termination}.",
    "referee.end.1/2-1/2": "The game is drawn: {termination}.",
    "referee.end.*": "The game was left off.",
    # The same in few words, for tournaments.
    "referee.terse.out-of-turn": "Out of turn: {hollows}",
    "referee.terse.occupied": "Hollow not empty: {hollows}",
    "referee.terse.must-play-queen": "{side} must enter the Queen: {hollows}",
    "referee.terse.pass": "{side} has a legal action",
    "referee.terse.no-reserve": "No marble in reserve: {hollows}",
    "referee.terse.queen-entry": "Illegal entry of the Queen: {hollows}",
    "referee.terse.queen-step": "Illegal step of the Queen: {hollows}",
    "referee.terse.early-relocation": "Illegal relocation: {hollows}",
    "referee.terse.no-combination": "No combination; taken: {hollows}",
    "referee.terse.queen-returned": "The Queen is never returned: {hollows}",
    "referee.terse.wrong-returns": "Wrong returns: {hollows}",
    "referee.terse.crossing-kept": "The crossing must be returned; put back {hollows}",
    "referee.terse.real-remains": "Four in line remain; put back {hollows}",
    "referee.terse.queen-captured": "The Queen can't be captured: {hollows}",
    "referee.terse.wrong-captures": "Wrong captures: {hollows}",
    "referee.terse.two-marbles": "More than one marble: {hollows}",
    "referee.terse.unresolved": "{ofother} marble before the combination was settled: {hollows}",
    "referee.terse.capture-first": "{side}: captured before the returns: {hollows}",
    "referee.terse.touched": "{side}: touched and put back: {hollows}",
    "referee.terse.disturbed": "Disturbed: {hollows}",
    "referee.terse.too-many": "Too many marbles: {hollows}",
    "referee.counted": "Warning {count} for {side}.",
    "referee.terse.combination": (
        "{side}: {name} on {target}. Returns: {returns}{crossing}; captures: {captures}."
    ),
    "referee.terse.crossing": ", {hollow} first",
    "referee.terse.win": "{side}: {name} on {target}.",
    # For people who learn.
    "referee.lesson.missed": "{side} could have formed {ways}.",
    "referee.lesson.available": "{side} can now form {ways}.",
    "referee.lesson.place": "a {name} on {target}",
    "referee.lesson.enter": "a {name} with the Queen on {target}",
    "referee.lesson.step": "a {name} with the Queen's step to {target}",
    "referee.lesson.relocate": "a {name} with the marble from {origin} to {target}",
    "referee.lesson.more": "{count} more",
    "referee.ceremony": (
        "{of} Queen takes the castle on {castle}; {ofother} Queen goes to the round hollow "
        "of the winner's tray."
    ),
    # Which fault it was that somebody let stand.
    "referee.named.out-of-turn": "a marble played out of turn",
    "referee.named.occupied": "a marble on a hollow that was not empty",
    "referee.named.must-play-queen": "the Queen not played when she had to be",
    "referee.named.pass": "a pass with an action left",
    "referee.named.no-reserve": "a marble placed with none in reserve",
    "referee.named.queen-entry": "an illegal entry of the Queen",
    "referee.named.queen-step": "an illegal step of the Queen",
    "referee.named.early-relocation": "an attack marble moved too early",
    "referee.named.no-combination": "marbles taken without a combination",
    "referee.named.queen-returned": "a Queen taken back",
    "referee.named.wrong-returns": "wrong returns",
    "referee.named.crossing-kept": "a crossing not returned",
    "referee.named.real-remains": "four in line left standing",
    "referee.named.queen-captured": "a Queen captured",
    "referee.named.wrong-captures": "wrong captures",
    "referee.named.two-marbles": "more than one marble in a turn",
    "referee.named.unresolved": "a marble played before the combination was settled",
    "referee.named.capture-first": "a capture before the returns",
    "referee.named.touched": "a marble touched and put back",
    "referee.named.disturbed": "marbles knocked away",
    "referee.named.too-many": "too many marbles",
    # What a person decided.
    "referee.by.nobody": "a person at the table",
    "referee.corrected": "The position was set by {by}.",
    "referee.let-stand": (
        "{by} let the fault stand ({fault}). Play goes on from the board as it lies."
    ),
    "referee.vouched": "What lies there, says {by}. {hollows}.",
    "referee.lies..": "nothing",
    "referee.lies.w": "White's attack marble",
    "referee.lies.W": "White's Queen",
    "referee.lies.b": "Black's attack marble",
    "referee.lies.B": "Black's Queen",
    "referee.lies.?": "what the camera sees",
    "referee.undone": "Actions taken back: {count}.",
    "referee.undone.0": "What was under way is taken back.",
    "referee.paused": "Play rests.",
    "referee.resumed": "Play goes on.",
    "referee.termination.Winning Real": "Winning Real",
    "referee.termination.Winning Real Queen": "Winning Real Queen",
    "referee.termination.Resignation": "resignation",
    "referee.termination.Agreement": "by agreement",
    "referee.termination.Time": "time is up",
    "referee.termination.Deadlock": "deadlock",
    "referee.termination.Unterminated": "not finished",
    # What the referee is waiting for.
    "referee.status.steady": "{side} to play.",
    "referee.status.resolving": "{side} has marbles to return or capture.",
    "referee.status.hand": "A hand is over the board.",
    "referee.status.moving": "Something is moving over the board.",
    "referee.status.blind": "The board or the camera moved.",
    "referee.status.lifted": "A marble is in the hand.",
    "referee.status.unsure": "Not sure yet what was played: please leave {hollows} in full view.",
    "referee.status.begins": "Either colour may have begun: the next marble tells.",
    "referee.status.which": "More than one story fits: please say what was played.",
    "referee.status.doubt": (
        "The camera can't tell what lies in {hollows}. Show it plainly, "
        "or call the referee, who says at the desk what it is."
    ),
    "referee.status.settling": "Something changed; looking.",
    "referee.status.fault": "The board is to be put right.",
    "referee.status.arranging": "Put the board as shown: {hollows}.",
    "referee.status.paused": "Play rests.",
    "referee.status.cleared": "The board is being cleared. Is the game over?",
    "referee.status.over": "The game is over.",
}
