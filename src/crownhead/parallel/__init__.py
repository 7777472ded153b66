"""Parallel work: in this process, in several processes, or on a Dask cluster.

Reviews, matches, endgame tables and the book are tasks of a pool. `Work` says what a worker keeps,
such as an engine, and what it does with a task. Workers are a `concurrent.futures.Executor`: this
process, spawned processes, or Dask's client. Tasks are taken when there is room for them, so a list
of any length takes no memory. Worker processes wait on a pipe that is never written to, and end when
its other end closes: after Ctrl-C, and also when the program is killed.

>>> from contextlib import nullcontext
>>> from crownhead.parallel import Work, pool
>>> work = Work(lambda: nullcontext(10), lambda ten, number, tick: ten * number)
>>> with pool(work, jobs=1) as workers:
...     dict(workers.results([1, 2]))
{1: 10, 2: 20}
"""

import os
from contextlib import AbstractContextManager

from crownhead.parallel.pool import (
    Pool,
    Result,
    Task,
    Tick,
    Watch,
    Work,
    WorkersLostError,
    this_process,
)

__all__ = ["Pool", "Tick", "Watch", "Work", "WorkersLostError", "pool"]


def pool(
    work: Work[Task, Result],
    *,
    jobs: int | None = None,
    cluster: str | None = None,
    watch: Watch | None = None,
    apart: bool = False,
) -> AbstractContextManager[Pool[Task, Result]]:
    """The workers, for a `with` statement: a cluster's, or `jobs` processes, by default one for each core.

    A single worker is this process, unless `apart` asks for another. `watch` is called now and then with
    the number of finished steps of all tasks. When workers are lost, finished results are yielded, and
    then `WorkersLostError` is raised.
    """
    if cluster is not None:
        from crownhead.parallel.cluster import cluster_pool  # an optional extra

        return cluster_pool(work, cluster, watch)
    count = jobs or os.cpu_count() or 1
    if count > 1 or apart:
        from crownhead.parallel.processes import process_pool  # slow to import

        return process_pool(work, count, watch)
    return this_process(work, watch)
