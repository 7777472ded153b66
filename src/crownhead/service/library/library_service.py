"""The library as a person uses it: collections, searches, imports, changes."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from io import BytesIO
from typing import Any, Final

from crownhead.book import OpeningBook
from crownhead.errors import CrownheadError
from crownhead.game import Game
from crownhead.library.counting import statistics
from crownhead.library.editing import edit
from crownhead.library.entry import game_of, position_at
from crownhead.library.exploring import Explorer
from crownhead.library.finding import Hit, numbers_of, search
from crownhead.library.importing import add_games
from crownhead.library.query import Query
from crownhead.library.tinsley import NAME as TINSLEY
from crownhead.library.tinsley import SOURCE, tinsley_pdn
from crownhead.messages import say
from crownhead.notation.pdn import write_game
from crownhead.position import Position
from crownhead.service.contract import view_of
from crownhead.service.games import view
from crownhead.service.games.storing import person_of
from crownhead.service.library.import_queue import Importer
from crownhead.service.library.library_contract import (
    CollectionView,
    DeletionView,
    ExploredView,
    HitView,
    ImportView,
    LibraryRecordView,
    LibraryView,
    SearchView,
    StatisticsView,
)
from crownhead.service.library.library_view import (
    deletion_view,
    explored_view,
    import_view,
    record_view,
    row_view,
    statistics_view,
)
from crownhead.service.library.played import A_FEW, PlayedGames
from crownhead.service.library.uploads import Uploads
from crownhead.session.seating import Visitor
from crownhead.store import GameStore
from crownhead.store.library.collections import name_after
from crownhead.store.library.entries import PLAYED_HERE, LibraryGame

_IMPORTS_SHOWN: Final = 20


class Library:
    """The library. Any thread may call."""

    def __init__(self, store: GameStore, book: Callable[[], OpeningBook | None]) -> None:
        self._store = store.library
        self._book = book
        self._explorer = Explorer(store.library)
        self._played = PlayedGames(store)
        #: The stored form of a collection's name; refuses one that cannot take games.
        self.name_of_target = self._store.name_of_target
        #: Make an empty collection; the name must be new.
        self.make_collection = self._store.make_collection
        #: Restore what was deleted together; rename a collection.
        self.restore, self.rename_collection = self._store.restore, self._store.rename_collection
        #: Waiting and running imports.
        self.importer = Importer(store.library)
        #: Uploads in progress.
        self.uploads = Uploads(store.path.parent)

    # ---- reading

    def view(self) -> LibraryView:
        """Collections, imports, and what can be restored."""
        self._played.catch_up_in_passing()
        version = self._store.version()
        found = self._store.collections()
        names = self._store.names_of_collections()  # also of those that were deleted
        return {
            "version": version,
            "collections": [
                view_of(CollectionView, one, own=one.id == PLAYED_HERE) for one in found
            ],
            "imports": self._imports(names),
            "deletions": [deletion_view(one) for one in self._store.deletions()],
            "tinsley": not any(one.name == TINSLEY and one.games for one in found),
        }

    def _imports(self, names: Mapping[int, str]) -> list[ImportView]:
        """Current and stored imports, the newest first, each once."""
        ours = self.importer.views()
        live = [one for one in ours if one["state"] in ("waiting", "running", "failed")]
        known = {one["id"] for one in live}
        stored = [
            import_view(one, names)
            for one in self._store.imports.page(_IMPORTS_SHOWN)
            if one.id not in known
        ]
        return [*live, *stored]

    def search(self, parameters: Mapping[str, Any], by: Visitor | None = None) -> SearchView:
        """Find games; the parameters come from an address, and `by` is the browser that asks."""
        self._played.catch_up_in_passing()
        query = Query.parse(parameters)
        answer = search(self._store, query, person_of(by))
        names = self._store.names_of_collections()
        stored = {one.row.id: one for one in self._store.games(hit.row.id for hit in answer.hits)}
        return {
            "count": answer.count,
            "page": query.page,
            "pages": -(-answer.count // query.size),
            "parameters": query.parameters(),
            "board": None if query.position is None else view.board_text(query.position),
            "hits": [_hit_view(one, stored.get(one.row.id), names) for one in answer.hits],
        }

    def statistics(
        self, parameters: Mapping[str, Any], by: Visitor | None = None
    ) -> StatisticsView:
        """Count the games that a search finds."""
        self._played.catch_up_in_passing()
        return statistics_view(statistics(self._store, Query.parse(parameters), person_of(by)))

    def game(self, number: int) -> LibraryRecordView:
        """A whole game, for display."""
        return record_view(self._store.load(number), self._store.names_of_collections())

    def whole_game(self, number: int) -> Game:
        """A game with its comments and variations."""
        return game_of(self._store.load(number))

    def pdn(self, number: int) -> str:
        """A game as PDN."""
        return write_game(self.whole_game(number))

    def explore(
        self, fen: str, parameters: Mapping[str, Any] | None = None, by: Visitor | None = None
    ) -> ExploredView:
        """What was played in a position, in the games that the parameters select."""
        self._played.catch_up_in_passing()
        query = Query.parse({**(parameters or {}), "fen": fen})
        position = query.position
        assert position is not None
        found = self._explorer.explore(position, query, person_of(by))
        return explored_view(found, self._book_moves(position))

    def _book_moves(self, position: Position) -> Iterable[Any]:
        try:
            book = self._book() or OpeningBook.open()
            return book.probe(position)
        except CrownheadError:
            return []

    # ---- importing

    def import_upload(self, upload: str, collection: str | None) -> ImportView:
        """Import an uploaded file in the background, then remove it.

        Without a collection, the games go into one named after the file.
        """
        target = self.name_of_target(collection or name_after(self.uploads.name_of(upload)))
        path, source = self.uploads.take(upload)
        try:
            size = path.stat().st_size
            return self.importer.ask(target, source, lambda: path.open("rb"), path, size)
        except CrownheadError:
            path.unlink(missing_ok=True)
            raise

    def import_text(self, text: str, collection: str) -> ImportView:
        """Import pasted games."""
        target = self.name_of_target(collection)
        content = text.encode(errors="replace")
        return self.importer.ask(
            target, say("imports.pasted"), lambda: BytesIO(content), size=len(content)
        )

    def load_tinsley(self) -> ImportView:
        """Import the bundled games of Marion Tinsley."""
        return self.importer.ask(TINSLEY, SOURCE, tinsley_pdn, size=len(tinsley_pdn().getvalue()))

    def undo_import(self, number: int) -> DeletionView:
        """Delete all games of an import."""
        return deletion_view(self._store.undo_import(number))

    # ---- changing

    def edit(self, number: int, changes: Mapping[str, str | None]) -> LibraryRecordView:
        """Change a game's players, event, site, round, date or result."""
        edit(self._store, number, changes)
        return self.game(number)

    def delete(self, numbers: list[int] | None, parameters: Mapping[str, Any]) -> DeletionView:
        """Delete the games with these numbers, or all that a search finds."""
        if numbers is None:
            self._played.catch_up(A_FEW)
            numbers = numbers_of(self._store, Query.parse(parameters))
        return deletion_view(self._store.delete(numbers))

    def copy(self, numbers: list[int], collection: str) -> int:
        """Copy games into a collection; return how many were new."""
        target = self._store.make_target(collection)
        games = (game_of(one) for one in self._store.games(numbers))
        return add_games(self._store, target, games)[0]

    def remove_collection(self, collection: int) -> DeletionView:
        """Delete a collection with its games."""
        return deletion_view(self._store.remove_collection(collection))

    # ---- exporting

    def export(self, parameters: Mapping[str, Any], by: Visitor | None = None) -> Iterator[str]:
        """All games that a search finds, as parts of one PDN text."""
        self._played.catch_up_in_passing()
        numbers = numbers_of(self._store, Query.parse_to_write(parameters), person_of(by))
        return (
            ("\n" if index else "") + write_game(game_of(stored))
            for index, stored in enumerate(self._store.games(numbers))
        )

    # ---- in the background

    def tidy(self, until: Callable[[], bool]) -> None:
        """Add finished games, purge old deletions, and index the rest."""
        self._played.catch_up(until=until)
        self._store.purge(until=until)
        while not until() and self._store.positions.make_run():
            pass

    def close(self) -> None:
        """Stop; everything imported is on disk."""
        self.importer.close()
        self.uploads.close()


def _hit_view(hit: Hit, stored: LibraryGame | None, names: Mapping[int, str]) -> HitView:
    ply = hit.row.plies if hit.ply is None else hit.ply
    position = position_at(stored, ply) if stored is not None else Position.start()
    return {
        "game": row_view(hit.row, names),
        "ply": hit.ply,
        "position": view.position_view(position),
    }
