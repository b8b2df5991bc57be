"""As many tests run at a time as there are cores, so each has one thread.

More would wait for each other, which took a fifth of the suite's time. Workers and the programs
under test inherit this, which must be said before NumPy and OpenCV are loaded.
"""

import os
from collections import defaultdict

for threads in ("OPENCV_FOR_THREADS_NUM", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(threads, "1")

AROUND = 2**0.5


def pytest_addoption(parser):
    parser.addoption(
        "--all-cases", action="store_true", help="run what `few` and `spare` leave out, too"
    )


def pytest_configure(config):
    config.addinivalue_line("markers", "few(n): n of its cases are run, all with --all-cases")
    config.addinivalue_line("markers", "spare: a case that is run with --all-cases only")


def pytest_collection_modifyitems(config, items):
    """Of sweeps that take minutes every change runs some cases, from the first to the last."""
    # Who names a test wants it, too.
    if config.getoption("--all-cases") or any("::" in named for named in config.args):
        return
    cases = defaultdict(list)
    for item in items:
        if item.get_closest_marker("few"):
            cases[item.nodeid.split("[")[0]].append(item)
    left_out = {item for item in items if item.get_closest_marker("spare")}
    for each in cases.values():
        (few,) = each[0].get_closest_marker("few").args
        # Not every second one or fourth: of a grid of cases that might be one and the same column.
        order = sorted(range(len(each)), key=lambda k: (k * AROUND) % 1)
        left_out.update(each[k] for k in order[few:])
    config.hook.pytest_deselected(items=[item for item in items if item in left_out])
    items[:] = [item for item in items if item not in left_out]
