"""In pictures in which something moves there is no time for all; it is made up for at rest."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import Look, Take
from synthetic_setups import PLAIN, bare, frames, known, picture, taught, wrong

from vision.colours.both_series import BothSeries
from vision.measuring.girth import GirthGauge
from vision.measuring.sizes import FirstSizes
from vision.reader import Reader
from vision.types import Frame
from vision.watching.rounds import SLOW_S

RADII = (0.28, 0.392)
# Queens smaller than they are taken to be, on dark wood: their patches leave doubt.
SMALL_QUEENS = replace(PLAIN, wood_rgb=(92, 62, 42), radii=(0.28, 0.345))
PUT = "W2b2B/1w3b1/2w1b2/7/2b1w2/1b3w1/3w3"
QUEENS = [42, 48]  # of the hollows, in reading order


def reader_of(setup, measured):
    """That has seen the bare board, and nothing measured since."""
    reader = Reader(replace(taught(setup), radii=RADII))
    reader.read(Frame(bare(setup).image_bgr, 0, 0.0))
    measured.clear()
    return reader


@pytest.fixture
def measured(monkeypatch):
    """What is measured circle by circle, in how many hollows each time."""
    asked, measure = [], GirthGauge.measure

    def counted(gauge, view_bgr, hollows):
        asked.append(len(hollows))
        return measure(gauge, view_bgr, hollows)

    monkeypatch.setattr(GirthGauge, "measure", counted)
    return asked


@pytest.fixture
def learned(monkeypatch):
    """What is learned of series and of sizes, as often as it is."""
    asked = []
    for learns, name in ((BothSeries, "meet"), (FirstSizes, "learn")):
        method = getattr(learns, name)

        def counted(*args, method=method, name=name):
            asked.append(name)
            return method(*args)

        monkeypatch.setattr(learns, name, counted)
    return asked


@pytest.mark.parametrize("noise", ["another picture each time", "the very same picture"])
def test_what_takes_time_is_done_once_all_is_at_rest(measured, learned, noise):
    reader = reader_of(SMALL_QUEENS, measured)
    learned.clear()
    before = reader.series
    seeds = (1, 2, 3, 4) if noise.startswith("another") else (1, 1, 1, 1)
    shown = [picture(SMALL_QUEENS, Take(PUT, seed=seed)) for seed in seeds]
    images = [bare(SMALL_QUEENS).image_bgr, *(each.image_bgr for each in shown)]
    _, first, *others = frames(*images)
    hasty = reader.read(first)
    assert not measured
    assert not learned
    assert reader.series is before
    unsure = hasty.p.max(axis=1) < 0.9
    assert unsure[QUEENS].all(), "what they are is not certain before they are measured"
    readings, done = [], []
    for frame in others:
        readings.append(reader.read(frame))
        done.append(len(measured))
    assert done == [0, done[-1], done[-1]], "once, and no more"
    assert done[-1] > 0
    assert set(learned) == {"meet", "learn"}
    assert reader.series is not before
    assert readings[-1].steady
    assert wrong(readings[-1], shown[-1].labels, readings[-1].covered) == []
    assert not readings[-1].covered.any()


def test_pictures_one_by_one_leave_time_for_all(measured):
    reader = reader_of(SMALL_QUEENS, measured)
    before = reader.series
    shown = picture(SMALL_QUEENS, Take(PUT, seed=1))
    reading = reader.read(Frame(shown.image_bgr, 1, SLOW_S))
    assert measured
    assert reader.series is not before
    assert wrong(reading, shown.labels, reading.covered) == []


def test_where_something_always_moves_it_is_done_now_and_then(measured):
    reader = reader_of(SMALL_QUEENS, measured)
    shown = [picture(SMALL_QUEENS, Take(PUT, seed=seed)) for seed in (1, 2)]
    restless = [each.image_bgr.copy() for each in shown]
    restless[1][-40:-10, 600:640] = 255 - restless[1][-40:-10, 600:640]
    x, y = taught(SMALL_QUEENS).hollows_px[3].astype(int)
    restless[0][y - 12 : y + 12, x - 12 : x + 12] //= 3
    for k in range(70):
        reading = reader.read(Frame(restless[k % 2], 1 + k, (1 + k) / 10))
        assert not reading.steady
    assert 1 <= len(measured) <= 3
    right = np.arange(49) != 3
    assert wrong(reading, shown[1].labels, reading.covered | ~right) == []


def test_what_was_looked_at_anew_in_haste_is_made_up_for_wherever_it_lies():
    """A Queen shows how large both are, and all marbles are looked for anew, in that picture."""
    looks = Look((165, 125, 85)), Look((60, 40, 30))
    setup = replace(PLAIN, wood_rgb=(150, 110, 70), radii=(0.265, 0.39), looks=looks)
    before, after = (f"w2b2b/1w3b1/2w1b2/3{c}3/2b1w2/1b3w1/3w3" for c in ("1", "B"))
    shown = [bare(setup)] + [picture(setup, Take(before, seed=1))] * 4
    shown += [picture(setup, Take(after, seed=seed)) for seed in (10, 11, 12)]
    reader = Reader(known(setup))
    for k, each in enumerate(shown):
        resting = reader.read(Frame(each.image_bgr, k, k / 30))
    assert resting.steady
    later = reader.read(Frame(shown[-2].image_bgr, len(shown), 10.0))
    assert np.abs(resting.p - later.p).max() < 0.05
