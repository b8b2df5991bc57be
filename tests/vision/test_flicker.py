"""Light that rows of the picture share."""

import numpy as np

from vision.watching.flicker import BANDS, Flicker
from vision.watching.tremble import RESTLESS

ROWS_PX = np.linspace(40, 680, BANDS * 30)


def test_what_rows_have_lost_is_given_back_and_what_lies_there_is_not():
    rng = np.random.default_rng(3)
    usual = rng.integers(60, 160, (len(ROWS_PX), 3)).astype(np.int16)
    light = 1 + 0.2 * np.cos(ROWS_PX / 35)
    seen = np.rint(usual * light[:, None]).astype(np.int16)
    marble = np.zeros(len(ROWS_PX), bool)
    marble[400:408] = True
    seen[marble] = 20
    evened = Flicker(ROWS_PX).evened(seen, usual)
    apart = np.abs(evened - usual)
    assert np.abs(seen - usual)[~marble].max() > 20
    assert apart[~marble].max() <= 6
    assert apart[marble].min() > 25


def test_a_lamp_that_was_switched_is_no_flicker():
    usual = np.full((len(ROWS_PX), 3), 120, np.int16)
    dark = usual // 2
    assert Flicker(ROWS_PX).evened(dark, usual) is dark


def test_one_change_of_light_is_no_flicker():
    flicker = Flicker(ROWS_PX)
    for _ in range(RESTLESS):
        assert not flicker.perhaps
        flicker.seen(True)
    assert flicker.perhaps
