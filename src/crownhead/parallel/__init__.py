"""Work on several things at once: in this process, in several of this machine, or on a Dask cluster.

>>> from contextlib import nullcontext
>>> from crownhead.parallel import Work, pool
>>> work = Work(lambda: nullcontext(10), lambda ten, number, tick: ten * number)
>>> with pool(work, jobs=1) as workers:
...     dict(workers.results([1, 2]))
{1: 10, 2: 20}
"""

from crownhead.parallel.pool import Pool, Tick, Work, WorkersLostError, pool

__all__ = ["Pool", "Tick", "Work", "WorkersLostError", "pool"]
