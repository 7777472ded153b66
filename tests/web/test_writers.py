"""Queued changes: they share one deadline, block nothing else, and are limited in number."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest
from serving import LONG, Server, begin

from crownhead.errors import BusyError, StoreError
from crownhead.messages import say
from crownhead.service import NewGame, Service
from crownhead.session.moves import Move
from crownhead.sqlite_errors import is_busy
from crownhead.store import writer
from crownhead.web.threads import Writers
from refused import refused
from store.locking import held

PATIENT = "from crownhead.store import writer; writer.PATIENCE = 1e6"
MANY = 60  # more than the threads of any pool
MOVE = {"ply": 0, "text": "11-15"}


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    made = Service(tmp_path)
    yield made
    made.close()


def test_many_changes_that_wait_for_the_disk_stop_neither_pages_nor_ctrl_c(
    start: Callable[..., Server], tmp_path: Path
) -> None:
    server = start(first=PATIENT)
    with server.client() as client, ThreadPoolExecutor(MANY) as threads, ExitStack() as pages:
        game = begin(client, black="person", white="person")
        path = f"/api/games/{game['id']}"
        cookies = dict(client.cookies)

        many = httpx.Limits(max_connections=MANY, max_keepalive_connections=0)
        writer = pages.enter_context(server.stranger(cookies=cookies, limits=many))

        def move() -> httpx.Response:
            return writer.post(f"{path}/moves", json=MOVE)

        with held(tmp_path / "data", "EXCLUSIVE"):
            writing = [threads.submit(move) for _ in range(MANY)]
            for asked in (
                "/",
                "/api/choices",
                "/api/games",
                "/api/preferences",
                path,
                f"{path}/pdn",
                "/api/library",
                "/api/library/games",
                "/api/library/stats",
                "/api/library/explorer?fen=start",
            ):
                assert client.get(asked).status_code == 200, asked
                page = pages.enter_context(server.live(client, path))
                assert '"ply":0' in str(page.recv(timeout=LONG)), asked
            hint = client.post(f"{path}/hint", json={})
            assert hint.status_code == 200
            assert not any(one.done() for one in writing)
            assert server.stop() == 0
            for one in writing:  # refused or cut off
                error = one.exception(LONG)
                if not isinstance(error, httpx.TransportError):
                    assert one.result().status_code == 503, one.result().text
    assert "Traceback" not in server.output, server.output


def test_a_page_that_is_long_in_leaving_is_cut_off(
    start: Callable[..., Server],
) -> None:
    """When the server stops, a page that does not leave is cut off."""
    server = start(
        first="""
import logging, threading
from crownhead.messages import say
from crownhead.service import LiveGame
from crownhead.web import server
server._SECONDS_TO_CLOSE = 0
leave, cut_off = LiveGame.leave, threading.Event()
class Hearing(logging.Handler):
    def emit(self, record):
        if record.getMessage() == say("server.cut-off"):
            cut_off.set()
logging.getLogger().addHandler(Hearing())
LiveGame.leave = lambda *who: (cut_off.wait(60), leave(*who), print("Left."))
"""
    )
    with server.client() as client:
        game = begin(client, black="person", white="person")
        with server.live(client, f"/api/games/{game['id']}") as page:
            assert '"ply":0' in str(page.recv(timeout=LONG))
            assert server.stop() == 0
    assert "Left." in server.output
    assert f"WARNING: {say('server.cut-off')}\n" in server.output
    assert "Traceback" not in server.output, server.output
    assert "ERROR" not in server.output, server.output


@pytest.mark.parametrize("error", [StoreError("the disk is full"), ZeroDivisionError("ours")])
def test_what_fails_after_who_asked_has_left_is_told_only_if_it_is_a_mistake(
    service: Service, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    writers = Writers(threads=1)
    begun, left = threading.Event(), threading.Event()

    def change() -> None:
        begun.set()
        left.wait(LONG)
        raise error

    async def leave() -> None:
        asked = asyncio.create_task(writers.run(change))
        await asyncio.to_thread(begun.wait, LONG)
        asked.cancel()
        with suppress(asyncio.CancelledError):
            await asked
        left.set()
        await asyncio.to_thread(writers.close)

    asyncio.run(leave())
    gc.collect()
    told = [record.getMessage() for record in caplog.records]
    expected = "what somebody had asked for failed after they left"
    assert told == ([] if isinstance(error, StoreError) else [expected])


def test_all_who_change_one_game_have_one_wait(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "PATIENCE", 1.0)
    tries: list[object] = []

    def counted(error: sqlite3.OperationalError) -> bool:
        tries.append(error)
        return is_busy(error)

    monkeypatch.setattr(writer, "is_busy", counted)
    game = service.begin(NewGame(black="person", white="person"))
    writers = Writers(threads=8)

    async def all_at_once() -> list[object]:
        changes = [writers.run(lambda: game.do(Move("11-15"))) for _ in range(40)]
        return list(await asyncio.gather(*changes, return_exceptions=True))

    with held(tmp_path):
        told = asyncio.run(all_at_once())
    assert len(tries) < 100, "one wait is forty tries at most; they have waited one after another"
    assert {type(one) for one in told} == {StoreError}
    assert {getattr(one, "code", None) for one in told} == {"store.held"}
    writers.close()
    game.do(Move("11-15"))
    assert game.view()["ply"] == 1


def test_too_many_changes_are_refused_at_once(service: Service) -> None:
    writers = Writers(threads=2, most=3)
    done = threading.Event()

    async def too_many() -> list[object]:
        changes = [asyncio.ensure_future(writers.run(done.wait)) for _ in range(3)]
        await asyncio.sleep(0)
        with refused(BusyError, "service.too-many-changes"):
            await writers.run(done.wait)
        done.set()
        return [*await asyncio.gather(*changes), await writers.run(done.wait)]

    assert asyncio.run(too_many()) == [True] * 4
    writers.close()


def test_a_change_whose_asker_has_gone_still_has_its_place(service: Service) -> None:
    writers = Writers(threads=1, most=1)
    done = threading.Event()

    async def gone() -> None:
        change = asyncio.ensure_future(writers.run(done.wait))
        await asyncio.sleep(0)
        change.cancel()
        await asyncio.gather(change, return_exceptions=True)
        with pytest.raises(BusyError):
            await writers.run(done.wait)
        done.set()

    asyncio.run(gone())
    writers.close()


def test_who_comes_when_all_is_closed_is_told(service: Service) -> None:
    writers = Writers()
    writers.close()
    with refused(BusyError, "service.stopping"):
        asyncio.run(writers.run(list))
