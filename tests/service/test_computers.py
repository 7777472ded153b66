"""Computer players: watched, paused, changed and left alone."""

from __future__ import annotations

import gc

import pytest

from crownhead.engine import Engine
from crownhead.errors import CrownheadError
from crownhead.service import NewGame, Service
from crownhead.session.moves import Move
from crownhead.session.thinking import Step
from service.watching import Listener, Time


def test_two_computers_are_paused_and_go_step_by_step(service: Service) -> None:
    game = service.begin(NewGame(black="random:seed=1", white="random:seed=2", pace=0))
    game.change(paused=True)
    listener = Listener(game)
    assert game.view()["ply"] == 0
    game.do(Step())
    listener.wait(lambda view: view["ply"] == 1)
    game.do(Step())
    listener.wait(lambda view: view["ply"] == 2)
    assert game.view()["thinking"] is None
    game.change(paused=False)
    listener.wait(lambda view: view["ply"] > 5)


def test_a_pace_is_kept(service: Service, now: Time) -> None:
    game = service.begin(NewGame(black="random:seed=1", white="random:seed=2", pace=5))
    listener = Listener(game)
    listener.wait(lambda view: view["ply"] == 1)
    now.seconds += 4
    game.tick()
    view = game.view()
    assert (view["ply"], view["thinking"]) == (1, None)
    now.seconds += 2
    listener.wait(lambda view: view["ply"] == 2)


def test_the_opponent_can_be_changed_while_it_thinks(service: Service) -> None:
    game = service.begin(NewGame(white="engine:nodes=999999999999"))
    listener = Listener(game)
    game.do(Move("11-15"))
    listener.wait_for_depth(4)
    game.change(white="level:1")
    view = listener.wait(lambda view: view["ply"] == 2)
    assert view["players"]["white"]["name"] == "Hatchling"
    assert service.store.load(game.id).white == "level:1"


def test_no_program_is_started_for_a_person(service: Service) -> None:
    for name in ("hub:echo", "hub", "level:99", "nobody", ""):
        with pytest.raises(CrownheadError):
            service.begin(NewGame(white=name or " "))


def test_leaving_stops_the_computer(service: Service) -> None:
    game = service.begin(NewGame(white="engine:nodes=999999999999"))
    listener = Listener(game)
    game.do(Move("11-15"))
    listener.wait_for_depth(4)
    listener.leave()
    assert game.view()["thinking"] is None
    assert game.view()["ply"] == 1


def tables_mb() -> int:
    """The total size of the tables of all open engines, in MB."""
    return sum(one.hash_mb for one in gc.get_objects() if type(one) is Engine and one._session)


@pytest.mark.parametrize(("opponent", "games"), [("engine:nodes=50", 8), ("level:5", 20)])
def test_the_memory_of_computers_does_not_grow_with_the_games(
    service: Service, opponent: str, games: int
) -> None:
    before = tables_mb()
    played = [service.begin(NewGame(white=opponent)) for _ in range(games)]
    listeners = [Listener(game) for game in played]
    for game, listener in zip(played, listeners, strict=True):
        game.do(Move("11-15"))
        listener.wait(lambda view: view["ply"] == 2 and view["thinking"] is None)
    assert tables_mb() - before <= 128
    played[0].do(
        Move(played[0].view()["choices"]["legal"][0]["path"])
    )  # whose engine has been idle longest
    listeners[0].wait(lambda view: view["ply"] == 4)
