"""Light that a lens or a varnish adds makes amber glass brown: nobody may be sure of that."""

from math import exp

import numpy as np
import pytest
from synthetic_setups import SESSIONS, recorded, wrong_in_stream
from test_glass import hollows, marbles, seen_by_a_reader, trays

from calibration.board import from_bare_board, with_trays
from vision.camera.sampling import FLOOR
from vision.colours.both_series import BothSeries
from vision.colours.glass import Apart, Glass
from vision.colours.series import LOOK, WITNESSES
from vision.reader import Reader
from vision.reading.reflected import SHARES, SOME, reflected
from vision.types import REAL_QUEEN, Frame

# A rendered board's wood (grey levels), and on it brown and amber glass.
WOOD = np.array([70.0, 111.0, 144.0])
BROWN, AMBER = np.tile([-1.06, -0.78, -0.33], 5), np.tile([-1.87, -0.49, 0.16], 5)
WHITE, BLACK = np.tile([0.4, 0.45, 0.5], 5), np.tile([-2.2, -2.1, -2.0], 5)
FLARES = (0.004, 0.01, 0.02, 0.05, 0.1)  # of white: light, added evenly
PLAIN = int(np.flatnonzero(SHARES == 1)[0]) + 1  # the look if as much was added to the marble
DIM = np.array([-0.1, -0.05, -0.1])  # the light on the board, beside the bare one's


def log(levels):
    return np.log(levels + FLOOR)


def with_light(logs, added):
    levels = 255 * ((np.exp(logs) - FLOOR) / 255) ** 2.2
    return log(255 * ((levels / 255) + added) ** (1 / 2.2))


def flared(looks, on_wood, on_marble):
    """Looks (n, LOOK) as measured, and the change of the light there, of marbles in added light."""
    lamp = log(WOOD) + DIM
    logs = looks.reshape(-1, 5, 3) + lamp.mean() + DIM - DIM.mean()
    light = DIM + with_light(lamp, on_wood) - lamp
    seen = with_light(logs, on_marble) - (log(WOOD) + light).mean()
    return seen.reshape(looks.shape), np.tile(light, (len(looks), 1))


def others(looks, on_wood, on_marble):
    seen, light = flared(looks, on_wood, on_marble)
    lamp = np.tile(log(WOOD)[:, None], (1, len(looks)))
    return reflected(seen, lamp, light, DIM)


def without_tint(looks):
    """As `Evidence` holds them: the tint that all of the board has is taken off."""
    return (looks.reshape(-1, 5, 3) - (DIM - DIM.mean())).reshape(looks.shape)


@pytest.mark.parametrize("flare", FLARES)
@pytest.mark.parametrize("colour", [BROWN, AMBER, WHITE, BLACK], ids=["brown", "amber", "w", "b"])
def test_what_was_added_is_taken_off_again(colour, flare):
    looks = marbles(colour, 3, 1)
    seen = others(looks, flare, flare)
    assert seen.hollows.tolist() == [0, 1, 2]
    assert seen.looks[PLAIN] == pytest.approx(looks, abs=0.02)
    wood_alone = others(looks, flare, 0)
    assert wood_alone.looks[0] == pytest.approx(looks, abs=1e-4)


def test_only_marbles_in_more_light_than_the_board_are_asked():
    looks = marbles(AMBER, 4, 1)
    looks[1] = 0  # a bare hollow
    light = np.tile(DIM, (4, 1))
    light[:3] += 2 * SOME
    light[2] = DIM - 0.2  # a shadow
    lamp = np.tile(log(WOOD)[:, None], (1, 4))
    assert reflected(looks, lamp, light, DIM).hollows.tolist() == [0]
    assert reflected(looks[1:], lamp[:, 1:], light[1:], DIM) is None


def told(series, looks, flare, ask=True):
    """(n,) probability of the first series, as a reader is told, of marbles in a flare."""
    seen, light = flared(looks, flare, flare)
    e = seen_by_a_reader(series, without_tint(seen), None)
    e.traces.light[:] = light
    # Most of the board stands in no flare.
    e.traces.__dict__["lamp"] = DIM
    both = BothSeries(series)
    _, apart = both.away(e)
    lamp = np.tile(log(WOOD)[:, None], (1, len(looks)))
    several = reflected(seen, lamp, light, DIM) if ask else None
    return both.belongs(e, apart, np.ones(len(looks), bool), several)[:, 0]


def test_no_flare_makes_amber_brown_with_certainty():
    series, looks = trays(BROWN, AMBER), marbles(AMBER, 12, 5, spread=0.12)
    before = np.array([told(series, looks, flare, ask=False) for flare in FLARES])
    assert np.median(before) > 0.99, "this is what it is about"
    now = np.array([told(series, looks, flare) for flare in FLARES])
    assert np.median(now) < 0.5
    assert now.max() < 0.95


def test_brown_stays_brown():
    series, looks = trays(BROWN, AMBER), marbles(BROWN, 12, 6, spread=0.12)
    assert np.array([told(series, looks, flare) for flare in FLARES]).min() > 0.5


@pytest.mark.parametrize("flare", FLARES)
def test_white_and_black_stay_sure(flare):
    series = trays(WHITE, BLACK)
    assert told(series, marbles(WHITE, 8, 1), flare).min() > 0.95
    assert told(series, marbles(BLACK, 8, 2), flare).max() < 0.5


@pytest.mark.parametrize("seed", range(3))
def test_it_is_what_each_look_alone_tells(seed):
    """Look by look: each counts by how likely it is to be one of either series' at all."""
    series, glass = trays(BROWN, AMBER), Glass()
    looks = np.random.default_rng(seed).uniform(0, 1, (4, 5, 1)) * (AMBER - BROWN) + BROWN
    behind = hollows([-0.3, 0.4, 0.2], 20)
    apart = Apart.of(series, looks.reshape(-1, LOOK), behind)
    glass.see(Apart.of(series, marbles(AMBER, 6, 1), behind[:6]), np.ones(6, bool))
    ways = [
        (first, second)
        for first in range(3)
        for second in range(3)
        if glass._shares[first, second] > 1e-2
    ]
    each = glass.each_way(apart)[1].reshape(-1, 4, 5)
    seen = glass.p_of_several(apart, 4)
    assert seen.shape == (len(ways), 5)
    squared = apart.squared.reshape(2, 3, 4, 5)
    for k, (first, second) in enumerate(ways):
        for m in range(5):
            pairs = [(squared[0, first, v, m], squared[1, second, v, m]) for v in range(4)]
            least = max(min(min(pair) for pair in pairs), 1)
            weights = [sum(exp(-WITNESSES * d / least) for d in pair) for pair in pairs]
            mean = sum(w * each[k, v, m] for v, w in enumerate(weights)) / sum(weights)
            assert seen[k, m] == pytest.approx(mean)


def test_the_first_marbles_are_as_unsure():
    """Nothing is known of either series: then a flare may be another colour, and is asked so."""
    looks = np.concatenate([marbles(BROWN, 3, 1), marbles(AMBER, 3, 2)])
    blank = trays(BROWN, AMBER).blank()
    e = seen_by_a_reader(blank, looks, None)
    both = BothSeries(blank)
    both.meet(e, np.ones(6, bool))
    e.look[-1], light = flared(looks[-1:], 0.01, 0.01)
    lamp = np.tile(log(WOOD)[:, None], (1, 6))
    changes = np.tile(DIM, (6, 1))
    changes[-1] = light
    several = reflected(e.look, lamp, changes, DIM)
    assert several.hollows.tolist() == [5]
    in_view = np.ones(6, bool)
    alone, asked = (both.belongs(e, None, in_view, other) for other in (None, several))
    assert (asked[:-1] == alone[:-1]).all()
    ways = [e.look.copy() for _ in range(1 + len(several.looks))]
    for way, looks_there in zip(ways[1:], several.looks, strict=True):
        way[-1] = looks_there[0]
    mean = np.mean(
        [both.belongs(seen_by_a_reader(blank, way, None), None, in_view)[-1] for way in ways], 0
    )
    assert asked[-1] == pytest.approx(mean)


@pytest.mark.parametrize("name", SESSIONS)
def test_a_reflection_over_a_recorded_board_makes_no_other_series(name):
    session = recorded(name)
    reader = Reader(with_trays(from_bare_board(session.images[0], REAL_QUEEN), session.images[1]))
    height, width = session.images[0].shape[:2]
    y, x = np.mgrid[:height, :width] / width - 0.5 * np.array([height / width, 1])[:, None, None]
    readings = []
    for index, place in enumerate((-0.2, 0, 0.2)):
        blob = 0.04 * np.exp(-((x - place) ** 2 + y**2) / 0.02)
        light = (session.images[2] / 255.0) ** 2.2 + blob[..., None]
        picture = (255 * np.clip(light, 0, 1) ** (1 / 2.2)).astype(np.uint8)
        readings.append(reader.read(Frame(picture, index, float(index))))
    hidden = [reading.covered | (reading.p.max(axis=1) < 0.9) for reading in readings]
    assert max(map(np.count_nonzero, hidden)) < 20
    assert wrong_in_stream(readings, [session.labels[2]] * 3, hidden) == [[]] * 3
