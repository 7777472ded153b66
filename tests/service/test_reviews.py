"""Reviews of finished games: what they find, their order, and how they are stored."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import programs
from crownhead.endgame import Build, EndgameTables
from crownhead.errors import BusyError, GameError, NotFoundError
from crownhead.rules import PRESETS
from crownhead.service import NewGame, Service, Start
from crownhead.service.analysis import reviews as module
from crownhead.service.analysis.review_contract import ReviewView
from crownhead.service.jobs import Job
from crownhead.session.endings import Resign
from crownhead.session.moves import Move, Undo
from refused import refused
from service.reviewing import FOR_EVER, NODES, checked, finished, played, reviewed, wait
from service.watching import Listener, people
from store.writing import execute


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    made = Service(tmp_path / "data", seed=1, review_nodes=NODES)
    yield made
    made.close()


@pytest.fixture
def patient(tmp_path: Path) -> Iterator[Service]:
    """A service whose reviews never end by themselves."""
    made = Service(tmp_path / "data", seed=1, review_nodes=FOR_EVER)
    yield made
    made.close()


def found_in(view: ReviewView) -> dict[str, Any]:
    """What a review has found, without its time."""
    return {name: value for name, value in view.items() if name not in ("version", "created")}


def count_stored(service: Service) -> int:
    return int(service.store._database.rows("SELECT count(*) FROM reviews")[0][0])


# ---- what is found


def test_a_review_says_the_same_twice_and_the_same_as_the_command(
    service: Service, tmp_path: Path
) -> None:
    game = finished(service, plies=24)
    view = reviewed(service, game)
    service.reviews.forget(game.id)
    assert found_in(reviewed(service, game)) == found_in(view)
    source = tmp_path / "game.pdn"
    source.write_text(game.pdn())
    words = ["review", str(source), "--nodes", str(NODES), "--tables", "none", "--json"]
    done = programs.run(
        [sys.executable, "-m", "crownhead", *words], capture_output=True, text=True, check=True
    )
    mistakes = json.loads(done.stdout)["mistakes"]
    assert mistakes
    marked = [move for move in view["moves"] if move["mark"]]
    assert [
        (one["ply"], one["side"], one["played"], one["mark"], one["before"], one["better"][:10])
        for one in mistakes
    ] == [
        (
            move["ply"],
            move["side"],
            move["notation"],
            move["mark"],
            move["better"] and move["better"]["chance"],
            move["better"] and [step["notation"] for step in move["better"]["line"]][:10],
        )
        for move in marked
    ]
    assert view["exercises"]["black"] + view["exercises"]["white"] == sorted(
        (move["ply"] for move in marked), key=lambda ply: (ply % 2 == 0, ply)
    )


def test_a_blunder_is_a_moment_with_a_line_to_play_through(service: Service) -> None:
    game = played(service, "9-14", "21-17", "14x21", "22-18")
    view = reviewed(service, game)
    assert view["moments"] == view["exercises"]["white"] == [2]
    assert view["marks"]["white"] == {"inaccuracies": 0, "mistakes": 0, "blunders": 1}
    black, white = view["accuracy"]["black"], view["accuracy"]["white"]
    assert 100 >= (black or 0) > (white or 0) > 0
    assert view["start"] is not None
    blunder = view["moves"][1]
    assert (blunder["notation"], blunder["side"], blunder["mark"]) == ("21-17", "white", "??")
    assert blunder["better"] is not None
    board = game.view()["record"][0]["after"]["board"]
    for step in blunder["better"]["line"]:
        assert step["after"]["board"] != board
        assert step["path"][0] != step["path"][-1]
        board = step["after"]["board"]
    lost = blunder["better"]["chance"] - (1 - blunder["chance"])
    assert blunder["lost"] == pytest.approx(lost, abs=0.0002)
    assert view["moves"][2]["forced"]


@pytest.mark.parametrize("preset", PRESETS)
def test_games_by_every_rule_set_are_reviewed(service: Service, preset: str) -> None:
    game = finished(service, plies=12, rules=PRESETS[preset])
    assert reviewed(service, game)["done"] == game.stored.ply


def test_a_draw_by_a_rule_and_what_the_tables_know_are_told(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Build(tmp_path / "tables", 2, distance=True).run(jobs=1)
    tables = EndgameTables.open(tmp_path / "tables")
    monkeypatch.setattr(service, "tables", lambda: tables)
    game = people(service, start=Start.parse("B:WK1:BK18"))
    for move in ("18-14", "1-5", "14-18", "5-1") * 2:
        game.do(Move(move))
    view = reviewed(service, game)
    assert view["settings"] == {"nodes": NODES, "tables": 2}
    assert {move["tables"] for move in view["moves"]} == {"draw"}
    assert {move["chance"] for move in view["moves"]} == {0.5}
    assert view["moves"][-1]["draw"] == {"code": "repetition", "times": 3, "reply": None}
    assert view["moves"][0]["draw"] == {"code": "tables", "times": 0, "reply": None}
    assert view["accuracy"] == {"black": 100, "white": 100}


# ---- the queue


def test_reviews_wait_in_the_order_in_which_they_were_asked_for(patient: Service) -> None:
    games = [finished(patient, seed) for seed in range(4)]
    for game in games:
        patient.reviews.ask(game)
    wait(lambda: patient.reviews.view(games[0])["state"] == "running")

    def standings() -> list[tuple[str, int]]:
        views = [checked(patient.reviews.view(game)) for game in games]
        return [(view["state"], view["ahead"]) for view in views]

    assert standings() == [("running", 0), ("waiting", 1), ("waiting", 2), ("waiting", 3)]
    before = patient.reviews.view(games[3])["version"]
    assert patient.reviews.ask(games[1])["ahead"] == 1  # each game once
    patient.reviews.stop(games[1].id)
    patient.reviews.stop(games[0].id)
    wait(lambda: patient.reviews.view(games[2])["state"] == "running")
    assert patient.reviews.view(games[3])["ahead"] == 1
    assert patient.reviews.view(games[3])["version"] > before
    for game in games[:2]:
        with refused(NotFoundError, "reviews.missing"):
            patient.reviews.view(game)


def test_too_many_are_refused_in_a_sentence(
    patient: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_MOST", 2)
    games = [finished(patient, seed, plies=2) for seed in range(4)]
    patient.reviews.ask(games[0])
    wait(lambda: patient.reviews.view(games[0])["state"] == "running")
    for game in games[1:3]:
        patient.reviews.ask(game)
    with refused(BusyError, "reviews.too-many", count=2):
        patient.reviews.ask(games[3])
    patient.reviews.stop(games[2].id)
    assert patient.reviews.ask(games[3])["ahead"] == 2


def test_thirty_at_once_are_done_while_a_game_goes_on(tmp_path: Path) -> None:
    service = Service(tmp_path, seed=1, review_nodes=100)
    games = [finished(service, seed, plies=6) for seed in range(30)]
    going = service.begin(NewGame(white="random:seed=1"))
    listener = Listener(going)
    for game in games:
        service.reviews.ask(game)
    for ply in (0, 2, 4):
        going.do(Move(going.view()["choices"]["legal"][0]["path"], ply))
        listener.wait(lambda view, ply=ply: view["ply"] == ply + 2)  # type: ignore[misc]
    for game in games:
        assert reviewed(service, game)["state"] == "done"
    assert count_stored(service) == 30
    service.close()


# ---- stopping


def test_a_review_that_is_stopped_leaves_nothing_and_can_be_asked_for_again(
    patient: Service,
) -> None:
    game = finished(patient)
    for _ in range(3):
        patient.reviews.ask(game)
        wait(lambda: patient.reviews.view(game)["state"] == "running")
        patient.reviews.forget(game.id)
        with pytest.raises(NotFoundError):
            patient.reviews.view(game)
    assert count_stored(patient) == 0


def test_closing_ends_what_runs_and_what_waits(tmp_path: Path) -> None:
    service = Service(tmp_path, review_nodes=FOR_EVER)
    games = [finished(service, seed) for seed in range(3)]
    for game in games:
        service.reviews.ask(game)
    wait(lambda: service.reviews.view(games[0])["state"] == "running")
    reviews = service.reviews
    service.close()
    with refused(GameError, "service.stopping"):
        reviews._add(Job(""))  # type: ignore[arg-type]  # what it is is not looked at any more
    again = Service(tmp_path, review_nodes=NODES)
    assert count_stored(again) == 0
    game = again.game(games[0].id)
    with pytest.raises(NotFoundError):
        again.reviews.view(game)
    assert reviewed(again, game)["state"] == "done"
    again.close()


def test_one_that_is_forgotten_while_it_is_stored_is_forgotten(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = finished(service, plies=4)
    store, usual = service.reviews._shelf, service.reviews._shelf.put

    def put(*values: Any) -> None:
        service.reviews.forget(game.id)
        usual(*values)

    monkeypatch.setattr(store, "put", put)
    service.reviews.ask(game)
    wait(lambda: not service.reviews._jobs)
    monkeypatch.undo()
    other = finished(service, plies=4)
    reviewed(service, other)  # by now the worker is done with the first
    assert count_stored(service) == 1
    with pytest.raises(NotFoundError):
        service.reviews.view(game)


def test_a_game_that_is_deleted_takes_its_review_along(patient: Service) -> None:
    first, second = finished(patient, 1), finished(patient, 2)
    patient.reviews.ask(first)
    wait(lambda: patient.reviews.view(first)["state"] == "running")
    patient.reviews.ask(second)
    patient.delete(first.id)
    wait(lambda: patient.reviews.view(second)["state"] == "running")


def test_a_review_that_fails_says_so_and_can_be_asked_for_again(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = finished(service, plies=4)

    def fail(*_: Any, **__: Any) -> Any:
        raise GameError("the board is on fire")

    with monkeypatch.context() as patched:
        patched.setattr(module, "judge", fail)
        service.reviews.ask(game)
        view = wait(lambda: (now := service.reviews.view(game))["state"] == "failed" and now)
    assert checked(view)["detail"] == {"code": "the board is on fire", "values": {}}
    assert reviewed(service, game)["state"] == "done"


# ---- what is stored


def test_a_review_is_there_again_after_a_restart(tmp_path: Path) -> None:
    service = Service(tmp_path, review_nodes=NODES)
    game = finished(service)
    view = reviewed(service, game)
    service.close()
    again = Service(tmp_path, review_nodes=NODES)
    assert again.reviews.view(again.game(game.id)) == view
    assert again.reviews.ask(again.game(game.id)) == view
    again.close()


def test_one_made_with_other_settings_is_shown_as_outdated_and_made_anew(tmp_path: Path) -> None:
    service = Service(tmp_path, review_nodes=NODES)
    game = finished(service)
    view = reviewed(service, game)
    assert not view["outdated"]
    service.close()
    again = Service(tmp_path, review_nodes=2 * NODES)
    found = again.game(game.id)
    old = checked(again.reviews.view(found))
    assert (old["outdated"], old["settings"]["nodes"]) == (True, NODES)
    assert old["version"] > view["version"]
    new = reviewed(again, found)
    assert (new["outdated"], new["settings"]["nodes"]) == (False, 2 * NODES)
    assert count_stored(again) == 1
    again.close()


def test_a_game_that_goes_on_hides_its_review_and_is_reviewed_anew(service: Service) -> None:
    game = finished(service)
    old = reviewed(service, game)
    game.do(Undo())  # the resignation
    with refused(NotFoundError, "reviews.missing"):
        service.reviews.view(game)
    with refused(GameError, "reviews.not-over"):
        service.reviews.ask(game)
    game.do(Resign())
    assert service.reviews.view(game) == old  # the same moves
    game.do(Undo())
    game.do(Move(game.view()["choices"]["legal"][0]["path"]))
    game.do(Resign())
    with pytest.raises(NotFoundError):
        service.reviews.view(game)
    assert reviewed(service, game)["total"] == old["total"] + 1


def test_a_game_that_changes_while_it_is_reviewed_is_reviewed_anew(patient: Service) -> None:
    game = finished(patient)
    patient.reviews.ask(game)
    wait(lambda: patient.reviews.view(game)["state"] == "running")
    game.do(Undo())
    game.do(Move(game.view()["choices"]["legal"][0]["path"]))
    game.do(Resign())
    with pytest.raises(NotFoundError):
        patient.reviews.view(game)
    assert patient.reviews.ask(game)["total"] == game.stored.ply
    wait(lambda: patient.reviews.view(game)["state"] == "running")


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("findings", "{"),
        ("findings", "[]"),
        ("findings", '{"start": 0.5, "moves": []}'),
        ("settings", "7"),
        ("settings", '{"nodes": 5000}'),
        ("line", "another"),
    ],
)
def test_a_damaged_review_is_as_if_there_were_none(tmp_path: Path, column: str, value: str) -> None:
    service = Service(tmp_path, review_nodes=NODES)
    game = finished(service, plies=4)
    reviewed(service, game)
    execute(service.store, f"UPDATE reviews SET {column} = ?", value)
    service.close()
    again = Service(tmp_path, review_nodes=NODES)
    found = again.game(game.id)
    with pytest.raises(NotFoundError):
        again.reviews.view(found)
    assert reviewed(again, found)["state"] == "done"
    again.close()


def test_games_without_moves_or_not_yet_over_are_refused(service: Service) -> None:
    game = people(service)
    with refused(GameError, "reviews.not-over"):
        service.reviews.ask(game)
    game.do(Resign())
    with refused(GameError, "reviews.no-move"):
        service.reviews.ask(game)
    with refused(NotFoundError, "reviews.missing"):
        service.reviews.view(game)
