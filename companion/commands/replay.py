"""``realqueen replay``: the whole companion over a recording, offline, as fast as it can."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from calibration.model import Calibration
from companion.archive import record_of
from companion.bundle import Bundle, is_bundle
from companion.commands.options import check_outputs
from companion.files import check_writable, write_whole
from companion.fitting import load_for_game
from companion.watch import Watch
from companion.words import waiting_text
from engine.events import Event, Started
from engine.record import write_records
from engine.rules import Rules
from vision.errors import BoardNotFoundError, NotFound
from vision.sources import Source, open_source


def register(subparsers: Any) -> None:
    """Add ``realqueen replay``."""
    p = subparsers.add_parser(
        "replay",
        help="rule on a recorded game",
        description="Watch a recording as the live companion would and print the rulings in "
        "order, one JSON object a line.",
    )
    p.add_argument(
        "source",
        help="a video, a folder of pictures in the order of their names, or a wrong ruling (.zip) "
        "that the page has saved",
    )
    p.add_argument(
        "--calibration",
        type=Path,
        metavar="CAL.json",
        help="of this camera and board; without it the recording must begin with the bare board, "
        "then the full trays",
    )
    p.add_argument("--rules", choices=[str(rules) for rules in Rules], default=str(Rules.OFFICIAL))
    p.add_argument("--record", type=Path, metavar="OUT.rqg", help="write the game's record there")
    p.add_argument("--json", action="store_true", help="print JSON only, as it does anyway")
    p.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Replay; 0 when the recording was ruled on to its end, 1 when no board was found in it.

    Wherever it ends, the record has what was ruled until then.
    """
    if args.record is not None:
        check_writable(args.record)
        check_outputs([args.record], [_path(args.source), args.calibration])
    calibration = None if args.calibration is None else load_for_game(args.calibration)
    source, watch, before = _opened(args, calibration)
    games: list[list[Event]] = [before] if before else []
    try:
        _rule(source, watch, games)
    except BoardNotFoundError as error:
        print(f"realqueen replay: {error}", file=sys.stderr)
        return 1
    except BaseException:
        # Ctrl-C, a reader that went away, a recording cut short: what was ruled so far counts.
        if args.record is not None and games:
            _keep(args.record, games)
        raise
    if args.record is not None:
        _keep(args.record, games)
    if not args.json and sys.stderr.isatty():
        _summarise(games)
    return 0


def open_recording(name: str) -> Source:
    """The recording of that path (``recording:...`` is understood too), not paced."""
    path = name if name.startswith("recording:") else f"recording:{Path(name).absolute()}"
    return open_source(path, realtime=False)


def _path(name: str) -> Path:
    """Where the recording lies."""
    return Path(name.removeprefix("recording:"))


def event_line(event: Event) -> dict[str, Any]:
    """The event as replay prints it: the frame that settled it first."""
    data = event.to_json()
    return {"frame": data.pop("frame"), **data}


def _opened(
    args: argparse.Namespace, calibration: Calibration | None
) -> tuple[Source, Watch, list[Event]]:
    """The source, what follows it, and what had happened in the game before it begins."""
    path = Path(args.source)
    if not is_bundle(path):
        return open_recording(args.source), Watch(Rules(args.rules), calibration), []
    bundle = Bundle(path)
    watch = Watch(bundle.rules, calibration or bundle.calibration, bundle.state)
    return bundle, watch, bundle.known


def _rule(source: Source, watch: Watch, games: list[list[Event]]) -> None:
    """Print each ruling, and add it to its game.

    Raises:
        BoardNotFoundError: no game could begin.
        CutShortError: the recording is damaged; what could be read was ruled on.
    """
    for event in _events(source, watch):
        if isinstance(event, Started):
            games.append([])
        games[-1].append(event)
        print(json.dumps(event_line(event), ensure_ascii=False), flush=True)


def _keep(path: Path, games: list[list[Event]]) -> None:
    """Write the games' record.

    Raises:
        CompanionError: it can't be written.
    """
    write_whole(path, write_records(record_of(events) for events in games))


def _events(source: Source, watch: Watch) -> Iterator[Event]:
    with source as frames:
        for frame in frames:
            yield from watch.take(frame)
            if watch.waiting_for == NotFound.MARBLES:
                raise BoardNotFoundError(
                    f"{source.name}: the recording begins with marbles on the board; "
                    "show the bare board first or pass --calibration"
                )
    if watch.waiting_for:
        why = waiting_text(watch.waiting_for)
        raise BoardNotFoundError(f"{source.name}: it ended before the game could begin. {why}")


def _summarise(games: list[list[Event]]) -> None:
    """For the person at the terminal: what came of it."""
    for events in games:
        record = record_of(events)
        said = f"{len(record.moves)} moves, {record.result}, {record.termination}"
        print(f"realqueen replay: {said}", file=sys.stderr)
