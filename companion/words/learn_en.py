"""English, the lessons."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "learn.intro": (
        "Choose a lesson. Lay the board as it is shown; the companion watches and says what "
        "is right, what is missing, and why. Lessons are not kept among the games."
    ),
    "learn.all": "All lessons",
    "learn.start": "Begin",
    "learn.again": "Once more",
    "learn.next": "Next lesson",
    "learn.leave": "End the lesson",
    "learn.hint": "Show me",
    "learn.hint.is": "One way: {action}.",
    "learn.learned": "learned",
    "learn.worth": "Return {returns}, capture {captures}",
    "learn.lay": "Lay the board like this",
    "learn.take": "Take the marble from {hollow}.",
    "learn.put.w": "Put a White attack marble on {hollow}.",
    "learn.put.W": "Put the White Queen on {hollow}.",
    "learn.put.b": "Put a Black attack marble on {hollow}.",
    "learn.put.B": "Put the Black Queen on {hollow}.",
    "learn.more": "And {n} more.",
    "learn.instead": "Not yet",
    "learn.instead.note": "Lay the board again as it was, and try once more.",
    "learn.done": "Well done!",
    "learn.leaving": "The lesson is over",
    "learn.leaving.note": "Clear the board: then the companion watches games again.",
    "learn.table": "A lesson is being given",
    "learn.table.note": "The board is being learned on. Games go on when the lesson is ended.",
    "learn.table.link": "To the lesson",
    "learn.refused.in-game": "A game is under way. End it first, then learn.",
    "learn.refused.not-ready": "The camera does not see the board yet. Try again in a moment.",
    "lesson.formed": "That forms a {name}, and something else is asked for.",
    "lesson.threat": "{side} could win at once now, with {hollows}.",
    "lesson.real": "Form a Real",
    "lesson.real.text": (
        "Four of your marbles in an unbroken line are a Real. Place the one White marble that "
        "makes four. Then take two of the four back and capture one of Black's."
    ),
    "lesson.returns": "Take the right marbles back",
    "lesson.returns.text": (
        "Form a Real on the b file. Other White marbles stand near it, but only marbles of "
        "the Real itself go back: two of them, before anything is captured."
    ),
    "lesson.real-queen": "Form a Real Queen",
    "lesson.real-queen.text": (
        "The Queen waits in her tray. She may enter when that completes a line of four or "
        "more. Let her complete this one: a Real Queen captures two instead of one."
    ),
    "lesson.super-real": "Form a Super Real",
    "lesson.super-real.text": (
        "Five in an unbroken line are a Super Real. Fill the gap; take three back, capture two."
    ),
    "lesson.super-real-queen": "Form a Super Real Queen",
    "lesson.super-real-queen.text": (
        "Five in a line, the Queen among them. Let her enter in the gap on the diagonal; take "
        "three attack marbles back and capture three. The Queen herself stays."
    ),
    "lesson.super-real-6": "Form a Super Real 6",
    "lesson.super-real-6.text": (
        "Six in a line: it hardly ever gets longer. Fill the gap; take four back, capture three."
    ),
    "lesson.super-real-queen-6": "Form a Super Real Queen 6",
    "lesson.super-real-queen-6.text": (
        "Six in a line with the Queen among them: take four attack marbles back, capture four."
    ),
    "lesson.double-real": "Form a Double Real",
    "lesson.double-real.text": (
        "One marble that completes two lines at once makes a Double Real. Find where they "
        "cross. The marble of the crossing goes back first of all, then two others; "
        "then capture three."
    ),
    "lesson.double-real-queen": "Form a Double Real Queen",
    "lesson.double-real-queen.text": (
        "Two lines at once, the Queen on the crossing. She stays: take three attack marbles "
        "back, from both lines so that no four remain in line, and capture four."
    ),
    "lesson.castle": "Keep your castle safe",
    "lesson.castle.text": (
        "The hollows around a Queen are her castle area. A Black line that reaches into it "
        "wins at once, and Black is one marble short. Step with the Queen, or block the line, "
        "so that Black can't win with the next marble."
    ),
    "lesson.winning-real": "Win by a Winning Real",
    "lesson.winning-real.text": (
        "Black's Queen stands in her castle. Form a Real with at least one marble in her "
        "castle area: you win at once, nothing is taken."
    ),
    "lesson.winning-real-queen": "Win by a Winning Real Queen",
    "lesson.winning-real-queen.text": (
        "The same with your Queen in the line: let her enter so that the line reaches into "
        "Black's castle area. No win is worth more."
    ),
}
