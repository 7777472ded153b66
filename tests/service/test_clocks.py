"""A game's clocks, with a time that the tests move."""

from __future__ import annotations

from pathlib import Path

from crownhead.errors import ConflictError
from crownhead.pieces import WHITE
from crownhead.rules import PRESETS
from crownhead.service import ClockSetting, NewGame, Service
from crownhead.service.games.computers import allowance
from crownhead.session.moves import Move, Undo
from refused import refused
from service.watching import Listener, Time, outcome_of, people


def test_time_for_the_game_runs_for_the_side_to_move(service: Service, now: Time) -> None:
    game = people(service, clock=ClockSetting("game", 60, 2))
    Listener(game)
    now.seconds += 10
    assert game.view()["clock"]["black"] == 50
    game.do(Move("11-15"))
    now.seconds += 5
    view = game.view()
    assert (view["clock"]["black"], view["clock"]["white"]) == (52, 55)
    assert view["clock"]["running"] == "white"


def test_clocks_stand_while_nobody_looks_and_are_kept(
    service: Service, now: Time, tmp_path: Path
) -> None:
    game = people(service, clock=ClockSetting("game", 60, 0))
    listener = Listener(game)
    now.seconds += 10
    listener.leave()
    now.seconds += 1000
    assert game.view()["clock"]["black"] == 50
    assert service.store.load(game.id).black_left == 50


def test_running_out_of_time_loses(service: Service, now: Time) -> None:
    game = people(service, rules=PRESETS["tournament-30"])
    listener = Listener(game)
    game.do(Move("11-15"))
    now.seconds += 31
    view = listener.wait(lambda view: view["outcome"] is not None)
    assert view["outcome"] == {"winner": "black", "reason": "time", "result": "1-0"}
    assert service.store.load(game.id).ending == {"winner": "black", "reason": "time"}


def test_a_move_that_comes_too_late_does_not_count(service: Service, now: Time) -> None:
    game = people(service, clock=ClockSetting("move", 30))
    game.watch(lambda _what: None)

    def move_late() -> None:  # in a writer job, so that the ticker does not see it first
        now.seconds += 31
        with refused(ConflictError, "record.over", outcome="outcome.win"):
            game.do(Move("11-15"))

    service.store.run(move_late)
    assert game.view()["ply"] == 0
    assert outcome_of(game.view())["winner"] == "white"


def test_undo_gives_the_time_back(service: Service, now: Time) -> None:
    game = people(service, clock=ClockSetting("game", 60, 0))
    Listener(game)
    now.seconds += 10
    game.do(Move("11-15"))
    now.seconds += 20
    game.do(Move("23-19"))
    game.do(Undo())
    clock = game.view()["clock"]
    assert (clock["black"], clock["white"]) == (50, 60)


def test_a_computer_does_not_think_longer_than_its_clock_allows(service: Service) -> None:
    game = service.begin(NewGame(white="engine:nodes=999999999999", clock=ClockSetting("game", 2)))
    listener = Listener(game)
    game.do(Move("11-15"))
    assert 0 < allowance(game.session.clock, WHITE).hard_and_soft_seconds()[0] < 2
    listener.wait(lambda view: view["ply"] == 2)


def test_what_the_clocks_showed_is_stored_with_each_move(
    service: Service, now: Time, tmp_path: Path
) -> None:
    game = people(service, clock=ClockSetting("game", 60, 2))
    Listener(game)
    for move in ("11-15", "23-19", "8-11", "22-17"):
        now.seconds += 5
        game.do(Move(move))
    shown = [(57.0, 60.0), (57.0, 57.0), (54.0, 57.0), (54.0, 54.0)]
    stored = [(move.black_left, move.white_left) for move in service.store.load(game.id).moves]
    assert stored == shown
    game.do(Undo())
    now.seconds += 10
    game.do(Move("24-20"))
    assert game.view()["clock"]["white"] == 49
    again = Service(tmp_path)
    found = again.game(game.id)
    assert found.pdn() == game.pdn()
    found.do(Undo())
    assert (found.view()["clock"]["black"], found.view()["clock"]["white"]) == (54.0, 57.0)
    again.close()
