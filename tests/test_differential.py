"""Compare the package with the oracle, on random playouts and built positions, under every rule.

`python tests/test_differential.py --positions 1000000` checks any number of positions on all cores. A
batch's seed alone determines its positions and its rules. An interrupted run resumes from the seed
that it printed, and a difference can be reproduced from its seed.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Iterator
from itertools import islice
from multiprocessing import get_context
from random import Random, SystemRandom
from typing import NamedTuple

from cases import each
from crownhead import Move, Position, Rules
from crownhead.rules import MOVE_OPTIONS
from oracle import (
    Board,
    OracleMove,
    OracleRules,
    every_option_combination,
    legal_moves,
    play,
    random_board,
    random_playout,
)

COMBINATIONS = every_option_combination()
POSITIONS_A_TEST = 500
POSITIONS_A_BATCH = 2_000
POSITIONS_A_PROGRESS_LINE = 50_000
ENOUGH_DIFFERENCES = 10


class Answer(NamedTuple):
    """Everything that is compared about one position."""

    fen: str
    must_capture: bool
    is_over: bool
    moves: list[OracleMove]
    captures: list[OracleMove]
    successors: list[str]


class Batch(NamedTuple):
    """Positions to check one after another."""

    seed: int
    rules: OracleRules
    positions: int


class Found(NamedTuple):
    """The number of positions checked in a batch, and the difference in the last, if any."""

    positions: int
    difference: str = ""


# --- one position


def oracle_answer(board: Board, rules: OracleRules) -> Answer:
    """Ask the oracle about a board."""
    moves = legal_moves(board, rules)
    captures = [move for move in moves if move.captured]
    return Answer(
        fen=board.fen(),
        must_capture=bool(captures) and rules.capture == "mandatory",
        is_over=not moves,
        moves=moves,
        captures=captures,
        successors=[play(board, move, rules).fen() for move in moves],
    )


def crownhead_answer(fen: str, rules: Rules) -> Answer:
    """Ask the package about the same board."""
    position = Position.from_fen(fen, rules)
    moves = position.legal_moves()
    return Answer(
        fen=position.fen,
        must_capture=position.must_capture,
        is_over=position.is_over,
        moves=as_oracle_moves(moves),
        captures=as_oracle_moves(position.captures()),
        successors=[position.play(move).fen for move in moves],
    )


def as_oracle_moves(moves: list[Move]) -> list[OracleMove]:
    """Convert the package's moves to the oracle's."""
    return [OracleMove(move.path, move.captured) for move in moves]


def crownhead_rules(rules: OracleRules) -> Rules:
    """The English rules with the options that affect moves replaced."""
    return Rules.preset("english").replace(**rules._asdict())


# --- many positions


def boards(rng: Random, rules: OracleRules) -> Iterator[Board]:
    """Yield boards of random games and built boards in turn, forever."""
    while True:
        for board in random_playout(rng, rules):
            yield board
            yield random_board(rng)


def look_at(batch: Batch) -> Found:
    """Compare the answers on a batch of positions, up to the first difference."""
    rules = crownhead_rules(batch.rules)
    batch_boards = boards(Random(batch.seed), batch.rules)
    for number, board in enumerate(islice(batch_boards, batch.positions), start=1):
        expected = oracle_answer(board, batch.rules)
        try:
            got = crownhead_answer(expected.fen, rules)
        except Exception as error:
            return Found(number, f"{heading(batch, expected.fen)}\n  {error!r}")
        if got != expected:
            return Found(number, describe(batch, expected, got))
    return Found(batch.positions)


def heading(batch: Batch, fen: str) -> str:
    """Describe how to reproduce a position."""
    return f"{fen}\n  {batch.rules}\n  seed {batch.seed}"


def describe(batch: Batch, expected: Answer, got: Answer) -> str:
    """Describe a difference for a person."""
    lines = [heading(batch, expected.fen)]
    for name in Answer._fields:
        oracle_says, crownhead_says = getattr(expected, name), getattr(got, name)
        if oracle_says != crownhead_says:
            lines.append(f"  {name}\n    oracle    {oracle_says}\n    crownhead {crownhead_says}")
    return "\n".join(lines)


def test_the_oracle_knows_every_option_of_moves() -> None:
    assert OracleRules._fields == MOVE_OPTIONS


@each("rules", COMBINATIONS)
@each("seed", [1, 2])
def test_crownhead_agrees_with_the_oracle(rules: OracleRules, seed: int) -> None:
    difference = look_at(Batch(seed, rules, POSITIONS_A_TEST)).difference
    assert not difference, difference


# --- the soak


def fresh_seed() -> int:
    """Draw a seed that no earlier run is likely to have had."""
    return SystemRandom().randrange(2**40)


def batches(positions: int, seed: int) -> Iterator[Batch]:
    """Yield the batches of a run, which cycle through the rules."""
    for first in range(0, positions, POSITIONS_A_BATCH):
        rules = COMBINATIONS[seed % len(COMBINATIONS)]
        yield Batch(seed, rules, min(POSITIONS_A_BATCH, positions - first))
        seed += 1


def soak(positions: int, seed: int, jobs: int) -> list[str]:
    """Check many positions on several cores, show progress, and return the differences."""
    print(f"seed {seed}", flush=True)
    differences: list[str] = []
    done = 0
    with get_context("spawn").Pool(jobs, ignore_interrupts) as pool:
        try:
            for found in pool.imap(look_at, batches(positions, seed)):
                show_progress(done, found, positions)
                done, seed = done + found.positions, seed + 1
                if found.difference:
                    differences.append(found.difference)
                if len(differences) == ENOUGH_DIFFERENCES:
                    break
        except KeyboardInterrupt:
            print(f"interrupted; go on with --positions {positions - done} --seed {seed}")
            raise
        finally:
            print(f"{done} positions, {len(differences)} differences", flush=True)
    return differences


def show_progress(done: int, found: Found, positions: int) -> None:
    """Print a batch's findings, and a progress line at intervals."""
    if found.difference:
        print(found.difference, flush=True)
    now = done + found.positions
    if now // POSITIONS_A_PROGRESS_LINE > done // POSITIONS_A_PROGRESS_LINE:
        print(f"{now:,} of {positions:,} positions", flush=True)


def ignore_interrupts() -> None:
    """Ignore interrupts; the parent process handles them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def main() -> int:
    """Run a soak from the command line."""
    parser = argparse.ArgumentParser(description="Compare crownhead with the oracle.")
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=fresh_seed(), help="default: a fresh one")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    try:
        return 1 if soak(options.positions, options.seed, options.jobs) else 0
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
