"""The PIN: who is let in, how guessing is slowed down, and that nobody is shut out."""

import random
import stat

import pytest

from companion.doorkeeper import (
    FORGIVEN_AFTER_S,
    FREE_TRIES,
    LONGEST_WAIT_S,
    SESSION_S,
    SESSIONS,
    STRANGERS_TRIES,
    STRANGERS_WAIT_S,
    Doorkeeper,
    TooSoonError,
    WrongPinError,
)
from companion.pin import PinShelf, is_pin

PIN = "493027"
HOME = "192.168.1.5"


class Clock:
    def __init__(self):
        self.s = 1000.0

    def __call__(self):
        return self.s


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def door(clock):
    return Doorkeeper(PIN, clock)


def outcome(door, pin, address=HOME):
    try:
        door.login(pin, "Ida", address)
    except WrongPinError:
        return "wrong"
    except TooSoonError as error:
        return error.wait_s
    return "in"


def test_the_pin_lets_in_for_an_evening(door, clock):
    token = door.login(PIN, "Ida", HOME)
    assert door.session(token).name == "Ida"
    clock.s += SESSION_S - 1
    assert door.session(token) is not None
    clock.s += 2
    assert door.session(token) is None


@pytest.mark.parametrize("token", ["", "x", "é" * 40, PIN])
def test_no_other_token_is_a_session(door, token):
    door.login(PIN, "Ida", HOME)
    assert door.session(token) is None


def test_who_logs_out_is_out_and_nobody_else(door):
    first, second = door.login(PIN, "Ida", HOME), door.login(PIN, "Ugo", HOME)
    door.logout(first)
    door.logout("no token")
    assert door.session(first) is None
    assert door.session(second).name == "Ugo"


def test_sessions_are_bounded_and_the_oldest_gives_way(door):
    tokens = [door.login(PIN, str(n), HOME) for n in range(SESSIONS + 1)]
    assert [door.session(token) is not None for token in tokens] == [False] + [True] * SESSIONS


@pytest.mark.parametrize("pin", ["", "49302", "4930270", "٤٩٣٠٢٧", "493 027", "é"])
def test_what_is_not_the_pin_is_wrong(door, pin):
    assert outcome(door, pin) == "wrong"


def test_every_wrong_pin_makes_the_next_wait_longer_up_to_a_minute(door, clock):
    waits = []
    for _ in range(12):
        while outcome(door, "000000") != "wrong":
            clock.s += 0.5
        asked = outcome(door, PIN)
        waits.append(asked if asked != "in" else 0.0)
        if asked == "in":  # it was the right one: begin the row again
            for _ in range(len(waits)):
                clock.s += 100
                assert outcome(door, "000000") == "wrong"
    assert waits[:2] == [0.0, 0.0]
    assert waits[2:] == sorted(waits[2:])
    assert waits[-1] == LONGEST_WAIT_S


def test_the_right_pin_is_not_looked_at_too_soon_and_let_in_after_the_wait(door, clock):
    for _ in range(3):
        outcome(door, "000000")
    wait = outcome(door, PIN)
    assert wait > 0
    for _ in range(50):  # tries made while waiting change nothing
        assert outcome(door, "111111") == wait
    clock.s += wait
    assert outcome(door, PIN) == "in"


def test_who_has_been_quiet_for_long_begins_anew(door, clock):
    for quiet_s, waits in ((FORGIVEN_AFTER_S - 1, True), (FORGIVEN_AFTER_S + 1, False)):
        for _ in range(FREE_TRIES):
            clock.s += LONGEST_WAIT_S
            assert outcome(door, "000000") == "wrong"
        clock.s += quiet_s
        assert outcome(door, "000000") == "wrong"
        assert (outcome(door, PIN) != "in") is waits
        clock.s += 2 * FORGIVEN_AFTER_S


def test_another_address_does_not_wait_for_one_that_guesses(door):
    for _ in range(6):
        outcome(door, "000000")
    assert outcome(door, PIN, "192.168.1.6") == "in"


def guess_from_everywhere(door, clock, count):
    """Wrong PINs, each from a new address as soon as it is looked at."""
    for n in range(count):
        while outcome(door, "000000", f"10.0.{n // 200}.{n % 200}") != "wrong":
            clock.s += 0.5


def test_guessing_from_many_addresses_is_slow_too(door, clock):
    begun = clock.s
    guess_from_everywhere(door, clock, STRANGERS_TRIES + 100)
    assert clock.s - begun >= 99 * STRANGERS_WAIT_S


def test_who_was_in_before_or_sits_at_the_device_does_not_wait_for_strangers(door, clock):
    assert outcome(door, PIN) == "in"
    guess_from_everywhere(door, clock, STRANGERS_TRIES + 5)
    assert outcome(door, PIN, "192.168.1.77") != "in"
    assert outcome(door, PIN) == "in"
    assert outcome(door, PIN, "127.0.0.1") == "in"
    assert outcome(door, PIN, "::1") == "in"


def test_an_ipv6_network_is_one_address(door):
    outcomes = [outcome(door, "000000", f"2001:db8::{n:x}") for n in range(1, 5)]
    assert outcomes[:3] == ["wrong"] * 3
    assert outcomes[3] not in ("wrong", "in")


def test_memory_stays_bounded(door, clock):
    for n in range(5000):
        clock.s += 5
        outcome(door, "000000", f"10.{n % 250}.{n // 250}.1")
    assert len(door._tries) <= 1024
    assert len(door._wrong_s) <= 1024


def test_without_a_pin_everybody_may_come_in():
    door = Doorkeeper(None)
    assert door.session(door.login("", "Ida", HOME)).name == "Ida"


def test_a_pin_is_six_digits_and_kept_for_this_user_alone(tmp_path):
    shelf = PinShelf(tmp_path / "data")
    pin = shelf.take()
    assert is_pin(pin)
    shelf.keep(pin)
    assert PinShelf(tmp_path / "data").take() == pin
    assert stat.S_IMODE(shelf.path.stat().st_mode) == 0o600
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["pin"]


def test_pins_differ(tmp_path):
    assert len({PinShelf(tmp_path / str(n)).take() for n in range(20)}) > 15


@pytest.mark.parametrize("kept", [b"", b"12345", b"1234567", b"abcdef", b"\xff\xfe", b"\n"])
def test_a_spoilt_pin_is_replaced(tmp_path, kept):
    shelf = PinShelf(tmp_path)
    shelf.path.write_bytes(kept)
    assert is_pin(shelf.take())


def test_a_pin_that_can_not_be_kept_is_only_logged(tmp_path, caplog):
    (tmp_path / "file").write_text("")
    PinShelf(tmp_path / "file").keep(PIN)
    assert "can't be kept" in caplog.text


def test_a_random_guesser_waits_a_life(door, clock):
    """A thousand tries as fast as they are looked at, from one address, take most of a day."""
    rng, begun = random.Random(4), clock.s
    for _ in range(1000):
        while (said := outcome(door, f"{rng.randrange(490000):06d}")) != "wrong":
            clock.s += max(said, 0.001)
    assert clock.s - begun > 900 * LONGEST_WAIT_S
