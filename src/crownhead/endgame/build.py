"""Building tables: slices are tasks that need each other, done on all cores or a cluster, and never twice."""

from __future__ import annotations

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
from crownhead.errors import EndgameError, quoted
from crownhead.files import explained, path_of, shown
from crownhead.locks import locked
from crownhead.machine import memory_bytes
from crownhead.parallel import Tick, Work, pool

# Measured on one core of a common machine.
_POSITIONS_A_SECOND: Final = {False: 5_500_000, True: 3_300_000}
# Bytes of a file for each position, by whether it has distances.
_BYTES_A_POSITION: Final = {False: 0.018, True: 0.4}
_KINGS_WITH_DISTANCE: Final = 5  # pieces
_PROGRAM_BYTES: Final = 40 * 2**20  # of each process, without what it builds
_POSITIONS_A_TICK: Final = 100_000

#: Is told how many positions are done, of how many, and the slices that are finished, of how many.
Watch = Callable[[int, int, int, int], None]


class Cost(NamedTuple):
    """What a build needs, about: bytes of memory and of disk, and seconds."""

    memory: int
    disk: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Build:
    """All tables up to a number of pieces. What is there is not built again.

    Kings alone have distances also where only results are asked for: nothing else tells a player how
    to go on, and with a man somebody must move it.

    >>> build = Build(Path("tables"), pieces=3)
    >>> build.tasks["0110.wdl"]
    ('0101.plies',)
    """

    folder: Path
    pieces: int
    distance: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "folder", path_of(self.folder, "folder"))
        if not isinstance(self.pieces, int):
            raise EndgameError(f"pieces must be a whole number, not {quoted(self.pieces)}")
        if not 2 <= self.pieces <= MOST_PIECES:
            raise EndgameError(
                f"endgame tables have 2 to {MOST_PIECES} pieces, not {self.pieces}; "
                "docs/endgame.md says what more would take"
            )

    @property
    def tasks(self) -> dict[str, tuple[str, ...]]:
        """The file of one slice of each pair of twins, with those that must be there before it."""
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
        """The tasks that are not done yet: a file is missing, of another version, or damaged."""
        tasks = self.tasks
        missing = {file for file in tasks if not self._is_done(file)}
        return {file: tasks[file] for file in tasks if file in missing}

    def _is_done(self, file: str) -> bool:
        """Whether a slice and its twin have their files, whole. Distances tell results too."""
        name, distance = _slice_of(file)
        return all(
            any(core.endgame_is_whole(self.folder, one, kind) for kind in {distance, True})
            for one in (name, core.endgame_twin(name))
        )

    def damaged(self) -> list[Path]:
        """Files of these slices that cannot be read, of either kind: one of them stops all probing."""
        return [
            file
            for name in self._slices()
            for distance in (False, True)
            for file in [self.folder / core.endgame_file(name, distance)]
            if file.exists() and not core.endgame_is_whole(self.folder, name, distance)
        ]

    def cost(self, jobs: int | None = None) -> Cost:
        """What is still to be done needs so much, with so many processes at once."""
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
        """Build what is missing; return how many slices were built.

        It can be stopped at any moment and goes on with the next call. On a cluster the folder must
        be one that all its machines share.
        """
        self.prepare()
        with self._held(shared=True):  # any number may build: they write the same bytes
            return self._run(jobs, cluster, watch)

    def _run(self, jobs: int | None, cluster: str | None, watch: Watch | None) -> int:
        tasks, left = self.tasks, self.left()
        total = sum(map(positions_of, tasks))
        before = total - sum(map(positions_of, left))
        finished = len(tasks) - len(left)

        def tell(steps: int) -> None:
            if watch is not None:
                done = min(before + steps * _POSITIONS_A_TICK, total)
                watch(done, total, finished, len(tasks))

        if not left:
            tell(0)
            return 0
        work = Work(nullcontext, partial(_solve, os.fspath(self.folder.resolve())))
        with pool(work, jobs=_processes(left, jobs), cluster=cluster, watch=tell) as workers:
            for _ in workers.results_in_order(left):
                finished += 1
        return len(left)

    def prepare(self) -> None:
        """Make the folder, remove what is half written or damaged, and refuse what cannot be done."""
        with explained(EndgameError, "file.unwritable-folder", path=shown(self.folder)):
            self.folder.mkdir(parents=True, exist_ok=True)
            with self._held(shared=False) as alone:  # nobody begins to write meanwhile
                for leftover in [*self._leftovers(), *self.damaged()] if alone else ():
                    leftover.unlink(missing_ok=True)
        needed = _memory(self.left(), 1)
        if needed > memory_bytes():
            raise EndgameError(
                f"these tables need {needed / 1e9:.1f} GB of memory to build, and this machine "
                f"has {memory_bytes() / 1e9:.1f} GB"
            )

    @contextmanager
    def _held(self, *, shared: bool) -> Iterator[bool]:
        """Hold the folder, and say whether that was possible."""
        folder, held = os.open(self.folder, os.O_RDONLY), False
        try:
            with suppress(OSError):  # a file system without locks
                held = locked(folder, shared=shared)
            yield held
        finally:
            os.close(folder)

    def _leftovers(self) -> Iterator[Path]:
        """What a process that was killed had begun to write."""
        for file in self.left():
            name, distance = _slice_of(file)
            for one in (name, core.endgame_twin(name)):
                yield from self.folder.glob(f".{core.endgame_file(one, distance)}.*.part")


def positions_of(file: str) -> int:
    """How many positions a slice and its twin have, by the file of one of them."""
    name, _ = _slice_of(file)
    return sum(map(core.endgame_positions, {name, core.endgame_twin(name)}))


def _slice_of(file: str) -> tuple[str, bool]:
    """The slice of a file, and whether it has distances."""
    name = file.partition(".")[0]
    return name, file == core.endgame_file(name, True)


def _solve(folder: str, _: Any, file: str, tick: Tick) -> None:
    """Build a slice and its twin; a tick is so many positions."""
    positions, ticks = positions_of(file), 0

    def tell(share: float) -> None:
        nonlocal ticks
        while (ticks + 1) * _POSITIONS_A_TICK <= share * positions:
            ticks += 1
            tick()

    core.endgame_solve(folder, *_slice_of(file), tell)


def _processes(left: Iterable[str], jobs: int | None) -> int:
    """How many slices are built at once: as many as were asked for, or as there are cores and memory."""
    count = jobs or os.cpu_count() or 1
    while count > 1 and _memory(left, count) > memory_bytes():
        count -= 1
    return count


def _memory(left: Iterable[str], jobs: int) -> int:
    """Bytes that are used at most when so many of some slices are built at once."""
    sizes = sorted((core.endgame_memory(*_slice_of(file)) for file in left), reverse=True)
    return sum(sizes[:jobs]) + (jobs + 1) * _PROGRAM_BYTES


def _pieces(name: str) -> int:
    return sum(map(int, name))


def _men(name: str) -> int:
    return int(name[0]) + int(name[2])
