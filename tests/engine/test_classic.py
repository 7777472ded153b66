"""The parts of the classic evaluation add up to its value."""

from __future__ import annotations

from random import Random

from crownhead import PRESETS, Position
from crownhead.engine.classic import classic_parts, classic_value
from walks import walk


def test_the_parts_add_up_to_the_value() -> None:
    rng = Random(1)
    for rules in PRESETS.values():
        for position in (one for _ in range(6) for one in walk(rng, 120, rules)):
            total = sum(
                part.worth if part.side is position.turn else -part.worth
                for part in classic_parts(position)
            )
            value = classic_value(position)
            assert (int(total), position.turn) == (value.points, value.side), repr(position)


def test_most_things_change_their_worth_with_the_pieces_on_the_board() -> None:
    def worth(fen: str) -> dict[str, object]:
        return {part.name: part.worth for part in classic_parts(Position.from_fen(fen))}

    few, many = worth("B:W32,K29:BK1"), worth("B:W32,31,30,28,27,K29:BK1,5,6,7,8")
    assert few["turn"] != many["turn"]
    assert few["the-move"] != many["the-move"]
