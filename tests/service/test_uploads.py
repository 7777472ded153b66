"""Uploaded files are removed when nothing can use them."""

from __future__ import annotations

from pathlib import Path

import pytest

from crownhead.errors import LibraryError, NotFoundError
from crownhead.service.library.uploads import Uploads
from crownhead.store.library.living import Sign, is_alive
from refused import refused


def files(folder: Path) -> int:
    return len(list(folder.glob("*.part")))


def test_what_cannot_be_used_is_dropped_at_once(tmp_path: Path) -> None:
    uploads = Uploads(tmp_path)
    upload = uploads.begin("club.pdn")
    assert uploads.put(upload, 0, b"1. 11-15") == 8
    # As on a full disk: writing fails.
    (path,) = tmp_path.glob("*.part")
    path.unlink()
    path.mkdir()
    with refused(LibraryError, "uploads.not-saved", why="is a directory"):
        uploads.put(upload, 8, b" 23-19")
    with pytest.raises(NotFoundError):
        uploads.put(upload, 8, b" 23-19")
    path.rmdir()
    uploads.close()


def test_what_servers_that_are_gone_have_left_is_dropped_at_the_next_start(tmp_path: Path) -> None:
    living, dead = Uploads(tmp_path), Uploads(tmp_path)
    kept = living.begin("kept.pdn")
    dead.begin("left.pdn")
    assert files(tmp_path) == 2
    dead._sign._file.close()  # type: ignore[union-attr]  # as the system does for who is killed
    third = Uploads(tmp_path)
    assert files(tmp_path) == 1
    assert living.put(kept, 0, b"1. 11-15") == 8
    for one in (living, third):
        one.close()
    assert list(tmp_path.iterdir()) == []


def test_a_sign_of_life_is_seen_until_it_is_taken_back(tmp_path: Path) -> None:
    assert not is_alive(tmp_path, "work")
    sign = Sign(tmp_path, "work")
    assert is_alive(tmp_path, "work")
    sign.take_back()
    assert not is_alive(tmp_path, "work")
