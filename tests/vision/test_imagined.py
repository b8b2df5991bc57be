"""Hollows imagined bare, when a game is joined: what differs from that may be the wood's own."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import Look, Take
from synthetic_setups import PLAIN, frames, known, picture

from calibration.occupied import DENTED, SHOWN, _least_dent, imagined
from vision.reader import Reader
from vision.reading.evidence import Evidence
from vision.reading.grain import Likeness
from vision.reading.imagined import AT_MOST, bare_after_all, doubted
from vision.reading.odds import SURE, bareness
from vision.reading.traces import Traces

PLACEMENT = "b2bw2/b1wwb2/3b1b1/7/1w2w2/7/w6"
WORN = (1, 8, 14, 22, 27, 38, 46)
PITCH_PX = 64
PALER_BGR = np.array([0.1, 0.24, 0.4])
# Unlike, over what may be; detail; outline; dent; and what the logistic regression says of that,
# worked out by hand.
CASES = {
    "like it": (1.0, 0.6, 0.4, 1.0, 0.85 + 3.06 - 3.048 + 2.92),
    "a marble": (3.0, 0.1, 1.0, 0.2, 0.85 + 0.51 - 1.36 * 1.0986 - 7.62 + 0.584),
    "a chip": (2.0, 0.3, 0.6, 1.9, 0.85 + 1.53 - 1.36 * 0.6931 - 4.572 + 2.92 * 1.2),
    "nothing of its own": (0.5, -0.1, 0.1, 0.9, -np.inf),
}


@pytest.mark.parametrize("name", CASES)
def test_how_probable_it_is_that_one_is_bare(name):
    unlike, detail, outline, dent, odds = CASES[name]
    n = 3
    one = np.ones(n)
    rows, shown = np.zeros((n, 3)), Likeness(detail * one, np.zeros((n, 2)))
    traces = Traces.plain(rows, np.zeros((n, 4)), 0 * one, rows, dent * one, one, shown)
    traces.outline[:] = outline
    e = Evidence(0.01, 0.1 * unlike * one, dent * one, one, np.zeros((n, 15)), traces)
    p = bare_after_all(e, np.array([0.1, 0.0, 0.1]))
    assert bare_after_all(e, np.array([np.inf, 0.0, 0.1]))[0] == 0
    assert p[[0, 2]] == pytest.approx(AT_MOST / (1 + np.exp(-odds)), rel=1e-3)
    assert p[1] == 0


# A dent of its own kind in swirling grain, as rendered: before, a Queen for certain.
@pytest.mark.parametrize(
    ("name", "beyond", "imagined_log", "bare"),
    [
        ("as light as the wood, in its tint", (0.02, 0.04, 0.0), 0.05, True),
        ("clear glass", (-0.13, -0.05, -0.09), 0.05, False),
        ("a tint", (-0.08, 0.0, 0.08), 0.05, False),
        ("seen bare", (0.02, 0.04, 0.0), 0.0, False),
        ("nobody knows", (0.02, 0.04, 0.0), np.inf, False),
    ],
)
def test_what_is_as_light_as_was_imagined_is_rather_bare(name, beyond, imagined_log, bare):
    n, one, rows = 2, np.ones(2), np.zeros((2, 3))
    shown = Likeness(0.7 * one, np.array([[0.9, 0.05]] * n))
    traces = Traces.plain(rows, np.zeros((n, 4)), one, np.array([beyond] * n), -one, one, shown)
    traces.wood[:] = 0.7
    e = Evidence(0.015, 0.095 * one, -one, 0.048 * one, np.zeros((n, 15)), traces)
    e = replace(e, imagined=np.array([imagined_log, 0.0]))
    p_bare, shown_bare = bareness(e, np.full(n, 1.35))
    assert (p_bare[0] > 0.5) == bare, name
    assert p_bare[0] < SURE
    assert p_bare[1] < 0.5
    assert not shown_bare.any()


# Clear glass, as rendered, through which a dent is seen like those painted in: before, surely bare.
@pytest.mark.parametrize(
    ("name", "imagined_log", "outline", "sure"),
    [
        ("painted in", 0.128, 0.83, False),
        ("painted in for nothing, in a shadow", 0.128, 0.42, True),
        ("seen bare", 0.0, 0.83, True),
    ],
)
def test_grain_that_was_imagined_is_not_the_hollows_own(name, imagined_log, outline, sure):
    n, one, rows = 2, np.ones(2), np.zeros((2, 3))
    shown = Likeness(0.81 * one, np.array([[0.9, 0.05]] * n))
    beyond = np.array([(-0.19, -0.14, -0.1)] * n)
    traces = Traces.plain(rows, np.zeros((n, 4)), one, beyond, 0.95 * one, one, shown)
    traces.outline[:] = outline
    e = Evidence(0.015, 0.231 * one, 0.95 * one, 0.092 * one, np.zeros((n, 15)), traces)
    e = replace(e, imagined=np.array([imagined_log, 0.0]))
    p_bare, shown_bare = bareness(e, np.full(n, 1.24))
    assert (p_bare[0] > SURE) == shown_bare[0] == sure, name
    assert p_bare[1] > SURE


# Hollows that a second lamp lit, as rendered: clear glass for certain, before.
@pytest.mark.parametrize(
    ("name", "beyond", "imagined_log", "p_bare", "believed"),
    [
        ("lit otherwise", (-0.12, -0.03, -0.05), 0.06, 0.01, 1 - AT_MOST),
        ("lit otherwise, as unsure as what was imagined", (-0.18, -0.04, 0.0), 0.06, 0.01, 0.25),
        ("a tint of its own", (-0.3, -0.05, 0.15), 0.06, 0.01, 0.01),
        ("far darker", (-0.5, -0.45, -0.45), 0.06, 0.01, 0.01),
        ("seen bare", (-0.12, -0.03, -0.05), 0.0, 0.01, 0.01),
        ("bare", (-0.12, -0.03, -0.05), 0.06, 0.99, 0.99),
        ("perhaps a marble's look", (-0.12, -0.03, -0.05), np.inf, 0.99, AT_MOST),
        ("all seen bare", (-0.12, -0.03, -0.05), None, 0.01, 0.01),
    ],
)
def test_what_light_alone_may_do_is_no_marble_for_certain(
    name, beyond, imagined_log, p_bare, believed
):
    n, one, rows = 2, np.ones(2), np.zeros((2, 3))
    shown = Likeness(0.3 * one, np.zeros((n, 2)))
    traces = Traces.plain(rows, np.zeros((n, 4)), one, np.array([beyond] * n), one, one, shown)
    e = Evidence(0.015, one, one, one, np.zeros((n, 15)), traces)
    e = replace(e, imagined=None if imagined_log is None else np.array([imagined_log, 0.0]))
    assert doubted(np.array([p_bare, p_bare]), e) == pytest.approx([believed, p_bare]), name


def worn(image_bgr, calibration, seed):
    """Hollows that hands have polished, each more on one side."""
    rng, shown = np.random.default_rng(seed), image_bgr.astype(float)
    y, x = np.mgrid[: image_bgr.shape[0], : image_bgr.shape[1]]
    for index in WORN:
        aside = rng.normal(0, 0.05 * PITCH_PX, 2)
        away = np.hypot(
            *(np.array([x, y]) - (calibration.hollows_px[index] + aside)[:, None, None])
        )
        polish = np.clip((0.24 * PITCH_PX - away) / 3 + 0.5, 0, 1)[..., None]
        shown *= 1 + polish * PALER_BGR
    return np.clip(shown, 0, 255).astype(np.uint8)


def joined(seed):
    """A game on a green board whose paint is worn; its calibration, picture and labels."""
    setup = replace(PLAIN, wood_rgb=(60, 105, 70), looks=(Look((30, 150, 60)), Look((140, 90, 20))))
    calibration, shown = known(setup), picture(setup, Take(PLACEMENT, seed=seed))
    image = worn(shown.image_bgr, calibration, seed)
    return imagined(replace(calibration, bare_bgr=image)), image, np.array(list(shown.labels))


@pytest.mark.parametrize("seed", range(4))
def test_what_is_the_woods_own_is_not_taken_for_marbles_with_certainty(seed):
    calibration, image, labels = joined(seed)
    (frame,) = frames(image)

    def certain_and_wrong(calibration):
        """Hollows that are bare, and surely are not, of whichever series; and hollows misread."""
        reading = Reader(calibration).read(frame)
        wrong = np.array(list(reading.labels())) != labels
        taken = (labels == ".") & (reading.p[:, 0] < 0.1)
        return int(taken.sum()), int((wrong & (reading.p.max(axis=1) > 0.9)).sum())

    # As if all of it had been seen bare.
    assert certain_and_wrong(replace(calibration, imagined=None))[0] > 0
    assert certain_and_wrong(calibration) == (0, 0)


@pytest.mark.parametrize("seed", range(4))
def test_what_may_be_bare_teaches_no_series(seed):
    calibration, image, _ = joined(seed)
    reader = Reader(calibration)
    (frame,) = frames(image)
    reader.read(frame)
    # Six of either lie there.
    assert reader.series.counts[0] == reader.series.counts[1] > 0


@pytest.mark.parametrize(
    ("spread", "low", "high"), [(0.005, SHOWN, SHOWN), (0.06, 0.6, 0.78), (0.3, DENTED, DENTED)]
)
def test_less_of_a_dent_than_others_show_tells_where_those_show_it_alike(spread, low, high):
    rng = np.random.default_rng(5)
    dented = np.concatenate([rng.normal(1, spread, 33), rng.normal(0.3, 0.2, 16)])
    unlike = np.concatenate([rng.uniform(0.02, 0.1, 33), rng.uniform(0.2, 0.6, 16)])
    least = _least_dent(dented, unlike)
    assert low <= least <= high
    # However few marbles there are.
    assert _least_dent(dented[:33], unlike[:33]) == pytest.approx(least, abs=0.15)


def shaded_by_a_blind(image_bgr):
    """Dark and light stripes across the board: no two hollows show the same dent."""
    y, x = np.mgrid[: image_bgr.shape[0], : image_bgr.shape[1]]
    stripes = 0.75 + 0.25 * np.tanh(4 * np.sin((x + 0.6 * y) / (0.25 * PITCH_PX)))
    return np.clip(image_bgr * stripes[..., None], 0, 255).astype(np.uint8)


def test_where_dents_differ_what_shows_less_of_one_may_be_no_bare_hollow():
    plain = known(PLAIN)
    told = {}
    for name, seen in (("even", lambda image: image), ("blind", shaded_by_a_blind)):
        shown = picture(PLAIN, Take(PLACEMENT, seed=2))
        image = seen(shown.image_bgr)
        calibration = imagined(replace(plain, bare_bgr=image))
        doubtful = np.isinf(calibration.imagined)
        (frame,) = frames(image)
        reading = Reader(calibration).read(frame)
        assert (reading.p[doubtful].max(axis=1, initial=0) < 0.9).all()
        told[name] = int(doubtful.sum())
    assert told["even"] == 0 < told["blind"]
