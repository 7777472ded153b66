"""Reads PDN: many games in a file, one at a time; unreadable parts are reported, not lost."""

import io
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

from crownhead.errors import CrownheadError, PdnError, excerpt
from crownhead.messages import Message
from crownhead.node import Node
from crownhead.pdn.lines import Source
from crownhead.pdn.results import is_result, settle_result
from crownhead.pdn.tokens import LONGEST_COMMENT, Token, no_token, parts_of, tokens_of
from crownhead.position import Position
from crownhead.record import Record
from crownhead.rules import ENGLISH, Rules
from crownhead.text.moves import find_move, read_squares

_CLOCK: Final = re.compile(
    r"\[%clk\s+([0-9]{1,5}):([0-5]?[0-9]):([0-5]?[0-9](?:\.[0-9]{1,6})?)\]\s*"
)
_ENGLISH_GAME_TYPE: Final = "21"
#: The deepest nesting of variations that is read.
DEEPEST: Final = 200
#: The most moves of a game, with its variations; each has its own position.
MOST_MOVES: Final = 20_000
_SHORTEST_MOVE: Final = len("1-6 ")
_MOST_ERRORS: Final = 100

# A few hundred texts make up every collection.
_squares: Final = lru_cache(maxsize=4096)(read_squares)


def read_records(source: Source, rules: Rules = ENGLISH) -> Iterator[Record]:
    """Yield the records of a file, as `read_games` yields games."""
    builder = Builder(rules)
    yield from filter(None, map(builder.take, tokens_of(source)))
    yield from filter(None, [builder.finish()])


def parse_records(text: str, rules: Rules = ENGLISH) -> Iterator[Record]:
    """Yield the records of a text, as `read_records` does for a file."""
    if not isinstance(text, str):
        raise PdnError("pdn.not-text", kind=type(text).__name__)
    return read_records(io.StringIO(text), rules)


@dataclass(slots=True)
class _Line:
    """A line of play being read: the main line or a variation."""

    node: Node
    broken: bool = False  # after an illegal move: what follows has no position
    comment: str = ""  # before the first move of a variation


class Builder:
    """Builds records from tokens."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._take: dict[str, Callable[[Token], None]] = {
            "move": self._move,
            "number": lambda _: None,  # for people; the moves alone are enough
            "comment": self._comment,
            "aside": self._comment,
            "remark": self._remark,
            "tag": self._tag,
            "nag": self._nag,
            "strength": self._strength,
            "open": self._open,
            "close": self._close,
            "error": lambda token: self._add_error(token.value, token),
        }
        self._last = Token("number", "", 1, 1)
        self._begin()

    def _begin(self) -> None:
        self._tags: dict[str, Token] = {}
        self._errors: list[PdnError] = []
        self._record: Record | None = None
        self._lines: list[_Line] = []
        self._preface: list[Token] = []  # comments before the first move; more tags may follow
        self._result_inside: str | None = None  # a result inside a variation
        self._too_deep = 0
        self._count = 0  # of moves
        self._is_cut = False  # more moves than are read
        self._line = _Line(Node(Position.start()))

    def take(self, token: Token) -> Record | None:
        """Read a token; return the game that it completes, if any."""
        self._last = token
        kind = token.kind
        if kind == "moves":
            return self._moves(token)
        if kind == "result":
            return self._result(token)
        finished = None
        if kind in ("tag", "number") and self._begins_game(token):
            finished = self._complete(self._result_inside)
        self._take[kind](token)
        return finished

    def _begins_game(self, token: Token) -> bool:
        """Whether a token can only belong to the next game."""
        if token.kind == "tag":
            return self._record is not None
        # A result inside a variation ends the game only if move numbers start again after it.
        return self._result_inside is not None and token.kind == "number" and token.text == "1."

    def finish(self) -> Record | None:
        """Return the game that the end of the file completes, if any."""
        if self._last.kind == "moves":
            *_, self._last = parts_of(self._last)
        return self._complete(None) if self._has_content() else None

    @property
    def is_fresh(self) -> bool:
        """Whether nothing has been read of the next game."""
        return not (self._record or self._tags or self._errors or self._preface)

    def _has_content(self) -> bool:
        # Asides between games or at the end do not begin one.
        said = any(token.kind == "comment" for token in self._preface)
        return bool(self._record or self._tags or self._errors or said)

    # ---- tags

    def _tag(self, token: Token) -> None:
        if token.text in self._tags:
            self._report("pdn.tag-twice", token, tag=excerpt(token.text))
            return
        self._tags[token.text] = token
        if token.text == "Result" and not is_result(token.value):
            self._report("pdn.no-result", token, text=excerpt(token.value))

    def _started(self) -> Record:
        """The game, begun by its first move or comment after all tags."""
        if self._record is None:
            tags = {name: token.value for name, token in self._tags.items()}
            start, fault = start_of_tags(tags, self._rules)
            if fault is not None:
                self._add_error(fault.message, self._tags[fault.tag])
            self._record = Record(start, tags, automatic_draws=False)
            self._line = _Line(self._record.root)
            for comment in self._preface:
                self._comment(comment)
            self._line.broken = fault is not None
        return self._record

    # ---- moves

    def _moves(self, token: Token) -> Record | None:
        """Read a run of moves at once; from the first that is not plain on, one by one."""
        at = 0
        if self._result_inside is None:  # otherwise a move's number may begin another game
            if self._record is None:
                self._started()
            line = self._line
            if line.broken or self._too_deep:
                return None
            before = line.node
            if self._count + len(token.text) // _SHORTEST_MOVE < MOST_MOVES:
                line.node, at = before.add_text(token.text)
                self._count += line.node.ply - before.ply
            if line.comment and line.node is not before:
                before.children[-1].comment_before, line.comment = line.comment, ""
        finished = None
        for part in parts_of(token, at) if at < len(token.text) else ():
            finished = self.take(part) or finished
        return finished

    def _move(self, token: Token) -> None:
        self._started()
        line = self._line
        if line.broken or self._too_deep or self._is_full(token):
            return
        try:
            move = find_move(_squares(token.text), line.node.position)
        except CrownheadError as error:
            line.broken = True
            self._add_error(error.message, token)
            return
        line.node = line.node.add(move)
        self._count += 1
        if line.comment:
            line.node.comment_before, line.comment = line.comment, ""

    def _is_full(self, token: Token) -> bool:
        """Whether the game has no room for a move; the rest of its line has no position then."""
        if self._count < MOST_MOVES:
            return False
        if not self._is_cut:
            self._is_cut = True
            self._report("pdn.too-many-moves", token, count=MOST_MOVES)
        self._line.broken = True
        return True

    def _open(self, token: Token) -> None:
        self._started()
        parent = self._line.node.parent
        if self._too_deep or len(self._lines) >= DEEPEST:
            if not self._too_deep:
                self._report("pdn.too-deep", token, most=DEEPEST)
            self._too_deep += 1
            return
        broken = self._line.broken
        if not broken and (parent is None or self._before_first_move()):
            self._report("pdn.variation-first", token)
            broken = True
        self._lines.append(self._line)
        self._line = _Line(parent or self._line.node, broken=broken)

    def _close(self, token: Token) -> None:
        if self._too_deep:
            self._too_deep -= 1
        elif self._lines:
            said, self._line = self._line.comment, self._lines.pop()
            if said:  # a variation of comments alone
                self._line.node.comment = self._joined(self._line.node.comment, said, token)
        else:
            self._report("pdn.closes-nothing", token)

    # ---- comments and marks

    def _comment(self, token: Token) -> None:
        if self._record is None:
            self._preface.append(token)
            return
        if self._too_deep or self._line.broken:
            return
        line = self._line
        if self._before_first_move():
            line.comment = self._joined(line.comment, token.text, token)
            return
        text = token.text
        clock = _CLOCK.search(text)
        if clock is not None:
            seconds = int(clock[1]) * 3600 + int(clock[2]) * 60 + float(clock[3])
            line.node.clock = round(seconds, 6)
            text = (text[: clock.start()] + text[clock.end() :]).strip()
        line.node.comment = self._joined(line.node.comment, text, token)

    def _joined(self, comment: str, text: str, token: Token) -> str:
        if comment and len(comment) + 1 + len(text) > LONGEST_COMMENT:
            self._report("pdn.comments-long", token, count=LONGEST_COMMENT)
            return comment
        return f"{comment} {text}".strip()

    def _remark(self, token: Token) -> None:
        """Read a word between moves as a comment without braces."""
        if self._record is None or self._line.node is self._record.root:
            self._add_error(no_token(token.text), token)
        else:
            self._comment(token)

    def _before_first_move(self) -> bool:
        """Whether a variation has begun without a move so far."""
        return bool(self._lines) and self._line.node is self._lines[-1].node.parent

    def _nag(self, token: Token) -> None:
        self._started()
        number = int(token.text[1:6])
        if number > 255 or len(token.text) > 6:
            self._report("pdn.nag", token, text=excerpt(token.text))
        elif self._can_annotate(token):
            self._line.node.nags.append(number)

    def _strength(self, token: Token) -> None:
        self._started()
        if len(token.text.strip("()")) > 2:
            self._report("pdn.strength", token, text=excerpt(token.text))
        elif self._can_annotate(token):
            if self._line.node.strength:
                self._report("pdn.second-mark", token, text=token.text)
            else:
                self._line.node.strength = token.text

    def _can_annotate(self, token: Token) -> bool:
        if self._too_deep or self._line.broken:
            return False
        if self._line.node.move is None or self._before_first_move():
            self._report("pdn.before-moves", token, text=excerpt(token.text))
            return False
        return True

    # ---- the end of a game

    def _result(self, token: Token) -> Record | None:
        if self._lines or self._too_deep:
            self._result_inside = token.text
            return None
        if not self._has_content():
            return None  # another separator
        return self._complete(token.text)

    def _complete(self, result: str | None) -> Record:
        record = self._started()
        if self._lines or self._too_deep:
            self._report("pdn.ends-inside", self._last)
        record.errors = self._errors
        for fault in settle_result(record, result):
            self._add_error(fault, self._last)
        self._errors.sort(key=lambda error: (error.line or 0, error.column or 0))
        self._begin()
        return record

    def _report(self, key: str, token: Token, **values: Any) -> None:
        self._add_error(Message(key, values), token)

    def _add_error(self, message: Message, token: Token) -> None:
        if len(self._errors) == _MOST_ERRORS:
            message = Message("pdn.too-many-errors", {"count": _MOST_ERRORS})
        if len(self._errors) <= _MOST_ERRORS:
            self._errors.append(PdnError(message, token.line, token.column))


class TagFault(NamedTuple):
    """An unusable tag, and why."""

    tag: str
    message: Message


def start_of_tags(tags: Mapping[str, str], rules: Rules) -> tuple[Position, TagFault | None]:
    """The start position by the tags, and what is wrong with them.

    >>> start_of_tags({"GameType": "21,W,8,8,N1,0"}, ENGLISH)[0].turn
    <Side.WHITE: 'white'>
    """
    return _start(rules, *(tags.get(name) for name in ("GameType", "Rules", "FEN")))


@lru_cache(maxsize=256)  # a collection has one or two
def _start(
    rules: Rules, game_type: str | None, differences: str | None, fen: str | None
) -> tuple[Position, TagFault | None]:
    tag = "GameType"
    try:
        if game_type is not None:
            rules = _rules_of_game_type(game_type)
        tag = "Rules"
        if differences is not None:
            rules = Rules.parse(differences)
        tag = "FEN"
        return (Position.start(rules) if fen is None else Position.from_fen(fen, rules)), None
    except CrownheadError as error:
        message = Message("pdn.tag-unusable", {"tag": tag, "fault": error.fault})
        return Position.start(rules), TagFault(tag, message)


def _rules_of_game_type(value: str) -> Rules:
    """Read `21,W,8,8,N1,0`: the number of English checkers, the side that moves first, and more."""
    number, _, rest = value.partition(",")
    if number.strip() != _ENGLISH_GAME_TYPE:
        raise CrownheadError("pdn.game-type", value=excerpt(value))
    first = "white" if rest.strip().upper().startswith("W") else "black"
    return ENGLISH if first == ENGLISH.first_to_move else ENGLISH.replace(first_to_move=first)
