"""What the tags of a record say; PDN has many ways to say that something is not known."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

#: What a written record calls a person without a name: whoever reads PDN expects one.
NAMELESS: Final = "Person"
_UNKNOWN: Final = re.compile(r"[?. -]*")


def known_tag(tags: Mapping[str, str], name: str) -> str:
    """What a tag says on one line, or nothing where it says that nobody knows.

    >>> tags = {"Black": " Ann ", "White": "?", "Date": "????.??.??"}
    >>> [known_tag(tags, name) for name in ("Black", "White", "Date", "Round")]
    ['Ann', '', '', '']
    """
    value = " ".join(str(tags.get(name, "")).split())
    return "" if _UNKNOWN.fullmatch(value) else value
