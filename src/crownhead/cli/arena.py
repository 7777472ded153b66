"""The arena: matches between opponents."""

from collections import Counter
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, Final

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from crownhead.arena import Match, Sprt, Tally, ratings
from crownhead.arena.match import USUAL_GAMES
from crownhead.arena.openings import NAMED
from crownhead.cli.command import command, number, option, several
from crownhead.cli.shared import (
    LEAST_SECONDS,
    STANDARD_OUTPUT,
    print_json,
    tables_folder,
    warn,
    with_json,
    with_rules,
    with_tables,
    with_workers,
)
from crownhead.cli.stopping import stoppable
from crownhead.custom.player import SECONDS
from crownhead.errors import CrownheadError
from crownhead.messages import Message, counted, say
from crownhead.players.names import with_limits
from crownhead.rules import Rules
from crownhead.streams import output_kept

_REASONS_SHOWN: Final = 5


@command("help.arena")
@several("opponents", "NAME...", "help.arena.opponents")
@number("--games N", "help.arena.games", 1, default=USUAL_GAMES)
@option(
    "--openings SOURCE",
    "help.arena.openings",
    default="ballots",
)
@number("--seconds N", "help.arena.seconds", LEAST_SECONDS, kind=float)
@number("--nodes N", "help.arena.nodes", 1)
@number("--depth N", "help.arena.depth", 1)
@with_rules
@number("--sprt LOW HIGH", "help.arena.sprt", kind=float, nargs=2)
@option("--pdn FILE", "help.arena.pdn", type=Path)
@with_workers
@number(
    "--timeout N",
    "help.arena.timeout",
    LEAST_SECONDS,
    kind=float,
    default=SECONDS,
)
@number("--seed N", "help.arena.seed", default=0)
@with_tables
@with_json
def arena(
    opponents: tuple[str, ...],
    games: int,
    openings: str,
    rules: str,
    sprt: tuple[float, float] | None,
    pdn: Path | None,
    jobs: int | None,
    cluster: str | None,
    timeout: float,
    seed: int,
    tables: str | None,
    as_json: bool,
    **given: float | None,
) -> None:
    """Let opponents play each other."""
    limits = {option: value for option, value in given.items() if value is not None}
    if openings in NAMED and Path(openings).exists():  # a file with such a name
        warn("cli.arena.word-and-file", word=openings, meaning=NAMED[openings])
    if str(pdn) == STANDARD_OUTPUT:
        raise CrownheadError("cli.arena.needs-file")
    match = Match(
        tuple(with_limits(name, limits) for name in opponents),
        games=games,
        openings=openings,
        rules=Rules.parse(rules),
        seed=seed,
        file=pdn,
        sprt=Sprt(*sprt) if sprt else None,
        timeout=timeout,
        tables=tables_folder(tables),
    )
    try:
        with stoppable(partial(_how_to_go_on, pdn)) as progress:
            task = progress.add_task(say("progress.playing"), total=match.wanted)

            def watch(match: Match) -> None:
                tally = next(iter(match.results.values()))
                progress.update(task, completed=match.played, description=str(tally))

            with output_kept():
                match.play(jobs=jobs, cluster=cluster, watch=watch)
    except click.exceptions.Exit:  # the games played until then count
        _show(match, as_json=as_json)
        raise
    _show(match, as_json=as_json)


def _how_to_go_on(pdn: Path | None, stopped: Message) -> Message:
    if pdn is None:
        return Message("cli.arena.stopped", {"stopped": stopped})
    return Message("cli.arena.stopped-with-file", {"stopped": stopped, "file": pdn})


def _show(match: Match, *, as_json: bool) -> None:
    table = ratings(match.results)
    if as_json:
        rows = [{"pair": pair, **asdict(tally)} for pair, tally in match.results.items()]
        failures = [
            {"opponent": name, "sentence": sentence, "games": count}
            for (name, sentence), count in match.forfeits.items()
        ]
        print_json(
            {
                "results": rows,
                "ratings": table,
                "sprt": _sprt_values(match),
                "verdict": str(match.verdict) if match.verdict else None,
                "forfeits": failures,
            }
        )
        return
    if len(table) > 2:
        _show_table(match.results, table)
    for (one, two), tally in match.results.items():
        print(say("cli.arena.result", one=one, two=two, tally=tally))
    _show_forfeits(match.forfeits)
    if match.sprt:
        print(match.sprt.summary(next(iter(match.results.values()))))


def _sprt_values(match: Match) -> dict[str, Any] | None:
    if match.sprt is None:
        return None
    tally = next(iter(match.results.values()))
    test = match.sprt
    return {
        "bounds": [test.lower, test.upper],
        "llr": test.llr(tally),
        "llr_bounds": [-test.bound, test.bound],
        "accepted": test.accepted(tally),
    }


def _show_forfeits(forfeits: Counter[tuple[str, str]]) -> None:
    """Report the games that each opponent lost by failing, and the most frequent reasons."""
    for opponent in sorted({name for name, _ in forfeits}):
        reasons = Counter({why: n for (name, why), n in forfeits.items() if name == opponent})
        print(say("cli.arena.failed", opponent=opponent, games=counted("game", reasons.total())))
        for sentence, count in reasons.most_common(_REASONS_SHOWN):
            print(f"  {count} x {sentence}")
        if len(reasons) > _REASONS_SHOWN:
            print(f"  {say('cli.arena.more-reasons', count=len(reasons) - _REASONS_SHOWN)}")


def _show_table(results: dict[tuple[str, str], Tally], table: dict[str, float]) -> None:
    heads = map(say, ("column.opponent", "column.rating", "column.games"))
    shown = Table(*heads, box=None, pad_edge=False)
    for name in sorted(table, key=lambda name: -table[name]):
        games = sum(tally.games for pair, tally in results.items() if name in pair)
        shown.add_row(Text(name), f"{round(table[name]):+}", str(games))
    Console().print(shown)
