"""Everything that Crownhead raises: one root, and a sentence a person can act on.

`CrownheadError` is the root. The command line turns it into one line and exit code 2, the web
application into a status and a sentence. A new refusal is a subclass here only if somebody catches
it.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager


class CrownheadError(Exception):
    """The root of all errors that Crownhead raises."""


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
    """A move that can be read but not played; the sentence says why.

    `refusal` has the reason as a code with its values, where a position was asked for it.
    """

    def __init__(self, reason: object) -> None:
        super().__init__(reason)
        self.refusal = None if isinstance(reason, str) else reason


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

    `field` names what was wrong in a search, such as `since`, or is None. Where several fields are wrong,
    `fields` has the sentence of each.
    """

    def __init__(
        self, sentence: str, field: str | None = None, fields: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(sentence)
        self.field = field
        self.fields = dict(fields or ({} if field is None else {field: sentence}))


class NotationError(CrownheadError):
    """Text that cannot be read, and where: `line` and `column` count from 1, or are None."""

    def __init__(self, sentence: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(sentence, line, column)
        self.sentence = sentence
        self.line = line
        self.column = column

    def __str__(self) -> str:
        if self.line is None:
            return self.sentence
        return f"line {self.line}, column {self.column}: {self.sentence}"


class MoveSyntaxError(NotationError):
    """A text that is not a move in any notation we read."""


class AmbiguousMoveError(NotationError):
    """A move that could be more than one; the sentence lists them."""


class FenError(NotationError):
    """A text that is not a position; `mistake` says what is wrong without an example of what is right."""

    def __init__(self, mistake: str, *place: int, example: str = "") -> None:
        super().__init__(f"{mistake}; {example}" if example else mistake, *place)
        self.mistake = mistake


class PdnError(NotationError):
    """Something in a PDN file that cannot be read or played."""


class MissingPackageError(CrownheadError):
    """Something that needs a package of others, which is not installed."""


@contextmanager
def needing(extra: str, what: str) -> Iterator[None]:
    """Say what to install where an import fails.

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
            f"{what} needs {package}: pip install 'crownhead[{extra}]'"
        ) from None


def as_sentence(text: object) -> str:
    """Write what an error says as a sentence of its own.

    >>> as_sentence(GameError("there is no move to take back"))
    'There is no move to take back.'
    """
    said = str(text)
    return said[:1].upper() + said[1:] + ("" if said.endswith((".", "!", "?")) else ".")


def unknown_name(kind: str, name: str, known: Iterable[str]) -> str:
    """Say that a name is unknown, and suggest the nearest or list them all.

    >>> unknown_name("theme", "wod", ["wood", "classic"])
    "no theme named 'wod'; did you mean 'wood'?"
    >>> unknown_name("theme", "blue", ["wood", "classic"])
    "no theme named 'blue'; there are: wood, classic"
    """
    names = list(known)
    near = difflib.get_close_matches(excerpt(name).lower(), names, n=1)
    hint = f"did you mean '{near[0]}'?" if near else f"there are: {', '.join(names)}"
    return f"no {kind} named '{excerpt(name)}'; {hint}"


def in_seconds(number: float) -> str:
    """Say how long something may take.

    >>> in_seconds(1), in_seconds(0.5)
    ('1 second', '0.5 seconds')
    """
    return f"{number:g} second{'' if number == 1 else 's'}"


def not_a_position(value: object) -> PositionError:
    """What is wrong with something in the place of a position, which a game only has."""
    kind = type(value).__name__
    if hasattr(value, "position"):
        return PositionError(f"this needs a Position, not a {kind}: use {kind.lower()}.position")
    return PositionError(f"this needs a Position, not {quoted(value)}")


def quoted(value: object) -> str:
    """Quote a value in the place of a number; one that is a text is called so, or it would look right.

    >>> quoted(-3), quoted("3")
    ('-3', "the text '3'")
    """
    return f"the text '{excerpt(value)}'" if isinstance(value, str) else excerpt(value)


def excerpt(value: object, longest: int = 40) -> str:
    r"""Shorten a value to quote it in a sentence, with control characters made visible.

    >>> excerpt("a\x00b" + "c" * 100, longest=10)
    'a\\x00bc...'
    """
    try:
        text = str(value)
    except Exception as error:
        if isinstance(error, ValueError) and isinstance(value, int):
            return "a very large number"  # Python does not write one of thousands of digits
        text = f"an object of type {type(value).__name__}"
    shown = "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode() for c in text[:longest]
    )
    return shown if len(text) <= longest and len(shown) <= longest else shown[: longest - 3] + "..."
