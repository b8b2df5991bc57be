"""Reading rendered boards: colours, sizes, hands, light, and what is certain."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import Camera, Hand, Lamp, Look, Take
from synthetic_setups import (
    BOXES,
    PLAIN,
    POSITION,
    WIDE,
    bare,
    frames,
    known,
    picture,
    taught,
    wrong,
)

from vision.reader import Reader
from vision.types import Frame
from vision.watching.motion import Motion

SETUPS = {"plain": PLAIN, "boxes": BOXES, "wide": WIDE}
COLOURS = {
    "white, cream": (Look((238, 238, 235)), Look((232, 214, 170))),
    "red, orange": (Look((185, 25, 25)), Look((225, 110, 25))),
    "black, brown": (Look((22, 20, 22)), Look((95, 50, 25))),
    "matt": (Look((60, 130, 70), gloss=0), Look((205, 190, 60), gloss=0)),
    "cat-eye": (
        Look((225, 225, 215), (190, 40, 40)),
        Look((225, 225, 215), (30, 60, 160)),
    ),
}
LIGHTS = {
    "dim": Take(POSITION, gain=0.45, noise=3, seed=3),
    "bright": Take(POSITION, gain=1.5, seed=3),
    "warm": Take(POSITION, warmth=-0.1, seed=3),
    "cold": Take(POSITION, warmth=0.1, seed=3),
    "noisy": Take(POSITION, noise=6, seed=3),
    "soft": Take(POSITION, blur_px=1.6, seed=3),
    "jpeg": Take(POSITION, jpeg=45, seed=3),
}


def read(setup, *takes, calibration=None):
    reader = Reader(calibration or taught(setup))
    shown = [picture(setup, take) for take in takes]
    readings = [reader.read(f) for f in frames(*(seen.image_bgr for seen in shown))]
    return shown[-1], readings[-1]


@pytest.mark.parametrize("name", SETUPS)
def test_a_position_is_read(name):
    shown, reading = read(SETUPS[name], Take(POSITION, seed=1))
    assert wrong(reading, shown.labels, reading.covered) == []
    assert not reading.covered.any()
    assert not reading.moved


@pytest.mark.parametrize("name", SETUPS)
def test_a_bare_board_is_bare(name):
    _, reading = read(SETUPS[name], Take(seed=5))
    assert reading.labels() == "." * 49
    assert reading.p[:, 0].min() > 0.95
    assert not reading.covered.any()


@pytest.mark.parametrize("colours", COLOURS)
def test_colours_as_they_come(colours):
    setup = replace(PLAIN, looks=COLOURS[colours])
    shown, reading = read(setup, Take(POSITION, seed=1))
    assert wrong(reading, shown.labels, reading.covered) == []
    assert not reading.covered.any()


@pytest.mark.parametrize("light", LIGHTS)
def test_light_and_camera_as_they_come(light):
    shown, reading = read(PLAIN, LIGHTS[light])
    assert wrong(reading, shown.labels, reading.covered) == []
    assert reading.covered.sum() == 0


def test_a_lamp_switched_off_and_on_is_survived():
    setup = PLAIN
    takes = [Take(POSITION, gain=gain, seed=k) for k, gain in enumerate((1.0, 0.5, 1.0, 0.5))]
    shown, reading = read(setup, *takes)
    assert wrong(reading, shown.labels, reading.covered) == []


@pytest.mark.parametrize("shadow", [0.3, 0.6])
def test_a_shadow_across_the_board_covers_nothing(shadow):
    shaded = replace(PLAIN, lamp=Lamp(shadow=shadow))
    shown, reading = read(shaded, Take(POSITION, seed=1), calibration=taught(PLAIN))
    assert wrong(reading, shown.labels, reading.covered) == []
    assert reading.covered.sum() <= 4


# Each series has one Queen: all the places take three boards.
CORNERS = ("W5B/7/2w1b2/7/2b1w2/7/7", "7/7/2w1b2/7/2b1w2/7/B5W", "7/7/2w1b2/3W3/2b1w2/7/7")


@pytest.mark.parametrize("placement", CORNERS)
@pytest.mark.parametrize("sizes", [(0.25, 0.34), (0.3, 0.4)], ids=["small", "large"])
def test_queens_are_told_by_size_on_any_set(sizes, placement):
    setup = replace(PLAIN, radii=sizes, camera=Camera(tilt_deg=25, pitch_px=62))
    shown, reading = read(setup, Take(placement, seed=1))
    assert wrong(reading, shown.labels, reading.covered) == []


def test_two_queens_of_one_series_are_not_both_told():
    _, reading = read(PLAIN, Take("W5W/7/2w1b2/7/2b1w2/7/3B3", seed=1))
    white, black = reading.p[:, [2, 4]].sum(axis=0)
    assert white < 1.01
    assert 0.9 < black < 1.01
    assert reading.p[[42, 48], 2].max() < 0.9


def test_series_are_learned_from_the_first_marbles_without_trays():
    setup = replace(PLAIN, trays="none")
    first, second = Take("7/7/7/3w3/7/7/7", seed=1), Take("7/7/4b2/3w3/7/7/7", seed=2)
    shown, reading = read(setup, first, second, Take(POSITION, seed=3), calibration=known(setup))
    assert wrong(reading, shown.labels, reading.covered) == []


def test_every_row_is_a_probability():
    hand = Hand((640, 380))
    for take in (Take(), Take(POSITION), Take(POSITION, hand=hand)):
        _, reading = read(PLAIN, take)
        assert (reading.p >= 0).all()
        assert reading.p.sum(axis=1) == pytest.approx(np.ones(49))


# A glove, for skin on wood of its colour is a sweep of its own (benchmarks/vision.py).
GLOVE = Hand((640, 330), rgb=(60, 90, 170))


def test_under_a_hand_nothing_is_certain_and_wrong_and_the_rest_is_read():
    before = Take(POSITION, seed=1)
    after = POSITION.replace("6B", "3w2B")
    shown, reading = read(PLAIN, before, Take(after, hand=GLOVE, seed=2))
    hidden = shown.covered
    assert wrong(reading, shown.labels, hidden | reading.covered) == []
    assert (reading.covered & ~hidden).sum() <= 3
    # What the hand hides entirely is not taken for anything.
    assert (reading.covered & hidden).sum() >= 0.6 * hidden.sum()


def test_steady_within_five_frames_of_the_hand_leaving():
    reader = Reader(taught(PLAIN))
    hand = picture(PLAIN, Take(POSITION, hand=GLOVE, seed=2)).image_bgr
    gone = [picture(PLAIN, Take(POSITION, seed=k)).image_bgr for k in range(3, 8)]
    readings = [reader.read(frame) for frame in frames(hand, *gone)]
    assert not readings[0].steady
    assert readings[-1].steady
    assert not readings[-1].covered.any()
    shown = picture(PLAIN, Take(POSITION, seed=3))
    assert wrong(readings[-1], shown.labels, shown.covered) == []


def test_a_hand_teaches_nothing_of_marbles_and_lamps():
    reader = Reader(taught(PLAIN))
    reader.read(frames(picture(PLAIN, Take(POSITION, seed=1)).image_bgr)[0])
    before = reader.series
    hands = [picture(PLAIN, Take(POSITION, hand=GLOVE, seed=k)).image_bgr for k in range(2, 6)]
    readings = [reader.read(frame) for frame in frames(*hands, each=2)]
    assert all(reading.covered.any() for reading in readings)
    assert reader.series is before
    # Its shade gone, the marbles that were touched tell again.
    for frame in frames(picture(PLAIN, Take(POSITION, seed=7)).image_bgr, each=4):
        reader.read(frame)
    assert reader.series is not before


def test_whether_the_board_was_moved_is_asked_once_most_of_it_has_changed(monkeypatch):
    asked, bump = [], Motion.bump
    monkeypatch.setattr(Motion, "bump", lambda *args: asked.append(time_s) or bump(*args))
    reader = Reader(taught(PLAIN))
    still = picture(PLAIN, Take(POSITION, seed=1)).image_bgr
    for time_s in np.arange(6) / 30:
        reader.read(Frame(still, 0, time_s))
    asked.clear()
    # Something dark passes over the board, three hollows at a time, and comes to rest nowhere.
    hollows = taught(PLAIN).hollows_px.reshape(7, 7, 2).astype(int)
    places = [hollows[row : row + 3, column] for row in (0, 3, 4) for column in range(7)]
    for time_s, over in zip(1 + np.arange(21) / 60, places, strict=True):
        passing = still.copy()
        for x, y in over:
            passing[y - 20 : y + 20, x - 20 : x + 20] //= 3
        reader.read(Frame(passing, 0, time_s))
    assert asked
    assert asked[0] > 1, "not at once: a few hollows are no bump"
    assert len(asked) == 1, "and not in every picture"


def test_only_what_was_looked_at_again_is_fresh():
    reader = Reader(taught(PLAIN))
    image = picture(PLAIN, Take(POSITION, seed=1)).image_bgr
    first, again = (reader.read(frame) for frame in frames(image, image.copy()))
    assert first.fresh.all()
    assert not again.fresh.any()
    hand = picture(PLAIN, Take(POSITION, hand=GLOVE, seed=2)).image_bgr
    covered = reader.read(Frame(hand, 2, 0.2))
    assert covered.covered.any()
    assert not (covered.fresh & covered.covered).any()


def test_frames_are_numbered_as_they_came():
    reader = Reader(known(PLAIN))
    for frame in frames(bare(PLAIN).image_bgr, picture(PLAIN, Take(POSITION)).image_bgr, each=2):
        reading = reader.read(frame)
        assert (reading.index, reading.time_s) == (frame.index, frame.time_s)


def test_a_bumped_board_is_read_where_it_lies_now():
    moved = replace(PLAIN, camera=replace(PLAIN.camera, target=(3.2, 2.9), roll_deg=7))
    reader = Reader(taught(PLAIN))
    opening = "7/7/1w5/3w3/4b2/7/7"
    before = picture(PLAIN, Take(opening, seed=1)).image_bgr
    shown = picture(moved, Take(opening, seed=2))
    readings = [reader.read(f) for f in frames(before, *[shown.image_bgr] * 10)]
    # Noticed, found again, and read, within a second.
    assert not readings[-1].moved
    assert wrong(readings[-1], shown.labels, readings[-1].covered) == []
    assert not readings[-1].covered.any()


def test_a_lens_that_was_calibrated_is_kept_after_a_bump():
    moved = replace(PLAIN, camera=replace(PLAIN.camera, target=(3.2, 2.9), roll_deg=7))
    reader = Reader(replace(taught(PLAIN), focal_px=777.0))
    before = reader.pose.projection
    pictures = [picture(setup, Take("7/7/1w5/3w3/4b2/7/7", seed=1)) for setup in (PLAIN, moved)]
    for frame in frames(pictures[0].image_bgr, *[pictures[1].image_bgr] * 10):
        reader.read(frame)
    assert reader.pose.projection is not before
    assert reader.pose.lens.focal_px == 777.0


def test_a_board_taken_away_is_not_read():
    reader = Reader(taught(PLAIN))
    reader.read(frames(picture(PLAIN, Take(POSITION, seed=1)).image_bgr)[0])
    cloth = np.random.default_rng(1).integers(60, 190, (720, 1280, 3)).astype(np.uint8)
    reading = reader.read(Frame(cloth, 1, 1.0))
    sure = (reading.p.max(axis=1) > 0.9) & ~reading.covered
    assert reading.moved or sure.sum() == 0


@pytest.mark.parametrize("level", [0, 255])
def test_a_black_or_white_frame_gives_nothing_certain(level):
    reader = Reader(taught(PLAIN))
    reading = reader.read(Frame(np.full((720, 1280, 3), level, np.uint8), 0, 0.0))
    sure = (reading.p.max(axis=1) > 0.9) & ~reading.covered
    assert reading.moved or reading.trouble or sure.sum() == 0


@pytest.mark.parametrize("placement", ["", "3w3/7/7/3b3/7/7/7"])
def test_a_black_board_on_a_lit_table_is_not_too_dark(placement):
    setup = replace(PLAIN, wood_rgb=(16, 14, 12), table_rgb=(200, 200, 200))
    shown = picture(setup, Take(placement, seed=1))
    reading = Reader(known(setup)).read(frames(shown.image_bgr)[0])
    assert not reading.trouble
    assert wrong(reading, shown.labels, reading.covered) == []


def test_a_frame_of_another_size_is_trouble_and_nothing_is_certain():
    reading = Reader(taught(PLAIN)).read(Frame(np.zeros((480, 640, 3), np.uint8), 4, 2.0))
    assert reading.trouble
    assert reading.covered.all()
    assert reading.p.max() < 0.5
    assert reading.index == 4


GAME = [
    "7/7/7/3w3/7/7/7",
    "7/7/4b2/3w3/7/7/7",
    "7/7/4b2/3w3/2W4/7/7",
    "7/7/4b2/7/2W4/7/6B",
    POSITION,
]


def test_looking_only_where_something_changed_reads_the_same_as_looking_everywhere():
    """At rest: what isn't plain is measured then."""
    reader, time_s = Reader(taught(PLAIN)), 0.0
    for k, placement in enumerate(GAME):
        for hand in (GLOVE, None):
            shown = picture(PLAIN, Take(placement, hand=hand, seed=k))
            for _ in range(3):
                time_s += 0.1
                reading = reader.read(Frame(shown.image_bgr, k, time_s))
            anew = Reader(taught(PLAIN)).read(Frame(shown.image_bgr, k, k / 2))
            clear = ~(reading.covered | anew.covered)
            assert (reading.covered == anew.covered).mean() > 0.95
            assert np.abs(reading.p - anew.p)[clear].max() < 0.25
            assert [reading.labels()[i] for i in np.flatnonzero(clear)] == [
                anew.labels()[i] for i in np.flatnonzero(clear)
            ]


def test_what_comes_to_rest_is_looked_at_once_more():
    reader = Reader(taught(PLAIN))
    stream = [picture(PLAIN, Take(GAME[1], seed=seed)).image_bgr for seed in range(6)]
    readings = [reader.read(frame) for frame in frames(bare(PLAIN).image_bgr, *stream)]
    seen = [reading.fresh.sum() for reading in readings[2:]]
    assert max(seen) > 0
    assert sum(count > 0 for count in seen) == 1
    assert readings[-1].steady


def unnoticed(monkeypatch):
    """Something always changes at a1 and nowhere else, as far as anybody notices."""

    def changed(motion, *_):
        motion.stale = np.arange(49) == 0
        return True

    monkeypatch.setattr(Motion, "changed", changed)


def test_what_nobody_noticed_is_seen_as_all_is_gone_over(monkeypatch):
    """As often as pictures a second apart leave time to, and now and then in any stream."""
    put = picture(PLAIN, Take(GAME[0], seed=1)).image_bgr
    for apart_s, within in ((1.0, 1), (0.1, 52)):
        reader = Reader(taught(PLAIN))
        reader.read(Frame(picture(PLAIN, Take(seed=2)).image_bgr, 0, 0.0))
        with monkeypatch.context() as patch:
            unnoticed(patch)
            told = [reader.read(Frame(put, k, k * apart_s)).labels()[24] for k in range(1, 54)]
        assert told[within - 1 :] == ["w"] * (54 - within)
        assert apart_s > 0.9 or told[:40] == ["."] * 40


# A plain sleeve over the lower ranks, of the wood's colour, of skin's, of the marbles'.
CLOTHS = [
    (190, 150, 105),
    (205, 150, 120),
    (170, 25, 25),
    (25, 50, 150),
    (235, 235, 235),
    (25, 25, 25),
]


@pytest.mark.parametrize("rgb", CLOTHS, ids=str)
@pytest.mark.parametrize("first", [True, False], ids=["at once", "over a game"])
def test_even_cloth_is_no_marble_and_no_bare_wood(rgb, first):
    shown, reader = picture(PLAIN, Take(POSITION, seed=1)), Reader(taught(PLAIN))
    if not first:
        reader.read(Frame(shown.image_bgr, 0, 0.0))
    image = shown.image_bgr.copy()
    top = int(shown.hollows_px[[14, 20], 1].mean())
    noise = np.random.default_rng(1).normal(0, 4, (720 - top, 1280, 3))
    image[top:] = np.clip(np.array(rgb[::-1]) * 0.9 + noise, 0, 255).astype(np.uint8)
    reading = reader.read(Frame(image, 1, 1.0))
    hidden = np.arange(49) < 14
    sure = (reading.p.max(axis=1) > 0.9) & ~reading.covered & hidden
    misread = [i for i in np.flatnonzero(sure) if reading.labels()[i] != shown.labels[i]]
    assert misread == []


def test_a_board_under_a_cloth_is_all_covered_and_read_again_afterwards():
    shown, reader = picture(PLAIN, Take(POSITION, seed=1)), Reader(taught(PLAIN))
    cloth = np.random.default_rng(1).normal(90, 4, (720, 1280, 3)).astype(np.uint8)
    reader.read(Frame(shown.image_bgr, 0, 0.0))
    assert reader.read(Frame(cloth, 1, 0.1)).covered.all()
    for k in range(5):
        again = picture(PLAIN, Take(POSITION, seed=2 + k)).image_bgr
        reading = reader.read(Frame(again, 2 + k, 0.2 + k / 30))
    assert reading.steady
    assert not reading.moved
    assert wrong(reading, shown.labels, reading.covered) == []
    assert not reading.covered.any()


def test_a_lamp_that_fails_is_told_and_what_was_done_in_the_dark_is_seen_after():
    reader = Reader(taught(PLAIN))
    before, after = Take("7/7/7/3w3/7/7/7", seed=1), Take("7/7/3b3/3w3/7/7/7", seed=2)
    dark = replace(after, gain=0.0005, seed=3)
    shown = [picture(PLAIN, take) for take in (before, dark, after)]
    readings = [reader.read(f) for f in frames(*(s.image_bgr for s in shown), each=5)]
    assert [r.trouble for r in readings] == [""] * 5 + ["dark"] * 5 + [""] * 5
    assert not any(r.moved for r in readings if not r.trouble)
    assert readings[7].p.max() < 0.5
    assert wrong(readings[-1], shown[-1].labels, shown[-1].covered) == []
    assert readings[-1].steady
