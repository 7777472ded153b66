"""Games to review, reviews of their files, and running the commands."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import programs
import warm
from crownhead import Game
from crownhead.engine import Limit
from crownhead.review import FileReview

#: White gives a man away by the second move.
BLUNDER = '[Black "Ann"]\n[White "Bob"]\n1. 9-14 21-17 2. 14x21 22-18 *\n'
NODES = Limit(nodes=1000)


def command(*words: str | Path) -> list[str]:
    return [sys.executable, "-m", "crownhead", *map(str, words)]


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the real program in its own process."""
    return programs.run(command(*words), capture_output=True, text=True, check=False, timeout=300)


def run_alone(*words: str | Path, typed: bytes = b"") -> subprocess.CompletedProcess[str]:
    """Run a command in a warm process, which has loaded Crownhead already."""
    done = warm.run([str(word) for word in words], os.environ, typed=typed)
    out, err = done.stdout.decode(), done.stderr.decode()
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)


def random_game(seed: int, plies: int = 24) -> Game:
    """A game of random moves, which are mostly bad."""
    chance = Random(seed)
    game = Game(tags={"Black": f"Player {seed}", "White": "Chance"})
    while game.ply < plies and game.outcome is None:
        game.push(chance.choice(game.legal_moves()))
    return game


def file_of_games(folder: Path, count: int, plies: int = 24) -> Path:
    path = folder / "games.pdn"
    path.write_text("\n".join(random_game(seed, plies).pdn for seed in range(count)))
    return path


def review(
    source: Path, name: str = "out", limit: Limit = NODES, *, replace: bool = False
) -> FileReview:
    out, html = (source.with_name(f"{name}.{kind}") for kind in ("pdn", "html"))
    return FileReview(source, out, html, limit, replace=replace)


def outputs(work: FileReview) -> tuple[str, str]:
    return work.out.read_text(), work.html.read_text()
