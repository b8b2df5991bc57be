"""Full trays of two series that look alike, or of both mixed: marbles' size is all they teach."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import Look, full_trays
from synthetic_setups import PLAIN, known, picture, taught

from calibration.board import with_trays
from calibration.judging import warnings_of
from vision.measuring.sizes import LIKELY_RADII

WHITE, SILVER = Look((225, 225, 223)), Look((190, 192, 196))
ALIKE = replace(PLAIN, looks=(WHITE, SILVER))
UNLIKE = replace(PLAIN, looks=(WHITE, Look((60, 60, 62))))


def mixed(setup):
    """Full trays, in both of which most marbles are of the first series."""
    one = picture(setup, full_trays()).image_bgr
    other = picture(replace(setup, looks=setup.looks[::-1]), full_trays()).image_bgr
    most, middle = int(0.6 * len(one)), one.shape[1] // 2
    shown = np.concatenate([one[:, :middle], other[:, middle:]], axis=1)
    turned = np.concatenate([other[:, :middle], one[:, middle:]], axis=1)
    return np.concatenate([shown[:most], turned[most:]])


@pytest.mark.parametrize("how", ["alike", "mixed"])
def test_only_the_size_is_kept(how):
    learned = taught(ALIKE) if how == "alike" else with_trays(known(UNLIKE), mixed(UNLIKE))
    assert not learned.series.known.any()
    assert learned.trays is None
    assert learned.radii[0] == pytest.approx(PLAIN.radii[0], rel=0.02)
    assert learned.radii != LIKELY_RADII
    assert warnings_of(learned, trays_asked=True) == ["no-trays"]


def test_rows_of_hollows_in_which_no_two_series_are_seen_may_be_bare():
    learned = taught(replace(ALIKE, tray_hollows=True))
    assert not learned.series.known.any()
    assert learned.trays is None
    assert learned.radii == LIKELY_RADII
