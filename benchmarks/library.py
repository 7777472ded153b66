"""How fast games come into the library, and how soon searches answer, compared with a plain scan.

Games are imported from a file (`crownhead library generate games.pdn --games 100000`, or fewer that are
made here), in a process of their own whose memory is measured. Then ten different searches are timed, as
the page makes them: the count and the first page, in milliseconds and in those of the processor, which count
where others use it too. The plain scan reads every game and plays it through, as somebody without an index
would; it is timed on some of the games and counted up.

    python benchmarks/library.py games.pdn
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from crownhead import Position
from crownhead.library.entry import game_of
from crownhead.library.exploring import Explorer
from crownhead.library.finding import search
from crownhead.library.generating import generated
from crownhead.library.importing import add_games, import_games
from crownhead.library.query import Query
from crownhead.notation.pdn import parse_games
from crownhead.store import GameStore
from crownhead.store.library import LibraryStore

NEEDS_GAMES_A_MINUTE = 30_000
NEEDS_MEGABYTES = 300
NEEDS_MILLISECONDS = 100.0
SCANNED = 2000  # games of the plain scan
TIMES = 5
COMMENTED = '[Black "Ada Marsh"]\n[White "Basil Kerr"]\n1. 11-15 {A famous shot} 23-19 *'


def searches(middle: Position) -> dict[str, dict[str, object]]:
    """Ten different searches; one position is of the middle of a game."""
    pattern = "?" * 13 + "b" + "??" + "." + "w" + "?" * 14
    return {
        "all games, the newest first": {},
        "a player who won": {"player": "ada marsh", "result": "won"},
        "two players, by date": {"player": "marsh", "opponent": "kerr", "sort": "date"},
        "an event in some years": {"event": "ashford cup", "since": "1950", "until": "1959"},
        "an opening, by length": {"opening": "dundee", "sort": "length"},
        "a ballot, drawn, at least 20 moves": {"ballot": 7, "result": "draw", "shortest": 20},
        "words of a comment": {"comment": "famous shot"},
        "a position of the middle": {"fen": middle.fen, "reversed": "1"},
        "the start, and a player": {"fen": "start", "player": "finch", "sort": "date"},
        "a pattern with material": {"pattern": pattern, "material": "B1-2 W0", "reversed": "1"},
    }


def best(what: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds of the quickest of several times, and of the processor."""
    taken, used = [], []
    for _ in range(TIMES):
        before, busy = time.perf_counter(), time.process_time()
        what()
        taken.append(time.perf_counter() - before)
        used.append(time.process_time() - busy)
    return 1000 * min(taken), 1000 * min(used)


def import_file(file: Path, folder: Path) -> None:
    """Import a file, and print seconds of this process, games and megabytes."""
    store = GameStore(folder)
    before = time.process_time()
    with file.open("rb") as opened:
        done = import_games(store.library, "Generated", opened, file.name)
    seconds = time.process_time() - before
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    store.close()
    print(seconds, done.added, megabytes)


def scan(library: LibraryStore, count: int) -> float:
    """Milliseconds to play all games through, counted up from some of them."""
    numbers = [hit.row.id for hit in search(library, Query(size=200)).hits]
    numbers = (numbers * (SCANNED // len(numbers) + 1))[:SCANNED]
    before = time.process_time()
    for stored in library.games(numbers):
        for node in game_of(stored).root.main_line():
            _ = node.position.key
    return 1000 * (time.process_time() - before) / SCANNED * count


def _explore(library: LibraryStore, position: Position) -> None:
    Explorer(library).explore(position)  # one that has answered nothing yet


def measure(library: LibraryStore) -> bool:
    """Print the time of each search, and say whether all are quick enough."""
    count = search(library, Query()).count
    middle = list(game_of(library.load(count // 2)).root.main_line())[16].position
    plain = scan(library, count)
    print(f"\n{'search':36} {'games':>9} {'ms':>8} {'processor':>10} {'than a plain scan':>19}")
    slow = False
    for name, values in searches(middle).items():
        query = Query.parse(values)
        found = search(library, query).count
        taken, used = best(partial(search, library, query))
        slow |= used > NEEDS_MILLISECONDS
        print(f"{name:36} {found:9,} {taken:8.1f} {used:10.1f} {plain / used:11,.0f} x faster")
    for name, position in (("the explorer at the start", Position.start()), ("at a move", middle)):
        taken, used = best(partial(_explore, library, position))
        print(f"{name:36} {'':9} {taken:8.1f} {used:10.1f}")
    return not slow


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
        add_games(store.library, store.library.make_collection("Noted"), games_with_words)
        good &= measure(store.library)
        store.close()
    print("\nas quick as it should be" if good else "\nTOO SLOW")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
