"""Numbers of things and lists of things, as a sentence has them."""

from __future__ import annotations

import re
from collections.abc import Sequence


def counted(number: int, one: str, many: str | None = None) -> str:
    """Count things; `many` are they where the plural is not the usual one.

    >>> counted(1, "game"), counted(1200, "game"), counted(2, "man", "men")
    ('1 game', '1,200 games', '2 men')
    >>> counted(0, "inaccuracy"), counted(7, "day")
    ('0 inaccuracies', '7 days')
    """
    if number == 1:
        return f"1 {one}"
    usual = re.sub("([^aeou])y$", r"\1ie", one) + "s"
    return f"{number:,} {many or usual}"


def listed(things: Sequence[object], last: str = "or", most: int = 8) -> str:
    """Join things as a sentence does; those that are too many are only counted.

    >>> listed([1, 2, 3]), listed(["22x15"]), listed([18, 10], "and"), listed("abc", most=2)
    ('1, 2 or 3', '22x15', '18 and 10', 'a, b and 1 more')
    """
    texts = [str(one) for one in things]
    if len(texts) > most:
        return f"{', '.join(texts[:most])} and {len(texts) - most} more"
    return f" {last} ".join(filter(None, [", ".join(texts[:-1]), *texts[-1:]]))
