"""Games: how they begin, moves that are made, taken back and made again, and how a game is shown."""

from __future__ import annotations

from typing import Any

import pytest
from played_games import OPENING, movetext, played, written

from cases import each
from crownhead import (
    BLACK,
    ENGLISH,
    PRESETS,
    WHITE,
    CrownheadError,
    Game,
    GameError,
    IllegalMoveError,
    Move,
    MoveSyntaxError,
    Position,
    Rules,
    RulesError,
)
from refused import refused

# ---- a new game


@pytest.mark.parametrize("rules", ["casual", "", {}, 0])
def test_rules_that_are_none_are_refused(rules: Any) -> None:
    with refused(RulesError, "ruleset.wanted"):
        Game(rules=rules)


def test_a_game_begins_at_the_start_under_english_rules() -> None:
    game = Game()
    assert (game.start, game.position) == (Position.start(), Position.start())
    assert (game.rules, game.turn, game.ply, game.moves) == (ENGLISH, BLACK, 0, [])
    assert (game.outcome, game.ending, game.result) == (None, None, "*")


def test_a_game_begins_under_the_rules_it_is_given() -> None:
    rules = Rules(first_to_move=WHITE, regicide=True)
    assert Game(rules=rules).start == Position.start(rules)


def test_a_game_begins_in_the_position_it_is_given() -> None:
    position = Position.from_fen("W:W32:B1", PRESETS["casual"])
    assert (Game(position).start, Game(position).rules) == (position, PRESETS["casual"])


def test_the_rules_of_a_game_replace_those_of_its_start() -> None:
    game = Game(Position.from_fen("W:W32:B1"), rules=PRESETS["casual"])
    assert game.start == Position.from_fen("W:W32:B1", PRESETS["casual"])


def test_the_rules_of_a_game_do_not_change_whose_turn_it_is() -> None:
    assert Game(Position.start(), rules=Rules(first_to_move=WHITE)).turn is BLACK


def test_a_game_takes_tags_and_keeps_its_own_copy() -> None:
    tags = {"Black": "Ann"}
    game = Game(tags=tags)
    tags["Black"] = "Bob"
    assert game.tags == {"Black": "Ann"}


@pytest.mark.parametrize("start", ["B:W32:B1", 5, {}])
def test_a_start_that_is_no_position_is_refused_with_a_sentence(start: Any) -> None:
    with pytest.raises((CrownheadError, TypeError)):
        Game(start)


@pytest.mark.parametrize("rules", ["casual", 5, Rules])
def test_rules_that_are_none_are_refused_with_a_sentence(rules: Any) -> None:
    with pytest.raises((CrownheadError, TypeError)):
        Game(rules=rules)


def test_games_share_nothing() -> None:
    one, two = Game(), Game()
    one.push("11-15")
    one.tags["Black"] = "Ann"
    assert (two.ply, two.tags, two.errors) == (0, {}, [])


# ---- making moves


def test_push_makes_a_move_and_returns_it() -> None:
    game = Game()
    assert game.push("11-15") == Move((11, 15))
    assert (game.ply, game.turn, game.moves) == (1, WHITE, [Move((11, 15))])
    assert game.position == Position.start().play("11-15")


def test_push_takes_a_move_as_a_value() -> None:
    assert Game().push(Move((11, 15))) == Move((11, 15))


def test_push_returns_the_move_as_it_is_written_in_that_position() -> None:
    game = Game(Position.from_fen("B:W6,7,14,15:B2"))
    assert str(game.push(Move((2, 9, 18)))) == "2x9x18"


def test_push_refuses_an_illegal_move_and_leaves_the_game_alone() -> None:
    game = played(OPENING)
    with refused(IllegalMoveError, "refusal.tried", reason="refusal.not-yours"):
        game.push("11-16")
    assert written(game) == " ".join(OPENING)


def test_push_refuses_what_is_no_move() -> None:
    with refused(MoveSyntaxError, "move.unreadable", text="e4"):
        Game().push("e4")


@pytest.mark.parametrize("move", [None, 5, (11, 15)])
def test_push_takes_moves_and_texts_only(move: Any) -> None:
    with refused(MoveSyntaxError, "move.wanted"):
        Game().push(move)


def test_moves_are_a_list_of_ones_own() -> None:
    game = played(OPENING)
    game.moves.clear()
    assert written(game) == " ".join(OPENING)


def test_legal_moves_are_those_of_the_position() -> None:
    game = played(OPENING)
    assert game.legal_moves() == game.position.legal_moves()


# ---- taking them back and making them again


def test_undo_takes_the_last_move_back() -> None:
    game = played(OPENING)
    assert game.undo() == Move((4, 8))
    assert (game.ply, game.position) == (4, played(OPENING[:4]).position)


def test_redo_makes_it_again() -> None:
    game = played(OPENING)
    game.undo()
    assert game.redo() == Move((4, 8))
    assert game.position == played(OPENING).position


def test_undo_and_redo_go_all_the_way() -> None:
    game = played(OPENING)
    assert [str(game.undo()) for _ in OPENING] == list(reversed(OPENING))
    assert game.position == Position.start()
    assert [str(game.redo()) for _ in OPENING] == list(OPENING)


def test_there_is_nothing_to_undo_before_the_first_move() -> None:
    game = Game()
    with refused(GameError, "record.no-undo"):
        game.undo()


def test_there_is_nothing_to_redo_after_the_last_move() -> None:
    game = played(OPENING)
    with refused(GameError, "record.no-redo"):
        game.redo()


def test_another_move_replaces_those_that_were_undone() -> None:
    game = played(OPENING)
    for _ in range(3):
        game.undo()
    game.push("9-14")
    assert movetext(game) == "1. 11-15 23-19 2. 9-14 *"
    with pytest.raises(GameError):
        game.redo()


def test_the_same_move_again_keeps_those_that_follow() -> None:
    game = played(OPENING)
    for _ in range(3):
        game.undo()
    game.push("8-11")
    assert [str(game.redo()) for _ in range(2)] == ["22-17", "4-8"]


def test_a_refused_move_does_not_replace_those_that_were_undone() -> None:
    game = played(OPENING)
    game.undo()
    with pytest.raises(IllegalMoveError):
        game.push("4-9")
    assert str(game.redo()) == "4-8"


def test_replaced_moves_take_no_variation_with_them() -> None:
    game = played(OPENING)
    game.undo()
    game.add_variation("3-8")
    game.push("15-18")
    assert movetext(game) == "1. 11-15 23-19 2. 8-11 22-17 3. 15-18 (3. 3-8) *"


def test_a_move_that_is_a_variation_already_does_not_come_twice() -> None:
    game = played(["11-15"])
    game.undo()
    variation = game.add_variation("10-15")
    variation.comment = "Kelso"
    game.push("10-15")
    moves = [child.move for child in game.root.children]
    assert len(set(moves)) == len(moves), movetext(game)


def test_pushing_a_variations_move_keeps_what_is_said_about_it() -> None:
    game = played(["11-15"])
    game.undo()
    game.add_variation("10-15").comment = "Kelso"
    game.push("10-15")
    assert game.node.comment == "Kelso"


# ---- moving about


def test_go_to_start_and_end() -> None:
    game = played(OPENING)
    game.go_to_start()
    assert game.ply == 0
    game.go_to_end()
    assert game.ply == 5


def test_go_to_any_node() -> None:
    game = played(OPENING)
    nodes = list(game.main_line())
    game.go_to(nodes[1])
    assert written(game) == "11-15 23-19"
    game.go_to(game.root)
    assert game.ply == 0


def test_going_about_changes_nothing_in_the_record() -> None:
    game = played(OPENING)
    before = game.pdn
    game.go_to_start()
    game.redo()
    assert game.pdn == before


def test_the_main_line_is_the_same_wherever_the_game_stands() -> None:
    game = played(OPENING)
    game.go_to_start()
    assert [str(node.move) for node in game.main_line()] == list(OPENING)


@pytest.mark.parametrize("ply", [0, 3])
def test_a_node_of_another_game_is_refused(ply: int) -> None:
    game, other = played(OPENING), played(OPENING[:ply])
    with refused(GameError, "record.strange-node"):
        game.go_to(other.node)
    assert game.ply == 5


def test_a_node_that_was_replaced_is_refused() -> None:
    game = played(["11-15"])
    replaced = game.node
    game.undo()
    game.push("9-13")
    with pytest.raises(GameError):
        game.go_to(replaced)


# ---- display


def test_repr_is_one_line_with_players_plies_and_result() -> None:
    game = played(OPENING, Game(tags={"Black": "Ann", "White": "Bob"}))
    assert repr(game) == "<Game Ann v Bob, ply 5, *>"
    assert repr(Game()) == "<Game ? v ?, ply 0, *>"


def test_str_is_the_pdn() -> None:
    game = played(OPENING)
    assert str(game) == game.pdn


def test_a_game_shows_itself_in_a_notebook_with_its_last_move() -> None:
    assert "Last move: 4-8" in played(OPENING)._repr_svg_()
    assert "Last move" not in Game()._repr_svg_()


@each("name", ["start", "rules", "position", "turn", "ply", "moves", "outcome", "result", "ending"])
def test_what_follows_from_the_record_cannot_be_set(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(Game(), name, None)
