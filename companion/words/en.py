"""English."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "language": "English",
    "title": "Real Queen",
    "skip": "Skip to the ruling",
    "board": "Board",
    "camera": "Camera",
    "moves": "Moves",
    "moves.none": "No move yet.",
    "move.returned": "returned",
    "move.captured": "captured",
    "rulings": "Rulings",
    "rulings.none": "The first combination will be explained here.",
    "ruling.latest": "What is happening",
    "games": "Games",
    "game": "Game {n}",
    "record": "Record (.rqg)",
    "side.w": "White",
    "side.b": "Black",
    # Connection.
    "link.live": "Live",
    "link.lost": "Connection lost. Trying again…",
    "link.polling": "Many pages are open: this one updates every few seconds.",
    # Camera.
    "camera.starting": "The camera is starting",
    "camera.ok": "The camera sees the board",
    "camera.waiting": "Getting ready",
    "camera.moved": "The board has moved",
    "camera.trouble": "The camera can't read the board",
    "camera.stalled": "The camera sends no pictures",
    "camera.ended": "The recording is over",
    "camera.failed": "The camera has stopped",
    "camera.alt": "What the camera sees, the found hollows circled",
    "camera.none": "No picture yet.",
    # Why a camera shows nothing, and what to do.
    "eyes.dark": "It is too dark to see the board: switch on a lamp.",
    "eyes.blurred": "The picture is blurred: focus the camera, or wipe its lens.",
    "eyes.size": "The camera's picture has changed its size: set up again.",
    "trouble.no-camera": (
        "No camera is found. Plug it in: a webcam is taken up by itself; for a ribbon cable "
        "switch the power off first and on again afterwards."
    ),
    "trouble.busy": "Another program uses {camera}. End it; the camera is taken up by itself.",
    "trouble.silent": (
        "{camera} gives no pictures. Look at its cable and its plug; "
        "the camera is taken up again by itself."
    ),
    "trouble.no-access": "{camera} may not be used: its user must be in the group video.",
    "trouble.no-driver": "{camera} has no driver here that works: {detail}",
    "trouble.broken": "{camera} does not work: {detail}",
    # What went wrong beyond the camera.
    "problem.store-full": "Games can't be kept: the disk is full. Make room.",
    "problem.store-closed": "Games can't be kept: {folder} can't be written.",
    "problem.store-foreign": (
        "Games can't be kept: the file in {folder} is damaged, or another program's."
    ),
    "problem.store-locked": "Games can't be kept: another program holds {folder}. End it.",
    "problem.store-other": "Games can't be kept in {folder}: {said}.",
    "problem.report": "The wrong ruling can't be kept: {said}.",
    "problem.unreadable": (
        "Game {number} can't be read: a newer version of this program wrote it, or it is damaged."
    ),
    "problem.busy": "The table is busy. Try again in a moment.",
    "problem.closing": "The companion is being ended.",
    "problem.misfit": "The calibration is of another board or camera: set up again.",
    "problem.ended-early": "The recording ended before the game could begin.",
    "problem.mistake": "The companion made a mistake; its log says which.",
    # Banner.
    "turn.w": "White to move",
    "turn.b": "Black to move",
    "turn.first": "Place the first marble",
    "turn.first.note": "The series that starts is White in this game, whatever its colour.",
    "setup": "One moment before the game",
    "waiting.bare-board": "Show the camera the bare board.",
    "waiting.looking": "Looking for the board: it takes up to a minute.",
    "waiting.trays": "Show the camera both series in their trays.",
    "waiting.under-way": (
        "Leave the marbles as they lie and take hands away: the board is looked for under them."
    ),
    "waiting.looking-under-way": (
        "Looking for the board under the marbles: it takes up to a minute."
    ),
    "waiting.nothing-under-way": "No board is in view: all of it must be seen, sharp and lit.",
    "waiting.unlike-under-way": (
        "Too few bare hollows are seen to be sure where the board is: take hands away and light it "
        "evenly, or drag its corners in the set-up."
    ),
    "waiting.joined": (
        "A board is found under the marbles: in the set-up a referee says if it is right."
    ),
    "waiting.untold": "A game lies on the board: in the set-up a referee says how it stands.",
    "waiting.dark": "It is too dark to see the board: switch on a lamp.",
    "waiting.small": "The camera's picture is too small to show the hollows.",
    "waiting.nothing": "No board is in view: the whole bare board must be seen, sharp and lit.",
    "waiting.unlike": (
        "Something like a board is in view, but not surely one: clear it and light it evenly."
    ),
    "waiting.aside": (
        "Hollows are in view, but not for sure where they lie: light the board from one side."
    ),
    "waiting.low-light": (
        "The light is so low that the hollows are half in the dark: light the board from higher up."
    ),
    "waiting.ends": (
        "Hollows are in view, but not where the board ends: show the whole board "
        "and nothing like it."
    ),
    "waiting.blurred": (
        "The picture is blurred: wipe the lens, let the camera focus, hold it still."
    ),
    "waiting.out-of-view": "Part of the board is out of view: move the camera back.",
    "waiting.marbles": (
        "Marbles stand on the board: show the bare board first "
        "or, if a game is under way, say so in the set-up."
    ),
    "waiting.lost": "The board can't be found again: show the bare board.",
    "return": "Return",
    "capture": "Capture",
    "return.from": "from {hollows}",
    "return.crossing": "the crossing {hollows} among them, first of all",
    "capture.from": "any of the marbles marked",
    "capture.all": "all there are: {hollows}",
    "capture.none": "nothing: there is none on the board",
    "done.of": "{done} of {all}",
    "formed.by.w": "formed by White",
    "formed.by.b": "formed by Black",
    "fault.warning": "Please note",
    "fault.title": "Please put this right",
    "fault.repair": "Put the board like this",
    "sure.very": "Very sure: {percent}",
    "sure.sure": "Sure: {percent}",
    "sure.fairly": "Fairly sure: {percent}. Compare with the board.",
    "sure.over": "over {percent}",
    "sure.note": "The chance that the hollows this rests on were seen rightly.",
    "arranging": "Put the board as shown",
    "taught": "What was possible",
    "return.remains": "so that no four of them stay in line",
    "heard.marble": "{side}: {to}",
    "heard.marble.from": "{side}: {from} to {to}",
    "heard.queen": "{side}: Queen to {to}",
    "heard.queen.from": "{side}: Queen from {from} to {to}",
    "heard.pass": "{side} passes",
    "tray.warnings": "Warnings: {n}",
    "resumed": (
        "The companion has started anew and goes on with the game of before. "
        "If yours is another, let the referee press “New game”."
    ),
    "repaired": "Put right",
    "repaired.text": "The board stands as it should again. The game goes on.",
    "win.by.w": "White wins",
    "win.by.b": "Black wins",
    "win.draw": "Draw",
    "win.ceremony": (
        "The losing Queen goes to the round hollow of the winner's tray; "
        "the winner's Queen takes the loser's castle."
    ),
    "end": "The game is over",
    "result": "Result {result}",
    "termination.Winning Real": "Winning Real",
    "termination.Winning Real Queen": "Winning Real Queen",
    "termination.Resignation": "Resignation",
    "termination.Agreement": "Draw by agreement",
    "termination.Time": "Time is up",
    "termination.Deadlock": "Deadlock",
    "termination.Unterminated": "Not finished",
    # Trays.
    "tray": "{side}: {reserve} in reserve, Queen {queen}, {captured} captured",
    "tray.queen.tray": "in the tray",
    "tray.queen.board": "on {hollow}",
    "reserve": "in reserve",
    "captured": "captured",
    # Combinations.
    "code.R": "Real",
    "code.RQ": "Real Queen",
    "code.SR5": "Super Real",
    "code.SRQ5": "Super Real Queen",
    "code.SR6": "Super Real 6",
    "code.SRQ6": "Super Real Queen 6",
    "code.SR7": "Super Real 7",
    "code.SRQ7": "Super Real Queen 7",
    "code.DR": "Double Real",
    "code.DRQ": "Double Real Queen",
    # Faults, as headings; the text of the ruling says the rest.
    "fault.game-over": "The game is over",
    "fault.out-of-turn": "It is the other player's turn",
    "fault.occupied": "That hollow is taken",
    "fault.must-play-queen": "The Queen must be played",
    "fault.pass": "There is a legal action",
    "fault.no-reserve": "No marble in reserve",
    "fault.queen-entry": "The Queen may not enter yet",
    "fault.queen-step": "Too far for the Queen",
    "fault.early-relocation": "Too early to move marbles",
    "fault.no-combination": "Nothing was formed",
    "fault.queen-returned": "The Queen stays",
    "fault.wrong-returns": "Other marbles are due",
    "fault.crossing-kept": "The crossing goes back",
    "fault.real-remains": "A Real was left standing",
    "fault.queen-captured": "The Queen can't be captured",
    "fault.wrong-captures": "Other captures are due",
    "fault.two-marbles": "More than one marble moved",
    "fault.unresolved": "The combination isn't settled yet",
    "fault.capture-first": "Returns come first",
    "fault.touched": "Touched is played",
    "fault.disturbed": "A marble was knocked away",
    "fault.too-many": "Too many marbles",
    # Articles in a few plain words, shown with every ruling; what the classic profile has
    # otherwise, too.
    "article": "Article {article}",
    "article.A2": "Each series has twenty attack marbles and one Queen.",
    "article.B": "Players take turns; a turn is exactly one action.",
    "article.B1": "Place an attack marble from the reserve on any empty hollow.",
    "article.B2": "The Queen enters to complete a combination, or when the reserve is empty.",
    "article.B2.classic": "The Queen enters at any time; with an empty reserve she must.",
    "article.B3": "The Queen on the board steps to an adjacent empty hollow.",
    "article.B4": "Marbles move on the board once the reserve is empty and the Queen is in play.",
    "article.B5": "A player without a legal action passes.",
    "article.C": "Four or more of one series in an unbroken line are a combination.",
    "article.C1": "A line counts when the marble just played stands in it.",
    "article.C2": "Four are a Real, five or more a Super Real; with the Queen a Real Queen.",
    "article.C3": "Two lines at once are a Double Real; they cross where the marble was played.",
    "article.C4": "Every combination has its code.",
    "article.D": "A combination is settled before play goes on.",
    "article.D1": "Some marbles of the combination go back to the reserve; the mover chooses.",
    "article.D2": "In a Double the crossing goes back, unless it is the Queen.",
    "article.D2.classic": "In a Double the crossing may stay.",
    "article.D3": "After a Double, what stays may hold no four in line.",
    "article.D4": "Enemy attack marbles are captured from anywhere on the board, never the Queen.",
    "article.D5": "First the returns, then the captures, with one hand.",
    "article.D6": "Show the combination before taking marbles.",
    "article.D7": "A marble once touched is played.",
    "article.E1": "The hollows around a Queen are her castle area.",
    "article.E2": "A combination that reaches into the enemy castle area wins at once.",
    "article.E3": "A Winning Real; with the mover's Queen in that line, a Winning Real Queen.",
    "article.E4": "The losing Queen goes to the winner's tray.",
    "article.F1": "A player may resign.",
    "article.F2": "The players may agree on a draw.",
    "article.F3": "Whoever exceeds the time loses.",
    "article.F4": "The referee may end a game that is stuck.",
    "house": "house rule",
    "house.note": "The rulebook is silent here; this is our answer.",
    "castle": "castle area",
    "tray.fewer": (
        "{side}'s tray shows {seen} attack {seen|marble|marbles}, by the record there "
        "{record|is|are} {record}: is a return still to be made, or a marble on the floor?"
    ),
    "tray.more": (
        "{side}'s tray shows {seen} attack {seen|marble|marbles}, by the record there "
        "{record|is|are} {record}: did one too many go back?"
    ),
    "tray.queen": "{side}'s Queen is not in her place in the tray: where is she?",
}
