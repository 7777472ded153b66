"""Nothing is stored once the file's name leads elsewhere: it would never be found again."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from crownhead.errors import StoreError
from crownhead.store import GameStore
from crownhead.store.database import FILE_NAME
from refused import refused
from store.lists import STORED


@pytest.mark.parametrize("name", [FILE_NAME, f"{FILE_NAME}-wal"])
@pytest.mark.parametrize("what", ["moved", "replaced"])
def test_a_file_that_is_gone_is_not_written_to(tmp_path: Path, name: str, what: str) -> None:
    store = GameStore(tmp_path)
    kept = store.add(STORED)
    assert len(store.page(9)) == 1  # this opens the log for reading, too
    path, elsewhere = tmp_path / name, tmp_path / "elsewhere"
    path.rename(elsewhere)
    if what == "replaced":
        shutil.copyfile(elsewhere, path)
    with refused(StoreError, "store.file-gone"):
        store.add(STORED)
    with refused(StoreError, "store.file-gone"):
        store.delete(kept.id)
    assert [one.id for one in store.page(9)] == [kept.id]  # reading still works
    elsewhere.rename(path)  # moved back
    after = store.add(STORED)
    store.close()
    again = GameStore(tmp_path)
    assert {one.id for one in again.page(9)} == {kept.id, after.id}
    again.close()


def test_a_file_behind_a_link_is_written_to(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "data").mkdir()
    (tmp_path / "real" / "all").touch()
    (tmp_path / "data" / FILE_NAME).symlink_to(tmp_path / "real" / "all")
    store = GameStore(tmp_path / "data")
    assert store.load(store.add(STORED).id).moves == STORED.moves
    (tmp_path / "real" / "all").unlink()
    with refused(StoreError, "store.file-gone"):
        store.add(STORED)
    store.close()
