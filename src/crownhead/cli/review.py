"""Reviews of files of games."""

from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from crownhead.cli.analyse import with_depth, with_nodes
from crownhead.cli.command import argument, command, number, option
from crownhead.cli.games import in_file
from crownhead.cli.shared import (
    LEAST_SECONDS,
    print_json,
    tables_folder,
    with_json,
    with_replace,
    with_tables,
    with_workers,
)
from crownhead.cli.stopping import stoppable
from crownhead.engine import Limit
from crownhead.messages import Listed, counted, say
from crownhead.review import FileReview, Summary
from crownhead.review.judge import MARKS, games_of

_SECONDS: Final = 0.1
_ERRORS_SHOWN: Final = 20


@command("help.review")
@argument("file", "help.option.file", metavar="FILE.pdn", type=Path)
@number("--seconds N", "help.review.seconds", LEAST_SECONDS, kind=float)
@with_depth
@with_nodes
@option("--out FILE.pdn", "help.review.out", type=Path)
@option("--html FILE.html", "help.review.html", type=Path)
@with_workers
@with_tables
@with_replace
@with_json
def review(
    file: Path,
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
    out: Path | None,
    html: Path | None,
    jobs: int | None,
    cluster: str | None,
    tables: str | None,
    replace: bool,
    as_json: bool,
) -> None:
    """Find the mistakes in the games of a file."""
    no_limit = seconds is depth is nodes is None
    limit = Limit(_SECONDS if no_limit else seconds, depth, nodes)
    out = out or file.parent / f"{file.stem}.reviewed.pdn"
    html = html or out.parent / f"{out.stem}.html"
    # Other machines may not have our tables.
    known = None if cluster and tables is None else tables_folder(tables)
    work = FileReview(file, out, html, limit, known, replace=replace)
    with stoppable() as progress:
        task = progress.add_task(say("progress.reviewing"), total=None)

        def watch(finished: int, total: int) -> None:
            progress.update(task, completed=finished, total=total)

        summary = work.run(jobs=jobs, cluster=cluster, watch=watch)
    if as_json:
        print_json(_values(work, summary))
    else:
        _show(work, summary)


def _show(work: FileReview, summary: Summary) -> None:
    for _, line, column, sentence in summary.errors[:_ERRORS_SHOWN]:
        print(in_file(work.source, line, column, sentence))
    if len(summary.errors) > _ERRORS_SHOWN:
        print(say("cli.review.more-errors", count=len(summary.errors) - _ERRORS_SHOWN))
    marks = summary.marks
    found = Listed([counted(name, marks[mark]) for mark, name in MARKS.items()], "and")
    print(say("cli.review.found", games=games_of(summary.reviewed, summary.games), found=found))
    print(say("cli.wrote-both", one=work.out, two=work.html))
    if summary.left_out:
        print(say("review.left-out", count=len(summary.left_out), file=work.out.name))


def _values(work: FileReview, summary: Summary) -> dict[str, Any]:
    named = ("game", "line", "column", "sentence")
    return {
        "games": summary.games,
        "reviewed": summary.reviewed,
        "marks": summary.marks,
        "mistakes": [
            {"game": game, "move": move, **asdict(mistake)}
            for game, move, mistake in summary.mistakes
        ],
        "errors": [dict(zip(named, error, strict=True)) for error in summary.errors],
        "left_out": summary.left_out,
        "pdn": str(work.out),
        "html": str(work.html),
    }
