"""The arena: matches between opponents."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from crownhead.arena import Match, Sprt, Tally, ratings
from crownhead.cli.shared import JsonOption, RulesOption, print_json, progress_bar
from crownhead.errors import CrownheadError
from crownhead.rules import Rules


def register(app: typer.Typer) -> None:
    """Add this command to the command line."""
    app.command()(arena)


def arena(
    opponents: Annotated[
        list[str], typer.Argument(help="Two opponents or more.", metavar="NAME...")
    ],
    games: Annotated[int, typer.Option(help="Games for each pair of opponents.", min=1)] = 100,
    openings: Annotated[
        str, typer.Option(help="ballots, start, or a file of PDN or FEN.", metavar="SOURCE")
    ] = "ballots",
    movetime: Annotated[
        int | None, typer.Option(help="Milliseconds a move for engines.", min=1)
    ] = None,
    nodes: Annotated[int | None, typer.Option(help="Nodes a move for engines.", min=1)] = None,
    depth: Annotated[int | None, typer.Option(help="Plies a move for engines.", min=1)] = None,
    rules: RulesOption = "english",
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(help="Stop when one of two rating differences is proven.", metavar="LOW HIGH"),
    ] = None,
    pdn: Annotated[
        Path | None,
        typer.Option(help="Write the games here; a match goes on from it.", metavar="FILE"),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(help="Games at once; all cores by default.", min=1)
    ] = None,
    seed: Annotated[int, typer.Option(help="The order of openings, and all chance.")] = 0,
    as_json: JsonOption = False,
) -> None:
    """Let opponents play: each opening twice with colours swapped."""
    limits = {"milliseconds": movetime, "nodes": nodes, "depth": depth}
    match = Match(
        tuple(_limited(name, limits) for name in opponents),
        games=games,
        openings=openings,
        rules=Rules.parse(rules),
        seed=seed,
        file=pdn,
        sprt=Sprt(*sprt) if sprt else None,
    )
    interrupted = False
    with progress_bar(wanted=True) as progress:
        task = progress.add_task("playing", total=games * len(match.results))

        def watch(match: Match) -> None:
            tally = next(iter(match.results.values()))
            progress.update(task, completed=match.played, description=str(tally))

        try:
            match.play(jobs=jobs, watch=watch)
        except KeyboardInterrupt:
            interrupted = True
            progress.stop()
            print("interrupted; the same command with --pdn goes on", file=sys.stderr)
        except OSError as error:
            raise CrownheadError(f"cannot use {pdn}: {error.strerror}") from None
    _show(match, as_json=as_json)
    if interrupted:
        raise typer.Exit(130)


def _limited(name: str, limits: dict[str, int | None]) -> str:
    """Give the limits of the command line to an engine that has none of its own."""
    given = [f"{option}={value}" for option, value in limits.items() if value is not None]
    return f"{name}:{','.join(given)}" if name == "engine" and given else name


def _show(match: Match, *, as_json: bool) -> None:
    table = ratings(match.results)
    if as_json:
        rows = [{"pair": pair, **asdict(tally)} for pair, tally in match.results.items()]
        print_json({"results": rows, "ratings": table, "verdict": match.verdict})
        return
    if len(table) > 2:
        _show_table(match.results, table)
    for (one, two), tally in match.results.items():
        print(f"{one} v {two}: {tally}")
    if match.verdict:
        print(f"SPRT: {match.verdict}")


def _show_table(results: dict[tuple[str, str], Tally], table: dict[str, float]) -> None:
    shown = Table("opponent", "rating", "games", box=None, pad_edge=False)
    for name in sorted(table, key=lambda name: -table[name]):
        games = sum(tally.games for pair, tally in results.items() if name in pair)
        shown.add_row(name, f"{table[name]:+.0f}", str(games))
    Console().print(shown)
