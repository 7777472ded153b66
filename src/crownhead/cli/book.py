"""The opening book: growing, querying and counting it."""

from contextlib import closing
from pathlib import Path
from typing import Any, Final, NamedTuple

from crownhead.book import OpeningBook
from crownhead.cli.command import argument, group, number, option, several
from crownhead.cli.shared import print_json, with_cluster, with_json, with_replace, with_rules
from crownhead.cli.stopping import stoppable
from crownhead.cli.tables import print_table
from crownhead.files import is_database, refuse_unreadable
from crownhead.messages import Message, counted, say
from crownhead.openings import ballots
from crownhead.position import Position
from crownhead.rules import Rules

_POSITIONS: Final = 10_000
_LINE: Final = 40  # plies of the main line at most

_with_file = argument("file", "help.book.file", type=Path)


book = group("book", "help.book")


@book.command(help="help.book.grow")
@_with_file
@number("--positions N", "help.book.grow.positions", 1, default=_POSITIONS)
@number("--nodes N", "help.book.grow.nodes", 1000)
@number("--jobs N", "help.book.grow.jobs", 1, 256)
@with_cluster
def grow(
    file: Path, positions: int, nodes: int | None, jobs: int | None, cluster: str | None
) -> None:
    """Expand the most important lines."""
    from crownhead.book.growth import Growth  # other commands need no engine

    growth = Growth(file, nodes)
    with stoppable() as progress:
        done = growth.graph.expanded
        task = progress.add_task(say("progress.growing"), total=positions, completed=done)

        def watch(expanded: int) -> None:
            seen = say("progress.expanded", seen=len(growth.graph.entries), expanded=expanded)
            progress.update(task, completed=expanded, description=seen)

        try:
            count = growth.run(positions, jobs=jobs, cluster=cluster, watch=watch)
        finally:
            growth.close()
    known = {"expanded": growth.graph.expanded, "seen": len(growth.graph.entries)}
    print(say("cli.book.grown", positions=counted("position", count), file=file, **known))


@book.command(help="help.book.export")
@_with_file
@option("--out FILE", "help.book.export.out", type=Path, default="book.bin")
@with_replace
def export(file: Path, out: Path, replace: bool) -> None:
    """Write the grown positions as a book."""
    from crownhead.book.workfile import export_book  # other commands need no engine

    size = export_book(file, out, replace=replace)
    made = OpeningBook.open(out)
    contents = {"positions": counted("position", len(made)), "moves": counted("move", made.moves)}
    print(say("cli.book.exported", file=out, **contents, size=counted("byte", size)))


@book.command(help="help.book.probe")
@several("where", "FEN|MOVE...", "help.book.probe.where")
@option("--book FILE", "help.book.probe.book", name="file", type=Path)
@with_rules
@with_json
def probe(where: tuple[str, ...], file: Path | None, rules: str, as_json: bool) -> None:
    """Show the book's moves in a position."""
    position = _position(where, Rules.parse(rules))
    moves = OpeningBook.open(file).probe(position)
    if as_json:
        known = [
            {"move": str(one.move), "points": one.score.points, "best": one.is_best}
            for one in moves
        ]
        print_json({"fen": position.fen, "moves": known})
        return
    side = position.turn
    if not moves:
        if position.rules.moves_as_english:
            print(say("cli.book.unknown", side=side))
        else:
            print(say("cli.book.other-rules", side=side, rules=position.rules))
        return
    print(say("cli.book.moves", side=side, moves=counted("move", len(moves))))
    best = say("cli.book.best")
    print_table(
        ("column.move", "column.value", ""),
        [(str(one.move), str(one.score), best if one.is_best else "") for one in moves],
    )


def _position(arguments: tuple[str, ...], rules: Rules) -> Position:
    """The position of a FEN, or after some moves from the start."""
    text = " ".join(arguments).strip()
    if ":" in text:
        return Position.from_fen(text, rules)
    position = Position.start(rules)
    for move in text.split() if text != "start" else ():
        position = position.play(move)
    return position


@book.command(help="help.book.stats")
@argument("file", "help.book.stats.file", required=False, type=Path)
@with_json
def stats(file: Path | None, as_json: bool) -> None:
    """Count what is in a book."""
    if file is not None:
        refuse_unreadable(file)
    values = _growing(file) if file is not None and is_database(file) else _counted(file)
    if as_json:
        print_json(
            {name: one.text if isinstance(one, _Share) else one for name, one in values.items()}
        )
        return
    for name, value in values.items():
        print(say(f"cli.book.stats.{name.replace('_', '-')}", value=value))


class _Share(NamedTuple):
    """A count and a total."""

    known: int
    all: int

    @property
    def text(self) -> str:
        """The share for JSON."""
        return f"{self.known} of {self.all}"

    @property
    def message(self) -> Message:
        """The share for people."""
        return Message("list.share", self._asdict())


def _growing(file: Path) -> dict[str, Any]:
    from crownhead.book.workfile import GrowthFile  # slow to import

    with closing(GrowthFile(file)) as opened:
        graph = opened.graph()
        return {
            "positions_seen": len(graph.entries),
            "expanded": graph.expanded,
            "nodes_a_position": opened.settings.nodes,
            "evaluation": opened.settings.evaluation,
        }


def _counted(file: Path | None) -> dict[str, Any]:
    opened = OpeningBook.open(file)
    played = [one for one in ballots() if not one.is_barred]
    return {
        "positions": len(opened),
        "moves": opened.moves,
        "bytes": opened.bytes,
        "ballots": _Share(sum(bool(opened.probe(one.position)) for one in played), len(played)),
        "main_line": " ".join(_main_line(opened)),
    }


def _main_line(opened: OpeningBook) -> list[str]:
    """The best moves from the start, as far as the book goes."""
    position = Position.start()
    line: list[str] = []
    while len(line) < _LINE and (moves := opened.probe(position)):
        line.append(str(moves[0].move))
        position = position.play(moves[0].move)
    return line
