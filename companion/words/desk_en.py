"""What referees see, English. Messages of ``desk.`` come to a page once a referee is in."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    # The way in.
    "referee": "Referee",
    "referee.in": "Referee {name}",
    "referee.title": "Log in as referee",
    "referee.why": "Everybody may watch. Whoever knows the PIN may correct and decide.",
    "referee.pin": "PIN, six digits",
    "referee.pin.where": "It is shown where the companion was started.",
    "referee.name": "Your name",
    "referee.name.why": "It stands beside what you decide.",
    "referee.enter": "Log in",
    "referee.leave": "Log out",
    "referee.cancel": "Cancel",
    "referee.wrong-pin": "That is not the PIN. Look again where the companion was started.",
    "referee.too-soon": "Too many wrong PINs. Try again in {seconds} seconds.",
    "referee.lost": "The companion can't be reached. Nothing was done.",
    "referee.failed": "That did not work: {detail}",
    # The companion's own screen.
    "screen.title": "Get in",
    "screen.board": "To the board",
    "screen.follow": "Follow the game on your phone",
    "screen.qr": "QR code of the page's address",
    "screen.referee": "Referees",
    "screen.referee.note": "Whoever knows the PIN may correct the game.",
    "screen.show": "Show the PIN",
    "screen.open": "There is no PIN: whoever opens the page on this machine is a referee.",
}
