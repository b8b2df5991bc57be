"""What is said of hollows that can't be seen."""

import numpy as np
import pytest
from synthetic import Hand, Take
from synthetic_setups import PLAIN, POSITION, picture, taught

from vision.reader import Reader
from vision.reading.around import around
from vision.reading.memory import Memory
from vision.types import Frame

SURE = np.eye(5)[[0, 1, 2, 3, 4, 0]] * 0.99 + 0.002


@pytest.fixture
def memory():
    kept = Memory(6, 5)
    kept.see(SURE, np.ones(6, bool), 10.0)
    return kept


def test_what_was_never_seen_may_be_anything():
    assert Memory(6, 5).hidden(3.0) == pytest.approx(np.full((6, 5), 0.2))


def test_what_is_hidden_is_likely_what_it_was_and_never_certain(memory):
    for later in (0, 0.03, 1, 5, 60, 86_400):
        rows = memory.hidden(10.0 + later)
        assert rows.sum(axis=1) == pytest.approx(np.ones(6))
        assert (rows.argmax(axis=1) == SURE.argmax(axis=1)).all()
        assert (rows.max(axis=1) < 0.9).all()
        assert (rows.max(axis=1) > 0.45).all()


def test_it_grows_less_sure_with_time_and_no_more_is_lost_by_asking(memory):
    asked = [memory.hidden(10.0 + later).max(axis=1) for later in (0, 1, 2, 4, 8)]
    assert (np.diff(asked, axis=0) < 0).all()
    assert memory.hidden(10.0).max(axis=1) == pytest.approx(asked[0])


def test_only_what_is_seen_is_learned(memory):
    which = np.arange(6) == 2
    memory.see(SURE[::-1], which, 20.0)
    rows = memory.hidden(20.0)
    assert rows[2].argmax() == SURE[::-1][2].argmax()
    assert rows[2].max() > rows[1].max()
    assert rows[1].argmax() == SURE[1].argmax()


# A clock that steps back, or a picture out of order.
def test_a_time_before_what_was_seen_makes_nothing_surer(memory):
    assert memory.hidden(4.0) == pytest.approx(memory.hidden(10.0))


def test_under_a_hand_lies_what_lay_there_and_less_surely_the_longer_it_stays():
    reader = Reader(taught(PLAIN))
    reader.read(Frame(picture(PLAIN, Take(POSITION, seed=1)).image_bgr, 0, 0.0))
    before = reader.read(Frame(picture(PLAIN, Take(POSITION, seed=2)).image_bgr, 1, 0.1))
    hand = [Take(POSITION, hand=Hand((640, 330), rgb=(60, 90, 170)), seed=k) for k in (3, 4)]
    shown = [picture(PLAIN, take) for take in hand]
    first = reader.read(Frame(shown[0].image_bgr, 2, 0.2))
    later = reader.read(Frame(shown[1].image_bgr, 3, 9.0))
    hidden = first.covered & later.covered & shown[0].covered
    assert hidden.sum() >= 3
    for reading in (first, later):
        assert (reading.p[hidden].argmax(axis=1) == before.p[hidden].argmax(axis=1)).all()
        assert reading.p[hidden].max() < 0.9
    assert (later.p.max(axis=1) < first.p.max(axis=1))[hidden].all()


def test_what_was_not_there_is_told(memory):
    rows = np.eye(5)[[0, 1, 2, 3, 4, 1]]
    assert memory.other(rows).tolist() == [False] * 5 + [True]
    assert Memory(6, 5).other(rows).all()


def test_what_comes_to_lie_beside_a_hand_is_not_sure_until_it_is_gone():
    """It may be a fingertip, or half a marble that it holds; what lay there before stays sure."""
    reader = Reader(taught(PLAIN))
    reader.read(Frame(picture(PLAIN, Take(POSITION, seed=1)).image_bgr, 0, 0.0))
    put = POSITION.replace("/w6/", "/w3w2/")
    hand = picture(PLAIN, Take(put, hand=Hand((640, 415), rgb=(60, 90, 170)), seed=2))
    during = reader.read(Frame(hand.image_bgr, 1, 0.1))
    after = reader.read(Frame(picture(PLAIN, Take(put, seed=3)).image_bgr, 2, 0.2))
    names = during.spec.names()
    new, old = names.index("e2"), names.index("e3")
    assert during.covered[names.index("d2")]
    assert not during.covered[[new, old]].any()
    assert [during.labels()[new], during.labels()[old]] == ["w", "b"]
    assert during.p[new].max() < 0.9 < during.p[old].max()
    assert after.labels()[new] == "w"
    assert after.p[new].max() > 0.9


@pytest.mark.parametrize("shade", [1.0, 0.75])
def test_nor_what_comes_to_lie_in_its_shade(shade):
    """A bare hollow's light and dark turn round there, and it may look like glass."""
    calibration = taught(PLAIN)
    reader = Reader(calibration)
    reader.read(Frame(picture(PLAIN, Take(POSITION, seed=1)).image_bgr, 0, 0.0))
    put = POSITION.replace("/w6/", "/w5w/")
    hand = picture(PLAIN, Take(put, hand=Hand((480, 415), rgb=(60, 90, 170)), seed=2))
    names = calibration.spec.names()
    new = names.index("g2")
    # Towards the right-hand edge, softly: it has no border that looks like a hand's.
    there = np.interp(np.arange(hand.image_bgr.shape[1]), [560, 830], [1.0, shade])
    seen = (hand.image_bgr * there[:, None]).astype(np.uint8)
    during = reader.read(Frame(seen, 1, 0.1))
    after = reader.read(Frame(picture(PLAIN, Take(put, seed=3)).image_bgr, 2, 0.2))
    assert during.covered.any()
    assert not around(during.covered, calibration.spec)[new]
    assert during.labels()[new] == after.labels()[new] == "w"
    assert bool(during.p[new].max() > 0.9) is (shade == 1.0)
    assert after.p[new].max() > 0.9
