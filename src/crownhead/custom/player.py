"""Loads players that users have written, and calls them in a thread with a deadline."""

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
from crownhead.custom.alongside import Alongside, FailedError
from crownhead.errors import (
    CrownheadError,
    EngineError,
    NoRoomError,
    excerpt,
    unknown_name,
)
from crownhead.files import refuse_unreadable
from crownhead.game import Game, cursor_of
from crownhead.interrupts import TerminatedExit
from crownhead.messages import Message, counted
from crownhead.move import Move
from crownhead.streams import output_kept

#: Makes a player for one game: a class or a function. A parameter `seed` gets the seed of the game.
Factory: TypeAlias = Callable[..., Any]

#: The time limit of a user's player for a move and for starting, in seconds.
SECONDS: Final = 60.0
_NAME: Final = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")


class OwnPlayer:
    """A player that a user has written. All its failures are `EngineError`s.

    It runs in its own thread, with its own copy of the game. A late player is stopped if it runs Python
    code, and left behind otherwise.

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
        #: The user's player.
        self.inner = self._asked("start", make, **arguments)
        if not callable(getattr(self.inner, "choose", None)):
            raise self._failed("no-player", kind=type(self.inner).__name__)

    def choose(self, game: Game) -> Move:
        """Let the player choose a move."""
        cursor = cursor_of(game)
        answer = self._asked("move", self.inner.choose, self._copy_of(cursor))
        if not isinstance(answer, (Move, str)):
            plain = answer is None or isinstance(answer, (int, float, tuple, list))
            kind = Message("value.object", {"type": type(answer).__name__})
            raise self._failed("no-move", answer=excerpt(repr(answer)) if plain else kind)
        try:
            # The player may have changed its copy.
            return self._copy_of(cursor).push(answer)
        except CrownheadError as error:
            raise self._failed("illegal-move", why=error) from None

    def close(self) -> None:
        """Close the player and end its thread. Its errors no longer matter."""
        try:
            with suppress(EngineError):
                if callable(getattr(self.inner, "close", None)):
                    self._asked("close", self.inner.close)
        finally:
            self._thread.close()

    def _asked(self, what: str, function: Callable[..., Any], *args: Any, **named: Any) -> Any:
        try:
            with redirect_stdout(sys.stderr):  # standard output is for results and for Hub
                return self._thread.call(function, *args, **named)
        except TimeoutError:
            raise self._failed(f"late.{what}", time=counted("second", self._seconds or 0)) from None
        except FailedError as failed:
            if isinstance(failed.error, NoRoomError):
                raise failed.error from None  # not the player's fault
            raise self._failed("raised", error=_described(failed.error, self._file)) from None

    def _failed(self, how: str, **values: Any) -> EngineError:
        """The error for a failure of the player; `how` is a key after `custom.`."""
        return EngineError(f"custom.{how}", name=self._label, **values)

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
    """The class or function that `FILE.py:NAME` or `MODULE:NAME` names. This runs the code of the module."""
    source, _, name = text.rpartition(":")
    if not source:
        raise EngineError("custom.which", file=excerpt(text))
    is_file = source.endswith(".py")
    module = _module_of_file(Path(source)) if is_file else _module(source)
    found: Any = module
    for part in name.split("."):
        found = getattr(found, part, None)
        if found is None:
            known = _players_in(module)
            why = Message("unknown.player", {"name": excerpt(name)})
            if known:
                why = unknown_name("player", name, known)
            raise EngineError("custom.not-there", file=excerpt(source, 80), why=why)
    refuse_what_makes_no_player(found, text)
    return found  # type: ignore[no-any-return]


def is_own(text: str) -> bool:
    """Whether an opponent's name looks like `FILE.py`, `FILE.py:NAME` or `MODULE:NAME`.

    >>> [is_own(text) for text in ("my_player.py:Bot", "bots.first:Bot", "x.py", "greddy", "a:b=1")]
    [True, True, True, False, False]
    """
    source, colon, name = text.rpartition(":")
    if not colon:
        return text.endswith(".py")
    named = source.endswith(".py") or _NAME.fullmatch(source) is not None
    return named and _NAME.fullmatch(name) is not None


def name_of_factory(make: Factory) -> str:
    """The name in a match of the players that a class or a function makes.

    >>> name_of_factory(partial(OwnPlayer, seconds=3))
    'OwnPlayer(seconds=3)'
    """
    if isinstance(make, partial):
        arguments = [
            *map(repr, make.args),
            *(f"{key}={value!r}" for key, value in make.keywords.items()),
        ]
        return f"{name_of_factory(make.func)}({', '.join(arguments)})"
    name = getattr(make, "name", None)
    return name if isinstance(name, str) and name else getattr(make, "__name__", "a player")


def refuse_what_makes_no_player(found: object, name: str) -> None:
    """Raise an error for a player instead of its class, and for anything that cannot be called."""
    if hasattr(found, "choose") and not isinstance(found, type):
        raise EngineError("custom.player-already", name=excerpt(name, 80))
    if not callable(found):
        raise EngineError("custom.makes-none", name=excerpt(name, 80))


def _arguments(make: Factory, name: str, seed: int | None) -> dict[str, Any]:
    """The arguments to make a player: its seed, if it takes one. All others must have defaults."""
    try:
        parameters = inspect.signature(make).parameters.values()
    except (TypeError, ValueError):  # unknown for some that are not written in Python
        return {}
    several = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    needed = [
        one.name
        for one in parameters
        if one.default is one.empty and one.kind not in several and one.name != "seed"
    ]
    if needed:
        raise EngineError("custom.arguments", name=name, arguments=", ".join(needed))
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
    sys.modules[name] = module  # classes look up their module there
    if str(real.parent) not in sys.path:
        sys.path.append(str(real.parent))  # it may import its neighbours
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
        raise EngineError("custom.no-module", name=excerpt(name))
    module: ModuleType = _loaded(name, found.origin or "", lambda: importlib.import_module(name))
    return module


def _loaded(name: str, file: str, load: Callable[[], Any]) -> Any:
    try:
        with output_kept(), redirect_stdout(sys.stderr):  # as for its later output
            return load()
    except SyntaxError as error:
        at = _where(error.filename or name, error.lineno)
        raise EngineError("custom.syntax", file=excerpt(name, 80), why=error.msg, at=at) from None
    except TerminatedExit:
        raise
    except (Exception, SystemExit) as error:
        why = _described(error, file)
        raise EngineError("custom.not-loaded", file=excerpt(name, 80), why=why) from None


def _players_in(module: ModuleType) -> list[str]:
    """The classes of a module with a method `choose`."""
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


def _described(error: BaseException, file: str) -> Message | str:
    """An error with its last line in the player's own file, if any."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename == file] or list(frames[-1:])
    said = excerpt(error, 120)
    what = f"{type(error).__name__}: {said}" if said else type(error).__name__
    if not own:
        return what
    return Message(
        "custom.error-at", {"error": what, "at": _where(own[-1].filename, own[-1].lineno)}
    )


def _where(file: str, line: int | None) -> Message | str:
    name = Path(file).name
    return Message("custom.line", {"file": name, "line": line}) if line else name
