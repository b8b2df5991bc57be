"""When exposure is held and when it is let go, on frames painted here."""

import numpy as np
import pytest

from vision.sources.light import (
    EVERY_S,
    FOR_GOOD_S,
    SETTLE_S,
    LightKeeper,
    Step,
    cell_levels,
    light_change,
)

RNG = np.random.default_rng(7)
SCENE = RNG.integers(30, 160, (96, 128, 3)).astype(np.uint8)


def lit(factor, colour=(1, 1, 1)):
    return np.clip(SCENE * factor * np.array(colour), 0, 255).astype(np.uint8)


def with_a_hand(image):
    image = image.copy()
    image[27:96, 30:90] = (90, 120, 190)
    return image


class Film:
    """Shows a keeper one picture for a while; what it wanted, and when."""

    def __init__(self):
        self.keeper = LightKeeper()
        self.now_s = 1000.0
        self.steps = []

    def show(self, image, seconds):
        end = self.now_s + seconds
        while self.now_s < end:
            step = self.keeper.see(image, self.now_s)
            if step:
                self.steps.append((step, self.now_s))
            self.now_s += 1 / 4
        return [step for step, _ in self.steps]


@pytest.fixture
def locked():
    film = Film()
    film.keeper.want_lock()
    film.show(lit(1), SETTLE_S + 2 * EVERY_S)
    assert [step for step, _ in film.steps] == [Step.LOCK]
    film.steps.clear()
    return film


def test_nothing_is_held_until_somebody_asks():
    film = Film()
    assert film.show(lit(1), 60) == []
    film.keeper.want_lock()
    assert film.show(lit(1), 1) == [Step.LOCK]


def test_it_is_given_time_to_settle():
    film = Film()
    film.keeper.want_lock()
    film.show(lit(1), SETTLE_S + 1)
    ((step, at),) = film.steps
    assert step is Step.LOCK
    assert at - 1000.0 >= SETTLE_S - 0.3


@pytest.mark.parametrize("factor", [0.5, 0.64, 1.6])
def test_a_change_of_light_for_good_lets_go_and_holds_again(locked, factor):
    assert locked.show(lit(factor), FOR_GOOD_S - 1) == []
    assert locked.show(lit(factor), 3) == [Step.SETTLE]
    assert not locked.keeper.locked
    # The automatic exposure brings the picture back to about where it was.
    assert locked.show(lit(1.1), SETTLE_S + 1) == [Step.SETTLE, Step.LOCK]
    assert locked.show(lit(1.1), 30) == [Step.SETTLE, Step.LOCK]


def test_a_lamp_of_another_colour_is_another_light(locked):
    assert locked.show(lit(1, (0.5, 1, 1.1)), FOR_GOOD_S + 2) == [Step.SETTLE]


@pytest.mark.parametrize("factor", [0.8, 1.0, 1.25])
def test_a_small_change_is_none(locked, factor):
    assert locked.show(lit(factor), 60) == []


def test_a_hand_that_stays_is_no_light(locked):
    assert locked.show(with_a_hand(lit(1)), 60) == []


def test_a_shadow_that_passes_is_no_change_for_good(locked):
    for _ in range(5):
        locked.show(lit(0.5), FOR_GOOD_S - 1)
        locked.show(lit(1), 1)
    assert locked.steps == []


def test_who_leans_over_the_board_for_eight_seconds_is_no_light(locked):
    locked.show(lit(0.5), 8)
    locked.show(lit(1), 2)
    assert locked.steps == []


def test_a_lamp_that_is_switched_often_is_no_cameras_fault(locked):
    """Each time some seconds after it was held: not by being held."""
    for time in range(4):
        locked.show(lit(1 if time % 2 else 0.5), FOR_GOOD_S + SETTLE_S + 5)
    assert [step for step, _ in locked.steps] == [Step.SETTLE, Step.LOCK] * 4


def test_a_camera_that_changes_by_being_held_is_left_automatic():
    film = Film()
    film.keeper.want_lock()
    for _ in range(400):
        film.show(lit(0.4) if film.keeper.locked else lit(1), 0.5)
    assert [step for step, _ in film.steps] == [Step.LOCK, Step.SETTLE] * 2


def test_opened_again_it_settles_again(locked):
    locked.keeper.restart()
    assert not locked.keeper.locked
    assert locked.show(lit(1), SETTLE_S + 1) == [Step.LOCK]


def test_levels_are_means_of_cells():
    image = np.zeros((720, 1280, 3), np.uint8)
    image[:120, :160] = (10, 20, 30)
    levels = cell_levels(image)
    assert levels.shape == (6, 8, 3)
    assert levels[0, 0].tolist() == [10, 20, 30]
    assert levels.sum() == 60


def test_darkness_tells_nothing():
    dark = np.full((6, 8, 3), 0.2)
    assert light_change(dark, dark * 10) == 0
