"""A picture out of focus is told from all else that changes, and nothing is learned from it."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from synthetic import Hand, Lamp, Take
from synthetic_setups import (
    BOXES,
    PLAIN,
    POSITION,
    SESSIONS,
    WIDE,
    as_labelled,
    frames,
    known,
    picture,
    recorded,
    taught,
    wrong,
)

from vision.camera.sampling import View
from vision.reader import Reader
from vision.types import Frame
from vision.watching.focus import BLURS, EXPLAINED, FEWEST, LIKE, SHARP, Focus
from vision.watching.motion import Motion
from vision.watching.relight import Relighting

SETUPS = {"plain": PLAIN, "boxes": BOXES, "wide": WIDE}
BEFORE = Take(POSITION, seed=1)
HAND = Take(POSITION, hand=Hand((700, 420)), seed=2)
PITCH_PX = 64  # of PLAIN


def blurred(image_bgr, sigma_px):
    return cv2.GaussianBlur(image_bgr, (0, 0), sigma_px)


def misted(image_bgr, share, sigma_px):
    """A halo about all that is bright, as on a greasy lens."""
    return cv2.addWeighted(image_bgr, 1 - share, blurred(image_bgr, sigma_px), share, 0)


def smeared(image_bgr, sigma_px):
    """Sharp at the left edge, out of focus at the right."""
    rising = np.linspace(0, 1, image_bgr.shape[1])[:, None]
    steps = [blurred(image_bgr, sigma_px * (k / 8) + 0.01) for k in range(9)]
    out = np.zeros(image_bgr.shape)
    for k, step in enumerate(steps):
        out += step * np.clip(1 - np.abs(8 * rising - k), 0, 1)
    return out.astype(np.uint8)


def watcher(calibration, image_bgr):
    view = View(calibration.pose, calibration.spec)
    focus = Focus(calibration.pose, calibration.spec, view, view(calibration.bare_bgr))
    focus.seen(view(image_bgr))
    return focus, view


def lost(setup, before_bgr, after_bgr):
    focus, view = watcher(known(setup), before_bgr)
    return focus.lost(view(after_bgr))


def cells_blurred(calibration, before_bgr, after_bgr):
    """Cell by cell and by the textbook: the second implementation."""
    view = View(calibration.pose, calibration.spec)
    logs = []
    for image in (before_bgr, after_bgr):
        grey = cv2.cvtColor(view(image), cv2.COLOR_BGR2GRAY).astype(float)
        logs.append(np.log(grey + 6))
    nodes = np.array([(c, r) for r in range(7) for c in range(7)], float)
    steps = np.arange(-0.5, 0.5, 1 / 24)
    offsets = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    places = calibration.pose.projection((nodes[:, None] + offsets).reshape(-1, 2))
    x, y = np.moveaxis(view.places(places).astype(np.float32).reshape(49, -1, 2), -1, 0)
    ends = view.places(calibration.pose.projection(np.array([[2.0, 3.0], [3.0, 3.0]])))
    pitch_px = np.linalg.norm(ends[1] - ends[0])

    def within(log):
        fine = (log - cv2.GaussianBlur(log, (0, 0), 0.4 * pitch_px)).astype(np.float32)
        return cv2.remap(fine, x, y, cv2.INTER_LINEAR)

    sharp, now = (within(log) for log in logs)
    found = np.zeros(49, bool)
    for blur in BLURS:
        soft = within(cv2.GaussianBlur(logs[0], (0, 0), blur * pitch_px))
        for k in range(49):
            alone = np.linalg.lstsq(sharp[k, :, None], now[k])[1][0]
            both = np.linalg.lstsq(np.column_stack([sharp[k], soft[k]]), now[k])
            (core, halo), (left,) = both[0], both[1]
            plain = left < EXPLAINED * alone and left < (1 - LIKE) * (now[k] ** 2).sum()
            found[k] |= plain and core < SHARP * (core + halo)
    return np.count_nonzero(found)


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize(
    ("sigma", "verdict"),
    [(0.01, False), (0.02, False), (0.06, True), (0.1, True), (0.25, True), (0.5, True)],
)
def test_a_blur_is_told_where_marbles_edges_melt(setup, sigma, verdict):
    board = SETUPS[setup]
    before, after = picture(board, BEFORE), picture(board, replace(BEFORE, seed=3))
    image = blurred(after.image_bgr, sigma * board.camera.pitch_px)
    assert lost(board, before.image_bgr, image) is verdict


@pytest.mark.parametrize("session", SESSIONS)
def test_on_recorded_boards(session):
    images = recorded(session).images
    board = as_labelled(recorded(session), images[0])
    pitch_px = np.median(np.linalg.norm(np.diff(board.hollows_px[:7], axis=0), axis=1))
    focus, view = watcher(board, images[0])
    for image in images:
        assert not focus.lost(view(image))
        focus.seen(view(image))
        assert focus.lost(view(blurred(image, 0.08 * pitch_px)))
        assert not focus.lost(view(blurred(image, 0.01 * pitch_px)))


OTHERWISE = {
    "a hand": HAND,
    "marbles gone": Take("7/7/7/7/7/7/7", seed=2),
    "a dim lamp": replace(BEFORE, gain=0.45, noise=3, seed=3),
    "daylight": replace(BEFORE, warmth=0.1, seed=3),
    "noise": replace(BEFORE, noise=6, seed=3),
    "a poor connection": replace(BEFORE, jpeg=45, seed=3),
}


@pytest.mark.parametrize("what", OTHERWISE)
def test_whatever_else_changes_is_no_blur(what):
    before, after = picture(PLAIN, BEFORE).image_bgr, picture(PLAIN, OTHERWISE[what]).image_bgr
    assert not lost(PLAIN, before, after)
    assert not lost(PLAIN, after, before)


@pytest.mark.parametrize("towards", [(0.8, -0.4, 1.0), (0.5, 0.6, 0.4), (0.0, 0.0, 1.0)])
def test_another_lamp_is_no_blur(towards):
    lit = replace(PLAIN, lamp=Lamp(towards=towards, shadow=0.4))
    assert not lost(PLAIN, picture(PLAIN, BEFORE).image_bgr, picture(lit, BEFORE).image_bgr)
    assert not lost(PLAIN, picture(lit, BEFORE).image_bgr, picture(PLAIN, BEFORE).image_bgr)


@pytest.mark.parametrize("pitches", [0.05, 0.3])
def test_a_knock_is_no_blur(pitches):
    image, aside = picture(PLAIN, BEFORE).image_bgr, pitches * PITCH_PX
    moved = cv2.warpAffine(image, np.float32([[1, 0, aside], [0, 1, aside]]), (1280, 720))
    assert not lost(PLAIN, image, moved)


def test_a_hand_hides_no_blur():
    image = blurred(picture(PLAIN, HAND).image_bgr, 0.08 * PITCH_PX)
    assert lost(PLAIN, picture(PLAIN, BEFORE).image_bgr, image)


@pytest.mark.parametrize(("share", "verdict"), [(0.2, False), (0.7, True)])
def test_grease_on_the_lens(share, verdict):
    image = picture(PLAIN, BEFORE).image_bgr
    assert lost(PLAIN, image, misted(image, share, 0.2 * PITCH_PX)) is verdict


@pytest.mark.parametrize("way", [1, -1])
def test_one_side_out_of_focus(way):
    image = picture(PLAIN, BEFORE).image_bgr
    assert lost(PLAIN, image, smeared(image[:, ::way], 0.15 * PITCH_PX)[:, ::way])


@pytest.mark.parametrize("sigma", [0.01, 0.02, 0.07, 0.12, 0.2])
@pytest.mark.parametrize("session", SESSIONS)
def test_as_the_textbook_has_it(session, sigma):
    images = recorded(session).images
    board = as_labelled(recorded(session), images[0])
    pitch_px = np.median(np.linalg.norm(np.diff(board.hollows_px[:7], axis=0), axis=1))
    focus, view = watcher(board, images[2])
    image = blurred(images[2], sigma * pitch_px)
    cells = int(cells_blurred(board, images[2], image))
    if not FEWEST / 2 < cells < 2 * FEWEST:
        assert focus.lost(view(image)) is (cells >= FEWEST)


def hunting(image_bgr):
    """A camera that looks for its focus: sharp, away from it and back, and sharp."""
    away = [0.0] * 4 + list(np.linspace(0.01, 0.12, 8)) + [0.12] * 6
    sigmas = [s * PITCH_PX for s in away + away[::-1] + [0.0] * 4]
    rng = np.random.default_rng(1)
    for sigma in sigmas:
        shown = blurred(image_bgr, sigma) if sigma else image_bgr
        grain = rng.integers(-1, 2, image_bgr.shape, np.int16)
        yield np.clip(shown + grain, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("setup", ["plain", "boxes"])
def test_a_camera_that_looks_for_its_focus_is_told_and_nothing_is_lost(setup):
    board = SETUPS[setup]
    reader, shown = Reader(taught(board)), picture(board, BEFORE)
    readings = [reader.read(f) for f in frames(*hunting(shown.image_bgr))]
    told = [r.trouble for r in readings]
    assert told[:6] == told[-6:] == [""] * 6
    assert set(told[12:24]) == {"blurred"}
    before, after = readings[3], readings[-1]
    assert wrong(after, shown.labels, shown.covered) == []
    assert after.p == pytest.approx(before.p, abs=0.05)
    assert after.steady
    assert not after.moved
    for reading in readings:
        sure = (reading.p.max(axis=1) > 0.9) & ~reading.covered
        misread = [k for k in np.flatnonzero(sure) if reading.labels()[k] != shown.labels[k]]
        assert misread == []


def test_what_is_played_while_the_lens_is_misted_is_seen_once_it_is_wiped():
    reader = Reader(taught(PLAIN))
    takes = [replace(BEFORE, placement="7/7/7/3w3/7/7/7"), Take("7/7/3b3/3w3/7/7/7", seed=2)]
    first, then = (picture(PLAIN, take) for take in takes)
    misty = [misted(shown.image_bgr, 0.8, 0.2 * PITCH_PX) for shown in (first, then)]
    pictures = first.image_bgr, *misty, then.image_bgr
    readings = [reader.read(f) for f in frames(*pictures, each=5)]
    assert [r.trouble for r in readings] == [""] * 5 + ["blurred"] * 10 + [""] * 5
    assert wrong(readings[-1], then.labels, then.covered) == []
    assert readings[-1].steady


@pytest.mark.parametrize("share", [0.3, 0.4, 0.5])
def test_no_bare_board_is_learned_from_half_misted_pictures(share):
    reader = Reader(taught(PLAIN))
    shown = picture(PLAIN, BEFORE)
    misty = misted(shown.image_bgr, share, 0.2 * PITCH_PX)
    readings = [reader.read(f) for f in frames(shown.image_bgr, misty, shown.image_bgr, each=8)]
    assert readings[-1].p == pytest.approx(readings[7].p, abs=0.05)
    assert not readings[-1].covered.any()


@pytest.mark.parametrize("misty", [True, False])
def test_no_lamp_is_learned_from_what_is_nearly_blurred(monkeypatch, misty):
    shown, reader = picture(PLAIN, BEFORE).image_bgr, Reader(taught(PLAIN))
    for frame in frames(shown, each=5):
        reader.read(frame)
    dim = cv2.convertScaleAbs(shown, alpha=0.7)
    image = misted(dim, 0.4, 0.2 * PITCH_PX) if misty else dim
    lamps, taken = iter([dim]), []
    monkeypatch.setattr(Relighting, "relit", lambda *_: next(lamps, None))
    monkeypatch.setattr(Motion, "relit", lambda *_: taken.append(True))
    reading = reader.read(Frame(image, 5, 10.0))
    assert not reading.trouble
    assert next(lamps, None) is None
    assert bool(taken) is not misty


def test_what_is_sharp_is_known_in_another_light_though_pictures_are_the_same():
    lit = replace(PLAIN, lamp=Lamp(towards=(0.5, -0.6, 0.5), shadow=0.5))
    before, after = (picture(setup, BEFORE).image_bgr for setup in (PLAIN, lit))
    soft = blurred(after, 0.1 * PITCH_PX)
    reader = Reader(taught(PLAIN))
    readings = [reader.read(f) for f in frames(before, after, soft, each=4)]
    assert [r.trouble for r in readings] == [""] * 8 + ["blurred"] * 4


LARGE = Hand((620, 600), towards_deg=-90, span_px=420)


def test_a_hand_over_most_of_a_blurred_board_makes_it_no_sharper():
    calm, hidden = (picture(PLAIN, replace(BEFORE, hand=hand)) for hand in (None, LARGE))
    assert hidden.covered.mean() > 0.5
    soft = [blurred(shown.image_bgr, 0.1 * PITCH_PX) for shown in (calm, hidden)]
    pictures = calm.image_bgr, soft[0], soft[1], soft[0], calm.image_bgr
    reader = Reader(taught(PLAIN))
    readings = [reader.read(f) for f in frames(*pictures, each=4)]
    assert [r.trouble for r in readings] == [""] * 4 + ["blurred"] * 12 + [""] * 4
    assert wrong(readings[-1], calm.labels, calm.covered) == []


def test_nor_is_it_taken_for_sharp_once_a_hand_has_rested_there():
    calm, hidden = (picture(PLAIN, replace(BEFORE, hand=hand)) for hand in (None, LARGE))
    soft = [blurred(shown.image_bgr, 0.1 * PITCH_PX) for shown in (calm, hidden)]
    pictures = calm.image_bgr, soft[0], *[soft[1]] * 8, soft[0]
    reader = Reader(taught(PLAIN))
    readings = [reader.read(f) for f in frames(*pictures, each=4)]
    assert [r.trouble for r in readings[-4:]] == ["blurred"] * 4
    assert wrong(reader.read(Frame(calm.image_bgr, 99, 9.0)), calm.labels, calm.covered) == []


def test_a_board_that_is_gone_when_the_picture_is_sharp_again_is_not_called_blurred_for_ever():
    calm = picture(PLAIN, BEFORE).image_bgr
    table = np.random.default_rng(1).normal(90, 6, calm.shape).astype(np.uint8)
    reader = Reader(taught(PLAIN))
    shown = frames(calm, blurred(calm, 0.1 * PITCH_PX), each=4)
    told = [reader.read(f).trouble for f in shown]
    assert told[-1] == "blurred"
    later = [reader.read(Frame(table, 9 + k, 1 + k / 2)) for k in range(16)]
    assert later[-1].trouble == ""
    assert later[-1].covered.all() or later[-1].moved


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("level", [0, 128, 255])
def test_a_blank_picture_is_no_blur(level):
    shown = picture(PLAIN, BEFORE).image_bgr
    blank, half = np.full_like(shown, level), shown.copy()
    half[:400] = level
    assert not lost(PLAIN, shown, blank)
    assert not lost(PLAIN, blank, shown)
    assert not lost(PLAIN, blank, blank)
    assert not lost(PLAIN, shown, half)
    assert lost(PLAIN, half, blurred(half, 0.1 * PITCH_PX))
