"""Loads players that users have written, and calls them in a thread with a deadline."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import inspect
import re
import sys
import traceback
import zlib
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, Final, TypeAlias

from crownhead.cursor import Cursor
from crownhead.custom.alongside import Alongside, FailedError, LateError
from crownhead.errors import (
    CrownheadError,
    EngineError,
    NoRoomError,
    excerpt,
    unknown_name,
)
from crownhead.files import refuse_unreadable
from crownhead.game import Game, place_of
from crownhead.interrupts import TerminatedExit
from crownhead.messages import counted
from crownhead.move import Move
from crownhead.streams import output_kept

#: Makes a player for one game: a class, or a function. One with a parameter `seed` is given the game's.
Factory: TypeAlias = Callable[..., Any]

#: Seconds that a player of one's own has for a move, and to be made.
SECONDS: Final = 60.0
_NAME: Final = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")


class OwnPlayer:
    """A player that somebody has written. Whatever goes wrong in it is an `EngineError` that says what.

    It is asked in a thread of its own, and about a game of its own: what it does to that does not
    matter. One that takes too long over a move is stopped if it is Python, and left behind if it is not.

    >>> class First:
    ...     def choose(self, game):
    ...         return game.legal_moves()[0]
    >>> OwnPlayer(First, "first").choose(Game())
    <Move 9-13>
    """

    def __init__(
        self, make: Factory, name: str, *, seed: int | None = None, seconds: float | None = SECONDS
    ) -> None:
        self.name = name
        name = self._label = excerpt(name, 80)
        self._file = _file_of(make)
        self._thread = Alongside(seconds)
        self._seconds = seconds
        self._game: Game | None = None
        arguments = _arguments(make, name, seed)
        #: The player itself, without our care.
        self.inner = self._asked("to start", make, **arguments)
        if not callable(getattr(self.inner, "choose", None)):
            kind = type(self.inner).__name__
            raise EngineError(f"{name} is not a player: {kind} has no method choose(game)")

    def choose(self, game: Game) -> Move:
        """Choose the move that the player answers."""
        place = place_of(game)
        answer = self._asked("for a move", self.inner.choose, self._copy_of(place))
        if not isinstance(answer, (Move, str)):
            plain = answer is None or isinstance(answer, (int, float, tuple, list))
            said = excerpt(repr(answer)) if plain else f"an object of type {type(answer).__name__}"
            raise EngineError(f"{self._label} answered with {said}, which is not a move")
        try:
            # What it did to its copy while it thought does not count.
            return self._copy_of(place).push(answer)
        except CrownheadError as error:
            raise EngineError(f"{self._label} answered with an illegal move: {error}") from None

    def close(self) -> None:
        """Let the player give back what it holds, and end its thread.

        Its game is over: an error that it makes now changes nothing.
        """
        try:
            with suppress(EngineError):
                if callable(getattr(self.inner, "close", None)):
                    self._asked("to close", self.inner.close)
        finally:
            self._thread.close()

    def _asked(self, what: str, function: Callable[..., Any], *args: Any, **named: Any) -> Any:
        try:
            with redirect_stdout(sys.stderr):  # standard output is for results, and for Hub
                return self._thread.call(function, *args, **named)
        except LateError:
            raise EngineError(
                f"{self._label} took more than {counted('second', self._seconds or 0)} {what}"
            ) from None
        except FailedError as failed:
            if isinstance(failed.error, NoRoomError):
                raise failed.error from None  # which says nothing about the player
            said = _described(failed.error, self._file)
            raise EngineError(f"{self._label} raised {said}") from None

    def _copy_of(self, game: Cursor) -> Game:
        """The player's own copy of a game, brought up to date."""
        moves = game.moves
        copy = self._game
        if copy is not None:
            known = copy.moves
            if copy.start != game.start or copy.declared_ending or known != moves[: len(known)]:
                copy = None
        if copy is None:
            copy = self._game = Game(game.start)
        for move in moves[copy.ply :]:
            copy.push(move)
        return copy


def factory_of(text: str) -> Factory:
    """Find what `FILE.py:NAME` or `MODULE:NAME` names; its module is loaded, which runs its code."""
    place, _, name = text.rpartition(":")
    if not place:
        raise EngineError(f"which player in {excerpt(text)}? Write {excerpt(text)}:NAME")
    is_file = place.endswith(".py")
    module = _module_of_file(Path(place)) if is_file else _module(place)
    found: Any = module
    for part in name.split("."):
        found = getattr(found, part, None)
        if found is None:
            known = _players_in(module)
            why = unknown_name("player", name, known) if known else f"no '{excerpt(name)}'"
            raise EngineError(f"in {excerpt(place, 80)} there is {why}")
    refuse_what_makes_no_player(found, text)
    return found  # type: ignore[no-any-return]


def is_own(text: str) -> bool:
    """Whether an opponent's name looks like `FILE.py`, `FILE.py:NAME` or `MODULE:NAME`.

    >>> [is_own(text) for text in ("my_player.py:Bot", "bots.first:Bot", "x.py", "greddy", "a:b=1")]
    [True, True, True, False, False]
    """
    place, colon, name = text.rpartition(":")
    if not colon:
        return text.endswith(".py")
    named = place.endswith(".py") or _NAME.fullmatch(place) is not None
    return named and _NAME.fullmatch(name) is not None


def name_of_factory(make: Factory) -> str:
    """What a player made by a class or a function is called in a match.

    >>> name_of_factory(partial(OwnPlayer, seconds=3))
    'OwnPlayer(seconds=3)'
    """
    if isinstance(make, partial):
        words = [
            *map(repr, make.args),
            *(f"{key}={value!r}" for key, value in make.keywords.items()),
        ]
        return f"{name_of_factory(make.func)}({', '.join(words)})"
    name = getattr(make, "name", None)
    return name if isinstance(name, str) and name else getattr(make, "__name__", "a player")


def refuse_what_makes_no_player(found: object, name: str) -> None:
    """Refuse a player in the place of what makes one, and anything that cannot be called."""
    if hasattr(found, "choose") and not isinstance(found, type):
        raise EngineError(
            f"{excerpt(name, 80)} is a player already; give its class, or a function that makes one: "
            "every game gets a new player"
        )
    if not callable(found):
        raise EngineError(f"{excerpt(name, 80)} is not a class or a function that makes a player")


def _arguments(make: Factory, name: str, seed: int | None) -> dict[str, Any]:
    """The arguments to make a player with: its seed, if it takes one; others must have defaults."""
    try:
        parameters = inspect.signature(make).parameters.values()
    except (TypeError, ValueError):  # some that are not written in Python do not tell
        return {}
    several = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    needed = [
        one.name
        for one in parameters
        if one.default is one.empty and one.kind not in several and one.name != "seed"
    ]
    if needed:
        raise EngineError(
            f"{name} cannot be made without arguments ({', '.join(needed)}): give them defaults, or name a "
            "function that makes the player"
        )
    return {"seed": seed} if any(one.name == "seed" for one in parameters) else {}


def _module_of_file(path: Path) -> ModuleType:
    refuse_unreadable(path)
    real = path.resolve()
    # Its own name would hide a module of the same name, such as random.
    name = f"{real.stem}_{zlib.crc32(str(real).encode()):08x}"
    spec = importlib.util.spec_from_file_location(name, real)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # where classes look for their module
    if str(real.parent) not in sys.path:
        sys.path.append(str(real.parent))  # it may import what stands beside it
    _loaded(str(path), str(real), lambda: spec.loader.exec_module(module))  # type: ignore[union-attr]
    return module


def _module(name: str) -> ModuleType:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        found = importlib.util.find_spec(name)
    except (ImportError, ValueError, AttributeError):
        found = None
    if found is None:
        raise EngineError(
            f"there is neither an opponent nor a Python module named '{excerpt(name)}'; for a "
            "file, write my_player.py:NAME"
        )
    module: ModuleType = _loaded(name, found.origin or "", lambda: importlib.import_module(name))
    return module


def _loaded(name: str, file: str, load: Callable[[], Any]) -> Any:
    try:
        with output_kept(), redirect_stdout(sys.stderr):  # as for what it prints later
            return load()
    except SyntaxError as error:
        at = Path(error.filename or name).name + (f", line {error.lineno}" if error.lineno else "")
        raise EngineError(f"{excerpt(name, 80)} is not Python: {error.msg} ({at})") from None
    except TerminatedExit:
        raise
    except (Exception, SystemExit) as error:
        raise EngineError(
            f"{excerpt(name, 80)} cannot be loaded: {_described(error, file)}"
        ) from None


def _players_in(module: ModuleType) -> list[str]:
    """The classes of a module that can choose moves."""
    try:
        tree = ast.parse(inspect.getsource(module))
    except (OSError, TypeError, SyntaxError):
        return []
    return [
        node.name
        for node in tree.body
        if isinstance(node, ast.ClassDef)
        and any(isinstance(part, ast.FunctionDef) and part.name == "choose" for part in node.body)
    ]


def _file_of(make: Factory) -> str:
    try:
        return inspect.getfile(make.func if isinstance(make, partial) else make)
    except (TypeError, OSError):
        return ""


def _described(error: BaseException, file: str) -> str:
    """An error with the last place in the player's own file, if it passed there."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename == file] or list(frames[-1:])
    said = excerpt(error, 120)
    what = f"{type(error).__name__}: {said}" if said else type(error).__name__
    return f"{what} ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else what
