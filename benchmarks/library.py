"""Measure how fast the library imports games, and how fast searches answer, compared with a plain scan.

Games are imported from a file (`crownhead library generate games.pdn --games 100000`, or fewer that are
generated here), in a child process whose memory is measured. Then thirteen different searches are timed
through the calls that the page makes: the count and the first page with its boards, in wall time and in CPU
time, which matters on a busy machine. Caches are cold, unlike for further pages of a search. The plain scan
reads every game and plays it through, as a program without an index would. It is timed on some of the games
and extrapolated, and each search must find the same of these games.

    python benchmarks/library.py games.pdn
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from crownhead import Position
from crownhead.library.entry import game_of
from crownhead.library.exploring import Explorer
from crownhead.library.finding import numbers_of
from crownhead.library.generating import generated
from crownhead.library.importing import add_games, import_games
from crownhead.library.query import Query
from crownhead.notation.pdn import parse_games
from crownhead.service.games.view import board_text
from crownhead.service.library.library_service import Library
from crownhead.store import GameStore
from crownhead.store.library.entries import LibraryRow, Result
from crownhead.store.library.folding import folded
from crownhead.store.library.library_store import LibraryStore

NEEDS_GAMES_A_MINUTE = 30_000
NEEDS_MEGABYTES = 300
NEEDS_MILLISECONDS = 100.0
SCANNED = 2000  # games of the plain scan
TIMES = 5
COMMENTED = '[Black "Ada Marsh"]\n[White "Basil Kerr"]\n1. 11-15 {A famous shot} 23-19 *'


class Asked(NamedTuple):
    """A search, and the same as plain filters: of a game's row, and of each of its positions."""

    parameters: dict[str, object]
    row: Callable[[LibraryRow], bool] = bool  # accepts any
    position: Callable[[Position], bool] | None = None


def _part(text: str, *names: str | None) -> bool:
    return any(text in folded(name or "") for name in names)


def _has(*names: str) -> Callable[[LibraryRow], bool]:
    """Games of one player against another."""
    return lambda row: any(
        all(map(_part, names, sides)) for sides in ((row.black, row.white), (row.white, row.black))
    )


def _won(name: str) -> Callable[[LibraryRow], bool]:
    sides = {Result.BLACK: "black", Result.WHITE: "white"}
    return lambda row: row.result in sides and _part(name, getattr(row, sides[row.result]))


def searches(middle: Position) -> dict[str, Asked]:
    """Thirteen different searches; one position is from the middle of a game."""
    pattern = "?" * 13 + "b" + "??" + "." + "w" + "?" * 14

    def drawn(position: Position) -> bool:
        letters, kings = board_text(position), position.kings
        stands = letters[13] == "b" and letters[16] == "." and letters[17] == "w"
        return (
            stands and 1 <= (position.black & kings).bit_count() <= 2 and not position.white & kings
        )

    return {
        "all games, the newest first": Asked({}),
        "all games, by Black's name": Asked({"sort": "black"}),
        "all games, by event": Asked({"sort": "event"}),
        "many players, by date": Asked({"player": "a", "sort": "date"}, _has("a")),
        "a player who won": Asked({"player": "ada marsh", "result": "won"}, _won("ada marsh")),
        "two players, by date": Asked(
            {"player": "marsh", "opponent": "kerr", "sort": "date"}, _has("marsh", "kerr")
        ),
        "an event in some years": Asked(
            {"event": "ashford cup", "since": "1950", "until": "1959"},
            lambda row: (
                _part("ashford cup", row.event, row.site) and (row.day or 0) // 100_000 == 195
            ),
        ),
        "an opening, by length": Asked(
            {"opening": "dundee", "sort": "length"}, lambda row: row.opening == "Dundee"
        ),
        "a ballot, drawn, at least 20 moves": Asked(
            {"ballot": 7, "result": "draw", "shortest": 20},
            lambda row: row.ballot == 7 and row.result is Result.DRAW and row.plies >= 39,
        ),
        "words of a comment": Asked({"comment": "famous shot"}, lambda row: row.noted),
        "a position of the middle": Asked(
            {"fen": middle.fen, "reversed": "1"},
            position=lambda one: middle in (one, one.mirrored),
        ),
        "the start, and a player": Asked(
            {"fen": "start", "player": "finch", "sort": "date"}, _has("finch")
        ),
        "a pattern with material": Asked(
            {"pattern": pattern, "material": "B1-2 W0", "reversed": "1"},
            position=lambda one: drawn(one) or drawn(one.mirrored),
        ),
    }


def best(what: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds of the fastest of several runs, in wall time and in CPU time."""
    taken, used = [], []
    for _ in range(TIMES):
        before, busy = time.perf_counter(), time.process_time()
        what()
        taken.append(time.perf_counter() - before)
        used.append(time.process_time() - busy)
    return 1000 * min(taken), 1000 * min(used)


def import_file(file: Path, folder: Path) -> None:
    """Import a file, and print this process's seconds, games and megabytes."""
    store = GameStore(folder)
    before = time.process_time()
    with file.open("rb") as opened:
        done = import_games(store.library, "Generated", opened, file.name)
    seconds = time.process_time() - before
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    store.close()
    print(seconds, done.added, megabytes)


class Scan:
    """The plain scan: reads some of the games and plays them through, without an index."""

    def __init__(self, library: LibraryStore, count: int) -> None:
        self.numbers = sorted(random.Random(1).sample(range(1, count), min(SCANNED, count - 1)))
        self.numbers.append(count)  # the one with a comment
        before = time.process_time()
        self._games = [
            (one.row, [node.position for node in game_of(one).root.main_line()])
            for one in library.games(self.numbers)
        ]
        #: Milliseconds for all games, counted up from these.
        self.taken = 1000 * (time.process_time() - before) / len(self._games) * count

    def finds(self, asked: Asked) -> set[int]:
        """The games that a search should find."""
        looks = asked.position
        return {
            row.id
            for row, positions in self._games
            if asked.row(row) and (looks is None or any(map(looks, positions)))
        }


def _search(page: Library, library: LibraryStore, parameters: dict[str, object]) -> None:
    library.searches._counted.cache_clear()  # a cold cache
    page.search(parameters)


def _explore(library: LibraryStore, position: Position) -> None:
    Explorer(library).explore(position)  # a new one, with a cold cache


def measure(store: GameStore) -> bool:
    """Print the time of each search, and return whether all are fast enough and right."""
    library, page = store.library, Library(store, lambda: None)
    count = page.search({})["count"]
    middle = list(game_of(library.load(count // 2)).root.main_line())[16].position
    scan = Scan(library, count)
    print(f"\n{'search':36} {'games':>9} {'ms':>8} {'CPU ms':>10} {'than a plain scan':>19}")
    good = True
    for name, asked in searches(middle).items():
        found = page.search(asked.parameters)["count"]
        taken, used = best(partial(_search, page, library, asked.parameters))
        all_found = set(numbers_of(library, Query.parse(asked.parameters)))
        right = all_found & set(scan.numbers) == scan.finds(asked) and len(all_found) == found
        good &= right and used <= NEEDS_MILLISECONDS
        said = "" if right else "  NOT WHAT THE SCAN FINDS"
        print(
            f"{name:36} {found:9,} {taken:8.1f} {used:10.1f} {scan.taken / used:11,.0f} x faster{said}"
        )
    for name, position in (("the explorer at the start", Position.start()), ("at a move", middle)):
        taken, used = best(partial(_explore, library, position))
        print(f"{name:36} {'':9} {taken:8.1f} {used:10.1f}")
    page.close()
    return good


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "file", type=Path, nargs="?", help="a PDN file; some games are made without"
    )
    parser.add_argument("--folder", type=Path, help="keep the library here, or use the one there")
    parser.add_argument("--import-into", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.import_into:
        import_file(options.file, options.import_into)
        return
    with tempfile.TemporaryDirectory() as temporary:
        file, folder = options.file, options.folder or Path(temporary) / "data"
        if file is None:
            file = Path(temporary) / "made.pdn"
            file.write_text("".join(generated(1000)), encoding="utf-8")
        good = True
        if not folder.exists():
            words = [sys.executable, __file__, str(file), "--import-into", str(folder)]
            said = subprocess.run(words, check=True, capture_output=True, text=True).stdout
            seconds, games, megabytes = map(float, said.split())
            rate = 60 * games / seconds
            print(
                f"imported {games:,.0f} games: {rate:,.0f} a minute of one core, {megabytes:.0f} MB"
            )
            print(f"the file has {(folder / 'games.sqlite3').stat().st_size / 1e6:.0f} MB")
            good = rate >= NEEDS_GAMES_A_MINUTE and megabytes <= NEEDS_MEGABYTES
        before = time.perf_counter()
        store = GameStore(folder)
        print(f"opened in {1000 * (time.perf_counter() - before):.0f} ms")
        games_with_words = parse_games(COMMENTED)
        add_games(store.library, store.library.make_target("Noted"), games_with_words)
        good &= measure(store)
        store.close()
    print("\nfast enough" if good else "\nTOO SLOW")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
