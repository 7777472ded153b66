"""The engine as a Hub program: it searches while it reads commands."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import IO, Final, Protocol

from crownhead.endgame import EndgameTables
from crownhead.engine.engine import Analysis, Engine, most_hash_mb
from crownhead.engine.hub.dialogue import ENDLESS, Dialogue, whole
from crownhead.engine.hub.wire import write_move
from crownhead.engine.limits import Info, Score
from crownhead.engine.network import ENGINE_EVALUATIONS
from crownhead.errors import EngineError, excerpt, unknown_name
from crownhead.move import Move
from crownhead.position import Position
from crownhead.rules import Rules

_MODES: Final = ("think", "ponder", "analyze")
# A proven end in n plies is worth 100 men less n hundredths, as other programs write it.
_WON_IN_MEN: Final = 100
_KNOWN_IN_MEN: Final = 80  # a win by endgame tables without distances


class Book(Protocol):
    """A book of opening moves."""

    def choose(self, position: Position, random: Random, /) -> Move | None:
        """A move, or None if the position is not in the book."""


@dataclass(frozen=True, slots=True)
class _Settings:
    """The parameters that `set-param` sets."""

    threads: int = 1
    hash: int = 64
    folder: str = ""  # of endgame tables
    tables: EndgameTables | None = None
    evaluation: str = "best"
    book: Book | None = None  # off by default, so that a match does not depend on it


@dataclass(eq=False, slots=True)
class _Search:
    """A running search. A `silent` one sends no move; a `stopped` one must send its move."""

    stream: Analysis
    mode: str
    line: tuple[Move, ...]
    silent: bool = False
    stopped: bool = False
    ended: bool = False
    thread: threading.Thread | None = None


class HubSession(Dialogue):
    r"""A session: commands come from one stream of bytes, answers go to another.

    `open_book` opens the book that the parameter `book` switches on, for example `OpeningBook.open`.

    >>> import io
    >>> answers = io.BytesIO()
    >>> HubSession(io.BytesIO(b"init\nping\n"), answers).run()
    >>> answers.getvalue().split()
    [b'ready', b'pong']
    """

    def __init__(
        self,
        source: IO[bytes],
        sink: IO[bytes],
        *,
        open_book: Callable[[], Book] | None = None,
    ) -> None:
        super().__init__(source, sink)
        self._open_book = open_book
        # Guards the state of the search, which another thread watches.
        self._state = threading.Lock()
        self._settings = _Settings()
        self._engine: Engine | None = None
        self._search: _Search | None = None
        self._random = Random()

    def _end(self) -> None:
        self._finish(silent=self._search is not None and not self._search.stopped)
        if self._engine is not None:
            self._engine.close()

    # ---- commands

    def _on_hub(self, _: dict[str, str]) -> None:
        from importlib.metadata import version  # slow to import

        self._tell(
            "id", name="Crownhead", version=version("crownhead"), author="The Crownhead authors"
        )
        settings = self._settings
        self._tell("param", name="threads", value=settings.threads, type="int", min=1, max=64)
        self._tell("param", name="hash", value=settings.hash, type="int", min=1, max=most_hash_mb())
        self._tell("param", name="tables", value=settings.folder, type="string")
        names = " ".join(ENGINE_EVALUATIONS)
        self._tell("param", name="evaluation", value=settings.evaluation, type="enum", values=names)
        book = str(settings.book is not None).lower()
        self._tell("param", name="book", value=book, type="bool")
        rules = self._rules
        self._tell("param", name="rules", value=rules.name or rules, type="string")
        self._tell("wait")

    def _on_set_param(self, arguments: dict[str, str]) -> None:
        """Set a parameter; only a valid value ends the running search."""
        name, value = arguments.get("name", ""), arguments.get("value", "")
        settings = self._settings
        if name == "rules":
            rules = Rules.parse(value)
            self._finish()
            self._set_rules(rules)
        elif name == "threads":
            self._resize(replace(settings, threads=whole(name, value, 64)))
        elif name == "hash":
            self._try(replace(settings, hash=whole(name, value, most_hash_mb())))
        elif name == "tables":
            tables = EndgameTables.open(value) if value else None
            self._resize(replace(settings, folder=value, tables=tables))
        elif name == "evaluation":
            if value not in ENGINE_EVALUATIONS:
                raise EngineError(unknown_name("evaluation", value, ENGINE_EVALUATIONS))
            self._try(replace(settings, evaluation=value))
        elif name == "book":
            self._set_book(value)
        else:
            known = ("threads", "hash", "tables", "evaluation", "book", "rules")
            raise EngineError(unknown_name("parameter", name, known))

    def _set_book(self, value: str) -> None:
        """Switch the book on or off; a running search continues."""
        if value not in ("true", "false"):
            raise EngineError("hub.book-switch", value=excerpt(value))
        if value == "true" and self._open_book is None:
            raise EngineError("hub.no-book")
        book = self._open_book() if self._open_book and value == "true" else None
        self._settings = replace(self._settings, book=book)

    def _try(self, settings: _Settings) -> None:
        """Make an engine at once; if that fails, nothing changes."""
        before = self._settings
        self._resize(settings)
        try:
            self._ready_engine()
        except EngineError:
            self._settings = before
            raise

    def _resize(self, settings: _Settings) -> None:
        """Close the engine; the next search makes a new one with these settings."""
        self._finish()
        self._settings = settings
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def _on_init(self, _: dict[str, str]) -> None:
        self._finish()
        self._ready_engine()
        self._tell("ready")

    def _ready_engine(self) -> Engine:
        if self._engine is None:
            settings = self._settings
            self._engine = Engine(
                settings.threads,
                settings.hash,
                tables=settings.tables,
                evaluation=settings.evaluation,
            )
        return self._engine

    def _on_go(self, arguments: dict[str, str]) -> None:
        modes = [mode for mode in _MODES if mode in arguments]
        if len(modes) != 1:
            raise EngineError("hub.go")
        lines = whole("multipv", arguments.get("multipv", "1"), 336)
        self._game.choices()
        self._finish()
        self._begin(modes[0], lines)

    def _begin(self, mode: str, lines: int) -> None:
        moves = self._game.legal_moves()
        if mode == "think" and len(moves) == 1:
            self._tell("done", move=write_move(moves[0]))
            return
        if mode == "think" and self._settings.book is not None:
            known = self._settings.book.choose(self._game.position, self._random)
            if known is not None:
                self._tell("done", move=write_move(known))
                return
        limit = ENDLESS if mode == "ponder" else self._limit
        # Started here, so that a `stop` in the next line finds it; watched by its own thread.
        stream = self._ready_engine().analysis(self._game, limit, lines=lines)
        search = _Search(stream, mode, (moves[0],))
        search.thread = threading.Thread(target=self._watch, args=(search, lines > 1))
        self._search = search
        search.thread.start()

    def _watch(self, search: _Search, several: bool) -> None:
        try:
            with search.stream as stream:
                for info in stream:
                    if info.line == 1:
                        search.line = info.pv
                    self._tell("info", **_info(info, several=several))
            with self._state:
                search.ended = True
                if not search.silent:
                    moves = zip(("move", "ponder"), map(write_move, search.line), strict=False)
                    self._tell("done", **dict(moves))
        except OSError:
            pass  # nobody reads the answers any more; the end of input will follow

    def _on_ponder_hit(self, _: dict[str, str]) -> None:
        search = self._search
        if search is None or search.mode != "ponder" or search.stopped:
            return
        with self._state:
            if search.ended:
                return  # its move has already been sent
            search.silent = True
        self._finish()
        self._on_go({"think": ""})

    def _on_stop(self, _: dict[str, str]) -> None:
        if self._search is not None:
            self._search.stopped = True
            self._search.stream.stop()

    def _on_new_game(self, _: dict[str, str]) -> None:
        self._finish()
        if self._engine is not None:
            self._engine.forget()

    def _finish(self, *, silent: bool = False) -> None:
        """End the running search, if any; its move is sent before this returns."""
        search, self._search = self._search, None
        if search is None or search.thread is None:
            return
        if silent:
            with self._state:
                search.silent = True
        search.stream.stop()
        search.thread.join()


def _info(info: Info, *, several: bool) -> dict[str, object]:
    """The arguments of `info`: scores in men, times in seconds, speed in millions of nodes a second."""
    return {
        **({"multipv": info.line} if several else {}),
        "depth": info.depth,
        "score": _men(info.score),
        "nodes": info.nodes,
        "time": f"{info.seconds:.3f}",
        "nps": f"{info.speed / 1e6:.3f}",
        "pv": " ".join(map(write_move, info.pv)),
    }


def _men(score: Score) -> str:
    plies = score.plies
    if not (score.is_won or score.is_lost):
        return f"{score.points / 100:.2f}"
    worth = _KNOWN_IN_MEN if plies is None else _WON_IN_MEN - abs(plies) / 100
    return f"{worth if score.points > 0 else -worth:.2f}"
