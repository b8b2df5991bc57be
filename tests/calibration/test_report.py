"""The report picture: drawn where the calibration has things, and it warns when it should."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from synthetic_setups import (
    BOXES,
    PLAIN,
    SESSIONS,
    WIDE,
    as_labelled,
    bare,
    known,
    recorded,
    taught,
)

from calibration.errors import CalibrationError
from calibration.judging import separation, warnings_of
from calibration.panel import Panel
from calibration.report import ATTACK_BGR, QUEEN_BGR, RIM_BGR, TRAY_BGR, report, save_report
from calibration.tray_queen import QUEEN_OVER_ATTACK
from companion.words.report import REPORT
from vision.camera.geometry import discs
from vision.colours.series import SeriesModel

ENGLISH = REPORT["en"]
NODES = np.array([(c, r) for r in range(7) for c in range(7)], float)
SETUPS = {"plain": PLAIN, "boxes": BOXES, "wide": WIDE}


def on_grey(calibration):
    """As it is, of a grey picture, on which only what is drawn has a colour."""
    grey = np.full_like(calibration.bare_bgr, 120)
    return replace(calibration, bare_bgr=grey)


def like(image, bgr, away=70):
    """Pixels of about that colour."""
    return np.abs(image.astype(int) - bgr).max(axis=2) < away


def seen_at(mask, places):
    x, y = np.round(places).astype(int).T
    return cv2.dilate(mask.astype(np.uint8), np.ones((3, 3)))[y, x] > 0


def scale_of(calibration):
    """Pictures of small boards are enlarged, large ones reduced; the panel is not part of that."""
    pitch = np.linalg.norm(np.diff(calibration.hollows_px.reshape(7, 7, 2), axis=1), axis=2)
    along = np.linalg.norm(np.diff(calibration.hollows_px.reshape(7, 7, 2), axis=0), axis=2)
    width = calibration.bare_bgr.shape[1]
    return min(max(1, 64 / np.mean([pitch.mean(), along.mean()])), 1920 / width)


@pytest.mark.parametrize("name", SETUPS)
def test_rims_and_discs_are_drawn_where_the_calibration_has_them(name):
    calibration = on_grey(known(SETUPS[name]))
    drawn = report(calibration, calibration.bare_bgr, ENGLISH)
    scale = scale_of(calibration)
    wanted = [(calibration.hollows_px, calibration.rim_px, RIM_BGR)]
    for radius, bgr in zip(calibration.radii, (ATTACK_BGR, QUEEN_BGR), strict=True):
        outlines = discs(calibration.pose, calibration.spec, radius, calibration.rim)
        wanted.append((outlines.centres_px, outlines.radii_px, bgr))
    for centres, radii, bgr in wanted:
        others = [(c, r) for c, r, other in wanted if other != bgr]
        for angle in np.linspace(0, 2 * np.pi, 8, endpoint=False):
            way = np.array([np.cos(angle), np.sin(angle)])
            places = centres + radii[:, None] * way
            # Where circles meet, the one drawn later hides the other.
            free = np.ones(len(places), bool)
            for c, r in others:
                free &= np.abs(np.linalg.norm(places - c, axis=1) - r) * scale > 4
            # On a tilted board a letter beside an outer hollow may touch its circle.
            assert seen_at(like(drawn, bgr), (places[free] + 0.5) * scale - 0.5).mean() > 0.9
    middles = (calibration.hollows_px + 0.5) * scale - 0.5
    assert not seen_at(like(drawn, RIM_BGR), middles).any()


def test_of_a_photograph_of_many_megapixels_it_is_no_larger_than_is_looked_at():
    k = known(PLAIN)
    size = (5 * k.bare_bgr.shape[1], 5 * k.bare_bgr.shape[0])
    grey = np.full((size[1], size[0], 3), 120, np.uint8)
    large = replace(k, bare_bgr=grey, projection=k.projection.scaled(5, size))
    drawn = report(large, large.bare_bgr, ENGLISH)
    assert drawn.shape[0] == round(1920 * size[1] / size[0])
    ring = large.hollows_px + [0, 1] * large.rim_px[:, None]
    assert seen_at(like(drawn, RIM_BGR), (ring + 0.5) * scale_of(large) - 0.5).mean() > 0.9


@pytest.mark.parametrize("session", SESSIONS)
def test_it_is_drawn_of_every_recorded_board(session):
    shown = recorded(session)
    image = shown.images[0]
    calibration = as_labelled(shown, image)
    drawn = report(calibration, image, ENGLISH)
    assert drawn.dtype == np.uint8
    assert drawn.shape[0] >= image.shape[0]
    assert drawn.shape[1] > image.shape[1]
    scale = scale_of(calibration)
    ring = shown.hollows_px + [0, 1] * calibration.rim_px[:, None]
    assert seen_at(like(drawn, RIM_BGR), (ring + 0.5) * scale - 0.5).mean() > 0.9


def test_the_colours_are_shown_as_they_were_learned():
    calibration = taught(PLAIN)
    drawn = report(calibration, calibration.bare_bgr, ENGLISH, True)
    panel = drawn[:, -460:]
    for rgb in calibration.colours:
        assert like(panel, rgb[::-1], 2).sum() > 500
    unseen = known(PLAIN)
    panel = report(unseen, unseen.bare_bgr, ENGLISH)[:, -460:]
    for rgb in calibration.colours:
        assert like(panel, rgb[::-1], 2).sum() < 500


def test_trays_found_are_drawn_where_they_are_and_counted():
    calibration = on_grey(taught(PLAIN))
    drawn = report(calibration, calibration.bare_bgr, ENGLISH, True)
    scale = scale_of(calibration)
    for tray in calibration.trays.trays:
        for start, step in zip(tray.starts, tray.steps, strict=True):
            row = start + np.arange(10)[:, None] * step
            # A marble's outline, half a step away across the row.
            sides = calibration.projection(row + np.array([-step[1], step[0]]) / 2)
            assert seen_at(like(drawn, TRAY_BGR), (sides + 0.5) * scale - 0.5).mean() > 0.8
        side = tray.queen + QUEEN_OVER_ATTACK * np.array([-step[1], step[0]]) / 2
        place = (calibration.projection(side[None]) + 0.5) * scale - 0.5
        assert seen_at(like(drawn, TRAY_BGR), place).all()
    without = replace(calibration, trays=None)
    assert not like(report(without, without.bare_bgr, ENGLISH, True), TRAY_BGR, 20).any()


def darker(calibration):
    return replace(calibration, bare_bgr=(calibration.bare_bgr * 0.2).astype(np.uint8))


def blurred(calibration):
    return replace(calibration, bare_bgr=cv2.GaussianBlur(calibration.bare_bgr, (0, 0), 4))


def alike(calibration, deviations=3.0):
    """The second series nearly as the first: so many deviations away."""
    means = calibration.series.means.copy()
    means[1] = means[0] + deviations / separation(calibration) * (means[1] - means[0])
    return replace(calibration, series=replace(calibration.series, means=means))


def stretched(calibration):
    view = calibration.projection
    narrower = np.diag([0.75, 1, 1]) @ view.homography
    return replace(calibration, projection=replace(view, homography=narrower))


@pytest.mark.parametrize(
    ("change", "asked", "wanted"),
    [
        (lambda c: c, True, []),
        (stretched, True, ["altered"]),
        (lambda c: replace(c, confidence=0.6), True, ["unsure"]),
        (lambda c: replace(c, confidence=0.5), True, ["believed"]),
        (darker, True, ["dark"]),
        (blurred, True, ["blurred"]),
        (alike, True, ["close"]),
        (lambda c: alike(c, 5.8), True, ["close"]),
        (lambda c: alike(c, 6.2), True, []),
        (lambda c: replace(c, tray_wood=np.full((2, 3), 0.3)), True, ["other-wood"]),
        (lambda c: replace(c, series=SeriesModel.blank()), True, ["no-trays"]),
        (lambda c: replace(c, series=SeriesModel.blank()), False, ["no-colours"]),
        (lambda c: darker(replace(c, confidence=0.6)), True, ["unsure", "dark"]),
    ],
)
def test_it_warns_of_what_is_wrong_and_of_nothing_else(change, asked, wanted):
    calibration = change(taught(PLAIN))
    assert warnings_of(calibration, asked) == wanted
    said = {f"warning.{code}" for code in wanted}
    assert said <= ENGLISH.keys()
    # The words given are the words drawn: without one of them there is no picture.
    for code in said:
        fewer = {key: text for key, text in ENGLISH.items() if key != code}
        with pytest.raises(KeyError):
            report(calibration, calibration.bare_bgr, fewer, asked)


@pytest.mark.parametrize("trays", [True, False])
def test_sizes_that_nobody_has_measured_are_not_given_out_as_known(trays):
    calibration = taught(PLAIN) if trays else known(PLAIN)
    said = "sizes" if trays else "likely"
    for key in ("sizes", "likely"):
        fewer = {code: text for code, text in ENGLISH.items() if code != key}
        if key == said:
            with pytest.raises(KeyError):
                report(calibration, calibration.bare_bgr, fewer)
        else:
            report(calibration, calibration.bare_bgr, fewer)


@pytest.mark.parametrize(
    ("imagined", "said"),
    [
        ({}, ["joined"]),
        ({3: 0.1}, ["joined", "taken"]),
        ({3: 0.1, 24: np.inf}, ["joined", "taken", "doubtful"]),
        (None, []),
    ],
)
def test_a_game_that_was_joined_is_told_with_its_hollows(monkeypatch, imagined, said):
    values = None if imagined is None else np.array([imagined.get(k, 0.0) for k in range(49)])
    calibration = replace(known(PLAIN), imagined=values)
    for code in ("joined", "taken", "doubtful"):
        fewer = {key: text for key, text in ENGLISH.items() if key != code}
        if code in said:
            with pytest.raises(KeyError):
                report(calibration, calibration.bare_bgr, fewer)
        else:
            report(calibration, calibration.bare_bgr, fewer)
    drawn = []
    monkeypatch.setattr(Panel, "note", lambda _, text: drawn.append(text))
    report(calibration, calibration.bare_bgr, ENGLISH)
    for code, hollow in (("taken", "d1"), ("doubtful", "d4")):
        assert (ENGLISH[code].format(hollows=hollow) in drawn) == (code in said)


def test_a_sharp_board_of_many_megapixels_is_not_called_blurred():
    """Nor are its edges looked for in all of them, which took a gigabyte for forty."""
    calibration = taught(PLAIN)
    large = cv2.resize(calibration.bare_bgr, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC)
    view = calibration.projection.scaled(3, (large.shape[1], large.shape[0]))
    assert warnings_of(replace(calibration, bare_bgr=large, projection=view), True) == []


def test_series_are_told_apart_by_the_distance_of_their_looks():
    calibration = taught(PLAIN)
    spread = np.linalg.cholesky(calibration.series.covariance)
    apart = np.linalg.solve(spread, calibration.series.means[1] - calibration.series.means[0])
    assert separation(calibration) == pytest.approx(np.linalg.norm(apart))


def test_both_languages_say_the_same_in_letters_that_can_be_drawn():
    assert set(REPORT["it"]) == set(ENGLISH)
    for words in REPORT.values():
        assert all(text.isascii() and text == text.strip() for text in words.values())
    calibration = taught(PLAIN)
    pictures = [report(calibration, calibration.bare_bgr, words) for words in REPORT.values()]
    width = calibration.bare_bgr.shape[1]
    assert not np.array_equal(*(picture[:700, width:] for picture in pictures))


def test_a_picture_of_another_size_is_refused():
    calibration = known(PLAIN)
    with pytest.raises(CalibrationError, match="another size"):
        report(calibration, bare(PLAIN).image_bgr[:-2], ENGLISH)


def test_it_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    calibration = known(PLAIN)
    drawn = report(calibration, calibration.bare_bgr, ENGLISH)
    path = tmp_path / "report.png"
    save_report(drawn, path)
    assert np.array_equal(cv2.imread(str(path)), drawn)
    kept = path.read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("calibration.files.os.replace", full)
    with pytest.raises(CalibrationError, match="No space left"):
        save_report(drawn[::-1], path)
    assert path.read_bytes() == kept
    assert list(tmp_path.iterdir()) == [path]
