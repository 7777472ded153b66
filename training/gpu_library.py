"""Builds and loads the libraries of `training/gpu`: games on a GPU or CPU, and endgame tables."""

from __future__ import annotations

import ctypes
import os
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

SOURCES = Path(__file__).resolve().parent / "gpu"
NATIVE = SOURCES.parents[1] / "native"
BUILD = SOURCES.parents[1] / "build" / "gpu"
HIDDEN = 64  # sums of a view in the small network, where nobody wants another number
AS_CPP = ["g++", "-std=c++20", "-O2", "-march=native", "-Wno-unknown-pragmas", "-shared", "-fPIC"]
COUNTERS = [
    "records",
    "games",
    "black_wins",
    "white_wins",
    "draws",
    "plies",
    "nodes",
    "moves",
    "depths",
    "openings",
    "repetitions",
    "settled",
    "lost",
]

DEFAULTS = {
    "nodes": 3000,
    "depth": 12,
    "table": 2,
    "least_random": 6,
    "most_random": 16,
    "balance": 80,
    "early_noise": 64,
    "late_noise": 16,
    "margin": 12,
    "quiet_limit": 80,
    "recorded_quiet": 30,
    "adjudicate": 1,
    "pieces": 0,
    "continued": 48,
}


class Settings(ctypes.Structure):
    """The settings of games: `Settings` in search.hpp, which explains each number."""

    _fields_ = [(name, ctypes.c_int32) for name in DEFAULTS]


def settings(**changes: int) -> Settings:
    """The default settings with changes."""
    return Settings(**{**DEFAULTS, **changes})


def build(*, gpu: bool, hidden: int = HIDDEN) -> Path:
    """Compile the library if its sources are newer, with nvcc for the GPU or as plain C++."""
    source = str(SOURCES / "selfplay.cu")
    if gpu:
        command = ["nvcc", "-std=c++20", "-O3", "-arch=sm_90", "--expt-relaxed-constexpr"]
        command += ["-shared", "-Xcompiler", "-fPIC", source]
    else:
        command = [*AS_CPP, "-x", "c++", source]
    command.append(f"-DCROWNHEAD_HIDDEN={hidden}")
    return _made(f"libselfplay_{hidden}{'_gpu' if gpu else ''}.so", command)


def _made(name: str, command: list[str]) -> Path:
    BUILD.mkdir(parents=True, exist_ok=True)
    target = BUILD / name
    sources = [*SOURCES.iterdir(), *(NATIVE / "endgame").iterdir(), *(NATIVE / "board").iterdir()]
    if target.exists() and target.stat().st_mtime > max(path.stat().st_mtime for path in sources):
        return target
    unfinished = target.with_suffix(f".{os.getpid()}")
    subprocess.run([*command, "-o", str(unfinished)], check=True)
    unfinished.replace(target)
    return target


class Sizes:
    """The bytes of a game, its table, a record and a network; the counters; the sums of the network."""

    def __init__(self, library: ctypes.CDLL) -> None:
        sizes = (ctypes.c_int32 * 6)()
        library.crownhead_sizes(sizes)
        self.game, self.table, self.record, self.counters, self.weights, self.hidden = sizes
        assert self.counters == len(COUNTERS)


def load(*, gpu: bool, hidden: int = HIDDEN) -> ctypes.CDLL:
    """The library, built if necessary."""
    library = ctypes.CDLL(str(build(gpu=gpu, hidden=hidden)))
    pointer, number, long = ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint64
    how = ctypes.POINTER(Settings)
    played: list[Any] = [pointer, pointer, number, how, pointer, pointer]
    played += [pointer, long, pointer, number]
    board = [number, number, number, ctypes.c_int]
    names: dict[str, list[Any]] = {
        "crownhead_found": [pointer, number, how, long],
        "crownhead_drive": [*played, pointer],
        "crownhead_pack": [pointer] * 7,
        "crownhead_evaluate": [*board, pointer],
        "crownhead_output": [*board, pointer],
        "crownhead_minimax": [*board, how, pointer, pointer],
        "crownhead_search": [*board, how, pointer, pointer],
    }
    if gpu:
        names["crownhead_gpu_found"] = names["crownhead_found"]
        names["crownhead_gpu_drive"] = played
    for name, arguments in names.items():
        getattr(library, name).argtypes = arguments
    library.crownhead_perft.restype = long
    return library


def load_endgame() -> ctypes.CDLL:
    """The library that solves endgames, built if necessary."""
    sources = [NATIVE / "endgame" / "solver.cpp", NATIVE / "endgame" / "slice.cpp"]
    command = [*AS_CPP, f"-I{NATIVE}", f"-I{SOURCES}", str(SOURCES / "endgame_build.cpp")]
    library = ctypes.CDLL(str(_made("libendgame.so", [*command, *map(str, sources), "-lpthread"])))
    library.crownhead_endgame_words.restype = ctypes.c_uint64
    library.crownhead_endgame_build.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_void_p]
    board = [ctypes.c_uint32] * 3
    library.crownhead_endgame_result.argtypes = [ctypes.c_void_p, *board, ctypes.c_int]
    return library


def endgame(pieces: int) -> npt.NDArray[np.uint32]:
    """The endgame tables up to a number of pieces, at most 6, solved on all cores."""
    library = load_endgame()
    words = np.zeros(library.crownhead_endgame_words(pieces), np.uint32)
    library.crownhead_endgame_build(pieces, os.cpu_count() or 1, words.ctypes.data)
    return words
