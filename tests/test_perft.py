"""Perft: the published counts from the start, and the oracle's counts of revealing positions.

With CROWNHEAD_SOAK in the environment, the start is counted to depth 11.
"""

from __future__ import annotations

import csv
import os
from pathlib import Path
from typing import NamedTuple

from cases import each
from crownhead import WHITE, Position, Rules

PUBLISHED = (7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128)
DEEPEST = 11 if os.environ.get("CROWNHEAD_SOAK") else 9
DEPTHS = tuple(enumerate(PUBLISHED[:DEEPEST], start=1))

TABLE = Path(__file__).parent / "data" / "perft.csv"


class Row(NamedTuple):
    """A line of the table."""

    fen: str
    rules: Rules
    depth: int
    nodes: int


def rows() -> list[Row]:
    with TABLE.open(newline="", encoding="utf-8") as file:
        return [
            Row(
                line["fen"],
                Rules().replace(
                    capture=line["capture"],
                    continuation=line["continuation"],
                    regicide=line["regicide"] == "true",
                    crowning_ends_move=line["crowning_ends_move"] == "true",
                ),
                int(line["depth"]),
                int(line["nodes"]),
            )
            for line in csv.DictReader(file)
        ]


ROWS = rows()
every_row = each("row", ROWS)


@each(("depth", "nodes"), DEPTHS)
def test_the_start_has_the_published_counts(depth: int, nodes: int) -> None:
    assert Position.start().perft(depth) == nodes


@each(("depth", "nodes"), DEPTHS[:8])
def test_the_start_is_the_same_for_white(depth: int, nodes: int) -> None:
    assert Position.start(Rules(first_to_move=WHITE)).perft(depth) == nodes


def test_the_table_has_every_combination_of_the_options_that_shape_moves() -> None:
    options = {
        (
            row.rules.capture,
            row.rules.continuation,
            row.rules.regicide,
            row.rules.crowning_ends_move,
        )
        for row in ROWS
    }
    assert len(options) == 2 * 3 * 2 * 2


@every_row
def test_a_row_of_the_table(row: Row) -> None:
    assert Position.from_fen(row.fen, row.rules).perft(row.depth) == row.nodes


@every_row
def test_a_row_of_the_table_mirrored(row: Row) -> None:
    assert Position.from_fen(row.fen, row.rules).mirrored.perft(row.depth) == row.nodes


@every_row
def test_a_row_of_the_table_counted_move_by_move(row: Row) -> None:
    position = Position.from_fen(row.fen, row.rules)
    counts = [position.play(move).perft(row.depth - 1) for move in position.legal_moves()]
    assert sum(counts) == row.nodes


@each("depth", range(6))
def test_perft_is_the_number_of_lines_that_can_be_played(depth: int) -> None:
    level = [Position.from_fen("B:W10,K11,17,K18,19,25,26:BK4,7,15", Rules(regicide=True))]
    first = level[0]
    for _ in range(depth):
        level = [before.play(move) for before in level for move in before.legal_moves()]
    assert first.perft(depth) == len(level)
