"""Text as it is searched: without capitals, accents and punctuation."""

from __future__ import annotations

import unicodedata
from functools import lru_cache


@lru_cache(maxsize=65_536)  # a collection has the same few thousand names again and again
def folded(text: str) -> str:
    """Small plain letters and digits, with one blank between words.

    >>> folded("  M.F. Tinsley"), folded("Ohio-State Ty, 1946"), folded("Čapek")
    ('m f tinsley', 'ohio state ty 1946', 'capek')
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    letters = [one if one.isalnum() else " " for one in plain if not unicodedata.combining(one)]
    return " ".join("".join(letters).split())
