"""Commands that end a game by declaration: resigning and draws."""

from dataclasses import dataclass
from typing import Final

from crownhead.errors import ConflictError, GameError
from crownhead.outcome import Outcome, Reason
from crownhead.pieces import Side
from crownhead.session.commands import DrawAsked, Event
from crownhead.session.seating import Visitor
from crownhead.session.state import DrawWhy, Note, Session

_AGREED: Final = Outcome(None, Reason.AGREEMENT)


@dataclass(frozen=True, slots=True)
class Resign:
    """Resign for the named side, the asker's only side, or the side to move."""

    side: Side | None = None
    by: Visitor | None = None

    def __call__(self, session: Session, now: float) -> tuple[Session, tuple[Event, ...]]:
        mine = session.seating.check_seated(self.by)
        if self.side not in (None, *mine) or not mine:
            raise GameError("session.computer-resigns")
        loser = self.side or (mine[0] if len(mine) == 1 else session.turn)
        return session.ended(Outcome(loser.other, Reason.RESIGNATION), now), ()


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """Offer a draw to the other person, who may accept, or to the computer, which decides."""

    by: Visitor | None = None

    def __call__(self, session: Session, now: float) -> tuple[Session, tuple[Event, ...]]:
        session.refuse_ended()
        mine, persons = session.seating.check_seated(self.by), session.persons
        if len(persons) == 1:
            return session, (DrawAsked(persons[0].other, session.version),)
        if not persons or session.draw_offer not in (None, *mine):  # the other has offered it too
            return session.ended(_AGREED, now), ()
        offer = mine[0] if len(mine) == 1 else session.turn
        return session.kept(draw_offer=offer, undo_request=session.undo_request), ()


@dataclass(frozen=True, slots=True)
class SettleDraw:
    """The computer's answer to a draw offer, void if the game has gone on.

    It declines if there is a reason.
    """

    asked: DrawAsked
    why: DrawWhy | None

    def __call__(self, session: Session, now: float) -> tuple[Session, tuple[Event, ...]]:
        if session.version != self.asked.version or session.outcome:
            raise ConflictError("session.draw-too-late")
        if self.why is None:
            return session.ended(_AGREED, now), ()
        return session.kept(Note("draw-declined", self.asked.computer, self.why)), ()


@dataclass(frozen=True, slots=True)
class AnswerDraw:
    """Accept or decline the other person's draw offer."""

    accept: bool
    by: Visitor | None = None

    def __call__(self, session: Session, now: float) -> tuple[Session, tuple[Event, ...]]:
        mine = session.seating.check_seated(self.by)
        if session.draw_offer is None:
            raise GameError("session.no-draw-offer")
        answering = session.draw_offer.other
        if answering not in mine:
            raise GameError("session.own-draw-offer")
        if self.accept:
            return session.ended(_AGREED, now), ()
        return session.kept(Note("draw-declined", answering), draw_offer=None), ()
