"""A game as a front end shows it: the builders of the values in `contract`. They decide nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timezone
from typing import Final

from crownhead.engine import Hint
from crownhead.engine.hint import HintReason
from crownhead.game import Game
from crownhead.move import Move
from crownhead.node import Node
from crownhead.notation.moves import Refusal
from crownhead.openings import opening_at
from crownhead.outcome import Outcome
from crownhead.pieces import BLACK, Side
from crownhead.position import Position
from crownhead.rules import OPTIONS, PRESETS, Rules
from crownhead.service.contract import (
    ChoicesView,
    ClockView,
    DrawWhy,
    HintReasonView,
    HintView,
    MatchView,
    MessageCode,
    MessageView,
    MoveView,
    OutcomeView,
    PlayersView,
    PlayerView,
    PositionView,
    RecordedMoveView,
    RefusalView,
    RulesView,
    SideName,
    StepView,
)
from crownhead.service.games.choices import Seat
from crownhead.service.games.clock import Clock
from crownhead.store import GameRecord, MatchGame

#: The comment on a computer's move that came from the opening book; PDN carries it on.
FROM_BOOK: Final = "from the book"


def side_name(side: Side) -> SideName:
    """A side as a view names it."""
    return "black" if side is BLACK else "white"


def board_text(position: Position) -> str:
    """The 32 squares as letters: b and w men, B and W kings, dots for empty squares.

    >>> board_text(Position.from_fen("B:W18,K24:B1"))
    'b................w.....W........'
    """
    squares = ["."] * 32
    for square, piece in position.pieces.items():
        squares[square - 1] = piece.symbol
    return "".join(squares)


def position_view(position: Position, opening: str | None = None) -> PositionView:
    """A position, and its opening: where it begins none, the last before it that had a name."""
    return {
        "board": board_text(position),
        "turn": side_name(position.turn),
        "opening": opening_name(position) or opening,
    }


def opening_name(position: Position) -> str | None:
    """The name of the opening that begins with exactly this position."""
    found = opening_at(position)
    return found.name if found else None


def move_view(before: Position, move: Move, opening: str | None = None) -> MoveView:
    """A move, and what the board is after it; the opening is the last that had a name."""
    after = before.play(move)
    return {
        "notation": str(move),
        "path": list(move.path),
        "captured": list(move.captured),
        "crowned": _crowns(before, after, move),
        "after": position_view(after, opening),
    }


def _crowns(before: Position, after: Position, move: Move) -> bool:
    was_king = before.kings >> move.from_square - 1 & 1
    is_king = after.kings >> move.path[-1] - 1 & 1
    return bool(is_king and not was_king)


def step_views(before: Position, line: Iterable[Move]) -> list[StepView]:
    """A line move by move, with the boards, for somebody who only shows it."""
    steps: list[StepView] = []
    for move in line:
        after = before.play(move)
        steps.append(
            {
                "notation": str(move),
                "side": side_name(before.turn),
                "path": list(move.path),
                "captured": list(move.captured),
                "board": board_text(after),
            }
        )
        before = after
    return steps


class RecordViews:
    """The moves of a record as views, each made once while it stays in the record."""

    def __init__(self) -> None:
        self._made: list[tuple[Node, RecordedMoveView]] = []

    def of(self, game: Game) -> list[RecordedMoveView]:
        """Every move of the record, those that were undone included."""
        found: list[tuple[Node, RecordedMoveView]] = []
        opening: str | None = None
        for index, node in enumerate(game.main_line()):
            known = self._made[index] if index < len(self._made) else None
            fits = known is not None and known[0] is node and len(found) == index
            view = known[1] if known is not None and fits else _recorded(node, opening)
            if view["book"] != is_from_book(node):  # made again by somebody else
                view = _recorded(node, opening)
            opening = view["after"]["opening"]
            found.append((node, view))
        self._made = found
        return [view for _, view in found]


def _recorded(node: Node, opening: str | None) -> RecordedMoveView:
    assert node.move is not None
    assert node.parent is not None
    before = node.parent.position
    return {
        **move_view(before, node.move, opening),
        "ply": node.ply,
        "side": side_name(before.turn),
        "book": is_from_book(node),
    }


def is_from_book(node: Node) -> bool:
    """Whether a computer had a move from its opening book."""
    return node.comment == FROM_BOOK


def choices_view(game: Game, opening: str | None, *, person: bool) -> ChoicesView:
    """What the person to move may do, and why some pieces may not move."""
    if not person or game.outcome:
        return {"legal": [], "must_capture": False, "why_not": {}}
    position = game.position
    legal = position.legal_moves()
    own = position.black if position.turn is BLACK else position.white
    movable = {move.from_square for move in legal}
    stuck = [square for square in range(1, 33) if own >> square - 1 & 1 and square not in movable]
    must = position.must_capture
    return {
        "legal": [move_view(position, move, opening) for move in legal],
        "must_capture": must,
        "why_not": {str(square): "must-capture" if must else "blocked" for square in stuck},
    }


def rules_view(rules: Rules) -> RulesView:
    """The rules by name and by option; a clock of its own leaves a game's rules their name."""
    return {
        "name": rules.name or _name_without_clock(rules),
        "options": {option: getattr(rules, option) for option in OPTIONS},
    }


def _name_without_clock(rules: Rules) -> str | None:
    """The preset that these rules are but for the time for a move."""
    found = (
        name
        for name, preset in PRESETS.items()
        if replace(preset, move_seconds=rules.move_seconds) == rules
    )
    return next(found, None)


def player_view(seat: Seat, name: str | None, owner: str | None) -> PlayerView:
    """Who plays a side."""
    return {
        "kind": "person" if seat.is_person else "computer",
        "opponent": seat.opponent,
        "name": name if seat.is_person else seat.name,
        "rating": seat.rating,
        "character": seat.character,
        "portrait": None if seat.is_person else seat.portrait,
        "owner": owner if seat.is_person else None,
    }


def players_view(
    seats: Mapping[Side, Seat],
    names: Mapping[Side, str | None] | None = None,
    owners: Mapping[str, str] | None = None,
) -> PlayersView:
    """Who plays."""

    def one(side: Side) -> PlayerView:
        return player_view(seats[side], (names or {}).get(side), (owners or {}).get(side.value))

    return {"black": one(BLACK), "white": one(BLACK.other)}


def message_view(
    code: MessageCode,
    side: Side | None = None,
    why: DrawWhy | None = None,
    detail: str | None = None,
) -> MessageView:
    """Something that the people at the board should know."""
    return {
        "code": code,
        "side": side_name(side) if side else None,
        "why": why,
        "detail": detail,
    }


def clock_view(clock: Clock) -> ClockView:
    """What the clocks show at this moment."""
    setting = clock.setting
    left = clock.lefts() if clock.exists else None
    return {
        "kind": setting.kind,
        "seconds": setting.seconds,
        "increment": setting.increment,
        "black": round(left[BLACK], 3) if left else None,
        "white": round(left[BLACK.other], 3) if left else None,
        "running": side_name(clock.running) if clock.running else None,
    }


def outcome_view(outcome: Outcome | None, rules: Rules) -> OutcomeView | None:
    """How the game ended, if it has."""
    if outcome is None:
        return None
    return {
        "winner": side_name(outcome.winner) if outcome.winner else None,
        "reason": outcome.reason.value,
        "result": outcome.result(rules.first_to_move),
    }


def match_view(
    record: GameRecord, ended: Sequence[MatchGame], owners: Mapping[Side, str]
) -> MatchView:
    """The score of a series between the two players of a game, who may have changed sides.

    >>> record = GameRecord("person", "level:2", "english", "", {})
    >>> won = MatchGame("person", "level:2", "black", "no pieces")
    >>> match_view(record, [won, MatchGame("level:2", "person", None, "agreement")], {})
    {'games': 2, 'black': 1.5, 'white': 0.5}
    """
    black = (record.black, owners.get(BLACK, record.black_name))
    white = (record.white, owners.get(BLACK.other, record.white_name))
    score = {"black": 0.0, "white": 0.0}
    for game in ended:
        first, second = (game.black, game.black_name), (game.white, game.white_name)
        swapped = (first, second) == (white, black) and black != white
        winner = game.winner
        if winner is None:
            score["black"] += 0.5
            score["white"] += 0.5
        else:
            score[winner if not swapped else "white" if winner == "black" else "black"] += 1
    return {"games": len(ended), "black": score["black"], "white": score["white"]}


def hint_view(game: Game, hint: Hint) -> HintView:
    """A suggested move, and why."""
    return {
        "ply": game.ply,
        "notation": str(hint.move),
        "path": list(hint.move.path),
        "captured": list(hint.move.captured),
        "reason": reason_view(hint.reason),
        "line": [str(move) for move in hint.line],
    }


def reason_view(reason: HintReason) -> HintReasonView:
    """What a move does."""
    return {
        "code": reason.code,
        "count": reason.count,
        "lost": reason.lost,
        "moves": list(reason.moves),
    }


def refusal_view(refusal: Refusal) -> RefusalView:
    """Why a move cannot be played."""
    return {
        "code": refusal.code,
        "tried": refusal.tried,
        "square": refusal.square,
        "to": refusal.to,
        "moves": list(refusal.moves),
        "side": side_name(refusal.side) if refusal.side else None,
    }


def time_text(seconds: float) -> str:
    """A moment as people and programs read it.

    >>> time_text(0)
    '1970-01-01T00:00:00Z'
    """
    seconds = min(max(seconds, 0.0), 253_402_300_799.0)  # up to the year 9999
    return datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
