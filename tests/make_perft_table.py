"""Write tests/data/perft.csv, the oracle's perft counts of revealing positions under every rule.

Run it again only when the specification of the rules changes: `python tests/make_perft_table.py`.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from oracle import Board, OracleRules, every_option_combination, perft

TABLE = Path(__file__).parent / "data" / "perft.csv"

START = Board.start().fen()
ENGLISH = OracleRules()
CASUAL = OracleRules(capture="optional", continuation="none")
REGICIDE = OracleRules(continuation="optional", regicide=True, crowning_ends_move=False)
SINGLE_JUMP = OracleRules(continuation="none", regicide=True)
FREE_CAPTURE = OracleRules(capture="optional")

# Found among random boards: at depth 3 the options give 20 different counts, the maximum, because
# without continuation nothing depends on crowning_ends_move.
TELLING = "B:W10,K11,17,K18,19,25,26:BK4,7,15"

# At smaller depths the rules hardly differ: captures of two legs first appear at the sixth ply.
START_DEPTH = 7
START_RULES = (ENGLISH, CASUAL, REGICIDE, SINGLE_JUMP, FREE_CAPTURE)

# Position and depth, each under three rule sets that differ in every option.
POSITIONS = (
    # kings only: four against four, two against one, and the start with every piece a king
    ("B:WK14,K22,K23,K30:BK3,K10,K19,K32", 6),
    ("W:WK18,K19:BK32", 7),
    (
        "B:WK21,K22,K23,K24,K25,K26,K27,K28,K29,K30,K31,K32"
        ":BK1,K2,K3,K4,K5,K6,K7,K8,K9,K10,K11,K12",
        5,
    ),
    # men near crowning, with kings to take on the way
    ("W:W5,7,11,15,16:BK2,K6,18,19,23,25,26", 6),
    ("B:WK26,27,K25,11:B22,17,K2", 6),
    # captures of many legs: in a circle, through the first square and beyond, two routes
    ("B:W14,15,22,23:BK10", 1),
    ("W:WK15:B5,K7,9,K10,12,17,18,K19,26,27", 5),
    ("B:W6,7,14,15,28:B2,12", 6),
    # blocked, and blocked but for one man
    ("B:W25,30:B21", 2),
    ("B:W13,17,21,22,25,26,29,30:B1,2,5,6,9,10,14", 7),
    # one side only: to move, and having lost
    ("W:W12,25,K1:B", 1),
    ("B:W12,25,K1:B", 1),
)
THREE_RULES = (ENGLISH, REGICIDE, OracleRules("optional", "mandatory", True, True))


class Row(NamedTuple):
    """A line of the table before counting."""

    fen: str
    rules: OracleRules
    depth: int


def rows() -> Iterator[Row]:
    """Yield the lines of the table in order."""
    for rules in START_RULES:
        yield Row(START, rules, START_DEPTH)
    for rules in every_option_combination():
        yield Row(TELLING, rules, 5)
    for fen, depth in POSITIONS:
        for rules in THREE_RULES:
            yield Row(Board.from_fen(fen).fen(), rules, depth)


def main() -> None:
    """Count every line, show each as it is finished, and write the table."""
    counted = []
    for fen, rules, depth in rows():
        nodes = perft(Board.from_fen(fen), rules, depth)
        counted.append((fen, *(str(option).lower() for option in rules), depth, nodes))
        print(f"{nodes:>9,}  depth {depth}  {' '.join(map(str, rules))}  {fen}", flush=True)
    TABLE.parent.mkdir(exist_ok=True)
    with TABLE.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("fen", *OracleRules._fields, "depth", "nodes"))
        writer.writerows(counted)


if __name__ == "__main__":
    main()
