"""Commands for moving, taking back and redoing."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from crownhead.errors import ConflictError, GameError, IllegalMoveError
from crownhead.move import Move as LegalMove
from crownhead.outcome import Reason
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.session.commands import Event
from crownhead.session.seating import Visitor
from crownhead.session.state import Note, Played, Session
from crownhead.text.moves import chosen_move

_NOTHING_TO_UNDO: Final = "record.no-undo"


@dataclass(frozen=True, slots=True)
class Move:
    """Make a move for the person whose turn it is.

    `ply` is the ply at which they see the game. `by` is the browser that asks; None is a program of
    the host's own.
    """

    squares: Sequence[int] | str
    ply: int | None = None
    by: Visitor | None = None

    def __call__(self, session: Session, now: float) -> tuple[Session, tuple[Event, ...]]:
        if self._is_made(session):
            return session, ()
        session.expect(self.ply)
        turn, outcome = session.turn, session.outcome
        if not session.seating.is_person(turn) and not outcome:
            whose = "session.computers-turn" if session.persons else "session.computers-game"
            raise ConflictError(whose)
        if outcome:
            raise IllegalMoveError("record.over", outcome=outcome)
        session.seating.check_turn(self.by, turn)
        return moved(session, chosen_move(self.squares, session.position), now), ()

    def _is_made(self, session: Session) -> bool:
        """Whether this is the asker's last move: browsers resend what got no answer."""
        ply = self.ply
        if ply is None or not session.ply - 2 <= ply < session.ply or ply < 0:
            return False
        node = session.moves[ply].node
        assert node.move is not None
        mover = node.position.turn.other
        return node.move.path == tuple(self.squares) and mover in session.seating.of_visitor(
            self.by
        )


def moved(session: Session, move: LegalMove, now: float, *, book: bool = False) -> Session:
    """Make a move, and press its clock."""
    still = session.idle(now)
    clock = still.clock.press(session.turn, now)
    following = session.moves[session.ply :]
    made_again = bool(following) and following[0].node.move == move
    node = following[0].node if made_again else session.node.after(move)
    # Redo does not bring time back.
    later = following[1:] if made_again and not clock.exists else ()
    played = Played(node, clock.shown if clock.exists else None, book)
    return still.kept(
        moves=(*session.moves[: session.ply], played, *later),
        ply=session.ply + 1,
        ending=session.ending if later else None,
        clock=clock,
        draw_offer=None,
    )


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back to the asker's last turn; one move if nobody or everybody is a person.

    A resignation or agreed draw is taken back alone. On two devices the other player is asked first.
    `ply` and `over` tell what the asker sees: something already taken back is not taken back twice,
    and a computer's answer since then is taken back too.
    """

    ply: int | None = None
    over: bool | None = None
    by: Visitor | None = None

    def __call__(self, session: Session, now: float) -> tuple[Session, tuple[Event, ...]]:
        ply, seating = self.ply, session.seating
        if ply is not None and (session.ply < ply or (self.over and not session.outcome)):
            return session, ()
        if not _was_answered(session, ply):
            session.expect(ply)
        mine = seating.check_seated(self.by)
        agreed = session.undo_request not in (None, *mine)
        if self.by is None or not seating.is_apart or agreed:
            return _taken_back(session, mine, now), ()
        if not session.has_spoken_end and session.earlier_ply(mine) is None:
            raise GameError(_NOTHING_TO_UNDO)
        # The request has a version of its own: pages order views by it.
        return session.kept(undo_request=mine[0]), ()


def _was_answered(session: Session, ply: int | None) -> bool:
    """Whether a computer has answered since the person saw the game, and nothing else has happened."""
    persons = session.persons
    return bool(persons) and session.ply - 1 == ply and session.turn.other not in persons


def _taken_back(session: Session, mine: Sequence[Side], now: float) -> Session:
    if not session.has_spoken_end:
        return _travelled(session, session.earlier_ply(mine), _NOTHING_TO_UNDO, now)
    paused = not session.persons or session.paused
    return session.kept(ending=None, paused=paused)


@dataclass(frozen=True, slots=True)
class AnswerUndo:
    """Allow the other player to take back, or not."""

    accept: bool
    by: Visitor | None = None

    def __call__(self, session: Session, now: float) -> tuple[Session, tuple[Event, ...]]:
        mine, asking = session.seating.check_seated(self.by), session.undo_request
        if asking is None or asking.other not in mine:
            raise GameError("session.no-undo-request")
        if self.accept:
            return _taken_back(session, [asking], now), ()
        return session.kept(Note("undo-declined", asking.other)), ()


@dataclass(frozen=True, slots=True)
class Redo:
    """Redo the moves of the last undo; `ply` is as for `Undo`."""

    ply: int | None = None
    by: Visitor | None = None

    def __call__(self, session: Session, now: float) -> tuple[Session, tuple[Event, ...]]:
        if self.ply is not None and session.ply > self.ply:
            return session, ()
        session.expect(self.ply)
        mine = session.seating.check_seated(self.by)
        later = None if session.seating.is_apart else session.later_ply(mine)
        return _travelled(session, later, "record.no-redo", now), ()


def _travelled(session: Session, ply: int | None, refusal: str, now: float) -> Session:
    """Go to another ply with its clocks; time spent at this one stays spent."""
    if ply is None:
        raise GameError(refusal)
    moves = list(session.moves)
    if session.ply and session.clock.exists:
        moves[session.ply - 1] = replace(moves[session.ply - 1], left=session.clock.lefts(now))
    there = replace(session.idle(now), moves=tuple(moves), ply=ply, resting_ply=None)
    return there.kept(
        clock=replace(there.clock, shown=_left_at(there), running=None),
        draw_offer=None,
        paused=not session.persons or session.paused,
    )


def _left_at(session: Session) -> dict[Side, float]:
    """The clocks at a session's ply; the loser on time has none left."""
    seconds = session.clock.setting.seconds
    last = session.moves[session.ply - 1] if session.ply else None
    shown = {BLACK: seconds, WHITE: seconds, **(last.left or {} if last else {})}
    outcome = session.outcome
    if outcome and outcome.reason is Reason.TIME and outcome.winner is not None:
        shown[outcome.winner.other] = 0.0
    return shown
