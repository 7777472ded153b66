"""The network as a file and as integers: the engine's arithmetic in NumPy.

`docs/network.md` describes the network and the file. Nothing here needs PyTorch.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

MAGIC = b"CHEADNET"
VERSION = 1
INPUTS, FEATURES, HEADS, FIRST, SECOND = 120, 256, 8, 16, 32
ONE = 127  # what an activation of 1 is as an integer
WEIGHT = 64  # what a weight of 1 is in the layers of a head
UNIT = ONE * WEIGHT  # what a logit of 1 is at the end
POINTS_A_LOGIT = 50  # in the engine

Masks = npt.NDArray[np.uint32]
Integers = npt.NDArray[np.integer[Any]]
_WORD = (1 << 64) - 1


@dataclass
class Quantised:
    """The integers of the file, with the names of the format."""

    features: npt.NDArray[np.int16]  # [INPUTS, FEATURES]
    bias: npt.NDArray[np.int16]  # [FEATURES]
    w1: npt.NDArray[np.int8]  # [HEADS, FIRST, 2 * FEATURES]
    b1: npt.NDArray[np.int32]  # [HEADS, FIRST]
    w2: npt.NDArray[np.int8]  # [HEADS, SECOND, FIRST]
    b2: npt.NDArray[np.int32]  # [HEADS, SECOND]
    w3: npt.NDArray[np.int8]  # [HEADS, SECOND]
    b3: npt.NDArray[np.int32]  # [HEADS]

    def to_bytes(self) -> bytes:
        """The content of the file, with its checksum."""
        parts = [MAGIC, struct.pack("<6I", VERSION, FEATURES, HEADS, FIRST, SECOND, 0)]
        parts += [self.features.astype("<i2").tobytes(), self.bias.astype("<i2").tobytes()]
        for head in range(HEADS):
            parts += [self.w1[head].astype("i1").tobytes(), self.b1[head].astype("<i4").tobytes()]
            parts += [self.w2[head].astype("i1").tobytes(), self.b2[head].astype("<i4").tobytes()]
            parts += [self.w3[head].astype("i1").tobytes(), self.b3[head].astype("<i4").tobytes()]
        body = b"".join(parts)
        return body + struct.pack("<Q", checksum(body))

    @classmethod
    def from_bytes(cls, content: bytes) -> Quantised:
        """Read the content of a file; raises ValueError if it is wrong."""
        body, check = content[:-8], content[-8:]
        if body[:8] != MAGIC or struct.unpack("<6I", body[8:32]) != (
            VERSION,
            FEATURES,
            HEADS,
            FIRST,
            SECOND,
            0,
        ):
            raise ValueError("this is no network of the kind that is trained here")
        if struct.pack("<Q", checksum(body)) != check:
            raise ValueError("the network is damaged: its checksum is wrong")
        at = 32

        def take(kind: str, *shape: int) -> Any:
            nonlocal at
            number = int(np.prod(shape))
            found = np.frombuffer(body, kind, number, at).reshape(shape)
            at += found.nbytes
            return found

        features, bias = take("<i2", INPUTS, FEATURES), take("<i2", FEATURES)
        shapes = [("i1", FIRST, 2 * FEATURES), ("<i4", FIRST), ("i1", SECOND, FIRST)]
        shapes += [("<i4", SECOND), ("i1", SECOND), ("<i4",)]
        heads = [
            [take(str(kind), *map(int, shape)) for kind, *shape in shapes] for _ in range(HEADS)
        ]
        return cls(features, bias, *(np.stack(parts) for parts in zip(*heads, strict=True)))

    def outputs(self, own: Masks, other: Masks, kings: Masks) -> npt.NDArray[np.int64]:
        """The output for each position, for its side to move."""
        views = views_of(own, other, kings)
        sums = [
            view.astype(np.int64) @ self.features.astype(np.int64) + self.bias for view in views
        ]
        assert all(np.abs(part).max(initial=0) < 1 << 15 for part in sums), (
            "an accumulator overflows"
        )
        inputs = np.clip(np.concatenate(sums, axis=1), 0, ONE)
        pieces = _squares(own | other).sum(axis=1, dtype=np.int64)
        result = np.zeros(len(own), np.int64)
        for head in range(HEADS):
            at = (pieces - 1) // 3 == head
            first = inputs[at] @ self.w1[head].astype(np.int64).T + self.b1[head]
            first = np.clip(first >> 6, 0, ONE)
            second = first @ self.w2[head].astype(np.int64).T + self.b2[head]
            second = np.clip(second >> 6, 0, ONE)
            result[at] = second @ self.w3[head].astype(np.int64) + self.b3[head]
        return result


def views_of(own: Masks, other: Masks, kings: Masks) -> list[npt.NDArray[np.uint8]]:
    """The inputs of the mover's view and of the other view."""
    first = np.concatenate(
        [
            _squares(own & ~kings)[:, :28],
            _squares(other & ~kings)[:, 4:],
            _squares(own & kings),
            _squares(other & kings),
        ],
        axis=1,
    )
    second = first[:, EXCHANGED]
    return [first, second]


# The input of the other view for each input: the sides swapped and the board rotated.
EXCHANGED = np.concatenate(
    [
        np.arange(28, 56)[::-1],
        np.arange(28)[::-1],
        np.arange(88, 120)[::-1],
        np.arange(56, 88)[::-1],
    ]
)


def _squares(masks: Masks) -> npt.NDArray[np.uint8]:
    return (masks[:, None] >> np.arange(32, dtype=np.uint32) & 1).astype(np.uint8)


def reversed_bits(masks: Masks) -> Masks:
    """The board rotated by 180 degrees: square n becomes 33 - n."""
    words = np.asarray(masks, np.uint32)
    for shift, mask in ((1, 0x55555555), (2, 0x33333333), (4, 0x0F0F0F0F), (8, 0x00FF00FF)):
        low = np.uint32(mask)
        words = (words & low) << np.uint32(shift) | (words >> np.uint32(shift)) & low
    return np.asarray(words << np.uint32(16) | words >> np.uint32(16), np.uint32)


def _mixed(word: int) -> int:
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
    return word ^ word >> 31


def checksum(content: bytes) -> int:
    """The checksum of Crownhead's binary files: a chain of mixed words, padded with zeros."""
    padded = content + bytes(-len(content) % 8)
    words = struct.unpack(f"<{len(padded) // 8}Q", padded)
    return reduce(lambda check, word: _mixed(check ^ word), words, _mixed(len(content)))


def write(network: Quantised, path: Path) -> None:
    """Write the file atomically."""
    unfinished = path.with_suffix(".part")
    unfinished.write_bytes(network.to_bytes())
    unfinished.replace(path)
