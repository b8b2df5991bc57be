"""What a table shows to pages: how its camera is, what the referee waits for, what is seen.

Pure reading: every function takes what it needs and changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from companion.errors import CompanionError
from companion.seeing import doubtful
from companion.telling import boards_after, game_json
from companion.watch import Watch
from companion.words import (
    catalogue,
    filled,
    problem_text,
    seeing_text,
    trouble_text,
    waiting_text,
)
from engine.game import GameState
from engine.hollows import hollow_name
from engine.placements import placement_of
from vision.sources import Source

STALLED_AFTER_S: Final = 5.0
"""A camera that has shown nothing for this long is not working."""


class Camera(StrEnum):
    """How it stands with the camera, or the recording."""

    STARTING = "starting"
    """No frame has come yet."""

    WAITING = "waiting"
    """It must be shown something before the game can begin."""

    OK = "ok"
    """It sees the board."""

    MOVED = "moved"
    """The board or the camera was moved; the eyes look for it."""

    TROUBLE = "trouble"
    """Frames come, but can't be read or kept."""

    STALLED = "stalled"
    """No frame has come for a while."""

    ENDED = "ended"
    """The recording is over."""

    FAILED = "failed"
    """It has stopped for good."""


BEFORE_A_GAME: Final = (Camera.WAITING, Camera.FAILED)
"""What the camera still waits for is then of interest."""

BROKEN: Final = (Camera.STARTING, Camera.STALLED, Camera.FAILED)
"""While frames don't flow and nobody meant it."""


@dataclass(frozen=True, slots=True)
class View:
    """What pages are shown, replaced as a whole: whoever holds one may read it in peace.

    Attributes:
        state: the fold of the game's stored events.
        game: its number in the store, None before there is one.
        seq: the number of the last event.
        camera: as the last frame left it, so never ``STALLED``.
        text: what there is to say about the camera, in English or as a code of the eyes.
        error: what it says, where something went wrong.
        frame: index of the last frame, None before the first.
    """

    state: GameState
    game: int | None
    seq: int
    camera: Camera = Camera.STARTING
    text: str = ""
    error: Exception | None = None
    frame: int | None = None


_NO_STORIES: Final[dict[str, Any]] = {"choices": [], "boards": []}


def status_json(watch: Watch, state: GameState, lang: str) -> dict[str, Any]:
    """What the referee waits for, in ``lang``."""
    referee = watch.referee
    status = None if referee is None else referee.status
    if status is None:
        return {"phase": "waiting", "text": "", "uncover": [], "doubt": False} | _NO_STORIES
    return {
        "phase": str(status.phase),
        "text": status.say(lang),
        "uncover": [hollow_name(h) for h in status.uncover],
        "doubt": status.doubt,
        "choices": [list(story) for story in status.choices],
        "boards": boards_after(state, status.choices),
    }


def teaching_json(watch: Watch, lang: str) -> dict[str, Any] | None:
    """The lesson that is given, with the game that it is; None while there is none."""
    told, teacher = watch.classroom.to_json(lang), watch.classroom.teacher
    if told is None or teacher is None:
        return told
    return told | {"game": game_json(teacher.state, lang)}


def resumed_json(
    resumed: tuple[int | None, int] | None, view: View, lang: str
) -> list[dict[str, Any]]:
    """That a game went on by itself, in ``lang``, until a move shows that it is played on.

    How long it stood still is told by a clock, and on a Pi without a network by none: a game
    of last week may look like one of this evening.
    """
    if resumed != (view.game, len(view.state.moves)):
        return []
    return [{"what": "resumed", "text": catalogue(lang)["resumed"]}]


def notices_json(watch: Watch, state: GameState, lang: str) -> list[dict[str, Any]]:
    """What the trays show beside the record, in ``lang``: to be looked after, no fault."""
    words = catalogue(lang)
    told = []
    for notice in watch.tray_check.notices:
        record = state.position.reserve(notice.side) if notice.what == "attack" else 1
        seen = max(0, record + notice.off)
        kind = "queen" if notice.what == "queen" else "fewer" if notice.off < 0 else "more"
        side = words[f"side.{notice.side}"]
        text = filled(words[f"tray.{kind}"], side=side, seen=seen, record=record)
        told.append(
            {
                "side": notice.side.value,
                "what": notice.what,
                "seen": seen,
                "record": record,
                "text": text,
            }
        )
    return told


def seen_json(watch: Watch) -> dict[str, Any] | None:
    """What the camera sees on the board just now, in the game's names of the series."""
    reading = watch.reading
    if reading is None or reading.trouble or reading.moved:
        return None
    names = reading.spec.names()
    labels = watch.named(reading.labels())
    return {
        "placement": placement_of(labels),
        "covered": sorted(names[h] for h in reading.covered.nonzero()[0]),
        "steady": reading.steady,
    }


def lying_json(watch: Watch) -> dict[str, Any] | None:
    """What lies on a board that was joined, as the eyes tell it, and where they are in doubt.

    None where no game is under way, or the board is not in full view.
    """
    seen, reading = seen_json(watch), watch.reading
    if seen is None or reading is None or not watch.under_way:
        return None
    if seen["covered"] or not seen["steady"]:
        return None
    return {
        "placement": seen["placement"],
        "doubtful": doubtful(reading),
        "swapped": watch.swapped,
    }


def camera_json(
    view: View, status: Camera, source: Source, waiting_for: str, lang: str
) -> dict[str, Any]:
    """How it stands with the camera, in ``lang``."""
    trouble = source.trouble if status is Camera.STALLED else None
    if trouble is not None:
        said = trouble_text(trouble, lang)
    elif isinstance(view.error, CompanionError):
        said = problem_text(view.error, lang)
    elif status is Camera.WAITING:
        said = waiting_text(waiting_for, lang)
    else:
        said = seeing_text(view.text, lang)
    return {
        "status": status,
        "text": said,
        "waiting_for": waiting_for if status in BEFORE_A_GAME else "",
        "source": source.name,
        "live": source.live,
        "frame": view.frame,
    }


def health_json(view: View, status: Camera, source: Source, streams: int) -> dict[str, Any]:
    """The object of ``GET /healthz``; its "ok" decides between 200 and 503."""
    ok = status not in BROKEN
    reasons = {
        Camera.STARTING: "no frame has come yet",
        Camera.STALLED: f"no frame has come for more than {STALLED_AFTER_S:g} seconds",
    }
    trouble = source.trouble
    reason = "" if ok else trouble.text if trouble else reasons.get(status) or view.text
    return {
        "ok": ok,
        "status": status,
        "reason": reason,
        "source": source.name,
        "frame": view.frame,
        "streams": streams,
    }


def colours_json(watch: Watch, swapped: bool) -> dict[str, str] | None:
    """Both series' colours as "#rrggbb", in the game's names of the series."""
    colours = watch.colours
    if colours is None:
        return None
    first, second = ("#" + bytes(int(c) for c in rgb).hex() for rgb in colours)
    return {"w": second, "b": first} if swapped else {"w": first, "b": second}
