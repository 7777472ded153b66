"""The values of tags; PDN has several for unknown."""

import re
from collections.abc import Mapping
from typing import Final

#: How PDN calls a person without a name: readers expect one.
NAMELESS: Final = "Person"
_UNKNOWN: Final = re.compile(r"[?. -]*")


def known_tag(tags: Mapping[str, str], name: str) -> str:
    """A tag's value on one line; empty if it means unknown.

    >>> tags = {"Black": " Ann ", "White": "?", "Date": "????.??.??"}
    >>> [known_tag(tags, name) for name in ("Black", "White", "Date", "Round")]
    ['Ann', '', '', '']
    """
    value = " ".join(str(tags.get(name, "")).split())
    return "" if _UNKNOWN.fullmatch(value) else value
