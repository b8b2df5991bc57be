"""The companion ends even while the board is looked for and the search can't be interrupted."""

import subprocess
import sys

from patience import seconds

SCRIPT = """
import threading, time
from companion import table as tables
from companion.commands.run import _leave

class Stuck(tables.Table):
    def __init__(self):
        self._thread = threading.Thread(target=time.sleep, args=(60,), daemon={daemon})
        self._thread.start()

_leave(Stuck())
print("came back")
"""


def test_a_thread_that_does_not_end_does_not_hold_the_process():
    # Not a daemon: Python would wait a minute for it.
    command = [sys.executable, "-c", SCRIPT.format(daemon=False)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds(40), check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_table_that_has_ended_leaves_the_process_to_itself():
    script = SCRIPT.format(daemon=True).replace("args=(60,)", "args=(0,)")
    script = script.replace(
        "_leave(Stuck())", "stuck = Stuck(); stuck._thread.join(); _leave(stuck)"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds(40), check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "came back\n", "")
