"""Who may tell the table things: people who know the PIN, for an evening.

A wrong PIN makes the next try wait, longer with every one, up to a minute; and
while many are wrong, all strangers wait a little. Nobody is ever shut out: waits
end by themselves, tries made while waiting don't count, and those who have once
been let in, or sit at the device itself, don't wait for strangers.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

SESSION_S: Final = 12 * 3600.0
"""An evening, with what came before it."""

SESSIONS: Final = 64
"""At a time; the oldest gives way."""

FREE_TRIES: Final = 2
"""Wrong PINs of one address that cost nothing: fingers slip."""

LONGEST_WAIT_S: Final = 60.0

FORGIVEN_AFTER_S: Final = 15 * 60.0
"""An address that has been quiet for so long begins anew."""

STRANGERS_TRIES: Final = 20
"""Wrong PINs of everybody in ``FORGIVEN_AFTER_S`` before all strangers wait."""

STRANGERS_WAIT_S: Final = 4.0

ADDRESSES: Final = 1024
"""Remembered at a time, so that memory stays bounded."""


@dataclass(frozen=True, slots=True)
class Session:
    """A referee who is logged in.

    Attributes:
        name: who; the author of what he decides.
        ends_s: when it expires, on the doorkeeper's clock.
    """

    name: str
    ends_s: float


class WrongPinError(Exception):
    """That is not the PIN."""


class TooSoonError(Exception):
    """After wrong PINs a try has to wait; this one was not looked at.

    Attributes:
        wait_s: how long from now.
    """

    def __init__(self, wait_s: float) -> None:
        super().__init__(f"wait {wait_s:.0f} seconds")
        self.wait_s = wait_s


@dataclass(slots=True)
class _Tries:
    """Wrong PINs of one address in a row."""

    wrong: int = 0
    last_s: float = 0.0
    known: bool = False


class Doorkeeper:
    """Checks PINs and keeps sessions. Safe to use from many threads.

    Args:
        pin: six digits; None where everybody who reaches the page may decide.
        now_s: a monotonic clock, seconds.
    """

    def __init__(self, pin: str | None, now_s: Callable[[], float] = time.monotonic) -> None:
        self.pin = pin
        self._now_s = now_s
        self._lock = threading.Lock()
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._tries: OrderedDict[str, _Tries] = OrderedDict()
        self._wrong_s: list[float] = []

    def login(self, pin: str, name: str, address: str) -> str:
        """Let somebody in.

        Args:
            pin: what was typed.
            name: the author of what will be decided.
            address: where from; "" is taken as a stranger's.

        Returns:
            The session's token, the only copy of it.

        Raises:
            WrongPinError: it is another.
            TooSoonError: there were wrong ones; the PIN was not looked at.
        """
        with self._lock:
            tries = self._tries_of(address)
            self._make_wait(tries, address)
            if self.pin is not None and not hmac.compare_digest(pin.encode(), self.pin.encode()):
                tries.wrong, tries.last_s = tries.wrong + 1, self._now_s()
                self._wrong_s.append(tries.last_s)
                raise WrongPinError
            tries.wrong, tries.known = 0, True
            return self._begin(name)

    def session(self, token: str) -> Session | None:
        """Whose token that is; None if nobody's any more."""
        with self._lock:
            found = self._sessions.get(_digest(token))
            return found if found is not None and found.ends_s > self._now_s() else None

    def logout(self, token: str) -> None:
        """End a session, if there is one."""
        with self._lock:
            self._sessions.pop(_digest(token), None)

    def _begin(self, name: str) -> str:
        now = self._now_s()
        for key in [key for key, held in self._sessions.items() if held.ends_s <= now]:
            del self._sessions[key]
        while len(self._sessions) >= SESSIONS:
            self._sessions.popitem(last=False)
        token = secrets.token_urlsafe(32)
        self._sessions[_digest(token)] = Session(name, now + SESSION_S)
        return token

    def _tries_of(self, address: str) -> _Tries:
        place = _place(address)
        tries = self._tries.get(place, _Tries())
        if self._now_s() - tries.last_s > FORGIVEN_AFTER_S:
            tries.wrong = 0
        self._tries[place] = tries
        self._tries.move_to_end(place)
        while len(self._tries) > ADDRESSES:
            self._tries.popitem(last=False)
        return tries

    def _make_wait(self, tries: _Tries, address: str) -> None:
        now = self._now_s()
        own = 0.0
        if tries.wrong > FREE_TRIES:
            own = min(2.0 ** (tries.wrong - FREE_TRIES), LONGEST_WAIT_S)
        wait_s = tries.last_s + own - now
        self._wrong_s = [at for at in self._wrong_s if now - at <= FORGIVEN_AFTER_S][-ADDRESSES:]
        stranger = not tries.known and not is_loopback(address)
        if stranger and len(self._wrong_s) >= STRANGERS_TRIES:
            wait_s = max(wait_s, self._wrong_s[-1] + STRANGERS_WAIT_S - now)
        if wait_s > 0:
            raise TooSoonError(wait_s)


def is_loopback(address: str) -> bool:
    """Whether an address is this machine's own."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def _place(address: str) -> str:
    """One key for all addresses that one machine can take at will (IPv6: its network)."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is None:
        return str(ipaddress.ip_network((ip, 64), strict=False))
    return str(ip)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
