"""Building tables: slices are tasks with dependencies, on all cores or a cluster."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

from crownhead._native import core
from crownhead.endgame.tables import MOST_PIECES
from crownhead.errors import EndgameError
from crownhead.files import explained, path_of, shown
from crownhead.locks import locked
from crownhead.machine import memory_bytes
from crownhead.messages import figure
from crownhead.numeric import whole_within
from crownhead.parallel import Tick, Work, pool

# Measured on one core of a common machine.
_POSITIONS_A_SECOND: Final = {False: 5_500_000, True: 3_300_000}
# Bytes of a file for each position, without and with distances.
_BYTES_A_POSITION: Final = {False: 0.018, True: 0.4}
_KINGS_WITH_DISTANCE: Final = 5  # pieces
_PROGRAM_BYTES: Final = 40 * 2**20  # of each process, without its slice
_POSITIONS_A_TICK: Final = 100_000

#: Called with the numbers of finished and of all positions, and of finished and of all slices.
Watch = Callable[[int, int, int, int], None]


class Cost(NamedTuple):
    """An estimate for a build: bytes of memory, bytes on disk, and seconds."""

    memory: int
    disk: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Build:
    """All tables up to a number of pieces. Existing tables are not built again.

    Slices of kings alone always have distances, because a player could not make progress without them.
    In other slices, men must move sooner or later.

    >>> build = Build(Path("tables"), pieces=3)
    >>> build.tasks["0110.wdl"]
    ('0101.plies',)
    """

    folder: Path
    pieces: int
    distance: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "folder", path_of(self.folder, "folder"))
        whole_within(EndgameError, "pieces", self.pieces, 2, MOST_PIECES)

    @property
    def tasks(self) -> dict[str, tuple[str, ...]]:
        """The file of one slice of each pair of twins, with the files that it depends on."""
        first = {name: min(name, core.endgame_twin(name)) for name in self._slices()}
        names = sorted(set(first.values()), key=lambda name: (_pieces(name), _men(name), name))
        return {
            self._file(name): tuple(
                sorted({self._file(first[need]) for need in core.endgame_needs(name)})
            )
            for name in names
        }

    def _slices(self) -> Iterator[str]:
        return chain.from_iterable(map(core.endgame_slices, range(2, self.pieces + 1)))

    def _file(self, name: str) -> str:
        kings = not _men(name) and _pieces(name) <= _KINGS_WITH_DISTANCE
        return core.endgame_file(name, self.distance or kings)

    def left(self) -> dict[str, tuple[str, ...]]:
        """The tasks with a file that is missing, damaged, or of another version."""
        tasks = self.tasks
        missing = {file for file in tasks if not self._is_done(file)}
        return {file: tasks[file] for file in tasks if file in missing}

    def _is_done(self, file: str) -> bool:
        """Whether the files of a slice and its twin are complete. Distances include results."""
        name, distance = _slice_of(file)
        return all(
            any(core.endgame_is_whole(self.folder, one, kind) for kind in {distance, True})
            for one in (name, core.endgame_twin(name))
        )

    def damaged(self) -> list[Path]:
        """Damaged files of these slices, of either kind. A single one prevents probing."""
        return [
            file
            for name in self._slices()
            for distance in (False, True)
            for file in [self.folder / core.endgame_file(name, distance)]
            if file.exists() and not core.endgame_is_whole(self.folder, name, distance)
        ]

    def cost(self, jobs: int | None = None) -> Cost:
        """An estimate for the remaining work with a number of processes."""
        left = self.left()
        jobs = _processes(left, jobs)
        kinds = [(positions_of(file), _slice_of(file)[1]) for file in left]
        return Cost(
            _memory(left, jobs),
            int(sum(count * _BYTES_A_POSITION[distance] for count, distance in kinds)),
            sum(count / _POSITIONS_A_SECOND[distance] for count, distance in kinds) / jobs,
        )

    def run(
        self, *, jobs: int | None = None, cluster: str | None = None, watch: Watch | None = None
    ) -> int:
        """Build the missing slices and return their number.

        It can be stopped at any time and continues with the next call. On a cluster, all machines must
        share the folder.
        """
        self.prepare()
        with self._held(shared=True):  # several may build at once: they write the same bytes
            return self._run(jobs, cluster, watch)

    def _run(self, jobs: int | None, cluster: str | None, watch: Watch | None) -> int:
        tasks, left = self.tasks, self.left()
        total = sum(map(positions_of, tasks))
        before = total - sum(map(positions_of, left))
        finished = len(tasks) - len(left)

        def report(steps: int) -> None:
            if watch is not None:
                done = min(before + steps * _POSITIONS_A_TICK, total)
                watch(done, total, finished, len(tasks))

        if not left:
            report(0)
            return 0
        work = Work(nullcontext, partial(_solve, os.fspath(self.folder.resolve())))
        with pool(work, jobs=_processes(left, jobs), cluster=cluster, watch=report) as workers:
            for _ in workers.results_in_order(left):
                finished += 1
        return len(left)

    def prepare(self) -> None:
        """Make the folder, remove incomplete and damaged files, and check the memory."""
        with explained(EndgameError, "file.unwritable-folder", path=shown(self.folder)):
            self.folder.mkdir(parents=True, exist_ok=True)
            with self._held(shared=False) as alone:  # nobody else writes meanwhile
                for leftover in [*self._leftovers(), *self.damaged()] if alone else ():
                    leftover.unlink(missing_ok=True)
        needed = _memory(self.left(), 1)
        if needed > memory_bytes():
            found = figure(memory_bytes() / 1e9, ".1f")
            raise EndgameError(
                "endgame.needs-memory", needed=figure(needed / 1e9, ".1f"), found=found
            )

    @contextmanager
    def _held(self, *, shared: bool) -> Iterator[bool]:
        """Lock the folder, and say whether that was possible."""
        folder, held = os.open(self.folder, os.O_RDONLY), False
        try:
            with suppress(OSError):  # a file system without locks
                held = locked(folder, shared=shared)
            yield held
        finally:
            os.close(folder)

    def _leftovers(self) -> Iterator[Path]:
        """The incomplete files of killed processes."""
        for file in self.left():
            name, distance = _slice_of(file)
            for one in (name, core.endgame_twin(name)):
                yield from self.folder.glob(f".{core.endgame_file(one, distance)}.*.part")


def positions_of(file: str) -> int:
    """The number of positions of a slice and its twin, by the file of one of them."""
    name, _ = _slice_of(file)
    return sum(map(core.endgame_positions, {name, core.endgame_twin(name)}))


def _slice_of(file: str) -> tuple[str, bool]:
    """The slice of a file, and whether it has distances."""
    name = file.partition(".")[0]
    return name, file == core.endgame_file(name, True)


def _solve(folder: str, _: Any, file: str, tick: Tick) -> None:
    """Build a slice and its twin, with a tick for each _POSITIONS_A_TICK."""
    positions, ticks = positions_of(file), 0

    def report(share: float) -> None:
        nonlocal ticks
        while (ticks + 1) * _POSITIONS_A_TICK <= share * positions:
            ticks += 1
            tick()

    core.endgame_solve(folder, *_slice_of(file), report)


def _processes(left: Iterable[str], jobs: int | None) -> int:
    """The number of slices to build at once: limited by `jobs` or the cores, and by memory."""
    count = jobs or os.cpu_count() or 1
    while count > 1 and _memory(left, count) > memory_bytes():
        count -= 1
    return count


def _memory(left: Iterable[str], jobs: int) -> int:
    """The most bytes in use while `jobs` of these slices are built at once."""
    sizes = sorted((core.endgame_memory(*_slice_of(file)) for file in left), reverse=True)
    return sum(sizes[:jobs]) + (jobs + 1) * _PROGRAM_BYTES


def _pieces(name: str) -> int:
    return sum(map(int, name))


def _men(name: str) -> int:
    return int(name[0]) + int(name[2])
