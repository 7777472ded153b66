"""Another library's Hub client plays a game with our engine."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import programs

# `make test` installs it in its own folder, because another peer has a module of the same name.
PEER = Path(__file__).parents[2] / "build" / "peers" / "pydraughts"
OURS = Path(sys.executable).with_name("crownhead")

# pydraughts calls the side that moves first W, which in English checkers is Black, so the letter is
# put right here. Everything else is its own: the client, the board, the moves and their notation.
DRIVER = """
import sys
from draughts import Board, Move
from draughts.engine import HubEngine

engine = HubEngine([sys.argv[1], "hub"])
engine.init()
board = Board(variant="english")
while not board.is_over() and len(board.move_stack) < 100:
    start = "B" + board._game.initial_hub_fen[1:]
    moves = " ".join(move.hub_move for move in board.move_stack)
    best, _ = engine.go(start, moves=moves, nodes=300)
    board.push(Move(board, hub_move=best))
engine.quit()
print(len(board.move_stack), board.is_over())
"""


def test_pydraughts_drives_our_engine_through_a_game(tmp_path: Path) -> None:
    assert PEER.exists(), "pydraughts is missing; make peers installs it"
    script = tmp_path / "driver.py"
    script.write_text(DRIVER)
    done = programs.run(
        [sys.executable, "-W", "ignore", str(script), str(OURS)],
        env={**os.environ, "PYTHONPATH": str(PEER)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    plies, over = done.stdout.split()
    assert plies == "100" or over == "True"
