"""Reads rows straight from the pages of an SQLite file that SQLite itself cannot read.

SQLite documents the format as "Database File Format". Whatever a page holds, reading it yields the
rows that make sense and never raises.
"""

import struct
from collections.abc import Iterator
from typing import Final, NamedTuple

Value = None | int | float | str | bytes

_HEADER: Final = 100  # bytes before the content of page 1
_USUAL_SIZE: Final = 4096
# Page types, by first byte. Rows of tables WITHOUT ROWID are in index pages, including inner ones.
_INNER_INDEX: Final = 2
_INNER_TABLE: Final = 5
_LEAF_INDEX: Final = 10
_LEAF_TABLE: Final = 13
_INNER: Final = (_INNER_INDEX, _INNER_TABLE)
_WITH_ROWS: Final = (_LEAF_TABLE, _LEAF_INDEX, _INNER_INDEX)
_INTEGERS: Final = (0, 1, 2, 3, 4, 6, 8)  # bytes, by type
_REAL: Final = 7
_FIRST_BYTES: Final = 12  # even types from here on are blobs, odd ones text
_LONGEST_TYPES: Final = 200  # bytes of a row's header; ours have at most 30 values
_NONSENSE: Final = (IndexError, ValueError, struct.error)  # raised by reading a damaged row


class Row(NamedTuple):
    """A stored row; `number` is None in a table WITHOUT ROWID."""

    number: int | None
    values: tuple[Value, ...]


class Pages:
    """The pages of a file, numbered from 1."""

    def __init__(self, content: bytes) -> None:
        size = int.from_bytes(content[16:18], "big")
        self.size = size if size >= 512 and size & (size - 1) == 0 else _USUAL_SIZE
        self.count = -(-len(content) // self.size)
        self._content = content

    @property
    def version(self) -> int:
        """The schema version that the program stored."""
        return int.from_bytes(self._content[60:64], "big")

    def in_use(self) -> Iterator[int]:
        """The pages that are not free, those in trees first.

        Free pages still hold deleted rows. If the free list is damaged and the trees are sound, the
        trees decide.
        """
        reached, trees_sound = self._reached()
        free, list_sound = self._free()
        yield from sorted(reached)
        if list_sound or not trees_sound:
            yield from (n for n in range(1, self.count + 1) if n not in reached and n not in free)

    def rows(self, number: int) -> list[Row]:
        """The rows of a page; if most of it makes no sense, its type byte may be damaged."""
        kind = self._kind(number)
        for read_as in sorted(_WITH_ROWS, key=lambda one: one != kind):
            if rows := self._most_rows(number, read_as):
                return _renumbered(rows)
        return []

    def _most_rows(self, number: int, kind: int) -> list[Row]:
        """The rows of a page read as this type, if at least half of its cells make sense."""
        cells = len(list(self._offsets(number, inner=kind in _INNER)))
        rows = list(self._rows(number, kind))
        return rows if 2 * len(rows) >= cells else []

    # ---- which pages

    def _reached(self) -> tuple[set[int], bool]:
        """The pages of all trees, and whether all trees are sound."""
        reached: set[int] = set()
        sound = True
        ahead = [1]
        while ahead:
            number = ahead.pop()
            if not 1 <= number <= self.count or number in reached:
                sound = False
                continue
            reached.add(number)
            kind = self._kind(number)
            if kind in _INNER:
                ahead += self._children(number)
            elif kind not in _WITH_ROWS:
                sound = False
            for row in self._rows(number, _LEAF_TABLE) if kind == _LEAF_TABLE else ():
                if is_of_schema(row) and isinstance(row.values[3], int) and row.values[3]:
                    ahead.append(row.values[3])  # the root of another tree
        return reached, sound

    def _children(self, number: int) -> Iterator[int]:
        page, start = self._page(number), self._start(number)
        yield int.from_bytes(page[start + 8 : start + 12], "big")
        for at in self._offsets(number, inner=True):
            yield int.from_bytes(page[at : at + 4], "big")

    def _free(self) -> tuple[set[int], bool]:
        """The pages in the free list, and whether the list is sound."""
        first, count = struct.unpack(">II", self._content[32:40].ljust(8, b"\0"))
        free: set[int] = set()
        ahead = first
        while ahead:
            if not self._is_inside(ahead) or ahead in free:
                return free, False
            free.add(ahead)
            page = self._page(ahead)
            ahead, listed = struct.unpack(">II", page[:8])
            if listed > self.size // 4 - 2:
                return free, False
            leaves = set(struct.unpack(f">{listed}I", page[8 : 8 + 4 * listed]))
            if len(leaves) < listed or leaves & free or not all(map(self._is_inside, leaves)):
                return free, False
            free |= leaves
        return free, len(free) == count

    def _is_inside(self, number: int) -> bool:
        return 1 < number <= self.count

    # ---- their contents

    def _page(self, number: int) -> bytes:
        return self._content[(number - 1) * self.size : number * self.size].ljust(self.size, b"\0")

    def _start(self, number: int) -> int:
        return _HEADER if number == 1 else 0

    def _kind(self, number: int) -> int:
        return self._page(number)[self._start(number)]

    def _offsets(self, number: int, *, inner: bool) -> Iterator[int]:
        """The offsets of a page's cells."""
        page = self._page(number)
        first = self._start(number) + (12 if inner else 8)
        count = int.from_bytes(page[self._start(number) + 3 : self._start(number) + 5], "big")
        last = min(first + 2 * count, self.size - 1)
        for offset in range(first, last, 2):
            at = int.from_bytes(page[offset : offset + 2], "big")
            if first <= at < self.size:
                yield at

    def _rows(self, number: int, kind: int) -> Iterator[Row]:
        page = self._page(number)
        for at in self._offsets(number, inner=kind in _INNER):
            try:
                yield self._row(page, at, kind)
            except _NONSENSE:
                continue

    def _row(self, page: bytes, at: int, kind: int) -> Row:
        at += 4 if kind == _INNER_INDEX else 0
        _, at = _number(page, at)  # the record's length, which the record itself repeats
        rowid = None
        if kind == _LEAF_TABLE:
            rowid, at = _number(page, at)
        types, header = _types(page, at)
        length = header + sum(map(_length, types))
        record = self._record(page, at, length, in_table=kind == _LEAF_TABLE)
        return Row(rowid, tuple(_values(record, types, header)))

    def _record(self, page: bytes, at: int, length: int, *, in_table: bool) -> bytes:
        """A record, which overflows into other pages if it is long."""
        size = self.size
        most = size - 35 if in_table else (size - 12) * 64 // 255 - 23
        if length > len(self._content):
            raise ValueError("longer than the file")
        if length <= most:
            record = page[at : at + length]
        else:
            least = (size - 12) * 32 // 255 - 23
            here = least + (length - least) % (size - 4)
            here = here if here <= most else least
            parts = [page[at : at + here]]
            number = int.from_bytes(page[at + here : at + here + 4], "big")
            for _ in range(-(-(length - here) // (size - 4))):
                if not self._is_inside(number):
                    raise ValueError("no such page")
                part = self._page(number)
                number = int.from_bytes(part[:4], "big")
                parts.append(part[4:])
            record = b"".join(parts)[:length]
        if len(record) < length:
            raise ValueError("cut off")
        return record


def is_of_schema(row: Row) -> bool:
    """Whether a row describes a table or an index: its type, name, table, root page and SQL."""
    return len(row.values) == 5 and row.values[0] in ("table", "index")


def _renumbered(rows: list[Row]) -> list[Row]:
    """Rows in ascending order; damaged numbers are replaced by the next free ones."""
    numbers = [row.number for row in rows if row.number is not None]
    if len(numbers) < len(rows) or len(numbers) < 3:
        return rows
    for at in range(1, len(numbers) - 1):
        before, number, after = numbers[at - 1 : at + 2]
        if before < after and not before < number < after:
            numbers[at] = before + 1
    if numbers[0] >= numbers[1]:
        numbers[0] = numbers[1] - 1
    if numbers[-1] <= numbers[-2]:
        numbers[-1] = numbers[-2] + 1
    return [row._replace(number=number) for row, number in zip(rows, numbers, strict=True)]


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A varint of one to nine bytes, and its end."""
    value = 0
    for offset in range(at, at + 8):
        value = value << 7 | data[offset] & 127
        if data[offset] < 128:
            return value, offset + 1
    value = value << 8 | data[at + 8]
    return value - (1 << 64) if value >> 63 else value, at + 9


def _types(page: bytes, at: int) -> tuple[list[int], int]:
    """The types of a record's values, and the length of its header."""
    header, offset = _number(page, at)
    if header > _LONGEST_TYPES:
        raise ValueError("no record")
    types = []
    while offset < at + header:
        kind, offset = _number(page, offset)
        types.append(kind)
    if offset != at + header or not types:
        raise ValueError("no record")
    return types, header


def _length(kind: int) -> int:
    if kind < 0 or kind in (10, 11):
        raise ValueError("no such type")
    if kind >= _FIRST_BYTES:
        return (kind - _FIRST_BYTES) // 2
    return _INTEGERS[kind] if kind < _REAL else 8 if kind == _REAL else 0


def _values(record: bytes, types: list[int], at: int) -> Iterator[Value]:
    for kind in types:
        end = at + _length(kind)
        yield _value(kind, record[at:end])
        at = end


def _value(kind: int, data: bytes) -> Value:
    if kind < _REAL:
        return int.from_bytes(data, "big", signed=True) if kind else None
    if kind == _REAL:
        return float(struct.unpack(">d", data)[0])
    if kind < _FIRST_BYTES:
        return kind - 8  # 8 is zero, 9 is one
    if kind % 2 == 0:
        return data
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data  # damaged text spoils only its own row
