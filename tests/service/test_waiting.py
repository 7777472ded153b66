"""What waits for the disk costs nobody time."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from crownhead.game import Game
from crownhead.move import Move as LegalMove
from crownhead.players import RandomPlayer
from crownhead.rules import ENGLISH
from crownhead.service import ClockSetting, NewGame, Service
from crownhead.service.games.setup import Start
from crownhead.session import Move
from service.watching import LONG, Listener, Time, people
from store.locking import held


class AskedTime(Time):
    """A clock that tells when a thread has looked at it that is neither the writer's nor the ticker's."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = threading.Event()

    def __call__(self) -> float:
        seconds = self.seconds
        if threading.current_thread().name.startswith("mover"):
            self.asked.set()
        return seconds


@pytest.fixture
def now() -> AskedTime:
    return AskedTime()


@contextmanager
def busy(service: Service) -> Iterator[None]:
    """Keep the writing thread busy."""
    begun, done = threading.Event(), threading.Event()

    def job() -> None:
        begun.set()
        assert done.wait(LONG)

    running = service.store.submit(job)
    assert begun.wait(LONG)
    try:
        yield
    finally:
        done.set()
        running.result(LONG)


def test_a_move_that_waits_for_its_turn_costs_no_time(service: Service, now: AskedTime) -> None:
    game = people(service, clock=ClockSetting("game", 10))
    Listener(game)
    with ThreadPoolExecutor(1, "mover") as threads:
        with busy(service):
            moved: Future[object] = threads.submit(game.do, Move("11-15"))
            assert now.asked.wait(LONG)
            now.seconds += 20
        moved.result(LONG)
    view = game.view()
    assert view["outcome"] is None
    assert (view["clock"]["black"], view["clock"]["white"]) == (10, 10)


def test_no_clock_runs_before_a_move_is_on_disk(
    service: Service, now: AskedTime, tmp_path: Path
) -> None:
    game = people(service, clock=ClockSetting("game", 10))
    Listener(game)
    with ThreadPoolExecutor(1, "mover") as threads:
        with held(tmp_path):
            moved: Future[object] = threads.submit(game.do, Move("11-15"))
            assert now.asked.wait(LONG)
            now.seconds += 8
        moved.result(LONG)
    clock = game.view()["clock"]
    assert (clock["running"], clock["black"], clock["white"]) == ("white", 10, 10)


def test_clocks_are_looked_at_while_others_write(service: Service, now: Time) -> None:
    game = people(service, clock=ClockSetting("game", 100))
    Listener(game)
    with busy(service):
        now.seconds += 5
        game.tick()
    service.store.run(lambda: None)
    assert service.store.load(game.id).black_left == 95


def test_a_pause_for_lack_of_progress_is_one_change(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shuffle(_self: RandomPlayer, game: Game) -> LegalMove:
        return next(move for move in game.legal_moves() if move.path[-1] in (4, 8, 25, 29))

    monkeypatch.setattr(RandomPlayer, "choose", shuffle)
    rules = ENGLISH.replace(quiet_limit=None, repetition_limit=None)
    start = Start("fen", fen="B:WK29:BK4")
    game = service.begin(
        NewGame(black="random:seed=1", white="random:seed=2", rules=rules, start=start, pace=0)
    )
    view = Listener(game).wait(lambda view: view["paused"])
    assert view["ply"] == 200
    assert view["version"] == service.store.version(game.id)
