"""Everything that Crownhead raises: a code with its values, which as text is a sentence to act on.

`CrownheadError` is the root. The command line turns it into one line and exit code 2, the web
application into a status and a sentence. A code is a key of the catalogue (`messages/en.po`). A new
error gets a subclass here only if somebody catches it.

>>> error = GameError("side.unknown", side="Rod")
>>> error.code, str(error)
('side.unknown', "the sides are black and white, not 'Rod'")
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from crownhead.messages import Message


class CrownheadError(Exception):
    """The root of all errors that Crownhead raises: a code and its values, or another's message."""

    def __init__(self, code: str | Message = "", /, **values: Any) -> None:
        self.message = Message(code, values) if isinstance(code, str) else code
        super().__init__(self.message)

    @property
    def code(self) -> str:
        """What is wrong, as a key of the catalogue."""
        return self.message.key

    @property
    def values(self) -> Mapping[str, Any]:
        """The values of the sentence."""
        return self.message.values

    def __str__(self) -> str:
        return str(self.message)


class EngineError(CrownheadError):
    """A search, evaluation or opponent that cannot do what it was asked."""


class SearchStoppedError(EngineError):
    """A search that was ended from outside before it had an answer."""


class NoRoomError(EngineError):
    """Something for which the machine has no memory or no thread left; it is nobody's fault who plays."""


class BusyError(EngineError):
    """A search that cannot begin yet, because others run; later there will be room."""


class EndgameError(CrownheadError):
    """An endgame table that is missing, damaged or cannot be made."""


class BookError(CrownheadError):
    """An opening book that cannot be had, read or grown."""


class RulesError(CrownheadError):
    """A rule set, option or value that does not exist."""


class PositionError(CrownheadError):
    """Pieces that cannot stand on a board like this, or something else in the place of a position."""


class IllegalMoveError(CrownheadError):
    """A move that can be read but not played.

    `refusal` has the reason as a value, where a position was asked for it.
    """

    def __init__(self, reason: Any, /, **values: Any) -> None:
        super().__init__(reason if isinstance(reason, str) else reason.message, **values)
        self.refusal = None if isinstance(reason, (str, Message)) else reason


class GameError(CrownheadError):
    """Something that this game does not allow now, such as undoing its first move."""


class OutcomeError(GameError, ValueError):
    """A reason that does not fit its result."""


class StoreError(CrownheadError):
    """Games that cannot be read from disk or written to it."""


class ConflictError(StoreError):
    """A change to a game that has been changed elsewhere in the meantime."""


class NotFoundError(StoreError):
    """A game that is not stored."""


class DamagedError(StoreError):
    """A stored game, or the file of all of them, that cannot be read however often it is asked for."""


class LibraryError(CrownheadError):
    """Something that the library of games cannot search for, import or change.

    `field` names what was wrong in a search, such as `since`, or is None. `fields` has the message for
    each field that was wrong.
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
    """Text that cannot be read, and where: `line` and `column` count from 1, or are None.

    `fault` is the message without the place.
    """

    def __init__(
        self,
        code: str | Message,
        /,
        line: int | None = None,
        column: int | None = None,
        **values: Any,
    ) -> None:
        super().__init__(code, **values)
        self.fault = self.message
        self.line = line
        self.column = column
        if line is not None:
            place = {"line": line, "column": column, "fault": self.fault}
            self.message = Message("notation.at", place)

    @property
    def code(self) -> str:
        """What is wrong, wherever it is."""
        return self.fault.key

    @property
    def values(self) -> Mapping[str, Any]:
        """The values of the sentence."""
        return self.fault.values

    @property
    def sentence(self) -> str:
        """What is wrong, without the place."""
        return str(self.fault)


class MoveSyntaxError(NotationError):
    """A text that is not a move in any notation we read."""


class AmbiguousMoveError(NotationError):
    """A move that could be more than one; the sentence lists them."""


class FenError(NotationError):
    """A text that is not a position; some of them show an example of what is right."""

    def __init__(
        self,
        code: str | Message,
        /,
        line: int | None = None,
        column: int | None = None,
        *,
        example: str | Message = "",
        **values: Any,
    ) -> None:
        super().__init__(code, line, column, **values)
        if example:
            shown = {"fault": self.message, "example": example}
            self.message = Message("fen.with-example", shown)


class PdnError(NotationError):
    """Something in a PDN file that cannot be read or played."""


class MissingPackageError(CrownheadError):
    """Something that needs a package of others, which is not installed."""


@contextmanager
def needing(extra: str, what: str) -> Iterator[None]:
    """Say what to install where an import fails; `what` is a key after `package.`.

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
            raise  # a mistake of ours
        raise MissingPackageError(
            "package.missing", what=Message(f"package.{what}"), package=package, extra=extra
        ) from None


def as_sentence(text: object) -> str:
    """Write an error as a sentence of its own.

    >>> as_sentence("there is no move to take back")
    'There is no move to take back.'
    """
    said = str(text)
    return said[:1].upper() + said[1:] + ("" if said.endswith((".", "!", "?")) else ".")


def unknown_name(kind: str, name: str, known: Iterable[str]) -> Message:
    """Say that a name is unknown, and suggest the nearest or list them all; `kind` is a key after `unknown.`.

    >>> str(unknown_name("theme", "wod", ["wood", "classic"]))
    "no theme named 'wod'; did you mean 'wood'?"
    >>> str(unknown_name("theme", "blue", ["wood", "classic"]))
    "no theme named 'blue'; there are: wood, classic"
    """
    names = list(known)
    unknown = Message(f"unknown.{kind}", {"name": excerpt(name)})
    near = difflib.get_close_matches(excerpt(name).lower(), names, n=1)
    if near:
        return Message("unknown.near", {"unknown": unknown, "near": near[0]})
    return Message("unknown.all", {"unknown": unknown, "names": ", ".join(names)})


def not_a_position(value: object) -> PositionError:
    """What is wrong with something in the place of a position, which a game only has."""
    kind = type(value).__name__
    if hasattr(value, "position"):
        return PositionError("position.has-one", kind=kind, name=kind.lower())
    return PositionError("position.wanted", value=quoted(value))


def quoted(value: object) -> Message | str:
    """Quote a value in the place of a number; text is called text, or `'3'` would look right.

    >>> str(quoted(-3)), str(quoted("3"))
    ('-3', "the text '3'")
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
