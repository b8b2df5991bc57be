"""The deployment's scripts, run with shell functions in place of what only a Pi has."""

import subprocess


def run_as_if(pretended, *arguments, folder, **environment):
    """Run bash in a folder; what it did, its output as text.

    Args:
        pretended: shell functions, and what is run after them, with the arguments.
        arguments: of that.
        folder: where it runs.
        environment: variables beside PATH and LC_ALL.
    """
    return subprocess.run(
        ["bash", "-c", pretended, "bash", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", **environment},
    )
