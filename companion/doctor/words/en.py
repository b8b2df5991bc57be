"""English."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "level.ok": "ok",
    "level.note": "note",
    "level.warning": "look",
    "level.bad": "BAD",
    "check.versions": "Versions",
    "check.camera": "Camera",
    "check.light": "Light",
    "check.sharpness": "Sharpness",
    "check.board": "Board",
    "check.disk": "Disk",
    "check.permissions": "Permissions",
    "check.games": "Games",
    "check.calibration": "Calibration",
    "check.temperature": "Temperature",
    "check.throttling": "Power",
    "check.clock": "Clock",
    "check.port": "Port",
    "versions.list": "{list}",
    "versions.32bit": (
        "This system has 32 bits ({machine}). Install the 64-bit Raspberry Pi OS: "
        "for this one there are no packages of OpenCV."
    ),
    "versions.missing": "{name} is not installed. Run the installer again.",
    "versions.clash": (
        "{name} does not fit the installed NumPy ({error}). In the companion's environment: "
        'pip install "numpy<2" on bookworm; then run the installer again.'
    ),
    "versions.broken": "{name} can't be imported: {error}. Run the installer again.",
    "camera.fine": "{camera} shows {size} pixels, {rate} pictures a second.",
    "camera.busy": (
        "{camera} is used by another program. If that is the companion itself, stop it while "
        "the doctor looks: sudo systemctl stop realqueen"
    ),
    "camera.no-camera": (
        "No camera is found. Plug in a webcam; for a ribbon cable switch the power off, push it "
        "home at both ends, the contacts towards the contacts, and switch on again."
    ),
    "camera.no-access": "{camera} may not be used: add the user to the group video.",
    "camera.broken": "It does not work: {text}",
    "light.fine": "The mean level is {mean} of 255, {percent} % of the picture at the top.",
    "light.dark": (
        "It is too dark: the mean level is {mean} of 255. Put a lamp beside the board, "
        "not behind the camera."
    ),
    "light.bright": (
        "It is too bright: the mean level is {mean} of 255, {percent} % of the picture at the "
        "top. Turn the lamp aside or draw the curtain."
    ),
    "sharpness.fine": "Edges are {px} pixels wide.",
    "sharpness.blurred": (
        "The picture is blurred: edges are {px} pixels wide. Turn the lens's ring until the "
        "hollows are sharp, clean the lens, or move the camera; a Camera Module 3 focuses by "
        "itself from 10 cm."
    ),
    "board.fine": "It is found: {px} pixels from hollow to hollow, tilted by {deg} degrees.",
    "board.not-found": (
        "The bare board is not found ({why}). Clear it and put it wholly into the picture."
    ),
    "board.small": (
        "It is found but small: {px} pixels from hollow to hollow. Lower the camera; "
        "realqueen doctor --geometry says how far."
    ),
    "board.steep": (
        "It is found, but the camera looks at it from the side, by {deg} degrees. "
        "Up to 35 are fine: bring the camera over the board."
    ),
    "board.cut": (
        "It is found, but reaches the border of the picture. Raise the camera or move the board, "
        "so that the trays are seen too."
    ),
    "disk.room": "{mb} MB are free for games in {folder}.",
    "disk.low": "Only {mb} MB are free for games in {folder}. Make room.",
    "disk.full": "The disk is full: {mb} MB are free in {folder}. Make room; games can't be kept.",
    "permissions.fine": "{folder} can be written.",
    "permissions.folder": (
        "{folder} can't be written ({reason}). Was the card set read-only, or is it worn out? "
        "Otherwise give the folder to the user who runs the companion."
    ),
    "permissions.devices": (
        "This user may not use {devices}. Add the user to the group video and log in again."
    ),
    "games.fine": "{games} kept in {file}.",
    "games.none": "None was played yet; they will be kept in {folder}.",
    "games.damaged": (
        "{file} is damaged ({reason}). Put a backup in its place: "
        "realqueen restore FILE --replace. What is damaged is laid aside."
    ),
    "games.foreign": (
        "{file} is another program's, or no longer readable. Lay it aside; if there is a backup "
        "of the games, then: realqueen restore FILE --replace"
    ),
    "games.newer": (
        "{file} was written by a newer version of this program ({reason}). Update the program, "
        "or put an older backup in its place: realqueen restore FILE --replace"
    ),
    "games.closed": (
        "{file} can't be read ({reason}). End the program that holds it, "
        "or give it to the user who runs the companion."
    ),
    "calibration.unreadable": (
        "{reason}. Lay {file} aside: an interrupted game can't go on with it, and backups leave it "
        "out; the next set-up makes another."
    ),
    "temperature.fine": "{c} °C.",
    "temperature.hot": (
        "{c} °C: at 80 a Pi slows itself down. Give it air, a heat sink or a fan, "
        "and keep it out of the lamp's beam."
    ),
    "temperature.unknown": "This machine does not tell it.",
    "throttling.fine": "The Pi has had power enough since it was switched on.",
    "throttling.power": (
        "The Pi gets too little power now ({bits}). Use its own power supply and a short cable."
    ),
    "throttling.power-once": (
        "The Pi got too little power at some time since it was switched on ({bits}). "
        "Use its own power supply and a short cable."
    ),
    "throttling.slow": "The Pi slows itself down now ({bits}). Give it air.",
    "throttling.slow-once": (
        "The Pi slowed itself down at some time since it was switched on ({bits})."
    ),
    "clock.synchronized": "{time} UTC, set over the network.",
    "clock.alone": (
        "{time} UTC, not set over the network. The dates of games depend on it, and whether an "
        "interrupted game goes on by itself; at the referee's desk any unfinished one can be "
        "taken up."
    ),
    "clock.wrong": (
        "{time} UTC can't be right. Games are kept under wrong dates until it is set, and an "
        "interrupted one may not go on by itself; at the referee's desk it can be taken up. "
        "Connect the network once, or: sudo date -s '2026-12-31 20:00'"
    ),
    "port.free": "{port} is free.",
    "port.ours": "The companion answers at {port}.",
    "port.taken": "{port} can't be used ({reason}). Choose another with --port.",
    "port.none": "{port} is none: they go up to 65535. Choose another with --port.",
    "port.host": "{host} is no address of this machine. Choose another with --host.",
    "port.forbidden": "{port} is not allowed. Choose one above 1023 with --port.",
    "verdict.fine": "All is well.",
    "verdict.warning": "It works; see what is marked.",
    "verdict.bad": "Something must be mended; see what is marked BAD.",
    "geometry.title": (
        "Board of {board:g} cm with {around:g} cm around it, {pitch:.2g} cm from hollow to hollow, "
        "camera tilted by {tilt:g} degrees, picture 1280 x 720:"
    ),
    "geometry.row": (
        "{name} ({fov:g}°): {height:.0f} cm above the board, {aside:.0f} cm beside its middle; "
        "{pitch:.0f} pixels from hollow to hollow, {far:.0f} in the farthest row"
    ),
    "geometry.small": "(few: marbles may be misread; choose a narrower lens)",
    "geometry.wide": "(so wide a lens bends lines towards the border; it works less well)",
}
