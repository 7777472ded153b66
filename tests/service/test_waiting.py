"""A write that waits for the disk delays nobody else, and a write that fails has not happened."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from crownhead.errors import SearchStoppedError, StoreError
from crownhead.game import Game
from crownhead.move import Move as LegalMove
from crownhead.pieces import WHITE
from crownhead.players.textbook import RandomPlayer
from crownhead.rules import ENGLISH
from crownhead.service import ClockSetting, NewGame, Service
from crownhead.service.games.setup import Start
from crownhead.session.moves import Move, Undo
from crownhead.session.seating import Visitor
from crownhead.session.thinking import Step
from refused import refused
from service.watching import LONG, Listener, Time, people
from store.locking import held
from store.writing import execute


class AskedTime(Time):
    """A clock that notes when a thread other than the writer's and the ticker's reads it."""

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


@contextmanager
def hiccups(service: Service, what: str) -> Iterator[None]:
    """Make the file refuse one kind of change to games."""
    fault = f"BEFORE {what} ON games BEGIN SELECT RAISE(ABORT, 'the disk hiccups'); END"
    execute(service.store, f"CREATE TRIGGER hiccup {fault}")
    with refused(StoreError, "store.not-written", why="the disk hiccups"):
        yield
    execute(service.store, "DROP TRIGGER hiccup")


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


def test_a_game_that_cannot_be_deleted_goes_on(service: Service) -> None:
    game = service.begin(NewGame(white="random:seed=1"))
    listener = Listener(game)
    with hiccups(service, "DELETE"):
        service.delete(game.id)
    game.do(Move("11-15"))
    listener.wait(lambda view: view["ply"] == 2)


def test_a_question_outlives_a_change_that_cannot_be_stored(service: Service) -> None:
    game = people(service)
    host, guest = Visitor("host", is_host=True), Visitor("guest", is_host=False)
    game.sit(WHITE, guest.id, game.invite(WHITE, by=host))
    game.do(Move("11-15", by=host))
    game.do(Undo(by=host))
    with hiccups(service, "UPDATE"):
        game.rename(guest.id, "Ann")
    assert game.view()["undo_request"] == "black"


def test_a_pace_is_kept_when_another_program_changes_the_game(
    service: Service, now: Time, tmp_path: Path
) -> None:
    game = service.begin(NewGame(black="random:seed=1", white="random:seed=2", pace=5))
    listener = Listener(game)
    listener.wait(lambda view: view["ply"] == 1)
    other = Service(tmp_path)
    other.game(game.id).change(pace=6)
    other.close()
    listener.wait(lambda view: view["pace"] == 6)
    game.tick()
    view = game.view()
    assert (view["ply"], view["thinking"]) == (1, None)


def test_a_stop_that_comes_too_late_does_not_lose_a_step(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose = RandomPlayer.choose
    stopped: list[Game] = []

    def stop_once(self: RandomPlayer, game: Game) -> LegalMove:
        if not stopped:
            stopped.append(game)
            raise SearchStoppedError("this stop was meant for an earlier choice")
        return choose(self, game)

    monkeypatch.setattr(RandomPlayer, "choose", stop_once)
    game = service.begin(NewGame(black="random:seed=1", white="random:seed=2"))
    game.change(paused=True)
    listener = Listener(game)
    game.do(Step())
    listener.wait(lambda view: view["ply"] == 1)
    assert stopped


def test_a_computer_that_chooses_an_illegal_move_says_so(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RandomPlayer, "choose", lambda _self, _game: Game().legal_moves()[0])
    game = service.begin(NewGame(white="random:seed=1"))
    listener = Listener(game)
    game.do(Move("11-15"))
    view = listener.wait(lambda view: view["message"] is not None)
    assert view["message"]
    assert view["message"]["code"] == "cannot-move"


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
