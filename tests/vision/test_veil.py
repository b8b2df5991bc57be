"""Light that a mirror or a flare adds: bare hollows stay bare in it, nothing else becomes so."""

import numpy as np
import pytest
from synthetic_setups import SESSIONS, recorded
from test_relit import calibrated, noisy

from vision.camera.columns import Blocks
from vision.camera.sampling import ANGLES, FLOOR, RADII
from vision.reader import Reader
from vision.reading.veil import OWN_LIGHT, UNLIKE, Veil
from vision.types import Frame

CORE, WOOD = Blocks(RADII[:10]), Blocks(RADII[22:28])
PLACES = [
    (0.3, 0.3),
    (0.0, -0.2),
    (-0.3, 0.1),
    (0.2, -0.4),
]  # from the board's middle, of its width
ALL = np.arange(49)


def level(light):
    return 255 * np.clip(light, 0, 1) ** (1 / 2.2)


def log(light):
    return np.log(level(light) + FLOOR).astype(np.float32)


def xy(blocks):
    angle = (2 * np.arange(ANGLES // 2) + 0.5) * 2 * np.pi / ANGLES
    return [np.outer(blocks.radii, way(angle)).ravel() for way in (np.cos, np.sin)]


@pytest.fixture
def board():
    """Light (3, 49, m) of the cores and (3, 49, k) of the wood about them, dents lit from aside."""
    rng = np.random.default_rng(4)
    colour = np.array([0.12, 0.2, 0.3])[:, None, None] * rng.uniform(0.7, 1.3, (1, 49, 1))
    x, _ = xy(CORE)
    core = colour * (0.7 + 1.5 * x) * np.exp(rng.normal(0, 0.05, (1, 49, CORE.area.size)))
    return core, colour * np.exp(rng.normal(0, 0.05, (1, 49, WOOD.area.size)))


def unlike(board, seen_core, seen_wood, which=ALL):
    core, wood = board
    veil = Veil(CORE, WOOD, log(core), log(wood))
    changes = log(seen_core) - log(core), log(seen_wood) - log(wood)
    light = np.median(changes[1], axis=2)
    veil.lamp = np.median(light, axis=1)
    every = *changes, light, np.ones(49), np.ones(49), ALL
    full = veil(*every, ALL)
    assert veil(*every, which) == pytest.approx(full[which], rel=1e-5)
    some = (*(c[:, which] for c in changes), light[:, which], *np.ones((2, len(which))), which)
    assert veil(*some, np.arange(len(which))) == pytest.approx(full[which], rel=1e-5)
    return full[which]


def veiled(board, which, added):
    """As seen under a lamp of 0.8 with light added, in those hollows: level, slope in x, in y."""
    seen = []
    for light, blocks in zip(board, (CORE, WOOD), strict=True):
        x, y = xy(blocks)
        shown = 0.8 * light
        shown[:, which] += added[0] + added[1] * x + added[2] * y
        seen.append(shown)
    return seen


@pytest.mark.parametrize("added", [(0.05, 0, 0), (0.1, 0.1, -0.1), (-0.03, 0, 0.02)], ids=str)
def test_what_was_added_to_the_wood_is_foretold_in_the_hollow(board, added):
    which = np.arange(0, 20)
    assert unlike(board, *veiled(board, which, added), which).max() < 0.15


def test_it_is_what_the_terms_say(board):
    """Block by block: least squares through the wood's light, and what that adds to the core."""
    rng = np.random.default_rng(6)
    core, wood = board
    which = np.array([3, 11])
    seen_core, seen_wood = 0.9 * core, 0.9 * wood
    seen_core[:, which] += rng.uniform(0.1, 0.2, (3, 2, CORE.area.size))
    seen_wood[:, which] += rng.uniform(0.1, 0.2, (3, 2, WOOD.area.size))
    lamp = np.median(np.median(log(seen_wood) - log(wood), axis=2), axis=1)
    told = []
    for hollow in which:
        away, shading = 0.0, 0.0
        for channel in range(3):
            lit = np.exp(2.2 * lamp[channel])
            plane = [np.column_stack([np.ones(b.area.size), *xy(b)]) for b in (CORE, WOOD)]
            added = seen_wood[channel, hollow] - lit * wood[channel, hollow]
            fit = plane[0] @ np.linalg.lstsq(plane[1], added, rcond=None)[0]
            foretold = log(lit * core[channel, hollow] + fit)
            away += CORE.area @ np.abs(log(seen_core[channel, hollow]) - foretold)
            own = foretold - log(lit * CORE.area @ core[channel, hollow] + fit)
            shading += CORE.area @ np.abs(own - CORE.area @ own)
        told.append(away / shading)
    assert max(told) < UNLIKE
    assert unlike(board, seen_core, seen_wood, which) == pytest.approx(told, rel=0.02)


@pytest.mark.parametrize("slope", [0.05, 0.3, 0.6])
@pytest.mark.parametrize("turn_deg", [0, 70, 200])
def test_cloth_that_is_lighter_to_one_side_is_no_veil(board, slope, turn_deg):
    """It is all that the plane through the wood foretells, but for what the dent makes of it."""
    which = np.arange(10, 30)
    seen = []
    for light, blocks in zip(board, (CORE, WOOD), strict=True):
        x, y = (
            way(np.radians(turn_deg)) * at
            for way, at in zip((np.cos, np.sin), xy(blocks), strict=True)
        )
        shown = 0.8 * light
        shown[:, which] = 0.35 + slope * (x + y)
        seen.append(shown)
    assert unlike(board, *seen, which).min() > 0.7


@pytest.mark.parametrize("gain", [0.25, 0.3])
def test_nor_is_glass_that_lightens_a_dent_that_is_seen_through_it(board, gain):
    which = np.arange(10)
    seen_core, seen_wood = veiled(board, which, (0.02, 0, 0))
    seen_core[:, which] *= np.exp(2.2 * gain)
    assert (unlike(board, seen_core, seen_wood, which) == UNLIKE).all()


def test_where_all_is_beyond_white_nothing_is_told(board):
    which = np.arange(10)
    assert (unlike(board, *veiled(board, which, (4, 0, 0)), which) == UNLIKE).all()


@pytest.mark.parametrize("light", [0.02, 0.1, 0.3, 0.8])
def test_nothing_smooth_that_hides_both_is_a_veil(board, light):
    which = np.arange(10, 30)
    seen_core, seen_wood = 0.8 * board[0], 0.8 * board[1]
    seen_core[:, which], seen_wood[:, which] = light, light
    assert unlike(board, seen_core, seen_wood, which).min() > 0.9


def test_a_marble_beside_veiled_wood_is_none(board):
    which = np.arange(10)
    seen_core, seen_wood = veiled(board, which, (0.2, 0, 0))
    seen_core[:, which] = 0.8 * 0.4 * np.array([0.6, 0.1, 0.1])[:, None, None]
    assert unlike(board, seen_core, seen_wood, which).min() > 1


def test_where_the_light_is_the_lamps_nothing_is_asked(board):
    seen = [0.6 * light for light in board]
    assert (unlike(board, *seen) == UNLIKE).all()
    assert abs(np.log(0.6) / 2.2) > OWN_LIGHT


def mirrored(image, board, place, strength):
    """A window in the varnish, or a flare: light added where no wood is lighter."""
    height, width = image.shape[:2]
    middle, size = board.hollows_px.mean(axis=0), np.ptp(board.hollows_px[:, 0])
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    away = np.hypot(x - middle[0] - place[0] * size, y - middle[1] - place[1] * size)
    added = strength * np.exp(-0.5 * (away / (0.15 * size)) ** 2)[..., None]
    return (level((image / 255) ** 2.2 + added * [1, 0.95, 0.9]) + 0.5).astype(np.uint8)


@pytest.mark.few(5)
@pytest.mark.parametrize(("strength", "asked"), [(0.05, 0.02), (0.15, 0.02), (0.4, 0.1)])
@pytest.mark.parametrize("name", SESSIONS)
def test_a_window_in_the_varnish_is_no_marble(name, strength, asked):
    """In the strongest the middle is white: nothing of the hollows is seen there."""
    board, covered = recorded(name), []
    for k, place in enumerate(PLACES):
        reader = Reader(calibrated(name))
        shown = mirrored(board.images[0], board, place, strength)
        reading = reader.read(Frame(noisy(shown, k), 0, 0.0))
        bare = np.array(list(reading.labels())) == "."
        assert (bare | reading.covered | (reading.p.max(axis=1) < 0.7)).all()
        covered.append(reading.covered)
        assert not reading.moved
    assert np.mean(covered) <= asked


@pytest.mark.parametrize("name", SESSIONS)
def test_nor_does_one_show_what_a_hand_hides(name):
    board = recorded(name)
    k = next(k for k, covered in enumerate(board.covered) if covered.any())
    under, truth = board.covered[k], board.labels[k]
    for place in PLACES:
        reader = Reader(calibrated(name))
        shown = mirrored(board.images[k], board, place, 0.15)
        reading = reader.read(Frame(noisy(shown, k), 0, 0.0))
        seen, sure = reading.labels(), reading.p.max(axis=1) > 0.9
        certain = [i for i in np.flatnonzero(under & sure & ~reading.covered) if truth[i] != "."]
        assert [i for i in certain if seen[i] == "."] == []


@pytest.mark.few(4)
@pytest.mark.parametrize("gain", [0.4, 1.6])
@pytest.mark.parametrize("name", SESSIONS)
def test_nor_is_one_that_appears_when_the_lamp_has_changed(name, gain):
    """A bare board in another light has no busy hollow, and tells what the lamp is all the same."""
    board, covered, at_once = recorded(name), 0, 0
    for k, place in enumerate(PLACES):
        dimmed = (level((board.images[0] / 255) ** 2.2 * gain) + 0.5).astype(np.uint8)
        shown = noisy(mirrored(dimmed, board, place, 0.1), k)
        reader = Reader(calibrated(name))
        reader.read(Frame(noisy(dimmed, k + 9), 0, 0.0))
        covered += int(reader.read(Frame(shown, 1, 1.0)).covered.sum())
        at_once += int(Reader(calibrated(name)).read(Frame(shown, 0, 0.0)).covered.sum())
    assert covered <= at_once + 2
