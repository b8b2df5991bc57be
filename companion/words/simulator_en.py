"""English, the simulator."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "simulator": "Play here",
    "simulator.intro": (
        "This board is painted, yet the companion watches it as it would a real one. "
        "Press a hollow to play there, press a marble to pick it up, or drag marbles, "
        "out of the trays and into them too."
    ),
    "simulator.tool": "What the hand does",
    "simulator.tool.auto": "Follow the game",
    "simulator.tool.take": "Take away",
    "simulator.tool.marble": "{side}: attack marble",
    "simulator.tool.queen": "{side}: Queen",
    "simulator.hand": "Hand over the board",
    "simulator.clear": "Clear the board",
    "simulator.board": "Hollows of the painted board",
    "simulator.hollow.empty": "{hollow}, empty",
    "simulator.hollow.w": "{hollow}, White attack marble",
    "simulator.hollow.W": "{hollow}, White Queen",
    "simulator.hollow.b": "{hollow}, Black attack marble",
    "simulator.hollow.B": "{hollow}, Black Queen",
    "simulator.held": "{hollow} is in the hand: press the hollow where it goes, or the same one.",
    "simulator.placed": "Put in {hollow}.",
    "simulator.moved": "Moved from {hollow} to {to}.",
    "simulator.removed": "Taken from {hollow}.",
    "simulator.full": "{hollow} holds a marble already: it stays where it was.",
    "simulator.back": "{hollow} stays where it was.",
    "simulator.due": "Take the marbles of the combination first: they are ringed.",
    "simulator.repair": "Press the ringed hollows: that puts them right.",
    "simulator.over": "The game is over. Clear the board to begin another.",
    "simulator.lost": "That did not reach the companion. Try again.",
    "simulator.refused.setting-up": "The board is still being set up. Try again in a moment.",
    "simulator.refused.no-hollow": "There is no hollow {hollow}: they are a1 to g7.",
    "simulator.refused.empty": "No marble lies in {hollow}.",
    "simulator.refused.filled": "{hollow} holds a marble already.",
    "simulator.refused.no-small": "No {series} attack marble is left in the trays.",
    "simulator.refused.no-large": "The {series} Queen lies on the board already.",
    "simulator.refused.too-many": "Each series has twenty attack marbles and one Queen.",
    "simulator.refused.no-board": "That is no placement.",
    "series.light": "light",
    "series.dark": "dark",
}
