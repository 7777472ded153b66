"""Questions to the engine: the host's come first, guests have few slots, abandoned ones are dropped."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from threading import Event
from typing import Any

import pytest

from crownhead.errors import BusyError
from crownhead.service.games.pool import Helpers
from service.watching import LONG


@pytest.fixture
def held() -> Event:
    return Event()


@pytest.fixture
def helpers(held: Event) -> Iterator[Helpers]:
    """Helpers that are busy until `held` is set."""
    made = Helpers()
    begun = Event()

    def work() -> None:
        begun.set()
        held.wait(LONG)

    made.submit(work)
    assert begun.wait(LONG)
    yield made
    held.set()
    made.close()


def ask_until_refused(helpers: Helpers, guest: str) -> list[Future[Any]]:
    """Ask as a guest until the queue is full; return the questions."""
    asked: list[Future[Any]] = []
    while len(asked) < 100:
        try:
            asked.append(helpers.submit(lambda: 1, guest=guest))
        except BusyError:
            return asked
    raise AssertionError("nobody was refused")


def test_guests_neither_keep_the_host_waiting_nor_each_other_out(
    helpers: Helpers, held: Event
) -> None:
    order: list[str] = []
    asked: list[Future[Any]] = [
        helpers.submit(order.append, guest, guest=guest) for guest in ("ann", "ann", "bob", "bob")
    ]
    asked += ask_until_refused(helpers, "cid")
    for name in ("one", "two"):
        asked.append(helpers.submit(order.append, name))
    held.set()
    for one in asked:
        one.result(LONG)
    assert order == ["one", "two", "ann", "ann", "bob", "bob"]


def test_who_leaves_makes_room_and_is_not_answered(helpers: Helpers, held: Event) -> None:
    answered: list[str] = []
    left = helpers.submit(answered.append, "who left", guest="ann")
    ask_until_refused(helpers, "ann")
    assert left.cancel()
    stayed = helpers.submit(answered.append, "who stayed", guest="ann")
    held.set()
    stayed.result(LONG)
    assert answered == ["who stayed"]


def test_closing_drops_what_waits(helpers: Helpers, held: Event) -> None:
    waiting = helpers.submit(lambda: 1)
    waiting.add_done_callback(lambda _: held.set())  # `close` waits for running questions
    helpers.close()
    assert waiting.cancelled()
    with pytest.raises(BusyError):
        helpers.submit(lambda: 1)
