"""People and their browsers: settings, names, results, and links to seats."""

import io
import json
from collections.abc import Callable
from typing import Annotated, Any, Final, TypeGuard

from fastapi import APIRouter, Path, Request, Response

from crownhead.errors import GameError, NotFoundError
from crownhead.pieces import Side
from crownhead.service import Service, Visitor, public_id
from crownhead.service.letters import clean_name
from crownhead.service.results.results import results_view
from crownhead.service.results.results_contract import ResultsView
from crownhead.session.seats import FreeSeats
from crownhead.web.models import (
    InvitationView,
    InviteBody,
    JoinBody,
    JoinedView,
    Nothing,
    PreferencesBody,
    PreferencesView,
)
from crownhead.web.routes.common import (
    Asker,
    GameId,
    Host,
    carry_out,
    find,
    parts_of,
    read,
    showing,
    write,
)
from crownhead.web.visitors import Seat

_MOST_PREFERENCES: Final = 8 * 1024
# Anybody with a link to watch can become a new guest repeatedly: their settings are few, small and in
# one row.
_WATCHERS: Final = "watchers"
_MOST_WATCHERS: Final = 64
_MOST_OF_A_WATCHER: Final = 1024
_DEEPEST: Final = 8  # nested lists and objects
# The first settings of a host's new browser, also for other programs.
_COMMON: Final = "preferences"

router: Final = APIRouter(prefix="/api")


# ---- settings


def preferences_of(service: Service, visitor: Visitor) -> dict[str, Any]:
    """A browser's own settings; a host's new browser begins with those used last."""
    found = service.store.setting(f"{_COMMON}:{visitor.id}")
    if found is None:
        shared = service.store.setting(_COMMON if visitor.is_host else _WATCHERS)
        found = shared if visitor.is_host else _of_watchers(shared).get(visitor.id)
    return found if _is_kept(found) else {}


def _of_watchers(found: Any) -> dict[str, Any]:
    """The settings of guests who only watch, last changed at the end."""
    return found if isinstance(found, dict) else {}


def name_of(service: Service, visitor: Visitor) -> str | None:
    """The name that a person chose."""
    return clean_name(preferences_of(service, visitor).get("name"))


@router.get("/preferences")
async def get_preferences(request: Request, asker: Asker) -> PreferencesView:
    """The browser's own settings, and who it is."""
    return _shown(asker, await read(request, lambda service: preferences_of(service, asker)))


@router.put("/preferences")
async def put_preferences(request: Request, asker: Asker, body: PreferencesBody) -> PreferencesView:
    """Replace the browser's own settings."""
    return await _keep(request, asker, lambda _: body.preferences)


@router.patch("/preferences")
async def change_preferences(
    request: Request, asker: Asker, body: PreferencesBody
) -> PreferencesView:
    """Change some of the browser's own settings; another tab may change others."""
    return await _keep(request, asker, lambda found: {**found, **body.preferences})


async def _keep(
    request: Request, asker: Visitor, change: Callable[[dict[str, Any]], dict[str, Any]]
) -> PreferencesView:
    def keep(service: Service) -> dict[str, Any]:
        store, before = service.store, preferences_of(service, asker)

        def checked(found: Any, most: int = _MOST_PREFERENCES) -> dict[str, Any]:
            values = change(found if _is_kept(found) else before)
            _check_size(values, most)
            return values

        def among_watchers(found: Any) -> dict[str, Any]:
            others = dict(_of_watchers(found))
            mine = checked(others.pop(asker.id, None), _MOST_OF_A_WATCHER)
            return {**dict([*others.items()][1 - _MOST_WATCHERS :]), asker.id: mine}

        own = f"{_COMMON}:{asker.id}"
        kept: dict[str, Any]
        if asker.is_host or store.count_seats(asker.id) or store.setting(own) is not None:
            kept = store.change_setting(own, checked)
        else:
            kept = store.change_setting(_WATCHERS, among_watchers)[asker.id]
        if asker.is_host:
            store.store_setting(_COMMON, kept)
        name = clean_name(kept.get("name"))
        if name != clean_name(before.get("name")):
            service.rename(asker.id, name)
        return kept

    return _shown(asker, await write(request, keep))


def _is_kept(found: object) -> TypeGuard[dict[str, Any]]:
    """Whether stored settings are usable; others count as never stored."""
    return isinstance(found, dict) and not _is_deeper(found, _DEEPEST)


def _is_deeper(value: object, most: int) -> bool:
    """Whether lists and objects are nested deeper than `most`.

    >>> _is_deeper({"a": [1, {}]}, 3), _is_deeper({"a": [1, {}]}, 2)
    (False, True)
    """
    if not isinstance(value, (dict, list)):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return most == 0 or any(_is_deeper(one, most - 1) for one in inner)


def _check_size(values: dict[str, Any], most: int) -> None:
    if _is_deeper(values, _DEEPEST):
        raise GameError("request.deep-preferences", most=_DEEPEST)
    try:
        size = len(json.dumps(values, ensure_ascii=False, allow_nan=False).encode())
    except ValueError:
        raise GameError("request.no-preferences") from None
    if size > most:
        raise GameError("request.large-preferences", count=most)


def _shown(asker: Visitor, values: dict[str, Any]) -> PreferencesView:
    return {
        "preferences": values,
        "visitor": {"id": public_id(asker.id), "host": asker.is_host},
    }


@router.get("/results")
async def get_results(request: Request, host: Host) -> ResultsView:
    """Won, drawn and lost against computers, by opponent, colour, opening and time, and a rating."""
    return await read(request, lambda service: results_view(service.store, host))


# ---- seats


@router.post("/games/{game_id}/invite")
async def invite(request: Request, host: Host, game_id: GameId, body: InviteBody) -> InvitationView:
    """A link to a person's seat for another device, or for watching."""
    seat = body.seat

    def code(service: Service) -> str:
        name = name_of(service, host)
        game = service.game(game_id)
        return "" if seat == "watch" else game.invite(Side(seat), by=host, name=name)

    link, reachable = _link(request, game_id, seat, await write(request, code))
    return {"seat": seat, "link": link, "reachable": reachable}


def _link(request: Request, game_id: str, seat: Seat, code: str) -> tuple[str, bool]:
    return parts_of(request).access.invitation(request.headers.get("host", ""), game_id, seat, code)


@router.get("/games/{game_id}/invite/{seat}.svg", response_class=Response)
async def invitation_code(request: Request, _: Host, game_id: GameId, seat: Seat) -> Response:
    """The link as a QR code."""
    import segno  # only this needs it

    game = await find(request, game_id)
    code = "" if seat == "watch" else game.session.seating.invitations.get(Side(seat))
    if code is None:
        raise NotFoundError("access.nobody-invited")
    link = _link(request, game_id, seat, code)[0]
    picture = io.BytesIO()
    segno.make(link, error="m").save(
        picture,
        kind="svg",
        border=3,
        light="#fff",
        dark="#000",
        xmldecl=False,
        svgclass=None,
        lineclass=None,
        omitsize=True,
    )
    return Response(picture.getvalue(), media_type="image/svg+xml")


@router.post("/games/{game_id}/seats/free", response_class=Response, responses=showing())
async def free_seats(request: Request, _: Host, game_id: GameId, __: Nothing) -> Response:
    """Let the host's own screens play both sides again."""
    return await carry_out(request, game_id, FreeSeats())


@router.post("/join/{game_id}/{seat}/{key}")
async def join(
    request: Request,
    response: Response,
    game_id: GameId,
    seat: Seat,
    key: Annotated[str, Path(max_length=80)],
    body: JoinBody,
) -> JoinedView:
    """Follow a link: the browser gets a cookie for the game, and the seat if it is free."""
    access = parts_of(request).access
    code = access.signer.read_invitation(game_id, seat, key)
    if code is None:
        raise NotFoundError("access.dead-link")
    visitor = access.visitor(request) or Visitor(access.signer.new_name(), is_host=False)

    def sit(service: Service) -> tuple[JoinedView, str]:
        game = service.game(game_id)
        name = clean_name(body.name) or name_of(service, visitor)
        seated = seat != "watch" and game.sit(Side(seat), visitor.id, code, name)
        return {"game": service.latest(game_id).id, "seated": seated}, game.series

    joined, series = await write(request, sit)
    if not visitor.is_host:
        access.let_in_guest(response, visitor, series)
    return joined
