"""A position's key, as docs/library.md specifies it for other programs."""

from __future__ import annotations

from random import Random

from crownhead import PRESETS, Position
from walks import walk

WORD = 2**64 - 1
# Files may contain keys, so these never change.
VECTORS = {
    "B:W21-32:B1-12": 0x6A183208D38A2278,
    "W:W21-32:B1-12": 0x5615907B182539D1,
    "B:W18,24,27,K10:B12,16,K22": 0x4647B96E8BB18ADA,
    "W:W18,24,27,K10:B12,16,K22": 0xC1EEBE2453F8FA66,
    "W:WK1:B": 0x471905CBF0D73329,
    "B:W:BK32": 0xD05598C8D9B261CA,
}


def mixed(word: int) -> int:
    """Mix a word as documented, without the code under test."""
    word = ((word ^ word >> 30) * 0xBF58476D1CE4E5B9) & WORD
    word = ((word ^ word >> 27) * 0x94D049BB133111EB) & WORD
    return word ^ word >> 31


def documented_key(position: Position) -> int:
    """Compute a key from the pieces, square by square."""
    black = white = kings = 0
    for square, piece in position.pieces.items():
        mask = 1 << square - 1
        black |= mask * (piece.side.value == "black")
        white |= mask * (piece.side.value == "white")
        kings |= mask * piece.is_king
    turn = 1 if position.turn.value == "white" else 0
    return mixed(mixed(white << 32 | black) ^ (turn << 32 | kings))


def test_keys_of_known_positions() -> None:
    found = {fen: Position.from_fen(fen).key for fen in VECTORS}
    assert found == VECTORS


def test_the_key_is_what_the_documents_say_and_tells_positions_apart() -> None:
    rng = Random(5)
    keys: dict[int, str] = {}
    for _ in range(40):
        for position in walk(rng, 80):
            assert position.key == documented_key(position), position.fen
            assert keys.setdefault(position.key, position.fen) == position.fen
            assert position.mirrored.mirrored.key == position.key != position.mirrored.key
    assert len(keys) > 1000


def test_rules_are_no_part_of_a_key() -> None:
    assert len({Position.start(PRESETS[name]).key for name in PRESETS}) == 1
