"""Games come in whole, once, and as far as they can be read; they go out as they came, and come back."""

from __future__ import annotations

import io
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from collection.shelves import add, tinsley_games
from crownhead import Game
from crownhead.errors import ConflictError, LibraryError, NotFoundError, StoreError
from crownhead.library.editing import edited
from crownhead.library.entry import game_of
from crownhead.library.finding import numbers_of, search
from crownhead.library.importing import ImportProgress, ImportStoppedError, import_games
from crownhead.library.query import Query
from crownhead.messages import Message, plain, say
from crownhead.notation.pdn import parse_games, write_game
from crownhead.store import GameStore
from crownhead.store.library.adding import Adding
from crownhead.store.library.library_store import LibraryStore
from pseudo import spoken
from refused import refused
from saying import says
from store.writing import execute

GAME = '[Event "{event}"]\n[Round "{round}"]\n[Black "Ann"]\n[White "Bob"]\n1. 11-15 23-19 1-0\n\n'
NOTED = (
    '[Black "Eve"]\n[White "Dan"]\n[Annotator "Eve"]\n'
    "1. 11-15 {A shot: beware} (1. 9-14 22-18) 23-19! 2. 8-11 $1 *\n"
)
HOUSE = (
    '[Black "Kim"]\n[White "Lou"]\n[GameType "21,W,8,8,N1,0"]\n'
    '[Rules "english regicide=on first_to_move=white"]\n1. 23-19 11-15 0-1\n'
)
PROBLEM = '[SetUp "1"]\n[FEN "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29"]\n1. 22x31 *\n'


def counted(store: GameStore, query: str) -> int:
    with closing(sqlite3.connect(store.path)) as connection:
        return int(connection.execute(query).fetchone()[0])


def test_the_same_game_comes_in_once(library: LibraryStore) -> None:
    first = GAME.format(event="Cup", round="1")
    done = add(library, "Mine", first + GAME.format(event="?", round="") + first)
    assert (done.added, done.duplicates) == (1, 2)
    again = add(library, "mine", GAME.format(event="CUP ", round="1").replace("Ann", "ANN"))
    assert (again.added, again.duplicates) == (0, 1)
    others = GAME.format(event="Cup", round="2") + GAME.format(event="Bowl", round="1")
    assert add(library, "Mine", others).added == 2
    assert add(library, "Mine", first.replace("1-0", "1/2-1/2")).added == 1
    assert add(library, "Other", first).added == 1
    counts = {one.name: one.games for one in library.collections()}
    assert counts == {"Played here": 0, "Mine": 4, "Other": 1}


def test_what_cannot_be_read_is_told_with_line_and_column(library: LibraryStore) -> None:
    text = GAME.format(event="A", round="1") + '[Black "Ann"]\n1. 11-15 23-20 2. 8-11 1-0\n'
    done = add(library, "Mine", text)
    assert (done.added, done.faulty) == (2, 1)
    again = add(library, "Mine", text)
    assert again.faulty == library.imports.load(again.number).faulty == 1
    (fault,) = done.faults
    assert (fault.game, fault.line, fault.column) == (2, 8, 10)
    assert says(str(fault.message), "refusal.tried", tried="23-20")
    stored = library.load(2)
    assert (stored.row.plies, stored.row.faulty) == (1, True)
    for (kept,) in (stored.faults, library.imports.load(done.number).faults):
        assert plain(kept) == plain(fault)
        assert (kept.game, kept.line, kept.column) == (2, 8, 10)


def test_games_go_out_as_they_came(library: LibraryStore) -> None:
    add(library, "Mine", "\n".join([NOTED, HOUSE, PROBLEM]))
    for number, text in enumerate((NOTED, HOUSE, PROBLEM), start=1):
        (wanted,) = parse_games(text)
        assert write_game(game_of(library.load(number))) == write_game(wanted)
    assert search(library, Query.parse({"comment": "shot BEWARE"})).hits[0].row.id == 1
    assert search(library, Query.parse({"comment": "shots"})).count == 0
    house = search(library, Query.parse({"rules": "english regicide=on first_to_move=white"}))
    assert [hit.row.id for hit in house.hits] == [2]
    start = "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29"
    assert search(library, Query.parse({"fen": start})).hits[0].ply == 0


def test_all_of_tinsleys_games_go_out_as_they_came(tinsley: LibraryStore) -> None:
    stored = list(tinsley.games(numbers_of(tinsley, Query.parse({"descending": "0"}))))
    assert len(stored) == 724
    for one, game in zip(stored[::20], tinsley_games()[::20], strict=True):
        assert write_game(game_of(one)) == write_game(game)


def test_an_import_is_undone_and_comes_back_as_a_whole(library: LibraryStore) -> None:
    kept = add(library, "Mine", NOTED)
    undone = add(library, "Mine", GAME.format(event="A", round="1") + HOUSE)
    made = library.undo_import(undone.number)
    assert made.games == 2
    assert [hit.row.id for hit in search(library, Query()).hits] == [1]
    with refused(NotFoundError, "collections.no-game", number="2"):
        library.load(2)
    assert library.imports.load(undone.number).games == 0
    assert library.imports.load(kept.number).games == 1
    assert [one.games for one in library.deletions()] == [2]
    assert library.restore(made.id) == (2, 0)
    assert search(library, Query()).count == 3
    assert library.deletions() == []
    with refused(NotFoundError, "deletions.gone"):
        library.restore(made.id)
    # What goes wrong in the middle leaves all as it was.
    execute(
        library,
        "CREATE TEMP TRIGGER full BEFORE UPDATE ON library WHEN new.id = 3 "
        "BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
    )
    with refused(StoreError, "store.not-written"):
        library.undo_import(undone.number)
    assert (search(library, Query()).count, library.deletions()) == (3, [])


def names(library: LibraryStore) -> list[tuple[str, int]]:
    return [(one.name, one.games) for one in library.collections()][1:]


def test_an_undone_import_says_so_and_takes_its_collection_along(library: LibraryStore) -> None:
    first = add(library, "Mine", GAME.format(event="A", round="1") + HOUSE)
    second = add(library, "Mine", NOTED)
    assert library.undo_import(second.number).games == 1
    assert names(library) == [("Mine", 2)]
    made = library.undo_import(first.number)
    assert names(library) == []
    assert [one.state for one in library.imports.page(2)] == ["undone", "undone"]
    with refused(ConflictError, "imports.undone"):
        library.undo_import(first.number)
    # A game that has come in again is not there twice when the others come back.
    add(library, "mine", HOUSE)
    assert library.restore(made.id) == (1, 1)
    assert names(library) == [("Mine", 2)]
    assert [one.state for one in library.imports.page(3)] == ["done", "undone", "done"]


@pytest.mark.parametrize(
    ("content", "where"),
    [
        (b"", None),
        (b"hello, this is no game", (1, 1)),
        (bytes(range(256)), (1, 1)),
        (b'[White "Carlsen"]\n[Result "1-0"]\n1. e4 e5 2. Nf3 1-0', (3, 4)),
        (b"{Only words}", None),
    ],
)
def test_what_is_no_game_leaves_nothing_behind(
    library: LibraryStore, content: bytes, where: tuple[int, int] | None
) -> None:
    code = "imports.no-checkers" if where else "imports.no-game"
    with refused(LibraryError, code) as failed:
        add(library, "Mine", content)
    if where:
        told = failed.value.values["fault"].values
        assert (told["line"], told["column"]) == where
    assert (names(library), library.imports.page(1)) == ([], [])
    # Before a game it is told, and harms nothing.
    done = add(library, "Mine", content + b'\n[Black "Ann"]\n[White "Bob"]\n1. 11-15 1-0\n')
    assert (done.added, names(library)) == (1, [("Mine", 1)])
    found = library.imports.load(done.number)
    assert (found.faulty, [*map(plain, found.faults)]) == (
        done.faulty,
        [*map(plain, done.faults)],
    )


def test_what_was_deleted_is_gone_after_a_week(tmp_path: Path) -> None:
    now = [1000.0]
    store = GameStore(tmp_path, now=lambda: now[0])
    library = store.library
    add(library, "Mine", GAME.format(event="A", round="1") + NOTED + "\n" + HOUSE)
    library.positions.make_run(least=1)
    made = library.delete([1, 3])
    library.purge()
    assert library.deletions()[0].games == 2
    now[0] += 8 * 24 * 3600
    assert library.has_work()
    library.purge()
    assert not library.has_work()
    assert library.deletions() == []
    with pytest.raises(NotFoundError):
        library.restore(made.id)
    assert counted(store, "SELECT count(*) FROM records") == 1
    assert counted(store, "SELECT games FROM runs") == 1
    assert search(library, Query.parse({"fen": "start"})).count == 1
    # The numbers of games that are gone are not used again.
    add(library, "Mine", GAME.format(event="A", round="1"))
    assert [hit.row.id for hit in search(library, Query()).hits] == [4, 2]
    store.close()


def test_names_dates_and_results_can_be_changed(library: LibraryStore) -> None:
    add(library, "Mine", NOTED + "\n" + HOUSE)
    changes = {"black": "Éva  Nagy", "event": "", "date": "1987.05.02", "result": "draw"}
    columns, digest = edited(library.load(1), changes)
    library.edit(1, columns, digest)
    row = library.load(1).row
    assert (row.black, row.event, row.date, row.day) == ("Éva Nagy", None, "1987.05.02", 19870502)
    game = game_of(library.load(1))
    assert (game.tags["Black"], game.result) == ("Éva Nagy", "1/2-1/2")
    assert "beware" in write_game(game)
    assert search(library, Query.parse({"player": "eva nagy", "since": "1987"})).count == 1
    # The same game as it is now is known again, the one that it was is not.
    assert add(library, "Mine", write_game(game)).duplicates == 1
    for wrong, code in [
        ({"date": "tomorrow"}, "dates.unreadable"),
        ({"date": "2024.13.45"}, "dates.no-such-day"),
        ({"result": "won"}, "unknown.all"),
        ({"moves": "11-15"}, "unknown.all"),
        ({"black": "x" * 301}, "edit.player-too-long"),
        ({"event": "x" * 301}, "edit.event-too-long"),
    ]:
        with refused(LibraryError, code):
            edited(library.load(1), wrong)


def test_collections_are_named_once(tmp_path: Path) -> None:
    store = GameStore(tmp_path)
    library = store.library
    mine = library.make_target(" My   games ")
    assert library.make_target("my games") == mine
    other = library.make_target("Other")
    for wrong in ("My games", "MY  GAMES", "played  HERE"):
        with refused(ConflictError, "collections.name-taken"):
            library.rename_collection(other, wrong)
        with refused(ConflictError, "collections.name-taken"):
            library.make_collection(wrong)
    with refused(LibraryError, "collections.own-only"):
        add(library, "Played  here", NOTED)
    library.rename_collection(other, "OTHER")
    library.rename_collection(other, "Theirs")
    with refused(NotFoundError, "collections.missing"):
        library.rename_collection(99, "Nobody's")
    for bad, code in [
        ("", "collections.bad-name"),
        ("a,b", "collections.comma"),
        ("x" * 101, "collections.bad-name"),
    ]:
        with refused(LibraryError, code):
            library.make_target(bad)
    with refused(ConflictError, "collections.own-name"):
        library.rename_collection(1, "Mine")
    with refused(NotFoundError, "collections.unknown", known="Played here, My games, Theirs"):
        library.collection_id("Nowhere")
    store.close()


def test_games_played_here_are_called_so_in_the_language(library: LibraryStore) -> None:
    """The name in the file stays valid."""
    with spoken():
        (own,) = library.collections()
        assert own.name == library.names_of_collections()[own.id] == say("collections.played-here")
        assert own.name != "Played here"
        assert library.collection_id(own.name) == library.collection_id("Played here") == own.id
        with refused(ConflictError, "collections.name-taken"):
            library.make_collection(own.name)


def test_a_collection_goes_and_comes_back_with_its_games(tmp_path: Path) -> None:
    now = [1e9]
    store = GameStore(tmp_path, now=lambda: now[0])
    library = store.library
    add(library, "Theirs", NOTED + "\n" + HOUSE)
    theirs = library.collection_id("Theirs")

    def shown() -> list[tuple[str, int]]:
        return [(one.name, one.games) for one in library.collections()][1:]

    library.delete([2])
    made = library.remove_collection(theirs)
    assert (made.games, made.what) == (1, Message("deletions.collection", {"name": "Theirs"}))
    assert shown() == []
    with pytest.raises(NotFoundError):
        library.collection_id("Theirs")
    assert library.restore(made.id) == (1, 0)
    assert shown() == [("Theirs", 1)]
    # It also comes back with a game of it that was deleted before, and with one that comes in.
    library.remove_collection(theirs)
    assert library.restore(1) == (1, 0)
    assert shown() == [("Theirs", 1)]
    library.remove_collection(theirs)
    add(library, "Theirs", PROBLEM)
    assert shown() == [("Theirs", 1)]
    assert library.collection_id("Theirs") == theirs
    # An empty one can come back too; after a week nothing is left of it.
    library.remove_collection(theirs)
    empty = library.remove_collection(library.make_target("Empty"))
    assert (empty.games, library.deletions()[0]) == (0, empty)
    assert library.restore(empty.id) == (0, 0)
    assert shown() == [("Empty", 0)]
    now[0] += 8 * 24 * 3600
    library.purge()
    assert shown() == [("Empty", 0)]
    assert counted(store, "SELECT count(*) FROM records") == 0
    assert counted(store, "SELECT count(*) FROM collections") == 2
    store.close()


def test_an_import_that_is_stopped_before_it_can_count_knows_what_it_has_brought(
    library: LibraryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = Adding.add
    told: list[ImportProgress] = []

    def interrupted(*arguments: Any) -> None:
        add(*arguments)
        raise KeyboardInterrupt

    monkeypatch.setattr(Adding, "add", interrupted)
    file = io.BytesIO(b"1. 11-15 *\n1. 9-14 *\n")
    with pytest.raises(KeyboardInterrupt):
        import_games(library, "Mine", file, "two.pdn", watch=told.append)
    assert (told[-1].added, told[-1].duplicates) == (2, 0)


def test_a_stopped_import_keeps_what_it_has_brought(library: LibraryStore) -> None:
    text = "\n".join(write_game(game) for game in tinsley_games()[:300])

    def stop(progress: ImportProgress) -> None:
        # While it runs it can be told from one that was killed, and cannot be undone.
        assert library.imports.page(1)[0].state == "running"
        with refused(ConflictError, "imports.running"):
            library.undo_import(progress.number)
        if progress.games:
            raise ImportStoppedError("enough")

    with pytest.raises(ImportStoppedError):
        import_games(library, "Mine", io.BytesIO(text.encode()), "t.pdn", watch=stop)
    found = library.imports.page(1)[0]
    assert (found.state, found.added, found.games) == ("stopped", 250, 250)
    done = add(library, "Mine", text)
    assert (done.added, done.duplicates) == (50, 250)


def test_damaged_rows_harm_no_other(library: LibraryStore) -> None:
    add(library, "Mine", NOTED + "\n" + HOUSE + "\n" + PROBLEM)
    execute(library, "UPDATE records SET moves = 'text', tags = '{' WHERE id = 2")
    execute(library, "UPDATE records SET pdn = 'nonsense [' WHERE id = 1")
    execute(library, "UPDATE library SET result = 9, start = 'nowhere' WHERE id = 3")
    for number in (1, 2, 3):
        assert isinstance(game_of(library.load(number)), Game)
    assert search(library, Query.parse({"fen": "start"})).count >= 1
