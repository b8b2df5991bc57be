"""The calibration's file: what is written is read again, and what is broken is said."""

import base64
import json
import os
import re
import struct
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from synthetic import Camera
from synthetic_setups import PLAIN, bare, known, taught

from calibration import files
from calibration.errors import CalibrationError
from calibration.model import load_calibration, save_calibration

SMALL = replace(PLAIN, camera=Camera(width=320, height=180, pitch_px=16, tilt_deg=10))


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "cal.json"
    save_calibration(known(SMALL), path)
    return path


@pytest.mark.parametrize("which", ["without colours", "with colours"])
def test_what_is_saved_is_loaded(tmp_path, which):
    before = known(SMALL) if which == "without colours" else taught(PLAIN)
    save_calibration(before, tmp_path / "cal.json")
    after = load_calibration(tmp_path / "cal.json")
    assert after.spec == before.spec
    assert after.hollows_px == pytest.approx(before.hollows_px)
    assert (after.bare_bgr == before.bare_bgr).all()
    assert after.summary() == before.summary()
    assert (after.rim, after.radii) == (before.rim, before.radii)
    assert after.series.known.tolist() == before.series.known.tolist()
    assert after.series.means == pytest.approx(before.series.means, abs=1e-5, nan_ok=True)
    assert after.series.covariance == pytest.approx(before.series.covariance, abs=1e-5)


@pytest.mark.parametrize("rim", [0.19, 0.28, 0.34])
def test_hollows_wider_than_the_marbles_are_kept(tmp_path, rim):
    """Until marbles have been measured, the likely ones may be smaller than a board's hollows."""
    save_calibration(replace(known(SMALL), rim=rim), tmp_path / "cal.json")
    assert load_calibration(tmp_path / "cal.json").rim == rim


@pytest.mark.parametrize("clear", [0.63, np.inf])
def test_how_near_the_trays_are_is_kept(saved, tmp_path, clear):
    save_calibration(replace(known(SMALL), clear_of_trays=clear), tmp_path / "cal.json")
    assert load_calibration(tmp_path / "cal.json").clear_of_trays == clear
    data = json.loads(saved.read_text("utf-8"))
    del data["clear_of_trays"]
    saved.write_text(json.dumps(data), "utf-8")
    assert load_calibration(saved).clear_of_trays == np.inf
    for broken in (-0.1, "near", [1], {}):
        saved.write_text(changed(data, clear_of_trays=broken), "utf-8")
        with pytest.raises(CalibrationError, match="damaged"):
            load_calibration(saved)


def test_of_what_wood_the_trays_are_is_kept(saved, tmp_path):
    wood = np.array([[0, 0, 0], [-0.4, -0.6, -0.9]])
    save_calibration(replace(known(SMALL), tray_wood=wood), tmp_path / "cal.json")
    assert load_calibration(tmp_path / "cal.json").tray_wood == pytest.approx(wood)
    data = json.loads(saved.read_text("utf-8"))
    del data["tray_wood"]
    saved.write_text(json.dumps(data), "utf-8")
    assert load_calibration(saved).tray_wood is None
    for broken in (0.3, [[0, 0, 0]], [[0, 0, 0], [0, 0, None]], [[0, 0, 0], [0, 0, 9]], "oak"):
        saved.write_text(changed(data, tray_wood=broken), "utf-8")
        with pytest.raises(CalibrationError, match="damaged"):
            load_calibration(saved)


def test_which_hollows_were_imagined_bare_is_kept(saved, tmp_path):
    imagined = np.zeros(49)
    imagined[[3, 24, 40]] = 0.0731, 0.2, np.inf
    save_calibration(replace(known(SMALL), imagined=imagined), tmp_path / "cal.json")
    assert load_calibration(tmp_path / "cal.json").imagined.tolist() == imagined.tolist()
    data = json.loads((tmp_path / "cal.json").read_text("utf-8"))
    assert data["imagined"] == {"d1": 0.0731, "d4": 0.2, "f6": None}
    for broken in ({"h1": 0.1}, {"d1": -0.1}, {"d1": 9}, {"d1": "much"}, ["d1"], 3):
        saved.write_text(changed(data, imagined=broken), "utf-8")
        with pytest.raises(CalibrationError, match="damaged"):
            load_calibration(saved)
    del data["imagined"]
    saved.write_text(json.dumps(data), "utf-8")
    assert load_calibration(saved).imagined is None


def test_how_a_wide_lens_bends_is_kept(saved, tmp_path):
    wide = replace(known(SMALL).projection, distortion=-0.3, fourth=0.08)
    save_calibration(replace(known(SMALL), projection=wide), tmp_path / "cal.json")
    again = load_calibration(tmp_path / "cal.json").projection
    assert (again.distortion, again.fourth) == (-0.3, 0.08)
    # Files from before it was kept are of lenses that one number describes.
    data = json.loads(saved.read_text("utf-8"))
    saved.write_text(changed(data, distortion_fourth=None), "utf-8")
    assert "distortion_fourth" not in json.loads(saved.read_text("utf-8"))
    assert load_calibration(saved).projection.fourth is None


def test_full_trays_are_kept(tmp_path):
    before, path = taught(PLAIN), tmp_path / "cal.json"
    save_calibration(before, path)
    after = load_calibration(path)
    assert (after.trays.full_bgr == before.trays.full_bgr).all()
    for a, b in zip(after.trays.trays, before.trays.trays, strict=True):
        for part in ("starts", "steps", "queen"):
            assert getattr(a, part) == pytest.approx(getattr(b, part), abs=1e-5, nan_ok=True)
    data = json.loads(path.read_text("utf-8"))
    unseen = [{**t, "queen": [None, None]} for t in data["trays"]["series"]]
    path.write_text(changed(data, trays={**data["trays"], "series": unseen}), "utf-8")
    assert np.isnan(load_calibration(path).trays.trays[0].queen).all()
    broken = [
        {"series": data["trays"]["series"][:1], "full_png": data["trays"]["full_png"]},
        {"series": data["trays"]["series"], "full_png": ""},
        {"series": [{**t, "steps": [[0, 0], [0, 0]]} for t in data["trays"]["series"]]},
        {"series": [{**t, "starts": None} for t in data["trays"]["series"]]},
        {},
        7,
    ]
    for trays in broken:
        path.write_text(changed(data, trays=trays), "utf-8")
        with pytest.raises(CalibrationError, match="damaged"):
            load_calibration(path)


@pytest.mark.parametrize("claimed", [(30_000, 30_000), (321, 180)], ids=["both", "the picture"])
@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_no_room_is_made_for_pictures_that_claim_too_much(saved, monkeypatch, claimed, kind):
    """A few bytes may say that they are as large as memory."""
    width, height = claimed
    packed = bytearray(cv2.imencode(f".{kind.lower()}", known(SMALL).bare_bgr)[1].tobytes())
    if kind == "PNG":
        packed[16:24] = struct.pack(">II", width, height)
    else:
        at = packed.index(b"\xff\xc0") + 5
        packed[at : at + 4] = struct.pack(">HH", height, width)
    size = list(claimed) if width > 1000 else [320, 180]
    data = json.loads(saved.read_text("utf-8"))
    text = changed(data, bare_png=base64.b64encode(packed).decode(), image_size=size)
    saved.write_text(text, "utf-8")
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("unpacked"))
    with pytest.raises(CalibrationError, match="no picture of the size"):
        load_calibration(saved)


def test_files_from_before_trays_were_kept_are_read(saved):
    data = json.loads(saved.read_text("utf-8"))
    saved.write_text(changed(data, trays=None), "utf-8")
    assert "trays" not in json.loads(saved.read_text("utf-8"))
    assert load_calibration(saved).trays is None


def test_the_file_can_be_read_by_a_person(saved):
    data = json.loads(saved.read_text("utf-8"))
    assert data["version"] == 1
    assert data["hollows_px"].keys() == set(known(SMALL).spec.names())
    x, y = data["hollows_px"]["g7"]
    assert [x, y] == pytest.approx(bare(SMALL).hollows_px[48], abs=0.5)
    lines = saved.read_text("utf-8").splitlines()
    assert max(len(line) for line in lines if "bare_png" not in line) < 100


def changed(data, **changes):
    for key, value in changes.items():
        if value is None:
            del data[key]
        else:
            data[key] = value
    return json.dumps(data)


def png(shape):
    _, packed = cv2.imencode(".png", np.zeros((*shape, 3), np.uint8))
    return base64.b64encode(packed.tobytes()).decode()


BROKEN = {
    "empty": lambda _: "",
    "no JSON": lambda _: "{'kind': 1}",
    "cut short": lambda data: json.dumps(data)[:-100],
    "a list": lambda _: "[]",
    "a number": lambda _: "3",
    "deep": lambda _: "[" * 100_000,
    "another kind": lambda data: changed(data, kind="session"),
    "no kind": lambda data: changed(data, kind=None),
    "later version": lambda data: changed(data, version=99),
    "no version": lambda data: changed(data, version=None),
    "no board": lambda data: changed(data, board=None),
    "board a text": lambda data: changed(data, board="7x7"),
    "no hollows": lambda data: changed(data, board={"columns": 0, "rows": 7, "kinds": "wWbB"}),
    "negative rows": lambda data: changed(data, board={"columns": 7, "rows": -7, "kinds": "wWbB"}),
    "a huge board": lambda data: changed(
        data, board={"columns": 10**6, "rows": 10**6, "kinds": "wWbB"}
    ),
    "no homography": lambda data: changed(data, homography=None),
    "homography of another shape": lambda data: changed(data, homography=[[1, 0], [0, 1]]),
    "homography of words": lambda data: changed(data, homography=[["a"] * 3] * 3),
    "homography not finite": lambda data: changed(
        data, homography=[[1, 0, 0], [0, 1, 0], [0, 0, float("nan")]]
    ),
    "flat homography": lambda data: changed(data, homography=[[1, 2, 3], [2, 4, 6], [0, 0, 1]]),
    "hollows out of the picture": lambda data: changed(
        data, homography=[[1, 0, 9e6], [0, 1, 9e6], [0, 0, 1]]
    ),
    "distortion a word": lambda data: changed(data, distortion="none"),
    "distortion not finite": lambda data: changed(data, distortion=float("inf")),
    "distortion of no lens": lambda data: changed(data, distortion=-40.0),
    "second distortion a word": lambda data: changed(data, distortion_fourth="some"),
    "second distortion not finite": lambda data: changed(data, distortion_fourth=float("nan")),
    "second distortion of no lens": lambda data: changed(data, distortion_fourth=3),
    "size of one number": lambda data: changed(data, image_size=[320]),
    "size of another picture": lambda data: changed(data, image_size=[640, 360]),
    "negative size": lambda data: changed(data, image_size=[-320, -180]),
    "rims that leave no wood": lambda data: changed(data, rim=0.45),
    "rim not finite": lambda data: changed(data, rim=float("nan")),
    "radii falling": lambda data: changed(data, radii=[0.37, 0.27]),
    "one radius": lambda data: changed(data, radii=[0.27]),
    "radii as a number": lambda data: changed(data, radii=0.3),
    "no picture": lambda data: changed(data, bare_png=None),
    "picture of words": lambda data: changed(data, bare_png="words, not base64!"),
    "picture of nothing": lambda data: changed(data, bare_png=""),
    "picture cut short": lambda data: changed(data, bare_png=data["bare_png"][:400]),
    "picture of another size": lambda data: changed(data, bare_png=png((90, 90))),
    "homography beyond all measure": lambda data: changed(
        data, homography=[[1e308, 0, 1], [0, -1e308, 1], [0, 0, 1]]
    ),
    "hollows on the horizon": lambda data: changed(
        data, homography=[[20, 0, 100], [0, -20, 160], [0, -0.2, 1.2]]
    ),
    "marbles like grains": lambda data: changed(data, radii=[0.05, 0.37]),
    "confidence a word": lambda data: changed(data, confidence="high"),
    "confidence not finite": lambda data: changed(data, confidence=float("nan")),
    "series empty": lambda data: changed(data, series={}),
    "series a number": lambda data: changed(data, series=3),
    "series of another length": lambda data: changed(
        data, series={"means": [[0] * 4] * 2, "counts": [1, 1], "rgb": [[0] * 3] * 2}
    ),
    "series that is no spread": lambda data: changed(
        data,
        series={
            "means": [[0.0] * 15] * 2,
            "counts": [1, 1],
            "rgb": [[0] * 3] * 2,
            "covariance": [[0.0] * 15] * 15,
        },
    ),
    "series whose spread is no number": lambda data: changed(
        data,
        series={
            "means": [[0.0] * 15, [1.0] * 15],
            "counts": [1, 1],
            "rgb": [[0] * 3] * 2,
            "covariance": np.where(np.eye(15), 1, np.triu(np.full((15, 15), None))).tolist(),
        },
    ),
    "series beyond all measure": lambda data: changed(
        data,
        series={
            "means": [[1e308] * 15] * 2,
            "counts": [1, 1],
            "rgb": [[0] * 3] * 2,
            "covariance": np.eye(15).tolist(),
        },
    ),
    "series known but without looks": lambda data: changed(
        data,
        series={
            "means": [[None] * 15] * 2,
            "counts": [5, 5],
            "rgb": [[0] * 3] * 2,
            "covariance": np.eye(15).tolist(),
        },
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_said_in_one_line(saved, name):
    saved.write_text(BROKEN[name](json.loads(saved.read_text("utf-8"))))
    with pytest.raises(CalibrationError) as caught:
        load_calibration(saved)
    said = str(caught.value)
    assert "cal.json" in said
    # What Python says of it tells nobody what to mend.
    assert not re.search(r"NoneType|float\(|unpack|subscript|indices|iterable|convert", said)
    assert "\n" not in said
    assert len(said) < 250


def moved(data):
    """Hollows edited by hand, the homography as it was."""
    return {name: [x + 3, y] for name, (x, y) in data["hollows_px"].items()}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (lambda _: {"board": 7}, "board must be columns, rows and four kinds"),
        (lambda _: {"board": {"columns": 7, "rows": 7, "kinds": "wwww"}}, "four different kinds"),
        (lambda _: {"image_size": [320]}, "image_size must be the pictures' width and height"),
        (lambda _: {"image_size": ["320", "180"]}, "image_size must be"),
        (lambda _: {"rim": "0,18"}, "rim must be a number"),
        (lambda _: {"rim": True}, "rim must be a number"),
        (lambda _: {"radii": [0.27]}, "radii must be 2 numbers"),
        (lambda _: {"homography": 3}, "homography must be 3 x 3 numbers"),
        (lambda _: {"distortion": [0]}, "distortion must be a number"),
        (lambda _: {"confidence": "high"}, "confidence must be a number, 0 to 1"),
        (lambda _: {"series": []}, "series must be the looks of both series"),
        (lambda _: {"trays": {"series": []}}, "trays must be both trays"),
        (lambda _: {"bare_png": 5}, "bare_png must be a PNG in base64"),
        (lambda _: {"hollows_px": None}, ""),
        (lambda _: {"hollows_px": {"a1": [1, 2]}}, "hollows_px must be x and y of every hollow"),
        (lambda data: {"hollows_px": moved(data)}, "hollows_px lie elsewhere than homography"),
        (lambda _: {"version": "1"}, 'is of version "1", this companion reads 1'),
        (lambda _: {"version": True}, "is of version true"),
    ],
)
def test_the_part_that_is_wrong_is_named(saved, changes, said):
    data = json.loads(saved.read_text("utf-8"))
    saved.write_text(changed(data, **changes(data)))
    if not said:
        assert load_calibration(saved).confidence > 0
        return
    with pytest.raises(CalibrationError) as caught:
        load_calibration(saved)
    assert said in str(caught.value)


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"\x00" * 100, bytes(range(256))], ids=repr)
def test_a_file_that_is_no_text_is_said(saved, content):
    saved.write_bytes(content)
    with pytest.raises(CalibrationError, match=r"cal\.json is not a calibration"):
        load_calibration(saved)


def test_a_missing_file_and_a_folder_are_named(tmp_path):
    for path in (tmp_path / "none.json", tmp_path):
        with pytest.raises(CalibrationError, match="can't read"):
            load_calibration(path)


@pytest.mark.parametrize("name", ["pipe.json", "/dev/zero"])
def test_what_never_ends_is_no_calibration(tmp_path, name):
    os.mkfifo(tmp_path / "pipe.json")
    with pytest.raises(CalibrationError, match="is a pipe or a device, not a calibration"):
        load_calibration(tmp_path / name)


def test_saving_replaces_the_old_file_or_leaves_it(saved, monkeypatch):
    before = saved.read_bytes()

    def full_disk(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "replace", full_disk)
    with pytest.raises(CalibrationError, match="No space left"):
        save_calibration(known(SMALL), saved)
    assert saved.read_bytes() == before
    assert list(saved.parent.iterdir()) == [saved]


def test_saving_where_nothing_can_be_written_is_said(tmp_path):
    (tmp_path / "file").touch()
    missing, long = tmp_path / "no" / "folder" / "cal.json", tmp_path / ("x" * 300)
    for path in (missing, long, tmp_path, tmp_path / "file" / "cal.json", Path(".")):
        with pytest.raises(CalibrationError, match="can't write"):
            save_calibration(known(SMALL), path)
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]


def test_rims_are_sized_as_the_picture_shows_them():
    calibration = known(PLAIN)
    nodes = np.column_stack([calibration.nodes, np.zeros(49)])
    aside = np.array([PLAIN.rim, 0, 0])
    right, left = PLAIN.camera.pixels(nodes + aside), PLAIN.camera.pixels(nodes - aside)
    across = np.linalg.norm(right - left, axis=1) / 2
    assert calibration.rim_px == pytest.approx(across, rel=0.08)
