"""Run the kiosk's ExecStart on a screen that is not there, and look at what it shows.

    python watch_screen.py UNIT FOLDER SECONDS

The companion must watch the simulator. Ends with 0 once the screen has shown a QR code
of the page's address and then, as a marble was played, the board instead; the pictures
stay in FOLDER. 1 if that did not happen in SECONDS. wlroots draws into memory (its
headless back end), grim takes the pictures.
"""

import json
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

import cv2
from as_service import command_of, environment_of, unit_of

RUN = pathlib.Path("/run/realqueen-kiosk")
MARBLE = {"do": "place", "hollow": "d4", "series": "light", "queen": False}


def shown(environ, user, picture):
    """The screen as a BGR image, None while there is none."""
    status = subprocess.run(
        ["grim", str(picture)], env=environ, user=user, capture_output=True, check=False
    ).returncode
    return cv2.imread(str(picture)) if status == 0 else None


def wait_for(what, seen, end):
    """Look until ``seen()`` finds what it looks for."""
    while time.monotonic() < end:
        found = seen()
        if found:
            print(what, found, flush=True)
            return True
        time.sleep(1)
    print("never seen:", what, file=sys.stderr)
    return False


def main(path, folder, seconds):
    """The exit status."""
    unit = unit_of(path)
    variables = environment_of(unit["EnvironmentFile"])
    user = pwd.getpwnam(unit["User"])
    shutil.rmtree(RUN, ignore_errors=True)  # as systemd does when the kiosk ends
    for place in (RUN, pathlib.Path(folder)):
        place.mkdir(parents=True, exist_ok=True)
        os.chown(place, user.pw_uid, user.pw_gid)
        place.chmod(0o700)
    environ = {
        "PATH": "/usr/bin:/bin",
        "HOME": user.pw_dir,
        "LANG": "C.UTF-8",
        "XDG_RUNTIME_DIR": str(RUN),
        "WAYLAND_DISPLAY": "wayland-0",
        "WLR_BACKENDS": "headless",
        "WLR_RENDERER": "pixman",
        "WLR_LIBINPUT_NO_DEVICES": "1",
    }
    started = {name: environ[name] for name in environ if name != "WAYLAND_DISPLAY"}
    kiosk = subprocess.Popen(
        command_of(unit, variables), env=started, user=user.pw_uid, group=user.pw_gid, cwd="/",
        start_new_session=True,
    )  # fmt: skip
    reader = cv2.QRCodeDetector()
    end = time.monotonic() + float(seconds)

    def code():
        image = shown(environ, user.pw_uid, pathlib.Path(folder) / "codes.png")
        return None if image is None else reader.detectAndDecode(image)[0]

    def play():
        request = urllib.request.Request(
            f"http://127.0.0.1:{variables['REALQUEEN_PORT']}/api/simulator",
            data=json.dumps(MARBLE).encode(),
            headers={"Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return f"{answer.status}, a marble on {MARBLE['hollow']}"
        except urllib.error.HTTPError:
            return ""  # the painted board is still being calibrated

    def board():
        image = shown(environ, user.pw_uid, pathlib.Path(folder) / "board.png")
        return None if image is None or reader.detectAndDecode(image)[0] else "no code any more"

    try:
        right = all(
            wait_for(*step, end)
            for step in (("address:", code), ("played:", play), ("board:", board))
        )
    finally:
        os.killpg(kiosk.pid, signal.SIGTERM)
        kiosk.wait(10)
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
