"""A slow and obvious oracle of the rules, which a person can check against the specification.

It shares nothing with the package. The board is a dict of square -> piece. Each square has a row and a
column, with White at the bottom:

     .  1  .  2  .  3  .  4      row 0, White's men are crowned here
     5  .  6  .  7  .  8  .
     .  9  . 10  . 11  . 12
    13  . 14  . 15  . 16  .
     . 17  . 18  . 19  . 20
    21  . 22  . 23  . 24  .
     . 25  . 26  . 27  . 28
    29  . 30  . 31  . 32  .      row 7, Black's men are crowned here
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random
from typing import NamedTuple

SQUARES = range(1, 33)
SIDES = ("black", "white")
SIDE_OF = {"b": "black", "B": "black", "w": "white", "W": "white"}
ENEMY_OF = {"black": "white", "white": "black"}
MAN_OF = {"black": "b", "white": "w"}
KING_OF = {"black": "B", "white": "W"}
FAR_ROW = {"black": 7, "white": 0}
ROW_STEPS = {"b": (1,), "w": (-1,), "B": (-1, 1), "W": (-1, 1)}
MOST_PIECES = 12


class OracleRules(NamedTuple):
    """The options that affect moves; the defaults are the English rules."""

    capture: str = "mandatory"
    continuation: str = "mandatory"
    regicide: bool = False
    crowning_ends_move: bool = True


ENGLISH = OracleRules()


class OracleMove(NamedTuple):
    """A move: the squares the piece stands on in turn, and the squares it jumps in turn."""

    path: tuple[int, ...]
    captured: tuple[int, ...] = ()


def every_option_combination() -> list[OracleRules]:
    """All combinations of the options that affect moves."""
    captures = ("mandatory", "optional")
    continuations = ("mandatory", "optional", "none")
    switches = product((False, True), repeat=len(OracleRules._fields) - 2)
    return [
        OracleRules(capture, continuation, *chosen)
        for capture, continuation, chosen in product(captures, continuations, switches)
    ]


# --- squares and pieces


@cache
def row_and_column(square: int) -> tuple[int, int]:
    """Row and column of a square; even rows begin with a light square."""
    row, index = divmod(square - 1, 4)
    return row, 2 * index + (1 if row % 2 == 0 else 0)


def square_at(row: int, column: int) -> int | None:
    """Return the dark square at a row and column, or None off the board."""
    if not (0 <= row <= 7 and 0 <= column <= 7):
        return None
    return 4 * row + column // 2 + 1


@cache
def steps(piece: str, square: int) -> list[int]:
    """List the adjacent squares towards which a piece may move."""
    row, column = row_and_column(square)
    diagonals = product(ROW_STEPS[piece], (-1, 1))
    ahead = [square_at(row + down, column + right) for down, right in diagonals]
    return [adjacent for adjacent in ahead if adjacent is not None]


@cache
def leaps(piece: str, square: int) -> list[tuple[int, int]]:
    """List the pairs (square jumped, square landed on) towards which a piece may jump."""
    row, column = row_and_column(square)
    pairs = []
    for down, right in product(ROW_STEPS[piece], (-1, 1)):
        jumped = square_at(row + down, column + right)
        landing = square_at(row + 2 * down, column + 2 * right)
        if jumped is not None and landing is not None:
            pairs.append((jumped, landing))
    return pairs


def is_king(piece: str) -> bool:
    """Return whether a piece is a king."""
    return piece in ("B", "W")


def crowned(piece: str) -> str:
    """Return the king of a piece's side."""
    return KING_OF[SIDE_OF[piece]]


def on_far_row(piece: str, square: int) -> bool:
    """Return whether a square is on the row where the piece's side is crowned."""
    return row_and_column(square)[0] == FAR_ROW[SIDE_OF[piece]]


# --- the board


@dataclass(frozen=True)
class Board:
    """Pieces by square ("b", "B", "w", "W") and the side to move."""

    pieces: dict[int, str]
    turn: str

    @staticmethod
    def start() -> Board:
        """Return the start of a game, Black to move."""
        black = dict.fromkeys(range(1, 13), "b")
        white = dict.fromkeys(range(21, 33), "w")
        return Board({**black, **white}, "black")

    @staticmethod
    def from_fen(text: str) -> Board:
        """Read a FEN in the form that fen() writes, with the squares of a side in any order."""
        found = re.fullmatch(r"([BW]):W([K0-9,]*):B([K0-9,]*)", text)
        if found is None:
            raise ValueError(f"not a FEN: {text!r}")
        turn, white, black = found.groups()
        listed = _read_side(white, "white") + _read_side(black, "black")
        board = Board(dict(listed), "black" if turn == "B" else "white")
        if len(board.pieces) != len(listed):
            raise ValueError(f"a square is named twice: {text!r}")
        if not is_valid(board):
            raise ValueError(f"not a valid position: {text!r}")
        return board

    def fen(self) -> str:
        """Side to move, White's pieces, Black's pieces; squares ascending, K before a king's."""
        written: dict[str, list[str]] = {"white": [], "black": []}
        for square, piece in sorted(self.pieces.items()):
            written[SIDE_OF[piece]].append(f"K{square}" if is_king(piece) else str(square))
        white, black = ",".join(written["white"]), ",".join(written["black"])
        return f"{self.turn[0].upper()}:W{white}:B{black}"


def _read_side(text: str, side: str) -> list[tuple[int, str]]:
    listed = []
    for word in text.split(",") if text else []:
        found = re.fullmatch(r"(K?)([1-9][0-9]?)", word)
        if found is None or int(found[2]) not in SQUARES:
            raise ValueError(f"not a square: {word!r}")
        listed.append((int(found[2]), KING_OF[side] if found[1] else MAN_OF[side]))
    return listed


def is_valid(board: Board) -> bool:
    """Check that there is a piece, no side has more than 12, and no man is on its far row."""
    for side in SIDES:
        if sum(SIDE_OF[piece] == side for piece in board.pieces.values()) > MOST_PIECES:
            return False
    uncrowned = any(
        not is_king(piece) and on_far_row(piece, square) for square, piece in board.pieces.items()
    )
    return bool(board.pieces) and not uncrowned


# --- moves


def legal_moves(board: Board, rules: OracleRules) -> list[OracleMove]:
    """Every legal move: captures first, then quiet moves, each in the order of their paths."""
    captures = capture_moves(board, rules)
    if captures and rules.capture == "mandatory":
        return captures
    return captures + quiet_moves(board)


def capture_moves(board: Board, rules: OracleRules) -> list[OracleMove]:
    """Every capture the side to move may make, in the order of their paths."""
    moves: list[OracleMove] = []
    for square, piece in board.pieces.items():
        if SIDE_OF[piece] == board.turn:
            moves += captures_going_on(board, rules, piece, OracleMove((square,)))
    return sorted(moves)


def quiet_moves(board: Board) -> list[OracleMove]:
    """Every one-step move to an empty square, in the order of their paths."""
    return sorted(
        OracleMove((square, adjacent))
        for square, piece in board.pieces.items()
        if SIDE_OF[piece] == board.turn
        for adjacent in steps(piece, square)
        if adjacent not in board.pieces
    )


def captures_going_on(
    board: Board, rules: OracleRules, piece: str, so_far: OracleMove
) -> list[OracleMove]:
    """Every capture that continues the legs made so far by at least one more."""
    moves = []
    for jumped, landing in possible_legs(board, piece, so_far):
        leg_made = OracleMove((*so_far.path, landing), (*so_far.captured, jumped))
        arrived, may_go_on = arrival(rules, piece, board.pieces[jumped], landing)
        longer = captures_going_on(board, rules, arrived, leg_made) if may_go_on else []
        if not longer or rules.continuation == "optional":
            moves.append(leg_made)
        moves += longer
    return moves


def possible_legs(board: Board, piece: str, so_far: OracleMove) -> list[tuple[int, int]]:
    """List the pairs (square jumped, square landed on) open to a piece within its move."""
    origin, here = so_far.path[0], so_far.path[-1]
    legs = []
    for jumped, landing in leaps(piece, here):
        victim = board.pieces.get(jumped)
        over_an_enemy = victim is not None and SIDE_OF[victim] != SIDE_OF[piece]
        # Jumped pieces are still on the board; the moving piece has left the square it came from.
        onto_an_empty_square = landing not in board.pieces or landing == origin
        if over_an_enemy and jumped not in so_far.captured and onto_an_empty_square:
            legs.append((jumped, landing))
    return legs


def arrival(rules: OracleRules, piece: str, victim: str, landing: int) -> tuple[str, bool]:
    """Return the piece after a leg, and whether it may make another."""
    may_go_on = rules.continuation != "none"
    if rules.regicide and is_king(victim):
        # It is a king before it lands, so the far row does not stop it.
        piece = crowned(piece)
    if not is_king(piece) and on_far_row(piece, landing):
        return crowned(piece), may_go_on and not rules.crowning_ends_move
    return piece, may_go_on


def play(board: Board, move: OracleMove, rules: OracleRules) -> Board:
    """Return the board after a legal move, the other side to move."""
    piece = board.pieces[move.path[0]]
    killed_a_king = any(is_king(board.pieces[square]) for square in move.captured)
    reached_far_row = any(on_far_row(piece, square) for square in move.path[1:])
    if reached_far_row or (rules.regicide and killed_a_king):
        piece = crowned(piece)
    pieces = dict(board.pieces)
    for square in (move.path[0], *move.captured):
        del pieces[square]
    pieces[move.path[-1]] = piece
    return Board(pieces, ENEMY_OF[board.turn])


def must_capture(board: Board, rules: OracleRules) -> bool:
    """Return whether the side to move can capture, and so must."""
    return rules.capture == "mandatory" and bool(capture_moves(board, rules))


def is_over(board: Board, rules: OracleRules) -> bool:
    """Return whether the side to move has no move, and so has lost."""
    return not legal_moves(board, rules)


def perft(board: Board, rules: OracleRules, depth: int) -> int:
    """Count the lines of play of exactly `depth` plies."""
    if depth == 0:
        return 1
    moves = legal_moves(board, rules)
    if depth == 1:
        return len(moves)
    return sum(perft(play(board, move, rules), rules, depth - 1) for move in moves)


# --- random positions


def random_playout(rng: Random, rules: OracleRules, longest: int = 120) -> Iterator[Board]:
    """Yield the boards of a game of random moves from the start, at most `longest` plies."""
    board = Board.start()
    for _ in range(longest):
        yield board
        moves = legal_moves(board, rules)
        if not moves:
            return
        board = play(board, rng.choice(moves), rules)
    yield board


def random_board(rng: Random) -> Board:
    """Build a random valid position by a randomly chosen plan."""
    board = rng.choice(PLANS)(rng)
    return board if board.pieces else random_board(rng)


def _any_mixture(rng: Random) -> Board:
    """Place zero to twelve pieces for each side, with any share of kings."""
    pieces: dict[int, str] = {}
    for kinds in ("b" * rng.randint(0, 6) + "B", "w" * rng.randint(0, 6) + "W"):
        _scatter(rng, pieces, kinds, rng.randint(0, MOST_PIECES), SQUARES)
    return Board(pieces, rng.choice(SIDES))


def _few_with_kings(rng: Random) -> Board:
    """Place a few pieces, most of them kings."""
    pieces: dict[int, str] = {}
    for kinds in ("bBBBB", "wWWWW"):
        _scatter(rng, pieces, kinds, rng.randint(0, 4), SQUARES)
    return Board(pieces, rng.choice(SIDES))


def _crowded(rng: Random) -> Board:
    """Place many men and few kings."""
    pieces: dict[int, str] = {}
    for kinds in ("bbbbbB", "wwwwwW"):
        _scatter(rng, pieces, kinds, rng.randint(7, MOST_PIECES), SQUARES)
    return Board(pieces, rng.choice(SIDES))


def _near_crowning(rng: Random) -> Board:
    """Place men one to three rows from crowning, and kings of both sides among them."""
    pieces: dict[int, str] = {}
    for man, squares in (("b", range(17, 29)), ("w", range(5, 17))):
        _scatter(rng, pieces, man, rng.randint(0, 6), squares)
    for king in ("B", "W"):
        _scatter(rng, pieces, king, rng.randint(0, 5), SQUARES)
    return Board(pieces, rng.choice(SIDES))


def _shut_in(rng: Random) -> Board:
    """Place enemies on most squares that a few pieces would step to or land on."""
    kinds, enemies = rng.choice((("bbB", "wwW"), ("wwW", "bbB")))
    pieces: dict[int, str] = {}
    _scatter(rng, pieces, kinds, rng.randint(1, 3), SQUARES)
    walls: set[int] = set()
    for square, piece in pieces.items():
        walls.update(steps(piece, square))
        walls.update(landing for _, landing in leaps(piece, square))
    count = min(MOST_PIECES, len(walls)) - rng.randint(0, 4)
    _scatter(rng, pieces, enemies, max(0, count), sorted(walls))
    return Board(pieces, SIDE_OF[kinds[0]])


def _jumping_walk(rng: Random) -> Board:
    """Place a piece, the enemies it jumps on a walk over the board, and a few bystanders."""
    kinds, enemies = rng.choice((("bB", "wW"), ("wW", "bB")))
    square = rng.choice(SQUARES)
    pieces: dict[int, str] = {}
    _put(pieces, square, rng.choice(kinds))
    piece, walked = pieces[square], [square]
    for _ in range(rng.randint(2, 9)):
        ways = [leap for leap in leaps(piece, square) if leap[0] not in pieces]
        if not ways:
            break
        jumped, square = rng.choice(ways)
        _put(pieces, jumped, rng.choice(enemies))
        if is_king(pieces[jumped]) or on_far_row(piece, square):
            piece = crowned(piece)
        walked.append(square)
    elsewhere = [square for square in SQUARES if square not in walked]
    for bystanders in (kinds, enemies):
        _scatter(rng, pieces, bystanders, rng.randint(0, 3), elsewhere)
    return Board(pieces, SIDE_OF[piece])


# The walk is listed twice, because captures of many legs distinguish most of the options.
PLANS = (
    _any_mixture,
    _few_with_kings,
    _crowded,
    _near_crowning,
    _shut_in,
    _jumping_walk,
    _jumping_walk,
)


def _scatter(
    rng: Random, pieces: dict[int, str], kinds: str, count: int, squares: Sequence[int]
) -> None:
    """Place pieces of the given kinds on free squares."""
    free = [square for square in squares if square not in pieces]
    for square in rng.sample(free, min(count, len(free))):
        _put(pieces, square, rng.choice(kinds))


def _put(pieces: dict[int, str], square: int, piece: str) -> None:
    """Place a piece on a square, as a king where a man may not stand."""
    pieces[square] = crowned(piece) if on_far_row(piece, square) else piece
