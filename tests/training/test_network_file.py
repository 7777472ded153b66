"""The network's file and integers, which compute the same as the trained network."""

from random import Random
from typing import Any

import network
import numpy as np
import numpy.typing as npt
import pytest

import table_reader


def random_network(seed: int) -> network.Quantised:
    chance = np.random.default_rng(seed)

    def integers(most: int, kind: str, *shape: int) -> npt.NDArray[np.signedinteger[Any]]:
        return chance.integers(-most, most + 1, shape).astype(kind)

    heads, inputs = network.HEADS, 2 * network.FEATURES
    return network.Quantised(
        integers(60, "i2", network.INPUTS, network.FEATURES),
        integers(60, "i2", network.FEATURES),
        integers(40, "i1", heads, network.FIRST, inputs),
        integers(5000, "i4", heads, network.FIRST),
        integers(90, "i1", heads, network.SECOND, network.FIRST),
        integers(5000, "i4", heads, network.SECOND),
        integers(90, "i1", heads, network.SECOND),
        integers(5000, "i4", heads),
    )


def random_masks(number: int, seed: int) -> tuple[list[int], list[int], list[int]]:
    """Boards with men only where they can stand, from the mover's point of view."""
    chance = Random(seed)
    boards = []
    for _ in range(number):
        squares = chance.sample(range(1, 33), chance.randrange(2, 25))
        own = other = kings = 0
        for square in squares:
            mine = chance.random() < 0.5
            own, other = (own | 1 << square - 1, other) if mine else (own, other | 1 << square - 1)
            if chance.random() < 0.3 or (mine and square > 28) or (not mine and square < 5):
                kings |= 1 << square - 1
        boards.append((own, other, kings))
    return tuple(map(list, zip(*boards, strict=True)))  # type: ignore[return-value]


def slow_output(net: network.Quantised, own: int, other: int, kings: int) -> int:
    """The value according to docs/network.md, one number at a time."""

    def view(own: int, other: int, turn: bool) -> list[int]:
        inputs = []
        for square in range(1, 33):
            bit = 1 << (33 - square if turn else square) - 1
            if own & bit:
                inputs.append(56 + square - 1 if kings & bit else square - 1)
            if other & bit:
                inputs.append(88 + square - 1 if kings & bit else 28 + square - 5)
        sums = [int(net.bias[n]) for n in range(network.FEATURES)]
        for number in inputs:
            sums = [a + int(b) for a, b in zip(sums, net.features[number], strict=True)]
        return [min(max(value, 0), 127) for value in sums]

    values = view(own, other, False) + view(other, own, True)
    head = ((own | other).bit_count() - 1) // 3
    for weights, biases in ((net.w1, net.b1), (net.w2, net.b2)):
        products = [
            sum(int(w) * v for w, v in zip(row, values, strict=True)) for row in weights[head]
        ]
        sums = [a + int(b) for a, b in zip(products, biases[head], strict=True)]
        values = [min(max(value >> 6, 0), 127) for value in sums]
    return sum(int(w) * v for w, v in zip(net.w3[head], values, strict=True)) + int(net.b3[head])


def test_a_file_is_read_as_it_was_written() -> None:
    net = random_network(1)
    content = net.to_bytes()
    assert len(content) == 133_448
    read = network.Quantised.from_bytes(content)
    for name in ("features", "bias", "w1", "b1", "w2", "b2", "w3", "b3"):
        assert np.array_equal(getattr(read, name), getattr(net, name)), name
    assert table_reader.check(content[:-8]) == int.from_bytes(content[-8:], "little")


def test_a_damaged_file_is_refused() -> None:
    content = bytearray(random_network(1).to_bytes())
    content[5000] ^= 1
    with pytest.raises(ValueError, match="checksum"):
        network.Quantised.from_bytes(bytes(content))
    with pytest.raises(ValueError, match="no network"):
        network.Quantised.from_bytes(b"x" * 200)


def test_integers_are_those_of_the_document() -> None:
    net = random_network(2)
    own, other, kings = random_masks(30, seed=1)
    words = [np.array(part, np.uint32) for part in (own, other, kings)]
    wanted = [slow_output(net, *board) for board in zip(own, other, kings, strict=True)]
    assert net.outputs(*words).tolist() == wanted
    assert len(set(wanted)) > 20


def test_a_board_turned_is_the_board_counted_from_the_other_end() -> None:
    words = np.array([1, 0x80000000, 0x00000FFF, 0x12345678], np.uint32)
    wanted = [int(f"{word:032b}"[::-1], 2) for word in words.tolist()]
    assert network.reversed_bits(words).tolist() == wanted
