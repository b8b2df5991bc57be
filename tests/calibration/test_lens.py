"""Lens sheet and marker cards: known cameras and places are found again from their pictures."""

import json
import re
import zlib
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import pytest
from synthetic import Camera, Take
from synthetic_setups import PLAIN, bare, picture

from calibration.errors import CalibrationError
from calibration.lens import Lens, as_known, find_lens, lens_sheet, load_lens, save_lens
from calibration.markers import MARKER_MM, find_markers, marker_sheet
from calibration.printing import DPI, PAGE_MM, pixels
from companion.cli import main
from vision.camera.bending import distort, undistort

SIZE = (1280, 720)


@dataclass(frozen=True)
class Truth:
    """A camera: focal length in pixels, k1 and k2 of OpenCV's model."""

    focal_px: float
    k1: float = 0.0
    k2: float = 0.0


STANDARD, WIDE_LENS = Truth(985.0, -0.05, 0.02), Truth(620.0, -0.22, 0.05)
TILTS = [(0, 0), (30, 0), (-30, 0), (0, 30), (0, -30), (25, 25), (-25, 20), (20, -25)]
PLACES = [(0, 0), (-70, 20), (70, -20), (-60, -30), (60, 30), (0, 40), (-30, 0), (40, -10)]


@lru_cache(maxsize=2)
def rays_of(truth):
    """(n, 3) directions of all pixels."""
    matrix = np.array([[truth.focal_px, 0, 639.5], [0, truth.focal_px, 359.5], [0, 0, 1.0]])
    y, x = np.mgrid[0 : SIZE[1], 0 : SIZE[0]].astype(float)
    seen = np.stack([x, y], -1).reshape(-1, 1, 2)
    lens = np.array([truth.k1, truth.k2, 0, 0, 0.0])
    return np.column_stack([cv2.undistortPoints(seen, matrix, lens)[:, 0], np.ones(len(seen))])


@lru_cache(maxsize=24)
def photo(
    truth, tilt_deg=(0, 0), aside_mm=(0, 0), away_mm=420, blur=0.7, noise=2.0, seed=0, bent_mm=0
):
    """The printed sheet through that camera, with its own arithmetic; its ends may be bent."""
    page = lens_sheet()
    rays = rays_of(truth)
    turn = cv2.Rodrigues(np.radians([tilt_deg[0], tilt_deg[1], 3.0]))[0]
    middle = np.array([*aside_mm, away_mm], float)
    height_mm = 0.0
    for _ in range(8 if bent_mm else 1):
        # The ray meets the page where (ray * s - middle) has its height along the normal.
        reach = (middle @ turn[:, 2] + height_mm) / (rays @ turn[:, 2])
        on_page = (rays * reach[:, None] - middle) @ turn
        height_mm = bent_mm * np.clip(on_page[:, 1] / (PAGE_MM[1] / 2), -1, 1) ** 2
    mm = on_page[:, :2] + np.array(PAGE_MM) / 2
    px = (mm / 25.4 * DPI - 0.5).reshape(SIZE[1], SIZE[0], 2).astype(np.float32)
    smooth = cv2.GaussianBlur(page, (0, 0), 2.0)
    grey = cv2.remap(smooth, px[..., 0], px[..., 1], cv2.INTER_LINEAR, borderValue=90)
    grey = cv2.GaussianBlur(grey, (0, 0), blur) * 0.8 + 20
    grey = grey + np.random.default_rng(seed).normal(0, noise, grey.shape)
    return cv2.cvtColor(np.clip(grey, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR)


def photos(truth, bent_mm=0):
    away_mm = [(360 + 20 * k) * truth.focal_px / 985 for k in range(len(TILTS))]
    return [
        (f"{k}.jpg", photo(truth, tilt, aside, away_mm[k], seed=k, bent_mm=bent_mm))
        for k, (tilt, aside) in enumerate(zip(TILTS, PLACES, strict=True))
    ]


@pytest.fixture(scope="module", params=[STANDARD, WIDE_LENS], ids=["standard", "wide"])
def calibrated(request):
    return request.param, find_lens(photos(request.param))


def test_a_known_camera_is_found_again(calibrated):
    truth, report = calibrated
    lens = report.lens
    assert lens is not None, report.missing
    assert lens.matrix[0, 0] == pytest.approx(truth.focal_px, rel=0.01)
    assert lens.error_px < 0.4
    corners = np.array([[90, 90], [640, 60], [1150, 640], [300, 500]], float)[:, None]
    wanted = cv2.undistortPoints(
        corners,
        np.array([[truth.focal_px, 0, 639.5], [0, truth.focal_px, 359.5], [0, 0, 1.0]]),
        np.array([truth.k1, truth.k2, 0, 0, 0]),
    )
    got = cv2.undistortPoints(corners, lens.matrix, lens.distortion)
    assert np.abs(got - wanted).max() * truth.focal_px < 6


def test_the_eyes_model_fits_it(calibrated):
    truth, report = calibrated
    view = as_known(report.lens, SIZE)
    # Straight lines in the world are straight again: the eyes' model against OpenCV's own.
    matrix = np.array([[truth.focal_px, 0, 639.5], [0, truth.focal_px, 359.5], [0, 0, 1.0]])
    line = np.column_stack([np.linspace(-0.5, 0.5, 21), np.full(21, 0.28), np.ones(21)])
    seen, _ = cv2.projectPoints(
        line, np.zeros(3), np.zeros(3), matrix, np.array([truth.k1, truth.k2, 0, 0, 0])
    )
    told = view.distortion if isinstance(view.distortion, tuple) else (view.distortion, None)
    assert (told[1] is not None) == (truth is WIDE_LENS)
    flat = undistort(seen[:, 0], told[0], SIZE, told[1])
    bend = flat[:, 1] - np.polyval(np.polyfit(flat[:, 0], flat[:, 1], 1), flat[:, 0])
    assert np.abs(bend).max() < 1
    assert np.allclose(distort(flat, told[0], SIZE, told[1]), seen[:, 0], atol=0.01)
    assert view.focal_px == pytest.approx(truth.focal_px, rel=0.05)


def test_a_lens_fits_the_same_pictures_at_another_size_and_no_others(calibrated):
    _, report = calibrated
    whole, half = as_known(report.lens, SIZE), as_known(report.lens, (640, 360))
    assert half.distortion == whole.distortion
    assert half.focal_px == pytest.approx(whole.focal_px / 2)
    with pytest.raises(CalibrationError, match="another shape"):
        as_known(report.lens, (640, 480))


def test_every_photo_is_told_of(calibrated):
    _, report = calibrated
    assert [use.name for use in report.uses] == [f"{k}.jpg" for k in range(len(TILTS))]
    assert sum(not use.why_not for use in report.uses) == report.lens.views


def test_photos_of_no_use_are_told_and_left_out():
    good = photos(STANDARD)[:5]
    wall = np.full((720, 1280, 3), 120, np.uint8)
    other = np.full((480, 640, 3), 120, np.uint8)
    report = find_lens([*good, ("wall.jpg", wall), ("other.jpg", other)])
    assert report.lens is not None
    assert {use.name for use in report.uses if use.why_not} == {"wall.jpg", "other.jpg"}


def test_the_size_that_most_photos_have_is_the_cameras():
    first, *rest = photos(STANDARD)
    small = first[0], cv2.resize(first[1], (640, 360))
    report = find_lens([small, *rest])
    assert report.lens.image_size == SIZE
    assert [use.name for use in report.uses if use.why_not] == [first[0]]


def test_photos_of_several_sizes_are_said():
    shown = photos(STANDARD)[:6]
    mixed = [
        (name, cv2.resize(image, None, fx=1 - 0.1 * (k % 3), fy=1 - 0.1 * (k % 3)))
        for k, (name, image) in enumerate(shown)
    ]
    report = find_lens(mixed)
    assert report.lens is None
    assert any("several sizes" in text for text in report.missing)


@pytest.mark.parametrize("truth", [STANDARD, WIDE_LENS], ids=["standard", "wide"])
def test_sheets_in_the_middle_alone_bend_no_corners(truth):
    away = 700 * truth.focal_px / 985
    shown = [(f"{k}", photo(truth, tilt, (0, 0), away, seed=k)) for k, tilt in enumerate(TILTS)]
    report = find_lens(shown)
    assert any("edges" in text for text in report.missing)
    lens, corners = report.lens, np.array([[5, 5], [1270, 5], [1270, 710], [5, 710]], float)
    seen = cv2.undistortPoints(corners[:, None], lens.matrix, lens.distortion)[:, 0]
    there = np.column_stack([seen, np.ones(4)])
    true = rays_of(truth).reshape(*SIZE[::-1], 3)[
        corners[:, 1].astype(int), corners[:, 0].astype(int)
    ]
    lengths = np.linalg.norm(there, axis=1) * np.linalg.norm(true, axis=1)
    assert np.degrees(np.arccos((there * true).sum(axis=1) / lengths)).max() < 3


def test_photos_that_were_zoomed_between_are_said():
    nearer = Truth(1.15 * STANDARD.focal_px, STANDARD.k1, STANDARD.k2)
    shown = [*photos(STANDARD)[:4], *((f"z{name}", image) for name, image in photos(nearer)[4:])]
    report = find_lens(shown)
    assert any("zoom unchanged" in text for text in report.missing)
    assert not any("zoom unchanged" in text for text in find_lens(photos(STANDARD)).missing)


def test_too_few_photos_are_said():
    report = find_lens(photos(STANDARD)[:2])
    assert report.lens is None
    assert "only 2 photos" in report.missing[0]


def test_four_good_photos_are_enough_and_nothing_is_missing():
    assert find_lens(photos(STANDARD)[:3]).lens is None
    report = find_lens(photos(STANDARD)[:4])
    assert report.lens is not None
    assert report.missing == []


@pytest.mark.parametrize(("rows_px", "said"), [(240, ""), (200, "too little of the sheet")])
def test_a_quarter_of_the_sheet_is_enough(rows_px, said):
    part = np.full_like(photo(STANDARD), 120)
    part[:rows_px] = photo(STANDARD)[:rows_px]
    (use,) = find_lens([("part.jpg", part)]).uses
    assert (use.why_not, use.corners > 0) == (said, True)


def test_a_photo_of_a_bent_sheet_is_told_and_left_out():
    y, x = np.mgrid[: SIZE[1], : SIZE[0]].astype(np.float32)
    waved = x + 4 * np.sin(y / 60, dtype=np.float32)
    bent = cv2.remap(photos(STANDARD)[0][1], waved, y, cv2.INTER_LINEAR)
    report = find_lens([("bent.jpg", bent), *photos(STANDARD)[2:8]])
    assert [use.name for use in report.uses if use.why_not] == ["bent.jpg"]
    assert "fits far worse" in report.uses[0].why_not
    assert report.lens.views == 6
    assert report.lens.error_px < 0.4


@pytest.mark.parametrize(
    ("truth", "bent_mm"),
    [(STANDARD, 5), (STANDARD, -5), (STANDARD, 10), (WIDE_LENS, 5), (WIDE_LENS, -10)],
    ids=["5 mm", "5 mm, the other way", "10 mm", "5 mm, wide", "10 mm, wide, the other way"],
)
def test_a_sheet_that_was_bent_in_all_photos_is_said_and_refused(truth, bent_mm):
    report = find_lens(photos(truth, bent_mm))
    assert report.lens is None
    assert any(f"bent, by about {abs(bent_mm)} mm" in text for text in report.missing)
    assert not any("the corners fit" in text for text in report.missing)


def test_a_flat_sheet_is_not_said_to_be_bent(calibrated):
    _, report = calibrated
    assert not any("bent" in text for text in report.missing)


@pytest.mark.parametrize(("tilt_deg", "said"), [(6, True), (8, False)])
def test_how_far_apart_the_angles_are_that_tell_a_focal_length(tilt_deg, said):
    tilts = tilt_deg / 30 * np.array([*TILTS[:5], (21, 21), (-21, 21), (21, -21)])
    shown = [
        (f"{k}", photo(STANDARD, tuple(tilt), place, 420 + 20 * k, seed=k))
        for k, (tilt, place) in enumerate(zip(tilts, PLACES, strict=True))
    ]
    report = find_lens(shown)
    assert any("same angle" in text for text in report.missing) == said
    assert (report.lens is None) == said


@pytest.mark.parametrize(("focal_px", "k1"), [(400, -0.3), (350, -0.25)])
def test_corners_that_show_the_same_twice_tell_nothing(focal_px, k1):
    """Such a lens folds what it sees back within the picture: from there on it isn't believed."""
    matrix = np.array([[focal_px, 0, 639.5], [0, focal_px, 359.5], [0, 0, 1.0]])
    lens = Lens(SIZE, matrix, np.array([k1, 0, 0, 0, 0]), 0.1, 5)
    assert as_known(lens, SIZE).focal_px == pytest.approx(focal_px, rel=0.01)


def test_photos_from_one_angle_are_said():
    same = [(f"{k}", photo(STANDARD, (0, 0), (5 * k, 0), seed=k)) for k in range(5)]
    report = find_lens(same)
    assert report.lens is None
    assert any("same angle" in text for text in report.missing)


def test_the_sheet_has_its_true_size():
    page = lens_sheet()
    height, width = page.shape
    assert width / DPI * 25.4 == pytest.approx(210, abs=0.1)
    assert height / DPI * 25.4 == pytest.approx(297, abs=0.1)
    bottom = page[pixels(250) :]
    longest = max(
        int(np.diff(np.flatnonzero(np.diff(np.r_[1, row > 127, 1].astype(int)))).max(initial=0))
        for row in bottom
    )
    # The ruler, the longest black line below the pattern.
    assert longest >= pixels(100)


def test_the_pdf_holds_the_page(tmp_path, capsys):
    assert main(["calibrate", "lens", "--sheet", str(tmp_path / "sheet.pdf")]) == 0
    data = (tmp_path / "sheet.pdf").read_bytes()
    assert data.startswith(b"%PDF-1.4")
    assert data.endswith(b"%%EOF\n")
    assert b"/MediaBox [0 0 595.276 841.890]" in data
    places = [int(n) for n in re.findall(rb"(\d{10}) 00000 n ", data)]
    assert all(data[at:].startswith(b"%d 0 obj" % (k + 1)) for k, at in enumerate(places))
    start = int(re.search(rb"startxref\n(\d+)", data).group(1))
    assert data[start:].startswith(b"xref")
    length = int(re.search(rb"/FlateDecode /Length (\d+)", data).group(1))
    begin = data.index(b"stream\n", data.index(b"/FlateDecode")) + 7
    bits = zlib.decompress(data[begin : begin + length])
    page = lens_sheet()
    width = (page.shape[1] + 7) // 8
    unpacked = np.unpackbits(np.frombuffer(bits, np.uint8).reshape(-1, width), axis=1)
    assert (unpacked[:, : page.shape[1]] == (page > 127)).all()
    capsys.readouterr()


def test_the_png_says_its_resolution(tmp_path, capsys):
    assert main(["calibrate", "markers", "--sheet", str(tmp_path / "cards.png")]) == 0
    data = (tmp_path / "cards.png").read_bytes()
    assert int.from_bytes(data[data.index(b"pHYs") + 4 :][:4], "big") == 11811
    assert (cv2.imread(str(tmp_path / "cards.png"), 0) == marker_sheet()).all()
    capsys.readouterr()


@pytest.mark.parametrize("name", ["sheet.doc", "nowhere/sheet.pdf"])
def test_a_sheet_that_cannot_be_written_is_said(tmp_path, capsys, name):
    assert main(["calibrate", "lens", "--sheet", str(tmp_path / name)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_the_command_writes_a_lens_that_calibrate_uses(tmp_path, capsys):
    names = []
    for name, image in photos(STANDARD):
        cv2.imwrite(str(tmp_path / name), image)
        names.append(str(tmp_path / name))
    assert main(["calibrate", "lens", *names, "--out", str(tmp_path / "lens.json")]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["lens"]["views"] >= 6
    assert load_lens(tmp_path / "lens.json").views == said["lens"]["views"]
    cv2.imwrite(str(tmp_path / "bare.png"), bare(PLAIN).image_bgr)
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in bare(PLAIN).hollows_px[[42, 48, 6, 0]])
    args = ["--empty", tmp_path / "bare.png", "--out", tmp_path / "cal.json"]
    args += ["--corners", corners, "--lens", tmp_path / "lens.json"]
    assert main(["calibrate", *map(str, args)]) == 0
    written = json.loads((tmp_path / "cal.json").read_text())
    assert written["focal_px"] == pytest.approx(985, rel=0.03)
    capsys.readouterr()


def test_photos_that_do_not_suffice_write_nothing(tmp_path, capsys):
    cv2.imwrite(str(tmp_path / "wall.png"), np.full((480, 640, 3), 120, np.uint8))
    args = ["calibrate", "lens", str(tmp_path / "wall.png"), "--out", str(tmp_path / "lens.json")]
    assert main(args) == 1
    out, err = capsys.readouterr()
    assert json.loads(out)["lens"] is None
    assert len(err.splitlines()) == 1
    assert not (tmp_path / "lens.json").exists()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"kind": "?"}, "not a lens file"),
        ({"version": 99}, "version"),
        ({"camera_matrix": [[1, 2], [3, 4]]}, "damaged"),
        ({"camera_matrix": None}, "damaged"),
        ({"distortion": [0, 0, "x", 0, 0]}, "damaged"),
        ({"image_size": [0, 0]}, "damaged"),
        ({"camera_matrix": [[900, 0, 640], [0, 0, 360], [0, 0, 1]]}, "no lens"),
        ({"camera_matrix": [[1e9, 0, 640], [0, 1e9, 360], [0, 0, 1]]}, "beyond all measure"),
        ({"camera_matrix": [[900, 0, 1e7], [0, 900, 360], [0, 0, 1]]}, "beyond all measure"),
        ({"camera_matrix": [[9e5, 0, 640], [0, 9e5, 360], [0, 0, 1]]}, "no lens"),
        ({"camera_matrix": [[900, 0, 9e5], [0, 900, 360], [0, 0, 1]]}, "no lens"),
        ({"distortion": [0, 1e6, 0, 0, 0]}, "no lens"),
        ({"error_px": ...}, "'error_px' is missing"),
        ({"error_px": float("nan")}, "error_px and views are of no calibration"),
        ({"error_px": -5}, "error_px and views are of no calibration"),
        ({"error_px": 1.8}, "error_px and views are of no calibration"),
        ({"error_px": "0.2"}, "error_px must be a number"),
        ({"horizontal_fov_deg": 75}, "horizontal_fov_deg is 75, but camera_matrix says"),
        ({"horizontal_fov_deg": float("nan")}, "horizontal_fov_deg is nan, but"),
        ({"horizontal_fov_deg": "wide"}, "horizontal_fov_deg must be a number"),
        ({"views": -3}, "error_px and views are of no calibration"),
        ({"views": 4.5}, "views must be a number of photos"),
        ({"views": True}, "views must be a number of photos"),
        ({"image_size": [1280.5, 720]}, "image_size must be two whole numbers"),
        ({"image_size": ["1280", "720"]}, "image_size must be two whole numbers"),
        ({"distortion": [0, 0, None, 0, 0]}, "no lens"),
        ({"camera_matrix": [["900", 0, 640], [0, 900, 360], [0, 0, 1]]}, "camera_matrix must be"),
        ({"camera_matrix": [[900, float("nan"), 640], [0, 900, 360], [0, 0, 1]]}, "no lens"),
        ({"camera_matrix": [[900, 0, 640], [1e5, 900, 360], [0, 0, 1]]}, "no lens"),
        ({"camera_matrix": [[900, 1e9, 640], [0, 900, 360], [0, 0, 1]]}, "beyond all measure"),
        ({"camera_matrix": [[900, 0, 640], [0, 900, 360], [0, 1, 1]]}, "no lens"),
        ({"camera_matrix": [[900, 0, 640], [0, 900, 360], [0, 0, 2]]}, "no lens"),
    ],
)
def test_a_wrong_lens_file_is_named(tmp_path, calibrated, change, told):
    path = tmp_path / "lens.json"
    save_lens(calibrated[1].lens, path)
    data = json.loads(path.read_text()) | change
    path.write_text(json.dumps({k: v for k, v in data.items() if v is not ...}))
    with pytest.raises(CalibrationError, match=told):
        load_lens(path)


@pytest.mark.parametrize("aside_deg", [..., -0.005, 0.005])
def test_an_angle_that_is_rounded_or_not_told_is_no_fault(tmp_path, calibrated, aside_deg):
    path = tmp_path / "lens.json"
    save_lens(calibrated[1].lens, path)
    data = json.loads(path.read_text())
    fov_deg = data.pop("horizontal_fov_deg")
    told = {} if aside_deg is ... else {"horizontal_fov_deg": fov_deg + aside_deg}
    path.write_text(json.dumps(data | told))
    assert load_lens(path).views == calibrated[1].lens.views


def test_a_lens_that_is_said_twice_is_refused(tmp_path, calibrated):
    path = tmp_path / "lens.json"
    save_lens(calibrated[1].lens, path)
    path.write_text(path.read_text().replace('"views":', '"views": 9, "views":'))
    with pytest.raises(CalibrationError, match='twice what "views" is'):
        load_lens(path)


def with_cards(setup, aside_px=0.0):
    """Marker cards on the corner hollows of the bare board, as flat as paper."""
    image = picture(setup, Take(seed=9)).image_bgr.copy()
    sheet, camera = marker_sheet(), setup.camera
    mm = 30.0  # a pitch
    half = 13.0
    for number, (column, row) in enumerate([(0, 6), (6, 6), (0, 0), (6, 0)]):
        middle = np.array([60 + 90 * (number % 2), 80 + 70 * (number // 2)], float)
        low, high = ((middle - half) / 25.4 * DPI).round(), ((middle + half) / 25.4 * DPI).round()
        card = sheet[int(low[1]) : int(high[1]), int(low[0]) : int(high[0])]
        side = card.shape[0]
        corners = np.array([[-half, half], [half, half], [half, -half], [-half, -half]]) / mm
        corners += np.array([column, row])
        there = camera.pixels(np.column_stack([corners, np.zeros(4)])) + aside_px
        here = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
        warp = cv2.getPerspectiveTransform(here, there.astype(np.float32))
        size = (image.shape[1], image.shape[0])
        small = cv2.GaussianBlur(card, (0, 0), 0.35 * side / (2 * half / mm * camera.pitch_px))
        laid = cv2.warpPerspective(small, warp, size, flags=cv2.INTER_LINEAR)
        mask = cv2.warpPerspective(np.full_like(card, 255), warp, size) > 127
        image[mask] = (laid[mask] * 0.8)[:, None]
    return image


@pytest.mark.parametrize("tilt", [0, 30])
def test_marker_cards_say_where_the_board_is(tilt):
    setup = PLAIN if tilt == 0 else type(PLAIN)(camera=Camera(tilt_deg=tilt, pitch_px=60))
    found = find_markers(with_cards(setup))
    wanted = bare(setup).hollows_px[[42, 48, 6, 0]]
    assert np.abs(found - wanted).max() < 1.0


def test_cards_laid_a_little_aside_are_put_right(tmp_path, capsys):
    cv2.imwrite(str(tmp_path / "bare.png"), bare(PLAIN).image_bgr)
    cv2.imwrite(str(tmp_path / "cards.png"), with_cards(PLAIN, aside_px=4.0))
    args = ["--empty", tmp_path / "bare.png", "--markers", tmp_path / "cards.png"]
    assert main(["calibrate", *map(str, args), "--out", str(tmp_path / "cal.json")]) == 0
    said = json.loads(capsys.readouterr().out)
    places = np.array(list(said["hollows_px"].values()))
    miss = np.linalg.norm(places - bare(PLAIN).hollows_px, axis=1)
    assert miss.max() / PLAIN.camera.pitch_px < 0.05


def test_missing_cards_are_said(tmp_path, capsys):
    cv2.imwrite(str(tmp_path / "bare.png"), bare(PLAIN).image_bgr)
    args = ["--empty", tmp_path / "bare.png", "--markers", tmp_path / "bare.png"]
    assert main(["calibrate", *map(str, args), "--out", str(tmp_path / "cal.json")]) == 2
    assert "0 of the 4 marker cards" in capsys.readouterr().err
    assert MARKER_MM < 30
