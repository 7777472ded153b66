"""Endgame tables: building, asking, counting and checking them."""

from __future__ import annotations

import sys
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from crownhead.cli.command import argument, group, number, option
from crownhead.cli.play import own_data_folder
from crownhead.cli.shared import position_of, print_json, progress_bar, with_json, with_rules
from crownhead.cli.stopping import stoppable
from crownhead.cli.tables import print_table
from crownhead.endgame import Build, Cost, EndgameResult, EndgameTables, SliceFacts
from crownhead.endgame.home import folder_of
from crownhead.endgame.tables import MOST_PIECES, Finding, folder_in, verify_slice
from crownhead.errors import EndgameError
from crownhead.outcome import in_moves
from crownhead.phrases import counted

if TYPE_CHECKING:
    from crownhead.position import Position

_PIECES: Final = 5
_COUNTS: Final = ("positions", "wins", "draws", "losses")
_SAMPLE: Final = 1_000_000  # positions of a table that are checked unless all are

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
        print(f"{file.name} was damaged, and has been removed", file=sys.stderr)
    work.prepare()
    if not work.left():
        print(f"every table up to {pieces} pieces is in {work.folder} already")
        return
    print(_said_before(work, work.cost(jobs)), file=sys.stderr)
    with stoppable() as progress:
        task = progress.add_task("building", total=None)

        def watch(done: int, total: int, finished: int, slices: int) -> None:
            what = f"{finished} of {slices} slices"
            progress.update(task, completed=done, total=total, description=what)

        count = work.run(jobs=jobs, cluster=cluster, watch=watch)
    print(f"built {counted(count, 'slice')} in {work.folder}")


def _said_before(work: Build, cost: Cost) -> str:
    """What a build will need, in words."""
    return (
        f"{len(work.left())} of {len(work.tasks)} slices to build: up to {_bytes(cost.memory)} of memory, "
        f"about {_bytes(cost.disk)} of disk and {_time(cost.seconds)}"
    )


def _bytes(count: int) -> str:
    """Say a number of bytes.

    >>> _bytes(3_200_000), _bytes(1_500_000_000)
    ('3 MB', '1.5 GB')
    """
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{max(count / 1e6, 1):.0f} MB"


def _time(seconds: float) -> str:
    """Say a time as people do.

    >>> _time(0.2), _time(90), _time(5400)
    ('1 second', '2 minutes', '1.5 hours')
    """
    for unit, length, longest in (("second", 1, 60), ("minute", 60, 5400)):
        if seconds < longest:
            return counted(max(round(seconds / length), 1), unit)
    return f"{seconds / 3600:.1f} hours"


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
        rows = [(str(move), str(found or "not in the tables")) for move, found in moves.items()]
        print_table(("move", "result"), rows)


def _known(tables: EndgameTables, position: Position) -> EndgameResult:
    result = tables.probe(position)
    if result is not None:
        return result
    if not position.rules.moves_as_english:
        raise EndgameError(f"the endgame tables only cover the English rules, not {position.rules}")
    pieces = len(position.pieces)
    raise EndgameError(
        f"no table in {tables.folder} has this position of {pieces} pieces; "
        f"'crownhead endgame build --pieces {pieces}' makes it"
        if pieces <= MOST_PIECES
        else f"tables cover at most {MOST_PIECES} pieces; this position has {pieces}"
    )


def _sentence(position: Position, result: EndgameResult) -> str:
    side = position.turn.name.capitalize()
    if result.outcome == "draw":
        return f"{side} to move: a draw."
    verb = "wins" if result.outcome == "win" else "loses"
    if result.plies is None:
        return f"{side} to move {verb}."
    if result.plies == 0:
        return f"{side} has no move and has lost."
    return f"{side} to move {verb} in {in_moves(result.plies)}."


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
        raise EndgameError(
            f"there are no endgame tables in {tables.folder}; 'crownhead endgame build' makes them"
        )
    if as_json:
        print_json(rows)
        return
    heads = ("pieces", *_COUNTS, "size", "longest win")
    shown = [
        (
            str(row["pieces"]),
            *(f"{row[name]:,}" for name in _COUNTS),
            _bytes(row["bytes"]),
            "" if row["longest"] is None else f"{row['longest']} plies: {row['longest_fen']}",
        )
        for row in rows
    ]
    print_table(heads, shown)
    if any(not row["complete"] for row in rows):
        print("Some slices of the last number of pieces are still missing.")


def _by_pieces(tables: EndgameTables) -> list[dict[str, Any]]:
    """The sums of each number of pieces; a slice with both kinds of tables counts once."""
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
    tables = EndgameTables.open(_folder(folder), thorough=False)  # each is checked in its turn
    slices = [facts for facts in tables.slices() if pieces in (None, facts.pieces)]
    if not slices:
        raise EndgameError(f"there are no such endgame tables in {tables.folder}")
    checked = 0
    with progress_bar() as progress:
        task = progress.add_task("verifying", total=float(len(slices)))
        for index, facts in enumerate(slices):
            how_many = 0 if complete or sample >= facts.positions else sample

            def watch(share: float, index: int = index) -> None:
                progress.update(task, completed=index + share)

            finding = verify_slice(tables.folder, facts, how_many, seed, watch)
            checked += finding.checked
            _refuse(facts, finding)
    print(f"{checked:,} positions of {len(slices)} tables agree with their successors")


def _refuse(facts: SliceFacts, finding: Finding) -> None:
    """Say what is wrong with a table, if anything is."""
    name = f"{facts.name}{'.plies' if facts.has_distance else '.wdl'}"
    again = "delete it and run 'crownhead endgame build' to rebuild it"
    if finding.position is not None:
        raise EndgameError(
            f"the table {name} is wrong: it says {finding.stored} for {finding.position.fen}, and "
            f"the moves there say {finding.expected}; {again}"
        )
    if not finding.counts_agree:
        raise EndgameError(f"the table {name} counts its positions wrongly; {again}")
