"""The benchmark of the search: its node count changes only with the search."""

import time
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from crownhead.engine.engine import Engine
from crownhead.engine.limits import Limit
from crownhead.engine.network import Network
from crownhead.openings import ballot
from crownhead.position import Position

_BALLOTS: Final = (1, 20, 48, 60, 87, 105, 133, 150)
_LATER: Final = (
    "B:W17,21,22,25,26,29,30,31:B5,6,7,9,10,12,14,16",
    "W:W18,19,23,26,27,30,32:B3,4,8,10,11,14,20",
    "B:WK4,18,23,31:B10,12,K22,21",
    "W:WK15,K19,28:BK6,K10,12",
    "B:WK32,27,24:BK18,K23,20",
)
_DEPTH: Final = 13


class BenchResult(NamedTuple):
    """The nodes searched and the seconds that it took."""

    nodes: int
    seconds: float


def run_bench(
    watch: Callable[[Iterable[Position]], Iterable[Position]] = iter,
    evaluation: str | Network = "classic",
) -> BenchResult:
    """Search all positions, each with an empty table, on one thread; `watch` may show progress.

    The default is the classic evaluation, because its node count does not depend on a network.
    """
    positions = [*(ballot(number).position for number in _BALLOTS), *map(Position.from_fen, _LATER)]
    nodes = 0
    begin = time.perf_counter()
    with Engine(threads=1, hash_mb=16, evaluation=evaluation) as engine:
        for position in watch(positions):
            engine.forget()
            nodes += engine.analyse(position, Limit(depth=_DEPTH))[0].nodes
    return BenchResult(nodes, time.perf_counter() - begin)
