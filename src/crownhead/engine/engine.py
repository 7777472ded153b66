"""The engine: a search that runs beside Python on its own threads."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Final

from crownhead._native import core
from crownhead.cursor import Cursor
from crownhead.engine.constants import all_values, from_environment
from crownhead.engine.hint import Hint, explain
from crownhead.engine.limits import Info, Limit, Score, checked_limit
from crownhead.engine.network import ENGINE_EVALUATIONS, Network, usual_network
from crownhead.errors import (
    BusyError,
    EngineError,
    GameError,
    NoRoomError,
    SearchStoppedError,
    excerpt,
    quoted,
    unknown_name,
)
from crownhead.game import place_of
from crownhead.machine import memory_bytes
from crownhead.move import Line, Move
from crownhead.numeric import as_whole
from crownhead.pieces import Side
from crownhead.position import Position, checked_position
from crownhead.text.moves import legal_move

if TYPE_CHECKING:
    from crownhead.endgame import EndgameResult, EndgameTables

_SECONDS_BETWEEN_SIGNALS: Final = 0.05
_MOST_HASH_MB: Final = 65_536
_MOST_LINES: Final = 400  # more than any position has moves
_BUSY: Final = "this engine is searching; wait for it, stop it, or use another Engine"


def most_hash_mb() -> int:
    """Megabytes that a table may have: half of the memory, since others need some of it too.

    A system lends out more than it has; a table of all of it would be killed when it is filled.
    """
    return max(min(memory_bytes() // 2**21, _MOST_HASH_MB), 1)


class Engine(AbstractContextManager["Engine"]):
    """Searches positions. It owns its table and its threads; `with` or `close` gives them back.

    Any thread may call. It does one search at a time: a second one is refused with `BusyError`
    until the first has ended or been stopped.

    With endgame `tables` it knows the result of every position in them; `table_pieces` leaves out those
    of more pieces.

    `evaluation` is `"network"`, the learned one, `"classic"`, the hand-made one, or a network of one's own.
    The usual `"best"` is the network, which is stronger under every rule set.

    A `patient` one lets everything else on the machine go first, where the system knows the priority of
    threads: only its searches wait, never Python, which others may need.

    A forked process may use an engine of its parent: it searches there with threads and a table of its
    own. A search that ran at the moment of the fork goes on in the parent alone.

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
        self.threads = _within(threads, max(most, 64), "an engine can have {} threads")
        self.hash_mb = _within(
            hash_mb, most_hash_mb(), "the table can have {} megabytes on this machine"
        )
        self._patient = bool(patient)
        self.evaluation = evaluation
        self.tables: EndgameTables | None = None
        self._table_pieces = 0
        self._constants = from_environment()
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
        """Choose a move. A forced one is played at once. `watch` is told what is found on the way.

        What can be searched is a position, or a game or cursor, whose history counts too.
        """
        place = place_of(position)
        checked_limit(limit)
        moves = place.choices()
        chosen = None if root_moves is None else _chosen(root_moves, place.position)
        if len(chosen or moves) == 1:
            return (chosen or moves)[0]
        infos = self.analyse(place, limit, watch=watch, root_moves=chosen)
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
        """Search to the limit, and return the best lines, best first; none if stopped at once.

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
        """Suggest a move and say why, after half a second of thought unless a limit is given.

        >>> with Engine(hash_mb=8) as engine:
        ...     engine.hint(Position.from_fen("B:W6,7,15,32:B2,12"), Limit(depth=8)).sentence
        '2x18 wins 2 pieces.'
        """
        place = place_of(position)
        choices = len(place.legal_moves())
        if not choices:
            raise GameError(f"there is no move to suggest: {place.outcome}")
        usual = Limit(seconds=0.5) if choices > 1 else Limit(depth=8)
        infos = self.analyse(place, usual if limit is None else limit)
        if not infos:
            raise SearchStoppedError("the search was stopped before it had a hint")
        best = infos[0]
        known = self.known(place.position)
        drawn = known is not None and known.outcome == "draw"
        reason = explain(place.position, best.score, best.pv, choices, drawn=drawn)
        return Hint(best.pv[0], reason, best.pv, best.score)

    def analysis(
        self,
        position: Position | Cursor,
        limit: Limit,
        lines: int = 1,
        *,
        root_moves: Iterable[Move | str] | None = None,
    ) -> Analysis:
        """Start a search and watch it: a stream of `Info`, to be used in a `with` statement.

        With `root_moves`, only lines that begin with one of them are looked at.
        """
        lines = _within(lines, _MOST_LINES, "an analysis can show {} lines")
        place = place_of(position)
        checked_limit(limit)
        session = self._open()
        board = place.position
        rules = board.rules
        hard, soft = limit.hard_and_soft_seconds()
        search = session.start(
            core.Question(board, _earlier(place), place.quiet_plies, _chosen(root_moves, board)),
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
            raise BusyError(_BUSY)
        if self._session is None:  # closed while the search began: nobody else can stop it
            search.stop()
        return Analysis(search, board.turn)

    def stop(self) -> None:
        """End the search that runs, if any, within milliseconds. Any thread may call this."""
        session = self._session  # another thread may close the engine meanwhile
        if session is not None:
            session.stop()

    def use_tables(self, tables: EndgameTables | None, table_pieces: int | None = None) -> None:
        """Look positions up in endgame tables from now on, or in none; everything else is forgotten.

        Those of more than `table_pieces` are left out.
        """
        opened = getattr(tables, "core", None)
        if tables is not None and not isinstance(opened, core.EndgameTables):
            raise EngineError(
                "tables are EndgameTables, such as EndgameTables.open('folder'), "
                f"not {quoted(tables)}"
            )
        most = tables.most_pieces if tables else 0
        wanted = as_whole(most if table_pieces is None else table_pieces)
        if wanted is None:
            raise EngineError(f"table_pieces is a whole number, not {quoted(table_pieces)}")
        if not self._open().use_tables(opened, wanted):
            raise BusyError(_BUSY)
        self.tables, self._table_pieces = tables, wanted

    def use_constants(self, changes: Mapping[str, int]) -> None:
        """Search with other constants from now on, in a tuning build; those not named are as usual."""
        if not self._open().use_constants(all_values(changes)):
            raise BusyError(_BUSY)
        self._constants = dict(changes)

    def known(self, position: Position) -> EndgameResult | None:
        """What its endgame tables say of a position; None where they know nothing of it."""
        count = (checked_position(position).black | position.white).bit_count()
        return self.tables.probe(position) if self.tables and count <= self._table_pieces else None

    def forget(self) -> None:
        """Empty the table: the next search is as if it were the first."""
        if not self._open().clear():
            raise BusyError(_BUSY)

    def close(self) -> None:
        """Stop, and give back threads and memory."""
        session, self._session = self._session, None
        if session is not None:
            session.stop()

    def _open(self) -> core.Session:
        session = self._session
        if session is None:
            raise EngineError("this engine has been closed")
        if session.is_inherited:  # its threads and locks stayed with the parent
            session = self._session = self._new_session()
        return session

    def _new_session(self) -> core.Session:
        try:
            session = core.Session(self.threads, self.hash_mb, self._patient)
        except MemoryError:
            raise NoRoomError(
                f"there is not enough memory for a table of {self.hash_mb} megabytes"
            ) from None
        session.use_network(self._network)
        if self.tables is not None:
            session.use_tables(self.tables.core, self._table_pieces)
        if self._constants:
            session.use_constants(all_values(self._constants))
        return session

    def __exit__(self, *_: Any) -> None:
        self.close()


class BestLines:
    """What an analysis has found so far: lines of one depth, best first, each with another move.

    A search tells the lines of a depth one after the other; those of the last depth stay until the
    next is told as a whole.
    """

    def __init__(self) -> None:
        self.infos: list[Info] = []
        self._coming: list[Info] = []

    def add(self, info: Info) -> None:
        """Take the next line of the stream; of a depth of which one was missed, none counts."""
        before = [] if info.line == 1 else self._coming
        follows = info.line == len(before) + 1 and all(one.depth == info.depth for one in before)
        self._coming = [*before, info] if follows else []
        if follows and len(self._coming) >= len(self.infos):
            self.infos = self._coming


class Analysis(AbstractContextManager["Analysis"]):
    """A running search. Iterating waits for what it finds; leaving the `with` statement stops it.

    So does letting go of it, by a `break` out of `for info in engine.analysis(...)`, say.
    """

    def __init__(self, search: core.Search, side: Side) -> None:
        self._search = search
        self._side = side

    def __iter__(self) -> Iterator[Info]:
        while self._search.has_more():
            found = self._search.next(_SECONDS_BETWEEN_SIGNALS)
            if found is not None:
                yield Info(
                    found.line + 1,
                    found.depth,
                    found.selective_depth,
                    Score(found.score, self._side),
                    found.nodes,
                    found.seconds,
                    found.fill / 1000,
                    Line(found.moves),
                )
        if self._search.has_failed():
            raise NoRoomError("there is not enough memory for this search")

    def stop(self) -> None:
        """End the search; what it has found can still be read."""
        self._search.stop()

    def __exit__(self, *_: Any) -> None:
        self._search.stop()
        for _info in self:
            pass

    def __del__(self) -> None:
        self._search.stop()  # or the engine would be busy for ever, for nobody


def _network(evaluation: str | Network) -> Network | None:
    """What an evaluation's name stands for; None is the classic one."""
    if isinstance(evaluation, Network):
        return evaluation
    if evaluation not in ENGINE_EVALUATIONS:
        raise EngineError(unknown_name("evaluation", str(evaluation), ENGINE_EVALUATIONS))
    network = None if evaluation == "classic" else usual_network()
    if network is None and evaluation == "network":
        raise EngineError("this build of Crownhead has no network; use evaluation='classic'")
    return network


def _within(given: int, most: int, sentence: str) -> int:
    """Take a whole number from 1 to the most; the sentence says of what."""
    number = as_whole(given)
    if number is None or not 1 <= number <= most:
        raise EngineError(f"{sentence.format(f'1 to {most}')}, not {quoted(given)}")
    return number


def _chosen(moves: Iterable[Move | str] | None, position: Position) -> list[Move]:
    """The moves to look at; none are all of them."""
    if moves is None:
        return []
    if isinstance(moves, str) or not isinstance(moves, Iterable):
        raise EngineError(f"root_moves is a list of moves, such as ['11-15'], not {excerpt(moves)}")
    chosen = [legal_move(move, position) for move in moves]
    if not chosen:
        raise EngineError("root_moves is empty; omit it to look at every move")
    return chosen


def _earlier(place: Cursor) -> Sequence[Position]:
    """The positions before this one that can come back, oldest first."""
    nodes = [place.root, *place.node.line()]
    count = place.node.reversible_plies
    return [node.position for node in nodes[len(nodes) - 1 - count : -1]]
