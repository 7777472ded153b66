"""When a computer accepts a draw, with the real engine, and why it declines."""

from __future__ import annotations

import pytest

from crownhead.engine import Score
from crownhead.game import Game
from crownhead.pieces import BLACK, WHITE
from crownhead.position import Position
from crownhead.service import NewGame, Service, Start
from crownhead.service.games.draws import why_declined
from service.watching import outcome_of


@pytest.mark.parametrize(
    "fen",
    [
        pytest.param("B:WK32:BK1", id="king against king"),
        pytest.param("W:WK32:BK1", id="the same for White to move"),
        pytest.param("B:W31,32:B1,2,3,K18,K19", id="the computer is lost"),
        pytest.param("W:W31,32:B1,2,3,K14,K15", id="lost, and to move"),
        pytest.param("B:WK32:BK1,K2,K3", id="three kings against one"),
    ],
)
def test_a_draw_that_costs_the_computer_nothing_is_taken_at_once(
    service: Service, fen: str
) -> None:
    game = service.begin(NewGame(black="person", white="level:3", start=Start("fen", fen=fen)))
    assert game.view()["ply"] == 0
    game.offer_draw(service.judge_draw)
    assert outcome_of(game.view()) == {
        "winner": None,
        "reason": "agreement",
        "result": "1/2-1/2",
    }


@pytest.mark.parametrize(
    ("fen", "why"),
    [
        pytest.param(None, "early", id="the start"),
        pytest.param("B:WK32,K31,K30:BK1", "winning", id="three kings"),
        pytest.param("W:W21,22,23,24,25,26:B1,2,3", "winning", id="three men more, to move"),
    ],
)
def test_a_draw_that_the_computer_has_no_reason_for_is_declined(
    service: Service, fen: str | None, why: str
) -> None:
    start = Start("fen", fen=fen) if fen else Start()
    game = service.begin(NewGame(black="person", white="level:3", start=start))
    game.offer_draw(service.judge_draw)
    view = game.view()
    assert view["outcome"] is None
    assert view["message"] == {
        "code": "draw-declined",
        "side": "white",
        "why": why,
        "detail": None,
    }


def test_the_score_is_seen_from_the_computers_side() -> None:
    game = Game(Position.from_fen("B:WK32,K31:BK1,K2"))
    assert why_declined(game, BLACK, Score(100)) == "better"
    assert why_declined(game, WHITE, Score(100)) is None
    assert why_declined(game, WHITE, Score(-300)) == "winning"


def test_an_even_game_is_drawn_when_it_has_gone_on_or_little_is_left() -> None:
    game = Game()
    assert why_declined(game, WHITE, Score(0)) == "early"
    for move in ("11-15", "23-19", "8-11", "22-17"):
        game.push(move)
    assert why_declined(game, WHITE, Score(0)) == "early"
    few = Game(Position.from_fen("B:W21,22,23,24:B1,2,3,4"))
    assert why_declined(few, WHITE, Score(0)) is None
