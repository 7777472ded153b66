"""Builds the views of `contract` from games. It decides nothing."""

import hashlib
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timezone
from typing import Final

from crownhead.book import BookMove
from crownhead.builder import PositionBuilder
from crownhead.engine import Hint
from crownhead.engine.hint import HintReason
from crownhead.game import Game
from crownhead.move import Move
from crownhead.openings import opening_at
from crownhead.outcome import Outcome
from crownhead.pieces import BLACK, WHITE, Side, SideName
from crownhead.position import Position
from crownhead.rules import OPTIONS, PRESETS, Rules
from crownhead.service.contract import (
    BookMoveView,
    ChangeView,
    ChoicesView,
    ClockView,
    GameView,
    HintReasonView,
    HintView,
    MatchView,
    MoveView,
    NoteView,
    OutcomeView,
    PlayersView,
    PlayerView,
    PositionView,
    RecordedMoveView,
    RulesView,
    StepView,
    ThinkingView,
    message_view,
    view_of,
)
from crownhead.service.games.choices import Seat, seat
from crownhead.session.clock import Clock
from crownhead.session.state import Note, Played, Session
from crownhead.store import MatchGame, StoredGame

# Changes by itself while a view is shown; sent with every change.
_RUNNING: Final = frozenset(("clock", "thinking"))


def side_name(side: Side) -> SideName:
    """A side's name in views."""
    return "black" if side is BLACK else "white"


def board_text(board: Position | PositionBuilder) -> str:
    """The 32 squares as letters: b and w men, B and W kings, dots for empty squares.

    >>> board_text(Position.from_fen("B:W18,K24:B1"))
    'b................w.....W........'
    """
    pieces = board.pieces
    return "".join(pieces[n].symbol if n in pieces else "." for n in range(1, 33))


def position_view(position: Position, opening: str | None = None) -> PositionView:
    """A position and its opening: its own, or else the last one before it."""
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
    """A move and the board after it; `opening` is the last one with a name."""
    after = before.play(move)
    was_king = before.kings >> move.from_square - 1 & 1
    is_king = after.kings >> move.to_square - 1 & 1
    return {
        "notation": str(move),
        "path": list(move.path),
        "captured": list(move.captured),
        "crowned": bool(is_king and not was_king),
        "after": position_view(after, opening),
    }


def step_views(before: Position, line: Iterable[Move]) -> list[StepView]:
    """A line move by move, with the boards, for display."""
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


RecordViews = tuple[tuple[Played, RecordedMoveView], ...]


def record_views(session: Session, made: RecordViews = ()) -> RecordViews:
    """All moves, including those taken back; unchanged views from `made` are reused."""
    found: list[tuple[Played, RecordedMoveView]] = []
    opening: str | None = None
    for index, played in enumerate(session.moves):
        if index < len(made) and made[index][0] is played:
            one = made[index][1]
        else:
            made = ()  # what follows may have another opening
            one = _recorded(played, opening)
        opening = one["after"]["opening"]
        found.append((played, one))
    return tuple(found)


def _recorded(played: Played, opening: str | None) -> RecordedMoveView:
    node = played.node
    assert node.move is not None
    before = node.before.position
    return {
        **move_view(before, node.move, opening),
        "ply": node.ply,
        "side": side_name(before.turn),
        "book": played.book,
    }


def game_view(
    game_id: str,
    session: Session,
    record: list[RecordedMoveView],
    match: MatchView,
    thinking: ThinkingView | None,
    now: float,
) -> GameView:
    """A game as front ends show it."""
    seating = session.seating
    person = seating.is_person(session.turn)
    start, outcome = position_view(session.start.position), session.outcome
    position = record[session.ply - 1]["after"] if session.ply else start
    persons = session.persons
    return {
        "id": game_id,
        "version": session.version,
        "players": players_view(
            {side: seat(player) for side, player in seating.players.items()},
            seating.names,
            seating.owners,
            seating.invitations,
        ),
        "rules": rules_view(session.rules),
        "first": side_name(session.rules.first_to_move),
        "start": start,
        "ply": session.ply,
        "position": position,
        "fen": session.position.fen,
        "record": record,
        "choices": choices_view(session, position["opening"], person=person),
        "to_move": None if outcome else "person" if person else "computer",
        "can_undo": [side_name(side) for side in session.who_can_undo()],
        "can_redo": session.later_ply(persons) is not None and not seating.is_apart,
        "can_restart": session.can_restart,
        "outcome": outcome_view(outcome, session.rules),
        "clock": clock_view(session.clock, now),
        "thinking": thinking,
        "paused": session.paused,
        "pace": session.pace,
        "draw_offer": side_name(session.draw_offer) if session.draw_offer else None,
        "undo_request": side_name(session.undo_request) if session.undo_request else None,
        "message": note_view(session.note) if session.note else None,
        "match": match,
        "next": session.next,
    }


def change_view(old: GameView, new: GameView) -> ChangeView:
    """The difference between two views."""
    before, after = old["record"], new["record"]
    kept = next(
        (ply for ply, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]),
        min(len(before), len(after)),
    )
    others = {
        name: value
        for name, value in new.items()
        if name != "record" and (name in _RUNNING or value != old[name])  # type: ignore[literal-required]
    }
    return {"kept": kept, "record": after[kept:], "game": others}


def public_id(visitor: str) -> str:
    """A browser's public name: it identifies, but opens nothing.

    >>> len(public_id("somebody"))
    12
    """
    return hashlib.sha256(visitor.encode()).hexdigest()[:12]


def choices_view(game: Game | Session, opening: str | None, *, person: bool) -> ChoicesView:
    """The legal moves of the person to move, and why other pieces cannot move."""
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
    """Rules by name and by option; a game's own clock does not change their name."""
    without_clock = (
        name
        for name, preset in PRESETS.items()
        if replace(preset, move_seconds=rules.move_seconds) == rules
    )
    return {
        "name": rules.name or next(without_clock, None),
        "options": {option: getattr(rules, option) for option in OPTIONS},
    }


def players_view(
    seats: Mapping[Side, Seat],
    names: Mapping[Side, str | None] | Mapping[Side, str],
    owners: Mapping[Side, str],
    invitations: Container[Side],
) -> PlayersView:
    """Who plays."""

    def one(side: Side) -> PlayerView:
        seat = seats[side]
        if not seat.is_person:
            return view_of(PlayerView, seat, kind="computer", owner=None, invited=False)
        return view_of(
            PlayerView,
            seat,
            kind="person",
            name=names.get(side),
            portrait=None,
            owner=public_id(owners[side]) if side in owners else None,
            invited=side in invitations,
        )

    return {"black": one(BLACK), "white": one(BLACK.other)}


def note_view(note: Note) -> NoteView:
    """A note for the people at the board."""
    side = side_name(note.side) if note.side else None
    return view_of(NoteView, note, side=side, detail=note.detail and message_view(note.detail))


def clock_view(clock: Clock, now: float) -> ClockView:
    """The clocks at this moment."""
    setting, lefts = clock.setting, clock.lefts(now)
    return view_of(
        ClockView,
        setting,
        black=round(lefts[BLACK], 3) if clock.exists else None,
        white=round(lefts[WHITE], 3) if clock.exists else None,
        running=side_name(clock.running) if clock.running else None,
    )


def outcome_view(outcome: Outcome | None, rules: Rules) -> OutcomeView | None:
    """How the game ended, if it has."""
    if outcome is None:
        return None
    return {
        "winner": side_name(outcome.winner) if outcome.winner else None,
        "reason": outcome.reason,
        "result": outcome.result(rules.first_to_move),
    }


def match_view(stored: StoredGame, ended: Sequence[MatchGame]) -> MatchView:
    """The score of a series between a game's players, who may have exchanged sides.

    >>> stored = StoredGame("person", "level:2", "english", "", {})
    >>> won = MatchGame("person", "level:2", "black", "no pieces")
    >>> match_view(stored, [won, MatchGame("level:2", "person", None, "agreement")])
    {'games': 2, 'black': 1.5, 'white': 0.5}
    """
    owners, invitations = stored.owners.get, stored.invitations.get
    black = _known_by(stored.black, stored.black_name, owners("black"), invitations("black"))
    white = _known_by(stored.white, stored.white_name, owners("white"), invitations("white"))
    score = {"black": 0.0, "white": 0.0}
    for game in ended:
        first = _known_by(game.black, game.black_name, game.black_owner, game.black_invitation)
        second = _known_by(game.white, game.white_name, game.white_owner, game.white_invitation)
        swapped = (first, second) == (white, black) and black != white
        winner = game.winner
        if winner is None:
            score["black"] += 0.5
            score["white"] += 0.5
        else:
            score[winner if not swapped else "white" if winner == "black" else "black"] += 1
    return {"games": len(ended), "black": score["black"], "white": score["white"]}


def _known_by(
    player: str, name: str | None, owner: str | None, invitation: str | None
) -> tuple[str | None, ...]:
    """What a player of a series is recognised by; a name counts only if there is nothing else."""
    return player, owner, invitation, None if owner or invitation else name


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
    message = message_view(reason.message)
    return {"code": reason.code, "moves": list(reason.moves), "message": message}


def book_view(one: BookMove) -> BookMoveView:
    """A move of the opening book."""
    return {
        "notation": str(one.move),
        "path": list(one.move.path),
        "points": one.score.points,
        "best": one.is_best,
    }


def time_text(seconds: float) -> str:
    """A moment in ISO 8601.

    >>> time_text(0)
    '1970-01-01T00:00:00Z'
    """
    seconds = min(max(seconds, 0.0), 253_402_300_799.0)  # up to the year 9999
    return datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
