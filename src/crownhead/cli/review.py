"""Reviews of files of games."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from crownhead.cli.analyse import DepthOption, NodesOption
from crownhead.cli.shared import (
    ClusterOption,
    JobsOption,
    JsonOption,
    ReplaceOption,
    TablesOption,
    print_json,
    tables_folder,
)
from crownhead.cli.stopping import stoppable
from crownhead.engine import Limit
from crownhead.phrases import counted
from crownhead.review import FileReview, Summary
from crownhead.review.chances import word_of
from crownhead.review.words import games_of, left_out

_SECONDS: Final = 0.1
_ERRORS_SHOWN: Final = 20


def review(
    file: Annotated[Path, typer.Argument(help="A PDN file.", metavar="FILE.pdn")],
    seconds: Annotated[
        float | None,
        typer.Option(help="Seconds a move; 0.1 if no other limit is given.", min=0.001),
    ] = None,
    depth: DepthOption = None,
    nodes: NodesOption = None,
    out: Annotated[
        Path | None,
        typer.Option(help="The annotated games; FILE.reviewed.pdn by default.", metavar="FILE.pdn"),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(
            help="The page; named after the annotated games by default.", metavar="FILE.html"
        ),
    ] = None,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    tables: TablesOption = None,
    replace: ReplaceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Find the mistakes in games: write them annotated, and a page with graphs and boards."""
    no_limit = seconds is depth is nodes is None
    limit = Limit(_SECONDS if no_limit else seconds, depth, nodes)
    out = out or file.parent / f"{file.stem}.reviewed.pdn"
    html = html or out.parent / f"{out.stem}.html"
    # Other machines need not have our tables.
    known = None if cluster and tables is None else tables_folder(tables)
    work = FileReview(file, out, html, limit, known, replace=replace)
    with stoppable() as progress:
        task = progress.add_task("reviewing", total=None)

        def watch(finished: int, total: int) -> None:
            progress.update(task, completed=finished, total=total)

        summary = work.run(jobs=jobs, cluster=cluster, watch=watch)
    if as_json:
        print_json(_values(work, summary))
    else:
        _show(work, summary)


def _show(work: FileReview, summary: Summary) -> None:
    for _, line, column, sentence in summary.errors[:_ERRORS_SHOWN]:
        print(f"{work.source}:{line}:{column}: {sentence}")
    if len(summary.errors) > _ERRORS_SHOWN:
        print(f"and {len(summary.errors) - _ERRORS_SHOWN} more errors; the page lists them all")
    marks = summary.marks
    found = ", ".join(counted(marks[mark], word_of(mark)) for mark in ("??", "?", "?!"))
    some = " reviewed" if summary.left_out else ""
    print(f"{games_of(summary.reviewed, summary.games)}{some}: {found}")
    print(f"wrote {work.out} and {work.html}")
    if summary.left_out:
        print(left_out(len(summary.left_out), work.out.name))


def _values(work: FileReview, summary: Summary) -> dict[str, Any]:
    errors = [
        {"game": game, "line": line, "column": column, "sentence": sentence}
        for game, line, column, sentence in summary.errors
    ]
    return {
        "games": summary.games,
        "reviewed": summary.reviewed,
        "marks": summary.marks,
        "mistakes": [
            {"game": game, "move": move, **asdict(mistake)}
            for game, move, mistake in summary.mistakes
        ],
        "errors": errors,
        "left_out": summary.left_out,
        "pdn": str(work.out),
        "html": str(work.html),
    }
