"""Has anything changed, and has the board moved."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import Look, Take
from synthetic_setups import BOXES, PLAIN, POSITION, WIDE, bare, known, picture

from vision.camera.sampling import View
from vision.watching.motion import Motion, Shift

NOTHING = np.zeros(49, bool)
ALL = np.ones(49, bool)


class Watch:
    """Motion, shown whole pictures."""

    def __init__(self, setup):
        calibration = known(setup)
        self._view = View(calibration.pose, calibration.spec)
        bare_bgr = self._view(calibration.bare_bgr)
        self._motion = Motion(calibration.pose, calibration.spec, self._view, bare_bgr)

    def changed(self, image_bgr):
        return self._motion.changed(self._motion.points(image_bgr), image_bgr)

    def bump(self, image_bgr, empty, covered):
        return self._motion.bump(self._view(image_bgr), empty, covered, True)[0]

    def __getattr__(self, name):
        return getattr(self._motion, name)


def watching(setup):
    return Watch(setup)


def test_the_first_picture_is_news_and_the_same_again_is_not():
    motion = watching(PLAIN)
    assert motion.changed(bare(PLAIN).image_bgr)
    assert not motion.changed(bare(PLAIN).image_bgr)
    assert not motion.changed(bare(PLAIN).image_bgr.copy())


def test_noise_is_no_news():
    motion = watching(PLAIN)
    motion.changed(bare(PLAIN).image_bgr)
    for seed in range(1, 4):
        assert not motion.changed(picture(PLAIN, Take(seed=seed, noise=2.0)).image_bgr)


@pytest.mark.parametrize("placement", ["7/7/7/3w3/7/7/7", "6b/7/7/7/7/7/7", "7/7/7/7/7/7/W6"])
def test_one_marble_is_news(placement):
    motion = watching(PLAIN)
    motion.changed(bare(PLAIN).image_bgr)
    assert motion.changed(picture(PLAIN, Take(placement, seed=1)).image_bgr)
    assert motion.changed(bare(PLAIN).image_bgr)


def test_what_happens_beside_the_board_is_no_news():
    motion = watching(PLAIN)
    motion.changed(bare(PLAIN).image_bgr)
    beside = bare(PLAIN).image_bgr.copy()
    beside[:60, :200] = 255
    assert not motion.changed(beside)


def test_dusk_is_no_news_and_a_lamp_is():
    motion = watching(PLAIN)
    image = bare(PLAIN).image_bgr
    motion.changed(image)
    for step in range(1, 40):
        assert not motion.changed((image * (1 - step / 200)).astype(np.uint8))
    assert motion.changed((image * 0.5).astype(np.uint8))


def shifted(image, dx, dy):
    return np.roll(image, (dy, dx), axis=(0, 1))


def bumped(setup, image, bare_hollows=ALL, covered=NOTHING):
    return watching(setup).bump(image, bare_hollows, covered)


EMPTY = np.array([label == "." for label in picture(PLAIN, Take(POSITION)).labels])
TAKES = {"bare": (Take(seed=1), ALL), "game": (Take(POSITION, seed=1), EMPTY)}


@pytest.mark.parametrize("setup", [PLAIN, BOXES, WIDE], ids=["plain", "boxes", "joins"])
@pytest.mark.parametrize("name", TAKES)
def test_a_board_at_its_place_has_not_moved(setup, name):
    take, empty = TAKES[name]
    assert not bumped(setup, picture(setup, take).image_bgr, empty)


@pytest.mark.parametrize("setup", [PLAIN, BOXES, WIDE], ids=["plain", "boxes", "joins"])
@pytest.mark.parametrize("by_px", [(7, 0), (-5, 6), (0, -20)], ids=str)
@pytest.mark.parametrize("name", TAKES)
def test_a_bump_is_noticed(setup, by_px, name):
    take, empty = TAKES[name]
    assert bumped(setup, shifted(picture(setup, take).image_bgr, *by_px), empty)


@pytest.mark.parametrize("setup", [PLAIN, BOXES, WIDE], ids=["plain", "boxes", "joins"])
@pytest.mark.parametrize("way", [(1, 0), (0, 1), (1, 1), (-1, 1), (2, 0), (0, -2), (4, 1)], ids=str)
def test_no_board_that_moved_is_so_like_itself_as_one_in_its_place(setup, way):
    calibration = known(setup)
    view = View(calibration.pose, calibration.spec)
    shift = Shift(calibration.pose, calibration.spec, view, view(calibration.bare_bgr))
    nodes = calibration.hollows_px
    pitch_px = np.linalg.norm(nodes[24] - nodes[25])
    # The least that matters, 0.06 of the pitch, as far as pixels go; and several times that.
    by_px = [round(np.sign(step) * max(1, 0.06 * abs(step) * pitch_px + 0.5)) for step in way]
    moved = picture(setup, Take(seed=1)).image_bgr
    standing = shift.likeness(shift.look(view(moved)), ALL)
    moved = shift.likeness(shift.look(view(shifted(moved, *by_px))), ALL)
    assert moved < shift.sure < standing


def test_a_bump_is_noticed_when_nothing_looks_bare_any_more():
    image = shifted(picture(PLAIN, Take(POSITION, seed=1)).image_bgr, 7, 5)
    assert bumped(PLAIN, image, NOTHING)


@pytest.mark.parametrize("gain", [0.5, 1.4])
def test_light_is_no_bump(gain):
    lit = picture(PLAIN, Take(POSITION, gain=gain, seed=2)).image_bgr
    assert not bumped(PLAIN, lit, EMPTY)


def test_a_crowded_board_that_stands_is_asked_about_once():
    motion = watching(PLAIN)
    dark = picture(PLAIN, Take(POSITION, gain=0.15, noise=5, seed=2)).image_bgr
    motion.bump(dark, EMPTY, NOTHING)
    motion.stands(at_rest=True)
    assert not motion.bump(dark, EMPTY, NOTHING)


@pytest.mark.parametrize("node", [0, 24, 45])
def test_one_marble_makes_its_own_hollow_stale_and_not_the_far_ones(node):
    motion = watching(PLAIN)
    motion.changed(bare(PLAIN).image_bgr)
    labels = ["."] * 49
    labels[node] = "w"
    ranks = ["".join(labels[r * 7 : r * 7 + 7]).replace(".", "1") for r in range(6, -1, -1)]
    motion.changed(picture(PLAIN, Take("/".join(ranks), seed=1)).image_bgr)
    assert motion.stale[node]
    # Its shadow may reach its neighbours.
    assert motion.stale.sum() <= 4
    # What was once seen is not news again.
    motion.changed(picture(PLAIN, Take("/".join(ranks), seed=2)).image_bgr)
    assert not motion.stale.any()


@pytest.mark.parametrize("noise", [4.0, 6.0])
def test_a_noisy_camera_is_known_for_one_and_a_marble_still_news(noise):
    motion = watching(PLAIN)
    for seed in range(3):
        motion.changed(picture(PLAIN, Take(noise=noise, seed=seed)).image_bgr)
    for seed in range(3, 6):
        assert not motion.changed(picture(PLAIN, Take(noise=noise, seed=seed)).image_bgr)
    put = Take("7/7/7/3b3/7/7/7", noise=noise, seed=9)
    assert motion.changed(picture(PLAIN, put).image_bgr)
    assert motion.stale[24]


@pytest.mark.parametrize(("noise", "jpeg"), [(4.0, 90), (1.5, 40)], ids=["noise", "JPEG"])
def test_more_noise_is_no_other_light(noise, jpeg):
    motion = watching(PLAIN)
    for seed in range(3):
        motion.changed(picture(PLAIN, Take(noise=0.3, seed=seed)).image_bgr)
    put = Take("7/7/7/3b3/7/7/7", noise=noise, jpeg=jpeg, seed=9)
    motion.changed(picture(PLAIN, put).image_bgr)
    assert motion.stale[24]
    assert motion.stale.sum() <= 10


BLACK_AND_VIOLET = Look((26, 20, 30), gloss=0), Look((90, 60, 120), gloss=0)
DARK = replace(PLAIN, wood_rgb=(110, 75, 50), looks=BLACK_AND_VIOLET)


def in_the_dark(placement, seed):
    """Wood of a dozen grey levels, in as much noise as a camera makes of it at its most sensitive.

    The light is counted in photons: what is dark is less noisy, and more so than it is dark.
    """
    rng = np.random.default_rng(seed)
    light = picture(DARK, Take(placement, noise=0)).image_bgr / 6.0
    return np.clip(rng.poisson(light) + rng.normal(0, 5, light.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("letter", ["w", "b"])
def test_in_the_dark_a_marble_of_few_grey_levels_is_news_and_noise_is_not(letter):
    motion = watching(DARK)
    for seed in range(12):
        motion.changed(in_the_dark("", seed))
        assert seed == 0 or not motion.stale.any()
    motion.changed(in_the_dark(f"7/7/7/3{letter}3/7/7/7", 20))
    assert motion.stale[24]
    assert motion.stale.sum() <= 3


def developed(image, rng, before=None):
    """As a camera makes it: noisy light, dark brightened; half of it may be the picture before."""
    light = (image / 255) ** 2.2
    light += np.sqrt(light * 3e-4 + 2e-5) * rng.standard_normal(image.shape)
    shown = 255 * np.clip(light, 0, 1) ** (1 / 2.2)
    return shown if before is None else (shown + before) / 2


def test_where_a_camera_is_noisier_than_elsewhere_that_is_known_and_a_marble_still_news():
    motion, rng = watching(DARK), np.random.default_rng(1)
    dark = "1b5/7/2w4/7/4b2/7/7"
    image, shown, news = picture(DARK, Take(dark, noise=0)).image_bgr, None, []
    for _ in range(50):
        shown = developed(image, rng, shown)
        news.append(motion.changed(np.rint(shown).astype(np.uint8)))
    assert sum(news[25:]) <= 2
    put = picture(DARK, Take("1b5/7/2w4/3b3/4b2/7/7", noise=0)).image_bgr
    assert motion.changed(np.rint(developed(put, rng)).astype(np.uint8))
    assert motion.stale[24]
    assert motion.stale.sum() <= 3


def test_bands_of_mains_flicker_are_no_news_though_the_light_was_even_before():
    motion, image = watching(PLAIN), bare(PLAIN).image_bgr.astype(float)
    y = np.arange(image.shape[0])[:, None, None]
    for step in range(20):
        depth = 0.02 if step > 5 else 0
        lit = image * (1 + depth * np.cos(y / 60 + 2.4 * step))
        lit += np.random.default_rng(step).normal(0, 1, lit.shape)
        moved = motion.changed(np.clip(np.rint(lit), 0, 255).astype(np.uint8))
        assert moved == (step == 0)


WHITE_AND_BLACK = Look((240, 236, 228), gloss=0), Look((26, 20, 30), gloss=0)
DUSK = replace(PLAIN, wood_rgb=(70, 45, 30), looks=WHITE_AND_BLACK)


def flickering(setup, placement, step, gain):
    """A lamp that loses a quarter of its light twice in each wave of the mains."""
    image = picture(setup, Take(placement, gain=gain, noise=0)).image_bgr
    y = np.arange(image.shape[0])[:, None, None]
    lit = image * (1 + 0.25 * np.cos(y / 34 + 2.15 * step))
    lit += np.random.default_rng(step).normal(0, 1, lit.shape)
    return np.clip(np.rint(lit), 0, 255).astype(np.uint8)


@pytest.mark.parametrize(("setup", "gain"), [(PLAIN, 1.0), (DUSK, 0.1)], ids=["day", "dusk"])
def test_deep_bands_are_no_news_when_they_keep_on_and_marbles_and_lamps_are(setup, gain):
    motion, lying = watching(setup), "1w3w1/7/2w1w2/7/w5w/3w3/1w3w1"
    news = [motion.changed(flickering(setup, lying, step, gain)) for step in range(30)]
    assert not any(news[20:])
    more = lying.replace("2/7/w5w", "2/3w3/w5w")
    assert motion.changed(flickering(setup, more, 30, gain))
    assert motion.stale[24]
    assert motion.stale.sum() <= 4
    motion.changed(flickering(setup, more, 31, gain))
    assert motion.changed(flickering(setup, more, 32, 0.4 * gain))
    assert motion.stale.all()


def test_another_light_makes_all_hollows_stale():
    motion = watching(PLAIN)
    for seed in range(3):
        motion.changed(picture(PLAIN, Take(seed=seed)).image_bgr)
    motion.changed(picture(PLAIN, Take(gain=0.9, seed=9)).image_bgr)
    assert motion.stale.all()


def test_the_same_picture_is_known_as_such():
    motion, image = watching(PLAIN), bare(PLAIN).image_bgr
    for shown, same in ((image, False), (image, True), (image.copy(), True)):
        motion.changed(shown)
        assert motion.same == same
    motion.changed(picture(PLAIN, Take(seed=3)).image_bgr)
    assert not motion.same


def test_another_grid_is_watched_too():
    small = replace(PLAIN, columns=4, rows=5)
    motion = watching(small)
    assert motion.changed(bare(small).image_bgr)
    assert not motion.bump(bare(small).image_bgr, np.ones(20, bool), np.zeros(20, bool))
