"""Compare texts that people see with the catalogue's messages."""

from __future__ import annotations

import re
from typing import Any

from crownhead.errors import as_sentence
from crownhead.messages import Message, Words, catalogue, say

_PARAMETER = re.compile(r"\\\{(\w+)\\\}")


def says(text: str, key: str, /, **values: Any) -> bool:
    """Return whether a text contains a message with these values; its other values can be anything.

    >>> says("crownhead: no theme named 'wod'; did you mean 'wood'?", "unknown.theme", name="wod")
    True
    """
    return re.search(pattern(key, **values), " ".join(text.split())) is not None


def pattern(key: str, /, **values: Any) -> str:
    """A regular expression for a message; values that are not given match anything."""
    forms = catalogue().texts[key]
    if "count" in values:
        forms = (catalogue().text(key, values["count"]) or "",)
    said = {name: _part(value) for name, value in values.items()}
    return "|".join(
        _PARAMETER.sub(lambda found: said.get(found[1], ".+"), re.escape(" ".join(form.split())))
        for form in forms
    )


def _part(value: Any) -> str:
    """A value of a message; of a message in it, too, the values that are not given match anything."""
    if isinstance(value, Message):
        return f"(?:{pattern(value.key, **value.values)})"
    return re.escape(Words().text(value))


def stopped(how: str, key: str = "stopped.from-here", /, **values: Any) -> str:
    """The last line of a stopped command: `interrupted` or `terminated`."""
    return say(key, stopped=Message(f"stopped.{how}"), **values) + "\n"


def said(key: str, theme: str | None = None, /, **values: Any) -> str:
    """A message as a sentence in the default language, with the sides of a theme."""
    return as_sentence(Words(theme).say(key, **values))


def begun(key: str, theme: str | None = None, /, **values: Any) -> str:
    """The beginning of a message, up to the first parameter without a value."""
    text = catalogue().text(key)
    assert text is not None, key
    names = re.findall(r"\{(\w+)\}", text)
    values = {**dict.fromkeys(names, "\0"), **values}
    start = Words(theme).say(key, **values).partition("\0")[0].rstrip()
    return start[:1].upper() + start[1:]
