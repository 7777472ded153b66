"""The search and its opponents: compare, bench and opponents."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from crownhead.cli.command import argument, command, number, option
from crownhead.cli.perft import (
    LONGEST,
    SECONDS_TO_LOOK,
    SECONDS_WITHOUT_A_WORD,
    Estimate,
    grown,
    roughly,
)
from crownhead.cli.shared import (
    check_output,
    position_of,
    print_json,
    progress_bar,
    warn,
    with_json,
    with_replace,
    with_rules,
)
from crownhead.cli.stopping import stoppable
from crownhead.cli.tables import print_table
from crownhead.engine import METHODS
from crownhead.engine import search as search_textbook
from crownhead.engine.bench import run_bench
from crownhead.errors import CrownheadError, needing
from crownhead.files import draft
from crownhead.messages import Message, counted, figure, say
from crownhead.outcome import in_moves
from crownhead.players import CLASSIC_NAMES, NAMES, levels, rated_opponents
from crownhead.position import Position

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


@command("help.compare")
@argument("fen", "help.option.position", default="start")
@number("--depth N", "help.compare.depth", 1, 20, default=6)
@option("--evaluation NAME", "help.compare.evaluation", default="pieces")
@with_rules
@option("--plot FILE", "help.compare.plot", type=Path)
@option("--force", "help.compare.force")
@with_replace
@with_json
def compare(
    fen: str,
    depth: int,
    evaluation: str,
    rules: str,
    plot: Path | None,
    force: bool,
    replace: bool,
    as_json: bool,
) -> None:
    """Compare the textbook methods, ply by ply."""
    position = position_of(fen, rules)
    if plot is not None:
        check_output(plot, replace=replace)
    rows: list[dict[str, Any]] = []
    stopped: click.exceptions.Exit | None = None
    try:
        with stoppable(lambda stopped: _stopped(stopped, rows)) as progress:
            _compare(rows, position, depth, evaluation, progress, force=force)
    except click.exceptions.Exit as stop:  # the rows so far are shown
        stopped = stop
    if plot is not None:
        _plot(rows, plot, replace=replace)
    if as_json:
        print_json({"fen": position.fen, "evaluation": evaluation, "depths": rows})
    else:
        _print_rows(rows)
    if stopped is not None:
        raise stopped


def _stopped(stopped: Message, rows: Sequence[object]) -> Message:
    return Message("cli.compare.stopped", {"stopped": stopped, "plies": counted("ply", len(rows))})


def _compare(
    rows: list[dict[str, Any]],
    position: Position,
    depth: int,
    evaluation: str,
    progress: Progress,
    *,
    force: bool,
) -> None:
    """Add a row for each ply; refuse if the first rows show that it takes too long."""
    begun = time.perf_counter()
    counts = [len(METHODS)]  # the position itself
    task: TaskID | None = None

    def tick() -> bool:
        if task is not None:
            progress.update(task, completed=time.perf_counter() - begun)
        return False

    for ply in range(1, depth + 1):
        before = time.perf_counter()
        rows.append(_row(position, ply, evaluation, tick))
        counts.append(sum(rows[-1][method]["nodes"] for method in METHODS))
        now = time.perf_counter()
        if ply == depth or now - begun < SECONDS_TO_LOOK:
            continue
        guess = grown(counts, now - before)
        if task is None:
            _tell_how_long(guess, depth, force=force, aloud=progress.disable)
            task = progress.add_task(say("progress.comparing"))
        progress.update(task, total=now - begun + _seconds_left(guess, depth))


def _seconds_left(guess: Estimate, depth: int) -> float:
    """The seconds for the plies after those of an estimate."""
    return sum(guess.seconds(ply) for ply in range(guess.plies + 1, depth + 1))


def _tell_how_long(guess: Estimate, depth: int, *, force: bool, aloud: bool) -> None:
    seconds = _seconds_left(guess, depth)
    long = roughly(math.log10(max(seconds, 1)))
    plies = counted("ply", depth)
    if seconds > LONGEST and not force:
        fewer = next(ply for ply in range(depth, 0, -1) if _seconds_left(guess, ply) <= LONGEST)
        least = counted("ply", fewer)
        raise CrownheadError("cli.compare.too-long", plies=plies, time=long, fewer=least)
    if aloud and seconds > SECONDS_WITHOUT_A_WORD:
        warn("cli.compare.takes", plies=plies, time=long)


def _print_rows(rows: list[dict[str, Any]]) -> None:
    shown = []
    for row in rows:
        counts = [figure(row[method]["nodes"]) for method in METHODS]
        best = row["best"] or say("cli.compare.no-move")
        shown.append((str(row["depth"]), *counts, str(_value(row)), best))
    print_table(("column.depth", *METHODS, "column.value", "column.best"), shown)


def _value(row: dict[str, Any]) -> Message | str:
    """The value, or the proven result."""
    if row["plies"] is None:
        return f"{row['value']:g}"
    if row["plies"] == 0:
        return Message("cli.compare.lost")
    key = "score.won-in" if row["plies"] > 0 else "score.lost-in"
    return Message(key, {"moves": in_moves(row["plies"])})


def _row(
    position: Position, depth: int, evaluation: str, tick: Callable[[], bool]
) -> dict[str, Any]:
    row: dict[str, Any] = {"depth": depth}
    for method in METHODS:
        answer = search_textbook(
            position, depth, method=method, evaluation=evaluation, should_stop=tick
        )
        row[method] = {"nodes": answer.nodes, "leaves": answer.leaves, "cutoffs": answer.cutoffs}
        # A proven end has no value: JSON knows no infinity.
        found: dict[str, Any] = {
            "value": answer.value if answer.plies is None else None,
            "plies": answer.plies,
        }
        if method == METHODS[0]:
            row |= found
            row["best"] = answer.move and str(answer.move)
        elif any(row[name] != value for name, value in found.items()):
            raise CrownheadError(
                "cli.compare.differ", method=method, value=_value(found), other=_value(row)
            )
    return row


def _plot(rows: list[dict[str, Any]], path: Path, *, replace: bool) -> None:
    with needing("plot", "drawing"):
        from matplotlib.figure import Figure
    figure = Figure(figsize=(7, 4.5), layout="constrained")
    axes = figure.subplots()
    depths = [row["depth"] for row in rows]
    for method, marker in zip(METHODS, "osD^", strict=True):
        axes.plot(depths, [row[method]["nodes"] for row in rows], marker=marker, label=method)
    axes.set(xlabel=say("cli.compare.depths"), ylabel=say("cli.compare.nodes"))
    axes.set(yscale="log", xticks=depths)
    axes.grid(visible=True, alpha=0.3)
    axes.legend()
    with draft(path, replace=replace) as part:
        figure.savefig(part, format="svg")


@command("help.bench")
@option("--evaluation NAME", "help.bench.evaluation", default="classic")
@with_json
def bench(evaluation: str, as_json: bool) -> None:
    """Count the nodes of a fixed search."""
    task = say("progress.searching")
    with progress_bar() as progress:
        result = run_bench(lambda items: progress.track(items, description=task), evaluation)
    if as_json:
        print_json({"nodes": result.nodes, "seconds": result.seconds})
        return
    speed = figure(result.nodes / result.seconds / 1e6, ".2f")
    print(say("cli.bench.speed", seconds=figure(result.seconds, ".2f"), speed=speed))
    print(f"nodes {result.nodes}")  # for scripts, which look for it in the last line


@command("help.opponents")
@with_json
def opponents(as_json: bool) -> None:
    """List everyone you can play against."""
    if as_json:
        print_json(
            {
                "levels": [asdict(one) for one in levels()],
                "rated": [asdict(one) for one in rated_opponents()],
                "names": NAMES,
                "classic": dict(CLASSIC_NAMES),
            }
        )
        return
    rows: list[tuple[str, ...]] = [
        (f"level:{one.number}", one.name, str(one.rating), one.character) for one in levels()
    ]
    rows.append(())
    for other in rated_opponents():
        names = ", ".join(title.words for title in other.titles)
        rows.append((other.opponent, names, str(other.rating), str(other.character)))
    columns = ("column.opponent", "column.name", "column.rating", "column.character")
    print_table(columns, rows)
