"""Compare reading PDN with pydraughts: the same games, every move checked by the rules.

Crownhead reads with `crownhead.notation.pdn.read_games`. pydraughts reads with its `PDNReader`, which
only splits the text; each move is then played on its English board, which finds it among the legal
moves. pydraughts takes about a tenth of a second for a game, so both are measured on a random sample
of the games, copied byte for byte into one file. They take turns round by round, each in its own
process (see peers.py). The figure is moves a second, best of the rounds; each contender counts the
moves it has read itself.

Without a path, the games are Tinsley's from `../shared/data/tinsley.pdn`. If that file is missing,
Crownhead writes random games.
"""

from __future__ import annotations

import platform
import random
import re
import sys
import tempfile
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import peers

TINSLEY = peers.REPOSITORY.parent / "shared" / "data" / "tinsley.pdn"
GAMES = 30
ROUNDS = 4
# Crownhead reads the sample this many times a round, to get a measurable time.
REPEATS = 10
SEED = 174
NEEDS = 50.0
GENERATED_GAMES = 200
LONGEST_PLAYOUT = 100
PERFT_DEPTH, PUBLISHED_PERFT = 4, 1469
# This codec passes bytes of any encoding through unchanged.
BYTES = "iso-8859-1"


@dataclass(frozen=True)
class Reading:
    """The result of reading a file once; `unread` counts the games with an unreadable move."""

    games: int
    moves: int
    unread: int
    seconds: float

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self.moves / self.seconds

    def line(self, name: str) -> str:
        """The reading as text for people."""
        rates = f"{self.rate:>12,.0f} moves/s {self.games / self.seconds:>10,.1f} games/s"
        errors = f", errors in {self.unread}" if self.unread else ""
        return f"{name:24}{rates}   ({self.games} games, {self.moves} moves{errors})"


class Crownhead:
    """Crownhead's reader and writer."""

    def __init__(self) -> None:
        self.game_class: Any = import_module("crownhead").Game
        self.pdn: Any = import_module("crownhead.notation.pdn")

    def read(self, path: str, repeats: int) -> dict[str, Any]:
        """Read a file several times; the seconds are for one time."""

        def read() -> list[Any]:
            for _ in range(repeats - 1):
                for _ in self.pdn.read_games(path):
                    pass
            return list(self.pdn.read_games(path))

        games, seconds = peers.timed(read)
        moves = sum(len(game.moves) for game in games)
        unread = sum(bool(game.errors) for game in games)
        return asdict(Reading(len(games), moves, unread, seconds / repeats))

    def write(self, path: str, count: int, seed: int) -> None:
        """Write random games."""
        rng = random.Random(seed)
        games = [self._random_game(rng) for _ in range(count)]
        with Path(path).open("w", encoding="utf-8") as file:
            self.pdn.write_games(games, file)

    def _random_game(self, rng: random.Random) -> Any:
        game = self.game_class()
        for _ in range(LONGEST_PLAYOUT):
            moves = game.legal_moves()
            if not moves:
                break
            game.push(rng.choice(moves))
        return game


class Pydraughts:
    """pydraughts' reader, and its English board to check the moves."""

    def __init__(self) -> None:
        self.draughts: Any = import_module("draughts")
        self.pdn: Any = import_module("draughts.PDN")

    def read(self, path: str) -> dict[str, Any]:
        """Read a file and play the moves."""

        def read() -> list[tuple[int, bool]]:
            return [self._play(game) for game in self.pdn.PDNReader(filename=path).games]

        played, seconds = peers.timed(read)
        moves = sum(count for count, _ in played)
        unread = sum(not complete for _, complete in played)
        return asdict(Reading(len(played), moves, unread, seconds))

    def _play(self, game: Any) -> tuple[int, bool]:
        """Play a game's moves, and return how many could be played and whether all could."""
        board = self.draughts.Board("english", game.tags.get("FEN", "startpos"))
        try:
            for text in game.moves:
                board.push(self.draughts.Move(board, pdn_move=text))
        except (KeyError, ValueError):
            return len(board.move_stack), False
        return len(game.moves), True

    def perft(self, depth: int) -> int:
        """Leaf nodes from the start, to check that the rules are the same."""
        return self._leaves(self.draughts.Board("english"), depth)

    def _leaves(self, board: Any, depth: int) -> int:
        moves = board.legal_moves()
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            board.push(move)
            total += self._leaves(board, depth - 1)
            board.pop()
        return total


CONTENDERS = {"crownhead": Crownhead, "pydraughts": Pydraughts}


# --- the games


def split_games(text: str) -> list[str]:
    """Split a collection into games, each from its first tag to the next game's first tag."""
    games: list[list[str]] = [[]]
    among_tags = True
    for line in text.splitlines(keepends=True):
        is_tag = re.match(r'\s*\[\w+\s+"', line) is not None
        if is_tag and not among_tags:
            games.append([])
        games[-1].append(line)
        if line.strip():
            among_tags = is_tag
    return ["".join(lines) for lines in games]


def write_sample(collection: Path, sample: Path) -> None:
    """Copy a random sample of a collection's games."""
    games = split_games(collection.read_text(encoding=BYTES))
    chosen = random.Random(SEED).sample(games, min(GAMES, len(games)))
    sample.write_text("\n".join(chosen), encoding=BYTES)


def find_collection(path: Path | None, folder: Path, crownhead: peers.Worker) -> Path:
    """Choose the given collection, Tinsley's games, or random games."""
    if path is not None or TINSLEY.exists():
        return path or TINSLEY
    generated = folder / "random.pdn"
    crownhead.ask("write", path=str(generated), count=GENERATED_GAMES, seed=SEED)
    return generated


# --- the run


def measure(path: Path | None, folder: Path) -> tuple[Path, dict[str, Reading], list[str]]:
    """Find the collection and the best readings, and note how pydraughts differs."""
    with peers.workers(__file__, list(CONTENDERS)) as contenders:
        crownhead, pydraughts = contenders["crownhead"], contenders["pydraughts"]
        collection = find_collection(path, folder, crownhead)
        sample = folder / "sample.pdn"
        write_sample(collection, sample)
        ours, theirs = [], []
        for number in range(ROUNDS):
            peers.progress(f"round {number + 1} of {ROUNDS}")
            ours.append(Reading(**crownhead.ask("read", path=str(sample), repeats=REPEATS)))
            theirs.append(Reading(**pydraughts.ask("read", path=str(sample))))
        whole = Reading(**crownhead.ask("read", path=str(collection), repeats=1))
        counted = pydraughts.ask("perft", depth=PERFT_DEPTH)
    peers.progress_done()
    best = {
        name: max(all_, key=lambda one: one.rate)
        for name, all_ in (("crownhead", ours), ("pydraughts", theirs))
    }
    return collection, {**best, "crownhead, all games": whole}, notes(best, counted)


def notes(best: dict[str, Reading], counted: int) -> list[str]:
    """Note what pydraughts reads or counts differently."""
    ours, theirs = best["crownhead"], best["pydraughts"]
    found = []
    if theirs.moves != ours.moves:
        found.append(f"pydraughts: reads {theirs.moves} of the {ours.moves} moves")
    if counted != PUBLISHED_PERFT:
        found.append(f"pydraughts: perft({PERFT_DEPTH}) counts {counted}, not {PUBLISHED_PERFT}")
    return found


def main() -> int:
    """Measure and report, and return 1 if the target is missed."""
    parser = peers.arguments(__doc__)
    parser.add_argument("path", nargs="?", type=Path, help="a PDN collection")
    options = parser.parse_args()
    if options.worker:
        return peers.serve(CONTENDERS[options.worker]())
    with tempfile.TemporaryDirectory() as folder:
        collection, best, remarks = measure(options.path, Path(folder))
    python = platform.python_version()
    ratio = best["crownhead"].rate / best["pydraughts"].rate
    title = f"{best['crownhead'].games} games of {collection.name}, best of {ROUNDS} rounds in turn"
    lines = [f"{title}, Python {python}", *(one.line(name) for name, one in best.items()), *remarks]
    figures = {
        "benchmark": "pdn",
        "python": python,
        "collection": str(collection),
        "best": {name: asdict(reading) for name, reading in best.items()},
        "notes": remarks,
    }
    target = peers.Target("pdn reading", ratio, "pydraughts", NEEDS)
    return peers.report(lines, [target], figures, options.json)


if __name__ == "__main__":
    sys.exit(main())
