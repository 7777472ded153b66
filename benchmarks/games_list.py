"""Measure how long a list of games takes: 20 of 10,000, from the rows of the store alone.

The baseline, measured in the same run, works without summaries: it loads 20 records with their moves
and plays each of them through.
"""

from __future__ import annotations

import contextlib
import json
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from rich.progress import track

import peers
from crownhead import Game
from crownhead.outcome import Outcome, Reason
from crownhead.service.games.storing import ending_as_dict, session_of
from crownhead.service.games.view import board_text
from crownhead.store import GameStore, StoredGame, StoredMove, Summary
from crownhead.store.games.rows import columns_of

ALLOWED = 20.0
PAGE = 20
FAR_PAGE = 400
BEGAN = 1_700_000_000.0
START = Game().position.fen


def played(chance: random.Random) -> StoredGame:
    """A game of a few dozen random moves; some are resigned or agreed drawn."""
    game = Game()
    for _ in range(chance.randint(20, 80)):
        if game.outcome:
            break
        game.push(chance.choice(game.position.legal_moves()))
    if not game.outcome and chance.random() < 0.6:
        winner = chance.choice((game.turn.other, game.turn.other, None))
        reason = Reason.RESIGNATION if winner else Reason.AGREEMENT
        game.record_outcome(Outcome(winner, reason))
    outcome = game.outcome
    moves = tuple(StoredMove(node.move.path) for node in game.main_line() if node.move)
    return StoredGame(
        black="person",
        white="person",
        rules="english",
        start=START,
        clock={"kind": "none", "seconds": 0.0, "increment": 0.0},
        ply=game.ply,
        ending=ending_as_dict(game.declared_ending),
        moves=moves,
        summary=Summary(
            board_text(game.position),
            game.turn.value,
            outcome.winner.value if outcome and outcome.winner else None,
            outcome.reason.value if outcome else None,
        ),
    )


def records(count: int) -> Iterator[StoredGame]:
    """Games of one person against many opponents, a minute apart; a few hundred are really played."""
    chance = random.Random(7)
    patterns = [played(chance) for _ in range(300)]
    rivals = ["person", "random", "alphabeta:depth=5", *(f"level:{n}" for n in range(1, 10))]
    for number in range(count):
        sides = ["person", chance.choice(rivals)]
        chance.shuffle(sides)
        moment = BEGAN + 60 * number
        pattern = chance.choice(patterns)
        if number % 50 == 0:  # begun and abandoned
            pattern = replace(pattern, moves=(), ply=0, ending=None, summary=None)
        yield replace(
            pattern,
            id=f"game{number:08d}",
            version=len(pattern.moves) + 1,
            created=moment,
            updated=moment,
            black=sides[0],
            white=sides[1],
        )


def fill(path: Path, count: int) -> None:
    """Write games into the store's file in one transaction, in the store's own format."""
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        made = track(
            records(count), "games", total=count, disable=not sys.stderr.isatty(), transient=True
        )
        for record in made:
            columns = columns_of(record)
            names = ", ".join(f'"{name}"' for name in columns)
            marks = ", ".join("?" * len(columns))
            connection.execute(f"INSERT INTO games ({names}) VALUES ({marks})", [*columns.values()])
            connection.executemany(
                "INSERT INTO moves (game, ply, path) VALUES (?, ?, ?)",
                [
                    (record.id, ply, " ".join(map(str, move.path)))
                    for ply, move in enumerate(record.moves, start=1)
                ],
            )


def far_start(store: GameStore) -> tuple[float, str]:
    """Where the next page begins for a person who has scrolled for a long time."""
    before = None
    for _ in range(FAR_PAGE - 1):
        page = store.page(PAGE, before=before)
        if len(page) < PAGE:
            break
        before = (page[-1].updated, page[-1].id)
    assert before is not None
    return before


def replay(store: GameStore) -> None:
    """The list, made without summaries."""
    for listed in store.page(PAGE):
        game = session_of(store.load(listed.id)).game()
        board_text(game.position), game.turn, game.outcome


def median(question: Callable[[], object], times: int) -> float:
    """Milliseconds to an answer."""
    took = []
    for _ in range(times):
        begin = time.perf_counter()
        question()
        took.append(1000 * (time.perf_counter() - begin))
    return statistics.median(took)


def measure(store: GameStore, times: int) -> dict[str, float]:
    before = far_start(store)
    questions: dict[str, Callable[[], object]] = {
        "all games": lambda: store.page(PAGE),
        f"page {FAR_PAGE}": lambda: store.page(PAGE, before=before),
        "going": lambda: store.page(PAGE, state="going"),
        "won": lambda: store.page(PAGE, state="won"),
        "lost": lambda: store.page(PAGE, state="lost"),
        "drawn": lambda: store.page(PAGE, state="drawn"),
        "over": lambda: store.page(PAGE, state="over"),
        "against level:4": lambda: store.page(PAGE, opponent="level:4"),
        "won against level:4": lambda: store.page(PAGE, state="won", opponent="level:4"),
        "two people": lambda: store.page(PAGE, opponent="person"),
        "an opponent that nobody met": lambda: store.page(PAGE, opponent="level:99"),
        "whom one has met": store.opponents,
    }
    return {name: median(question, times) for name, question in questions.items()}


def main() -> None:
    options = peers.options(__doc__, games=10_000, times=100)
    with tempfile.TemporaryDirectory() as folder:
        store = GameStore(Path(folder))
        fill(store.path, options.games)
        listed = measure(store, options.times)
        peer = median(lambda: replay(store), max(3, options.times // 5))
        store.close()
    if options.json:
        print(json.dumps({"replayed": peer, "listed": listed}))
    else:
        print(f"{PAGE} of {options.games} games, medians; a list needs {ALLOWED:g} ms")
        print(f"{'each of them replayed':30} {peer:8.2f} ms")
        for name, took in listed.items():
            print(f"{name:30} {took:8.2f} ms  {peer / took:7.1f} x faster")
    sys.exit(0 if max(listed.values()) < ALLOWED else 1)


if __name__ == "__main__":
    main()
