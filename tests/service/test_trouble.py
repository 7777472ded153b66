"""Errors in one game stay in that game, and nothing is lost."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from crownhead.errors import (
    ConflictError,
    CrownheadError,
    GameError,
    NotFoundError,
    StoreError,
)
from crownhead.game import Game
from crownhead.players.textbook import RandomPlayer
from crownhead.service import ClockSetting, NewGame, Service
from crownhead.session.endings import AnswerDraw
from crownhead.session.moves import Move, Redo, Undo
from crownhead.store import GameStore
from refused import refused
from service.watching import LONG, Listener, Time, outcome_of, people
from store.writing import execute


def test_one_games_trouble_does_not_stop_the_clocks_of_others(
    service: Service, now: Time, tmp_path: Path
) -> None:
    other = Service(tmp_path)
    changed = people(service, clock=ClockSetting("game", 5))
    sound = people(service, clock=ClockSetting("game", 50))
    Listener(changed)
    listener = Listener(sound)
    other.game(changed.id).do(Move("11-15"))  # the flag's fall meets a conflict
    other.close()
    now.seconds += 6
    now.seconds += 50
    ended = listener.wait(lambda view: view["outcome"] is not None)
    assert outcome_of(ended)["reason"] == "time"


def test_a_thought_does_not_outlive_a_game_that_was_read_again(
    service: Service, tmp_path: Path
) -> None:
    game = service.begin(NewGame(white="engine:nodes=999999999999"))
    listener = Listener(game)
    game.do(Move("11-15"))
    listener.wait(lambda view: view["thinking"] is not None)
    other = Service(tmp_path)
    elsewhere = other.game(game.id)
    elsewhere.do(Undo())
    elsewhere.change(white="person")
    elsewhere.do(Move("9-13"))
    other.close()
    view = listener.wait(lambda view: [move["notation"] for move in view["record"]] == ["9-13"])
    assert (view["ply"], view["to_move"], view["thinking"]) == (1, "person", None)


def test_undo_and_move_again_and_again_leaves_no_search_behind(tmp_path: Path) -> None:
    service = Service(tmp_path, threads=2)
    game = service.begin(NewGame(white="engine:nodes=999999999999"))
    Listener(game)
    for _ in range(30):
        game.do(Move("11-15"))
        game.do(Undo())
    service.close()  # it waits for running searches; there must be none


def test_a_full_pool_delays_the_computer_and_loses_nothing(service: Service) -> None:
    held = threading.Event()
    while True:
        try:
            service.pool.submit(held.wait)
        except CrownheadError:
            break
    game = service.begin(NewGame(white="level:1"))
    listener = Listener(game)
    game.do(Move("11-15"))
    assert game.view()["ply"] == 1
    held.set()
    listener.wait(lambda view: view["ply"] == 2)


def test_slow_opponents_do_not_keep_a_quick_one_waiting(service: Service) -> None:
    for _ in range(2):
        slow = service.begin(NewGame(white="engine:nodes=999999999999"))
        Listener(slow)
        slow.do(Move("11-15"))
    quick = service.begin(NewGame(white="random:seed=1"))
    listener = Listener(quick)
    quick.do(Move("11-15"))
    listener.wait(lambda view: view["ply"] == 2)
    assert service.helpers.submit(service.hint, quick.session.game()).result(timeout=LONG).sentence


def test_waiting_between_moves_costs_two_computers_no_time(service: Service, now: Time) -> None:
    game = service.begin(
        NewGame(
            black="random:seed=1", white="random:seed=2", clock=ClockSetting("move", 30), pace=60
        )
    )
    listener = Listener(game)
    listener.wait(lambda view: view["ply"] == 1 and view["thinking"] is None)
    now.seconds += 59
    game.tick()
    view = game.view()
    assert (view["ply"], view["thinking"], view["outcome"]) == (1, None, None)
    now.seconds += 2
    assert listener.wait(lambda view: view["ply"] == 2)["outcome"] is None


def test_a_computer_that_fails_does_not_lose_on_time(
    service: Service, now: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: RandomPlayer, game: Game) -> Any:
        raise ValueError("no idea")

    monkeypatch.setattr(RandomPlayer, "choose", fail)
    game = service.begin(NewGame(white="random:seed=1", clock=ClockSetting("game", 10)))
    listener = Listener(game)
    game.do(Move("11-15"))
    view = listener.wait(lambda view: view["message"] is not None)
    assert view["message"] == {
        "code": "cannot-move",
        "side": "white",
        "why": None,
        "detail": {"code": "service.fault", "values": {}},
    }
    now.seconds += 100
    game.tick()
    assert game.view()["outcome"] is None
    game.change(white="level:1")
    assert listener.wait(lambda view: view["ply"] == 2)["outcome"] is None


def test_redo_does_not_give_time_back(service: Service, now: Time) -> None:
    game = people(service, clock=ClockSetting("game", 60))
    Listener(game)
    for move in ("11-15", "23-19", "8-11"):
        now.seconds += 1
        game.do(Move(move))
    for _ in range(3):
        game.do(Undo())
    now.seconds += 30
    game.do(Move("11-15"))
    assert not game.view()["can_redo"]
    assert game.view()["clock"]["black"] == 30


def test_a_loss_on_time_shows_no_time_when_it_is_redone(service: Service, now: Time) -> None:
    game = people(service, clock=ClockSetting("game", 60))
    listener = Listener(game)
    game.do(Move("11-15"))
    now.seconds += 61
    listener.wait(lambda view: view["outcome"] is not None)
    game.do(Undo())
    assert game.view()["ply"] == 0  # undoing only the loss would leave no time to play on
    game.do(Redo())
    assert game.view()["clock"]["white"] == 0


def test_a_draw_offer_ends_with_the_player_who_made_it(service: Service) -> None:
    game = people(service)
    game.offer_draw(service.judge_draw)
    game.change(white="level:11")
    with refused(GameError, "session.no-draw-offer"):
        game.do(AnswerDraw(accept=True))


def test_records_that_cannot_be_read_do_not_hide_the_others(service: Service) -> None:
    good, *bad = [people(service) for _ in range(8)]
    for game in (good, *bad):
        game.do(Move("11-15"))
    shown = (
        *("clock = '[]'", "black = 'hub:something'", "rules = 'chess'"),
        *("ending = '{}'", "draw_offer = 'x'"),
    )
    opened = ("start = 'nonsense'", "ply = 9")  # a list does not read these
    for game, fault in zip(bad, shown + opened, strict=True):
        execute(service.store, f"UPDATE games SET {fault} WHERE id = ?", game.id)
        game.close()
    listed = {one["id"]: one.get("error") for one in service.games().games}
    assert set(listed) == {good.id, *(game.id for game in bad)}
    assert listed[good.id] is None
    assert all(listed[game.id] for game in bad[: len(shown)])
    for game in bad:
        with pytest.raises(CrownheadError):
            service.game(game.id)
        service.delete(game.id)
    assert [one["id"] for one in service.games().games] == [good.id]


def test_a_computers_move_that_the_disk_refuses_is_told_and_made_later(
    service: Service,
) -> None:
    game = service.begin(NewGame(white="random"))
    game.do(Move("11-15"))
    refuse = "CREATE TRIGGER full BEFORE UPDATE ON games BEGIN SELECT RAISE(ABORT, ''); END"
    execute(service.store, refuse)
    listener = Listener(game)
    view = listener.wait(lambda view: view["message"] is not None)
    assert view["message"] is not None
    assert (view["message"]["code"], view["message"]["side"]) == ("cannot-move", "white")
    assert (view["ply"], view["thinking"]) == (1, None)
    execute(service.store, "DROP TRIGGER full")
    listener.leave()
    Listener(game).wait(lambda view: view["ply"] == 2)


def test_a_fault_of_ours_while_a_computers_move_is_stored_is_told(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = service.begin(NewGame(white="random", clock=ClockSetting("game", 60)))
    game.do(Move("11-15"))

    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("crownhead.service.games.live.stored_of", fail)
    view = Listener(game).wait(lambda view: view["message"] is not None)
    assert view["message"] is not None
    assert view["message"]["code"] == "cannot-move"
    assert (view["thinking"], view["clock"]["running"]) == (None, None)


def test_a_game_deleted_elsewhere_is_gone_here(service: Service, tmp_path: Path) -> None:
    game = people(service)
    listener = Listener(game)
    other = Service(tmp_path)
    other.delete(game.id)
    other.close()
    listener.wait(lambda _view: "gone" in listener.heard)
    with pytest.raises(ConflictError):
        game.do(Move("11-15"))
    with pytest.raises(NotFoundError):
        service.game(game.id)


def test_many_games_are_open_at_once_and_those_that_are_watched_stay(service: Service) -> None:
    game = people(service, clock=ClockSetting("game", 60))
    listener = Listener(game)
    for _ in range(70):
        people(service)
    assert service.game(game.id) is game
    game.do(Move("11-15"))
    assert listener.heard[-1] == "view"


def test_of_the_games_that_nobody_has_begun_only_the_newest_is_listed(service: Service) -> None:
    begun = people(service)
    begun.do(Move("11-15"))
    games = [people(service) for _ in range(3)]
    assert {one["id"] for one in service.games().games} == {begun.id, games[-1].id}


@pytest.mark.parametrize(
    "text",
    ["11 15", "11\N{EN DASH}15", "11 \N{MINUS SIGN} 15", "11\N{MULTIPLICATION SIGN}15", "3,6 4,5"],
)
def test_moves_are_read_as_people_type_and_paste_them(service: Service, text: str) -> None:
    game = people(service)
    game.do(Move(text))
    assert game.view()["record"][0]["notation"] == "11-15"


class Shaky(GameStore):
    """A real store that fails to read the version a given number of times."""

    failures = 0

    def version(self, game_id: str) -> int:
        if self.failures:
            self.failures -= 1
            raise StoreError("the disk hiccups")
        return super().version(game_id)


def test_a_hiccup_of_the_disk_neither_loses_a_game_nor_what_others_did(
    service: Service, tmp_path: Path
) -> None:
    game = people(service)
    shaky = Shaky(tmp_path)
    service.store.close()
    service.store = game._store = shaky
    listener = Listener(game)

    def hiccup() -> None:  # in a writer job, so that the ticker does not meet it first
        shaky.failures = 1
        with pytest.raises(StoreError, match="hiccups"):
            service.game(game.id)

    shaky.run(hiccup)
    assert service.game(game.id) is game
    other = Service(tmp_path)
    shaky.failures = 1
    other.game(game.id).do(Move("11-15"))
    listener.wait(lambda view: view["ply"] == 1)
    other.close()
