"""The user's results against computers, as a table."""

import sys
from contextlib import closing
from pathlib import Path
from typing import Final

from crownhead.cli.command import command
from crownhead.cli.play import data_folder, folder_with_games, with_data
from crownhead.cli.shared import print_json, with_json
from crownhead.cli.tables import print_table
from crownhead.messages import counted, percent, say
from crownhead.pieces import Side
from crownhead.service.results.results import results_view
from crownhead.service.results.results_contract import ResultsView, TallyView
from crownhead.store import GameStore

_HEADS: Final = ("column.won", "column.drawn", "column.lost", "column.score")
_MOST_OPENINGS: Final = 10


@command("help.results")
@with_data
@with_json
def results(data: Path | None, as_json: bool) -> None:
    """Show the user's results."""
    folder = data_folder(data)
    with closing(GameStore(folder if folder.exists() else folder_with_games(data))) as store:
        if store.notice:
            print(store.notice, file=sys.stderr)
        view = results_view(store)
    if as_json:
        print_json(view)
    elif not _games(view["total"]):
        print(say("results.none"))
    else:
        _print(view)


def _print(view: ResultsView) -> None:
    opponents = [(one["opponent"]["name"], one) for one in view["opponents"]]
    colours = [(str(Side(one["side"]).message), one) for one in view["sides"]]
    named = [one for one in view["openings"] if one["opening"]]
    openings = [(str(one["opening"]), one) for one in named[:_MOST_OPENINGS]]
    parts: list[tuple[str, list[tuple[str, TallyView]]]] = [
        ("column.opponent", [*opponents, (say("results.all"), view["total"])]),
        ("column.colour", [*colours]),
        ("column.opening", [*openings]),
    ]
    broad = max(len(name) for _, part in parts for name, _ in part)  # all as wide
    for title, rows in parts:
        if rows:
            heads = (f"{say(title):<{broad}}", *_HEADS)
            print_table(heads, [_row(name, one) for name, one in rows])
            print()
    print(_rating(view))


def _row(name: str, tally: TallyView) -> tuple[str, ...]:
    games = _games(tally)
    score = str(percent((tally["won"] + tally["drawn"] / 2) / games)) if games else "-"
    return (name, str(tally["won"]), str(tally["drawn"]), str(tally["lost"]), score)


def _games(tally: TallyView) -> int:
    return tally["won"] + tally["drawn"] + tally["lost"]


def _rating(view: ResultsView) -> str:
    """The rating in a sentence.

    >>> strength = {"rating": 1367, "error": 65, "low": 1240, "high": 1495}
    >>> _rating({"strength": strength, "rated": 357})  # a part of a view
    'Your rating is 1367, very likely 1240 to 1495, based on 357 games.'
    """
    known = view["strength"]
    if known is None:
        return say("results.unrated")
    return say(
        "results.rating",
        rating=str(known["rating"]),
        low=str(known["low"]),
        high=str(known["high"]),
        games=counted("game", view["rated"]),
    )
