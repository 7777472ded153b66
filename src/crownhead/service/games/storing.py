"""Converts between stored games and sessions."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from itertools import takewhile
from typing import Any, Final

from crownhead.errors import CrownheadError, DamagedError
from crownhead.game import Game
from crownhead.node import Node
from crownhead.openings import opening_of
from crownhead.outcome import Outcome
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.position import Position
from crownhead.rules import Rules
from crownhead.service.games.choices import seat
from crownhead.service.games.view import board_text
from crownhead.session.clock import Clock, ClockSetting
from crownhead.session.seating import Seating, Visitor
from crownhead.session.state import Played, Session
from crownhead.store import GameSummary, StoredGame, StoredMove, Summary
from crownhead.store.games.rows import DamageError, damaged, outcome_of
from crownhead.store.ownership import HOST, Person
from crownhead.tags import NAMELESS
from crownhead.text.moves import find_move

#: The PDN comment on a computer's book move.
_FROM_BOOK: Final = "from the book"


def session_of(stored: StoredGame) -> Session:
    """Replay a stored game as a session; raises CrownheadError if that fails."""
    with checked(stored):
        if not 0 <= stored.ply <= len(stored.moves):
            raise DamageError("store.move-missing")
        start = node = Node(Position.from_fen(stored.start, rules_of(stored)))
        moves, ending = [], stored.ending
        for move in stored.moves:
            node = node.after(find_move(move.path, node.position))
            moves.append(Played(node, left_of(move), move.book))
        return Session(
            start=start,
            seating=seating_of(stored),
            clock=Clock.of(ClockSetting(**stored.clock), left_of(stored)),
            opening_plies=stored.opening_plies,
            moves=tuple(moves),
            ply=stored.ply,
            ending=outcome_of(ending["winner"] or None, ending["reason"]) if ending else None,
            draw_offer=Side(stored.draw_offer) if stored.draw_offer else None,
            pace=stored.pace,
            paused=stored.paused,
            version=stored.version,
        )


@contextmanager
def checked(stored: StoredGame | GameSummary) -> Iterator[None]:
    """Report errors as those of a damaged stored game."""
    try:
        yield
    except DamagedError:
        raise
    except (CrownheadError, ValueError, KeyError, TypeError, AttributeError) as error:
        if isinstance(error, CrownheadError) and not stored.id:
            raise  # not stored yet
        raise damaged(error) from None


def seating_of(stored: StoredGame) -> Seating:
    """The seating of a stored game."""
    players = {BLACK: stored.black, WHITE: stored.white}
    for player in players.values():
        seat(player)  # raises if there is no such player any more
    names = {BLACK: stored.black_name, WHITE: stored.white_name}
    return Seating(
        players,
        by_side(stored.owners),
        by_side(stored.invitations),
        {side: name for side, name in names.items() if name is not None},
    )


def by_side(stored: Mapping[str, str]) -> dict[Side, str]:
    """Stored values of both sides, by side."""
    return {Side(side): one for side, one in stored.items()}


def stored_of(session: Session, stored: StoredGame) -> StoredGame:
    """A session for the store; `stored` has what never changes."""
    seating, left = session.seating, session.clock.shown if session.clock.exists else {}
    return replace(
        stored,
        black=seating.players[BLACK],
        white=seating.players[WHITE],
        black_name=seating.names.get(BLACK),
        white_name=seating.names.get(WHITE),
        owners={side.value: owner for side, owner in seating.owners.items()},
        invitations={side.value: code for side, code in seating.invitations.items()},
        ply=session.ply,
        moves=tuple(map(_stored, session.moves)),
        black_left=left.get(BLACK),
        white_left=left.get(WHITE),
        ending=ending_as_dict(session.ending),
        draw_offer=session.draw_offer.value if session.draw_offer else None,
        pace=session.pace,
        paused=session.paused,
        summary=summary_of(session),
    )


def _stored(played: Played) -> StoredMove:
    assert played.node.move is not None
    left = played.left or {}
    return StoredMove(played.node.move.path, left.get(BLACK), left.get(WHITE), played.book)


def rules_of(stored: StoredGame | GameSummary) -> Rules:
    """The rules of a game with its clock's time for a move."""
    return ClockSetting(**stored.clock).under(Rules.parse(stored.rules))


def recorded_game(session: Session, *, book: bool = True) -> Game:
    """The game for PDN, without moves that were taken back.

    `book` marks computers' book moves.
    """
    ended = session.ply == len(session.moves)
    played = session.moves[: session.ply]
    game = replace(session, moves=played, ending=session.ending if ended else None).game()
    for node, move in zip(game.main_line(), played, strict=True):
        node.comment = _FROM_BOOK if book and move.book else ""
    return game


def played_game(stored: StoredGame) -> Game:
    """The same from a stored game."""
    return recorded_game(session_of(stored))


def line_of(stored: StoredGame) -> str:
    """Name what was played: the start, the rules and the moves.

    >>> stored = StoredGame("person", "person", "english", "B:W21:B1", {})
    >>> line_of(stored) == line_of(stored), len(line_of(stored))
    (True, 64)
    """
    paths = [list(move.path) for move in stored.moves[: stored.ply]]
    text = json.dumps([stored.start, stored.rules, paths])
    return hashlib.sha256(text.encode()).hexdigest()


def left_of(stored: StoredGame | StoredMove) -> dict[Side, float] | None:
    """What the clocks show, if there are any."""
    if stored.black_left is None or stored.white_left is None:
        return None
    return {BLACK: stored.black_left, WHITE: stored.white_left}


def person_of(by: Visitor | None) -> Person:
    """The person whose games a browser's are; without a browser, the host."""
    return HOST if by is None else Person(by.id, by.is_host)


def player_name(seating: Seating, side: Side) -> str | None:
    """The name of a side's player; None for a person without a name."""
    if seating.is_person(side):
        return seating.names.get(side)
    return seat(seating.players[side]).name


def ending_as_dict(outcome: Outcome | None) -> dict[str, Any] | None:
    """A declared ending as JSON."""
    if outcome is None:
        return None
    winner = outcome.winner.value if outcome.winner else None
    return {"winner": winner, "reason": outcome.reason.value}


def summary_of(game: Game | Session) -> Summary:
    """A game's summary for lists."""
    ended = ending_as_dict(game.outcome) or {}
    return Summary(board_text(game.position), game.turn.value, **ended)


def pdn_tags(
    stored: StoredGame, game: Game, black: str | None, white: str | None
) -> dict[str, str]:
    """A game's PDN tags."""
    tags = {
        "Event": "Crownhead game",
        "Date": datetime.fromtimestamp(stored.created).strftime("%Y.%m.%d"),
        "Black": black or NAMELESS,
        "White": white or NAMELESS,
        "TimeControl": _time_control(stored.clock),
    }
    opening = opening_of(game)
    return tags | ({"Opening": opening.name} if opening else {})


def _time_control(clock: Mapping[str, Any]) -> str:
    """The clock in the notation of PDN and PGN: none, seconds a move, or a game's time and increment.

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


def common_moves(old: Sequence[StoredMove], new: Sequence[StoredMove]) -> int:
    """The number of equal moves at the start."""
    return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False))))
