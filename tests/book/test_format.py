"""The file of a book: round trips, and errors for damaged files."""

from __future__ import annotations

import struct
from pathlib import Path
from random import Random

import pytest

from crownhead.book import OpeningBook
from crownhead.book.format import Moves, Table, pack
from crownhead.errors import BookError, CrownheadError
from crownhead.messages import Message, say
from refused import refused


def some_rows(seed: int, count: int) -> list[tuple[int, Moves]]:
    random = Random(seed)
    keys = sorted({random.getrandbits(64) for _ in range(count)}, key=lambda key: key % 997)
    return [
        (key, [(index, random.randrange(-32768, 32768)) for index in range(random.randint(1, 9))])
        for key in keys
    ]


def test_what_is_packed_is_found_again() -> None:
    rows = [*some_rows(1, 300), (0, [(0, -1)]), (2**64 - 1, [(255, 32767)])]
    table = Table(pack(rows))
    assert {key: table.find(key) for key, _ in rows} == dict(rows)
    assert table.moves == sum(len(moves) for _, moves in rows)
    for key in (1, 2**63, 2**64 - 2):
        assert table.find(key) == []
    assert Table(pack([])).find(0) == []


def test_the_file_is_as_the_document_says() -> None:
    """An independent reader of the format."""
    data = pack([(7, [(2, -5), (0, 9)]), (3, [(1, 1)])])
    assert data[:8] == b"CROWNBOK"
    assert struct.unpack_from("<III", data, 8) == (1, 2, 3)
    assert struct.unpack_from("<QQ", data, 24) == (3, 7)
    assert struct.unpack_from("<III", data, 40) == (0, 1, 3)
    assert list(struct.iter_unpack("<Bh", data[52:])) == [(1, 1), (2, -5), (0, 9)]


def test_the_first_positions_are_kept_where_there_is_no_room_for_all() -> None:
    rows = some_rows(2, 200)
    data = pack(rows, 1000)
    assert 900 < len(data) <= 1000
    table = Table(data)
    kept = [bool(table.find(key)) for key, _ in rows]
    assert kept == sorted(kept, reverse=True)
    assert 0 < sum(kept) < len(rows)


def test_damage_is_seen() -> None:
    data = pack(some_rows(3, 20))
    for offset in range(len(data)):
        broken = bytearray(data)
        broken[offset] ^= 1 << offset % 8
        with pytest.raises(BookError):
            Table(bytes(broken))
    for length in range(len(data)):
        with pytest.raises(BookError):
            Table(data[:length])
    with refused(BookError, "book.size"):
        Table(data + b"\0")


def test_a_wrong_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "some.bin"
    data = pack(some_rows(4, 5))
    later = data[:8] + struct.pack("<I", 9) + data[12:]
    for wrong, why in (
        (b"something else", Message("book.other-file")),
        (later, Message("book.version", {"found": 9, "wanted": 1})),
        (data[:-1] + b"?", Message("book.checksum")),
    ):
        file.write_bytes(wrong)
        with pytest.raises(BookError) as error:
            OpeningBook.open(file)
        assert str(error.value) == say("file.unusable", path=file, why=why)
    with refused(CrownheadError, "file.unreadable", why="file.why.missing"):
        OpeningBook.open(tmp_path / "missing.bin")
    with refused(CrownheadError, "file.unreadable", why="file.why.folder"):
        OpeningBook.open(tmp_path)
