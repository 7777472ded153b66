"""The errors that Crownhead raises: codes with values, whose text says what to do.

`CrownheadError` is the root. The command line prints it as one line and exits with 2; the web
application answers with a status and a sentence. Codes are keys of the catalogue (`messages/en.po`). A
new error gets a subclass only if somebody catches it.

>>> error = GameError("side.unknown", side="Rod")
>>> error.code, str(error)
('side.unknown', "the side must be black or white, not 'Rod'")
"""

import difflib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from crownhead.messages import Message


class CrownheadError(Exception):
    """The root of all errors: a code and its values, or another error's message.

    `fault` is the message without what some errors add to it, such as a location.
    """

    def __init__(self, code: str | Message = "", /, **values: Any) -> None:
        self.fault = self.message = Message(code, values) if isinstance(code, str) else code
        super().__init__(self.message)

    @property
    def code(self) -> str:
        """The key of the fault in the catalogue."""
        return self.fault.key

    @property
    def values(self) -> Mapping[str, Any]:
        """The values of the fault."""
        return self.fault.values

    def __str__(self) -> str:
        return str(self.message)


class EngineError(CrownheadError):
    """A search, evaluation or opponent that cannot do what was asked."""


class SearchStoppedError(EngineError):
    """A search that was stopped before it had an answer."""


class NoRoomError(EngineError):
    """Not enough memory or threads; not the fault of any player."""


class BusyError(EngineError):
    """Too many searches are running; try again later."""


class EndgameError(CrownheadError):
    """An endgame table is missing, damaged or cannot be made."""


class BookError(CrownheadError):
    """An opening book is missing or cannot be read or grown."""


class RulesError(CrownheadError):
    """An unknown rule set, option or value."""


class PositionError(CrownheadError):
    """An impossible position, or a value that is not a position."""


class IllegalMoveError(CrownheadError):
    """A move that was understood but is not legal.

    `refusal` has the reason as a value, if a position was involved.
    """

    def __init__(self, reason: Any, /, **values: Any) -> None:
        super().__init__(reason if isinstance(reason, str) else reason.message, **values)
        self.refusal = None if isinstance(reason, (str, Message)) else reason


class GameError(CrownheadError):
    """Something that this game does not allow now, such as undoing its first move."""


class OutcomeError(GameError, ValueError):
    """A reason that does not fit its result."""


class StoreError(CrownheadError):
    """Games cannot be read from disk or written to it."""


class ConflictError(StoreError):
    """A game has been changed elsewhere in the meantime."""


class NotFoundError(StoreError):
    """A game is not in the store."""


class DamagedError(StoreError):
    """A stored game, or the whole file, is damaged beyond reading."""


class LibraryError(CrownheadError):
    """The library cannot search for, import or change something.

    `field` names the wrong part of a search, such as `since`, or is None. `fields` has the message for
    each wrong part.
    """

    def __init__(
        self,
        code: str | Message,
        /,
        field: str | None = None,
        fields: Mapping[str, Message] | None = None,
        **values: Any,
    ) -> None:
        super().__init__(code, **values)
        self.field = field
        self.fields = dict(fields or ({} if field is None else {field: self.message}))


class NotationError(CrownheadError):
    """Unreadable text; `line` and `column` count from 1, or are None."""

    def __init__(
        self,
        code: str | Message,
        /,
        line: int | None = None,
        column: int | None = None,
        **values: Any,
    ) -> None:
        super().__init__(code, **values)
        self.line = line
        self.column = column
        if line is not None:
            located = {"line": line, "column": column, "fault": self.fault}
            self.message = Message("notation.at", located)

    @property
    def sentence(self) -> str:
        """The sentence without the location."""
        return str(self.fault)


class MoveSyntaxError(NotationError):
    """A text that is not a move in any known notation."""


class AmbiguousMoveError(NotationError):
    """A move text that matches several moves, which the sentence lists."""


class FenError(NotationError):
    """A text that is not a position; some errors show an example."""

    def __init__(
        self, code: str | Message, /, *where: int | None, example: str | Message = "", **values: Any
    ) -> None:
        super().__init__(code, *where, **values)
        if example:
            shown = {"fault": self.message, "example": example}
            self.message = Message("fen.with-example", shown)


class PdnError(NotationError):
    """Something in a PDN file that cannot be read or played."""


class MissingPackageError(CrownheadError):
    """An optional package is not installed."""


@contextmanager
def needing(extra: str, what: str) -> Iterator[None]:
    """Say what to install if an import fails; `what` is a key after `package.`.

    >>> with needing("plot", "drawing"):
    ...     raise ModuleNotFoundError(name="matplotlib.figure")
    Traceback (most recent call last):
    ...
    crownhead.errors.MissingPackageError: drawing needs matplotlib: pip install 'crownhead[plot]'
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package == "crownhead":
            raise  # our own mistake
        raise MissingPackageError(
            "package.missing", what=Message(f"package.{what}"), package=package, extra=extra
        ) from None


def as_sentence(text: object) -> str:
    """Write an error as a sentence.

    >>> as_sentence("there is no move to take back")
    'There is no move to take back.'
    >>> as_sentence("To start the game:")
    'To start the game:'
    """
    said = str(text)
    return said[:1].upper() + said[1:] + ("" if said.endswith((".", "!", "?", ":")) else ".")


def unknown_name(kind: str, name: str, known: Iterable[str]) -> Message:
    """Say that a name is unknown, and suggest the nearest or list them all; `kind` is a key after `unknown.`.

    >>> str(unknown_name("theme", "wod", ["wood", "classic"]))
    "no theme named 'wod'; did you mean 'wood'?"
    >>> str(unknown_name("theme", "blue", ["wood", "classic"]))
    "no theme named 'blue'; choose from: wood, classic"
    """
    names = list(known)
    unknown = Message(f"unknown.{kind}", {"name": excerpt(name)})
    near = difflib.get_close_matches(excerpt(name).lower(), names, n=1)
    if near:
        return Message("unknown.near", {"unknown": unknown, "near": near[0]})
    return Message("unknown.all", {"unknown": unknown, "names": ", ".join(names)})


def not_a_position(value: object) -> PositionError:
    """The error for a value that should be a position, such as a game."""
    kind = type(value).__name__
    if hasattr(value, "position"):
        return PositionError("position.has-one", kind=kind, name=kind.lower())
    return PositionError("position.wanted", value=quoted(value))


def quoted(value: object) -> Message | str:
    """Quote a value that should be a number; text is named as such, or `'3'` would look right.

    >>> str(quoted(-3)), str(quoted("3"))
    ('-3', "the string '3'")
    """
    return (
        Message("value.text", {"text": excerpt(value)})
        if isinstance(value, str)
        else excerpt(value)
    )


def excerpt(value: object, longest: int = 40) -> str:
    r"""Shorten a value to quote it in a sentence, with control characters made visible.

    >>> excerpt("a\x00b" + "c" * 100, longest=10)
    'a\\x00bc...'
    """
    try:
        text = str(value)
    except Exception as error:
        if isinstance(error, ValueError) and isinstance(value, int):
            return str(Message("value.huge"))  # Python does not write one of thousands of digits
        text = str(Message("value.object", {"type": type(value).__name__}))
    shown = "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode() for c in text[:longest]
    )
    return shown if len(text) <= longest and len(shown) <= longest else shown[: longest - 3] + "..."
