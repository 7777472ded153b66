"""Endgame tables: building, querying, counting and checking them."""

from __future__ import annotations

import sys
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from crownhead.cli.command import argument, group, number, option
from crownhead.cli.play import own_data_folder
from crownhead.cli.shared import position_of, print_json, progress_bar, warn, with_json, with_rules
from crownhead.cli.stopping import stoppable
from crownhead.cli.tables import print_table
from crownhead.endgame import Build, EndgameResult, EndgameTables, SliceFacts
from crownhead.endgame.home import folder_of
from crownhead.endgame.tables import MOST_PIECES, Finding, folder_in, verify_slice
from crownhead.errors import EndgameError
from crownhead.messages import Message, counted, figure, say
from crownhead.outcome import in_moves

if TYPE_CHECKING:
    from crownhead.position import Position

_PIECES: Final = 5
_COUNTS: Final = ("positions", "wins", "draws", "losses")
_SAMPLE: Final = 1_000_000  # positions to check in each table

_with_folder = option("--dir D", "help.endgame.dir", name="folder", type=Path)


endgame = group("endgame", "help.endgame")


def _folder(given: Path | None) -> Path:
    if given is not None:
        return given
    data = own_data_folder()
    return folder_of(data) or folder_in(data)


@endgame.command(help="help.endgame.build")
@number("--pieces N", "help.endgame.build.pieces", 2, MOST_PIECES, default=_PIECES)
@option("--distance", "help.endgame.build.distance")
@number("--jobs N", "help.endgame.build.jobs", 1, 256)
@_with_folder
@option(
    "--cluster ADDRESS",
    "help.endgame.build.cluster",
)
def build(
    pieces: int, distance: bool, jobs: int | None, folder: Path | None, cluster: str | None
) -> None:
    """Build the tables that are missing."""
    work = Build(_folder(folder), pieces, distance)
    for file in work.damaged():
        warn("cli.endgame.removed", file=file.name)
    work.prepare()
    if not work.left():
        print(say("cli.endgame.nothing-to-build", count=pieces, folder=work.folder))
        return
    cost, slices = work.cost(jobs), {"count": len(work.tasks), "left": len(work.left())}
    sizes = {"memory": _size(cost.memory), "disk": _size(cost.disk), "time": _time(cost.seconds)}
    print(say("cli.endgame.cost", **slices, **sizes), file=sys.stderr)
    with stoppable() as progress:
        task = progress.add_task(say("progress.building"), total=None)

        def watch(done: int, total: int, finished: int, slices: int) -> None:
            what = say("progress.slices", count=slices, done=finished)
            progress.update(task, completed=done, total=total, description=what)

        count = work.run(jobs=jobs, cluster=cluster, watch=watch)
    print(say("cli.endgame.built", slices=counted("slice", count), folder=work.folder))


def _size(count: int) -> Message:
    """A number of bytes.

    >>> str(_size(3_200_000)), str(_size(1_500_000_000))
    ('3 MB', '1.5 GB')
    """
    if count >= 1e9:
        return Message("size.gigabytes", {"size": round(count / 1e9, 1)})
    return Message("size.megabytes", {"size": max(round(count / 1e6), 1)})


def _time(seconds: float) -> Message:
    """A duration, rounded for people.

    >>> str(_time(0.2)), str(_time(90)), str(_time(5400))
    ('1 second', '2 minutes', '1.5 hours')
    """
    for unit, length, longest in (("second", 1, 60), ("minute", 60, 5400)):
        if seconds < longest:
            return counted(unit, max(round(seconds / length), 1))
    return counted("hour", round(seconds / 3600, 1))


@endgame.command(help="help.endgame.probe")
@argument("fen", "help.endgame.probe.fen")
@_with_folder
@with_rules
@with_json
def probe(fen: str, folder: Path | None, rules: str, as_json: bool) -> None:
    """Show the result of best play."""
    position = position_of(fen, rules)
    tables = EndgameTables.open(_folder(folder))
    result = _known(tables, position)
    moves = tables.moves(position)
    if as_json:
        values = [{"move": str(move), **_values(found)} for move, found in moves.items()]
        print_json({"fen": position.fen, **_values(result), "moves": values})
        return
    print(_sentence(position, result))
    if moves:
        unknown = Message("cli.endgame.not-in-tables")
        rows = [(str(move), str(found or unknown)) for move, found in moves.items()]
        print_table(("column.move", "column.result"), rows)


def _known(tables: EndgameTables, position: Position) -> EndgameResult:
    result = tables.probe(position)
    if result is not None:
        return result
    if not position.rules.moves_as_english:
        raise EndgameError("cli.endgame.other-rules", rules=position.rules)
    pieces = len(position.pieces)
    if pieces > MOST_PIECES:
        raise EndgameError("cli.endgame.too-many-pieces", most=MOST_PIECES, pieces=pieces)
    raise EndgameError("cli.endgame.no-table", folder=tables.folder, pieces=pieces)


def _sentence(position: Position, result: EndgameResult) -> str:
    side = position.turn
    if result.plies == 0:
        return say("cli.endgame.over", side=side)
    if result.outcome == "draw" or result.plies is None:
        return say(f"cli.endgame.{result.outcome}", side=side)
    return say(f"cli.endgame.{result.outcome}-in", side=side, moves=in_moves(result.plies))


def _values(result: EndgameResult | None) -> dict[str, Any]:
    return {"outcome": None, "plies": None} if result is None else result._asdict()


@endgame.command(help="help.endgame.stats")
@_with_folder
@with_json
def stats(folder: Path | None, as_json: bool) -> None:
    """Count wins, draws and losses by the number of pieces."""
    tables = EndgameTables.open(_folder(folder))
    rows = _by_pieces(tables)
    if not rows:
        raise EndgameError("cli.endgame.no-tables", folder=tables.folder)
    if as_json:
        print_json(rows)
        return
    counts = [f"column.{name}" for name in _COUNTS]
    heads = ("column.pieces", *counts, "column.size", "column.longest-win")
    shown = [
        (
            str(row["pieces"]),
            *(figure(row[name]) for name in _COUNTS),
            str(_size(row["bytes"])),
            _longest(row["longest"], row["longest_fen"]),
        )
        for row in rows
    ]
    print_table(heads, shown)
    if any(not row["complete"] for row in rows):
        print(say("cli.endgame.incomplete"))


def _longest(plies: int | None, fen: str | None) -> str:
    """The longest win, if it is known."""
    if plies is None:
        return ""
    return say("cli.endgame.longest", plies=counted("ply", plies), fen=fen or "")


def _by_pieces(tables: EndgameTables) -> list[dict[str, Any]]:
    """The totals for each number of pieces; a slice with both kinds of tables counts once."""
    best = {facts.name: facts for facts in tables.slices()}  # those with distances come last
    rows: list[dict[str, Any]] = []
    in_order = sorted(best.values(), key=lambda facts: (facts.pieces, facts.name))
    for pieces, found in groupby(in_order, key=lambda facts: facts.pieces):
        slices = list(found)
        longest = max(slices, key=lambda facts: facts.longest or 0)
        position, known = longest.longest_position, all(facts.has_distance for facts in slices)
        rows.append(
            {
                "pieces": pieces,
                **{name: sum(getattr(facts, name) for facts in slices) for name in _COUNTS},
                "bytes": sum(facts.bytes for facts in tables.slices() if facts.pieces == pieces),
                "longest": longest.longest if known else None,
                "longest_fen": position.fen if known and position else None,
                "complete": pieces <= tables.most_pieces,
            }
        )
    return rows


@endgame.command(help="help.endgame.verify")
@_with_folder
@option("--complete", "help.endgame.verify.complete")
@number("--sample N", "help.endgame.verify.sample", 1, default=_SAMPLE)
@number("--pieces N", "help.endgame.verify.pieces", 2)
@number("--seed N", "help.endgame.verify.seed", 0, 2**63 - 1, default=1)
def verify(folder: Path | None, complete: bool, sample: int, pieces: int | None, seed: int) -> None:
    """Compare each stored result with those of the next positions."""
    tables = EndgameTables.open(_folder(folder), thorough=False)  # each is checked below
    slices = [facts for facts in tables.slices() if pieces in (None, facts.pieces)]
    if not slices:
        raise EndgameError("cli.endgame.no-such-tables", folder=tables.folder)
    checked = 0
    with progress_bar() as progress:
        task = progress.add_task(say("progress.verifying"), total=float(len(slices)))
        for index, facts in enumerate(slices):
            how_many = 0 if complete or sample >= facts.positions else sample

            def watch(share: float, index: int = index) -> None:
                progress.update(task, completed=index + share)

            finding = verify_slice(tables.folder, facts, how_many, seed, watch)
            checked += finding.checked
            _refuse(facts, finding)
    print(say("cli.endgame.verified", count=checked, tables=counted("table", len(slices))))


def _refuse(facts: SliceFacts, finding: Finding) -> None:
    """Raise an error if a table is wrong."""
    name = f"{facts.name}{'.plies' if facts.has_distance else '.wdl'}"
    if finding.position is not None:
        raise EndgameError(
            "cli.endgame.wrong-result",
            table=name,
            stored=finding.stored,
            expected=finding.expected,
            fen=finding.position.fen,
        )
    if not finding.counts_agree:
        raise EndgameError("cli.endgame.wrong-count", table=name)
