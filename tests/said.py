"""Messages of the catalogue as programs show them."""

from __future__ import annotations

import re
from typing import Any

from crownhead.errors import as_sentence
from crownhead.messages import Words, catalogue


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
