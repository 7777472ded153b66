"""Trying another move instead of a mistake: the verdict, and why."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from crownhead.errors import GameError, IllegalMoveError, NotFoundError
from crownhead.service import LiveGame, Service, Start
from crownhead.service.analysis.review_contract import TryView
from crownhead.session.moves import Move, Undo
from refused import refused
from service.reviewing import NODES, played, reviewed
from service.watching import people

TRY = TypeAdapter(TryView)
BLUNDER = ("9-14", "21-17", "14x21", "22-18")  # White's second move loses a man


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    made = Service(tmp_path, seed=1, review_nodes=NODES)
    yield made
    made.close()


def tried(service: Service, game: LiveGame, ply: int, move: str | list[int]) -> TryView:
    view = service.reviews.try_again(game, ply, move)
    assert TRY.validate_python(view, strict=True) == view
    return view


def test_every_move_gets_a_verdict_and_the_best_is_the_reviews_own(service: Service) -> None:
    game = played(service, *BLUNDER)
    better = reviewed(service, game)["moves"][1]["better"]
    assert better is not None
    position = game.session.game()
    position.go_to_start()
    position.forward()
    verdicts = {
        str(move): tried(service, game, 2, list(move.path))
        for move in position.position.legal_moves()
    }
    assert verdicts["21-17"]["verdict"] == "same"
    best = verdicts[better["line"][0]["notation"]]
    assert (best["verdict"], best["lost"], best["of"]) == ("best", 0, "move")
    assert best["before"] == best["after"] == better["chance"]
    for notation, one in verdicts.items():
        assert one["move"]["notation"] == notation
        limits = {"best": 0, "good": 0.08, "inaccuracy": 0.15, "mistake": 0.25, "blunder": 1}
        if one["verdict"] != "same":
            assert one["lost"] <= limits[one["verdict"]]
        assert one["of"] == ("move" if one["verdict"] in ("best", "good") else "reply")
        assert one["reply"][0]["after"]["turn"] == "white"


def test_a_blunder_says_what_the_other_side_makes_of_it(service: Service) -> None:
    game = played(service, *BLUNDER)
    better = reviewed(service, game)["moves"][1]["better"]
    again = tried(service, game, 2, "21-17")
    assert better is not None
    assert again["missed"] == better["reason"]
    assert (again["of"], again["reason"]["code"]) == ("reply", "wins-pieces")
    assert again["reply"][0]["notation"] == "14x21"
    assert again["after"] < again["before"]
    assert tried(service, game, 2, "21-17") == again  # any number of times


def test_a_move_that_throws_a_win_away_by_repetition_says_that_it_is_a_draw(
    service: Service,
) -> None:
    game = people(service, start=Start.parse("B:WK1:BK14,K15,K23"))
    for move in ("14-18", "1-5", "18-14", "5-1") * 2:
        game.do(Move(move))
    view = reviewed(service, game)
    assert view["exercises"]["black"] == [7]
    again = tried(service, game, 7, "18-14")
    assert again["verdict"] == "same"
    assert again["draw"] == {"code": "repetition", "times": 3, "reply": "5-1"}
    assert (again["of"], again["reason"]["code"]) == ("reply", "draws")
    better = view["moves"][6]["better"]
    assert better is not None
    won = tried(service, game, 7, better["line"][0]["path"])
    assert (won["verdict"], won["after"]) == ("best", 1.0)
    assert won["reason"]["code"] in ("wins-in", "winning")


def test_a_try_leaves_the_game_and_its_review_as_they_were(service: Service) -> None:
    game = played(service, *BLUNDER)
    view, before = reviewed(service, game), game.view()
    for move in ("21-17", "22-18", "24-20"):
        tried(service, game, 2, move)
    assert (service.reviews.view(game), game.view()) == (view, before)


def test_what_cannot_be_tried_is_refused_in_a_sentence(service: Service) -> None:
    game = played(service, *BLUNDER)
    with refused(NotFoundError, "reviews.missing"):
        service.reviews.try_again(game, 2, "22-18")
    reviewed(service, game)
    with refused(IllegalMoveError, "refusal.tried", tried="22x14", reason="refusal.occupied"):
        service.reviews.try_again(game, 2, "22-14")
    with pytest.raises(IllegalMoveError) as caught:
        service.reviews.try_again(game, 2, [22, 14])
    assert caught.value.refusal is not None
    for ply in (0, 1, 99):
        with refused(GameError, "reviews.no-mark"):
            service.reviews.try_again(game, ply, "22-18")
    game.do(Undo())
    with pytest.raises(NotFoundError):
        service.reviews.try_again(game, 2, "22-18")
