"""The native core. Private: use the names that crownhead exports."""

from collections.abc import Callable, Iterable, Sequence
import os
from typing import Annotated, Final

import numpy
from numpy.typing import NDArray
from typing_extensions import Self


def move_list(moves: Iterable[Move]) -> list[Move]:
    """
    A list of moves that also finds moves given as text, as that of `legal_moves` does.
    """

class Move:
    """
    A move: the squares its piece touches, in order.

    >>> move = Move((22, 15))
    >>> str(move), move.captured
    ('22x15', (18,))
    """

    def __init__(self, path: Sequence[int], in_full: bool = False) -> None: ...

    @staticmethod
    def parse(text: str, position: Board | None = None) -> Move:
        """
        Read a move such as 11-15 or 22x15x8; with a position, the legal move that is meant.

        >>> Move.parse('22x15x8').captured
        (18, 11)
        """

    @property
    def path(self) -> tuple[int, ...]:
        """
        The squares of the move in order; a capture touches down on those between the ends.
        """

    @property
    def captured(self) -> tuple[int, ...]:
        """The squares of the pieces jumped, in the order they are jumped."""

    @property
    def is_capture(self) -> bool:
        """
        Whether a piece is jumped.

        >>> Move((22, 15)).is_capture, Move((22, 18)).is_capture
        (True, False)
        """

    @property
    def from_square(self) -> int:
        """
        The square where the piece starts.

        >>> Move((22, 15, 8)).from_square, Move((22, 15, 8)).to_square
        (22, 8)
        """

    @property
    def to_square(self) -> int:
        """The square where the piece lands."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple[type[Move], tuple[tuple[int, ...], bool]]: ...

def end_of_moves(text: str, at: int) -> int:
    """
    The end of a run of moves and move numbers in a text, for fast reading of files.
    """

def fen_of(black: int, white: int, kings: int, white_to_move: bool) -> str:
    """Pieces as FEN, whether or not the position is possible."""

class Board:
    """What Position is made of. Masks have square n at bit n - 1."""

    def __init__(self, black: int, white: int, kings: int, turn: str, rules: object) -> None: ...

    @property
    def black(self) -> int:
        """Black's pieces as a mask with square n at bit n - 1."""

    @property
    def white(self) -> int:
        """White's pieces as a mask with square n at bit n - 1."""

    @property
    def kings(self) -> int:
        """The kings of both sides as a mask with square n at bit n - 1."""

    @property
    def key(self) -> int:
        """
        The pieces and the turn as a number of 64 bits, the same in every version and on every machine.

        The rules are not part of it. `mirrored.key` is that of the same position with colours reversed.
        """

    @property
    def _white_to_move(self) -> bool: ...

    @property
    def _options(self) -> object: ...

    @property
    def must_capture(self) -> bool:
        """Whether the side to move has a capture and may not decline it."""

    @property
    def is_over(self) -> bool:
        """Whether the side to move has no move and has therefore lost."""

    def legal_moves(self) -> list[Move]:
        """
        Every legal move once: captures, then quiet moves, each in the order of their paths.

        Paths are compared square by square, and a capture comes before its own extensions.
        """

    def captures(self) -> list[Move]:
        """The captures among the legal moves, in the same order."""

    def perft(self, depth: int) -> int:
        """
        Count the ways to play the next depth plies; different routes count separately.
        """

    def _after(self, move: Move) -> Self | None: ...

    def _legal(self, move: Move) -> Move | None: ...

    def _find(self, squares: Sequence[int]) -> list[Move]: ...

    def _play_text(self, text: str, quiet: int = 0, reversible: int = 0, counts_men: bool = True) -> tuple[list[tuple[Move, Self, int, int]], int]: ...

    def _pack_text(self, text: str) -> tuple[bytes, int, Self] | None: ...

    def _after_line(self, line: bytes, plies: int) -> Self: ...

    def _quiet_after(self, move: Move, quiet: int, reversible: int, counts_men: bool) -> tuple[int, int]: ...

    @property
    def fen(self) -> str:
        """
        The position as text: side to move, White's pieces, Black's pieces, K before kings.
        """

    def _with_fen(self, text: object) -> Self | None: ...

    def _mirrored(self) -> Self: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

TEACHING_UNIT: int = 20

FEATURES: int = 93

def feature_counts(board: Board) -> bytes:
    """
    The counts of the evaluation for the side to move less those for the other, as signed bytes.
    """

WORTH_UNIT: int = 384

def evaluation_parts(board: Board) -> list[tuple[str, bool, int, int, int]]:
    """
    What the engine's own evaluation counts: what it is, whether it is White's, how many, a mask of squares, and what it is worth to its side, in units of 1/WORTH_UNIT of a hundredth of a man.
    """

def evaluate_teaching(board: Board, name: str, white: bool) -> int:
    """A named evaluation for one side, in units of 1/TEACHING_UNIT."""

def evaluate(board: Board) -> int:
    """
    The engine's own evaluation for the side to move, in hundredths of a man.
    """

class Network:
    """A learned evaluation, from the bytes of its file. It never changes."""

    def __init__(self, data: bytes) -> None: ...

    arithmetic: Final[str] = ...
    """The version of the arithmetic in this build: 'AVX2' or 'portable'."""

    def value(self, board: Board) -> int:
        """The value of a position for the side to move, in hundredths of a man."""

    def accumulate(self, board: Board) -> Annotated[NDArray[numpy.int16], dict(shape=(2, 256))]:
        """
        The sums of the first layer, made from scratch: Black's view, then White's.
        """

    def values(self, black: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], white: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], kings: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], white_to_move: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]:
        """
        The values of many positions: masks of 32 bits with square n at bit n - 1, and truth values.
        """

    def check(self, games: int, seed: int) -> int:
        """
        Plays random games, and compares sums brought up to date with new ones and the versions of the arithmetic with each other: how many positions. A difference is an EngineError.
        """

WON: int = 30000

MAX_PLY: int = 128

MAX_DISTANCE: int = 1000

TABLE_WON: int = 25000

def textbook(board: Board, method: str, evaluation: str, depth: int, should_stop: Callable[[], bool] | None) -> tuple[int, Move | None, int, int, int] | None:
    """
    Search as textbooks do: value, best move, nodes, leaves, cut-offs; None if it was stopped.
    """

TUNABLE: bool = False

def constants() -> list[tuple[str, int, int, int, int]]:
    """The constants of the search: name, value, least, most and step."""

class Question:
    """A question to a search."""

    def __init__(self, board: Board, earlier: Sequence[Board], quiet_plies: int, root_moves: Sequence[Move]) -> None: ...

class DrawRules:
    """The draw rules; 0 means never."""

    def __init__(self, quiet_limit: int, repetition_limit: int, quiet_counts_men: bool) -> None: ...

class SearchLimits:
    """The limits of a search; 0 means no limit."""

    def __init__(self, *, depth: int, nodes: int, seconds: float, soft_seconds: float, cpu_seconds: float) -> None: ...

class Search:
    """A search in the background. Any thread may call."""

    def next(self, seconds: float) -> tuple[int, int, int, int, int, float, int, list[Move]] | None:
        """
        The next report: the line, where 0 is the best, the depths in full and at most, the score, the nodes, the seconds, how full the table is in thousandths, and the moves. None if there is none in time.
        """

    def has_more(self) -> bool: ...

    def has_failed(self) -> bool: ...

    def stop(self) -> None: ...

class Session:
    """Threads and a table for one search at a time. Any thread may call."""

    def __init__(self, threads: int, megabytes: int, patient: bool = False) -> None: ...

    @property
    def is_inherited(self) -> bool:
        """Whether it belongs to the parent process of a fork."""

    def start(self, question: Question, draws: DrawRules, limits: SearchLimits, lines: int) -> Search | None:
        """Start a search; None while another one runs."""

    def stop(self) -> None: ...

    def use_tables(self, tables: EndgameTables | None, most_pieces: int) -> bool:
        """Use endgame tables from now on; returns False while a search runs."""

    def use_network(self, network: Network | None) -> bool:
        """
        Evaluate with a network from now on; returns False while a search runs.
        """

    def use_constants(self, values: Sequence[int]) -> bool:
        """
        Use these constants, in the order of the list; returns False while a search runs.
        """

    def clear(self) -> bool:
        """Forget everything learned; returns False while a search runs."""

ENDGAME_PIECES: int = 8

ENDGAME_VERSION: int = 1

def endgame_slices(pieces: int) -> list[str]:
    """
    The slices with this many pieces: digits for own men, own kings, enemy men and enemy kings.
    """

def endgame_twin(name: str) -> str:
    """The slice that quiet moves lead to; the two are built together."""

def endgame_needs(name: str) -> list[str]:
    """The slices that this one and its twin need before they are built."""

def endgame_positions(name: str) -> int:
    """The number of positions of a slice."""

def endgame_memory(name: str, distance: bool) -> int:
    """The most memory that building a slice and its twin takes, in bytes."""

def endgame_file(name: str, distance: bool) -> str:
    """The name of a slice's file in the folder of tables."""

def endgame_is_whole(folder: str | os.PathLike[str], name: str, distance: bool) -> bool:
    """Whether a slice has a file that this program can read completely."""

def endgame_solve(folder: str | os.PathLike[str], name: str, distance: bool, progress: Callable[[float], object] | None) -> None:
    """
    Solves a slice and its twin and writes their files; an error of progress, which is told the share done, ends it.
    """

def endgame_verify(folder: str | os.PathLike[str], name: str, distance: bool, sample: int, seed: int, progress: Callable[[float], object] | None) -> tuple[int, bool, tuple[int, int, int] | None, tuple[str, int | None] | None, tuple[str, int | None] | None]:
    """
    Compares positions with their successors, all of them where sample is 0: how many, whether the file's counts are right, and the first that is wrong (masks, Black to move) with what is stored and what should be.
    """

class EndgameTables:
    """The endgame tables of a folder."""

    def __init__(self, folder: str | os.PathLike[str], thorough: bool = False) -> None: ...

    def probe(self, board: Board) -> tuple[str, int | None] | None:
        """
        'win', 'loss' or 'draw' for the side to move, and the plies to the end; None where that is not known.
        """

    def slices(self) -> list[tuple[str, bool, int, int, int, int, int | None, tuple[int, int, int] | None, int]]:
        """
        Name, whether it has distances, positions, wins, draws, losses, the plies of the longest win and a position that takes so long (masks, Black to move), bytes; for each file.
        """

    @property
    def most_pieces(self) -> int:
        """The tables know every position with up to this many pieces."""

def pack_line(moves: list[Move]) -> bytes:
    """The moves of a game as bytes; docs/collections.md describes them."""

def unpack_line(line: bytes) -> list[tuple[int, ...]]:
    """The paths of packed moves, up to the first damaged byte."""

def moments_in(first: int, leaf: bytes, key: int) -> tuple[bytes, bytes]:
    """
    The games of a leaf that reached a position, and the plies: two arrays of 32-bit numbers.
    """

class Postings:
    """Collects the positions of games for the index of positions."""

    def __init__(self) -> None: ...

    def __len__(self) -> int: ...

    def add(self, game: int, start: Board, line: bytes) -> None:
        """Add every position of a game."""

    def leaves(self) -> list[tuple[int, bytes]]:
        """
        Return everything added, as leaves of the index (the lowest key, signed, and bytes), and clear it.
        """

class Shelf:
    """The moves of many games in memory. One caller at a time."""

    def __init__(self) -> None: ...

    def __len__(self) -> int: ...

    @property
    def last(self) -> int:
        """The number of the last game, or 0."""

    def add(self, game: int, start: Board, line: bytes) -> None:
        """Add a game; its number must be higher than the last one."""

    def find(self, wanted: tuple[tuple[int, ...], tuple[tuple[int, int], ...], bool, bool], reversed: bool = False, first: int = 0) -> tuple[bytes, bytes]:
        """
        The first moment of each game that looks so: two arrays of 32-bit numbers, games and plies.

        `wanted` has masks of the squares where a black man, a black king, a white man, a white king and
        nothing may not stand, the least and the most of each kind, and whether Black and White may move.
        """

    def next_moves(self, games: bytes, plies: bytes) -> tuple[bytes, list[tuple[int, ...]]]:
        """
        The moves after these moments: a byte each, 0 for none, else 1 + the index in the list of paths.
        """
