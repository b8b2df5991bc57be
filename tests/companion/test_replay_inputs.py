"""A replay's record never takes the place of what is replayed."""

import pytest
from test_commands import pictures

from companion.cli import main


@pytest.fixture
def recorded(tmp_path, monkeypatch):
    """A folder with recordings of every kind; what lies in it."""
    pictures(tmp_path / "evening", 3)
    for name in ("g.mp4", "wrong.zip", "cal.json"):
        (tmp_path / name).write_bytes(b"mine")
    (tmp_path / "g.rqg").symlink_to("g.mp4")
    (tmp_path / "linked").symlink_to("evening")
    monkeypatch.chdir(tmp_path)
    return lambda: {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("source", "record", "said"),
    [
        pytest.param("g.mp4", "g.mp4", "written over", id="the film"),
        pytest.param("recording:g.mp4", "./g.mp4", "written over", id="by its long name"),
        pytest.param("g.mp4", "g.rqg", "written over", id="through a link"),
        pytest.param("wrong.zip", "wrong.zip", "written over", id="a wrong ruling"),
        pytest.param("evening", "evening/002.jpg", "among the pictures", id="a picture"),
        pytest.param("evening", "evening/999.jpg", "among the pictures", id="one picture more"),
        pytest.param("evening", "linked/002.jpg", "among the pictures", id="by a linked folder"),
        pytest.param("g.mp4", "cal.json", "written over", id="the calibration"),
    ],
)
def test_a_record_takes_no_inputs_place(recorded, capsys, source, record, said):
    before = recorded()
    args = ["replay", source, "--calibration", "cal.json", "--record", record]
    # Refused before anything is opened, so that these inputs need not be real.
    assert main(args) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert said in told.err
    assert recorded() == before
