"""When to look again though nothing changed."""

import numpy as np
from synthetic_setups import PLAIN, bare, known

from vision.reader import Reader
from vision.types import Frame
from vision.watching.rounds import AGAIN_EVERY_S, ROUND_EVERY_S, SLOW_S, Rounds

MIDDLE = 24
FADES, RESTS = 120, 22  # pictures
CLOTH_BGR = np.array([115.0, 86, 65])


def fading(left, grainy):
    """A picture in which a blue cloth over some hollows is nearly gone, or as much is left."""
    x, y = np.rint(known(PLAIN).hollows_px[MIDDLE]).astype(int)
    picture = grainy.copy()
    part = picture[y - 60 : y + 20, x - 25 : x + 60]
    part[:] = np.rint(part + left * (CLOTH_BGR - part))
    return picture


def test_what_has_gone_so_slowly_that_nothing_changed_hides_nothing_half_a_second_later():
    reader, rng, image = Reader(known(PLAIN)), np.random.default_rng(1), bare(PLAIN).image_bgr
    noise = [np.rint(rng.normal(0, 0.7, image.shape)).astype(np.int16) for _ in range(4)]
    grainy = [np.clip(image + each, 0, 255).astype(np.uint8) for each in noise]
    readings = []
    for k in range(FADES + RESTS):
        left = np.clip(1 - (k - 10) / (FADES - 10), 0, 1)
        readings.append(reader.read(Frame(fading(left, grainy[k % 4]), k, k / 30)))
    assert readings[10].covered[MIDDLE]
    assert readings[-1].time_s < ROUND_EVERY_S - 0.2
    assert all(reading.steady for reading in readings[-RESTS:])
    assert not readings[-1].covered.any()
    assert readings[-1].labels() == "." * 49


def test_all_is_gone_over_now_and_then_and_whenever_there_is_time():
    rounds = Rounds()
    assert rounds.due(0.0)
    assert not rounds.due(0.1)
    assert rounds.due(0.1 + SLOW_S)
    seen_s = np.arange(1.1, 1.1 + 2 * ROUND_EVERY_S, 0.1)
    assert sum(rounds.due(time_s) for time_s in seen_s) == 2


def test_only_what_is_hidden_is_looked_at_again():
    rounds, hidden = Rounds(), np.arange(49) < 3
    rounds.done(1.0)
    assert not rounds.again(hidden, 1.0 + AGAIN_EVERY_S / 2).any()
    assert (rounds.again(hidden, 1.1 + AGAIN_EVERY_S) == hidden).all()
    assert not rounds.again(hidden, 1.2 + AGAIN_EVERY_S).any()
    assert not rounds.again(~hidden & hidden, 9.0).any()


def test_what_is_hidden_is_not_looked_at_again_before_it_has_come_to_rest():
    """A board half changed would be searched for, in the middle of a hand's way."""
    reader, image = Reader(known(PLAIN)), bare(PLAIN).image_bgr
    begun = [reader.read(Frame(image, k, k / 30)) for k in range(4)]
    lying = fading(1.0, image)
    shown = [lying, lying + (lying < 255), lying, lying + (lying < 255)]
    readings = [reader.read(Frame(each, 20 + k, 0.7 + k / 30)) for k, each in enumerate(shown)]
    assert begun[-1].steady
    looks = [reading.fresh.any() for reading in readings]
    assert looks == [True, False, True, False]
    assert [reading.steady for reading in readings] == [False, False, True, True]
