"""Between the record that is stored and the game that is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from crownhead.errors import StoreError
from crownhead.game import Game
from crownhead.notation.moves import find_move
from crownhead.outcome import Outcome, Reason
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.position import Position
from crownhead.rules import Rules
from crownhead.store import GameRecord, MoveRecord


def game_of(record: GameRecord) -> Game:
    """Play a record through to where it stands; raises CrownheadError if that cannot be done."""
    try:
        return _game_of(record)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise StoreError(f"the game {record.id} cannot be read: {error}") from None


def _game_of(record: GameRecord) -> Game:
    game = Game(Position.from_fen(record.start, Rules.parse(record.rules)))
    for move in record.moves:
        game.push(find_move(move.path, game.position))
    if record.ending is not None:
        winner = record.ending["winner"]
        game.record_outcome(
            Outcome(Side(winner) if winner else None, Reason(record.ending["reason"]))
        )
    while game.ply > record.ply:
        game.undo()
    return game


def is_untouched(record: GameRecord) -> bool:
    """Whether nothing was done in a game since it was begun."""
    return len(record.moves) == record.opening_plies and record.ending is None


def left_of(record: GameRecord) -> dict[Side, float] | None:
    """What the clocks show, if there are any."""
    if record.black_left is None or record.white_left is None:
        return None
    return {BLACK: record.black_left, WHITE: record.white_left}


def ending_as_dict(outcome: Outcome | None) -> dict[str, Any] | None:
    """A declared ending as JSON can hold it."""
    if outcome is None:
        return None
    winner = outcome.winner.value if outcome.winner else None
    return {"winner": winner, "reason": outcome.reason.value}


def common_moves(old: Sequence[MoveRecord], new: Sequence[MoveRecord]) -> int:
    """How many moves at the beginning are the same."""
    count = 0
    for one, two in zip(old, new, strict=False):
        if one != two:
            break
        count += 1
    return count
