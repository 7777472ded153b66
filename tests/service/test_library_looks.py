"""Reading the library while another program holds the file: no reader waits."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from crownhead.errors import StoreError
from crownhead.service import NewGame, Service
from crownhead.service.library.library_service import Library
from crownhead.session.endings import Resign
from crownhead.store import writer
from service.watching import LONG
from store.locking import held

LOOKS: list[Callable[[Library], object]] = [
    lambda library: library.view(),
    lambda library: library.search({}),
    lambda library: library.statistics({}),
    lambda library: library.explore("start"),
    lambda library: list(library.export({})),
]


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(20) as pool:
        yield pool


@pytest.fixture
def service(service: Service) -> Service:
    """A service that has finished starting: only readers bring games in."""
    service._tidier.join(LONG)
    return service


def count(service: Service) -> int:
    return service.library.search({})["count"]


def test_nobody_who_looks_waits_for_another_program(
    service: Service, tmp_path: Path, threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    service.library.view()
    game = service.begin(NewGame(white="level:1"))
    game.do(Resign())
    monkeypatch.setattr(writer, "PATIENCE", 1e6)
    with held(tmp_path, "EXCLUSIVE"):
        looking = [threads.submit(look, service.library) for look in LOOKS * 8]
        try:
            for one in looking:
                assert json.dumps(one.result(LONG))
        finally:
            monkeypatch.undo()
            if not all(one.done() for one in looking):
                service.store.stop_waiting()
        assert count(service) == 0
    assert count(service) == 1, "it comes in with the next look"


def test_a_game_that_could_not_be_written_is_not_taken_for_a_broken_one(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = service.store.library

    def fail(*_: object) -> None:
        raise StoreError("the disk is full")

    service.begin(NewGame(white="level:1")).do(Resign())
    with monkeypatch.context() as full:
        full.setattr(library, "mirror", fail)
        assert count(service) == 0
    assert count(service) == 1


def test_a_look_does_not_wait_for_games_that_are_brought_in_in_the_background(
    service: Service, threads: ThreadPoolExecutor
) -> None:
    service.begin(NewGame(white="level:1")).do(Resign())
    with service.library._played._lock:
        assert threads.submit(count, service).result(LONG) == 0
    assert count(service) == 1
