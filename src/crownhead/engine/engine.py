"""The engine: a search that runs beside Python on its own threads."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Final

from crownhead._native import core
from crownhead.cursor import Cursor
from crownhead.engine.constants import all_values, read_constants
from crownhead.engine.hint import Hint, explain
from crownhead.engine.limits import Info, Limit, Score, checked_limit
from crownhead.engine.network import ENGINE_EVALUATIONS, Network, usual_network
from crownhead.errors import (
    BusyError,
    EngineError,
    NoRoomError,
    SearchStoppedError,
    quoted,
    unknown_name,
)
from crownhead.game import cursor_of
from crownhead.machine import memory_bytes
from crownhead.move import Line, Move
from crownhead.numeric import whole_within
from crownhead.pieces import Side
from crownhead.position import Position, checked_position
from crownhead.text.moves import legal_move

if TYPE_CHECKING:
    from crownhead.endgame import EndgameResult, EndgameTables

_SECONDS_BETWEEN_SIGNALS: Final = 0.05
_MOST_HASH_MB: Final = 65_536
_MOST_LINES: Final = 400  # more than any position has moves


def most_hash_mb() -> int:
    """The largest table in megabytes: half of the machine's memory.

    The system grants more memory than it has, and kills a process that then uses it.
    """
    return max(min(memory_bytes() // 2**21, _MOST_HASH_MB), 1)


class Engine(AbstractContextManager["Engine"]):
    """Searches positions. It owns its table and its threads; `with` or `close` releases them.

    Any thread may call it. It runs one search at a time: until that ends, others get a `BusyError`.

    With endgame `tables` it knows the result of every position in them, up to `table_pieces` pieces.

    `evaluation` is `"network"`, `"classic"` (the hand-made one), or a `Network`. The default, `"best"`, is
    the network if there is one: it is stronger under every rule set.

    The searches of a `patient` engine have the lowest priority, if the system has thread priorities.
    Python keeps its own, because others may need it.

    After a fork, the child can use its parent's engine, with threads and a table of its own. A search
    that ran during the fork continues in the parent only.

    >>> with Engine(hash_mb=8) as engine:
    ...     engine.play(Position.from_fen("B:W6,7,15,32:B2,12"), Limit(nodes=1000))
    <Move 2x11x18>
    """

    def __init__(
        self,
        threads: int = 1,
        hash_mb: int = 64,
        *,
        tables: EndgameTables | None = None,
        table_pieces: int | None = None,
        evaluation: str | Network = "best",
        patient: bool = False,
    ) -> None:
        self._network = _network(evaluation)
        most = 4 * (os.cpu_count() or 1)
        self.threads = whole_within(EngineError, "threads", threads, 1, max(most, 64))
        self.hash_mb = whole_within(EngineError, "hash_mb", hash_mb, 1, most_hash_mb())
        self._patient = bool(patient)
        self.evaluation = evaluation
        self.tables: EndgameTables | None = None
        self._table_pieces = 0
        # For programs that other programs start.
        self._constants = read_constants(os.environ.get("CROWNHEAD_CONSTANTS", ""))
        self._session: core.Session | None = self._new_session()
        if tables is not None:
            self.use_tables(tables, table_pieces)

    def play(
        self,
        position: Position | Cursor,
        limit: Limit,
        *,
        watch: Callable[[Info], None] | None = None,
        root_moves: Iterable[Move | str] | None = None,
    ) -> core.Move:
        """Choose a move, at once if it is the only one. `watch` gets the reports of the search.

        A game or cursor is searched with its history, a position without.
        """
        cursor = cursor_of(position)
        checked_limit(limit)
        moves = cursor.choices()
        chosen = None if root_moves is None else _chosen(root_moves, cursor.position)
        if len(chosen or moves) == 1:
            return (chosen or moves)[0]
        infos = self.analyse(cursor, limit, watch=watch, root_moves=chosen)
        return infos[0].pv[0] if infos else (chosen or moves)[0]

    def analyse(
        self,
        position: Position | Cursor,
        limit: Limit,
        lines: int = 1,
        *,
        watch: Callable[[Info], None] | None = None,
        root_moves: Iterable[Move | str] | None = None,
    ) -> list[Info]:
        """Search to the limit and return the best lines, best first. There may be none after a stop.

        >>> with Engine(hash_mb=8) as engine:
        ...     infos = engine.analyse(Position.start(), Limit(depth=6), root_moves=["12-16"])
        >>> str(infos[0].pv[0])
        '12-16'
        """
        found = BestLines()
        with self.analysis(position, limit, lines, root_moves=root_moves) as stream:
            for info in stream:
                found.add(info)
                if watch is not None:
                    watch(info)
        return found.infos

    def hint(self, position: Position | Cursor, limit: Limit | None = None) -> Hint:
        """Suggest a move and say why, after half a second by default.

        >>> with Engine(hash_mb=8) as engine:
        ...     engine.hint(Position.from_fen("B:W6,7,15,32:B2,12"), Limit(depth=8)).sentence
        '2x18 wins 2 pieces.'
        """
        cursor = cursor_of(position)
        choices = len(cursor.choices())
        usual = Limit(seconds=0.5) if choices > 1 else Limit(depth=8)
        infos = self.analyse(cursor, usual if limit is None else limit)
        if not infos:
            raise SearchStoppedError("engine.stopped")
        best = infos[0]
        known = self.known(cursor.position)
        drawn = known is not None and known.outcome == "draw"
        reason = explain(cursor.position, best.score, best.pv, choices, drawn=drawn)
        return Hint(best.pv[0], reason, best.pv, best.score)

    def analysis(
        self,
        position: Position | Cursor,
        limit: Limit,
        lines: int = 1,
        *,
        root_moves: Iterable[Move | str] | None = None,
    ) -> Analysis:
        """Start a search: a stream of `Info`, for a `with` statement.

        `root_moves` restricts the search to lines that begin with one of them.
        """
        lines = whole_within(EngineError, "lines", lines, 1, _MOST_LINES)
        cursor = cursor_of(position)
        checked_limit(limit)
        session = self._open()
        board = cursor.position
        rules = board.rules
        hard, soft = limit.hard_and_soft_seconds()
        search = session.start(
            core.Question(board, _earlier(cursor), cursor.quiet_plies, _chosen(root_moves, board)),
            core.DrawRules(
                rules.quiet_limit or 0, rules.repetition_limit or 0, rules.quiet_counts_men
            ),
            core.SearchLimits(
                depth=min(limit.depth or 0, core.MAX_PLY),
                nodes=limit.nodes or 0,
                seconds=hard,
                soft_seconds=soft,
                cpu_seconds=limit.cpu_limit(),
            ),
            lines,
        )
        if search is None:
            raise BusyError("engine.busy")
        if self._session is None:  # closed meanwhile: nobody else can stop the search
            search.stop()
        return Analysis(search, board.turn)

    def stop(self) -> None:
        """Stop the current search, if any, within milliseconds. Any thread may call this."""
        session = self._session  # another thread may close the engine meanwhile
        if session is not None:
            session.stop()

    def use_tables(self, tables: EndgameTables | None, table_pieces: int | None = None) -> None:
        """Use these endgame tables, or none, up to `table_pieces` pieces, and clear the table."""
        opened = getattr(tables, "core", None)
        if tables is not None and not isinstance(opened, core.EndgameTables):
            raise EngineError("engine.tables-wanted", value=quoted(tables))
        most = tables.most_pieces if tables else 0
        wanted = most if table_pieces is None else table_pieces
        wanted = whole_within(EngineError, "table_pieces", wanted)
        if not self._open().use_tables(opened, wanted):
            raise BusyError("engine.busy")
        self.tables, self._table_pieces = tables, wanted

    def use_constants(self, changes: Mapping[str, int]) -> None:
        """Change constants of the search in a tuning build; all others get their defaults."""
        if not self._open().use_constants(all_values(changes)):
            raise BusyError("engine.busy")
        self._constants = dict(changes)

    def known(self, position: Position) -> EndgameResult | None:
        """The result of a position by the endgame tables, or None if they do not have it."""
        count = (checked_position(position).black | position.white).bit_count()
        return self.tables.probe(position) if self.tables and count <= self._table_pieces else None

    def forget(self) -> None:
        """Clear the table, so that the next search is like the first."""
        if not self._open().clear():
            raise BusyError("engine.busy")

    def close(self) -> None:
        """Stop searching and release threads and memory."""
        session, self._session = self._session, None
        if session is not None:
            session.stop()

    def _open(self) -> core.Session:
        session = self._session
        if session is None:
            raise EngineError("engine.closed")
        if session.is_inherited:  # its threads and locks stayed with the parent
            session = self._session = self._new_session()
        return session

    def _new_session(self) -> core.Session:
        try:
            session = core.Session(self.threads, self.hash_mb, self._patient)
        except MemoryError:
            raise NoRoomError("engine.no-table", size=self.hash_mb) from None
        session.use_network(self._network)
        if self.tables is not None:
            session.use_tables(self.tables.core, self._table_pieces)
        if self._constants:
            session.use_constants(all_values(self._constants))
        return session

    def __exit__(self, *_: Any) -> None:
        self.close()


class BestLines:
    """The lines of the last complete depth of an analysis, best first.

    A search reports the lines of a depth one by one. The lines of the previous depth stay until the next
    depth is complete.
    """

    def __init__(self) -> None:
        self.infos: list[Info] = []
        self._coming: list[Info] = []

    def add(self, info: Info) -> None:
        """Take the next report. If one of a depth was missed, none of that depth counts."""
        before = [] if info.line == 1 else self._coming
        follows = info.line == len(before) + 1 and all(one.depth == info.depth for one in before)
        self._coming = [*before, info] if follows else []
        if follows and len(self._coming) >= len(self.infos):
            self.infos = self._coming


class Analysis(AbstractContextManager["Analysis"]):
    """A running search. Iterating waits for its reports; leaving the `with` statement stops it.

    It also stops when it is garbage-collected, for example after `break` in a loop over it.
    """

    def __init__(self, search: core.Search, side: Side) -> None:
        self._search = search
        self._side = side

    def __iter__(self) -> Iterator[Info]:
        while self._search.has_more():
            found = self._search.next(_SECONDS_BETWEEN_SIGNALS)
            if found is not None:
                line, depth, deepest, points, nodes, seconds, fill, moves = found
                score, pv = Score(points, self._side), Line(moves)
                yield Info(line + 1, depth, deepest, score, nodes, seconds, fill / 1000, pv)
        if self._search.has_failed():
            raise NoRoomError("engine.no-room")

    def stop(self) -> None:
        """Stop the search. Reports that it has made can still be read."""
        self._search.stop()

    def __exit__(self, *_: Any) -> None:
        self._search.stop()
        for _info in self:
            pass

    def __del__(self) -> None:
        self._search.stop()  # or the engine would stay busy


def _network(evaluation: str | Network) -> Network | None:
    """The network of an evaluation; None is the classic evaluation."""
    if isinstance(evaluation, Network):
        return evaluation
    if evaluation not in ENGINE_EVALUATIONS:
        raise EngineError(unknown_name("evaluation", str(evaluation), ENGINE_EVALUATIONS))
    network = None if evaluation == "classic" else usual_network()
    if network is None and evaluation == "network":
        raise EngineError("engine.no-network")
    return network


def _chosen(moves: Iterable[Move | str] | None, position: Position) -> list[Move]:
    """The root moves to search; an empty list means all."""
    if moves is None:
        return []
    if isinstance(moves, str) or not isinstance(moves, Iterable):
        raise EngineError("engine.root-moves", value=quoted(moves))
    chosen = [legal_move(move, position) for move in moves]
    if not chosen:
        raise EngineError("engine.no-root-moves")
    return chosen


def _earlier(cursor: Cursor) -> Sequence[Position]:
    """The earlier positions that can recur, oldest first."""
    nodes = [cursor.root, *cursor.node.line()]
    count = cursor.node.reversible_plies
    return [node.position for node in nodes[len(nodes) - 1 - count : -1]]
