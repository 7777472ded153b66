"""The engine of an analysis page: it thinks about one position at a time."""

import logging
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from threading import Condition, Lock
from typing import Final

from crownhead.cursor import Cursor
from crownhead.endgame import EndgameTables
from crownhead.engine import Engine, Info, Limit, winning_chance
from crownhead.engine.engine import BestLines, most_hash_mb
from crownhead.errors import CrownheadError, GameError
from crownhead.game import Game
from crownhead.machine import be_patient
from crownhead.messages import Message
from crownhead.pieces import BLACK
from crownhead.position import Position
from crownhead.review.judge import for_black
from crownhead.service.contract import FoundView, LineView
from crownhead.service.games.view import side_name, step_views

_LOG: Final = logging.getLogger(__name__)
MOST_LINES: Final = 5
MOST_SECONDS: Final = 600
_LONGEST_LINE: Final = 14  # plies that are shown
_SECONDS_TO_LOOK_UP: Final = 0.2
_NICENESS: Final = 5  # games come first


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a position. `threat`: what the other side would play now.

    Answers carry the number, as an answer to an older question may still be on its way.
    """

    node_id: str
    cursor: Cursor
    lines: int = 1
    seconds: float = 30.0
    threads: int = 1
    memory: int = 32
    threat: bool = False
    number: int = 0


class Limits:
    """How much of this machine all analyses together may use."""

    def __init__(self, analysts: int) -> None:
        self.threads = max(1, min(os.cpu_count() or 1, 16))
        self.memory = max(1, min(256, most_hash_mb() // analysts))
        self._free = self.threads
        self._changed = Condition()

    def take(self, threads: int, is_old: Callable[[], bool]) -> bool:
        """Wait for free threads; False if the question is no longer wanted."""
        with self._changed:
            while not is_old():
                if self._free >= threads:
                    self._free -= threads
                    return True
                self._changed.wait(_SECONDS_TO_LOOK_UP)
        return False

    def give_back(self, threads: int) -> None:
        """Release threads."""
        with self._changed:
            self._free += threads
            self._changed.notify_all()


class Analyst:
    """Thinks for one page. A new question ends the one before; results are reported as they come.

    `tell` runs in the analyst's own thread and must return at once. Any thread may call the methods.
    """

    def __init__(
        self,
        limits: Limits,
        tables: Callable[[], EndgameTables | None],
        tell: Callable[[FoundView], None],
    ) -> None:
        self._limits = limits
        self._tables = tables
        self._tell = tell
        self._lock = Lock()
        self._number = 0  # of the question: a search ends when it is not the newest
        self._engine: Engine | None = None
        self._thread = ThreadPoolExecutor(1, "analysis", be_patient, (_NICENESS,))

    def ask(self, question: Question) -> None:
        """Think about a question."""
        if not 1 <= question.lines <= MOST_LINES:
            raise GameError("analyses.lines", most=MOST_LINES)
        if not 0 < question.seconds <= MOST_SECONDS:
            raise GameError("analyses.seconds", count=MOST_SECONDS)
        number = self._next()
        with suppress(RuntimeError):  # closed
            self._thread.submit(self._answer, question, lambda: self._number != number)

    def stop(self) -> None:
        """Stop thinking."""
        self._next()

    def close(self) -> None:
        """Stop, and release threads and memory."""
        self._next()
        self._thread.shutdown()
        if self._engine is not None:
            self._engine.close()

    def _next(self) -> int:
        """End the question before; return the number of the next."""
        with self._lock:
            self._number += 1
            if self._engine is not None:
                self._engine.stop()  # before the new question can begin
            return self._number

    # ---- in its thread

    def _answer(self, question: Question, is_old: Callable[[], bool]) -> None:
        threads = min(question.threads, self._limits.threads)
        if not self._limits.take(threads, is_old):
            return
        try:
            self._think(question, threads, is_old)
        except CrownheadError as error:
            _LOG.warning(Message("log.analysis", {"why": error}))
        except Exception:  # the next question may succeed
            _LOG.exception("an analysis failed")
        finally:
            self._limits.give_back(threads)

    def _think(self, question: Question, threads: int, is_old: Callable[[], bool]) -> None:
        cursor: Cursor = _threat(question.cursor) if question.threat else question.cursor
        position = cursor.position
        best = BestLines()
        last: Info | None = None
        told = best.infos
        if not position.is_over:
            engine = self._equipped(threads, min(question.memory, self._limits.memory))
            with engine.analysis(cursor, Limit(seconds=question.seconds), question.lines) as stream:
                if is_old():  # stopped before the search began
                    stream.stop()
                for info in stream:
                    best.add(info)
                    last = info
                    if best.infos is not told and not is_old():
                        told = best.infos
                        self._tell(_found(question, position, told, last, thinking=True))
        if not is_old():
            self._tell(_found(question, position, best.infos, last, thinking=False))

    def _equipped(self, threads: int, memory: int) -> Engine:
        """The engine with this memory, these threads, and the endgame tables."""
        engine = self._engine
        if engine is None or (engine.threads, engine.hash_mb) != (threads, memory):
            fresh = Engine(threads=threads, hash_mb=memory)
            with self._lock:
                self._engine = fresh
            if engine is not None:
                engine.close()
            engine = fresh
        tables = self._tables()
        if tables is not engine.tables:
            engine.use_tables(tables)
        return engine


def _threat(cursor: Cursor) -> Game:
    """The same position with the other side to move."""
    position = cursor.position
    other = Position(
        position.black, position.white, position.kings, position.turn.other, position.rules
    )
    return Game(other, automatic_draws=False)


def _found(
    question: Question, position: Position, infos: list[Info], last: Info | None, *, thinking: bool
) -> FoundView:
    return {
        "node": question.node_id,
        "threat": question.threat,
        "number": question.number,
        "turn": side_name(position.turn),
        "thinking": thinking,
        "depth": infos[0].depth if infos else 0,
        "nodes": last.nodes if last else 0,
        "speed": last.speed if last else 0,
        "seconds": round(last.seconds, 2) if last else 0.0,
        "lines": [_line_view(position, info) for info in infos],
    }


def _line_view(position: Position, info: Info) -> LineView:
    black = for_black(position, info.score)
    chance = winning_chance(info.score)
    winner = BLACK if black.is_won else BLACK.other if black.is_lost else None
    return {
        "points": black.points,
        "plies": None if black.plies is None else abs(black.plies),
        "winner": side_name(winner) if winner else None,
        "chance": round(chance if position.turn is BLACK else 1 - chance, 4),
        "steps": step_views(position, info.pv[:_LONGEST_LINE]),
    }
