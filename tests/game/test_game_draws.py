"""Draws that depend on history: repetition, quiet moves, and how they are claimed."""

from __future__ import annotations

import pytest
from played_games import NO_DRAWS, NO_REPETITION, SHUFFLE, TWO_KINGS, played, shuffled, walked

from cases import each
from crownhead import PRESETS, WHITE, Game, GameError, Outcome, Position, Reason, Rules
from refused import refused


def written_moves(game: Game) -> list[str]:
    return [str(move) for move in game.legal_moves()]


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
    with refused(GameError, "record.no-draw", quiet="count.quiet-move"):
        game.claim_draw()
    assert game.outcome is None


def test_no_draw_can_be_claimed_when_the_game_is_over() -> None:
    game = shuffled(8)
    assert game.claimable_draw is None
    with refused(GameError, "record.over", outcome="outcome.draw"):
        game.claim_draw()
