"""Folds text for searches: ignores case, accents and punctuation."""

import unicodedata
from functools import lru_cache


@lru_cache(maxsize=65_536)  # a collection repeats a few thousand names
def folded(text: str) -> str:
    """Lower-case unaccented letters and digits, with single blanks between words.

    >>> folded("  M.F. Tinsley"), folded("Ohio-State Ty, 1946"), folded("Čapek")
    ('m f tinsley', 'ohio state ty 1946', 'capek')
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    letters = [one if one.isalnum() else " " for one in plain if not unicodedata.combining(one)]
    return " ".join("".join(letters).split())
