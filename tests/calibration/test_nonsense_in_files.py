"""Calibrations that somebody edited: what can't be so is refused by its name, not read anyhow."""

import json

import numpy as np
import pytest
from synthetic_setups import PLAIN, known, taught

from calibration.errors import CalibrationError
from calibration.fields import PartError, array
from calibration.model import load_calibration, save_calibration
from calibration.tray_fields import BEYOND, trays_listed, trays_of
from vision.trays.contents import Tray
from vision.types import REAL_QUEEN


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    path = tmp_path_factory.mktemp("written") / "cal.json"
    save_calibration(taught(PLAIN), path)
    return json.loads(path.read_text("utf-8"))


def loaded(tmp_path, data):
    path = tmp_path / "cal.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data), "utf-8")
    return load_calibration(path)


def board(**changes):
    return lambda _: {"board": {"columns": 7, "rows": 7, "kinds": "wWbB"} | changes}


def mirrored(data):
    """Files run the other way: a1 lies where g1 was."""
    turned = np.array(data["homography"]) @ [[-1, 0, 6], [0, 1, 0], [0, 0, 1]]
    return {"homography": turned.tolist(), "hollows_px": None, "rim_px": None}


def as_text(values):
    return [as_text(v) for v in values] if isinstance(values, list) else str(values)


NONSENSE = {
    "rows broken": (board(rows=6.93), "columns, rows and four kinds"),
    "columns a text": (board(columns="7"), "columns, rows and four kinds"),
    "rows true": (board(rows=True), "columns, rows and four kinds"),
    "kinds true": (board(kinds=True), "columns, rows and four kinds"),
    "kinds a number": (board(kinds=-0.5), "columns, rows and four kinds"),
    "kinds no letters": (board(kinds="./12"), "a letter of each series"),
    "kinds with a new line": (board(kinds="wWb\n"), "a letter of each series"),
    "kinds turned about": (board(kinds="WwBb"), "a letter of each series"),
    "kinds of one letter": (board(kinds="wWwW"), "four different kinds"),
    "broken size": (lambda _: {"image_size": [1280.9, 720]}, "image_size must be"),
    "radii a text": (lambda _: {"radii": ["0.27", "0.37"]}, "radii must be two numbers"),
    "radii true": (lambda _: {"radii": [True, 0.37]}, "radii must be two numbers"),
    "homography a text": (
        lambda data: {"homography": as_text(data["homography"])},
        "homography must be 3 x 3 numbers",
    ),
    "mirrored": (mirrored, "the board would be seen in a mirror"),
    "rims edited": (
        lambda data: {"rim_px": data["rim_px"] | {"d4": data["rim_px"]["d4"] + 1}},
        "rim_px lie elsewhere",
    ),
    "rims of words": (lambda data: {"rim_px": dict.fromkeys(data["rim_px"], "x")}, "rim_px must"),
    "a rim missing": (lambda _: {"rim_px": {"a1": 11}}, "rim_px must be a number for every"),
    "colours edited": (lambda _: {"colours": [[1, 2, 3], [4, 5, 6]]}, "colours are not those of"),
    "colours taken away": (lambda _: {"colours": None}, "colours are not those of"),
    "colours of words": (lambda _: {"colours": "red"}, "colours must be the red, green"),
}


@pytest.mark.parametrize("name", NONSENSE)
def test_nonsense_is_refused_by_its_name(tmp_path, written, name):
    changes, said = NONSENSE[name]
    with pytest.raises(CalibrationError) as caught:
        loaded(tmp_path, written | changes(written))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def off(part, by):
    """One hollow's place or rim, edited by so many pixels."""

    def changes(data):
        return {part: data[part] | {"d4": (np.array(data[part]["d4"]) + by).tolist()}}

    return changes


def tinged(by):
    return lambda data: {"colours": (np.array(data["colours"]) + by).tolist()}


def wood(by):
    return lambda _: {"tray_wood": [[0, 0, 0], [0, by, 0]]}


BOUNDS = {
    "attack marbles": (lambda r: lambda _: {"radii": [r, 0.37]}, 0.16, 0.14),
    "Queens": (lambda r: lambda _: {"radii": [0.27, r]}, 0.59, 0.61),
    "rims": (lambda rim: lambda _: {"rim": rim, "rim_px": None}, 0.44, 0.46),
    "no rim": (lambda rim: lambda _: {"rim": rim, "rim_px": None}, 0.01, 0.0),
    "confidence": (lambda p: lambda _: {"confidence": p}, 1.0, 1.01),
    "trays' wood": (wood, 5.9, 6.1),
    "imagined": (lambda far: lambda _: {"imagined": {"d4": far}}, 5.9, 6.1),
    "hollows told": (lambda by: off("hollows_px", by), 0.08, 0.12),
    "rims told": (lambda by: off("rim_px", by), 0.08, 0.12),
    "colours told": (tinged, 1, 2),
    "clear of trays": (lambda far: lambda _: {"clear_of_trays": far}, 0, -0.01),
    "focal length": (lambda px: lambda _: {"focal_px": px}, 129, 127),
    "long focal length": (lambda px: lambda _: {"focal_px": px}, 25_500, 25_700),
    "columns": (lambda count: board(columns=count), 7, 27),
    "rows": (lambda count: board(rows=count), 7, 27),
    "one column": (lambda count: board(columns=count), 7, 1),
    "one row": (lambda count: board(rows=count), 7, 1),
}


@pytest.mark.parametrize("name", BOUNDS)
def test_on_this_side_of_each_bound_it_is_read_and_not_beyond(tmp_path, written, name):
    part, within, beyond = BOUNDS[name]
    assert loaded(tmp_path, written | part(within)(written)).spec == REAL_QUEEN
    with pytest.raises(CalibrationError, match="damaged"):
        loaded(tmp_path, written | part(beyond)(written))


@pytest.mark.parametrize("count", [1, 27])
@pytest.mark.parametrize("side", ["columns", "rows"])
def test_a_board_that_no_letters_name_is_said(tmp_path, written, side, count):
    with pytest.raises(CalibrationError, match="2 to 26 columns and rows"):
        loaded(tmp_path, written | board(**{side: count})(written))


def test_a_number_beyond_all_measure_is_said():
    with pytest.raises(PartError, match="beyond all measure"):
        array([1.0, 1.1e6], (2,), "numbers")
    assert array([1.0, -9.9e5], (2,), "numbers").tolist() == [1.0, -9.9e5]


def test_colours_of_series_that_nobody_saw_are_refused(tmp_path):
    save_calibration(known(PLAIN), tmp_path / "cal.json")
    data = json.loads((tmp_path / "cal.json").read_text("utf-8"))
    assert data["colours"] is None
    with pytest.raises(CalibrationError, match="colours are not those of series"):
        loaded(tmp_path, data | {"colours": [[1, 2, 3], [4, 5, 6]]})


def test_whole_numbers_may_be_written_as_broken_ones(tmp_path, written):
    size = [float(side) for side in written["image_size"]]
    data = written | {"image_size": size} | board(rows=7.0)(written)
    assert loaded(tmp_path, data).spec == REAL_QUEEN


@pytest.mark.parametrize("part", ["hollows_px", "rim_px", "colours"])
def test_what_is_only_told_may_be_missing(tmp_path, written, part):
    rest = {name: value for name, value in written.items() if name != part}
    assert loaded(tmp_path, rest).colours == written["colours"]


@pytest.mark.parametrize(("part", "by"), [("rim_px", 0.05), ("hollows_px", 0.05)])
def test_what_is_told_may_be_rounded(tmp_path, written, part, by):
    told = {name: (np.array(value) + by).tolist() for name, value in written[part].items()}
    assert loaded(tmp_path, written | {part: told}).spec == REAL_QUEEN


@pytest.mark.parametrize("whole", [True, False], ids=["at the top", "within the board"])
def test_what_is_said_twice_is_refused(tmp_path, written, whole):
    text = json.dumps(written)
    twice = (
        text.replace('"rim":', '"rim": 0.3, "rim":')
        if whole
        else text.replace('"rows":', '"rows": 5, "rows":')
    )
    with pytest.raises(CalibrationError, match=f'twice what "{"rim" if whole else "rows"}" is'):
        loaded(tmp_path, twice)


def lying(aside=(0.0, 0.0), queen=(3.0, -2.0), step=0.55):
    """A tray below the board, moved by so much."""
    starts = np.array([[0.5, -1.5], [0.5, -2.1]]) + aside
    return Tray(starts, np.array([[step, 0.0]] * 2), np.array(queen))


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        (lying(), lying(), "in one place"),
        (lying(), lying((0.0, 0.9)), "in one place"),
        (lying(), lying((9e5, 0.0)), "of no tray"),
        (lying((0.0, 1.4 - BEYOND)), lying(), "of no tray"),
        (lying((10.6, 0.0)), lying(), "of no tray"),
        (lying(step=2.0), lying((0.0, 9.0)), "of no tray"),
        (lying(step=0.1), lying((0.0, 9.0)), "of no tray"),
        (lying(queen=(9e5, 0.0)), lying((0.0, 9.0)), "queen lies in no tray"),
        (lying(queen=(3.0, np.nan)), lying((0.0, 9.0)), "queen lies in no tray"),
    ],
)
def test_trays_that_cannot_be_are_refused(one, other, said):
    with pytest.raises(PartError, match=said):
        trays_of(trays_listed([one, other]), REAL_QUEEN)


@pytest.mark.parametrize(
    "one",
    [
        lying(),
        lying(queen=(np.nan, np.nan)),
        lying((0.0, 2.2 - BEYOND)),
        lying((10.5, 0.0)),
        lying(step=0.11),
        lying(step=1.3),
    ],
)
@pytest.mark.parametrize("apart", [1.1, 9.0])
def test_trays_that_can_be_are_read(one, apart):
    other = lying(one.starts[0] - lying().starts[0] + (0.0, apart), step=one.steps[0, 0])
    again = trays_of(trays_listed([one, other]), REAL_QUEEN)
    assert again[0].places == pytest.approx(one.places)
    assert again[0].queen == pytest.approx(one.queen, nan_ok=True)


def test_the_trays_of_a_file_are_looked_at(tmp_path, written):
    one, _ = written["trays"]["series"]
    with pytest.raises(CalibrationError, match="two trays in one place"):
        loaded(tmp_path, written | {"trays": written["trays"] | {"series": [one, one]}})
