"""The library: reading, searching, exploring, changing and exporting. For hosts only."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from itertools import islice
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import Field

from crownhead.errors import LibraryError
from crownhead.library.query import MOST_CHOSEN
from crownhead.service import Service
from crownhead.service.library.library_contract import (
    DeletionView,
    ExploredView,
    ImportView,
    LibraryRecordView,
    LibraryView,
    SearchView,
    StatisticsView,
)
from crownhead.service.library.uploads import LARGEST
from crownhead.web.models import (
    LIMITS,
    Body,
    CollectionIdView,
    CollectionNameView,
    CopiedView,
    Nothing,
    RestoredView,
    UploadedView,
    UploadView,
)
from crownhead.web.routes.common import GameId, Host, attached, read, write
from crownhead.web.security import LARGEST_BODY

Number = Annotated[int, Path(ge=1, le=1 << 40)]
Name = Annotated[str, Field(min_length=1, max_length=LIMITS["collection"])]
Text = Annotated[str, Field(max_length=LIMITS["tag"])]
_GAMES_AT_ONCE: Final = 100  # in a piece of a download
Games = Annotated[
    list[Annotated[int, Field(ge=1, le=1 << 40)]], Field(min_length=1, max_length=MOST_CHOSEN)
]
_PIECE: Final = LARGEST_BODY - 4096  # of an upload

router: Final = APIRouter(prefix="/api/library")


class EditBody(Body):
    """Changes; what is left out stays, and empty text means unknown."""

    black: Text | None = None
    white: Text | None = None
    event: Text | None = None
    site: Text | None = None
    round: Text | None = None
    date: Text | None = None
    result: Text | None = None


class ChosenBody(Body):
    """Games by their numbers, or all that a search finds."""

    games: Games | None = None
    search: dict[str, str] | None = None


class CopyBody(Body):
    """Games to copy into a collection."""

    games: Games
    collection: Name


class CollectionBody(Body):
    """The name of a collection."""

    name: Name


class UploadBody(Body):
    """The name of a file to upload."""

    name: Annotated[str, Field(min_length=1, max_length=300)]


class ImportBody(Body):
    """What to import: an upload, a pasted text, or the games of Marion Tinsley."""

    collection: Name | None = None
    upload: Annotated[str, Field(max_length=40)] | None = None
    text: str | None = None  # as long as a request may be
    tinsley: bool = False


# ---- reading


@router.get("")
async def get_library(request: Request, _: Host) -> LibraryView:
    """Collections, imports, and what can be restored."""
    return await read(request, lambda service: service.library.view())


@router.get("/games")
async def search_games(request: Request, host: Host) -> SearchView:
    """Find games; docs/collections.md lists the parameters."""
    parameters = _parameters(request)
    return await read(request, lambda service: service.library.search(parameters, host))


@router.get("/stats")
async def count_games(request: Request, host: Host) -> StatisticsView:
    """Statistics of the games that a search finds: results, years, players, events, openings."""
    parameters = _parameters(request)
    return await read(request, lambda service: service.library.statistics(parameters, host))


@router.get("/games/{number}")
async def get_library_game(request: Request, _: Host, number: Number) -> LibraryRecordView:
    """A whole game."""
    return await read(request, lambda service: service.library.game(number))


@router.get("/games/{number}/pdn", response_class=Response)
async def get_library_pdn(request: Request, _: Host, number: Number) -> Response:
    """A game as a PDN file."""
    text = await read(request, lambda service: service.library.pdn(number))
    return attached(text, f"game-{number}.pdn")


@router.get("/explorer")
async def explore(
    request: Request,
    host: Host,
    fen: Annotated[str, Query(min_length=1, max_length=LIMITS["search"])],
) -> ExploredView:
    """What was played in a position, in the games that a search selects."""
    parameters = _parameters(request)
    return await read(request, lambda service: service.library.explore(fen, parameters, host))


@router.get("/pdn", response_class=Response)
async def download_games(request: Request, host: Host) -> Response:
    """All games that a search finds, as one PDN file."""
    parameters = _parameters(request)
    parts = await read(request, lambda service: service.library.export(parameters, host))
    headers = {"content-disposition": 'attachment; filename="crownhead-games.pdn"'}
    return StreamingResponse(_pieces(parts), media_type="text/plain", headers=headers)


async def _pieces(parts: Iterator[str]) -> AsyncIterator[bytes]:
    """Join some games at a time, to save memory."""
    while piece := await asyncio.to_thread(lambda: "".join(islice(parts, _GAMES_AT_ONCE))):
        yield piece.encode()


def _parameters(request: Request) -> dict[str, Any]:
    found: dict[str, Any] = dict(request.query_params)
    if "collections" in found:
        found["collections"] = ",".join(request.query_params.getlist("collections"))
    return found


# ---- changing


@router.patch("/games/{number}")
async def edit_game(request: Request, _: Host, number: Number, body: EditBody) -> LibraryRecordView:
    """Change who played, where, when, and the result."""
    changes = body.model_dump(exclude_unset=True)
    return await write(request, lambda service: service.library.edit(number, changes))


@router.post("/deletions")
async def delete_games(request: Request, _: Host, body: ChosenBody) -> DeletionView:
    """Delete games; they can be restored for a week."""
    if (body.games is None) == (body.search is None):
        raise LibraryError("request.deletion")
    search = body.search or {}
    return await write(request, lambda service: service.library.delete(body.games, search))


@router.post("/deletions/{number}/restore")
async def restore_games(request: Request, _: Host, number: Number, __: Nothing) -> RestoredView:
    """Restore a deletion."""
    back = await write(request, lambda service: service.library.restore(number))
    return {"games": back.games, "known": back.known}


@router.post("/copies")
async def copy_games(request: Request, _: Host, body: CopyBody) -> CopiedView:
    """Copy games into a collection, without duplicates."""
    added = await write(request, lambda one: one.library.copy(body.games, body.collection))
    return {"added": added}


@router.post("/collections", status_code=201)
async def make_collection(request: Request, _: Host, body: CollectionBody) -> CollectionIdView:
    """Make a collection with a new name."""
    return {"id": await write(request, lambda one: one.library.make_collection(body.name))}


@router.patch("/collections/{number}", status_code=204)
async def rename_collection(
    request: Request, _: Host, number: Number, body: CollectionBody
) -> None:
    """Rename a collection."""
    await write(request, lambda one: one.library.rename_collection(number, body.name))


@router.delete("/collections/{number}")
async def remove_collection(request: Request, _: Host, number: Number) -> DeletionView:
    """Delete a collection with its games."""
    return await write(request, lambda one: one.library.remove_collection(number))


# ---- importing


@router.get("/target")
async def name_target(
    request: Request, _: Host, name: Annotated[str, Query(max_length=300)]
) -> CollectionNameView:
    """The stored form of a collection's name; refuses one that cannot take games."""
    return {"name": await read(request, lambda service: service.library.name_of_target(name))}


@router.post("/uploads", status_code=201)
async def begin_upload(request: Request, _: Host, body: UploadBody) -> UploadView:
    """Begin an upload, in pieces of limited size."""
    made = await write(request, lambda service: service.library.uploads.begin(body.name))
    return {"upload": made, "piece": _PIECE, "most": LARGEST}


@router.put("/uploads/{upload_id}")
async def send_piece(
    request: Request, _: Host, upload_id: GameId, at: Annotated[int, Query(ge=0, le=LARGEST)]
) -> UploadedView:
    """Send the piece of a file that begins at a byte; may be repeated."""
    piece = await request.body()
    put = await write(request, lambda one: one.library.uploads.put(upload_id, at, piece))
    return {"received": put}


@router.delete("/uploads/{upload_id}", status_code=204)
async def drop_upload(request: Request, _: Host, upload_id: GameId) -> None:
    """Cancel an upload."""
    await write(request, lambda service: service.library.uploads.drop(upload_id))


@router.post("/imports", status_code=202)
async def begin_import(request: Request, _: Host, body: ImportBody) -> ImportView:
    """Import games in the background."""
    given = (body.upload is not None) + (body.text is not None) + body.tinsley
    if given != 1:
        raise LibraryError("request.import")

    def begun(service: Service) -> ImportView:
        library = service.library
        if body.tinsley:
            return library.load_tinsley()
        if body.upload is not None:
            return library.import_upload(body.upload, body.collection)
        if body.collection is None:
            raise LibraryError("request.collection")
        return library.import_text(body.text or "", body.collection)

    return await write(request, begun)


@router.get("/imports/{job}")
async def get_import(request: Request, _: Host, job: GameId) -> ImportView:
    """The progress of a current import."""
    return await read(request, lambda service: service.library.importer.view(job))


@router.delete("/imports/{job}")
async def stop_import(request: Request, _: Host, job: GameId) -> ImportView:
    """Stop an import; added games stay."""
    return await write(request, lambda service: service.library.importer.stop(job))


@router.post("/imports/{number}/undo")
async def undo_import(request: Request, _: Host, number: Number, __: Nothing) -> DeletionView:
    """Delete all games of an import."""
    return await write(request, lambda service: service.library.undo_import(number))
