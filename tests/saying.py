"""Texts that people see, compared with the messages of the catalogue that they should say."""

from __future__ import annotations

import re
from typing import Any

from crownhead.messages import Message, Words, catalogue, say

_PARAMETER = re.compile(r"\\\{(\w+)\\\}")


def says(text: str, key: str, /, **values: Any) -> bool:
    """Whether a text has a message in it, with these values, whatever its other ones are.

    >>> says("crownhead: no theme named 'wod'; did you mean 'wood'?", "unknown.theme", name="wod")
    True
    """
    return re.search(pattern(key, **values), " ".join(text.split())) is not None


def pattern(key: str, /, **values: Any) -> str:
    """A pattern for a message; what it lacks of the values can be anything."""
    forms = catalogue().texts[key]
    if "count" in values:
        forms = (catalogue().text(key, values["count"]) or "",)
    said = {name: re.escape(Words().text(value)) for name, value in values.items()}
    return "|".join(
        _PARAMETER.sub(lambda found: said.get(found[1], ".+"), re.escape(" ".join(form.split())))
        for form in forms
    )


def stopped(how: str, key: str = "stopped.from-here", /, **values: Any) -> str:
    """The line with which a command ends that was stopped: `interrupted` or `terminated`."""
    return say(key, stopped=Message(f"stopped.{how}"), **values) + "\n"
