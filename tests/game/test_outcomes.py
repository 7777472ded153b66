"""How games end: every reason, what is said of it, and what may still be done."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from played_games import NO_REPETITION, OPENING, TWO_KINGS, movetext, played, shuffled, walked

from cases import each
from crownhead import (
    BLACK,
    WHITE,
    Game,
    GameError,
    IllegalMoveError,
    Outcome,
    Position,
    Reason,
    Rules,
    Side,
)
from crownhead.errors import OutcomeError
from refused import refused

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
            "Draw: too many moves without progress",
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
    with refused(IllegalMoveError, "refusal.tried", tried="11-15", reason="refusal.over"):
        game.push("11-15")
    assert game.legal_moves() == []


@every_ending
@each("how", ["resign", "agree_draw", "lose_on_time", "claim_draw"])
def test_a_game_that_is_over_cannot_end_again(
    make: Callable[[], Game], outcome: Outcome, sentence: str, result: str, how: str
) -> None:
    game = make()
    with refused(GameError, "record.over") as caught:
        getattr(game, how)()
    assert str(caught.value.values["outcome"]) == sentence
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
def test_a_side_may_be_given_as_text(side: Any) -> None:
    game = Game()
    game.resign(side)
    assert game.outcome == Outcome(Side(side).other, Reason.RESIGNATION)


@pytest.mark.parametrize("side", ["black", "white"])
def test_the_winner_of_an_outcome_may_be_given_as_text(side: Any) -> None:
    outcome = Outcome(side, Reason.TIME)
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
    kind = "win" if winner else "draw"
    with refused(OutcomeError, f"outcome.unknown-{kind}", reason=reason.value) as caught:
        Outcome(winner, reason)
    assert isinstance(caught.value, ValueError)


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
    with refused(IllegalMoveError, "refusal.tried"):
        game.push("8-11")
    assert game.result == "1-0", movetext(game)


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


def test_recording_a_result_keeps_every_move_wherever_the_game_stands() -> None:
    game = played(OPENING)
    game.go_to_start()
    game.record_outcome(Outcome(BLACK, Reason.RECORDED))
    assert movetext(game).endswith("3. 4-8 1-0")


def test_a_game_that_stands_in_a_variation_is_not_ended() -> None:
    game = played(["11-15"])
    game.undo()
    game.go_to(game.add_variation("9-13"))
    with refused(GameError, "record.in-variation"):
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
    with refused(GameError, "record.over"):
        game.add_variation("23-19")


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
    with refused(GameError, "side.unknown"):
        Game().resign(side)
