"""A backup is one sound file, whoever writes meanwhile; what is newer is not overwritten unasked."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest

from crownhead.errors import ConflictError, CrownheadError
from crownhead.store import GameRecord, GameStore
from crownhead.store.backup import Losses, back_up, losses, restore

START = "B:W21,22:B1,2"


def game(name: str) -> GameRecord:
    return GameRecord("person", name, "english", START, {"kind": "none"})


def opponents(folder: Path) -> set[str]:
    store = GameStore(folder)
    try:
        return {one.white for one in store.page(1000)} | set(store.opponents())
    finally:
        store.close()


def test_a_backup_is_whole_while_somebody_writes(tmp_path: Path) -> None:
    folder, out = tmp_path / "data", tmp_path / "all.backup"
    store = GameStore(folder)
    first = store.add(game("level:1"))
    for number in range(50):
        store.store_setting(f"filler{number}", "x" * 4000)
    going = [True]

    def write() -> None:
        while going[0]:
            store.add(game("level:2"))

    writer = Thread(target=write)
    writer.start()
    try:
        size = back_up(folder, out)
    finally:
        going[0] = False
        writer.join()
    assert size == out.stat().st_size
    assert out.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.backup", "data"]
    with closing(sqlite3.connect(out)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        found = connection.execute("SELECT id FROM games WHERE white = 'level:1'").fetchall()
        assert found == [(first.id,)]
    with pytest.raises(ConflictError, match="exists already"):
        back_up(folder, out)
    back_up(folder, out, replace=True)
    store.close()


def test_what_is_newer_is_not_lost_unasked(tmp_path: Path) -> None:
    folder, out = tmp_path / "data", tmp_path / "all.backup"
    store = GameStore(folder)
    old = store.add(game("level:1"))
    back_up(folder, out)
    assert losses(folder, out) == Losses()
    store.add(game("level:2"))
    store.save(old, unchanged_moves=0)
    with pytest.raises(ConflictError, match="lacks 2 games that you have now; nothing was changed"):
        restore(folder, out)
    with pytest.raises(ConflictError, match="another Crownhead uses your games now"):
        restore(folder, out, replace=True)
    store.close()
    assert "level:2" in opponents(folder)
    aside = restore(folder, out, replace=True)
    assert "level:2" not in opponents(folder)
    assert aside is not None
    with closing(sqlite3.connect(aside)) as connection:
        assert connection.execute("SELECT count(*) FROM games").fetchone() == (2,)
    assert not list(folder.glob("*.part"))


def test_a_backup_comes_back_where_nothing_is(tmp_path: Path) -> None:
    store = GameStore(tmp_path / "data")
    store.add(game("level:1"))
    back_up(tmp_path / "data", tmp_path / "all.backup")
    store.close()
    assert restore(tmp_path / "new", tmp_path / "all.backup") is None
    assert opponents(tmp_path / "new") == {"level:1"}


def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    GameStore(tmp_path / "data").close()
    text, empty, other = (tmp_path / name for name in ("text", "empty", "other"))
    text.write_text("hello" * 1000)
    empty.touch()
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE games (id)")
        connection.execute("PRAGMA user_version = 99")
    for path, said in [
        (text, "not a backup that can be restored"),
        (empty, "not a backup of Crownhead's games"),
        (other, "newer Crownhead"),
        (tmp_path, "folder"),
        (tmp_path / "nowhere", "no such file"),
    ]:
        with pytest.raises(CrownheadError, match=said):
            restore(tmp_path / "data", path)
    with pytest.raises(CrownheadError, match="no folder"):
        back_up(tmp_path / "data", tmp_path / "nowhere" / "x")
