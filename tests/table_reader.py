"""A reader of endgame tables, written from docs/endgame.md alone; it shares nothing with the package."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from pathlib import Path
from typing import NamedTuple

HEADER = struct.Struct("<8s I I 4B i Q Q Q Q Q I I Q Q Q")
MASK = (1 << 64) - 1
Squares = frozenset[int]


class Table(NamedTuple):
    """The header of a file, and the code of each position by its number."""

    material: tuple[int, int, int, int]
    longest: int
    longest_index: int
    counts: tuple[int, int, int]
    codes: list[int]


def mix(word: int) -> int:
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & MASK
    word = (word ^ word >> 27) * 0x94D049BB133111EB & MASK
    return word ^ word >> 31


def check(data: bytes) -> int:
    value = mix(len(data))
    for at in range(0, len(data), 8):
        value = mix(value ^ int.from_bytes(data[at : at + 8], "little"))
    return value


def rank(chosen: Squares, permitted: Sequence[int]) -> int:
    counts = [count for count, square in enumerate(permitted) if square in chosen]
    return sum(comb(count, k) for k, count in enumerate(counts, start=1))


def sets(size: int, permitted: Sequence[int]) -> list[Squares]:
    """All sets of a size among some squares, in the order of their ranks."""
    return sorted(map(frozenset, combinations(permitted, size)), key=lambda s: rank(s, permitted))


def positions(material: tuple[int, int, int, int]) -> Iterator[tuple[Squares, ...]]:
    """Own men, own kings, enemy men and enemy kings, in the order of their numbers."""
    men, kings, enemy_men, enemy_kings = material
    for one in sets(men, range(1, 29)):
        for two in sets(enemy_men, [square for square in range(5, 33) if square not in one]):
            free = [square for square in range(1, 33) if square not in one | two]
            for three in sets(kings, free):
                for four in sets(enemy_kings, [square for square in free if square not in three]):
                    yield one, three, two, four


class Bits:
    """Bits from the most significant of each byte."""

    def __init__(self, data: bytes) -> None:
        self.text = "".join(f"{byte:08b}" for byte in data)
        self.at = 0

    def number(self, width: int) -> int:
        self.at += width
        return int(self.text[self.at - width : self.at] or "0", 2)

    def symbol(self, words: dict[str, int]) -> int:
        begin = self.at
        while self.text[begin : self.at] not in words:
            self.at += 1
        return words[self.text[begin : self.at]]


def code_tables(data: bytes) -> list[dict[str, int]]:
    tables = []
    for _ in range(6):
        count = int.from_bytes(data[:2], "little")
        lengths, data = data[2 : 2 + count], data[2 + count :]
        words, word = {}, 0
        for length in range(1, 13):
            word <<= 1
            for symbol in [symbol for symbol, one in enumerate(lengths) if one == length]:
                words[f"{word:0{length}b}"] = symbol
                word += 1
        tables.append(words)
    return tables


def block(data: bytes, tables: list[dict[str, int]], distance: bool, size: int) -> list[int]:
    bits = Bits(data)
    code = bits.number(16 if distance else 2)
    codes: list[int] = []
    while True:
        context = 0 if code == 0 else 1 if code % 2 else 2
        symbol = bits.symbol(tables[2 * context])
        if symbol == 0:
            return codes + [code] * (size - len(codes))
        length, follows = (symbol, -1) if distance else divmod(symbol, 3)
        if distance:
            follows = bits.symbol(tables[2 * context + 1])
        if length >= 8:
            q, r = divmod(length - 8, 4)
            length = (4 + r << q + 1) + bits.number(q + 1)
        codes += [code] * length
        code = follows


def read(path: Path) -> Table:
    data = path.read_bytes()
    (magic, version, kind, m, k, em, ek, longest, longest_index, size, wins, draws, losses) = (
        HEADER.unpack_from(data)[:13]
    )
    blocks, tables_size, data_size, body_check, header_check = HEADER.unpack_from(data)[13:]
    assert (magic, version, HEADER.size) == (b"CROWNEND", 1, 96)
    assert header_check == check(data[:88])
    assert body_check == check(data[96:])
    begin = 96 + (tables_size + 7) // 8 * 8
    tables = code_tables(data[96 : 96 + tables_size])
    packed = data[begin + 4 * blocks : begin + 4 * blocks + data_size]
    per_block = {1: 4096, 2: 512}[kind]
    codes: list[int] = []
    for (entry,) in struct.iter_unpack("<I", data[begin : begin + 4 * blocks]):
        count = min(per_block, size - len(codes))
        codes += (
            [entry & 0xFFFF] * count
            if entry >> 31
            else block(packed[entry:], tables, kind == 2, count)
        )
    assert len(codes) == size == wins + draws + losses
    return Table((m, k, em, ek), longest, longest_index, (wins, draws, losses), codes)
