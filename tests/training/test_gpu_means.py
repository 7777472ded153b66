"""The means of the GPU's players on the CPU: endgame tables and a small network."""

import ctypes
import shutil
from pathlib import Path
from random import Random
from typing import Any

import gpu_library
import numpy as np
import pytest
from played import BLACK_WON, WHITE_WON, Played, address, random_positions, words
from small import UNITS, SmallIntegers

import programs
from crownhead import BLACK, ENGLISH, WHITE, Position
from crownhead.endgame import Build, EndgameTables

if shutil.which("g++") is None:
    pytest.skip("this needs g++", allow_module_level=True)

PIECES = 4
WORTH = {"win": 1, "draw": 0, "loss": -1}
OWN_RESULT = 4 << 16  # a mark of records


@pytest.fixture(scope="module")
def library() -> ctypes.CDLL:
    return gpu_library.load(gpu=False)


@pytest.fixture(scope="module")
def endgame() -> Any:
    return gpu_library.endgame(PIECES)


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> EndgameTables:
    folder: Path = tmp_path_factory.mktemp("tables")
    Build(folder, PIECES).run(jobs=1)
    return EndgameTables.open(folder)


@pytest.fixture(scope="module")
def network() -> SmallIntegers:
    """Random weights, small enough that few sums are clamped."""
    chance = np.random.default_rng(5)
    hidden = gpu_library.HIDDEN

    def integers(most: int, kind: Any, *shape: int) -> Any:
        return chance.integers(-most, most + 1, shape).astype(kind)

    return SmallIntegers(
        integers(30, np.int8, 120, hidden),
        integers(300, np.int32, hidden),
        integers(70, np.int8, UNITS, 2 * hidden),
        integers(20_000, np.int32, UNITS),
        integers(127, np.int8, 8, UNITS),
        integers(400_000, np.int32, 8),
    )


def few_pieces(number: int, seed: int) -> list[Position]:
    """Positions of two to four pieces, with both sides on the board; some have captures to make."""
    chance = Random(seed)
    found: list[Position] = []
    while len(found) < number:
        black = white = kings = 0
        for bit in (1 << square for square in chance.sample(range(32), chance.randint(2, PIECES))):
            is_black = chance.random() < 0.5
            black, white = (black | bit, white) if is_black else (black, white | bit)
            crowned = bit >> 28 if is_black else bit & 15
            kings |= bit if crowned or chance.random() < 0.5 else 0
        if black and white:
            found.append(Position(black, white, kings, chance.choice([BLACK, WHITE]), ENGLISH))
    return found


def result_of(tables: EndgameTables, position: Position) -> int:
    """1, 0 or -1 for the side to move."""
    found = tables.probe(position)
    assert found is not None, position.fen
    return WORTH[found.outcome]


def test_endgame_results_are_those_of_the_tables(endgame: Any, tables: EndgameTables) -> None:
    solver = gpu_library.load_endgame()
    seen = set()
    for position in few_pieces(2500, seed=1):
        found = solver.crownhead_endgame_result(endgame.ctypes.data, *words(position))
        assert found == result_of(tables, position), position.fen
        seen.add((found, position.must_capture))
    assert len(seen) == 6


def test_games_end_with_the_result_of_the_tables(
    library: ctypes.CDLL, endgame: Any, tables: EndgameTables
) -> None:
    how = {"nodes": 100, "adjudicate": 0, "late_noise": 200, "margin": 60}
    played = Played(library, 12, 300_000, endgame, pieces=PIECES, continued=128, **how)
    ended = continued = 0
    for positions in played.games:
        *_, (*_, marks) = positions
        few = [board for board in positions if (board[0] | board[1]).bit_count() <= PIECES]
        if not few:
            continue
        turn = WHITE if few[0][3] & 1 else BLACK
        result = result_of(tables, Position(*few[0][:3], turn, ENGLISH))
        wanted = 0 if result == 0 else BLACK_WON if (result > 0) == (turn is BLACK) else WHITE_WON
        assert marks & (BLACK_WON | WHITE_WON) == wanted, few[0]
        ended += len(few) == 1
        continued += len(few) > 1
    assert ended > 10
    assert continued > 10
    assert played.counters["settled"] > continued  # in others the last piece was taken


def test_records_of_few_pieces_have_their_own_results(
    library: ctypes.CDLL, endgame: Any, tables: EndgameTables
) -> None:
    played = Played(library, 6, 200_000, endgame, nodes=100, pieces=PIECES, continued=256)
    own = 0
    for black, white, kings, rest in played.records:
        few = (black | white).bit_count() <= PIECES
        assert bool(rest & OWN_RESULT) == few
        if few:
            turn = WHITE if rest >> 16 & 1 else BLACK
            wanted = result_of(tables, Position(black, white, kings, turn, ENGLISH))
            result = int(np.uint8(rest >> 24).astype(np.int8))
            assert (-result if turn is WHITE else result) == wanted
            own += 1
    assert own > 50


def test_the_network_computes_what_numpy_computes(
    library: ctypes.CDLL, network: SmallIntegers
) -> None:
    memory = network.packed(library)
    positions = [*random_positions(300, seed=4), *few_pieces(100, seed=5)]
    seen = [p if p.turn is BLACK else p.mirrored for p in positions]  # own pieces are black there
    masks = np.array([(p.black, p.white, p.kings) for p in seen], np.uint32)
    outputs = network.outputs(masks[:, 0], masks[:, 1], masks[:, 2])
    for position, wanted in zip(positions, outputs.tolist(), strict=True):
        board = words(position)
        assert library.crownhead_output(*board, memory.ctypes.data) == wanted, position.fen
        points = max(-2000, min(2000, int(wanted * 100 / (255 * 64))))
        assert library.crownhead_evaluate(*board, memory.ctypes.data) == points, position.fen
    assert len(set(outputs.tolist())) > 350
    assert np.abs(outputs).max() > 20 * 255 * 64, "no value is clamped"


def test_search_with_both_is_worth_what_minimax_is_worth(
    library: ctypes.CDLL, endgame: Any, network: SmallIntegers
) -> None:
    memory = network.packed(library)
    decided = 0
    for position in [*random_positions(60, seed=6), *few_pieces(40, seed=7)]:
        for depth in (1, 2, 3, 4):
            how = gpu_library.settings(nodes=1 << 30, depth=depth, table=1, pieces=PIECES)
            means = ctypes.byref(how), address(endgame), address(memory)
            wanted = library.crownhead_minimax(*words(position), *means)
            found = library.crownhead_search(*words(position), *means)
            if abs(found) > 29_000:  # an earlier depth may have proven it
                decided += 1
                found, wanted = (1, -1)[found < 0], (1, -1)[wanted < 0]
            assert found == wanted, f"{position.fen} at depth {depth}"
    assert decided > 20


def test_a_warp_computes_what_one_thread_computes(
    library: ctypes.CDLL, network: SmallIntegers, tmp_path: Path
) -> None:
    """The code of the GPU's threads, with a warp of 32 CPU threads."""
    here = Path(__file__).parent
    target = tmp_path / "warp.so"
    includes = [f"-I{gpu_library.SOURCES}", f"-I{here}"]
    command = [*gpu_library.AS_CPP, *includes, str(here / "played_warp.cpp"), "-lpthread"]
    programs.run([*command, "-o", str(target)], check=True)
    warp = ctypes.CDLL(str(target))
    memory = network.packed(library)
    chance = Random(8)
    positions = [*random_positions(40, seed=8), *few_pieces(10, seed=9)]
    for number in (0, 1, 9, 16, 17, 32):  # that ask, among 32
        chosen = chance.sample(positions, 32)
        boards = np.array([words(position) for position in chosen], np.uint32)
        asks = np.array(chance.sample([1] * number + [0] * (32 - number), 32), np.uint8)
        values = np.full(32, -7, np.int32)
        warp.crownhead_warp(*map(ctypes.c_void_p, map(address, (boards, asks, memory, values))))
        wanted = [
            library.crownhead_evaluate(*words(position), memory.ctypes.data) if asked else -7
            for position, asked in zip(chosen, asks, strict=True)
        ]
        assert values.tolist() == wanted, f"{number} ask"


@pytest.mark.long
@pytest.mark.skipif(shutil.which("nvcc") is None, reason="this needs nvcc")
def test_the_kernel_compiles() -> None:
    assert gpu_library.build(gpu=True, hidden=32).exists()
