"""Measure the cost of a probe of the endgame tables, relative to a lookup in an uncompressed array.

The core without Python measures three things in one run: positions in a cached block, positions in an
uncached block (the cache is emptied before each, and that time subtracted), and the same positions in an
array of one byte each. For each kind of table it uses the largest in the folder, and only blocks with more
than one result, because the others are cheaper. Without a folder, tables for up to four pieces are first
built in a temporary one.

    python benchmarks/endgame_probes.py [FOLDER]
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from time import process_time

from crownhead import _core

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "bench"
CACHED_NEEDS_BELOW = 1_000
UNCACHED_NEEDS_BELOW = 20_000


def build_bench() -> Path:
    """Compile crownhead-bench with every instruction of this machine."""
    binaries = Path(sys.executable).parent
    options = [
        "-DCMAKE_BUILD_TYPE=RelWithDebInfo",
        "-DCROWNHEAD_PYTHON=OFF",
        "-DCROWNHEAD_BENCH=ON",
    ]
    generator = ["-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={binaries / 'ninja'}"]
    configure = ["-S", str(ROOT), "-B", str(BUILD), *generator, *options, "-DCROWNHEAD_NATIVE=ON"]
    for words in (configure, ["--build", str(BUILD)]):
        subprocess.run([str(binaries / "cmake"), *words], check=True, stdout=subprocess.DEVNULL)
    return BUILD / "crownhead-bench"


def build_tables(folder: Path, pieces: int) -> None:
    """Build all tables up to a number of pieces, with distances, in the order of their dependencies."""
    for count in range(2, pieces + 1):
        names = [name for name in _core.endgame_slices(count) if name <= _core.endgame_twin(name)]
        begun = process_time()
        for name in sorted(names, key=lambda name: int(name[0]) + int(name[2])):
            _core.endgame_solve(folder, name, True, None)
        print(f"built {count} pieces with distances in {process_time() - begun:.2f} s of CPU time")


def compare(bench: Path, folder: Path) -> bool:
    """Print the cost of probes of the folder, and return whether all are fast enough."""
    done = subprocess.run([bench, "endgame", folder], check=True, capture_output=True, text=True)
    quick = True
    for line in done.stdout.splitlines():
        name, _, cached, _, uncached, _, array = line.split()
        ratios = [float(time) / float(array) for time in (cached, uncached)]
        print(
            f"{name:11} cached {cached:>7} ns ({ratios[0]:.1f} x array)   "
            f"not cached {uncached:>8} ns ({ratios[1]:.0f} x array)   array {array} ns"
        )
        quick &= float(cached) < CACHED_NEEDS_BELOW and float(uncached) < UNCACHED_NEEDS_BELOW
    return quick


def main() -> None:
    """Measure the given folder, or a temporary one."""
    bench = build_bench()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(temporary)
        if len(sys.argv) == 1:
            build_tables(folder, 4)
        quick = compare(bench, folder)
    print(f"wanted: cached below {CACHED_NEEDS_BELOW} ns, uncached below {UNCACHED_NEEDS_BELOW} ns")
    sys.exit(0 if quick else 1)


if __name__ == "__main__":
    main()
