"""Draws by the rules in a record that goes on past them."""

from __future__ import annotations

import re

import pytest

from crownhead import Game
from crownhead.engine import Limit
from crownhead.messages import Message, percent
from crownhead.notation import pdn
from crownhead.pieces import BLACK
from crownhead.review import GameReview, review_game
from crownhead.review.judge import Draw
from saying import pattern, says

NODES = Limit(nodes=20_000)
# Three kings against one. The first position recurs after every fourth move.
WON = '[FEN "B:WK1:BK14,K15,K23"]\n'
ROUND = "14-18 1-5 18-14 5-1 "


def reviewed(text: str) -> tuple[GameReview, list[str]]:
    """A review, and its comments on the moves."""
    (game,) = pdn.parse_games(text)
    review = review_game(game, NODES)
    return review, [node.comment for node in Game.from_pdn(review.pdn).main_line()]


def test_a_third_repetition_is_a_draw_and_says_so() -> None:
    review, said = reviewed(f"{WON}{ROUND * 2}*")
    assert said[-1] == str(Draw("repetition", 3).message)
    assert review.chances[-1] == 0.5
    assert "wins in" in said[-3]


def test_a_move_that_lets_the_position_be_repeated_says_why_it_lost_the_win() -> None:
    review, said = reviewed(f"{WON}{ROUND * 2}*")
    (mistake,) = review.mistakes
    assert (mistake.ply, mistake.mark) == (7, "??")
    assert mistake.draw == str(Draw("repetition", 3, "5-1").message)
    fall = Message("review.fall", {"side": BLACK, "before": percent(1), "after": percent(0.5)})
    values = {"standing": mistake.draw, "mark": Message("mark.blunder"), "fall": fall}
    assert says(said[6], "review.marked", **values), said[6]


def test_a_game_that_went_on_past_a_draw_says_so_once() -> None:
    _, said = reviewed(f"{WON}{ROUND * 2}15-10 1-5 *")
    assert said[-3] == str(Draw("repetition", 3).message)
    wins = Message("review.standing.wins-in", {"side": BLACK})
    assert says(said[-2], "review.past-draw", standing=wins), said[-2]
    assert re.match(pattern(wins.key, **wins.values), said[-1]), said[-1]


def test_a_position_that_comes_again_after_a_draw_is_counted_on() -> None:
    _, said = reviewed(f"{WON}{ROUND * 3}*")
    assert said[-1] == str(Draw("repetition", 4).message)


def test_too_many_quiet_moves_are_a_draw() -> None:
    _, said = reviewed(f'[Rules "quiet_limit=3"]\n{WON}14-18 1-5 18-14 5-1 *')
    assert said[-2:] == [str(Draw("quiet moves").message)] * 2


@pytest.mark.parametrize("moves", [ROUND * 2, f"{ROUND * 2}15-10 1-5 ", ROUND * 3])
def test_a_second_review_says_nothing_of_it_twice(moves: str) -> None:
    once, _ = reviewed(f"{WON}{moves}*")
    again, _ = reviewed(once.pdn)
    assert again.pdn == once.pdn


def test_without_a_limit_positions_may_come_as_often_as_they_like() -> None:
    review, said = reviewed(f'[Rules "repetition_limit=none quiet_limit=none"]\n{WON}{ROUND * 2}*')
    assert not review.mistakes
    assert "draw" not in " ".join(said)
