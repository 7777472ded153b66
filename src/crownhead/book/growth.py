"""Growing a book: the engine searches the moves of the most important leaves, on cores or a cluster."""

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from crownhead.book.graph import NO_MOVES, Candidate
from crownhead.book.workfile import GrowthFile, Settings
from crownhead.engine.engine import Engine
from crownhead.engine.limits import Limit
from crownhead.engine.network import usual_network
from crownhead.errors import BookError, EngineError
from crownhead.openings import ballots
from crownhead.parallel import Tick, Watch, Work, pool
from crownhead.position import Position

#: The default number of nodes for a position.
NODES: Final = 100_000

# A move that loses a man in a search with a tenth of the nodes gets no full search.
_FIRST_SHARE: Final = 10
_CLEARLY_WORSE: Final = 100
# Leaves are sorted again after this many expansions, or after this share of all expansions.
_FEWEST_AT_ONCE: Final = 4
_SHARE_AT_ONCE: Final = 100


class Growth:
    """A book that grows in a file. No position is searched twice."""

    def __init__(self, path: Path, nodes: int | None = None) -> None:
        """Open or create the file. The nodes must be those it was grown with."""
        evaluation = evaluation_used()
        self._running: set[int] = set()
        self.file = GrowthFile(path, Settings(nodes or NODES, evaluation))
        known = self.file.settings
        try:
            if nodes not in (None, known.nodes):
                raise BookError("book.other-nodes", path=self.file.path, nodes=known.nodes)
            if evaluation != known.evaluation:
                found = {"known": known.evaluation, "evaluation": evaluation}
                raise BookError("book.other-evaluation", path=self.file.path, **found)
            self.graph = self.file.graph()
        except BaseException:
            self.file.close()
            raise

    def run(
        self,
        positions: int,
        *,
        jobs: int | None = None,
        cluster: str | None = None,
        watch: Watch | None = None,
    ) -> int:
        """Expand the most important leaves up to a total of positions; return the number of new ones."""
        before = self.graph.expanded
        settings = self.file.settings
        work = Work(partial(_begin, settings.evaluation), partial(_look, settings.nodes))
        if positions <= before:
            return 0
        try:
            with pool(work, jobs=jobs, cluster=cluster) as workers:
                while (known := self.graph.expanded) < positions:
                    for task, scores in workers.results(self._tasks(positions)):
                        self._take(task, scores)
                        if watch is not None:
                            watch(self.graph.expanded)
                    if self.graph.expanded == known:
                        break  # all lines are complete
        finally:
            self._running.clear()
            self.graph.weigh()
        return self.graph.expanded - before

    def _tasks(self, positions: int) -> Iterator[Candidate]:
        """Leaves in the order of their importance, which is updated now and then."""
        graph, running = self.graph, self._running
        while True:
            graph.weigh()
            count = max(graph.expanded // _SHARE_AT_ONCE, _FEWEST_AT_ONCE)
            leaves = [key for key in graph.leaves() if key not in running][:count]
            if not leaves:
                return  # until running tasks are done
            for key in leaves:
                if graph.expanded + len(running) >= positions:
                    return
                running.add(key)
                yield graph.candidate(key)

    def _take(self, task: Candidate, scores: tuple[int, ...]) -> None:
        position = Position.from_fen(task.fen)
        moves = position.legal_moves()
        found = [
            (position.play(moves[index]), score)
            for index, score in zip(task.moves, scores, strict=True)
        ]
        self.file.add(position, found)
        for one, score in found:
            self.graph.add(one, score)
        self.graph.expand(task.key)
        self._running.discard(task.key)

    def close(self) -> None:
        """Close the file."""
        self.file.close()


def evaluation_used() -> str:
    """A name for the evaluation of engines here. Different networks have different names."""
    network = usual_network()
    if network is None:
        return "classic"
    values = [network.value(one.position) for one in ballots()]
    return f"network {zlib.crc32(repr(values).encode()):08x}"


@contextmanager
def _begin(evaluation: str) -> Iterator[Engine]:
    """A worker's engine, which must have the evaluation of the book."""
    if evaluation_used() != evaluation:
        raise EngineError("book.worker", evaluation=evaluation_used(), wanted=evaluation)
    with Engine(hash_mb=32) as engine:
        yield engine


def _look(nodes: int, engine: Engine, task: Candidate, tick: Tick) -> tuple[int, ...]:
    """The scores of the positions after the moves of a task, each for its side to move."""
    engine.forget()  # so that a score depends on no other task
    position = Position.from_fen(task.fen)
    legal = position.legal_moves()
    after = [position.play(legal[index]) for index in task.moves]
    first = [_score(engine, one, max(nodes // _FIRST_SHARE, 1)) for one in after]
    bound = min(first, default=0) + _CLEARLY_WORSE
    found = tuple(
        _score(engine, one, nodes) if score <= bound else score
        for one, score in zip(after, first, strict=True)
    )
    tick()
    return found


def _score(engine: Engine, position: Position, nodes: int) -> int:
    if not position.legal_moves():
        return NO_MOVES
    return engine.analyse(position, Limit(nodes=nodes))[0].score.points
