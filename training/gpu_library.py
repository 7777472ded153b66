"""Builds and loads the library of `training/gpu`: games on a GPU, or the same games on the processor."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).resolve().parent / "gpu"
BUILD = SOURCES.parents[1] / "build" / "gpu"
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
}


class Settings(ctypes.Structure):
    """How games are played: `Settings` of search.hpp, which says what each number means."""

    _fields_ = [(name, ctypes.c_int32) for name in DEFAULTS]


def settings(**changes: int) -> Settings:
    """The usual settings with some of them changed."""
    return Settings(**{**DEFAULTS, **changes})


def build(*, gpu: bool) -> Path:
    """Compile the library if its sources are newer, with nvcc for the GPU or as plain C++."""
    BUILD.mkdir(parents=True, exist_ok=True)
    target = BUILD / ("libselfplay_gpu.so" if gpu else "libselfplay.so")
    newest = max(path.stat().st_mtime for path in SOURCES.iterdir())
    if target.exists() and target.stat().st_mtime > newest:
        return target
    source = str(SOURCES / "selfplay.cu")
    if gpu:
        command = ["nvcc", "-std=c++20", "-O3", "-arch=sm_90", "--expt-relaxed-constexpr"]
        command += ["-shared", "-Xcompiler", "-fPIC", source]
    else:
        command = [
            "g++",
            "-std=c++20",
            "-O2",
            "-march=native",
            "-Wno-unknown-pragmas",
            "-shared",
            "-fPIC",
        ]
        command += ["-x", "c++", source]
    unfinished = target.with_suffix(".part")
    subprocess.run([*command, "-o", str(unfinished)], check=True)
    unfinished.replace(target)
    return target


class Sizes:
    """Bytes of a game, of the table of a game and of a record, and how many counters there are."""

    def __init__(self, library: ctypes.CDLL) -> None:
        sizes = (ctypes.c_int32 * 4)()
        library.crownhead_sizes(sizes)
        self.game, self.table, self.record, self.counters = sizes
        assert self.counters == len(COUNTERS)


def load(*, gpu: bool) -> ctypes.CDLL:
    """The library, built if need be."""
    library = ctypes.CDLL(str(build(gpu=gpu)))
    pointer, number, long = ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint64
    how = ctypes.POINTER(Settings)
    names: dict[str, list[Any]] = {
        "crownhead_found": [pointer, number, how, long],
        "crownhead_drive": [pointer, pointer, number, how, pointer, long, pointer, number, pointer],
    }
    if gpu:
        names["crownhead_gpu_found"] = names["crownhead_found"]
        names["crownhead_gpu_drive"] = names["crownhead_drive"][:-1]
    for name, arguments in names.items():
        getattr(library, name).argtypes = arguments
    library.crownhead_perft.restype = long
    return library
