"""English: what can't be done at the table, for those who wanted it."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "error.kind": "{name} can hold nothing, an attack marble or a Queen.",
    "error.hollow": "There is no hollow {name}: they are a1 to g7.",
    "error.no-fault": "No fault is to be put right: there is nothing to let stand.",
    "error.turn-already": "It is {of} turn already.",
    "error.queens": "There would be two Queens of {side}.",
    "error.reserve": "A reserve holds 0 to 20 marbles, not {number}.",
    "error.too-many": "{side} would have more than twenty attack marbles.",
    "error.position": "That is no position.",
    "error.unfit": "As the game stands now, that can't be done.",
    "error.rests": "Play rests already.",
    "error.no-rest": "Play does not rest.",
    "error.not-his-time": "It is not {of} time that runs now.",
    "error.incomplete": "{move} is no complete legal move here.",
    "error.no-move": "{move} is no move: d4, Qe3, Qe3d4 or d4=R^a4b4xc5 are.",
    "error.won": "The last move won the game: take it back first.",
    "error.no-win": "The last move did not win in this way: declare the winning move instead.",
    "error.fewer": "There are not as many actions to take back.",
    "error.win-last": "The move that would then be the last one won: take that back too.",
    "error.name": "A name is one line of at most {number} letters.",
    "error.time": "A clock shows 0 to {number} seconds.",
    "error.one-of": "{value} is none of {allowed}.",
    "error.vouch": "Say what lies in one hollow or more, one thing for each.",
}
