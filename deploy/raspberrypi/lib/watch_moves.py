"""Ask a running companion until its camera has shown it a game.

    python3 watch_moves.py ADDRESS SECONDS MOVE...

Ends with 0 once /api/state tells of exactly these moves first, with 1 if it tells of
others, or after SECONDS. Prints what it saw.
"""

import json
import sys
import time
import urllib.request


def get(address):
    """A JSON answer, or None while there is none."""
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return json.load(answer)
    except OSError:
        return None


def main(address, seconds, *wanted):
    """The exit status."""
    end = time.monotonic() + float(seconds)
    told = None
    while time.monotonic() < end:
        state = get(f"{address}/api/state")
        if state is not None:
            seen = state["moves"]
            news = (state["camera"]["status"], state["camera"]["source"], len(seen))
            if news != told:
                told = news
                print(*news, " ".join(seen[-3:]), state["camera"]["text"], flush=True)
            if seen[: len(wanted)] != list(wanted[: len(seen)]):
                print("played was:", *wanted, file=sys.stderr)
                return 1
            if len(seen) >= len(wanted):
                return 0
        time.sleep(0.5)
    print("not enough moves in time", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
