"""The library of games: bringing games in, finding them, and giving them back."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from dataclasses import replace as changed
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

import typer

from crownhead.cli.importing import bring_in, bring_in_tinsley, refuse_missing
from crownhead.cli.plain import SETTINGS, PlainCommand, plain_group
from crownhead.cli.play import DataOption, data_folder, folder_with_games
from crownhead.cli.searches import WITHOUT_ORDER, WITHOUT_PATTERN, with_search
from crownhead.cli.shared import JsonOption, ReplaceOption, print_json
from crownhead.cli.tables import print_table
from crownhead.errors import CrownheadError, LibraryError
from crownhead.library.dates import year_of
from crownhead.library.entry import game_of
from crownhead.library.finding import Hit, numbers_of
from crownhead.library.finding import search as find
from crownhead.library.query import Query
from crownhead.notation.pdn import write_game
from crownhead.outcome import moves_in
from crownhead.phrases import counted
from crownhead.store import GameStore
from crownhead.store.library.deleting import Deletion
from crownhead.store.library.entries import LibraryRow, Result

_RESULTS: Final = ("*", "Black", "White", "draw", "both lost")
_IMPORTS_SHOWN: Final = 10
#: What a game that was played here calls somebody without a name.
NAMELESS: Final = "Person"
_YOU: Final = "You"

_Function = TypeVar("_Function", bound=Callable[..., None])

library = plain_group("Collections of games: import, search, explore, export.")


def _command(name: str) -> Callable[[_Function], _Function]:
    """Make a function one of the commands."""
    return library.command(name, cls=PlainCommand, context_settings=dict(SETTINGS))


@contextmanager
def opened(data: Path | None, *, begin: bool = False) -> Iterator[GameStore]:
    """The store, with all games in the library that were played here; only who may `begin` makes one."""
    store = GameStore(data_folder(data) if begin else folder_with_games(data))
    try:
        if store.notice:
            print(store.notice, file=sys.stderr)
        if store.library.unseen(1):
            from crownhead.service.library.played import (
                PlayedGames,  # slow to import, and seldom needed
            )

            PlayedGames(store).catch_up_in_passing(None)
        yield store
    finally:
        store.close()


@_command("import")
def import_files(
    files: Annotated[
        list[Path] | None, typer.Argument(help="PDN files, or - to read one.", metavar="FILE...")
    ] = None,
    into: Annotated[
        str | None,
        typer.Option(help="The collection; the file's own name by default.", metavar="NAME"),
    ] = None,
    tinsley: Annotated[
        bool, typer.Option("--tinsley", help="Games of Marion Tinsley, which come with Crownhead.")
    ] = False,
    as_json: JsonOption = False,
    data: DataOption = None,
) -> None:
    """Bring games into a collection. A game is not added twice to the same collection."""
    if not files and not tinsley:
        raise LibraryError("name the files to import, or add --tinsley")
    refuse_missing(files or [])
    done: list[dict[str, Any]] = []
    try:
        with opened(data, begin=True) as store:
            if tinsley:
                done.append(bring_in_tinsley(store.library, into))
            done.extend(bring_in(store.library, path, into) for path in files or [])
    except CrownheadError as error:
        if as_json and done:  # these are in, whatever came then
            print_json({"imports": done, "error": str(error)})
        raise
    if as_json:
        print_json({"imports": done})


@_command("list")
def list_collections(as_json: JsonOption = False, data: DataOption = None) -> None:
    """List the collections, the last imports, and what was deleted."""
    with opened(data) as store:
        shelf = store.library
        collections = shelf.collections()
        imports = shelf.imports.page(_IMPORTS_SHOWN)
        deletions = shelf.deletions()
        names = shelf.names_of_collections()  # also of those that were deleted
    if as_json:
        print_json(
            {
                "collections": [{"name": one.name, "games": one.games} for one in collections],
                "imports": [
                    {**asdict(one), "collection": names.get(one.collection, "?")} for one in imports
                ],
                "deletions": [asdict(one) for one in deletions],
            }
        )
        return
    print_table(("games", "collection"), [(f"{one.games:,}", one.name) for one in collections])
    if imports:
        print()
        rows = [
            (str(one.id), one.state, f"{one.games:,}", names.get(one.collection, "?"), one.source)
            for one in imports
        ]
        print_table(("import", "state", "games", "into", "from"), rows)
    if deletions:
        print()
        gone = [(str(one.id), f"{one.games:,}", one.what) for one in deletions]
        print_table(("deletion", "games", "what was deleted"), gone)


@_command("search")
@with_search()
def search(
    query: Query,
    page: Annotated[int, typer.Option(help="Which part of the list.", min=1, metavar="N")] = 1,
    size: Annotated[
        int, typer.Option(help="How many games a page has.", min=1, max=200, metavar="N")
    ] = 20,
    as_json: JsonOption = False,
    data: DataOption = None,
) -> None:
    """Find games by anything: players, dates, openings, positions, patterns, comments."""
    with opened(data) as store:
        answer = find(store.library, changed(query, page=page, size=size))
        names = store.library.names_of_collections()
    if as_json:
        games = [_values(hit, names) for hit in answer.hits]
        print_json({"count": answer.count, "page": page, "games": games})
        return
    if answer.hits:
        rows = [_row(hit) for hit in answer.hits]
        print_table(("number", "Black", "White", "won", "year", "moves", "at", "event"), rows)
        print()
    print(counted(answer.count, "game"))


def _row(hit: Hit) -> tuple[str, ...]:
    row = hit.row
    return (
        str(row.id),
        _name(row.black, row.white, row, "Black"),
        _name(row.white, row.black, row, "White"),
        _RESULTS[row.result],
        str(year_of(row.day) or "?"),
        str(moves_in(row.plies)),
        "" if hit.ply is None else f"move {hit.ply // 2 + 1}",
        row.event or "",
    )


def _name(name: str | None, other: str | None, row: LibraryRow, colour: str) -> str:
    """Who had a side, as the page calls them."""
    if row.game is not None and name == NAMELESS:
        return colour if other == NAMELESS else _YOU
    return name or "?"


def _values(hit: Hit, names: dict[int, str]) -> dict[str, Any]:
    return {**_shown(hit.row, names), "ply": hit.ply}


def _shown(row: LibraryRow, names: dict[int, str]) -> dict[str, Any]:
    values = asdict(row)
    del values["deleted"], values["day"]
    result = Result(row.result).name.lower().replace("_", " ")
    return {
        **values,
        "collection": names.get(row.collection, ""),
        "result": result,
        "year": year_of(row.day),
    }


@_command("show")
def show(
    number: Annotated[int, typer.Argument(help="A game's number, from search.", metavar="NUMBER")],
    data: DataOption = None,
) -> None:
    """Print a game as PDN."""
    with opened(data) as store:
        print(write_game(game_of(store.library.load(number))), end="")


@_command("explore")
@with_search(without=WITHOUT_PATTERN)
def explore(query: Query, as_json: JsonOption = False, data: DataOption = None) -> None:
    """Show what was played in a position: --fen, or the start; with --own, your score too."""
    from crownhead.cli.exploring import show_explored

    with opened(data) as store:
        show_explored(store.library, query, as_json=as_json)


@_command("stats")
@with_search(without=WITHOUT_ORDER)
def stats(query: Query, as_json: JsonOption = False, data: DataOption = None) -> None:
    """Count games: results, years, players, events and openings."""
    from crownhead.library.counting import statistics

    with opened(data) as store:
        found = statistics(store.library, query)
    if as_json:
        print_json(asdict(found))
        return
    both = f", {found.both_lost:,} lost by both" if found.both_lost else ""
    print(f"{counted(found.games, 'game')}: Black won {found.black:,}, ", end="")
    print(f"White {found.white:,}, {found.draws:,} drawn{both}, {found.unknown:,} without a result")
    if not found.games:
        return
    if found.first_year is not None:
        print(_years(found.first_year, found.last_year))
    print(f"{counted(found.moves, 'move')} on average, {found.longest} at most")
    print(f"{found.with_comments:,} with comments, {found.with_faults:,} with mistakes")
    for title, rows in (
        ("player", found.players),
        ("event", found.events),
        ("opening", found.openings),
    ):
        if rows:
            print()
            named = [(f"{count:,}", _YOU if name == NAMELESS else name) for name, count in rows]
            print_table(("games", title), named)


def _years(first: int, last: int | None) -> str:
    """When games were played.

    >>> _years(1954, 1954), _years(1954, 1987)
    ('in 1954', 'from 1954 to 1987')
    """
    return f"in {first}" if first == last else f"from {first} to {last}"


@_command("export")
@with_search(read=Query.parse_to_write)
def export(
    query: Query,
    file: Annotated[Path, typer.Argument(help="Write the games here; - prints them.")],
    replace: ReplaceOption = False,
    data: DataOption = None,
) -> None:
    """Write games as PDN, in the order in which they came: all, or those that the options choose."""
    from crownhead.cli.exporting import export_games

    with opened(data) as store:
        export_games(store.library, query, file, replace=replace)


@_command("edit")
def edit(
    number: Annotated[int, typer.Argument(help="A game's number, from search.", metavar="NUMBER")],
    black: Annotated[str | None, typer.Option(help="Who had Black.", metavar="NAME")] = None,
    white: Annotated[str | None, typer.Option(help="Who had White.", metavar="NAME")] = None,
    event: Annotated[str | None, typer.Option(help="The event.", metavar="NAME")] = None,
    site: Annotated[str | None, typer.Option(help="Where it was.", metavar="NAME")] = None,
    round_: Annotated[str | None, typer.Option("--round", help="The round.", metavar="N")] = None,
    date: Annotated[str | None, typer.Option(help="The date.", metavar="DATE")] = None,
    result: Annotated[
        str | None, typer.Option(help="black, white, draw, unknown or both lost.", metavar="WORD")
    ] = None,
    data: DataOption = None,
) -> None:
    """Change who played a game, where, when, and how it ended; an empty text removes what was there."""
    from crownhead.library.editing import edited

    given = {"black": black, "white": white, "event": event, "site": site}
    given |= {"round": round_, "date": date, "result": result}
    changes = {name: value for name, value in given.items() if value is not None}
    if not changes:
        raise LibraryError("say what to change, such as --black NAME")
    with opened(data) as store:
        columns, digest = edited(store.library.load(number), changes)
        store.library.edit(number, columns, digest)
        print(write_game(game_of(store.library.load(number))), end="")


@_command("delete")
@with_search(without=WITHOUT_ORDER)
def delete(
    query: Query,
    numbers: Annotated[
        list[int] | None, typer.Argument(help="Games' numbers, from search.", metavar="NUMBER...")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="All games that the options choose.")
    ] = False,
    data: DataOption = None,
) -> None:
    """Delete games; for a week they can be brought back."""
    if bool(numbers) == everything:
        raise LibraryError("give the numbers of games, or --all for those that the options choose")
    if numbers and query != Query():
        raise LibraryError("give the numbers of games or options that choose them, not both")
    with opened(data) as store:
        for number in numbers or ():
            store.library.load(number)  # or says that there is none
        chosen = list(numbers or ()) or numbers_of(store.library, query)
        if not chosen:
            raise LibraryError("no game matches the options; nothing was deleted")
        made = store.library.delete(chosen, counted(len(set(chosen)), "game"))
    if not made.games:
        raise LibraryError(
            "nothing was deleted: games that were played here are deleted where they are played"
        )
    _tell(made, counted(made.games, "game"))


def _tell(made: Deletion, what: str) -> None:
    """Say what was deleted, and how it comes back."""
    them = "it" if made.games == 1 else "them"
    print(f"deleted {what}; crownhead library bring-back {made.id} brings {them} back")


@_command("remove")
def remove(
    name: Annotated[str, typer.Argument(help="The collection's name.", metavar="COLLECTION")],
    data: DataOption = None,
) -> None:
    """Delete a collection with its games; for a week it can be brought back."""
    with opened(data) as store:
        made = store.library.remove_collection(store.library.collection_id(name))
    _tell(made, f"{made.what} with {counted(made.games, 'game')}")


@_command("undo")
def undo(
    number: Annotated[int, typer.Argument(help="An import's number, from list.", metavar="IMPORT")],
    data: DataOption = None,
) -> None:
    """Undo a whole import, even one that was interrupted."""
    with opened(data) as store:
        made = store.library.undo_import(number)
    _tell(made, counted(made.games, "game"))


@_command("bring-back")
def bring_back(
    number: Annotated[
        int, typer.Argument(help="A deletion's number, from list.", metavar="DELETION")
    ],
    data: DataOption = None,
) -> None:
    """Bring back games that were deleted."""
    with opened(data) as store:
        count, known = store.library.restore(number)
    again = f"; {counted(known, 'was', 'were')} already there" if known else ""
    print(f"{counted(count, 'game is', 'games are')} back{again}")


@_command("generate")
def generate(
    file: Annotated[
        Path, typer.Argument(help="Write the games here; - prints them.", metavar="FILE.pdn")
    ],
    games: Annotated[
        int, typer.Option(help="How many games.", min=1, max=10_000_000, metavar="N")
    ] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed makes the same games.")] = 1,
    jobs: Annotated[
        int | None, typer.Option(help="Games at once; one per core by default.", min=1, max=256)
    ] = None,
    replace: ReplaceOption = False,
) -> None:
    """Make a collection of any size: games of our weakest players, to try things with."""
    from crownhead.cli.generating import write_generated

    write_generated(file, games, seed, jobs, replace=replace)
