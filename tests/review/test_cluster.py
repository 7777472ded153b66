"""Reviews and matches on a Dask cluster, with a real scheduler and two real workers."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Any, ClassVar

import pytest
from review_games import command, file_of_games, run

import crownhead
import programs
from crownhead import Position
from crownhead.arena import Match
from crownhead.book.workfile import GrowthFile
from crownhead.endgame import Build
from crownhead.engine import Limit
from crownhead.messages import Message, counted, say
from crownhead.parallel import WorkersLostError
from crownhead.parallel.cluster import _Attendance, _without_its_tracebacks
from crownhead.parallel.pool import _is_loss
from crownhead.review import FileReview
from refused import refused
from saying import says

# In its own process, because of its event loop and its warnings.
CLUSTER = """
import os, signal, sys, time
from distributed import LocalCluster
from distributed.core import Status
def kill(cluster, whom):
    while not any(task.state == "processing" for task in list(cluster.scheduler.tasks.values())):
        time.sleep(0.05)
    if whom == "all":
        cluster.close()
        return
    if whom == "scheduler":
        os.kill(os.getpid(), signal.SIGKILL)  # it is in this process
    for nanny in cluster.workers.values():
        if whom == "workers for good":
            nanny.status = Status.closing_gracefully  # and starts none in its place
        os.kill(nanny.process.pid, signal.SIGKILL)
if __name__ == "__main__":
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        print(cluster.scheduler_address, flush=True)
        whom = sys.stdin.readline().strip()
        if whom:
            kill(cluster, whom)
            sys.stdin.read()
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with cluster_in(tmp_path_factory.mktemp("cluster")) as (found, _):
        yield found


@contextmanager
def cluster_in(folder: Path, failures: int = 0) -> Iterator[tuple[str, IO[str]]]:
    """A cluster whose workers find modules in a folder first.

    A line written to it names who is killed as soon as there is something to do: workers, workers
    for good (and none is lost: others could still come), scheduler.
    """
    script = folder / "cluster.py"
    script.write_text(CLUSTER)
    with programs.start(
        [sys.executable, str(script)],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={
            **os.environ,
            "PYTHONPATH": str(folder),
            "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": str(failures),
        },
    ) as cluster:
        assert cluster.stdin is not None
        assert cluster.stdout is not None
        yield cluster.stdout.readline().strip(), cluster.stdin
        cluster.stdin.close()


def test_a_cluster_gives_what_this_machine_gives(tmp_path: Path, address: str) -> None:
    source = file_of_games(tmp_path, 6)
    here = FileReview(source, tmp_path / "here.pdn", tmp_path / "here.html", Limit(nodes=1000))
    here.run(jobs=1)
    out, html = tmp_path / "there.pdn", tmp_path / "there.html"
    words = ("--nodes", "1000", "--cluster", address, "--out", out, "--html", html)
    done = run("review", source, *words)
    assert done.returncode == 0, done.stderr
    assert out.read_text() == here.out.read_text()
    assert html.read_text() == here.html.read_text()


@pytest.mark.long
@pytest.mark.parametrize(
    ("found", "key"),
    [
        ("types.SimpleNamespace(__version__='0.0.1')", "cluster.other-version"),
        ("None", "cluster.no-crownhead"),
    ],
)
def test_workers_of_another_version_are_refused(tmp_path: Path, found: str, key: str) -> None:
    folder = tmp_path / "theirs"
    folder.mkdir()
    # Imported in all processes of the cluster.
    (folder / "sitecustomize.py").write_text(
        f"import sys, types\nsys.modules['crownhead'] = {found}\n"
    )
    with cluster_in(folder) as (address, _):
        done = run("review", file_of_games(tmp_path, 1), "--cluster", address)
    assert (done.returncode, done.stdout) == (2, "")
    assert says(done.stderr, key, version=crownhead.__version__)


@pytest.mark.long
def test_workers_that_are_lost_are_said(tmp_path: Path) -> None:
    source = file_of_games(tmp_path, 4)
    with cluster_in(tmp_path) as (address, orders):
        orders.write("workers\n")
        orders.flush()
        done = run("review", source, "--cluster", address, "--seconds", "60")
    assert (done.returncode, done.stdout) == (2, "")
    lost = Message("cluster.worker-lost", {"address": address})
    assert done.stderr.endswith(say("stopped.from-here", stopped=lost) + "\n")
    assert "Traceback" not in done.stderr


WAITING = """
import sys, time
from contextlib import nullcontext
from crownhead.errors import CrownheadError
from crownhead.parallel import Work
from crownhead.parallel.cluster import cluster_pool
try:
    work = Work(nullcontext, lambda kept, task, tick: time.sleep(1000))
    with cluster_pool(work, sys.argv[1], None, patience=1.0) as workers:
        list(workers.results([1]))
except CrownheadError as error:
    print(error)
"""


@pytest.mark.long
def test_a_cluster_without_workers_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    with cluster_in(tmp_path, failures=100) as (address, orders):
        orders.write("workers for good\n")
        orders.flush()
        done = programs.run(
            [sys.executable, "-c", WAITING, address],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
    values = {"address": address, "time": counted("second", 1)}
    assert done.stdout == say("cluster.no-workers", **values) + "\n", done.stderr


def test_how_long_workers_are_missed_begins_when_the_last_was_seen() -> None:
    class Client:
        status = "running"
        workers: ClassVar[dict[str, int]] = {}

        def nthreads(self) -> dict[str, int]:
            return self.workers

    moment = 0.0
    attendance = _Attendance(Client(), "there", 20.0, now=lambda: moment)
    done: Future[int] = Future()
    done.set_result(1)
    moment = 15.0  # so long there were results, and nobody asked who is there
    attendance.check()
    moment = 34.0
    attendance.check()
    attendance.note(done)  # they came back for a moment
    attendance.check()
    moment = 53.0
    attendance.check()
    moment = 54.0
    with refused(WorkersLostError, "cluster.no-workers", address="there"):
        attendance.check()


@pytest.mark.long
def test_a_cluster_that_closes_is_said_without_its_tracebacks(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    words = ("random", "greedy", "--games", "100000", "--pdn", path)
    with cluster_in(tmp_path, failures=100) as (address, orders):
        orders.write("all\n")
        orders.flush()
        done = run("arena", *words, "--cluster", address)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert says(done.stderr, "cluster.gone", address=address)


@pytest.mark.long
def test_a_match_on_a_cluster_is_the_match_of_this_machine(tmp_path: Path, address: str) -> None:
    here = tmp_path / "here.pdn"
    results = Match(("engine:nodes=200", "greedy"), games=4, file=here).play(jobs=1)
    there = tmp_path / "there.pdn"
    words = ("engine", "greedy", "--nodes", "200", "--games", "4", "--pdn", there)
    done = run("arena", *words, "--cluster", address)
    assert done.stdout == f"engine:nodes=200 v greedy: {next(iter(results.values()))}\n", (
        done.stderr
    )
    assert sorted(here.read_text().split("\n\n")) == sorted(there.read_text().split("\n\n"))


@pytest.mark.long
def test_endgame_tables_of_a_cluster_are_those_of_this_machine(
    tmp_path: Path, address: str
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    Build(here, 3).run(jobs=1)
    done = run("endgame", "build", "--pieces", "3", "--dir", there, "--cluster", address)
    assert done.returncode == 0, done.stderr
    files = [{path.name: path.read_bytes() for path in one.iterdir()} for one in (here, there)]
    assert files[0] == files[1]


@pytest.mark.long
def test_a_book_grows_on_a_cluster(tmp_path: Path, address: str) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    how = ("--positions", "9", "--nodes", "1000")
    done = run("book", "grow", there, *how, "--cluster", address)
    assert done.stdout.startswith("expanded 9 positions; "), done.stderr
    run("book", "grow", here, *how, "--jobs", "1")
    graphs = []
    for path in (here, there):
        with closing(GrowthFile(path)) as file:
            graphs.append(file.graph())
    start = Position.start()
    first = [start.play(move).key for move in start.legal_moves()]  # which are scored together
    scores = [[graph.entries[key].score for key in first] for graph in graphs]
    assert scores[0] == scores[1]
    assert [graph.expanded for graph in graphs] == [9, 9]


@pytest.mark.long
def test_a_cluster_that_is_gone_is_said(tmp_path: Path) -> None:
    source = file_of_games(tmp_path, 4)
    with cluster_in(tmp_path) as (address, orders):
        orders.write("scheduler\n")
        orders.flush()
        done = run("review", source, "--cluster", address, "--seconds", "60")
    assert (done.returncode, done.stdout) == (2, "")
    gone = Message("cluster.gone", {"address": address})
    assert done.stderr.endswith(say("stopped.from-here", stopped=gone) + "\n")
    assert "Traceback" not in done.stderr


# The program with a shorter timeout.
IMPATIENT = """
from crownhead.__main__ import main
from crownhead.parallel import cluster
cluster._SECONDS_TO_CONNECT = 0.5
main()
"""


def test_an_address_where_nobody_answers_is_said(tmp_path: Path) -> None:
    words = ("review", str(file_of_games(tmp_path, 1)), "--cluster")
    with socket.socket() as taken:  # it is ours and does not listen
        taken.bind(("127.0.0.1", 0))
        nobody = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        for address in (nobody, "nonsense://x"):
            done = programs.run(
                [sys.executable, "-c", IMPATIENT, *words, address],
                capture_output=True,
                text=True,
                check=False,
                timeout=120,
            )
            assert (done.returncode, done.stdout) == (2, "")
            assert says(done.stderr, "cluster.no-scheduler", address=address), done.stderr


def test_dask_is_only_imported_for_a_cluster() -> None:
    code = "import sys, crownhead.cli; print({'distributed', 'dask'} & set(sys.modules))"
    done = programs.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_without_dask_there_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "distributed.py").write_text("raise ModuleNotFoundError(name='distributed')\n")
    done = programs.run(
        command("review", file_of_games(tmp_path, 1), "--cluster", "127.0.0.1:1"),
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    cluster = Message("package.cluster")
    missing = say("package.missing", what=cluster, package="distributed", extra="cluster")
    assert done.stderr == f"crownhead: {missing}\n"


def test_tornado_tells_of_others_errors_and_not_of_dasks(caplog: pytest.LogCaptureFixture) -> None:
    from distributed.client import FutureCancelledError

    logger = logging.getLogger("tornado.application")
    with _without_its_tracebacks():
        for error in (FutureCancelledError("do-1", "the scheduler has ended"), ValueError("ours")):
            logger.error("exception in a callback: %s", error, exc_info=error)
    logger.error("afterwards", exc_info=FutureCancelledError("do-2", "as usual"))
    told = [record.getMessage() for record in caplog.records]
    assert told == ["exception in a callback: ours", "afterwards"]


def test_a_future_without_an_answer_is_a_worker_that_was_lost() -> None:
    """Dask's error for a task whose cluster ends while its result is requested."""
    from distributed.cfexecutor import _cascade_future

    class Unanswered:
        status = "lost"

        async def _result(self, raiseit: bool = True) -> None:
            return None

    class Failed(Unanswered):
        async def _result(self, raiseit: bool = True) -> Any:
            try:
                int("x")
            except ValueError as error:
                return ValueError, error, error.__traceback__

    async def outcome(of: Unanswered) -> BaseException | None:
        told: Future[Any] = Future()
        await _cascade_future(of, told)
        return told.exception()

    for asked, is_loss in ((Unanswered(), True), (Failed(), False)):
        error = asyncio.run(outcome(asked))
        assert isinstance(error, Exception)
        assert _is_loss(error) == is_loss, error
