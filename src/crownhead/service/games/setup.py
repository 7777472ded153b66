"""A new game as a person sets it up, and its first stored state."""

from __future__ import annotations

import random
import re
from dataclasses import asdict, dataclass, field
from typing import Final, Literal

from crownhead.errors import GameError, IllegalMoveError
from crownhead.game import Game
from crownhead.openings import Ballot, ballot, ballots
from crownhead.pieces import BLACK, WHITE, Side
from crownhead.position import Position
from crownhead.rules import ENGLISH, Rules
from crownhead.service.games.choices import NEWCOMER, seat
from crownhead.session.clock import ClockSetting
from crownhead.session.seating import PERSON
from crownhead.session.state import check_pace
from crownhead.store import StoredGame, StoredMove
from crownhead.text.moves import parse_move

StartKind = Literal["standard", "ballot", "random-ballot", "fen"]
_TAG: Final = re.compile(r'\[\s*FEN\s+"([^"]*)"\s*\]?', re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Start:
    """How a game starts: the standard position, a ballot by number or at random, or a FEN."""

    kind: StartKind = "standard"
    number: int | None = None
    fen: str | None = None

    @classmethod
    def parse(cls, text: str) -> Start:
        """Read `standard`, a ballot's number, `random`, or a FEN.

        >>> Start.parse("17").number, Start.parse("random").kind
        (17, 'random-ballot')
        """
        word = text.strip().lower()
        if word in ("standard", "start"):
            return cls()
        if word in ("random", "random-ballot"):
            return cls("random-ballot")
        if word.isascii() and word.isdigit() and len(word) <= 4:
            return cls("ballot", number=int(word))
        return cls("fen", fen=text.strip())


@dataclass(frozen=True, slots=True)
class NewGame:
    """Everything chosen for a game; the defaults are the quick start.

    >>> NewGame().stored().white
    'level:2'
    """

    black: str | None = None
    white: str | None = None
    rules: Rules = ENGLISH
    clock: ClockSetting | None = None  # None: from the rules
    start: Start = field(default_factory=Start)
    pace: float = 1.0
    book: bool = True  # whether computers may use their opening book
    level: str | None = None  # a computer for the unnamed side, or the one that moves second
    name: str | None = None  # the person's name

    def stored(self, chance: random.Random | None = None) -> StoredGame:
        """The game for the store, before its first move; raises if something is wrong.

        `chance` draws a random ballot.
        """
        clock = self.clock or ClockSetting.of_rules(self.rules)
        rules = ClockSetting().under(self.rules)  # time belongs to the clock: it is stored once
        position, moves = _begin(self.start, rules, chance or random.Random())
        black, white = self._seats(position.turn)
        left = clock.seconds if clock.kind != "none" else None
        only = PERSON in (black, white) and black != white
        return StoredGame(
            black=seat(black).opponent,
            white=seat(white).opponent,
            black_name=self.name if only and black == PERSON else None,
            white_name=self.name if only and white == PERSON else None,
            rules=str(rules),
            start=position.fen,
            clock=asdict(clock),
            black_left=left,
            white_left=left,
            opening_plies=len(moves),
            ply=len(moves),
            pace=check_pace(self.pace),
            book=self.book,
            moves=tuple(StoredMove(path, left, left) for path in moves),
        )

    def _seats(self, first: Side) -> tuple[str, str]:
        """Fill unnamed seats: a person against a computer, a computer against a person.

        By default, the person has the side that moves first, which depends on the FEN.
        """
        named = {BLACK: self.black, WHITE: self.white}
        if self.black is self.white is None:
            named[first] = PERSON
        chosen = {
            side: named[side] or self.level or (NEWCOMER if named[side.other] == PERSON else PERSON)
            for side in (BLACK, WHITE)
        }
        return chosen[BLACK], chosen[WHITE]


def _begin(
    start: Start, rules: Rules, chance: random.Random
) -> tuple[Position, list[tuple[int, ...]]]:
    if start.kind == "fen":
        position = Position.from_fen(bare_fen(start.fen or ""), rules)
        check_playable(position)
        return position, []
    position = Position.start(rules)
    if start.kind == "standard":
        return position, []
    return position, _ballot_moves(_ballot(start, chance), position)


def check_playable(position: Position) -> None:
    """Refuse a position with nothing to play."""
    if not position.black or not position.white:
        empty = WHITE if position.black else BLACK
        raise GameError("begin.no-pieces", side=empty)
    if position.is_over:
        raise GameError("begin.over", outcome=Game(position).outcome)


def bare_fen(text: str) -> str:
    """Strip the PDN tag around a FEN.

    >>> bare_fen('[FEN "B:W18:B1"]')
    'B:W18:B1'
    """
    found = _TAG.fullmatch(text.strip())
    return found[1] if found else text


def _ballot(start: Start, chance: random.Random) -> Ballot:
    if start.kind == "ballot":
        if start.number is None:
            raise GameError("begin.no-ballot", most=ballots()[-1].number)
        return ballot(start.number)
    return chance.choice([one for one in ballots() if not one.is_barred])


def _ballot_moves(drawn: Ballot, position: Position) -> list[tuple[int, ...]]:
    paths = []
    for text in drawn.moves:
        try:
            move = parse_move(text, position)
        except IllegalMoveError as error:
            raise GameError("begin.other-rules", number=drawn.number, why=error) from None
        paths.append(move.path)
        position = position.play(move)
    return paths
