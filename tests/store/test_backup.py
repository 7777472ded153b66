"""A backup is one sound file, even while others write; newer data is not overwritten without consent."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest

import programs
from collection.shelves import add
from crownhead.cli.results import results
from crownhead.errors import ConflictError, CrownheadError, StoreError
from crownhead.files import writable_file
from crownhead.library.editing import edited
from crownhead.messages import Message, say
from crownhead.store import GameStore, StoredGame
from crownhead.store.backup import _prepared, back_up, restore
from crownhead.store.database import FILE_NAME
from crownhead.store.library.library_store import LibraryStore
from crownhead.store.losses import Losses, compared
from refused import refused
from saying import says

START = "B:W21,22:B1,2"


def game(name: str) -> StoredGame:
    return StoredGame("person", name, "english", START, {"kind": "none"})


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
    with refused(ConflictError, "file.exists", path=str(out)):
        back_up(folder, out)
    back_up(folder, out, replace=True)
    store.close()


def losses(folder: Path, backup: Path) -> Losses:
    """What a folder would lose if a backup replaced its file."""
    with _prepared(folder, backup) as ready:
        return compared(folder, ready)


def test_what_is_newer_is_not_lost_unasked(tmp_path: Path) -> None:
    folder, out = tmp_path / "data", tmp_path / "all.backup"
    store = GameStore(folder)
    old = store.add(game("level:1"))
    back_up(folder, out)
    assert losses(folder, out) == Losses()
    store.add(game("level:2"))
    store.save(old, unchanged_moves=0)
    with refused(ConflictError, "backup.lacks", lost="2 games"):
        restore(folder, out)
    with refused(ConflictError, "backup.other-program"):
        restore(folder, out, replace=True)
    store.close()
    assert "level:2" in opponents(folder)
    aside = restore(folder, out, replace=True)
    assert "level:2" not in opponents(folder)
    assert aside is not None
    with closing(sqlite3.connect(aside)) as connection:
        assert connection.execute("SELECT count(*) FROM games").fetchone() == (2,)
    assert sorted(path.name for path in folder.iterdir()) == sorted([FILE_NAME, aside.name])


def test_a_backup_comes_back_where_nothing_is(tmp_path: Path) -> None:
    store = GameStore(tmp_path / "data")
    store.add(game("level:1"))
    back_up(tmp_path / "data", tmp_path / "all.backup")
    store.close()
    assert restore(tmp_path / "new", tmp_path / "all.backup") is None
    assert opponents(tmp_path / "new") == {"level:1"}


GAMES = """[Event "Cup"] [Black "Ann"] [White "Bob"] [Round "1"]
1. 11-15 23-19 1-0

[Event "Cup"] [Black "Ann"] [White "Bob"] [Round "2"]
1. 11-16 24-19 0-1

[Event "Cup"] [Black "Eve"] [White "Bob"]
1. 9-14 22-18 *
"""


def change(library: LibraryStore, number: int, **changes: str) -> None:
    library.edit(number, *edited(library.load(number), changes))


def test_games_of_collections_are_compared_by_what_they_are(tmp_path: Path) -> None:
    folder, out = tmp_path / "data", tmp_path / "all.backup"
    store = GameStore(folder)
    add(store.library, "Club", GAMES)
    store.library.delete([3])
    back_up(folder, out)
    # The same games with other ids.
    other = GameStore(tmp_path / "other")
    add(other.library, "Before", GAMES)
    other.library.delete([1, 2, 3])
    add(other.library, "Club", GAMES)
    other.close()
    assert losses(tmp_path / "other", out) == Losses(library=1)  # deleted in the backup
    # A deleted game is not lost; a correction would be.
    add(store.library, "Club", GAMES)
    assert losses(folder, out) == Losses(library=1)
    store.library.delete([4])
    assert losses(folder, out) == Losses()
    change(store.library, 1, event="Club Cup")
    change(store.library, 2, black="ANN")
    assert losses(folder, out) == Losses(changes=2)
    change(store.library, 2, black="Ada", result="draw")
    store.library.rename_collection(store.library.collection_id("Club"), "Our club")
    assert losses(folder, out) == Losses(changes=2)
    store.close()
    lost = say("backup.lost-changes", count=2)
    with refused(ConflictError, "backup.lacks", lost=lost):
        restore(folder, out)
    assert sorted(path.name for path in folder.iterdir()) == [FILE_NAME]


class KilledError(BaseException):
    """Ends the program like a kill; nothing catches it."""


@pytest.mark.parametrize(
    ("module", "step"),
    [(shutil, "copyfile"), (os, "fsync"), (os, "link"), (os, "replace")],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_wherever_restoring_ends_there_is_a_file_of_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: Any, step: str
) -> None:
    folder, out = tmp_path / "data", tmp_path / "all.backup"
    store = GameStore(folder)
    store.add(game("level:1"))
    back_up(folder, out)
    store.add(game("level:2"))
    store.close()

    def fail(error: BaseException) -> None:
        def ends(*_: object) -> None:
            raise error

        monkeypatch.setattr(module, step, ends)

    fail(KilledError())
    with pytest.raises(KilledError):
        restore(folder, out, replace=True)
    monkeypatch.undo()
    assert opponents(folder) == {"level:1", "level:2"}
    (folder / "restoring-1").mkdir()  # a kill would leave it
    fail(OSError(28, "No space left on device"))
    if step == "link":  # a disk without hard links
        aside = restore(folder, out, replace=True)
        assert aside is not None
        assert aside.stat().st_mode & 0o777 == 0o600
    else:
        with refused(CrownheadError, "backup.not-restored", why="no space left on device"):
            restore(folder, out, replace=True)
    monkeypatch.undo()
    assert opponents(folder) == ({"level:1"} if step == "link" else {"level:1", "level:2"})
    assert not list(folder.glob("restoring-*"))


def test_the_file_of_the_games_is_not_written_over(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    store = GameStore(folder)
    store.add(game("level:1"))
    GameStore(tmp_path / "other").close()
    link = tmp_path / "link"
    link.symlink_to(folder / FILE_NAME)
    files = [Path(f"{folder / FILE_NAME}{suffix}") for suffix in ("", "-wal", "-shm", "-journal")]
    for out in (*files, link, tmp_path / "other" / FILE_NAME):
        with refused(ConflictError, "backup.in-use"):
            back_up(folder, out, replace=True)
        with refused(CrownheadError, "file.unwritable", why="file.why.database"):
            writable_file(out)
    store.close()
    with refused(CrownheadError, "backup.own-file"):
        restore(folder, link, replace=True)
    assert opponents(folder) == {"level:1"}


@pytest.mark.parametrize("damage", [b"hello", None])
def test_a_damaged_file_is_not_backed_up_as_an_empty_one(
    tmp_path: Path, damage: bytes | None, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, out = tmp_path / "data", tmp_path / "all.backup"
    store = GameStore(folder)
    for _ in range(200):
        store.add(game("level:1"))
    store.close()
    file = folder / FILE_NAME
    damaged = damage or file.read_bytes()[:60_000]
    file.write_bytes(damaged)
    with refused(StoreError, "store.damaged"):
        back_up(folder, out)
    assert (file.read_bytes(), out.exists()) == (damaged, False)
    sound = GameStore(tmp_path / "other")
    sound.add(game("level:2"))
    sound.close()
    back_up(tmp_path / "other", out)
    kept = restore(folder, out)
    assert kept is not None
    assert (kept.read_bytes(), kept.name[:20]) == (damaged, "games-before-restore")
    assert (opponents(folder), list(folder.glob("games-damaged*"))) == ({"level:2"}, [])
    file.write_bytes(damaged)
    results.main(["--data", str(folder)], standalone_mode=False)
    told = capsys.readouterr()
    (kept,) = folder.glob("games-damaged-*")
    assert says(told.err, "store.begun-again", file=kept.name, folder=folder), told.err
    assert says(told.out, "results.none")


def test_a_full_disk_is_told_of_the_file_that_is_written(tmp_path: Path) -> None:
    folder, out = tmp_path / "data", tmp_path / "all.backup"
    store = GameStore(folder)
    for number in range(50):
        store.store_setting(f"filler{number}", "x" * 4000)
    store.close()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, before[1]))  # bytes of a file
    try:
        with refused(CrownheadError, "backup.not-written", file=str(out)):
            back_up(folder, out)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    store = GameStore(tmp_path / "data")
    for number in range(50):
        store.store_setting(f"filler{number}", "x" * 4000)
    store.close()
    text, empty, other, cut, spoilt = (
        tmp_path / name for name in ("text", "empty", "other", "cut", "spoilt")
    )
    text.write_text("hello" * 1000)
    empty.touch()
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE games (id)")
        connection.execute("PRAGMA user_version = 99")
    back_up(tmp_path / "data", cut)
    whole = cut.read_bytes()
    cut.write_bytes(whole[: len(whole) // 2])
    bad = bytearray(whole)
    for at in range(20_000, len(bad) - 300, 4096):
        bad[at : at + 300] = b"\xff" * 300
    spoilt.write_bytes(bad)
    for path, code in [
        (text, "backup.not-a-backup"),
        (empty, "backup.not-a-backup"),
        (other, "backup.newer"),
        (cut, "backup.damaged"),
        (spoilt, "backup.damaged"),
    ]:
        for folder in (tmp_path / "data", tmp_path / "new"):
            with refused(CrownheadError, code, file=str(path)):
                restore(folder, path)
    for path in (tmp_path, tmp_path / "nowhere"):
        for folder in (tmp_path / "data", tmp_path / "new"):
            with pytest.raises(CrownheadError):
                restore(folder, path)
    assert [path.name for path in (tmp_path / "data").iterdir()] == [FILE_NAME]
    assert not (tmp_path / "new").exists()
    with pytest.raises(CrownheadError, match="no folder"):
        back_up(tmp_path / "data", tmp_path / "nowhere" / "x")


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """A backup of a file with all kinds of games; the file stays in `data`."""
    store = GameStore(tmp_path / "data")
    for number in range(20):
        store.add(game(f"level:{number % 9 + 1}"))
    add(store.library, "Club", GAMES)
    store.close()
    back_up(tmp_path / "data", tmp_path / "all.backup")
    return tmp_path / "all.backup"


def is_refused(folder: Path, backup: Path) -> bool:
    """Whether a backup is refused as damaged, and nothing changes."""
    path = folder / FILE_NAME
    before = path.read_bytes()
    try:
        restore(folder, backup, replace=True)
    except StoreError as error:
        assert [one.name for one in folder.iterdir()] == [FILE_NAME]
        assert path.read_bytes() == before
        return error.code in ("backup.damaged", "backup.unusable", "backup.not-a-backup")
    return False


def test_a_backup_with_flipped_bits_is_refused(tmp_path: Path, backup: Path) -> None:
    content = backup.read_bytes()
    for seed in range(40):
        rng = Random(seed)
        damaged = bytearray(content)
        for offset in rng.sample(range(len(content)), 1 if seed % 2 else 3):
            damaged[offset] ^= 1 << rng.randrange(8)
        backup.write_bytes(damaged)
        assert is_refused(tmp_path / "data", backup), seed
    for offset in range(len(content) - 100, len(content)):  # in the checksum itself
        backup.write_bytes(content[:offset] + bytes([content[offset] ^ 1]) + content[offset + 1 :])
        assert is_refused(tmp_path / "data", backup), offset


def test_a_backup_that_was_cut_or_has_grown_is_refused(tmp_path: Path, backup: Path) -> None:
    content = backup.read_bytes()
    pages = len(content) // 4096 * 4096
    cuts = [content[:length] for length in (100, 4096, pages - 4096, pages + 1, len(content) - 1)]
    padded = [content + b"\n", content + bytes(pages + 4096 - len(content)), content + content]
    for changed in (*cuts, *padded):
        backup.write_bytes(changed)
        assert is_refused(tmp_path / "data", backup), len(changed)
    backup.write_bytes(content)
    assert not is_refused(tmp_path / "data", backup)


def test_a_backup_of_an_earlier_version_is_checked_without_its_checksum(
    tmp_path: Path, backup: Path
) -> None:
    content = backup.read_bytes()
    told: list[Message] = []
    restore(tmp_path / "new", backup, tell=told.append)
    assert told == []
    earlier = content[: len(content) // 4096 * 4096]
    backup.write_bytes(earlier)
    restore(tmp_path / "newer", backup, tell=told.append)
    assert len(told) == 1
    assert opponents(tmp_path / "newer") == opponents(tmp_path / "new")
    offset = earlier.index(b"level:5")  # in an index, which then contradicts its row
    backup.write_bytes(earlier[:offset] + b"L" + earlier[offset + 1 :])
    assert is_refused(tmp_path / "data", backup)


def test_the_log_of_a_file_that_is_gone_does_not_spoil_a_restored_one(tmp_path: Path) -> None:
    folder, out = tmp_path / "data", tmp_path / "all.backup"
    store = GameStore(folder)
    store.add(game("level:1"))
    back_up(folder, out)
    store.add(game("level:2"))
    log = folder / f"{FILE_NAME}-wal"
    kept = log.read_bytes()  # as a killed server leaves it
    assert kept
    store.close()
    (folder / FILE_NAME).unlink()
    log.write_bytes(kept)
    restore(folder, out)
    assert opponents(folder) == {"level:1"}
    assert len(list(folder.glob("games-before-restore-*-wal"))) == 1


def test_a_backup_on_a_full_disk_leaves_nothing_behind(tmp_path: Path) -> None:
    folder, out = tmp_path / "data", tmp_path / "all.backup"
    store = GameStore(folder)
    store.store_setting("filler", "x" * 3_000_000)  # larger than SQLite's cache
    store.close()
    program = f"""
import resource
from pathlib import Path
from crownhead.errors import StoreError
from crownhead.store.backup import back_up
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, -1))
try:
    back_up(Path({str(folder)!r}), Path({str(out)!r}))
except StoreError:
    print("refused")
"""
    done = programs.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("refused\n", "")
    assert [path.name for path in tmp_path.iterdir()] == ["data"]
