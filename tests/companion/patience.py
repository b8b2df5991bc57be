"""How long tests wait for what should come, before they say that it does not.

``SLOW`` in the environment says how many times slower than a PC the machine is, an
emulated one say. Nothing is asserted about time; a test that fails waits longer.
"""

import os

SLOW = float(os.environ.get("SLOW", "1"))


def seconds(on_a_pc):
    return on_a_pc * SLOW
