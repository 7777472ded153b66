"""Variations of a game, and the comments, marks and clocks of its moves."""

from __future__ import annotations

from typing import Any

import pytest
from played_games import OPENING, movetext, played, written

from crownhead import CrownheadError, Game, GameError, IllegalMoveError, Move
from refused import refused

# ---- variations, comments, clocks


def test_a_variation_stands_beside_the_main_line() -> None:
    game = played(OPENING)
    game.undo()
    node = game.add_variation("3-8")
    assert (str(node.move), node.ply, node.parent) == ("3-8", 5, game.node)
    assert [str(child.move) for child in game.node.children] == ["4-8", "3-8"]
    assert game.ply == 4


def test_a_variation_that_is_there_already_is_found() -> None:
    game = played(OPENING)
    game.undo()
    assert game.add_variation("3-8") is game.add_variation("3-8")
    assert game.add_variation("4-8") is game.node.children[0]


def test_an_illegal_variation_is_refused() -> None:
    with pytest.raises(IllegalMoveError):
        Game().add_variation("11-18")


def test_a_variation_can_be_played_on() -> None:
    game = played(OPENING)
    game.undo()
    game.go_to(game.add_variation("3-8"))
    game.push("25-22")
    assert written(game) == "11-15 23-19 8-11 22-17 3-8 25-22"
    assert movetext(game) == "1. 11-15 23-19 2. 8-11 22-17 3. 4-8 (3. 3-8 25-22) *"


def test_undo_in_a_variation_goes_back_to_where_it_began() -> None:
    game = played(OPENING)
    game.undo()
    game.go_to(game.add_variation("3-8"))
    game.undo()
    assert str(game.redo()) == "4-8"


def test_playing_on_in_a_variation_leaves_the_result_of_the_main_line() -> None:
    game = played(OPENING)
    game.resign()
    game.undo()
    game.go_to(game.add_variation("3-8"))
    game.push("25-22")
    game.undo()
    game.push("26-23")
    assert game.result == "1-0"


def test_comments_nags_and_strengths_stay_with_their_moves() -> None:
    game = played(OPENING)
    game.node.comment = "well known"
    game.node.nags.append(1)
    game.node.strength = "!"
    game.undo()
    game.redo()
    assert (game.node.comment, game.node.nags, game.node.strength) == ("well known", [1], "!")
    assert movetext(game).endswith("3. 4-8! $1 {well known} *")


def test_push_notes_the_clock_of_the_mover() -> None:
    game = Game()
    game.push("11-15", clock=299.5)
    game.push("23-19", clock=300)
    assert [node.clock for node in game.main_line()] == [299.5, 300]
    assert movetext(game) == "1. 11-15 {[%clk 0:04:59.5]} 1... 23-19 {[%clk 0:05:00]} *"


def test_the_clock_of_a_move_that_is_made_again_is_kept_unless_given_anew() -> None:
    game = Game()
    game.push("11-15", clock=10)
    game.undo()
    game.push("11-15")
    assert game.node.clock == 10
    game.undo()
    game.push("11-15", clock=5)
    assert game.node.clock == 5


@pytest.mark.parametrize("clock", [float("inf"), float("nan"), -1.0, 1e300])
def test_a_clock_that_nobody_can_show_is_refused_with_a_sentence(clock: float) -> None:
    def push_and_write() -> str:
        game = Game()
        game.push("11-15", clock=clock)
        return game.pdn

    with pytest.raises(CrownheadError):
        push_and_write()


def test_a_node_knows_its_line_and_its_end() -> None:
    game = played(OPENING)
    assert game.node.line() == list(game.main_line())
    assert game.root.last() is game.node
    assert game.node.last() is game.node
    assert game.root.line() == []
    assert [node.ply for node in game.main_line()] == [1, 2, 3, 4, 5]


def test_a_node_finds_its_children_by_their_moves() -> None:
    game = played(["11-15"])
    assert game.root.child(Move((11, 15))) is game.node
    assert game.root.child(Move((9, 14))) is None


@pytest.mark.parametrize("clock", [-1, float("inf"), float("nan"), "5"])
def test_a_clock_that_shows_no_time_is_refused(clock: Any) -> None:
    game = Game()
    with refused(GameError, "record.clock"):
        game.push("11-15", clock=clock)
    assert game.ply == 0
