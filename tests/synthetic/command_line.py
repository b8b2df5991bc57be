"""`realqueen` as at a shell: what it prints and how it ends."""

import json

from companion.cli import main

NAMES = [f"{file}{rank}" for rank in "1234567" for file in "abcdefg"]


def run(capsys, *args):
    """Exit status, objects printed, lines on standard error."""
    status = main([str(arg) for arg in args])
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return status, [json.loads(line) for line in out.splitlines()], err.splitlines()
