"""Converts between games and library entries."""

import hashlib
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final

from crownhead._native import core
from crownhead.errors import CrownheadError
from crownhead.game import Game
from crownhead.library.dates import day_of
from crownhead.node import Node
from crownhead.notation.pdn import parse_games
from crownhead.openings import named_along
from crownhead.outcome import Outcome, Reason
from crownhead.pdn.packed import PackedGame
from crownhead.pdn.writer import write_record
from crownhead.pieces import BLACK, WHITE
from crownhead.position import Position
from crownhead.record import Record
from crownhead.store.library.entries import Fault, LibraryEntry, LibraryGame, Result
from crownhead.store.library.folding import folded
from crownhead.store.library.positions import start_of
from crownhead.tags import NAMELESS, known_tag

# Tags with columns of their own, and those written from the game itself.
_COLUMNS: Final = ("Event", "Site", "Date", "Round", "Black", "White")
_OWN_TAGS: Final = frozenset([*_COLUMNS, "Result", "GameType", "Rules", "SetUp", "FEN"])
_MOST_FAULTS: Final = 10  # of one game
LONGEST_TAG: Final = 300  # letters of a name, event or site
_MOST_TAGS: Final = 4000  # letters of all other tags together


def entry_of(game: Record | PackedGame, number: int = 0) -> LibraryEntry:
    """A game for the library; `number` is its position in the file.

    >>> entry = entry_of(Game.from_pdn('[Black "Ann"] [Event "Cup 1987"] 11-15 23-19 *').record)
    >>> entry.black, entry.plies, entry.opening, entry.day
    ('Ann', 2, 'Old Faithful', 19870000)
    """
    start, tags, moves, plies, ending = _packed(game) if isinstance(game, Record) else game
    known: dict[str, Any] = {
        tag.lower(): known_tag(tags, tag)[:LONGEST_TAG] or None for tag in _COLUMNS
    }
    rules, fen = _setting(start)
    result = result_of(ending)
    opening, ballot = named_along(start, moves, plies)
    others = {name: value for name, value in tags.items() if name not in _OWN_TAGS}
    if sum(len(name) + len(value) for name, value in others.items()) > _MOST_TAGS:
        others = {}
    return LibraryEntry(
        moves=moves,
        plies=plies,
        digest=digest_of(rules, fen, moves, result, known["black"], known["white"]),
        result=result,
        opening=opening.name if opening else None,
        ballot=ballot.number if ballot else None,
        day=day_of(known["date"], known["event"]),
        rules=rules,
        start=fen,
        tags=others,
        **known,
        **_said_besides(game, number) if isinstance(game, Record) else {},
    )


def _said_besides(record: Record, number: int) -> dict[str, Any]:
    """A record's comments, variations and errors."""
    errors = record.errors[:_MOST_FAULTS]
    faults = tuple(Fault(number, one.line, one.column, one.fault) for one in errors)
    if not _is_noted(record.root):
        return {"faults": faults}
    return {"faults": faults, "pdn": write_record(record), "remarks": _remarks(record.root)}


def _packed(record: Record) -> PackedGame:
    moves = [node.move for node in record.root.main_line() if node.move is not None]
    line = core.pack_line(moves)
    return PackedGame(record.root.position, record.tags, line, len(moves), record.ending)


@lru_cache(maxsize=256)  # a collection has one or two, or one for each problem
def _setting(start: Position) -> tuple[str | None, str | None]:
    """Rules and start for the store: empty for the usual ones."""
    rules = str(start.rules) if start.rules.differences() else None
    return rules, None if start == start_of(rules, None) else start.fen


def is_record(entry: LibraryEntry) -> bool:
    """Whether a game says anything: a move, a position, or at least the players or the result.

    If its movetext is not of this game, as in chess, players and result are not enough.

    >>> texts = ("11-15 *", '[Black "Ann"] 1-0', "hello", '[White "Carlsen"] 1. e4 e5 1-0')
    >>> [is_record(entry_of(next(parse_games(text)).record)) for text in texts]
    [True, True, False, False]
    """
    if entry.plies or entry.start is not None:
        return True
    known = (entry.black, entry.white, entry.event, entry.site, entry.date)
    return not entry.faults and (entry.result is not Result.UNKNOWN or any(known))


def digest_of(
    rules: str | None,
    start: str | None,
    moves: bytes,
    result: Result,
    black: str | None,
    white: str | None,
) -> int:
    """A number shared by entries of the same game, as SQLite holds it."""
    players = f"{folded(black or '')}\n{folded(white or '')}"
    text = f"{rules}\n{start}\n{int(result)}\n{players}\n".encode()
    return int.from_bytes(hashlib.blake2b(text + moves, digest_size=8).digest(), "big", signed=True)


def result_of(ending: Outcome | None) -> Result:
    """An ending as a stored result."""
    if ending is None:
        return Result.UNKNOWN
    if ending.reason is Reason.BOTH_LOST:
        return Result.BOTH_LOST
    if ending.winner is None:
        return Result.DRAW
    return Result.BLACK if ending.winner is BLACK else Result.WHITE


def outcome_of(result: Result) -> Outcome | None:
    """A stored result as an outcome; None if unknown."""
    if result is Result.UNKNOWN:
        return None
    if result is Result.BOTH_LOST:
        return Outcome(None, Reason.BOTH_LOST)
    return Outcome({Result.BLACK: BLACK, Result.WHITE: WHITE}.get(result), Reason.RECORDED)


def game_of(stored: LibraryGame) -> Game:
    """A library game, to show, write or analyse."""
    row = stored.row
    game = None
    if stored.pdn is not None:
        with suppress(CrownheadError):  # damaged notes are lost
            game = next(parse_games(stored.pdn), None)
    if game is None:
        game = Game(start_of(row.rules, row.start), automatic_draws=False)
        game.root.add_text(line_text(stored.moves))
    game.tags = tags_of(stored)
    ending = outcome_of(row.result)
    game.go_to_end()
    if result_of(game.ending) is not row.result:
        game.record_outcome(ending)
    game.go_to_start()
    return game


def tags_of(stored: LibraryGame) -> dict[str, str]:
    """The PDN tags of a game."""
    row = stored.row
    nameless = None if row.game is None else NAMELESS  # people who played here
    known = {tag: getattr(row, tag.lower()) for tag in _COLUMNS}
    known |= {"Black": row.black or nameless, "White": row.white or nameless}
    return {name: value for name, value in known.items() if value is not None} | stored.tags


def line_text(moves: bytes) -> str:
    """Packed moves as text, each with all its squares.

    >>> line_text(bytes([10 | 0x80, 14]))
    '11-15'
    """
    return " ".join("-".join(map(str, path)) for path in core.unpack_line(moves))


def position_at(stored: LibraryGame, ply: int) -> Position:
    """The position after a number of moves, or the last position.

    The moves were legal when they were stored, so the core does not check them.
    """
    return start_of(stored.row.rules, stored.row.start)._after_line(stored.moves, ply)


def _is_noted(root: Node) -> bool:
    """Whether a record has more than moves: comments, marks, clocks or variations."""
    return any(
        len(node.children) > 1
        or node.comment
        or node.strength
        or node.clock is not None
        or node.comment_before
        or node.nags
        for node in (root, *root.main_line())
    )


def _remarks(root: Node) -> str:
    """All comments of a record, as searches see them."""
    said = (text for node in (root, *root.walk()) for text in (node.comment_before, node.comment))
    return " ".join(folded(text) for text in said if text)
