"""Analysis of one position, shown while the engine thinks."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import click
from rich.console import Console, Group
from rich.constrain import Constrain
from rich.live import Live
from rich.table import Table
from rich.text import Text

from crownhead.cli.command import argument, command, completing, number, option
from crownhead.cli.explanation import explanation_values, print_explanation
from crownhead.cli.games import game_of_file, with_game, with_ply
from crownhead.cli.shared import (
    LEAST_SECONDS,
    STANDARD_INPUT,
    START,
    position_of,
    print_json,
    tables_folder,
    warn,
    with_json,
    with_tables,
)
from crownhead.coach import explained
from crownhead.endgame import EndgameResult, EndgameTables
from crownhead.engine import Analysis, BestLines, Engine, Info, Limit, winning_chance
from crownhead.errors import CrownheadError, excerpt
from crownhead.game import Game
from crownhead.messages import Message, counted, figure, percent, say
from crownhead.rules import PRESETS

with_depth = number("--depth N", "help.option.depth", 1, 120)
with_nodes = number("--nodes N", "help.option.nodes", 1)
_SECONDS: Final = 5.0
_LOOKS_A_SECOND: Final = 10
_ROOM_FOR_CTRL_C: Final = 4
# A narrower table would leave no room for moves.
_LEAST_FOR_TABLE: Final = 40


@command("help.analyse")
@argument("what", "help.analyse.what", metavar="FEN|FILE")
@number("--seconds SECONDS", "help.analyse.seconds", LEAST_SECONDS, kind=float)
@with_depth
@with_nodes
@number("--lines N", "help.analyse.lines", 1, 50, default=3)
@number("--threads N", "help.analyse.threads", 1, default=1)
@option("--rules NAME", "help.analyse.rules", **completing(PRESETS.keys))
@with_game
@with_ply
@with_tables
@option("--explain", "help.analyse.explain")
@with_json
def analyse(
    what: str,
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
    lines: int,
    threads: int,
    rules: str | None,
    game_number: int,
    ply: int | None,
    tables: str | None,
    explain: bool,
    as_json: bool,
) -> None:
    """Show the best lines of a position, updated in place."""
    game = _game(what, rules, game_number, ply)
    if game.position.is_over:
        raise CrownheadError("cli.analyse.over", side=game.turn)
    no_limit = seconds is depth is nodes is None
    limit = Limit(_SECONDS if no_limit else seconds, depth, nodes)
    folder = tables_folder(tables)
    opened = None if folder is None else EndgameTables.open(folder)
    if opened and tables and not game.rules.moves_as_english:
        warn("cli.analyse.other-rules")
    found = _Found(game, None if opened is None else opened.probe(game.position))
    with (
        Engine(threads=threads, tables=opened) as engine,
        _shown(found, in_place=not as_json),
        engine.analysis(game, limit, lines) as stream,
    ):
        interrupted = _read(stream, found)
    found.seconds = time.monotonic() - found.begun
    explanation = explained(game.position) if explain else None
    if as_json:
        told = {"explanation": explanation_values(explanation)} if explanation else {}
        print_json(_values(game, found) | {"interrupted": interrupted} | told)
    else:
        _print(found)
        if explanation:
            print_explanation(explanation)
    if interrupted:
        raise click.exceptions.Exit(130)


def _read(stream: Analysis, found: _Found) -> bool:
    """Read the results; return True if the person ended the analysis."""
    try:
        for info in stream:
            found.add(info)
    except KeyboardInterrupt:
        stream.stop()
        for info in stream:  # the final results
            found.add(info)
        return True
    return False


def _game(what: str, rules: str | None, which: int, ply: int | None) -> Game:
    """The position to analyse; from a file, with the moves before it."""
    of_a_game = ply is not None or which != 1
    if what == START:  # a file of that name is ./start
        if of_a_game:
            raise CrownheadError("cli.analyse.start-is-position")
    elif os.path.isdir(what):  # noqa: PTH112 Path's may raise
        raise CrownheadError("cli.analyse.folder", name=excerpt(what))
    elif what == STANDARD_INPUT or what.lower().endswith(".pdn") or os.path.exists(what):  # noqa: PTH110
        if rules is not None:
            raise CrownheadError("cli.analyse.rules-of-file")
        return game_of_file(what, which, ply)
    elif of_a_game:
        raise CrownheadError("cli.analyse.not-a-file", name=excerpt(what))
    elif ":" not in what:
        raise CrownheadError("cli.analyse.unknown", text=excerpt(what))
    return Game(position_of(what, rules or "english"))


# ---- showing


class _Found(BestLines):
    """The results so far, and when the analysis began."""

    def __init__(self, game: Game, known: EndgameResult | None) -> None:
        super().__init__()
        self.game = game
        self.known = known  # by the endgame tables
        self.begun = time.monotonic()
        self.seconds: float | None = None  # in all, when it is over

    def headline(self) -> str:
        """Whose turn it is, the result if known, and the cost of the search."""
        found = self._cost()
        if self.known is not None:
            found = Message("cli.analyse.known", {"result": self.known, "found": found})
        return say("cli.analyse.headline", side=self.game.turn, found=found)

    def _cost(self) -> Message:
        if not self.infos:
            return Message("cli.analyse.nothing-yet")
        best = self.infos[0]
        seconds = time.monotonic() - self.begun if self.seconds is None else self.seconds
        return Message(
            "cli.analyse.cost",
            {
                "depth": f"{best.depth}/{best.selective_depth}",
                "nodes": counted("node", best.nodes),
                "speed": figure(best.speed / 1e6, ".1f"),
                "seconds": figure(seconds, ".1f"),
            },
        )


class _InPlace(Live):
    """Draws in place, and clears the terminal when its width changes.

    A narrower terminal rewraps lines, so their positions are unknown.
    """

    _width: int | None = None

    def refresh(self) -> None:
        width, self._width = self._width, self.console.width
        if width not in (None, self._width):
            self.console.clear()
        super().refresh()


@contextmanager
def _shown(found: _Found, *, in_place: bool) -> Iterator[None]:
    """Show the lines in place if there is a terminal."""
    console = Console()
    if not (in_place and console.is_terminal):
        yield
        return
    with _InPlace(
        console=console,
        get_renderable=lambda: _picture(found, console.width - _ROOM_FOR_CTRL_C),
        refresh_per_second=_LOOKS_A_SECOND,
        transient=True,  # at the end they are printed in full
    ):
        yield


def _cells(info: Info) -> tuple[str, str, str]:
    moves = " ".join(map(str, info.pv))
    return str(info.score), str(percent(winning_chance(info.score))), moves


def _table(found: _Found, *, cut: bool) -> Table:
    table = Table("", box=None, pad_edge=False, expand=cut)
    table.add_column(say("column.score"), no_wrap=True)
    table.add_column(say("column.chance"), justify="right", no_wrap=True)
    line = say("column.line")
    table.add_column(line, ratio=1 if cut else None, no_wrap=cut, overflow="ellipsis")
    for info in found.infos:
        table.add_row(str(info.line), *map(Text, _cells(info)))
    return table


def _picture(found: _Found, width: int) -> Constrain:
    """The lines, each cut to the width.

    This leaves room for the `^C` that a terminal writes at the cursor: at the edge it would begin a
    new line and shift the next frame.
    """
    headline = _cut(found.headline())
    if width < _LEAST_FOR_TABLE:
        rows = [_cut(f"{info.line} {' '.join(_cells(info))}") for info in found.infos]
        return Constrain(Group(headline, *rows), width)
    return Constrain(Group(headline, _table(found, cut=True)), width)


def _cut(text: str) -> Text:
    return Text(text, no_wrap=True, overflow="ellipsis")


def _print(found: _Found) -> None:
    console = Console()
    if console.is_terminal:
        console.print(Text(found.headline()))
        console.print(*_whole(found, console.width), sep="\n")
        return
    print(found.headline())
    for info in found.infos:
        print(f"{info.line}  {'  '.join(_cells(info))}")


def _whole(found: _Found, width: int) -> list[Table | Text]:
    """The lines in full: a table, or in a narrow terminal the moves below the scores."""
    if width >= _LEAST_FOR_TABLE:
        return [_table(found, cut=False)]
    rows: list[Table | Text] = []
    for info in found.infos:
        score, chance, moves = _cells(info)
        rows += [Text(f"{info.line}  {score}  {chance}"), Text(moves)]
    return rows


def _values(game: Game, found: _Found) -> dict[str, Any]:
    best = found.infos[0] if found.infos else None
    known = found.known and found.known._asdict()
    about = {"fen": game.position.fen, "rules": str(game.rules), "ply": game.ply, "tables": known}
    cost = {
        "depth": best.depth if best else 0,
        "nodes": best.nodes if best else 0,
        "seconds": best.seconds if best else 0.0,
    }
    return {**about, **cost, "lines": [_line(info) for info in found.infos]}


def _line(info: Info) -> dict[str, Any]:
    return {
        "depth": info.depth,
        "selective_depth": info.selective_depth,
        "points": info.score.points,
        "plies": info.score.plies,
        "chance": round(winning_chance(info.score), 4),
        "moves": [str(move) for move in info.pv],
    }
