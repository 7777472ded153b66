"""Cleans texts that people send: removes invisible characters and those that change the writing direction."""

import unicodedata
from typing import Final

LONGEST_NAME: Final = 40
# Zero-width joiners build some emoji, and keep apart letters of Persian words.
_JOINERS: Final = "\u200c\u200d"
_LEFT_OUT: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")


def clean_text(text: str) -> str:
    r"""Remove control characters; line breaks and tabs stay.

    >>> clean_text("a\x00b\u202ec\nd\ud800")
    'abc\nd'
    """
    return "".join(
        letter
        for letter in text
        if letter in "\n\t" or letter in _JOINERS or unicodedata.category(letter) not in _LEFT_OUT
    )


def shortened(text: str, longest: int) -> str:
    """Cut a text that is too long, with an ellipsis at its end.

    >>> shortened("Ann v Bo", 8), shortened("Ann v Bob", 8)
    ('Ann v Bo', 'Ann v B…')
    """
    return (
        text if len(text) <= longest else f"{text[: longest - 1].rstrip()}\N{HORIZONTAL ELLIPSIS}"
    )


def clean_name(name: object) -> str | None:
    r"""A name for display, on one line and short; None if nothing is left.

    >>> clean_name("  Ada\n "), clean_name(7), clean_name("  ")
    ('Ada', None, None)
    """
    if not isinstance(name, str):
        return None
    shown = " ".join(clean_text(name).split())
    return shown.strip(f" {_JOINERS}")[:LONGEST_NAME] or None
