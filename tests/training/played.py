"""Games of the library in `training/gpu` on the CPU, ply by ply."""

import ctypes
from random import Random
from typing import Any

import gpu_library
import numpy as np

from crownhead import BLACK, ENGLISH, WHITE, Game, Position

WHITE_TO_MOVE, IN_CAPTURE, OVER, BLACK_WON, WHITE_WON = 1, 2, 4, 8, 16
LONGEST = 300  # plies after the opening
Board = tuple[int, int, int, int]


def address(memory: Any) -> int | None:
    """The address of an array, or null."""
    return None if memory is None else int(memory.ctypes.data)


def words(position: Position) -> Board:
    return position.black, position.white, position.kings, int(position.turn is WHITE)


def random_positions(number: int, seed: int) -> list[Position]:
    """Positions from random games of different lengths, with legal moves."""
    chance = Random(seed)
    found: list[Position] = []
    while len(found) < number:
        position = Position.start()
        for _ in range(chance.randrange(2, 90)):
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play(chance.choice(list(moves)))
        if position.legal_moves():
            found.append(position)
    return found


class Played:
    """Games that the library has played: all plies, the records and the counters."""

    def __init__(
        self,
        library: ctypes.CDLL,
        number: int,
        steps: int,
        endgame: Any = None,
        network: Any = None,
        **changes: int,
    ) -> None:
        sizes = gpu_library.Sizes(library)
        how = gpu_library.settings(**changes)
        games = np.zeros((number, sizes.game), np.uint8)
        table = np.zeros(sizes.table, np.uint8)
        records = np.zeros((200_000, 4), np.uint32)
        counters = np.zeros(sizes.counters, np.int64)
        library.crownhead_found(games.ctypes.data, number, ctypes.byref(how), 7)
        self.games: list[list[Board]] = []
        for game in games:
            trace = np.zeros(1 + 4 * 50_000, np.uint32)
            library.crownhead_drive(
                game.ctypes.data,
                table.ctypes.data,
                1,
                ctypes.byref(how),
                address(endgame),
                address(network),
                records.ctypes.data,
                len(records),
                counters.ctypes.data,
                steps,
                trace.ctypes.data,
            )
            self.games += self._finished(trace[1 : 1 + 4 * int(trace[0])].reshape(-1, 4).tolist())
        self.counters = dict(zip(gpu_library.COUNTERS, counters.tolist(), strict=True))
        self.records = records[: self.counters["records"]].tolist()

    @staticmethod
    def _finished(entries: list[list[int]]) -> list[list[Board]]:
        """The positions of each finished game, without those amid a capture; the last has its marks."""
        games: list[list[Board]] = [[]]
        for black, white, kings, marks in entries:
            if not marks & IN_CAPTURE:
                games[-1].append((black, white, kings, marks))
            if marks & OVER:
                games.append([])
        return games[:-1]


def replayed(positions: list[Board]) -> Game:
    """The game through these positions by legal moves."""
    first = positions[0]
    turn = WHITE if first[3] & WHITE_TO_MOVE else BLACK
    game = Game(Position(*first[:3], turn, ENGLISH))
    for board in positions[1:]:
        if (*board[:3], board[3] & 1) == words(game.position):
            continue
        steps = [
            move
            for move in game.position.legal_moves()
            if words(game.position.play(move)) == (*board[:3], board[3] & 1)
        ]
        assert steps, f"no move leads from {game.position.fen} to {board}"
        game.push(steps[0])
    return game
