"""The signatures of picamera2 that the companion uses, read from the package's source.

    python3 signatures.py FOLDER_OF_PICAMERA2          # print them as JSON
    python3 signatures.py FOLDER_OF_PICAMERA2 FILE     # compare with a file; 1 if they differ

Read, not imported: picamera2 imports only where libcamera is.
"""

import ast
import json
import sys
from pathlib import Path

USED = {
    "picamera2.py": {
        "Picamera2": (
            "__init__", "global_camera_info", "camera_controls", "camera_properties",
            "sensor_modes", "create_video_configuration", "configure", "camera_configuration",
            "set_controls", "start", "capture_request", "cancel_all_and_flush", "stop", "close",
        ),
    },
    "request.py": {"CompletedRequest": ("make_array", "get_metadata", "release")},
}  # fmt: skip


def signature(function):
    """Names of the arguments, each with the text of its default, or null."""
    names = [a.arg for a in function.args.args if a.arg != "self"]
    defaults = [None] * len(names) + [ast.unparse(d) for d in function.args.defaults]
    return (
        [[name, default] for name, default in zip(names, defaults[-len(names) :], strict=True)]
        if names
        else []
    )


def read(folder):
    """Signatures of everything used, by class and name. An overload's last definition counts."""
    found = {}
    for file, classes in USED.items():
        tree = ast.parse((folder / file).read_text("utf-8"))
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and node.name in classes:
                functions = {f.name: f for f in node.body if isinstance(f, ast.FunctionDef)}
                found[node.name] = {name: signature(functions[name]) for name in classes[node.name]}
    return found


def main(folder, table=None):
    """Print or compare; the exit status."""
    found = read(Path(folder))
    if table is None:
        print(json.dumps(found, indent=1))
        return 0
    if json.loads(Path(table).read_text("utf-8")) != found:
        print(f"picamera2 in {folder} has other signatures than {table}", file=sys.stderr)
        print(json.dumps(found, indent=1), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
