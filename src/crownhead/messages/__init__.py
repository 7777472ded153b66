"""The catalogue: every sentence of Crownhead by its key, in this program's language.

The catalogue of a language is a PO file beside this module: `msgctxt` is the key, `msgid` the English
text and `msgstr` its translation. `en.po` is the source, whose `msgstr` are empty. Another language is
one more file. `CROWNHEAD_LANGUAGE` selects the language; by default, the locale does. `en-XA` is the
pseudo-language: English with accents, 40 % longer, so that text outside the catalogue stands out.

Texts have named parameters, such as `{square}`. The parameter `count` selects the plural form. Numbers
and lists follow the language. Values with a `message` of their own, such as sides, outcomes and
errors, are translated too.

>>> say("list.more", listed="11-15", count=2)
'11-15 and 2 more'
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from crownhead.messages.po import Catalogue

#: The code of the pseudo-language.
PSEUDO: Final = "en-XA"
_FOLDER: Final = os.path.dirname(__file__)  # noqa: PTH120  # pathlib is slow to import
_SOURCE: Final = "en"
_PARAMETER: Final = re.compile(r"\{(\w+)\}")
_LOCALE: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts


@dataclass(frozen=True, slots=True)
class Message:
    """A key of the catalogue, and the values of its parameters.

    >>> str(Message("side.black"))
    'Black'
    """

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def message(self) -> Message:
        """Itself; everything that can be said has one."""
        return self

    def __str__(self) -> str:
        return Words().text(self)


def counted(what: str, count: float) -> Message:
    """A number of things.

    >>> str(counted("game", 1)), str(counted("game", 1200))
    ('1 game', '1,200 games')
    """
    return Message(f"count.{what}", {"count": count})


def percent(share: float, digits: int = 0) -> Message:
    """A share of one.

    >>> str(percent(0.574)), str(percent(0.5, 1))
    ('57%', '50.0%')
    """
    number = figure(100 * share, f".{digits}f") if digits else round(100 * share)
    return Message("number.percent", {"number": number})


@dataclass(frozen=True, slots=True)
class Listed:
    """Things to list in a sentence; those after the first `most` are only counted.

    >>> str(Listed([1, 2, 3])), str(Listed(["22x15"])), str(Listed("abc", "and"))
    ('1, 2 or 3', '22x15', 'a, b and c')
    >>> str(Listed("abc", most=2))
    'a, b and 1 more'
    """

    things: Sequence[Any]
    last: str = "or"
    most: int = 8

    def __str__(self) -> str:
        return Words().text(self)


class Words:
    """Renders messages for a person, whose theme names the two sides.

    >>> Words("classic").text(Message("side.black"))
    'Red'
    >>> Words(language="en").text(Message("side.black"))  # whatever the language of the program
    'Black'
    """

    def __init__(self, theme: str | None = None, language: str | None = None) -> None:
        self.theme = theme
        self._catalogue = catalogue(language)

    def say(self, key: str, /, **values: Any) -> str:
        """The text of a key with its values. A text that is not a key stays as it is."""
        count = values.get("count")
        template = None
        if self.theme is not None and key in ("side.black", "side.white"):
            template = self._catalogue.text(f"{key}.{self.theme}")
        template = template or self._catalogue.text(key, count)
        if template is None:
            return key
        return _PARAMETER.sub(lambda found: self.text(values[found[1]]), template)

    def text(self, value: Any) -> str:
        """A value as part of a sentence."""
        message = getattr(value, "message", None)
        if isinstance(message, Message):
            return self.say(message.key, **message.values)
        if isinstance(value, Listed):
            return self._listed(value)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return str(value)
        return self.figure(value, "," if isinstance(value, int) else ",.6g")

    def figure(self, number: float, form: str) -> str:
        """A number with the separators of the language; `form` is Python's format."""
        group, point = self.say("number.group"), self.say("number.point")
        return format(number, form).translate({ord(","): group, ord("."): point})

    def _listed(self, value: Listed) -> str:
        texts = [self.text(one) for one in value.things[: value.most]]
        more = len(value.things) - value.most
        if more > 0:
            return self.say("list.more", listed=self._joined(texts), count=more)
        if len(texts) < 2:
            return "".join(texts)
        return self.say(f"list.{value.last}", listed=self._joined(texts[:-1]), last=texts[-1])

    def _joined(self, texts: Iterable[str]) -> str:
        return self.say("list.comma").join(texts)


def say(key: str, /, **values: Any) -> str:
    """The text of a key without a theme: the sides are Black and White."""
    return Words().say(key, **values)


def figure(number: float, form: str = ",") -> str:
    """A number with the separators of the language; `form` is Python's format.

    >>> figure(12_345), figure(0.25, "+.2f")
    ('12,345', '+0.25')
    """
    return Words().figure(number, form)


@cache
def language() -> str:
    """The language of this program, one of `languages()` or the pseudo-language."""
    wanted = os.environ.get("CROWNHEAD_LANGUAGE") or next(
        filter(None, map(os.environ.get, _LOCALE)), _SOURCE
    )
    for name in wanted.split(":"):
        code = name.partition(".")[0].replace("_", "-")
        for known in (code, code.partition("-")[0]):
            if known == PSEUDO or known in languages():
                return known
    return _SOURCE


@cache
def languages() -> tuple[str, ...]:
    """The languages that have a catalogue."""
    names = map(os.path.splitext, os.listdir(_FOLDER))  # noqa: PTH208
    return tuple(sorted(name for name, ending in names if ending == ".po"))


def catalogue(code: str | None = None) -> Catalogue:
    """The texts of a language, by default this program's; missing ones are English."""
    return _catalogue(code or language())


@cache
def _catalogue(code: str) -> Catalogue:
    from crownhead.messages.po import pseudo, read_catalogue  # only when something is said

    source = None if code == _SOURCE else _catalogue(_SOURCE)
    if source and code == PSEUDO:
        return pseudo(source)
    return read_catalogue(f"{_FOLDER}/{code}.po", source)


def plain(value: Any) -> Any:
    """A value as JSON; a message is its key and its values. `understood` reads it again.

    >>> plain(Message("side.black"))
    {'code': 'side.black', 'values': {}}
    >>> plain(Listed([15, 16], "and"))
    {'things': [15, 16], 'last': 'and', 'most': 8}
    """
    message = getattr(value, "message", None)
    if isinstance(message, Message):
        values = {name: plain(one) for name, one in message.values.items()}
        return {"code": message.key, "values": values}
    if isinstance(value, Listed):
        return {"things": list(map(plain, value.things)), "last": value.last, "most": value.most}
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    return value if value is None or isinstance(value, (bool, int, float)) else str(value)


def understood(value: Any) -> Any:
    """Read a value written by `plain`.

    >>> str(understood({"code": "count.game", "values": {"count": 2}}))
    '2 games'
    """
    if not isinstance(value, dict):
        return value
    if "code" in value:
        values = {name: understood(one) for name, one in value["values"].items()}
        return Message(value["code"], values)
    return Listed(list(map(understood, value["things"])), value["last"], value["most"])
