"""The file of a book: a table of positions sorted by key, and a table of their moves.

All numbers are little-endian. docs/book.md describes the format.
"""

from __future__ import annotations

import struct
import sys
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from crownhead.errors import BookError

#: The limit for the book in the package.
MOST_BYTES: Final = 1_000_000
#: The moves of a position: the index of each among the legal moves, and its value for the side to move.
Moves = list[tuple[int, int]]

_MAGIC: Final = b"CROWNBOK"
_VERSION: Final = 1
_HEADER: Final = struct.Struct("<8sIIII")  # magic, version, positions, moves, checksum of the rest
_KEY_BYTES, _START_BYTES, _MOVE_BYTES = 8, 4, 3


def pack(rows: Sequence[tuple[int, Moves]], most_bytes: int = MOST_BYTES) -> bytes:
    """Write positions by their keys as a book. Positions that do not fit are left out."""
    left = most_bytes - _HEADER.size - _START_BYTES
    kept = []
    for key, moves in rows:
        left -= _KEY_BYTES + _START_BYTES + _MOVE_BYTES * len(moves)
        if left < 0:
            break
        kept.append((key, moves))
    kept.sort()
    starts, packed = [0], bytearray()
    for _, moves in kept:
        for index, value in moves:
            packed += struct.pack("<Bh", index, value)
        starts.append(len(packed) // _MOVE_BYTES)
    body = struct.pack(f"<{len(kept)}Q", *(key for key, _ in kept))
    body += struct.pack(f"<{len(starts)}I", *starts) + packed
    return _HEADER.pack(_MAGIC, _VERSION, len(kept), starts[-1], zlib.crc32(body)) + body


class Table:
    """The bytes of a book, checked. It takes no more memory than the file."""

    def __init__(self, data: bytes) -> None:
        if len(data) < _HEADER.size or not data.startswith(_MAGIC):
            raise BookError("book.other-file")
        _, version, positions, moves, checksum = _HEADER.unpack_from(data)
        if version != _VERSION:
            raise BookError("book.version", found=version, wanted=_VERSION)
        keys_end = _HEADER.size + _KEY_BYTES * positions
        starts_end = keys_end + _START_BYTES * (positions + 1)
        if len(data) != starts_end + _MOVE_BYTES * moves:
            raise BookError("book.size")
        if zlib.crc32(data[_HEADER.size :]) != checksum:
            raise BookError("book.checksum")
        self.keys = _numbers("Q", data[_HEADER.size : keys_end])
        self._starts = _numbers("I", data[keys_end:starts_end])
        self._moves = data[starts_end:]

    @property
    def moves(self) -> int:
        """The number of moves of all positions."""
        return len(self._moves) // _MOVE_BYTES

    def find(self, key: int) -> Moves:
        """The moves of a position; none if it is not in the book."""
        index = bisect_left(self.keys, key)
        if index == len(self.keys) or self.keys[index] != key:
            return []
        begin, end = (_MOVE_BYTES * self._starts[index + side] for side in (0, 1))
        return list(struct.iter_unpack("<Bh", self._moves[begin:end]))


def _numbers(kind: str, data: bytes) -> array[int]:
    numbers: array[int] = array(kind)
    numbers.frombytes(data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
