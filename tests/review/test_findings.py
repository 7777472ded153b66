"""Figures from a review: accuracy and moments, and storing them."""

from __future__ import annotations

import json
from dataclasses import asdict
from random import Random
from typing import Any

import pytest
from review_games import random_game

from crownhead import BLACK, WHITE, Game
from crownhead.endgame import Build, EndgameTables
from crownhead.engine import Limit
from crownhead.engine.hint import HintReason
from crownhead.review.findings import HALF, BetterLine, Findings, ReviewedMove
from crownhead.review.game_review import new_engine, review_game
from crownhead.review.judge import Judgement, judge
from crownhead.service.analysis.review_view import mark_counts

NODES = Limit(nodes=1000)


def found(game: Game, tables: EndgameTables | None = None) -> Findings:
    with new_engine(tables) as engine:
        start, judged = judge(game, NODES, engine)
        return Findings.of(
            game.start, start, tuple(ReviewedMove.of(move, engine) for move in judged)
        )


def move(ply: int, lost: float, **named: Any) -> ReviewedMove:
    """A move of an even game, by Black at odd plies."""
    kept = 0.5 - lost
    side = "black" if ply % 2 else "white"
    mark = named.pop("mark", "?" if lost else "")
    better = BetterLine(((11, 15),), 0, named.pop("before", 0.5), HintReason("even"))
    return ReviewedMove(
        ply=ply,
        notation="11-15",
        side=side,
        choices=named.pop("choices", 7),
        points=0,
        chance=named.pop("chance", kept if side == "black" else 1 - kept),
        lost=lost,
        mark=mark,
        better=better if mark else None,
        **named,
    )


def accuracy(*lost: float) -> float:
    moves = tuple(move(2 * number + 1, one) for number, one in enumerate(lost))
    result = Findings(0.5, moves).accuracy(BLACK)
    assert result is not None
    return result


def test_a_perfect_game_is_a_hundred_and_each_eighth_halves_a_move() -> None:
    assert accuracy(0, 0, 0) == 100
    assert accuracy(HALF) == 50
    assert accuracy(2 * HALF) == 25
    assert accuracy(0, HALF) == 75
    assert 0 < accuracy(1.0) < 1


def test_whoever_gives_more_away_is_less_accurate() -> None:
    chance = Random(1)
    for _ in range(200):
        lost = [chance.random() for _ in range(5)]
        worse = list(lost)
        worse[chance.randrange(5)] += 0.1
        assert 0 <= accuracy(*worse) <= accuracy(*lost) <= 100, lost


def test_forced_moves_do_not_count_and_a_side_without_a_choice_has_no_accuracy() -> None:
    moves = (move(1, 0, choices=1), move(2, HALF), move(3, 0, choices=1), move(4, 0, choices=1))
    findings = Findings(0.5, moves)
    assert (findings.accuracy(BLACK), findings.accuracy(WHITE)) == (None, 50)


def test_the_moments_are_those_that_changed_the_result_then_what_lost_most() -> None:
    small = [move(ply, 0.1) for ply in range(1, 13)]
    turned = move(14, 0.12, before=0.85, chance=0.27)  # White had as good as won
    large = move(16, 0.28)
    findings = Findings(0.5, (*small, move(13, 0.0), turned, move(15, 0.0), large))
    assert findings.moments() == [1, 2, 3, 14, 16]
    assert findings.marked(WHITE) == [2, 4, 6, 8, 10, 12, 14, 16]
    counts = mark_counts(findings.moves, BLACK)
    assert counts == {"inaccuracies": 0, "mistakes": 6, "blunders": 0}


def test_findings_say_what_a_review_of_a_file_says() -> None:
    game = random_game(5)
    findings = found(game)
    reviewed = review_game(random_game(5), NODES)
    assert (findings.start, *(one.chance for one in findings.moves)) == reviewed.chances
    marked = [one for one in findings.moves if one.mark]
    assert [(one.ply, one.mark, one.notation) for one in marked] == [
        (one.ply, one.mark, one.played) for one in reviewed.mistakes
    ]
    for one, mistake in zip(marked, reviewed.mistakes, strict=True):
        assert one.better is not None
        assert (one.better.chance, one.chance_of_mover) == (mistake.before, mistake.after)
        assert one.lost == pytest.approx(mistake.lost, abs=0.0001)


@pytest.mark.parametrize("seed", range(3))
def test_findings_come_back_from_json_as_they_were(seed: int) -> None:
    findings = found(random_game(seed, plies=60))
    assert Findings.from_values(json.loads(json.dumps(asdict(findings)))) == findings


@pytest.mark.parametrize(
    "damage",
    [
        lambda values: values.pop("start"),
        lambda values: values["moves"].pop(0),
        lambda values: values["moves"][0].pop("chance"),
        lambda values: values["moves"][0].update(chance="much"),
        lambda values: values["moves"][0].update(side="red"),
        lambda values: values["moves"][0].update(mark="!"),
        lambda values: values["moves"][0].update(more=1),
        lambda values: values["moves"][0].update(tables="won"),
        lambda values: values["moves"][1]["better"].update(paths=[]),
        lambda values: values.update(moves=7),
    ],
)
def test_damaged_findings_are_refused(damage: Any) -> None:
    values = json.loads(json.dumps(asdict(Findings(0.5, (move(1, 0.0), move(2, 0.2))))))
    damage(values)
    with pytest.raises((ValueError, KeyError, TypeError)):
        Findings.from_values(values)


def test_the_tables_are_told_as_black_sees_them(tmp_path: Any) -> None:
    Build(tmp_path, 2, distance=True).run(jobs=1)
    tables = EndgameTables.open(tmp_path)
    game = Game.from_pdn('[FEN "B:WK1:BK9"]\n1. 9-6 1x10 *')
    assert [one.tables for one in found(game, tables).moves] == ["loss", "loss"]
    drawn = found(Game.from_pdn('[FEN "B:WK1:BK18"]\n1. 18-14 1-5 *'), tables).moves
    assert [one.tables for one in drawn] == ["draw", "draw"]
    assert [one.draw and one.draw.code for one in drawn] == ["tables", "tables"]


def test_each_judgement_is_told_as_it_is_found_the_last_move_first() -> None:
    game = random_game(2, plies=12)
    told: list[Judgement] = []
    with new_engine() as engine:
        _, judged = judge(game, NODES, engine, found=told.append)
    assert told == judged[::-1]
    assert [one.node.ply for one in told] == list(range(12, 0, -1))


def test_the_engines_own_move_loses_nothing() -> None:
    for one in found(random_game(3)).moves:
        assert one.lost == 0 if one.is_best or one.choices == 1 else one.lost >= 0
        assert one.lost < 0.08 or one.mark
