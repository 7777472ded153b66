"""Between the record that is stored and the game that is played."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any

from crownhead.errors import CrownheadError, DamagedError
from crownhead.game import Game
from crownhead.notation.moves import find_move
from crownhead.openings import opening_of
from crownhead.outcome import Outcome, Reason
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.position import Position
from crownhead.rules import Rules
from crownhead.service.games.clock import Clock, ClockSetting
from crownhead.service.games.view import FROM_BOOK, board_text, is_from_book
from crownhead.store import GameRecord, GameSummary, MoveRecord, Summary
from crownhead.store.games.records import damaged


def game_of(record: GameRecord) -> Game:
    """Play a record through to where it stands; raises CrownheadError if that cannot be done."""
    with checked(record):
        return _game_of(record)


@contextmanager
def checked(record: GameRecord | GameSummary) -> Iterator[None]:
    """Tell what is wrong with a stored game as such: nobody has asked for it now."""
    try:
        yield
    except DamagedError:
        raise
    except (CrownheadError, ValueError, KeyError, TypeError, AttributeError) as error:
        if isinstance(error, CrownheadError) and not record.id:
            raise  # it is not stored yet
        raise damaged(error) from None


def _game_of(record: GameRecord) -> Game:
    if not 0 <= record.ply <= len(record.moves):
        raise ValueError("a move is missing")
    game = Game(Position.from_fen(record.start, rules_of(record)))
    for move in record.moves:
        left = move.black_left if game.turn is BLACK else move.white_left
        game.push(find_move(move.path, game.position))
        game.node.clock = left if isinstance(left, (int, float)) else None
        game.node.comment = FROM_BOOK if move.book else ""
    if record.ending is not None:
        winner = record.ending["winner"]
        game.record_outcome(
            Outcome(Side(winner) if winner else None, Reason(record.ending["reason"]))
        )
    while game.ply > record.ply:
        game.undo()
    return game


def rules_of(record: GameRecord | GameSummary) -> Rules:
    """The rules of a game with the time that its clock gives for a move."""
    return ClockSetting.from_dict(record.clock).under(Rules.parse(record.rules))


def played_game(record: GameRecord) -> Game:
    """The game without moves that were taken back."""
    game = game_of(record)
    if game.node.children:
        game.node.children.clear()
        game.record_outcome(None)
    return game


def line_of(record: GameRecord) -> str:
    """A name for what was played: the start, the rules and the moves; any other game has another.

    >>> record = GameRecord("person", "person", "english", "B:W21:B1", {})
    >>> line_of(record) == line_of(record), len(line_of(record))
    (True, 64)
    """
    paths = [list(move.path) for move in record.moves[: record.ply]]
    text = json.dumps([record.start, record.rules, paths])
    return hashlib.sha256(text.encode()).hexdigest()


def written(record: GameRecord, game: Game, clock: Clock) -> GameRecord:
    """The record with what was played, how it has ended and what the clocks show by now."""
    left = clock.lefts() if clock.exists else {BLACK: None, WHITE: None}
    return replace(
        record,
        ply=game.ply,
        moves=moves_of(game, clock.setting),
        black_left=left[BLACK],
        white_left=left[WHITE],
        ending=ending_as_dict(game.declared_ending),
        summary=summary_of(game),
    )


def moves_of(game: Game, clock: ClockSetting) -> tuple[MoveRecord, ...]:
    """The moves of a game as they are stored, those that were taken back too.

    A clock runs only while its side is to move, so the other shows what it did after its own last move.
    """
    begun = clock.seconds if clock.kind != "none" else None
    left: dict[Side, float | None] = {BLACK: begun, WHITE: begun}
    moves = []
    for node in game.main_line():
        assert node.move is not None
        left[node.position.turn.other] = node.clock
        moves.append(MoveRecord(node.move.path, left[BLACK], left[WHITE], is_from_book(node)))
    return tuple(moves)


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


def summary_of(game: Game) -> Summary:
    """What a list shows of a game."""
    outcome = game.outcome
    winner = outcome.winner if outcome else None
    return Summary(
        board=board_text(game.position),
        turn=game.turn.value,
        winner=winner.value if winner else None,
        reason=outcome.reason.value if outcome else None,
    )


def pdn_tags(record: GameRecord, game: Game, black: str, white: str) -> dict[str, str]:
    """What a PDN record says of a game besides its moves."""
    tags = {
        "Event": "Crownhead game",
        "Date": datetime.fromtimestamp(record.created).strftime("%Y.%m.%d"),
        "Black": black,
        "White": white,
        "TimeControl": _time_control(record.clock),
    }
    opening = opening_of(game)
    return tags | ({"Opening": opening.name} if opening else {})


def _time_control(clock: Mapping[str, Any]) -> str:
    """The clock as PDN and PGN write it: none, seconds for one move, or a game's and more a move.

    >>> _time_control({"kind": "game", "seconds": 300.0, "increment": 3.0})
    '300+3'
    >>> _time_control({"kind": "move", "seconds": 30.0}), _time_control({"kind": "none"})
    ('1/30', '-')
    """
    if clock.get("kind") == "move":
        return f"1/{clock['seconds']:g}"
    if clock.get("kind") != "game":
        return "-"
    increment = clock.get("increment", 0)
    return f"{clock['seconds']:g}" + (f"+{increment:g}" if increment else "")


def common_moves(old: Sequence[MoveRecord], new: Sequence[MoveRecord]) -> int:
    """How many moves at the beginning are the same."""
    count = 0
    for one, two in zip(old, new, strict=False):
        if one != two:
            break
        count += 1
    return count
