"""The textbook searches: exact evaluations, one value for all methods, honest counts."""

from __future__ import annotations

from random import Random

import pytest

from cases import each
from crownhead import BLACK, ENGLISH, PRESETS, WHITE, Position, Rules
from crownhead.engine import EVALUATIONS, METHODS, evaluate, search
from crownhead.errors import EngineError, quoted, unknown_name
from crownhead.messages import Message
from walks import walked


def positions(seed: int, count: int, rules: Rules = ENGLISH) -> list[Position]:
    """Positions of random games, some of them near their end."""
    rng = Random(seed)
    return [walked(rng, rng.randrange(4, 90), rules) for _ in range(count)]


#   Black: men on 1, 12, 22 (White's half) and a king on 29. White: a man on 5, kings on 13 and 32.
HAND = Position.from_fen("B:W5,K13,K32:B1,12,22,K29")


@each(
    ("fen", "evaluation", "value"),
    [
        ("start", "captures", 120),
        ("start", "advance", 12),
        ("start", "pieces", 0),
        ("start", "halves", 60),
        # Four men on the back row, three on the side edges (4, 5, 12), able to move.
        ("start", "weighted", 0.4 + 0.3 + 0.5),
        # Three men and a king, nine enemies gone.
        ("hand", "captures", 3 * 10 + 12 + 9 * 8),
        # Rows advanced: 0 on square 1, 2 on square 12, 5 on square 22.
        ("hand", "advance", 0 + 2 + 5 + 10),
        ("hand", "pieces", (4 - 3) + (1 - 2)),
        ("hand", "halves", 5 + 5 + 7 + 10),
        # One piece more, one king fewer; 1 on the back row; 12 and 29 on the edges; able to move.
        ("hand", "weighted", 0.5 - 0.15 + 0.1 + 0.2 + 0.5),
    ],
)
def test_values_by_hand(fen: str, evaluation: str, value: float) -> None:
    position = Position.start() if fen == "start" else HAND
    assert evaluate(position, evaluation) == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize("evaluation", EVALUATIONS)
def test_evaluations_do_not_care_about_colours(evaluation: str) -> None:
    for position in positions(1, 300):
        for side in (BLACK, WHITE):
            mirrored = evaluate(position.mirrored, evaluation, side.other)
            assert evaluate(position, evaluation, side) == mirrored, position.fen


@each("preset", PRESETS)
@each("evaluation", EVALUATIONS)
def test_every_method_finds_the_value_of_minimax(preset: str, evaluation: str) -> None:
    rng = Random(f"{preset} {evaluation}")
    for position in positions(rng.randrange(10**6), 100, PRESETS[preset]):
        depth = rng.randrange(1, 5)
        truth = search(position, depth, method="minimax", evaluation=evaluation)
        for method in METHODS[1:]:
            answer = search(position, depth, method=method, evaluation=evaluation)
            assert (answer.value, answer.plies) == (truth.value, truth.plies), (
                f"{method}, depth {depth}, {position!r}"
            )
        answer = search(position, depth, method="alphabeta", evaluation=evaluation)
        assert answer.move == truth.move, f"depth {depth}, {position!r}"


def test_the_move_of_every_method_has_the_value_of_minimax() -> None:
    for position in positions(7, 150):
        truth = search(position, 4, method="minimax", evaluation="halves")
        for method in ("ordered", "table"):
            move = search(position, 4, method=method, evaluation="halves").move
            if move is None:
                assert position.is_over
                continue
            # The value of the move for its mover, searched from there by plain minimax.
            values = {
                str(candidate): _value_of(position, candidate.path, 4)
                for candidate in position.legal_moves()
            }
            assert values[str(move)] == max(values.values()), f"{method}: {move} of {values}"
            assert truth.move is not None


def _value_of(position: Position, path: tuple[int, ...], depth: int) -> float:
    """Plain minimax in Python, for the side to move in the position."""
    side = position.turn

    def value(here: Position, plies: int, ply: int) -> float:
        moves = here.legal_moves()
        if not moves:
            return (ply - 10**6) if here.turn is side else (10**6 - ply)
        if plies == 0:
            return evaluate(here, "halves", side)
        values = [value(here.play(move), plies - 1, ply + 1) for move in moves]
        return max(values) if here.turn is side else min(values)

    move = next(move for move in position.legal_moves() if move.path == path)
    return value(position.play(move), depth - 1, 1)


@each("depth", [0, 1, 2, 3, 4, 5, 6])
def test_minimax_looks_at_every_leaf(depth: int) -> None:
    answer = search(Position.start(), depth, method="minimax")
    assert answer.leaves == Position.start().perft(depth)
    assert answer.nodes == sum(Position.start().perft(ply) for ply in range(depth + 1))
    assert answer.cutoffs == 0


def test_each_method_does_less_than_the_one_before() -> None:
    nodes = [
        search(Position.start(), 7, method=method, evaluation="advance").nodes for method in METHODS
    ]
    assert nodes == sorted(nodes, reverse=True)
    assert nodes[1] < nodes[0] / 20


def test_a_lost_position_has_no_move() -> None:
    answer = search(Position.from_fen("W:W:B1"), 3)
    assert (answer.move, answer.value, answer.plies) == (None, float("-inf"), 0)


def test_a_win_says_how_far_it_is() -> None:
    answer = search(Position.from_fen("B:W18:B15"), 3)
    assert (str(answer.move), answer.plies) == ("15x22", 1)


@pytest.mark.parametrize(
    ("options", "refusal"),
    [
        ({"method": "minmax"}, unknown_name("method", "minmax", ["minimax"])),
        ({"evaluation": "peices"}, unknown_name("evaluation", "peices", ["pieces"])),
        ({"depth": -1}, Message("number.whole.between", {"name": "depth", "least": 0, "most": 60})),
        ({"depth": "3"}, Message("number.whole.between", {"value": quoted("3")})),
    ],
)
def test_what_cannot_be_searched_is_refused(options: dict[str, object], refusal: Message) -> None:
    with pytest.raises(EngineError) as failed:
        search(Position.start(), **{"depth": 2, **options})  # type: ignore[arg-type]
    assert failed.value.code == refusal.key
    assert {**failed.value.values, **refusal.values} == failed.value.values


@pytest.mark.parametrize("evaluation", EVALUATIONS)
def test_trying_promising_moves_first_saves_nodes(evaluation: str) -> None:
    plain, ordered = (
        sum(
            search(position, 7, method=method, evaluation=evaluation).nodes
            for position in positions(11, 100)
        )
        for method in ("alphabeta", "ordered")
    )
    assert ordered < 0.9 * plain
