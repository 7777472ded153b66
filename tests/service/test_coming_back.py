"""Games reopened later, and games that two programs have open at once."""

from __future__ import annotations

from pathlib import Path

from crownhead.errors import (
    ConflictError,
    NotFoundError,
)
from crownhead.pieces import BLACK, WHITE
from crownhead.rules import PRESETS
from crownhead.service import ClockSetting, NewGame, Service
from crownhead.session.endings import Resign
from crownhead.session.moves import Move, Undo
from refused import refused
from service.watching import Listener, outcome_of, people, read


def test_a_game_comes_back_from_disk_as_it_was(tmp_path: Path) -> None:
    first = Service(tmp_path)
    game = first.begin(
        NewGame(
            black="person",
            white="person",
            rules=PRESETS["regicide"].replace(quiet_limit=50),
            clock=ClockSetting("game", 300, 2),
        )
    )
    for move in ("11-15", "23-19", "8-11"):
        game.do(Move(move))
    game.do(Undo())
    before = game.view()
    first.close()
    second = Service(tmp_path)
    assert second.game(game.id).view() == before
    assert [one["id"] for one in second.games().games] == [game.id]
    second.close()


def test_an_ended_game_comes_back_ended(tmp_path: Path) -> None:
    first = Service(tmp_path)
    game = people(first)
    game.do(Move("11-15"))
    game.do(Resign(BLACK))
    before = game.view()
    first.close()
    second = Service(tmp_path)
    assert second.game(game.id).view() == before
    [listed] = read(second)
    assert listed["outcome"] == before["outcome"] == {**outcome_of(before), "winner": "white"}
    second.close()


def test_two_services_on_one_file_do_not_overwrite_each_other(tmp_path: Path) -> None:
    one, two = Service(tmp_path), Service(tmp_path)
    game = people(one)
    other = two.game(game.id)
    game.do(Move("11-15"))
    with refused(ConflictError, "games.changed"):
        other.do(Move("9-13"))
    assert other.view()["record"][0]["notation"] == "11-15"
    other.do(Move("23-19"))
    assert one.store.load(game.id).ply == 2
    one.close()
    two.close()


def test_whoever_watches_sees_what_another_program_does(tmp_path: Path) -> None:
    one, two = Service(tmp_path), Service(tmp_path)
    game = people(one)
    here, there = Listener(game), Listener(two.game(game.id))
    game.do(Move("11-15"))
    there.wait(lambda view: view["ply"] == 1)
    two.game(game.id).do(Move("23-19"))
    here.wait(lambda view: view["ply"] == 2)
    two.game(game.id).do(Resign(WHITE))
    assert here.wait(lambda view: view["outcome"] is not None)["outcome"] == {
        "winner": "black",
        "reason": "resignation",
        "result": "1-0",
    }
    one.close()
    two.close()


def test_whoever_comes_later_sees_what_was_done_before(tmp_path: Path) -> None:
    one, two = Service(tmp_path), Service(tmp_path)
    game = people(one)  # read without watchers
    two.game(game.id).do(Move("11-15"))
    Listener(game)
    assert game.view()["ply"] == 1
    one.close()
    two.close()


def test_nobody_watches_a_game_that_was_deleted_before(tmp_path: Path) -> None:
    one, two = Service(tmp_path), Service(tmp_path)
    game = people(one)
    two.delete(game.id)
    with refused(NotFoundError, "games.closed"):
        Listener(game)
    assert not game.is_watched
    one.close()
    two.close()


def test_a_game_that_another_program_went_on_with_is_read_again(tmp_path: Path) -> None:
    one, two = Service(tmp_path), Service(tmp_path)
    game = people(one)  # stays in memory without watchers
    two.game(game.id).do(Move("11-15"))
    assert one.game(game.id).view()["ply"] == 1
    two.delete(game.id)
    with refused(NotFoundError, "games.missing"):
        one.game(game.id)
    one.close()
    two.close()


def test_a_computer_that_two_programs_watch_moves_once(tmp_path: Path) -> None:
    one, two = Service(tmp_path), Service(tmp_path)
    game = one.begin(NewGame(white="random"))
    here, there = Listener(game), Listener(two.game(game.id))
    for _ in range(20):
        view = here.wait(lambda view: view["to_move"] != "computer")
        if view["outcome"]:
            break
        game.do(Move(view["choices"]["legal"][0]["path"]))
    view = here.wait(lambda view: view["to_move"] != "computer")
    there.wait(lambda other: other["ply"] == view["ply"])
    assert there.wait(lambda other: other["version"] == view["version"])["record"] == view["record"]
    one.close()
    two.close()
