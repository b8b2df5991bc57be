"""The synthetic boards are modules beside the rooms' tests; pictures of one for the commands."""

import json
import sys
from pathlib import Path

import cv2
import pytest

from companion.cli import main
from companion.commands import calibrate as calibrate_module

sys.path.insert(0, str(Path(__file__).parents[1] / "synthetic"))


@pytest.fixture(scope="session")
def shots(tmp_path_factory):
    """Pictures of one setup as a camera leaves them in a folder."""
    from synthetic import Hand, Take, full_trays
    from synthetic_setups import PLAIN, POSITION, picture

    folder = tmp_path_factory.mktemp("shots")
    takes = {
        "bare": Take(),
        "trays": full_trays(),
        "one": Take("7/7/7/3w3/7/7/7", seed=1),
        "position": Take(POSITION, seed=2),
        "few": Take("b6/1w1b3/1bwb3/1wbwB2/1w2b2/w5b/3W2b", seed=4),
        "hand": Take(POSITION, hand=Hand((640, 330), rgb=(60, 90, 170)), seed=3),
    }
    for name, take in takes.items():
        cv2.imwrite(str(folder / f"{name}.png"), picture(PLAIN, take).image_bgr)
    return folder


@pytest.fixture(scope="session")
def calibrated(shots):
    """A calibration written by the command, and what it printed; the search is done once."""
    from synthetic_setups import PLAIN, found

    out = shots / "cal.json"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(calibrate_module, "from_bare_board", lambda *_: found(PLAIN))
        lines = []
        patch.setattr("builtins.print", lambda text="", **_: lines.append(text))
        args = ["--empty", shots / "bare.png", "--start", shots / "trays.png", "--out", out]
        assert main(["calibrate", *map(str, args)]) == 0
    (line,) = lines
    return out, json.loads(line)


@pytest.fixture
def search_free(monkeypatch):
    """For what has nothing to do with the search: the board is where it is known to be."""
    from synthetic_setups import PLAIN, found

    monkeypatch.setattr(calibrate_module, "from_bare_board", lambda *_: found(PLAIN))
