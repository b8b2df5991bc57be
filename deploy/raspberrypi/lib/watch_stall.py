"""Take the camera's cable off and put it on again; both must show on the page.

    python3 watch_stall.py ADDRESS STALL_FILE

STALL_FILE is what the virtual camera looks for. Ends with 0 once the trouble was told
within LIMIT_S seconds and frames came again after the cable was put on.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.request

LIMIT_S = 2.0
START_S = 60.0


def health(address):
    """The status and the answer of /healthz."""
    try:
        with urllib.request.urlopen(f"{address}/healthz", timeout=5) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)
    except OSError:
        return 0, {}


def wait_for(address, status, seconds):
    """How long it took until /healthz answered so; ends the program if it didn't."""
    begun = time.monotonic()
    while time.monotonic() - begun < seconds:
        told, answer = health(address)
        if told == status:
            print(f"{status} after {time.monotonic() - begun:.1f} s: {answer.get('reason', '')}")
            return time.monotonic() - begun
        time.sleep(0.05)
    sys.exit(f"no {status} within {seconds} s")


def main(address, stall):
    """The exit status."""
    wait_for(address, 200, START_S)
    with open(stall, "w", encoding="utf-8"):
        pass
    took = wait_for(address, 503, START_S)
    os.unlink(stall)
    wait_for(address, 200, START_S)
    return int(took > LIMIT_S)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
