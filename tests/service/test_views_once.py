"""A change builds one view, which everybody gets until the next change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from crownhead.service import ClockSetting, NewGame, Service
from crownhead.service.contract import GameView
from crownhead.service.games import view
from crownhead.session.endings import AnswerDraw, Resign
from crownhead.session.moves import Move, Redo, Undo
from crownhead.session.state import Session
from service.watching import Listener, Time, people

CLOCKS = [ClockSetting(), ClockSetting("game", 60, 2)]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The plies of the views that were built."""
    plies: list[int] = []
    make = view.game_view

    def counted(game_id: str, session: Session, *others: Any) -> GameView:
        plies.append(session.ply)
        return make(game_id, session, *others)

    monkeypatch.setattr(view, "game_view", counted)
    return plies


def told(listener: Listener) -> int:
    return listener.heard.count("view")


@pytest.mark.parametrize("clock", CLOCKS, ids=["no clock", "clock"])
def test_a_move_between_people_makes_one_view(
    service: Service, made: list[int], clock: ClockSetting
) -> None:
    game = people(service, clock=clock)
    listener = Listener(game)
    made.clear()
    listener.heard.clear()
    game.do(Move("11-15"))
    assert game.view()["clock"]["running"] == ("white" if clock.kind == "game" else None)
    assert game.shown().json is game.shown().json
    assert game.view() is game.view()
    assert (made, told(listener)) == ([1], 1)


@pytest.mark.parametrize("clock", CLOCKS, ids=["no clock", "clock"])
def test_a_move_and_the_computers_reply_make_a_view_each(
    service: Service, made: list[int], clock: ClockSetting
) -> None:
    game = service.begin(NewGame(white="random:seed=1", clock=clock))
    listener = Listener(game)
    made.clear()
    listener.heard.clear()
    game.do(Move("11-15"))
    listener.wait(lambda view: view["ply"] == 2)
    assert (made, told(listener)) == ([1, 2], 2)
    assert game.shown().json is game.shown().json


def test_a_view_is_shown_until_something_changes(service: Service) -> None:
    game = people(service)
    before = game.shown().json
    assert game.shown().json is before
    changes: list[Callable[[], object]] = [
        lambda: game.do(Move("11-15")),
        lambda: game.do(Undo()),
        lambda: game.do(Redo()),
        lambda: game.offer_draw(service.judge_draw),
        lambda: game.do(AnswerDraw(accept=False)),
        lambda: game.change(white="level:1"),
        lambda: game.do(Resign()),
    ]
    for change in changes:
        change()
        after = game.shown().json
        assert after != before
        assert game.shown().json is after
        before = after


def test_a_running_clock_is_looked_at_again_after_a_moment(service: Service, now: Time) -> None:
    game = people(service, clock=ClockSetting("game", 60))
    Listener(game)
    before = game.shown().json
    assert game.shown().json is before
    now.seconds += 0.2
    assert game.view()["clock"]["black"] == 59.8


def test_whoever_comes_sees_the_clock_run_and_whoever_leaves_leaves_it_standing(
    service: Service, now: Time
) -> None:
    game = people(service, clock=ClockSetting("game", 60))
    assert game.view()["clock"]["running"] is None
    listener = Listener(game)  # while the view still counts as fresh
    assert game.view()["clock"]["running"] == "black"
    now.seconds += 10
    listener.leave()
    now.seconds += 10
    clock = game.view()["clock"]
    assert (clock["running"], clock["black"]) == (None, 50)


def test_a_view_tells_that_a_computer_thinks_when_it_does(service: Service) -> None:
    game = service.begin(NewGame(white="engine:nodes=999999999999"))
    game.do(Move("11-15"))
    assert game.view()["thinking"] is None  # no watchers
    listener = Listener(game)
    assert game.view()["thinking"] is not None
    listener.leave()
    assert game.view()["thinking"] is None


def test_a_thought_between_two_moves_makes_no_view_of_its_own(service: Service, now: Time) -> None:
    game = service.begin(NewGame(black="random:seed=1", white="random:seed=2", pace=5))
    listener = Listener(game)
    listener.wait(lambda view: view["ply"] == 1 and view["thinking"] is None)
    before = game.shown().number
    now.seconds += 6
    listener.wait(lambda view: view["ply"] == 2 and view["thinking"] is None)
    assert game.shown().number == before + 1
