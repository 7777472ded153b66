"""The library of games: importing, finding, editing and exporting them."""

import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict
from dataclasses import replace as changed
from functools import wraps
from pathlib import Path
from typing import Any, Final

from crownhead.cli.command import Number, argument, group, number, option, several
from crownhead.cli.games import name_of_file
from crownhead.cli.importing import bring_in, bring_in_tinsley, refuse_missing
from crownhead.cli.play import data_folder, folder_with_games, with_data
from crownhead.cli.searches import WITHOUT_ORDER, WITHOUT_PATTERN, with_search
from crownhead.cli.shared import (
    STANDARD_OUTPUT,
    print_json,
    progress_bar,
    with_json,
    with_replace,
)
from crownhead.cli.tables import print_table
from crownhead.errors import CrownheadError, LibraryError
from crownhead.files import new_file
from crownhead.library.dates import day_parts
from crownhead.library.entry import game_of
from crownhead.library.finding import Hit, numbers_of
from crownhead.library.finding import search as find
from crownhead.library.query import Query
from crownhead.messages import counted, figure, say
from crownhead.notation.pdn import write_game, write_games
from crownhead.outcome import moves_in
from crownhead.store import GameStore
from crownhead.store.library.deleting import Deletion
from crownhead.store.library.entries import LibraryRow
from crownhead.store.library.library_store import LibraryStore

_RESULTS: Final = ("*", "side.black", "side.white", "cli.library.draw", "cli.library.both-lost")
_IMPORTS_SHOWN: Final = 10


library = group("library", "help.library")


@contextmanager
def _opened(folder: Path) -> Iterator[LibraryStore]:
    """The library, including the games played here."""
    with closing(GameStore(folder)) as store:
        if store.notice:
            print(store.notice, file=sys.stderr)
        if store.library.unseen(1):
            from crownhead.service.library import played  # slow to import, and rarely needed

            played.PlayedGames(store).catch_up_in_passing(None)
        yield store.library


def _with_library(command: Callable[..., None]) -> Callable[..., None]:
    """Pass the library to a command as its first argument, and add the `--data` option."""

    @with_data
    @wraps(command)
    def run(data: Path | None, **values: Any) -> None:
        with _opened(folder_with_games(data)) as shelf:
            command(shelf, **values)

    return run


@library.command("import", help="help.library.import")
@several("files", "[FILE...]", "help.library.import.files", type=Path, required=False)
@option("--into NAME", "help.library.import.into")
@option("--tinsley", "help.library.import.tinsley")
@with_json
@with_data
def import_files(
    files: tuple[Path, ...], into: str | None, tinsley: bool, as_json: bool, data: Path | None
) -> None:
    """Import games into a collection."""
    if not files and not tinsley:
        raise LibraryError("cli.import.no-files")
    refuse_missing(files)
    done: list[dict[str, Any]] = []
    try:
        with _opened(data_folder(data)) as shelf:
            if tinsley:
                done.append(bring_in_tinsley(shelf, into))
            done.extend(bring_in(shelf, path, into) for path in files)
    except CrownheadError as error:
        if as_json and done:  # these are imported, even if a later file failed
            print_json({"imports": done, "error": str(error)})
        raise
    if as_json:
        print_json({"imports": done})


@library.command("list", help="help.library.list")
@with_json
@_with_library
def list_collections(shelf: LibraryStore, as_json: bool) -> None:
    """List collections, imports and deletions."""
    collections = shelf.collections()
    imports = shelf.imports.page(_IMPORTS_SHOWN)
    deletions = shelf.deletions()
    names = shelf.names_of_collections()  # including deleted ones
    if as_json:
        print_json(
            {
                "collections": [{"name": one.name, "games": one.games} for one in collections],
                "imports": [
                    {**asdict(one), "collection": names.get(one.collection, "?")} for one in imports
                ],
                "deletions": [{**asdict(one), "what": str(one.what or "")} for one in deletions],
            }
        )
        return
    print_table(
        ("column.games", "column.collection"),
        [(figure(one.games), one.name) for one in collections],
    )
    if imports:
        print()
        rows = [
            (
                str(one.id),
                say(f"cli.import.state.{one.state}"),
                figure(one.games),
                names.get(one.collection, "?"),
                str(name_of_file(one.source)),
            )
            for one in imports
        ]
        columns = ("import", "state", "games", "into", "from")
        print_table([f"column.{name}" for name in columns], rows)
    if deletions:
        print()
        gone = [(str(one.id), figure(one.games), str(one.what or "")) for one in deletions]
        print_table(("column.deletion", "column.games", "column.deleted"), gone)


@library.command(help="help.library.search")
@number("--page N", "help.library.search.page", 1, default=1)
@number("--size N", "help.library.search.size", 1, 200, default=20)
@with_json
@with_search()
@_with_library
def search(shelf: LibraryStore, query: Query, page: int, size: int, as_json: bool) -> None:
    """Find games."""
    answer = find(shelf, changed(query, page=page, size=size))
    names = shelf.names_of_collections()
    if as_json:
        games = [{**_shown(hit.row, names), "ply": hit.ply} for hit in answer.hits]
        print_json({"count": answer.count, "page": page, "games": games})
        return
    if answer.hits:
        rows = [_row(hit) for hit in answer.hits]
        columns = ("side.black", "side.white", "column.won", "column.year", "column.moves")
        print_table(("column.number", *columns, "column.at", "column.event"), rows)
        print()
    print(counted("game", answer.count))


def _row(hit: Hit) -> tuple[str, ...]:
    row = hit.row
    return (
        str(row.id),
        _name(row.black, row.white, row, "side.black"),
        _name(row.white, row.black, row, "side.white"),
        say(_RESULTS[row.result]),
        str(day_parts(row.day or 0).year or "?"),
        str(moves_in(row.plies)),
        "" if hit.ply is None else say("cli.library.at-move", number=hit.ply // 2 + 1),
        row.event or "",
    )


def _name(name: str | None, other: str | None, row: LibraryRow, side: str) -> str:
    """The player of a side, as the page names them."""
    if row.game is not None and name is None:
        return say(side if other is None else "game.you")
    return name or "?"


def _shown(row: LibraryRow, names: dict[int, str]) -> dict[str, Any]:
    values = asdict(row)
    del values["day"]
    return {
        **values,
        "collection": names.get(row.collection, ""),
        "result": row.result.code,
        "year": day_parts(row.day or 0).year or None,
    }


_with_number = argument("number", "help.library.number", type=Number())


@library.command(help="help.library.show")
@_with_number
@_with_library
def show(shelf: LibraryStore, number: int) -> None:
    """Print a game as PDN."""
    _print_game(shelf, number)


def _print_game(shelf: LibraryStore, number: int) -> None:
    print(write_game(game_of(shelf.load(number))), end="")


@library.command(help="help.library.explore")
@with_json
@with_search(without=WITHOUT_PATTERN)
@_with_library
def explore(shelf: LibraryStore, query: Query, as_json: bool) -> None:
    """Show what was played in a position."""
    from crownhead.cli.exploring import show_explored

    show_explored(shelf, query, as_json=as_json)


@library.command(help="help.library.stats")
@with_json
@with_search(without=WITHOUT_ORDER)
@_with_library
def stats(shelf: LibraryStore, query: Query, as_json: bool) -> None:
    """Count games."""
    from crownhead.library.counting import statistics

    found = statistics(shelf, query)
    if as_json:
        print_json(asdict(found))
        return
    results: dict[str, Any] = {"games": counted("game", found.games), "draws": found.draws}
    results |= {"black": found.black, "white": found.white, "unknown": found.unknown}
    if found.both_lost:
        print(say("cli.library.results-both-lost", **results, both_lost=found.both_lost))
    else:
        print(say("cli.library.results", **results))
    if not found.games:
        return
    if found.first_year is not None:
        print(_years(found.first_year, found.last_year))
    print(say("library.length", moves=counted("move", found.moves), most=found.longest))
    print(say("cli.library.notes", comments=found.with_comments, faults=found.with_faults))
    for column, rows in (
        ("column.player", found.players),
        ("column.event", found.events),
        ("column.opening", found.openings),
    ):
        if rows:
            print()
            named = [(figure(count), name or say("game.you")) for name, count in rows]
            print_table(("column.games", column), named)


def _years(first: int, last: int | None) -> str:
    """When games were played.

    >>> _years(1954, 1954), _years(1954, 1987)
    ('in 1954', 'from 1954 to 1987')
    """
    if first == last:
        return say("library.year", year=str(first))
    return say("library.years", first=str(first), last=str(last))


@library.command(help="help.library.export")
@argument("file", "help.library.file", type=Path)
@with_replace
@with_search(read=Query.parse_to_write)
@_with_library
def export(shelf: LibraryStore, query: Query, file: Path, replace: bool) -> None:
    """Write games as PDN."""
    prints = str(file) == STANDARD_OUTPUT
    if not prints:
        new_file(file, replace=replace)
    with progress_bar() as progress:
        chosen = numbers_of(shelf, query)
        games = progress.track(
            shelf.games(chosen), total=len(chosen), description=say("progress.writing")
        )
        write_games(map(game_of, games), sys.stdout if prints else file, replace=replace)
    if not prints:
        print(say("cli.wrote-games", games=counted("game", len(chosen)), file=file))


@library.command(help="help.library.edit")
@_with_number
@option("--black NAME", "help.library.edit.black")
@option("--white NAME", "help.library.edit.white")
@option("--event NAME", "help.library.edit.event")
@option("--site NAME", "help.library.edit.site")
@option("--round N", "help.library.edit.round")
@option("--date DATE", "help.library.edit.date")
@option("--result WORD", "help.library.edit.result")
@_with_library
def edit(shelf: LibraryStore, number: int, **given: str | None) -> None:
    """Change the facts of a game."""
    from crownhead.library import editing

    changes = {name: value for name, value in given.items() if value is not None}
    if not changes:
        raise LibraryError("cli.library.no-change")
    editing.edit(shelf, number, changes)
    _print_game(shelf, number)


@library.command(help="help.library.delete")
@several("numbers", "[NUMBER...]", "help.library.delete.numbers", type=Number(), required=False)
@option("--all", "help.library.delete.all", name="everything")
@with_search(without=WITHOUT_ORDER)
@_with_library
def delete(shelf: LibraryStore, query: Query, numbers: tuple[int, ...], everything: bool) -> None:
    """Delete games."""
    if bool(numbers) == everything:
        raise LibraryError("cli.library.delete-what")
    if numbers and query != Query():
        raise LibraryError("cli.library.delete-either")
    for one in numbers:
        shelf.load(one)  # raises an error if there is none
    chosen = list(numbers) or numbers_of(shelf, query)
    if not chosen:
        raise LibraryError("cli.library.nothing-found")
    made = shelf.delete(chosen)
    if not made.games:
        raise LibraryError("cli.library.only-played")
    _tell(made)


def _tell(made: Deletion) -> None:
    """Report what was deleted, and how to bring it back."""
    print(say("cli.library.deleted", games=counted("game", made.games), number=str(made.id)))


@library.command(help="help.library.remove")
@argument("name", "help.library.remove.name", metavar="COLLECTION")
@_with_library
def remove(shelf: LibraryStore, name: str) -> None:
    """Delete a collection."""
    made = shelf.remove_collection(shelf.collection_id(name))
    games = counted("game", made.games)
    print(say("cli.library.removed", name=made.what, games=games, number=str(made.id)))


@library.command(help="help.library.undo")
@argument("number", "help.library.undo.number", metavar="IMPORT", type=Number())
@_with_library
def undo(shelf: LibraryStore, number: int) -> None:
    """Undo an import."""
    _tell(shelf.undo_import(number))


@library.command("bring-back", help="help.library.bring-back")
@argument("number", "help.library.bring-back.number", metavar="DELETION", type=Number())
@_with_library
def bring_back(shelf: LibraryStore, number: int) -> None:
    """Bring back deleted games."""
    count, known = shelf.restore(number)
    if known:
        print(say("cli.library.back-some", count=count, known=known))
    else:
        print(say("cli.library.back", count=count))


@library.command(help="help.library.generate")
@argument("file", "help.library.file", metavar="FILE.pdn", type=Path)
@number("--games N", "help.library.generate.games", 1, 10_000_000, default=1000)
@number("--seed N", "help.library.generate.seed", default=1)
@number("--jobs N", "help.option.jobs", 1, 256)
@with_replace
def generate(file: Path, games: int, seed: int, jobs: int | None, replace: bool) -> None:
    """Make a collection of games between weak players."""
    from crownhead.cli.generating import write_generated

    write_generated(file, games, seed, jobs, replace=replace)
