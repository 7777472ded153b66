"""Games in a real SQLite file: what is stored round-trips, and nothing is overwritten."""

from __future__ import annotations

import os
import sqlite3
import sys
import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

import programs
from crownhead.errors import ConflictError, CrownheadError, NotFoundError, StoreError
from crownhead.service.library.played import PlayedGames
from crownhead.store import GameStore, StoredGame, StoredMove, database
from crownhead.store.database import FILE_NAME, SCHEMA_VERSION
from crownhead.store.values import is_name
from refused import refused

STORED = StoredGame(
    black="person",
    white="level:3",
    rules="english regicide=on",
    start="B:W21:B1",
    clock={"kind": "game", "seconds": 60.0, "increment": 1.0},
    black_left=60.0,
    white_left=60.0,
    moves=(StoredMove((11, 15), 59.5, 60.0), StoredMove((22, 15, 8), 59.5, 58.25)),
    ply=2,
    ending={"winner": "white", "reason": "resignation"},
)


def test_a_game_comes_back_as_it_was_stored(tmp_path: Path) -> None:
    store = GameStore(tmp_path)
    stored = store.add(STORED)
    store.close()
    again = GameStore(tmp_path)
    assert again.load(stored.id) == stored
    assert replace(stored, id="", version=0, created=0.0, updated=0.0) == STORED
    again.close()


def test_saving_replaces_the_moves_that_changed(tmp_path: Path) -> None:
    store = GameStore(tmp_path)
    stored = store.add(STORED)
    other = (STORED.moves[0], StoredMove((23, 19)), StoredMove((8, 11)))
    saved = store.save(replace(stored, moves=other, ply=3), unchanged_moves=1)
    assert saved.version == stored.version + 1
    assert store.load(stored.id) == saved
    store.close()


def test_a_change_of_a_stale_copy_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    store = GameStore(tmp_path)
    stale = store.add(STORED)
    saved = store.save(replace(stale, paused=True), unchanged_moves=2)
    with refused(ConflictError, "games.changed"):
        store.save(replace(stale, moves=(), ply=0), unchanged_moves=0)
    assert store.load(stale.id) == saved
    store.close()


def test_the_games_changed_last_come_first(tmp_path: Path) -> None:
    moments = iter(float(second) for second in range(100))
    store = GameStore(tmp_path, now=lambda: next(moments))
    games = [store.add(STORED) for _ in range(3)]
    store.save(games[0], unchanged_moves=2)
    assert [game.id for game in store.page(2)] == [games[0].id, games[2].id]
    store.close()


def test_a_deleted_game_is_gone_with_its_moves(tmp_path: Path) -> None:
    store = GameStore(tmp_path)
    stored = store.add(STORED)
    store.delete(stored.id)
    with pytest.raises(NotFoundError):
        store.load(stored.id)
    with pytest.raises(NotFoundError):
        store.delete(stored.id)
    store.close()
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        assert connection.execute("SELECT count(*) FROM moves").fetchone() == (0,)
    connection.close()


def test_settings_are_changed_by_one_writer_at_a_time(tmp_path: Path) -> None:
    stores = [GameStore(tmp_path) for _ in range(2)]

    def count(store: GameStore) -> None:
        for _ in range(50):
            store.change_setting("count", lambda before: (before or 0) + 1)

    threads = [threading.Thread(target=count, args=(store,)) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert stores[0].setting("count") == 100
    for store in stores:
        store.close()


def test_settings_are_kept(tmp_path: Path) -> None:
    store = GameStore(tmp_path)
    assert store.setting("preferences") is None
    store.store_setting("preferences", {"theme": "wood"})
    store.store_setting("preferences", {"theme": "classic", "sounds": False})
    store.close()
    again = GameStore(tmp_path)
    assert again.setting("preferences") == {"theme": "classic", "sounds": False}
    again.close()


@pytest.mark.parametrize(
    ("first", "last", "kept"),
    [(0, 50, 200), (4096, 8192, 200), (0, None, 0)],
    ids=["beginning", "an index", "all"],
)
def test_a_damaged_file_is_kept_beside_a_new_one_with_what_can_be_read(
    tmp_path: Path, first: int, last: int | None, kept: int
) -> None:
    store = GameStore(tmp_path)
    for _ in range(200):
        store.add(STORED)
    store.close()
    file = tmp_path / FILE_NAME
    content = bytearray(file.read_bytes())
    content[first:last] = b"\x5a" * len(content[first:last])
    file.write_bytes(content)

    again = GameStore(tmp_path)
    assert again.notice is not None
    assert again.notice.key == ("store.repaired" if kept else "store.begun-again")
    assert len(again.page(1000)) == kept
    again.add(STORED)
    again.close()
    [aside] = tmp_path.glob("games-damaged-*.sqlite3")
    assert again.notice.values["file"] == aside.name
    assert aside.read_bytes() == bytes(content)


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    GameStore(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    connection.close()
    before = (tmp_path / FILE_NAME).read_bytes()
    with refused(StoreError, "store.newer-file"):
        GameStore(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes() == before


def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("here")
    with refused(StoreError, "store.unusable-folder", folder=str(file), why="store.not-a-folder"):
        GameStore(file)
    with refused(StoreError, "store.unusable-folder", folder=str(file / "below")):
        GameStore(file / "below")
    assert file.read_text() == "here"


def test_what_was_stored_survives_the_death_of_its_program(tmp_path: Path) -> None:
    program = f"""
import os, signal
from pathlib import Path
from crownhead.store import StoredGame, GameStore
store = GameStore(Path({str(tmp_path)!r}))
stored = store.add(StoredGame("person", "person", "english", "B:W21:B1", {{}}))
print(stored.id, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    done = programs.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode < 0, done.stderr
    store = GameStore(tmp_path)
    assert store.load(done.stdout.strip()).black == "person"
    store.close()


def test_an_older_file_is_brought_up_to_date_with_its_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = GameStore(tmp_path)
    stored = store.add(STORED)
    store.close()
    step = "ALTER TABLE games ADD COLUMN title TEXT;\nUPDATE games SET title = 'old';"
    monkeypatch.setattr(database, "SCHEMA_VERSION", SCHEMA_VERSION + 1)
    monkeypatch.setattr(database, "step_from", {SCHEMA_VERSION: step}.__getitem__)
    again = GameStore(tmp_path)
    assert again.load(stored.id) == stored
    again.close()
    connection = sqlite3.connect(tmp_path / FILE_NAME)
    assert connection.execute("SELECT title FROM games").fetchone() == ("old",)
    assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION + 1,)
    connection.close()


@pytest.mark.parametrize("version", [-3, 0, 1, 2, 5, 6])
def test_a_damaged_version_number_loses_no_game(tmp_path: Path, version: int) -> None:
    store = GameStore(tmp_path)
    stored = store.add(STORED)
    store.close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    again = GameStore(tmp_path)
    assert (again.notice, again.load(stored.id)) == (None, stored)
    again.close()


def test_a_game_whose_name_is_damaged_can_be_deleted(tmp_path: Path) -> None:
    store = GameStore(tmp_path)
    for _ in range(6):
        store.add(replace(STORED, owners={"black": "somebody"}))
    sound = store.add(STORED)
    PlayedGames(store).catch_up()
    store.close()
    # The same bytes as a BLOB and as invalid text.
    names = ("'k3/9'", "'k3 9'", "'K3X9'", "''", "x'fffe'", "CAST(x'ffff' AS TEXT)")
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
        for rowid, name in enumerate(names, start=1):
            known = f"(SELECT id FROM games WHERE rowid = {rowid})"
            if rowid % 2:  # rows that refer to it have the same id
                for table in ("moves", "seats"):
                    connection.execute(f"UPDATE {table} SET game = {name} WHERE game = {known}")
                connection.execute(f"UPDATE library SET game = {name} WHERE game = {known}")
            connection.execute(f"UPDATE games SET id = {name} WHERE rowid = {rowid}")
        connection.commit()
    again = GameStore(tmp_path)
    assert again.notice is None
    listed = [one.id for one in again.page(10)]
    assert (len(listed), all(map(is_name, listed)), again.load(sound.id)) == (7, True, sound)
    for name in listed:
        again.delete(name)
    assert again.page(10) == []
    again.close()


def test_a_file_of_a_newer_version_is_left_as_it_is(tmp_path: Path) -> None:
    store = GameStore(tmp_path)
    store.add(STORED)
    store.close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
        connection.execute("UPDATE games SET id = 'K_9'")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
        connection.commit()
    with refused(StoreError, "store.newer-file"):
        GameStore(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
        assert connection.execute("SELECT id FROM games").fetchall() == [("K_9",)]


def test_a_step_that_fails_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    GameStore(tmp_path).close()
    step = "ALTER TABLE games ADD COLUMN title TEXT;\nUPDATE missing SET x = 1;"
    with monkeypatch.context() as patched:
        patched.setattr(database, "SCHEMA_VERSION", SCHEMA_VERSION + 1)
        patched.setattr(database, "step_from", {SCHEMA_VERSION: step}.__getitem__)
        with refused(StoreError, "store.not-opened", why="no such table: missing"):
            GameStore(tmp_path)
    store = GameStore(tmp_path)
    assert store.load(store.add(STORED).id).ply == STORED.ply
    store.close()


@pytest.mark.skipif(os.name != "posix", reason="files there have no such modes")
def test_nobody_else_can_read_the_files_whoever_made_them(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    umask = os.umask(0o022)
    try:
        store = GameStore(tmp_path)
        store.add(STORED)
        made = {path.name: path for path in tmp_path.iterdir()}
        assert set(made) == {FILE_NAME, f"{FILE_NAME}-wal", f"{FILE_NAME}-shm"}
        for path in made.values():
            assert path.stat().st_mode & 0o777 == 0o600, path
            path.chmod(0o644)  # as earlier versions left them
        again = GameStore(tmp_path)
        for path in made.values():
            assert path.stat().st_mode & 0o777 == 0o600, path
        again.close()
        store.close()
    finally:
        os.umask(umask)


@pytest.mark.skipif(os.name != "posix", reason="files there have no such modes")
def test_what_is_behind_a_link_is_left_as_it_is(tmp_path: Path) -> None:
    real = GameStore(tmp_path / "real")
    stored = real.add(STORED)
    real.close()
    target, linked = tmp_path / "real" / FILE_NAME, tmp_path / "linked"
    target.chmod(0o644)
    linked.mkdir()
    (linked / FILE_NAME).symlink_to(target)
    store = GameStore(linked)
    assert store.load(stored.id) == stored
    store.close()
    assert target.stat().st_mode & 0o777 == 0o644


@pytest.mark.skipif(os.name != "posix", reason="there are no pipes with names")
@pytest.mark.parametrize("suffix", ["", "-wal"])
def test_what_is_not_a_plain_file_is_refused_and_left_alone(tmp_path: Path, suffix: str) -> None:
    pipe, name = tmp_path / "pipe", tmp_path / f"{FILE_NAME}{suffix}"
    os.mkfifo(pipe, 0o644)
    name.symlink_to(pipe)
    with refused(CrownheadError, "file.unreadable", path=str(name), why="file.why.not-regular"):
        GameStore(tmp_path)
    assert pipe.stat().st_mode & 0o777 == 0o644
    name.unlink()
    name.symlink_to(tmp_path / "nowhere")
    with refused(CrownheadError, "file.unreadable", why="file.why.missing"):
        GameStore(tmp_path)
    assert not (tmp_path / "nowhere").exists()


def test_a_name_that_is_not_text_is_no_games(tmp_path: Path) -> None:
    store = GameStore(tmp_path)
    odd = os.fsdecode(b"a\xff\xfeb") if os.name == "posix" else "a\udcffb"
    for ask in (store.load, store.version, store.delete):
        with refused(NotFoundError, "games.missing"):
            ask(odd)
    store.close()
