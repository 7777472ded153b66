"""Games: the record of moves, and what depends on history."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable
from contextlib import suppress
from copy import copy, deepcopy
from random import Random
from typing import Any, ClassVar

import pytest

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
    Node,
    Outcome,
    Position,
    Reason,
    Rules,
    RulesError,
    Side,
)

OPENING = ("11-15", "23-19", "8-11", "22-17", "4-8")
TWO_KINGS = "B:WK32:BK1"
SHUFFLE = ("1-5", "32-28", "5-1", "28-32")
NO_DRAWS = Rules(quiet_limit=None, repetition_limit=None)
NO_REPETITION = Rules(repetition_limit=None)
# Two kings that walk round on their own side of the board and meet nobody.
BLACK_WALK = (1, 6, 10, 7, 2, 6, 9, 5)
WHITE_WALK = (32, 27, 23, 26, 31, 27, 24, 28)


def played(moves: Iterable[str], game: Game | None = None) -> Game:
    game = game or Game()
    for move in moves:
        game.push(move)
    return game


def shuffled(plies: int, rules: Rules = ENGLISH, **options: Any) -> Game:
    """Let two kings go to and fro: the first position comes back every four plies."""
    game = Game(Position.from_fen(TWO_KINGS, rules), **options)
    return played((SHUFFLE[ply % 4] for ply in range(plies)), game)


def walked(plies: int, game: Game) -> Game:
    """Let the two kings of a game walk their rounds of eight squares."""
    for ply in range(plies):
        walk = (BLACK_WALK, WHITE_WALK)[ply % 2]
        at = ply // 2 % len(walk)
        game.push(Move((walk[at], walk[(at + 1) % len(walk)])))
    return game


def written(game: Game) -> str:
    return " ".join(map(str, game.moves))


def written_moves(game: Game) -> list[str]:
    return [str(move) for move in game.legal_moves()]


def movetext(game: Game) -> str:
    """The moves of the record as PDN, without its tags."""
    return " ".join(line for line in game.pdn.splitlines() if not line.startswith("["))


# ---- a new game


@pytest.mark.parametrize("rules", ["casual", "", {}, 0])
def test_rules_that_are_none_are_refused(rules: Any) -> None:
    with pytest.raises(RulesError, match="needs Rules, such as"):
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
    with pytest.raises(IllegalMoveError, match="the piece on 11 is Black's and it is White's turn"):
        game.push("11-16")
    assert written(game) == " ".join(OPENING)


def test_push_refuses_what_is_no_move() -> None:
    with pytest.raises(MoveSyntaxError, match="'e4' is not a move"):
        Game().push("e4")


@pytest.mark.parametrize("move", [None, 5, (11, 15)])
def test_push_takes_moves_and_texts_only(move: Any) -> None:
    with pytest.raises(MoveSyntaxError, match="a move is a Move or a text such as 11-15"):
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
    with pytest.raises(GameError, match="there is no move to take back"):
        game.undo()


def test_there_is_nothing_to_redo_after_the_last_move() -> None:
    game = played(OPENING)
    with pytest.raises(GameError, match="there is no move to make again"):
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
    with pytest.raises(GameError, match="another game"):
        game.go_to(other.node)
    assert game.ply == 5


def test_a_node_that_was_replaced_is_refused() -> None:
    game = played(["11-15"])
    replaced = game.node
    game.undo()
    game.push("9-13")
    with pytest.raises(GameError):
        game.go_to(replaced)


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


# ---- repetition


@each(("plies", "count"), [(0, 1), (1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 2), (7, 2), (8, 3)])
def test_repetitions_count_the_position_this_time_included(plies: int, count: int) -> None:
    assert shuffled(plies).repetitions == count


def test_english_draws_when_a_position_comes_for_the_third_time() -> None:
    assert shuffled(7).outcome is None
    assert shuffled(8).outcome == Outcome(None, Reason.REPETITION)


def test_a_limit_of_two_draws_when_a_position_comes_for_the_second_time() -> None:
    rules = Rules(repetition_limit=2)
    assert shuffled(3, rules).outcome is None
    assert shuffled(4, rules).outcome == Outcome(None, Reason.REPETITION)


def test_the_preset_tournament_30_draws_at_the_second_time() -> None:
    assert shuffled(4, PRESETS["tournament-30"]).outcome == Outcome(None, Reason.REPETITION)


def test_positions_repeat_after_moves_between() -> None:
    game = played(("1-6", "32-28"), Game(Position.from_fen(TWO_KINGS)))
    played(("6-10", "28-24", "10-6", "24-28") * 2, game)
    assert (game.repetitions, game.outcome) == (3, Outcome(None, Reason.REPETITION))


def test_the_same_pieces_with_the_other_side_to_move_are_another_position() -> None:
    # Black loses a move by a walk of three, White by one of four: 1 and 32 again, White to move.
    game = Game(Position.from_fen("B:WK32:BK1,K3"))
    played(("1-6", "32-28", "3-7", "28-32", "6-1", "32-28", "7-3"), game)
    assert game.position.pieces.keys() == {1, 3, 28}
    assert game.repetitions == 1


def test_after_an_advance_the_count_begins_anew() -> None:
    game = played(SHUFFLE, Game(Position.from_fen("B:WK32,21:BK1,12")))
    assert game.repetitions == 2
    game.push("12-16")
    assert game.repetitions == 1
    played(("32-28", "1-5", "28-32", "5-1"), game)
    assert game.repetitions == 2


def test_repetitions_are_counted_along_the_line_of_a_variation() -> None:
    game = shuffled(6, automatic_draws=False)
    game.go_to(list(game.main_line())[3])
    game.go_to(game.add_variation("1-6"))
    played(("32-28", "6-1", "28-32"), game)
    assert game.repetitions == 3


def test_repetitions_go_back_with_undo() -> None:
    game = shuffled(8)
    game.undo()
    assert (game.outcome, game.repetitions) == (None, 2)
    game.redo()
    assert game.repetitions == 3


def test_the_start_of_a_game_counts_as_the_first_time() -> None:
    assert shuffled(4).repetitions == 2


def test_under_regicide_a_circular_capture_repeats_nothing() -> None:
    game = played(["10x17x26x19x10"], Game(Position.from_fen("B:W14,15,22,23,K29:BK10")))
    assert game.repetitions == 1


# ---- quiet moves


def test_english_draws_after_eighty_quiet_plies() -> None:
    game = walked(79, Game(Position.from_fen(TWO_KINGS, NO_REPETITION)))
    assert (game.quiet_plies, game.outcome) == (79, None)
    game = walked(80, Game(Position.from_fen(TWO_KINGS, NO_REPETITION)))
    assert (game.quiet_plies, game.outcome) == (80, Outcome(None, Reason.QUIET))


@pytest.mark.parametrize(
    ("counts_men", "quiet", "outcome"),
    [(True, 79, None), (False, 80, Outcome(None, Reason.QUIET))],
)
def test_a_mans_advance_and_79_plies_are_79_or_80_quiet_ones(
    counts_men: bool, quiet: int, outcome: Outcome | None
) -> None:
    rules = NO_REPETITION.replace(quiet_counts_men=counts_men)
    game = played(["12-16"], Game(Position.from_fen("B:WK32,21:BK1,12", rules)))
    played((("32-28", "1-5", "28-32", "5-1")[ply % 4] for ply in range(79)), game)
    assert (game.ply, game.quiet_plies, game.outcome) == (80, quiet, outcome)


@pytest.mark.parametrize(
    ("counts_men", "outcome"), [(True, None), (False, Outcome(None, Reason.QUIET))]
)
def test_an_advance_on_the_eightieth_ply_saves_the_game_where_men_count(
    counts_men: bool, outcome: Outcome | None
) -> None:
    rules = NO_REPETITION.replace(quiet_counts_men=counts_men)
    game = Game(Position.from_fen("B:WK32,21:BK1,12", rules))
    played((SHUFFLE[ply % 4] for ply in range(79)), game)
    assert (game.quiet_plies, game.outcome) == (79, None)
    game.push("21-17")
    assert game.outcome == outcome


def test_an_advance_does_not_save_the_game_where_men_do_not_count() -> None:
    rules = NO_REPETITION.replace(quiet_counts_men=False, quiet_limit=4)
    game = Game(Position.from_fen("B:WK32:B1", rules))
    played(("1-5", "32-28", "5-9"), game)
    assert (game.quiet_plies, game.outcome) == (3, None)
    game.push("28-32")
    assert game.outcome == Outcome(None, Reason.QUIET)


@pytest.mark.parametrize("counts_men", [True, False])
def test_a_capture_begins_the_count_anew(counts_men: bool) -> None:
    rules = Rules(quiet_counts_men=counts_men)
    game = Game(Position.from_fen("B:W18,K32:BK1,K15", rules))
    played(["15x22"], game)
    assert game.quiet_plies == 0
    played(["32-28"], game)
    assert game.quiet_plies == 1


def test_a_crowning_counts_as_a_mans_advance() -> None:
    game = played(["26-31", "1-5"], Game(Position.from_fen("B:WK1,32:B26")))
    assert game.quiet_plies == 1


def test_a_win_on_the_last_quiet_ply_is_a_win() -> None:
    # 29-25 blocks the man on 21 on the ply that would be the draw.
    rules = Rules(quiet_limit=1, quiet_counts_men=False)
    game = played(["29-25"], Game(Position.from_fen("W:W29,30:B21", rules)))
    assert game.outcome == Outcome(WHITE, Reason.NO_MOVES)


def test_no_limit_no_draw() -> None:
    assert shuffled(1_000, NO_DRAWS).outcome is None


@pytest.mark.parametrize("name", ["casual", "regicide", "single-jump", "free-capture"])
def test_presets_without_a_draw_rule_go_on(name: str) -> None:
    game = shuffled(200, PRESETS[name])
    assert (game.outcome, game.claimable_draw) == (None, None)


# ---- claiming draws


def test_without_automatic_draws_a_repetition_only_can_be_claimed() -> None:
    game = shuffled(8, automatic_draws=False)
    assert (game.outcome, game.claimable_draw) == (None, Reason.REPETITION)
    assert game.claim_draw() == game.outcome == Outcome(None, Reason.REPETITION)


def test_without_automatic_draws_quiet_moves_only_can_be_claimed() -> None:
    game = Game(Position.from_fen(TWO_KINGS, NO_REPETITION), automatic_draws=False)
    walked(80, game)
    assert (game.outcome, game.claimable_draw) == (None, Reason.QUIET)
    assert game.claim_draw() == Outcome(None, Reason.QUIET)


def test_without_automatic_draws_a_game_goes_on_past_them() -> None:
    game = shuffled(200, automatic_draws=False)
    assert (game.ply, game.outcome, game.repetitions) == (200, None, 51)


@pytest.mark.parametrize("automatic", [True, False])
def test_a_draw_can_be_claimed_for_the_move_that_is_about_to_repeat(automatic: bool) -> None:
    before, now = (shuffled(plies, automatic_draws=automatic) for plies in (6, 7))
    assert (before.claimable_draw, now.claimable_draw) == (None, Reason.REPETITION)
    assert now.claim_draw() == Outcome(None, Reason.REPETITION)
    assert now.ply == 7


@pytest.mark.parametrize("automatic", [True, False])
def test_a_draw_can_be_claimed_for_the_move_that_is_about_to_be_too_quiet(automatic: bool) -> None:
    games = [
        walked(
            plies,
            Game(Position.from_fen(TWO_KINGS, NO_REPETITION), automatic_draws=automatic),
        )
        for plies in (78, 79)
    ]
    assert [game.claimable_draw for game in games] == [None, Reason.QUIET]


def test_nothing_can_be_claimed_where_the_next_move_must_be_a_capture() -> None:
    rules = Rules(quiet_limit=2, repetition_limit=None)
    game = played(["10-6"], Game(Position.from_fen("W:WK10:BK1", rules)))
    assert (game.quiet_plies, written_moves(game)) == (1, ["1x10"])
    assert game.claimable_draw is None


def test_asking_what_can_be_claimed_changes_nothing() -> None:
    game = shuffled(7)
    before = game.pdn
    assert game.claimable_draw
    assert (game.pdn, game.ply, game.node.children) == (before, 7, [])


def test_no_draw_can_be_claimed_at_the_start() -> None:
    game = Game()
    assert game.claimable_draw is None
    with pytest.raises(GameError, match=r"no draw can be claimed.*1 time.* 0 quiet"):
        game.claim_draw()
    assert game.outcome is None


def test_no_draw_can_be_claimed_when_the_game_is_over() -> None:
    game = shuffled(8)
    assert game.claimable_draw is None
    with pytest.raises(GameError, match="the game is over: Draw: the position was repeated"):
        game.claim_draw()


# ---- outcomes


class Endings:
    """One way to end a game for each reason, with what should be said of it."""

    ALL: ClassVar[dict[str, tuple[Callable[[], Game], Outcome, str, str]]] = {
        "no pieces": (
            lambda: played(["15x22"], Game(Position.from_fen("B:W18:B15"))),
            Outcome(BLACK, Reason.NO_PIECES),
            "Black wins: White has no pieces left",
            "1-0",
        ),
        "no moves": (
            lambda: played(["29-25"], Game(Position.from_fen("W:W29,30:B21"))),
            Outcome(WHITE, Reason.NO_MOVES),
            "White wins: Black has no move",
            "0-1",
        ),
        "repetition": (
            lambda: shuffled(8),
            Outcome(None, Reason.REPETITION),
            "Draw: the position was repeated",
            "1/2-1/2",
        ),
        "quiet moves": (
            lambda: walked(80, Game(Position.from_fen(TWO_KINGS, NO_REPETITION))),
            Outcome(None, Reason.QUIET),
            "Draw: nothing happened for too many moves",
            "1/2-1/2",
        ),
        "time": (
            lambda: ended(lambda game: game.lose_on_time()),
            Outcome(BLACK, Reason.TIME),
            "Black wins: White ran out of time",
            "1-0",
        ),
        "resignation": (
            lambda: ended(lambda game: game.resign()),
            Outcome(BLACK, Reason.RESIGNATION),
            "Black wins: White resigned",
            "1-0",
        ),
        "agreement": (
            lambda: ended(lambda game: game.agree_draw()),
            Outcome(None, Reason.AGREEMENT),
            "Draw: the players agreed",
            "1/2-1/2",
        ),
        "both lost": (
            lambda: ended(lambda game: game.record_outcome(Outcome(None, Reason.BOTH_LOST))),
            Outcome(None, Reason.BOTH_LOST),
            "Both sides lose",
            "0-0",
        ),
        "recorded": (
            lambda: ended(lambda game: game.record_outcome(Outcome(WHITE, Reason.RECORDED))),
            Outcome(WHITE, Reason.RECORDED),
            "White wins: as recorded",
            "0-1",
        ),
    }


def ended(end: Callable[[Game], object]) -> Game:
    """Play one move, so that White is to move, and end the game."""
    game = played(OPENING[:1])
    end(game)
    return game


every_ending = each(("make", "outcome", "sentence", "result"), Endings.ALL.values())


def test_every_reason_is_tested_here() -> None:
    assert list(Endings.ALL) == [reason.value for reason in Reason]


@every_ending
def test_an_outcome_has_its_reason_sentence_and_result(
    make: Callable[[], Game], outcome: Outcome, sentence: str, result: str
) -> None:
    game = make()
    assert (game.outcome, str(game.outcome), game.result) == (outcome, sentence, result)
    assert game.ending == outcome


@every_ending
def test_a_game_that_is_over_refuses_moves(
    make: Callable[[], Game], outcome: Outcome, sentence: str, result: str
) -> None:
    game = make()
    with pytest.raises(IllegalMoveError) as caught:
        game.push("11-15")
    assert str(caught.value) == f"11-15 cannot be played: the game is over ({sentence})"
    assert game.legal_moves() == []


@every_ending
@each("how", ["resign", "agree_draw", "lose_on_time", "claim_draw"])
def test_a_game_that_is_over_cannot_end_again(
    make: Callable[[], Game], outcome: Outcome, sentence: str, result: str, how: str
) -> None:
    game = make()
    with pytest.raises(GameError) as caught:
        getattr(game, how)()
    assert str(caught.value) == f"the game is over: {sentence}"
    assert game.outcome == outcome


@every_ending
def test_undo_after_the_end_opens_the_game_again(
    make: Callable[[], Game], outcome: Outcome, sentence: str, result: str
) -> None:
    game = make()
    game.undo()
    assert game.outcome is None
    assert game.legal_moves()


@every_ending
def test_redo_to_the_end_ends_the_game_again(
    make: Callable[[], Game], outcome: Outcome, sentence: str, result: str
) -> None:
    game = make()
    game.undo()
    game.redo()
    assert game.outcome == outcome


@every_ending
def test_the_record_keeps_its_result_while_somebody_looks_through_it(
    make: Callable[[], Game], outcome: Outcome, sentence: str, result: str
) -> None:
    game = make()
    game.go_to_start()
    assert (game.ending, game.result) == (outcome, result)


@every_ending
def test_nothing_can_be_redone_past_the_end(
    make: Callable[[], Game], outcome: Outcome, sentence: str, result: str
) -> None:
    with pytest.raises(GameError):
        make().redo()


@every_ending
def test_a_pickled_game_keeps_its_end(
    make: Callable[[], Game], outcome: Outcome, sentence: str, result: str
) -> None:
    game = pickle.loads(pickle.dumps(make()))
    assert (game.outcome, game.result) == (outcome, result)


@every_ending
@each("first", [BLACK, WHITE])
def test_a_result_is_written_from_the_side_that_moves_first(
    make: Callable[[], Game], outcome: Outcome, sentence: str, result: str, first: Side
) -> None:
    swapped = {"1-0": "0-1", "0-1": "1-0"}.get(result, result)
    assert outcome.result(first) == (result if first is BLACK else swapped)


@pytest.mark.parametrize(("first", "result"), [(BLACK, "0-1"), (WHITE, "1-0")])
def test_the_result_of_a_game_depends_on_who_moves_first(first: Side, result: str) -> None:
    game = Game(rules=Rules(first_to_move=first))
    game.resign(BLACK)
    assert (game.result, str(game.outcome)) == (result, "White wins: Black resigned")


def test_the_result_depends_on_the_rules_and_not_on_the_turn_at_the_start() -> None:
    game = Game(Position.from_fen("W:W32:B1"))
    game.resign(BLACK)
    assert game.result == "0-1"


@pytest.mark.parametrize("side", [BLACK, WHITE])
@pytest.mark.parametrize("plies", [0, 1])
def test_either_side_may_resign_or_run_out_of_time_whoever_is_to_move(
    side: Side, plies: int
) -> None:
    assert played(OPENING[:plies]).resign(side) == Outcome(side.other, Reason.RESIGNATION)
    assert played(OPENING[:plies]).lose_on_time(side) == Outcome(side.other, Reason.TIME)


@pytest.mark.parametrize("plies", [0, 1])
def test_without_a_name_it_is_the_side_to_move(plies: int) -> None:
    game = played(OPENING[:plies])
    assert game.resign().winner is game.turn.other


@pytest.mark.parametrize("side", ["black", "white"])
def test_a_side_given_as_text_is_taken_or_refused_but_never_taken_for_the_other(side: Any) -> None:
    game = Game()
    try:
        game.resign(side)
    except (CrownheadError, TypeError, AttributeError, ValueError):
        assert game.outcome is None
    else:
        assert game.outcome == Outcome(Side(side).other, Reason.RESIGNATION)


@pytest.mark.parametrize("side", ["black", "white"])
def test_an_outcome_whose_winner_is_given_as_text_is_right_or_refused(side: Any) -> None:
    try:
        outcome = Outcome(side, Reason.TIME)
    except (CrownheadError, TypeError, ValueError):
        return
    real = Outcome(Side(side), Reason.TIME)
    assert outcome == real
    assert outcome.result(BLACK) == real.result(BLACK)
    assert str(outcome) == str(real)


@each(
    ("winner", "reason"),
    [
        *((side, Reason.AGREEMENT) for side in Side),
        *((side, Reason.REPETITION) for side in Side),
        *((side, Reason.QUIET) for side in Side),
        *((side, Reason.BOTH_LOST) for side in Side),
        (None, Reason.NO_MOVES),
        (None, Reason.NO_PIECES),
        (None, Reason.TIME),
        (None, Reason.RESIGNATION),
    ],
)
def test_an_outcome_that_contradicts_itself_is_refused(winner: Side | None, reason: Reason) -> None:
    with pytest.raises((ValueError, CrownheadError), match="cannot be the reason for this result"):
        Outcome(winner, reason)


def test_outcomes_are_values() -> None:
    one, two = Outcome(BLACK, Reason.TIME), Outcome(BLACK, Reason.TIME)
    assert (one, hash(one)) == (two, hash(two))
    assert pickle.loads(pickle.dumps(one)) == one


def test_a_game_that_begins_lost_is_over_before_the_first_move() -> None:
    game = Game(Position.from_fen("B:W25,30:B21"))
    assert (game.outcome, game.ply) == (Outcome(WHITE, Reason.NO_MOVES), 0)


def test_a_recorded_outcome_can_be_removed() -> None:
    game = played(OPENING)
    game.resign()
    game.record_outcome(None)
    assert (game.outcome, game.result) == (None, "*")
    game.push("25-22")


def test_another_move_after_taking_back_a_resignation_removes_it() -> None:
    game = played(OPENING)
    game.resign()
    game.undo()
    game.push("3-8")
    assert (game.outcome, game.ending, game.result) == (None, None, "*")


def test_a_game_that_is_resigned_after_an_undo_ends_there() -> None:
    game = played(OPENING[:2])
    game.undo()
    game.resign()
    game.go_to_end()
    assert game.outcome == Outcome(BLACK, Reason.RESIGNATION), movetext(game)


def test_moves_that_were_undone_are_not_written_after_a_resignation() -> None:
    game = played(OPENING[:2])
    game.undo()
    game.resign()
    assert movetext(game) == "1. 11-15 1-0"


def test_a_game_never_goes_on_and_stays_resigned() -> None:
    game = played(OPENING[:2])
    game.undo()
    game.resign()
    game.go_to_end()
    with suppress(CrownheadError):
        game.push("8-11")
        assert game.result == "*", movetext(game)


def test_a_resignation_before_the_first_move_can_be_taken_back() -> None:
    game = Game()
    game.resign()
    game.record_outcome(None)
    assert game.push("11-15")


def test_switching_automatic_draws_off_opens_a_drawn_game() -> None:
    game = shuffled(8)
    game.automatic_draws = False
    assert game.outcome is None
    game.push("1-5")


def test_a_draw_by_rule_does_not_hinder_a_variation() -> None:
    game = shuffled(8)
    game.undo()
    assert game.add_variation("28-24").ply == 8


# ---- display


def test_repr_is_one_line_with_players_plies_and_result() -> None:
    game = played(OPENING, Game(tags={"Black": "Ann", "White": "Bob"}))
    assert repr(game) == "<Game Ann v Bob, 5 plies, *>"
    assert repr(Game()) == "<Game ? v ?, 0 plies, *>"


def test_str_is_the_pdn() -> None:
    game = played(OPENING)
    assert str(game) == game.pdn


def test_a_game_shows_itself_in_a_notebook_with_its_last_move() -> None:
    assert "Last move: 4 to 8" in played(OPENING)._repr_svg_()
    assert "Last move" not in Game()._repr_svg_()


@each("name", ["start", "rules", "position", "turn", "ply", "moves", "outcome", "result", "ending"])
def test_what_follows_from_the_record_cannot_be_set(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(Game(), name, None)


# ---- copies


def annotated_game() -> Game:
    game = played(OPENING, Game(tags={"Black": "Ann"}, rules=Rules(regicide=True)))
    for number, node in enumerate(game.main_line()):
        node.comment, node.clock, node.nags, node.strength = f"move {number}", number, [1], "!"
    game.undo()
    game.go_to(game.add_variation("3-8"))
    game.node.comment_before = "or"
    game.push("25-22")
    return game


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_a_game_is_picklable_with_all_that_is_in_it(protocol: int) -> None:
    game = annotated_game()
    again = pickle.loads(pickle.dumps(game, protocol))
    assert (again.pdn, again.tags, again.moves) == (game.pdn, game.tags, game.moves)
    assert (again.position, again.rules, again.start) == (game.position, game.rules, game.start)
    assert (again.repetitions, again.quiet_plies) == (game.repetitions, game.quiet_plies)


@pytest.mark.parametrize("duplicate", [copy, deepcopy])
def test_a_copy_goes_its_own_way(duplicate: Callable[[Game], Game]) -> None:
    game = annotated_game()
    before = game.pdn
    again = duplicate(game)
    again.push("8-11" if again.position.turn is WHITE else again.legal_moves()[0])
    assert game.pdn == before
    assert game.ply == 6


def test_a_deep_copy_shares_no_tags_and_notes() -> None:
    game = annotated_game()
    again = deepcopy(game)
    again.tags["Black"] = "Bob"
    again.root.children[0].nags.append(4)
    assert (game.tags["Black"], game.root.children[0].nags) == ("Ann", [1])


def test_a_game_is_picklable_after_a_variation_was_deleted() -> None:
    game = played(["11-15"])
    game.undo()
    game.go_to(game.add_variation("9-13"))
    del game.root.children[1]
    assert [str(node.move) for node in pickle.loads(pickle.dumps(game)).main_line()] == ["11-15"]


def test_a_game_is_picklable_after_its_ended_line_was_deleted() -> None:
    game = played(["11-15"])
    game.resign()
    game.root.children.clear()
    assert list(pickle.loads(pickle.dumps(game)).main_line()) == []


def test_automatic_draws_survive_pickling() -> None:
    game = pickle.loads(pickle.dumps(shuffled(9, automatic_draws=False)))
    assert (game.automatic_draws, game.outcome) == (False, None)


# ---- long and deep games


def test_a_game_of_3000_plies_with_variations_is_picklable() -> None:
    game = shuffled(3_000, NO_DRAWS)
    for node in list(game.main_line())[::10]:
        game.go_to(node)
        game.add_variation(game.position.legal_moves()[-1]).comment = "else"
    game.go_to_end()
    again = pickle.loads(pickle.dumps(game))
    assert (again.ply, again.position) == (3_000, game.position)
    assert again.pdn == game.pdn


def test_variations_may_nest_a_thousand_deep() -> None:
    # The main line's move and the variation's, from 6 and 27 and from 2 and 31 by turns.
    steps = (("6-1", "6-2"), ("27-32", "27-31"), ("2-7", "2-6"), ("31-26", "31-27"))
    game = Game(Position.from_fen("B:WK27:BK6", NO_DRAWS))
    for depth in range(1_000):
        main, other = steps[depth % 4]
        game.push(main)
        game.undo()
        game.go_to(game.add_variation(other))
    again = pickle.loads(pickle.dumps(game))
    assert (again.ply, again.position) == (1_000, game.position)
    assert deepcopy(game).ply == 1_000


def test_many_variations_of_one_move() -> None:
    game = Game()
    for move in game.legal_moves() * 100:
        game.add_variation(move)
    assert len(game.root.children) == 7


def test_a_game_of_20000_plies() -> None:
    game = shuffled(20_000, NO_DRAWS)
    assert (game.ply, len(game.moves), game.outcome) == (20_000, 20_000, None)
    game.go_to_start()
    game.go_to_end()
    for _ in range(20_000):
        game.undo()
    assert game.position == game.start


class Counted(Position):
    """A position that counts how often positions are compared."""

    __slots__ = ()
    comparisons: ClassVar[list[int]] = [0]

    def __eq__(self, other: object) -> bool:
        self.comparisons[0] += 1
        return super().__eq__(other)

    __hash__ = Position.__hash__


def comparisons_of_a_wandering_game(plies: int) -> int:
    """Let six kings wander so that hardly a position comes back, and count the comparisons."""
    rules = Rules(capture="optional", quiet_limit=None, repetition_limit=100)
    game = Game(Counted.from_fen("B:WK28,K31,K32:BK1,K2,K5", rules))
    rng = Random(1)
    Counted.comparisons[0] = 0
    while game.ply < plies:
        game.push(rng.choice([move for move in game.position.legal_moves() if not move.is_capture]))
    return Counted.comparisons[0]


def test_looking_for_repetitions_takes_work_in_proportion_to_the_game() -> None:
    short, long = map(comparisons_of_a_wandering_game, (1_000, 2_000))
    assert long <= 3 * short + 1_000, f"{short:,} comparisons in 1000 plies, {long:,} in 2000"


def test_every_node_of_a_random_game_counts_as_the_rules_say() -> None:
    for seed in range(30):
        rng = Random(seed)
        rules = rng.choice([ENGLISH, PRESETS["tournament-30"], PRESETS["free-capture"]])
        game = Game(rules=rules, automatic_draws=False)
        while game.ply < 150 and game.legal_moves():
            game.push(rng.choice(game.legal_moves()))
        check_counts([game.root, *game.main_line()])


def check_counts(nodes: list[Node]) -> None:
    """Count repetitions and quiet plies from the record alone."""
    quiet = 0
    for number, node in enumerate(nodes):
        if node.move is not None:
            before = nodes[number - 1].position
            man = not before.pieces[node.move.from_square].is_king
            resets = node.move.is_capture or (man and node.position.rules.quiet_counts_men)
            quiet = 0 if resets else quiet + 1
        times = sum(earlier.position == node.position for earlier in nodes[: number + 1])
        assert (node.quiet_plies, node.repetitions()) == (quiet, times), node.position.fen


def test_recording_a_result_keeps_every_move_wherever_the_game_stands() -> None:
    game = played(OPENING)
    game.go_to_start()
    game.record_outcome(Outcome(BLACK, Reason.RECORDED))
    assert movetext(game).endswith("3. 4-8 1-0")


def test_a_game_that_stands_in_a_variation_is_not_ended() -> None:
    game = played(["11-15"])
    game.undo()
    game.go_to(game.add_variation("9-13"))
    with pytest.raises(GameError, match="variation"):
        game.resign()
    assert movetext(game) == "1. 11-15 (1. 9-13) *"


def test_a_resignation_that_was_taken_back_does_not_come_back() -> None:
    game = played(["11-15"])
    game.resign()
    game.undo()
    game.push("11-15")
    assert (game.outcome, game.result) == (None, "*")


def test_no_variation_follows_the_end_of_a_game() -> None:
    game = played(["11-15"])
    game.resign()
    with pytest.raises(GameError, match="over"):
        game.add_variation("23-19")


@pytest.mark.parametrize("clock", [-1, float("inf"), float("nan"), "5"])
def test_a_clock_that_shows_no_time_is_refused(clock: Any) -> None:
    game = Game()
    with pytest.raises(GameError, match="clock"):
        game.push("11-15", clock=clock)
    assert game.ply == 0


def test_an_unfinished_game_from_a_file_goes_on_under_its_rules() -> None:
    text = '[FEN "B:WK32:BK1"] 1. 1-6 32-27 *'
    game = Game.from_pdn(text)
    for move in ["6-1", "27-32", "1-6", "32-27"] * 2:
        if game.outcome is None:
            game.push(move)
    assert game.outcome == Outcome(None, Reason.REPETITION)


def test_stepping_through_a_finished_game_with_its_own_moves_keeps_its_result() -> None:
    game = Game.from_pdn("1. 11-15 23-19 2. 8-11 1-0")
    game.go_to_start()
    game.push("11-15")
    assert game.result == "1-0"


@pytest.mark.parametrize("side", ["purple", 5])
def test_a_side_that_does_not_exist_cannot_resign(side: Any) -> None:
    with pytest.raises(GameError, match="black and white"):
        Game().resign(side)
