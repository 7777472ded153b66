"""The games of the GPU on the CPU: the same code, compiled without CUDA."""

import ctypes
import shutil
from typing import Any

import gpu_library
import numpy as np
import pytest
from played import (
    BLACK_WON,
    LONGEST,
    WHITE_WON,
    Board,
    Played,
    random_positions,
    replayed,
    words,
)

from crownhead import BLACK, ENGLISH, WHITE, Position

if shutil.which("g++") is None:
    pytest.skip("this needs g++", allow_module_level=True)


@pytest.fixture(scope="module")
def library() -> ctypes.CDLL:
    return gpu_library.load(gpu=False)


def test_counts_the_moves_that_the_core_counts(library: ctypes.CDLL) -> None:
    start = Position.start()
    assert library.crownhead_perft(*words(start), 7) == start.perft(7)
    for position in random_positions(300, seed=1):
        counts = library.crownhead_perft(*words(position), 3)
        assert counts == position.perft(3), position.fen


def test_search_is_worth_what_minimax_is_worth(library: ctypes.CDLL) -> None:
    for position in random_positions(200, seed=2):
        board = words(position)
        for depth in (1, 2, 3, 4, 5):
            for table in (0, 1):
                how = gpu_library.settings(nodes=1 << 30, depth=depth, table=table)
                wanted = library.crownhead_minimax(*board, ctypes.byref(how), None, None)
                found = library.crownhead_search(*board, ctypes.byref(how), None, None)
                if (
                    abs(found) > 29_000
                ):  # an earlier depth may have proven it, in another number of plies
                    found, wanted = (1, -1)[found < 0], (1, -1)[wanted < 0]
                assert found == wanted, f"{position.fen} at depth {depth} with table {table}"


def test_evaluation_does_not_care_for_colours(library: ctypes.CDLL) -> None:
    for position in random_positions(200, seed=3):
        value = library.crownhead_evaluate(*words(position), None)
        assert value == library.crownhead_evaluate(*words(position.mirrored), None), position.fen


@pytest.fixture(scope="module")
def played(library: ctypes.CDLL) -> Any:
    return Played(library, 24, 400_000, nodes=300, adjudicate=0, late_noise=200, margin=30)


def test_games_end_as_the_rules_say(played: Played) -> None:
    endings = dict.fromkeys(("win", "quiet", "long", "repetition"), 0)
    for positions in played.games:
        game = replayed(positions)
        marks = positions[-1][3]
        winner = BLACK if marks & BLACK_WON else WHITE if marks & WHITE_WON else None
        if winner is not None:
            assert game.outcome is not None
            assert game.outcome.winner is winner, game.position.fen
            endings["win"] += 1
        elif game.outcome is not None:
            assert game.outcome.winner is None, game.position.fen
            endings["quiet"] += 1
        elif len(list(game.main_line())) == LONGEST:
            endings["long"] += 1
        else:  # here the first recurrence ends a game
            assert positions[-1][:3] in [board[:3] for board in positions[:-1]], game.position.fen
            endings["repetition"] += 1
    assert endings["win"] >= 10, endings
    assert endings["repetition"] >= 10, endings
    assert sum(endings.values()) == played.counters["games"]


def test_records_are_what_the_games_say(played: Played) -> None:
    results: dict[Board, list[int]] = {}
    for positions in played.games:
        marks = positions[-1][3]
        result = 1 if marks & BLACK_WON else -1 if marks & WHITE_WON else 0
        for board in positions[:-1]:
            results.setdefault((*board[:3], board[3] & 1), []).append(result)
    assert len(played.records) > 1000
    for black, white, kings, rest in played.records:
        turn, result = rest >> 16 & 1, np.uint8(rest >> 24).astype(np.int8)
        seen = results.get((black, white, kings, turn))
        assert seen, "a record of a position that no game had"
        assert int(result) in seen
        position = Position(black, white, kings, WHITE if turn else BLACK, ENGLISH)
        assert not position.must_capture, position.fen
        score = int(np.uint16(rest & 0xFFFF).astype(np.int16))
        assert abs(score) <= 30_000


def test_the_same_seed_plays_the_same_games(library: ctypes.CDLL, played: Played) -> None:
    again = Played(library, 24, 400_000, nodes=300, adjudicate=0, late_noise=200, margin=30)
    assert again.records == played.records
    assert again.games == played.games


def test_games_go_on_between_launches(library: ctypes.CDLL) -> None:
    sizes = gpu_library.Sizes(library)
    how = gpu_library.settings(nodes=200)
    games, tables = np.zeros(sizes.game, np.uint8), np.zeros(sizes.table, np.uint8)
    records, counters = np.zeros((9000, 4), np.uint32), np.zeros(sizes.counters, np.int64)
    library.crownhead_found(games.ctypes.data, 1, ctypes.byref(how), 3)
    for _ in range(60):  # no game is as short as this
        library.crownhead_drive(
            games.ctypes.data,
            tables.ctypes.data,
            1,
            ctypes.byref(how),
            None,
            None,
            records.ctypes.data,
            len(records),
            counters.ctypes.data,
            5_000,
            None,
        )
    counted = dict(zip(gpu_library.COUNTERS, counters.tolist(), strict=True))
    assert counted["games"] > 0
    assert counted["plies"] > 20 * counted["games"]
