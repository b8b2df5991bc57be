"""Run a service's ExecStart as systemd would, where there is no systemd.

    python3 as_service.py UNIT [NAME=VALUE...] -- COMMAND...

As the unit's user and groups, with its environment file and a notification socket;
COMMAND runs once the service has said that it is ready. Ends with COMMAND's status,
or 1 if the service didn't become ready, gave no signs of life, or didn't end when told.
The sandbox is not there: systemd-analyze judges that.
"""

import configparser
import grp
import os
import pwd
import re
import shlex
import signal
import socket
import subprocess
import sys
import tempfile

WATCHDOG_S = 3


def unit_of(path):
    """The [Service] options of a unit file."""
    parser = configparser.ConfigParser(
        strict=False, interpolation=None, comment_prefixes=("#",), delimiters=("=",)
    )
    parser.optionxform = str
    parser.read(path)
    return parser["Service"]


def own_variables(unit):
    """The variable that the unit itself sets; those of its file come after."""
    return dict([unit["Environment"].split("=", 1)])


def environment_of(path):
    """The variables of an environment file."""
    with open(path, encoding="utf-8") as file:
        lines = [line.strip() for line in file]
    return dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))


def command_of(unit, variables):
    """ExecStart with its variables put in; ``$NAME`` alone stands for any number of words."""
    words = []
    for word in shlex.split(unit["ExecStart"]):
        if re.fullmatch(r"\$\w+", word):
            words += shlex.split(variables.get(word[1:], ""))
        else:
            words.append(re.sub(r"\$\{(\w+)\}", lambda m: variables[m[1]], word))
    return words


def main(arguments):
    """The exit status."""
    split = arguments.index("--")
    path, extra, probe = arguments[0], arguments[1:split], arguments[split + 1 :]
    unit = unit_of(path)
    variables = own_variables(unit) | environment_of(unit["EnvironmentFile"])
    variables |= dict(e.split("=", 1) for e in extra)
    user = pwd.getpwnam(unit["User"])
    groups = [grp.getgrnam(name).gr_gid for name in unit["SupplementaryGroups"].split()]
    folder = tempfile.mkdtemp()
    os.chmod(folder, 0o755)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(f"{folder}/notify")
        os.chmod(f"{folder}/notify", 0o777)
        environ = {
            "PATH": "/usr/bin:/bin",
            "HOME": user.pw_dir,
            "USER": user.pw_name,
            "LANG": "C.UTF-8",
            "NOTIFY_SOCKET": f"{folder}/notify",
            "WATCHDOG_USEC": str(WATCHDOG_S * 1_000_000),
            **variables,
        }
        service = subprocess.Popen(
            command_of(unit, variables),
            env=environ,
            user=user.pw_uid,
            group=user.pw_gid,
            extra_groups=groups,
            umask=int(unit["UMask"], 8),
            cwd="/",
        )
        try:
            return watch(service, manager, probe, unit)
        finally:
            if service.poll() is None:
                service.kill()


def watch(service, manager, probe, unit):
    """Wait until it is ready, run the probe, listen to its signs of life, end it."""
    if not heard(manager, "READY=1", int(unit["TimeoutStartSec"]), service):
        print("not ready in time", file=sys.stderr)
        return 1
    asking = subprocess.Popen(probe)
    while asking.poll() is None:
        # As systemd does; a sender would wait once its socket is full.
        heard(manager, "WATCHDOG=1", 1, service)
    status = asking.returncode
    if not heard(manager, "WATCHDOG=1", 2 * WATCHDOG_S, service):
        print("no sign of life", file=sys.stderr)
        return 1
    service.send_signal(signal.SIGTERM)
    try:
        ended = service.wait(int(unit["TimeoutStopSec"]))
    except subprocess.TimeoutExpired:
        print("did not end when told", file=sys.stderr)
        return 1
    if ended:
        print(f"ended with status {ended}", file=sys.stderr)
        return 1
    return status


def heard(manager, message, seconds, service):
    """Whether the service says that within so many seconds."""
    manager.settimeout(0.5)
    for _ in range(int(seconds * 2)):
        try:
            if manager.recv(1000).decode() == message:
                return True
        except TimeoutError:
            if service.poll() is not None:
                return False
    return False


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
