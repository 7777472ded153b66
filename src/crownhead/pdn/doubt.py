"""Decides whether a comment continues at a line that begins with a tag, or whether its '}' is missing."""

import re
from typing import Final

_TAG: Final = re.compile(r'[ \t]{0,8}\[(?P<name>\w{1,40})[ \t]+"(?:[^"\\]|\\.)*"[ \t]*\]')
_BRACE: Final = re.compile(r"[{}]")
# Decided within this many lines; a comment that is longer lacks its brace.
_LONGEST: Final = 100_000


def begins_game(line: str, *, after_blank: bool) -> bool:
    """Whether a line may be the first of another game.

    >>> begins_game('[Event "Cup"]', after_blank=False), begins_game("[%clk 0:10:00]", after_blank=True)
    (True, False)
    """
    tag = _TAG.match(line)
    return tag is not None and (after_blank or tag["name"] == "Event")


class Doubt:
    """Lines from such a tag on, held until the comment is closed before another tag, or is not.

    >>> doubt = Doubt()
    >>> doubt.take('[Event "Cup"] was'), doubt.take("the first. } 11-15")
    (None, True)
    >>> doubt = Doubt()
    >>> doubt.take('[Event "Cup"]'), doubt.take('[Black "Ann"]')
    (None, False)
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._length = 0

    def take(self, line: str) -> bool | None:
        """Take a line. True: the comment goes on; False: it ended before; None: still unclear."""
        tag = _TAG.match(line)
        is_first = not self.lines
        self.lines.append(line)
        self._length += len(line)
        if tag is not None and (not is_first or _TAG.match(line, tag.end())):
            return False
        brace = _BRACE.search(line)
        if brace is not None:
            return brace[0] == "}"
        return False if self._length > _LONGEST else None
