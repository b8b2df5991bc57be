"""What could not be answered, English: beside what keeps games from being kept."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "problem.command": "{detail}",
    "problem.no-game": "there is no game yet; begin one first",
    "problem.no-such-game": "There is no such game of this board.",
    "problem.no-decision": "that is no decision that can be taken back",
    "problem.too-long": "more than {moves} moves: cut the record into smaller files",
    "problem.nothing-here": "There is nothing at this address.",
    "problem.game": "there is no game {number}",
    "problem.own-screen": "this page is for the companion's own screen",
    "problem.large-record": "a record of at most {kb} kB",
    "problem.no-text": "not UTF-8 at byte {byte}: is it a record?",
    "problem.camera-fixed": "the camera of this table can't be chosen here",
    "problem.camera-gone": "there is no such camera; look at the list again",
    "problem.name": "a name is one line of at most {letters} letters",
    "problem.right": "right is a text of at most {letters} letters",
    "problem.no-report": "there is no such wrong ruling (any more)",
    "problem.no-reports": "this companion keeps no wrong rulings",
    "problem.host": (
        "this companion has another name: open it by its address, or start it with "
        "--name and the name you use"
    ),
    "problem.login": "only a referee may do this: log in",
    "problem.login-file": "only a referee may have it: log in",
    "problem.wrong-pin": "that is not the PIN",
    "problem.too-soon": "after wrong PINs, wait: try again in {seconds} s",
    "problem.cut-short": (
        "The recording is damaged: only {read} of its {promised} pictures could be read."
    ),
}
