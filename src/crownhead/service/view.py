"""A game as a front end shows it: plain values that JSON can hold. It decides nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone
from typing import Any

from crownhead.game import Game
from crownhead.move import Move
from crownhead.node import Node
from crownhead.notation.moves import why_no_move
from crownhead.openings import opening_at, opening_of
from crownhead.outcome import Outcome
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.position import Position
from crownhead.rules import OPTIONS, PRESETS, Rules
from crownhead.service.choices import Seat
from crownhead.service.clock import Clock


def board_text(position: Position) -> str:
    """The 32 squares as letters: b and w men, B and W kings, dots for empty squares.

    >>> board_text(Position.from_fen("B:W18,K24:B1"))
    'b................w.....W........'
    """
    squares = ["."] * 32
    for square, piece in position.pieces.items():
        squares[square - 1] = piece.symbol
    return "".join(squares)


def position_view(game: Game) -> dict[str, Any]:
    """Where the game stands."""
    position = game.position
    opening = opening_of(game)
    return {
        "board": board_text(position),
        "fen": position.fen,
        "turn": position.turn.value,
        "ply": game.ply,
        "counts": {side.value: _counts(position, side) for side in (BLACK, WHITE)},
        "opening": opening.name if opening else None,
        "outcome": outcome_view(game.outcome, game.rules),
    }


def _counts(position: Position, side: Side) -> dict[str, int]:
    own = position.black if side is BLACK else position.white
    kings = (own & position.kings).bit_count()
    return {"men": own.bit_count() - kings, "kings": kings}


def record_view(game: Game) -> list[dict[str, Any]]:
    """Every move of the record, those that were undone included."""
    return [_move_view(node) for node in game.main_line()]


def _move_view(node: Node) -> dict[str, Any]:
    assert node.move is not None
    assert node.parent is not None
    before = node.parent.position
    opening = opening_at(node.position)
    return {
        "ply": node.ply,
        "side": before.turn.value,
        **path_view(node.move),
        "crowned": _crowns(before, node.position, node.move),
        "board": board_text(node.position),
        "opening": opening.name if opening else None,
    }


def _crowns(before: Position, after: Position, move: Move) -> bool:
    was_king = before.kings >> move.from_square - 1 & 1
    is_king = after.kings >> move.path[-1] - 1 & 1
    return bool(is_king and not was_king)


def path_view(move: Move) -> dict[str, Any]:
    """The squares of a move."""
    return {"notation": str(move), "path": list(move.path), "captured": list(move.captured)}


def choice_view(game: Game, *, person: bool) -> dict[str, Any]:
    """What the person to move may do, and why some pieces may not move."""
    if not person or game.outcome:
        return {"legal": [], "must_capture": False, "why_not": {}}
    position = game.position
    reasons = {square: why_no_move(square, position) for square in position.pieces}
    return {
        "legal": [path_view(move) for move in position.legal_moves()],
        "must_capture": position.must_capture,
        "why_not": {str(square): why for square, why in reasons.items() if why},
    }


def rules_view(rules: Rules) -> dict[str, Any]:
    """The rules by name, by option, and in words; a clock of its own leaves a game's rules their name."""
    sentences = rules.sentences()
    if rules.quiet_limit is None:
        del sentences["quiet_counts_men"]
    return {
        "name": rules.name or _name_without_clock(rules),
        "options": {option: getattr(rules, option) for option in OPTIONS},
        "sentences": sentences,
    }


def _name_without_clock(rules: Rules) -> str | None:
    """The preset that these rules are but for the time for a move."""
    found = (
        name
        for name, preset in PRESETS.items()
        if replace(preset, move_seconds=rules.move_seconds) == rules
    )
    return next(found, None)


def players_view(seats: dict[Side, Seat]) -> dict[str, Any]:
    """Who plays."""
    return {side.value: seats[side].as_dict() for side in (BLACK, WHITE)}


def clock_view(clock: Clock) -> dict[str, Any]:
    """What the clocks show at this moment."""
    view: dict[str, Any] = clock.setting.as_dict()
    if clock.exists:
        view |= {side.value: round(left, 3) for side, left in clock.lefts().items()}
        view["running"] = clock.running.value if clock.running else None
    return view


def outcome_view(outcome: Outcome | None, rules: Rules) -> dict[str, Any] | None:
    """How the game ended, if it has."""
    if outcome is None:
        return None
    return {
        "winner": outcome.winner.value if outcome.winner else None,
        "reason": outcome.reason.value,
        "sentence": str(outcome),
        "result": outcome.result(rules.first_to_move),
    }


def time_text(seconds: float) -> str:
    """A moment as people and programs read it.

    >>> time_text(0)
    '1970-01-01T00:00:00Z'
    """
    seconds = min(max(seconds, 0.0), 253_402_300_799.0)  # up to the year 9999
    return datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
