"""A game that somebody looks at: what can be done in it, its clocks, and the computers that play."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from crownhead.book import OpeningBook
from crownhead.endgame import EndgameTables
from crownhead.engine.limits import Limit
from crownhead.errors import ConflictError, GameError, IllegalMoveError, NotFoundError, StoreError
from crownhead.game import Game
from crownhead.move import Move
from crownhead.notation.moves import chosen_move
from crownhead.outcome import Outcome
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.service.contract import ThinkingView
from crownhead.service.games import view
from crownhead.service.games.choices import seat
from crownhead.service.games.computers import Thinking
from crownhead.service.games.draws import DrawAnswer, DrawQuestion
from crownhead.service.games.pool import ThinkingPool
from crownhead.service.games.seating import Visitor
from crownhead.service.games.setup import check_pace
from crownhead.service.games.stored import SECONDS_TO_WAIT
from crownhead.service.games.undoing import UndoableGame
from crownhead.service.games.watchers import Listener
from crownhead.store import GameRecord, GameStore

_LOG: Final = logging.getLogger(__name__)
# Two computers that shuffle kings under rules without draws are paused after so many plies.
_ENDLESS_PLIES: Final = 200
# Without a clock a computer that was told to think for ever answers after this time.
_PATIENCE: Final = Limit(seconds=60)


class LiveGame(UndoableGame):
    """A game with its clocks and its computer players. Any thread may call.

    Listeners are told `view`, `thinking` or `gone`; they must return at once. Clocks run and
    computers think only while somebody watches.
    """

    def __init__(
        self,
        record: GameRecord,
        store: GameStore,
        pool: ThinkingPool,
        *,
        now: Callable[[], float],
        seed: int | None = None,
        tables: Callable[[], EndgameTables | None] = lambda: None,
        book: Callable[[], OpeningBook | None] = lambda: None,
    ) -> None:
        super().__init__(record, store, now)
        allowed = book if record.book else lambda: None
        self._thinking = Thinking(self, self._lock, pool, seed, tables, allowed)
        self._not_before = 0.0
        self._shown.renew()  # so that there is something to show even while somebody changes it

    def thinking(self) -> ThinkingView | None:
        """Who thinks and how deep they have looked, if anybody does."""
        return self._thinking.view()

    def watch(self, listener: Listener) -> None:
        """Tell a listener of every change from now on; the computers may think."""
        self._lock.listeners.append(listener)
        with self._lock.held_soon(SECONDS_TO_WAIT) as held:
            try:
                if held:
                    self.catch_up()  # what came before a listener did, nobody looked for
            except StoreError as error:  # it may pass; a move that does not fit is refused
                _LOG.warning("game %s could not be read again: %s", self.id, error)
            if self._closed:
                self._lock.listeners.remove(listener)
                raise NotFoundError("the game is closed; it may have been deleted")
            if held:  # else the next tick does it, when who changes the game is done
                self._go_on()

    def leave(self, listener: Listener) -> None:
        """Stop telling a listener. With the last of them, clocks and computers stop too."""
        with self._lock:
            self._lock.listeners.remove(listener)
            if not self._lock.listeners:
                self.rest()

    def rest(self) -> None:
        """Stop thinking, let the clocks stand, and give back the memory of the players."""
        with self._lock:
            self._stop_thinking()
            if self._clock.running:
                self._clock.stop()
                self._shown.outdate()  # it may show an earlier time
                self._save_clocks()
            self._thinking.close()

    def close(self) -> None:
        """Rest for good: nothing is begun any more."""
        with self._lock:
            self._closed = True
            self.rest()

    def catch_up(self) -> bool:
        """Take over what another program has made of the game since it was read.

        False while somebody changes the game and waits for the disk.
        """
        with self._lock.held_soon(SECONDS_TO_WAIT) as held:
            if held and not self._closed:
                self._catch_up()
            return held

    def _catch_up(self) -> None:
        try:
            if self._store.version(self.id) == self._record.version:
                return
            record = self._store.load(self.id)
        except NotFoundError:
            self._vanish()
            return
        self.rest()
        self._read(record)
        self._message = None
        self._changed()
        self._go_on()

    # ---- what a person can do

    def move(
        self, squares: Sequence[int] | str, ply: int | None = None, *, by: Visitor | None = None
    ) -> None:
        """Make a move for the person whose turn it is; `ply` is where they believe the game stands.

        Here and below, `by` is the browser that asks; None is a program of the host's own.
        """
        with self._lock:
            if self._is_made(squares, ply, by):
                return
            self._expect(ply)
            turn = self._game.turn
            if not self._seating.seats[turn].is_person and not self._game.outcome:
                if not self._persons():
                    raise ConflictError("both sides are played by computers")
                raise ConflictError("it is the computer's turn")
            position = self._game.position
            if self._game.outcome:
                raise IllegalMoveError(f"the game is over: {self._game.outcome}")
            self._seating.check_turn(by, turn)
            self._make(chosen_move(squares, position))
            self._go_on()

    def resign(self, side: Side | None = None, *, by: Visitor | None = None) -> None:
        """Give up: the side named, the asker's only side, or the side to move."""
        with self._lock:
            mine = self._seating.check_seated(by)
            if side not in (None, *mine) or not mine:
                raise GameError("the computer does not resign; it plays to the end")
            loser = side or (mine[0] if len(mine) == 1 else self._game.turn)
            self._declare(lambda: self._game.resign(loser))

    def offer_draw(
        self, judge: Callable[[Game, Side], DrawAnswer], *, by: Visitor | None = None
    ) -> None:
        """Offer a draw: to the other person, who may accept, or to the computer, which decides."""
        question = self.propose_draw(by=by)
        if question is not None:
            self.settle_draw(question, judge(question.game, question.computer))

    def propose_draw(self, *, by: Visitor | None = None) -> DrawQuestion | None:
        """Offer a draw; returns what the computer is asked, whose answer `settle_draw` takes."""
        with self._lock:
            self._refuse_ended()
            mine, persons = self._seating.check_seated(by), self._persons()
            if len(persons) == 1:
                return DrawQuestion(self.snapshot(), persons[0].other, self._record.version)
            if persons:
                offering = mine[0] if len(mine) == 1 else self._game.turn
                self._commit(draw_offer=offering.value)
            else:
                self._declare(self._game.agree_draw)
            return None

    def settle_draw(self, question: DrawQuestion, answer: DrawAnswer) -> None:
        """Take the computer's answer to a draw, unless the game has gone on."""
        with self._lock:
            if self._record.version != question.version or self._game.outcome:
                raise ConflictError("the game went on while the computer considered the draw")
            if answer.accepted:
                self._declare(self._game.agree_draw)
            else:
                said = view.message_view("draw-declined", question.computer, why=answer.why)
                self._commit(message=said)

    def answer_draw(self, *, accept: bool, by: Visitor | None = None) -> None:
        """Accept or decline the draw that the other person has offered."""
        with self._lock:
            mine = self._seating.check_seated(by)
            if self._record.draw_offer is None:
                raise GameError("no draw has been offered")
            answering = Side(self._record.draw_offer).other
            if answering not in mine:
                raise GameError("you offered the draw; it is for the other player to answer")
            if accept:
                self._declare(self._game.agree_draw)
            else:
                self._commit(draw_offer=None, message=view.message_view("draw-declined", answering))

    def change(
        self,
        *,
        black: str | None = None,
        white: str | None = None,
        paused: bool | None = None,
        pace: float | None = None,
    ) -> None:
        """Let others play, or change how two computers play."""
        with self._lock:
            record = self._record
            seats = {
                BLACK: seat(black if black is not None else record.black),
                WHITE: seat(white if white is not None else record.white),
            }
            changes: dict[str, Any] = {
                "black": seats[BLACK].opponent,
                "white": seats[WHITE].opponent,
                "pace": record.pace if pace is None else check_pace(pace),
                "paused": record.paused if paused is None else paused,
            }
            if black is not None or white is not None:
                self.rest()
                changes["draw_offer"] = None
            elif changes["paused"]:
                self._stop_thinking()
            self._seating = replace(self._seating, seats=seats)
            self._commit(**changes)
            self._not_before = min(self._not_before, self._now() + changes["pace"])
            self._go_on()

    def step(self) -> None:
        """Let the computer make one move of a game that is paused."""
        with self._lock:
            self._refuse_ended()
            if self._persons():
                raise GameError("only a game between two computers can go step by step")
            self._not_before = 0.0
            if self._thinking.is_idle:
                self._think()

    def delete(self) -> None:
        """Delete the game; everybody who looks at it is told."""
        with self._lock:
            self.rest()
            self._store.delete(self.id)
            self._vanish()

    def tick(self) -> None:
        """Look at the clocks; to be called several times a second while the game is watched."""
        with self._lock.held_soon(0) as held:
            if not held or self._closed or not self._lock.listeners:
                return
            running = self._clock.running
            if running is not None and self._clock.has_fallen(running):
                self._declare(lambda: self._game.lose_on_time(running))
            elif running is not None and self._clocks_are_stale():
                self._save_clocks()
            self._go_on()

    # ---- inside; all of these are called with the lock held

    def _is_made(self, squares: Sequence[int] | str, ply: int | None, by: Visitor | None) -> bool:
        """Whether this is the asker's last move: browsers send again what got no answer."""
        made = self._game.moves
        if ply is None or not len(made) - 2 <= ply < len(made):
            return False
        mover = self._game.turn if (len(made) - ply) % 2 == 0 else self._game.turn.other
        return made[ply].path == tuple(squares) and mover in self._seating.of_visitor(by)

    def _refuse_ended(self) -> None:
        if self._game.outcome:
            raise GameError(f"the game is over: {self._game.outcome}")

    def _make(self, move: Move, *, from_book: bool = False) -> None:
        """Make a move and store it; time that has run out by now loses instead."""
        side = self._game.turn
        if self._clock.has_fallen(side):
            self._declare(lambda: self._game.lose_on_time(side))
            raise ConflictError(f"{side.label} has run out of time")
        self._game.push(move)
        self._game.node.comment = view.FROM_BOOK if from_book else ""
        self._stop_thinking()
        self._clock.press(side)
        if self._clock.exists:
            self._game.node.children.clear()  # time that was spent does not come back by redo
            self._game.node.clock = self._clock.left(side)
        self._commit(draw_offer=None)

    def _declare(self, end: Callable[[], Outcome]) -> None:
        """End the game by an act of somebody."""
        self._refuse_ended()
        self._stop_thinking()
        self._clock.stop()
        end()
        self._commit(draw_offer=None)

    # ---- thinking

    def _go_on(self) -> None:
        """Let the clock of the side to move run, and the computer think if it is its turn."""
        if not self._lock.listeners or self._closed:
            return
        game, computers = self._game, not self._persons()
        if computers and not self._record.paused and self._is_endless():
            self._stop_thinking()
            self._resting_ply = game.ply
            self._commit(paused=True, message=view.message_view("stalled"))
        if game.outcome or self._thinking.has_failed:
            self._clock.stop()
        elif self._seating.seats[game.turn].is_person:
            self._clock.run(game.turn)
        elif self._thinking.is_idle and not (computers and self._must_wait()):
            self._think()

    def _must_wait(self) -> bool:
        """Whether two computers are paused, or their pace is slower."""
        return self._record.paused or self._now() < self._not_before

    def _is_endless(self) -> bool:
        quiet = self._game.quiet_plies
        return quiet > 0 and quiet % _ENDLESS_PLIES == 0 and self._resting_ply != self._game.ply

    def _think(self) -> None:
        """Let the computer begin to choose; its clock runs while it does, and not while it waits."""
        if self._thinking.begin(self._game.turn):
            self._clock.run(self._game.turn)
            if self._clock.exists:
                self._changed()  # so that everybody sees which clock runs

    def _stop_thinking(self) -> None:
        if not self._thinking.is_idle:
            self._clock.stop()
        self._thinking.stop()

    # ---- what the computers ask and tell

    def opponent(self, side: Side) -> str:
        """The name of the computer that plays a side."""
        return self._seating.seats[side].opponent

    def allowance(self, side: Side) -> Limit:
        """How long a computer may think."""
        return self._clock.limit(side) or _PATIENCE

    def take(self, move: Move, *, from_book: bool) -> None:
        """Make the move that a computer has chosen, or found in its opening book."""
        self._make(move, from_book=from_book)
        self._not_before = self._now() + self._record.pace
        self._go_on()

    def hear(self) -> None:
        """Tell that a computer thinks, and how deep it has looked."""
        self._lock.tell_now("thinking")

    def fail(self, side: Side, detail: str) -> None:
        """Say that a computer could not move; the person may choose another."""
        if not self._game.outcome:
            self._clock.stop()
            self._message = view.message_view("cannot-move", side, detail=detail)
            self._changed()
