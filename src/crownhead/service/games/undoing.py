"""Taking moves back and making them again, with the time that the clocks showed then."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Final

from crownhead.errors import ConflictError, GameError
from crownhead.outcome import Reason
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.service.games import view
from crownhead.service.games.record import moves_of
from crownhead.service.games.seated import SeatedGame
from crownhead.service.games.seating import Visitor

_NOTHING_TO_UNDO: Final = "there is no move to take back"


class UndoableGame(SeatedGame):
    """A game that goes back and forth. Any thread may call."""

    _resting_ply: int | None = None  # where two computers were paused for lack of progress

    @abstractmethod
    def _go_on(self) -> None:
        """Let the clock of the side to move run, and the computer think if it is its turn."""

    @abstractmethod
    def _stop_thinking(self) -> None:
        """End what a computer thinks about."""

    def undo(
        self, ply: int | None = None, *, over: bool | None = None, by: Visitor | None = None
    ) -> None:
        """Take back to the asker's last turn, or one move where nobody or everybody is a person.

        Where the game was resigned or a draw agreed, that alone is taken back. On two devices the
        other player is asked first. `ply` is where the asker believes the game stands, and `over`
        whether it has ended: what is taken back already is not taken back twice, and what a computer
        has answered meanwhile is taken back with the rest.
        """
        with self._lock:
            if ply is not None and (self._game.ply < ply or (over and not self._game.outcome)):
                return
            if not self._was_answered(ply):
                self._expect(ply)
            mine = self._seating.check_seated(by)
            if by is None or not self._seating.is_apart or self._undo_request not in (None, *mine):
                self._take_back(mine)
            elif self._ways.has_spoken_end or self._ways.earlier_ply(mine) is not None:
                self._undo_request = mine[0]
                self._changed()
            else:
                raise GameError(_NOTHING_TO_UNDO)

    def answer_undo(self, *, accept: bool, by: Visitor | None = None) -> None:
        """Let the other player take a move back, or not."""
        with self._lock:
            mine, asking = self._seating.check_seated(by), self._undo_request
            if asking is None or asking.other not in mine:
                raise GameError("nobody has asked you to take back a move")
            if accept:
                self._take_back([asking])
            else:
                self._commit(message=view.message_view("undo-declined", asking.other))

    def _was_answered(self, ply: int | None) -> bool:
        """Whether a computer has answered since a person saw the game, and nothing else has happened."""
        persons = self._persons()
        return bool(persons) and self._game.ply - 1 == ply and self._game.turn.other not in persons

    def _expect(self, ply: int | None) -> None:
        """Refuse somebody who believes that the game stands elsewhere."""
        if ply is not None and ply != self._game.ply:
            raise ConflictError("the game has changed in the meantime; have another look at it")

    def _take_back(self, mine: Sequence[Side]) -> None:
        if not self._ways.has_spoken_end:
            self._travel(self._ways.earlier_ply(mine), _NOTHING_TO_UNDO)
            return
        self._game.record_outcome(None)
        self._commit(paused=not self._persons() or self._record.paused)
        self._go_on()

    def redo(self, ply: int | None = None, *, by: Visitor | None = None) -> None:
        """Make the moves again that the last undo took back; `ply` is as for `undo`."""
        with self._lock:
            if ply is not None and self._game.ply > ply:
                return
            self._expect(ply)
            mine = self._seating.check_seated(by)
            later = None if self._seating.is_apart else self._ways.later_ply(mine)
            self._travel(later, "there is no move to make again")

    def _travel(self, ply: int | None, refusal: str) -> None:
        if ply is None:
            raise GameError(refusal)
        self._stop_thinking()
        while self._game.ply > ply:
            self._game.undo()
        while self._game.ply < ply:
            self._game.redo()
        self._clock.set(self._left_at(ply))
        self._resting_ply = None
        nobody = not self._persons()
        self._commit(draw_offer=None, paused=nobody or self._record.paused)
        self._go_on()

    def _left_at(self, ply: int) -> dict[Side, float]:
        """What the clocks showed after so many moves; who lost on time there has none left."""
        outcome = self._game.outcome
        if outcome and outcome.reason is Reason.TIME and outcome.winner is not None:
            return {**self._left_after(ply), outcome.winner.other: 0.0}
        return self._left_after(ply)

    def _left_after(self, ply: int) -> dict[Side, float]:
        seconds = self._clock.setting.seconds
        if ply == 0:
            return {BLACK: seconds, WHITE: seconds}
        move = moves_of(self._game, self._clock.setting)[ply - 1]
        return {BLACK: move.black_left or 0.0, WHITE: move.white_left or 0.0}
