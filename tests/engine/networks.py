"""Networks for tests: a writer of the file and the sums in NumPy, both from docs/network.md alone."""

from __future__ import annotations

import struct
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crownhead import Position, Side

HIDDEN, HEADS, FIRST, SECOND = 256, 8, 16, 32
_64 = 2**64 - 1


@dataclass(frozen=True)
class Head:
    """The layers after the accumulators."""

    w1: NDArray[np.int8]
    b1: NDArray[np.int32]
    w2: NDArray[np.int8]
    b2: NDArray[np.int32]
    w3: NDArray[np.int8]
    b3: int


@dataclass(frozen=True)
class Numbers:
    """The content of a file."""

    features: NDArray[np.int16]
    bias: NDArray[np.int16]
    heads: tuple[Head, ...]


def random_numbers(seed: int, *, spread: float = 22, bias: float = 0, gain: float = 1) -> Numbers:
    """Weights as large as trained ones; `bias` decides how many units are active."""
    rng = np.random.default_rng(seed)

    def small(scale: float, *shape: int) -> NDArray[np.int8]:
        return np.clip(rng.normal(0, scale * gain, shape), -127, 127).astype(np.int8)

    def biases(count: int) -> NDArray[np.int32]:
        return rng.normal(2000, 2000, count).astype(np.int32)

    heads = tuple(
        Head(
            small(10, FIRST, 2 * HIDDEN),
            biases(FIRST),
            small(30, SECOND, FIRST),
            biases(SECOND),
            small(40, SECOND),
            int(rng.normal(0, 2000)),
        )
        for _ in range(HEADS)
    )
    return Numbers(
        rng.normal(0, spread, (120, HIDDEN)).astype(np.int16),
        rng.normal(bias, 20, HIDDEN).astype(np.int16),
        heads,
    )


def largest_numbers(sign: int) -> Numbers:
    """Weights at the ends of their ranges, which expose overflows."""
    numbers = random_numbers(5)
    heads = tuple(
        replace(
            head,
            w1=np.full_like(head.w1, 127 if sign > 0 else -128),
            w2=np.full_like(head.w2, 127),
            w3=np.full_like(head.w3, 127 if sign > 0 else -128),
        )
        for head in numbers.heads
    )
    return replace(numbers, bias=np.full(HIDDEN, 300, np.int16), heads=heads)


def body(numbers: Numbers, **header: Any) -> bytes:
    """A file without its checksum; fields of the header can be set to wrong values."""
    fields = {"version": 1, "hidden": HIDDEN, "heads": HEADS, "first": FIRST, "second": SECOND}
    values = {"magic": b"CHEADNET", **fields, "reserved": 0, **header}
    parts = [struct.pack("<8s6I", *values.values())]
    parts += [numbers.features.astype("<i2").tobytes(), numbers.bias.astype("<i2").tobytes()]
    for head in numbers.heads:
        parts += [head.w1.tobytes(), head.b1.astype("<i4").tobytes()]
        parts += [head.w2.tobytes(), head.b2.astype("<i4").tobytes()]
        parts += [head.w3.tobytes(), struct.pack("<i", head.b3)]
    return b"".join(parts)


def with_check(data: bytes) -> bytes:
    """The bytes followed by their checksum."""
    check = _mixed(len(data))
    for at in range(0, len(data), 8):
        check = _mixed(check ^ int.from_bytes(data[at : at + 8], "little"))
    return data + check.to_bytes(8, "little")


def network_file(numbers: Numbers) -> bytes:
    """A complete file."""
    return with_check(body(numbers))


def _mixed(word: int) -> int:
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _64
    word = (word ^ word >> 27) * 0x94D049BB133111EB & _64
    return word ^ word >> 31


# ---- the same sums, slowly


def inputs_of(position: Position, view: Side) -> list[int]:
    """The indices of the active inputs in a side's view."""
    inputs = []
    for square in range(1, 33):
        bit = 1 << (square - 1)
        own = bool((position.black if view is Side.BLACK else position.white) & bit)
        if not own and not (position.black | position.white) & bit:
            continue
        seen = square if view is Side.BLACK else 33 - square
        if position.kings & bit:
            inputs.append((56 if own else 88) + seen - 1)
        else:
            inputs.append(seen - 1 if own else 28 + seen - 5)
    return inputs


def accumulators(numbers: Numbers, position: Position, view: Side) -> NDArray[np.int16]:
    """The sums of the first layer for a view."""
    columns = numbers.features[inputs_of(position, view)].astype(np.int64).sum(axis=0)
    sums: NDArray[np.int16] = (numbers.bias + columns).astype(np.int16)
    return sums


def value(numbers: Numbers, position: Position) -> int:
    """Hundredths of a man for the side to move."""
    turn = position.turn
    views = [accumulators(numbers, position, side) for side in (turn, turn.other)]
    active = np.clip(np.concatenate(views).astype(np.int64), 0, 127)
    pieces = (position.black | position.white).bit_count()
    head = numbers.heads[(pieces - 1) // 3]
    active = np.clip(head.w1.astype(np.int64) @ active + head.b1 >> 6, 0, 127)
    active = np.clip(head.w2.astype(np.int64) @ active + head.b2 >> 6, 0, 127)
    out = int(head.w3.astype(np.int64) @ active) + head.b3
    points = abs(out) * 50 // (127 * 64)
    return max(min(points if out > 0 else -points, 2000), -2000)
