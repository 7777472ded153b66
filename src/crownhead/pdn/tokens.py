"""Cuts the lines of a PDN file into tokens with their locations."""

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from crownhead._native import core
from crownhead.errors import excerpt
from crownhead.messages import Message
from crownhead.pdn.doubt import Doubt, begins_game
from crownhead.pdn.lines import LONGEST_PIECE, Source, lines_of

_TOKEN: Final = re.compile(
    r"""
      (?P<space>[\s\ufeff]+)
    | (?P<result>(?:1/2-1/2|½-½|1-0|0-1|0-0|2-0|1-1|0-2|\*)(?![-/x:\w]))
    | (?P<move>[0-9]+(?:[-x:][0-9]+)+)
    | (?P<number>[0-9]*[ ]*\.+)
    | (?P<comment>[{;])
    | (?P<strength>[!?]+|\([!?]+\))
    | (?P<open>\()
    | (?P<close>\))
    | (?P<nag>\$[0-9]+)
    | (?P<tag>\[\s*(?P<name>\w+)\s*"(?P<value>(?:[^"\\]|\\.)*)"\s*\])
    | (?P<unfinished>\[.*)
    | (?P<remark>[^\W\d_][^\s\d\ufeff{}()\[\];]*(?![^\s\ufeff{}()\[\];]))
    | (?P<word>[^\s\ufeff{}()\[\];]+)
    | (?P<stray>.)
    """,
    re.VERBOSE | re.IGNORECASE,
)
# A comment to the line's end right after a result belongs to the finished game.
_LAST_WORDS: Final = re.compile(r"[ \t]*;")
_TAG_LINE: Final = re.compile(r'\n[ \t]{0,8}\[\w{1,40}[ \t]"')
_ESCAPED: Final = re.compile(r"\\(.)")
LONGEST_COMMENT: Final = 100_000
LONGEST_TAG: Final = 10_000
# Kinds that may continue in the next piece of a very long line.
_GROWING: Final = frozenset(
    {"unfinished", "remark", "word", "move", "number", "nag", "result", "strength"}
)


class Token(NamedTuple):
    """A piece of text, its kind and location; an error's value is its message.

    The text of kind `moves` is a run of plain moves and move numbers; `parts_of` cuts it.
    """

    kind: str
    text: str
    line: int
    column: int
    value: Any = ""  # a tag's; its name is the text


def tokens_of(source: Source) -> Iterator[Token]:
    """Yield the tokens of a file; unreadable text comes as a token of kind `error`."""
    cutter = _Cutter()
    for piece in lines_of(source):
        if not cutter.hold(piece):
            yield from cutter.cut(piece)
    yield from cutter.finish()


def parts_of(moves: Token, start: int = 0) -> Iterator[Token]:
    """Cut a run of moves from an offset on into tokens of one move or number each.

    >>> [token.text for token in parts_of(Token("moves", "1. 11-15 23-19", 1, 1))]
    ['1.', '11-15', '23-19']
    """
    text = moves.text
    for match in _TOKEN.finditer(text, start):
        kind, at = str(match.lastgroup), match.start()
        if kind != "space":
            line_start = text.rfind("\n", 0, at) + 1
            column = at - line_start + (1 if line_start else moves.column)
            yield Token(kind, match[0], moves.line + text.count("\n", 0, at), column)


class _Comment:
    """A comment being read: up to its closing brace, or to the end of its line."""

    def __init__(self, line: int, column: int, *, braced: bool = True) -> None:
        self.line = line
        self.column = column
        self.closed = False
        self._braced = braced
        self._parts: list[str] = []
        self._length = 0

    def take(self, text: str, at: int) -> int:
        """Read on until it closes or the text ends; return the offset."""
        end = text.find("}" if self._braced else "\n", at)
        self.closed = end >= 0
        stop = end if self.closed else len(text)
        if self._length < LONGEST_COMMENT:
            self._parts.append(text[at:stop])
        self._length += stop - at
        return stop + 1 if self.closed else stop

    def tokens(self) -> Iterator[Token]:
        if not self.closed and self._braced:
            yield _error("pdn.comment-open", self.line, self.column)
        if self._length > LONGEST_COMMENT:
            long = {"count": self._length, "most": LONGEST_COMMENT}
            yield _error("pdn.comment-long", self.line, self.column, **long)
        text = "".join(self._parts)[:LONGEST_COMMENT]
        if self.closed and _TAG_LINE.search(text):
            yield _error("pdn.comment-over-tags", self.line, self.column)
        said = " ".join(text.split())
        if said or self._braced:
            yield Token("comment" if self._braced else "aside", said, self.line, self.column)


class _Cutter:
    """The state of the cutting: location, open comment, and a word split between pieces."""

    def __init__(self) -> None:
        self._line = 1
        self._column = 1
        self._carried = ""
        self._comment: _Comment | None = None
        self._result: Token | None = None  # may be followed by words about its game
        self._skipping = False  # to the end of the line
        self._held: list[str] = []  # lines of nothing but moves
        self._held_length = 0
        self._blank = False  # the previous line, in a comment
        self._doubt: Doubt | None = None  # whether the comment has already ended

    def hold(self, line: str) -> bool:
        """Keep back a line of nothing but moves: several make one token."""
        if self._comment or self._carried or self._skipping or self._column > 1:
            return False
        plain = line.endswith("\n") and core.end_of_moves(line, 0) == len(line)
        if not plain or self._held_length > LONGEST_PIECE:
            return False
        self._held.append(line)
        self._held_length += len(line)
        return True

    def _release(self) -> list[Token]:
        """The token of the lines kept back, if any."""
        if not self._held:
            return []
        token = Token("moves", "".join(self._held), self._line, 1)
        self._line += len(self._held)
        self._held, self._held_length = [], 0
        return [token]

    def cut(self, piece: str) -> list[Token]:
        """Cut a piece of a line, and return the tokens that it completes."""
        if self._comment is None:
            return self._cut(piece)
        if self._doubt is None and self._column == 1:
            if begins_game(piece, after_blank=self._blank):
                self._doubt = Doubt()
            self._blank = not piece.strip()
        if self._doubt is None:
            return self._cut(piece)
        goes_on = self._doubt.take(piece)
        return [] if goes_on is None else self._settle(goes_on=goes_on)

    def _settle(self, *, goes_on: bool) -> list[Token]:
        """Cut the doubtful lines: they belong to the comment, or follow it."""
        doubt, self._doubt = self._doubt, None
        found = [] if goes_on else self._comment_tokens()
        for piece in doubt.lines if doubt else ():
            found += self._cut(piece)
        return found

    def _cut(self, piece: str) -> list[Token]:
        found = self._release()
        ended = piece.endswith("\n")
        text, self._carried = self._carried + piece, ""
        at, length = 0, len(text)
        body = len(text.rstrip()) if ended else length  # only a comment needs trailing blanks
        if self._skipping or (self._column == 1 and self._comment is None and text.startswith("%")):
            self._skipping, at = True, length
        while at < length:
            if self._comment is not None:
                at = self._comment.take(text, at)
                if self._comment.closed:
                    found += self._comment_tokens()
                continue
            if at >= body:
                break
            end = core.end_of_moves(text, at)
            if end > at:
                found.append(Token("moves", text[at:end], self._line, self._column + at))
            else:
                end = self._cut_one(text, at, ended, found)
            if self._carried:
                break
            at = end
        if ended:
            self._line, self._column, self._skipping = self._line + 1, 1, False
        else:
            self._column += at
        return found

    def _cut_one(self, text: str, at: int, ended: bool, found: list[Token]) -> int:
        """Cut one token and return its end; one that may go on is carried to the next piece."""
        match = _TOKEN.match(text, at)
        assert match is not None, "every letter is matched by some group"
        if not ended and _may_go_on(match):
            if len(text) - at < LONGEST_PIECE:
                self._carried = text[at:]
                return at
            self._skipping = True  # too long to be anything
        token = self._token(match)
        if token is not None:
            found.append(token)
        return match.end()

    def finish(self) -> list[Token]:
        """Return what the end of the file completes."""
        late = self._settle(goes_on=False) if self._doubt else []
        carried, self._carried = self._carried, ""
        rest = self._cut(carried + "\n") if carried else self._release()
        return late + rest + self._comment_tokens()

    def _comment_tokens(self) -> list[Token]:
        """The finished comment, and the result that waited for it."""
        comment, self._comment = self._comment, None
        result, self._result = self._result, None
        return [*(comment.tokens() if comment else ()), *([result] if result else ())]

    def _token(self, match: re.Match[str]) -> Token | None:
        """The matched token; comments, and results with words to follow, come later."""
        kind, text = str(match.lastgroup), match[0]
        location = self._line, self._column + match.start()
        if kind == "space":
            return None
        if kind == "tag":
            return _tag(match, *location)
        if kind == "comment":
            self._comment = _Comment(*location, braced=text == "{")
            return None
        error = self._error_in(kind, text)
        token = (
            Token(kind, text, *location) if error is None else Token("error", "", *location, error)
        )
        if kind == "result" and _LAST_WORDS.match(match.string, match.end()):
            self._result = token
            return None
        return token

    def _error_in(self, kind: str, text: str) -> Message | None:
        """What is wrong with a text that is no token, or None."""
        if kind == "unfinished" and self._skipping:
            return Message("pdn.tag-long", {"most": LONGEST_TAG})
        if kind == "unfinished":
            return Message("pdn.tag-open", {"text": excerpt(text)})
        return no_token(text) if kind in ("word", "stray") else None


def _may_go_on(match: re.Match[str]) -> bool:
    """Whether a token at the end of a piece may be incomplete."""
    rest = match.string[match.end() : match.end() + 3]
    if match.lastgroup == "open":  # of a variation, or of a strength such as (?)
        return re.fullmatch(r"[!?]{0,2}", rest) is not None
    return match.lastgroup in _GROWING and not rest


def _tag(match: re.Match[str], line: int, column: int) -> Token:
    name, value = match["name"], match["value"]
    if "\\" in value:
        value = _ESCAPED.sub(r"\1", value)
    if len(name) + len(value) > LONGEST_TAG:
        long = {"tag": excerpt(name), "count": len(value), "most": LONGEST_TAG}
        return _error("pdn.tag-too-long", line, column, **long)
    return Token("tag", name, line, column, value)


def no_token(text: str) -> Message:
    """What is wrong with a word that does not belong in a game."""
    return Message("pdn.no-token", {"text": excerpt(text)})


def _error(key: str, line: int, column: int, **values: Any) -> Token:
    return Token("error", "", line, column, Message(key, values))
