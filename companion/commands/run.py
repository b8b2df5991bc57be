"""``realqueen run``: the companion with its page."""

from __future__ import annotations

import argparse
import contextlib
import logging
import os
import signal
import socket
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Any, Final

from calibration.model import Calibration
from companion.choosing import choose_source
from companion.commands.game_options import add_game_options, game_wanted
from companion.commands.herald import Herald
from companion.commands.options import number
from companion.doorkeeper import Doorkeeper, is_loopback
from companion.errors import CompanionError
from companion.evidence import Evidence
from companion.files import sweep
from companion.fitting import load_for_game
from companion.house import House
from companion.memory import give_back_large_arrays
from companion.output import at_terminal
from companion.pin import DIGITS, PinShelf, is_pin
from companion.reports import Reports
from companion.resuming import CalibrationShelf, unfinished
from companion.store import Game, Store, default_folder
from companion.table import Table
from companion.tenant import only_one_in
from companion.watchdog import notify
from companion.web.server import MOST_PORT, address_for_others, listen, make_server
from vision.sources import MAINS, RATE, Source

TABLE: Final = "table"
"""The name of the one board that this command looks after."""


def register(subparsers: Any) -> None:
    """Add ``realqueen run``."""
    p = subparsers.add_parser(
        "run",
        help="the companion with its page",
        description="Watch the board, referee the game, and show it on a page.",
    )
    p.add_argument(
        "--source",
        default="auto",
        help="auto, picamera2, webcam[:N], recording:PATH, recording:demo or simulator (auto: a "
        "Pi camera, else a webcam, else the built-in recording)",
    )
    p.add_argument(
        "--wait-for-camera",
        action="store_true",
        help="begin without the camera if it isn't there, and take it up when it is",
    )
    p.add_argument(
        "--rate",
        type=_rate,
        default=RATE,
        metavar="N",
        help="look at no more than N frames of a camera a second (default %(default)g)",
    )
    p.add_argument(
        "--mains",
        type=int,
        choices=(50, 60),
        default=MAINS,
        help="hertz of the mains: cameras then avoid the bands of lamps that flicker "
        "(default %(default)d; 60 in North America)",
    )
    p.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets phones at the table in")
    p.add_argument("--port", type=_port, default=8000, help="0 takes any that is free")
    p.add_argument(
        "--calibration",
        type=Path,
        metavar="CAL.json",
        help="of this camera and board; without it show the bare board, then the full trays",
    )
    p.add_argument(
        "--data",
        type=Path,
        metavar="FOLDER",
        help="where games are kept (default: realqueen in the user's data folder)",
    )
    p.add_argument(
        "--speed",
        type=_speed,
        default=1.0,
        metavar="N",
        help="show a recording N times faster than life",
    )
    p.add_argument(
        "--new-game",
        action="store_true",
        help="begin anew even if a game on this board was interrupted",
    )
    p.add_argument(
        "--pin",
        type=_pin,
        metavar="NNNNNN",
        help="of the referees, kept for the next time (default: the one kept, or a new one)",
    )
    p.add_argument(
        "--no-pin",
        action="store_true",
        help="everybody who opens the page is a referee; only with a --host of this machine's own",
    )
    p.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="NAME",
        help="another name under which the page is opened, as behind a proxy; /screen, which "
        "tells the PIN on this machine's own screen, is then closed",
    )
    p.add_argument("--no-browser", action="store_true", help="don't open the page in a browser")
    add_game_options(p)
    p.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C or SIGTERM.

    Raises:
        CompanionError: it can't begin, or a recording broke on the way.
    """
    logging.basicConfig(level=logging.WARNING, format="%(name)s: %(message)s")
    # A request that waits a moment for a thread is no news.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    give_back_large_arrays()
    args.game = game_wanted(args)
    calibration = None if args.calibration is None else load_for_game(args.calibration)
    folder = args.data or default_folder()
    # What needs nothing but a look comes first. The store itself makes no file before
    # there is a game, so a recording or calibration that turns out wrong leaves no trace.
    with (
        contextlib.closing(_open(args)) as source,
        contextlib.closing(listen(args.host, args.port)) as listener,
        only_one_in(folder),
        Store(folder) as store,
    ):
        sweep(folder, folder / "evidence", folder / "wrong-rulings")
        evidence = Evidence(store.folder / "evidence")
        table = _table(args, source, store, calibration, evidence)
        shelf = PinShelf(store.folder)
        pin = _pin_wanted(args, listener, shelf)
        server = make_server(_house(args, store, table, evidence, pin, listener), listener)
        herald = Herald(table, source, listener, browser=_wants_browser(args))
        herald.tells_pin(pin, shelf, on_screen=not args.name)
        try:
            with _until_told_to_stop(table):
                table.start()
                herald.start()
                server.run()
        finally:
            table.stop()
            server.close()
            # The end may have come between the game's begin and the herald's next look.
            herald.keep_pin()
        if table.failure and not source.live:
            raise CompanionError(f"{source.name}: {table.failure}")
    _leave(table)
    return 0


def _leave(table: Table) -> None:
    """End the process even while the table's thread is in a search that can't be interrupted.

    All is saved and closed by now; Python's own end would abort such a thread aloud.
    """
    if not table.ended:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(AttributeError, OSError):  # it may be none, or full
                stream.flush()
        os._exit(0)


def _speed(text: str) -> float:
    return number(text, lambda speed: speed > 0, "a number above 0")


def _port(text: str) -> int:
    wanted = f"a whole number up to {MOST_PORT}, 0 for any that is free"
    return int(number(text, lambda n: n in range(MOST_PORT + 1), wanted))


def _rate(text: str) -> float:
    return number(text, lambda rate: 1 <= rate <= 120, "a number from 1 to 120")


def _pin(text: str) -> str:
    if not is_pin(text):
        raise argparse.ArgumentTypeError(f"{DIGITS} digits")
    return text


def _pin_wanted(args: argparse.Namespace, listener: socket.socket, shelf: PinShelf) -> str | None:
    """The referees' PIN; None for none."""
    if not args.no_pin:
        return args.pin or shelf.take()
    if args.pin is not None:
        raise CompanionError("--pin and --no-pin contradict each other: choose one")
    if not is_loopback(listener.getsockname()[0]):
        raise CompanionError(
            "--no-pin would make everybody on the network a referee: leave it out, "
            "or choose --host 127.0.0.1"
        )
    return None


def _house(
    args: argparse.Namespace,
    store: Store,
    table: Table,
    evidence: Evidence,
    pin: str | None,
    listener: socket.socket,
) -> House:
    return House(
        store,
        {TABLE: table},
        evidence=evidence,
        open_source=lambda name: choose_source(
            name, realtime=True, rate=args.rate, wait_for_camera=True, mains=args.mains
        ),
        door=Doorkeeper(pin),
        reports=Reports(store.folder / "wrong-rulings"),
        # A host given by name is the page's name.
        names=frozenset(name.lower() for name in (*args.name, args.host)),
        proxied=bool(args.name),
        address=address_for_others(listener) or "",
        alone=is_loopback(listener.getsockname()[0]),
    )


def _open(args: argparse.Namespace) -> Source:
    # Life's own pace is the source's business; another is ours.
    return choose_source(
        args.source,
        realtime=args.speed == 1,
        rate=args.rate,
        wait_for_camera=args.wait_for_camera,
        mains=args.mains,
    )


def _table(
    args: argparse.Namespace,
    source: Source,
    store: Store,
    calibration: Calibration | None,
    evidence: Evidence,
) -> Table:
    paced_here = args.speed != 1 and not source.live
    shelf = CalibrationShelf(store.folder, TABLE)
    resume = _resumed(args, source, store)
    if resume is not None and calibration is None:
        calibration = shelf.take()

    def keep(found: Calibration) -> None:
        # What is watched by then, chosen on the page, may be a recording or painted.
        if table.source.live:
            shelf.keep(found)

    table = Table(
        TABLE,
        source,
        store,
        rules=args.game,
        calibration=calibration,
        # Marbles lie on the board: without a calibration there is no going on.
        resume=resume if calibration is not None else None,
        keep=keep,
        speed=args.speed if paced_here else None,
        witness=evidence.witness,
    )
    return table


def _resumed(args: argparse.Namespace, source: Source, store: Store) -> Game | None:
    """The game that was interrupted; a recording always begins its own."""
    if args.new_game or not source.live:
        return None
    return unfinished(store, TABLE, datetime.now(UTC))


def _wants_browser(args: argparse.Namespace) -> bool:
    """Only where a person sits at a terminal on a desktop."""
    desktop = sys.platform == "darwin" or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    return not args.no_browser and at_terminal() and desktop


@contextlib.contextmanager
def _until_told_to_stop(table: Table) -> Iterator[None]:
    """Ctrl-C and SIGTERM end the server, once: what follows is left to finish."""

    def stop(*_: int | FrameType | None) -> None:
        for told in (signal.SIGINT, signal.SIGTERM):
            signal.signal(told, signal.SIG_IGN)
        notify("STOPPING=1")
        table.hub.close()  # the streams end now, or the server would wait for them
        raise KeyboardInterrupt

    for told in (signal.SIGINT, signal.SIGTERM):
        signal.signal(told, stop)
    with contextlib.suppress(KeyboardInterrupt):
        yield
