"""Text in the pseudo-language `en-XA`, in which every English word of the catalogue has accents."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from unittest.mock import patch

from crownhead.messages import language

PSEUDO = {"CROWNHEAD_LANGUAGE": "en-XA"}
_NEVER_TRANSLATED = re.compile(
    r"""
    --?[a-z][\w-]* | \[--[^\]]*\]           # options
    | \$?\b[A-Z][A-Z_]*(\.[a-z]+)?\b         # what stands for a value, and names of variables
    | (?<![^\s'(])[~.]?/\S*                  # paths
    | [\w.-]*\.(pdn|html|png|svg|gif|webp|bin|sqlite3|csv|nnue)\b
    | \b[BW]:[BW]?[K0-9]\S*                 # FEN
    | [0-9]+x[0-9x]+                        # captures
    | \b(crownhead|Crownhead)\b
    """,
    re.VERBOSE,
)
_WORD = re.compile(r"[A-Za-z]{2,}")
_LABEL = re.compile(r'(?:aria-label|alt|title|placeholder)="([^"]*)"')
_MARKUP = re.compile(r"<(style|script)\b.*?</\1>|<[^>]*>", re.DOTALL)


@contextmanager
def spoken() -> Iterator[None]:
    """Let this process speak the pseudo-language."""
    with patch.dict(os.environ, PSEUDO):
        language.cache_clear()
        try:
            yield
        finally:
            language.cache_clear()


def read_out(page: str) -> str:
    """The text of HTML or SVG, and its labels.

    >>> read_out('<style>p {}</style><p title="one">two</p>')
    '  two  one'
    """
    return unescape(" ".join([_MARKUP.sub(" ", page), *_LABEL.findall(page)]))


def english(text: str, *names: str) -> list[str]:
    """The plain English words of a text.

    Not counted: options, upper-case placeholders, file names, FEN, captures, and `names` such as those
    of commands, rule sets, people and openings.

    >>> english("crownhead show FEN --json: Ðŕàŵ B:W18:B15", "show")
    []
    >>> english("ţĥéŕé is no file 'x.pdn'")
    ['is', 'no', 'file']
    """
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?i)(?<![\w-]){re.escape(name)}(?![\w-])", " ", text)
    return _WORD.findall(_NEVER_TRANSLATED.sub(" ", text))
