"""Who may ask what: hosts, origins, the cookie, sizes, rates, and the headers of every answer."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import json
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from crownhead.service import Visitor
from crownhead.web.places import Places
from crownhead.web.visitors import Place, Signer, same

LARGEST_BODY: Final = 64 * 1024
_STOPPING: Final = "Crownhead is stopping; start it again and try once more."
#: What is said to a browser that has no cookie of ours.
STRANGER: Final = "Open the address that Crownhead printed in the terminal."
_TOO_LARGE: Final = f"A request can be at most {LARGEST_BODY} bytes long."
_REQUESTS_A_SECOND: Final = 500.0
_BURST: Final = 1000.0
_MOST_KNOWN: Final = 256  # browsers
_COOKIE_SECONDS: Final = 400 * 24 * 3600
_FOR_STRANGERS: Final = "/api/join/"  # who follows a link has no cookie yet
_HEADERS: Final = (
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
)


@dataclass(frozen=True, slots=True)
class Link:
    """An address for another device, and whether it can be reached from there."""

    address: str
    reachable: bool


class Access:
    """Who may come in: which hosts we answer to, and the cookies that we have signed."""

    def __init__(
        self,
        host: str,
        port: int,
        *,
        secret: str,
        token: str,
        reusable: bool,
        outside: str | None = None,
    ) -> None:
        self.cookie_name = f"crownhead-{port}"  # cookies do not know ports
        self.signer = Signer(secret)
        self._host = host
        self._port = port
        self._token: str | None = token
        self._reusable = reusable
        self._outside = outside  # how other devices name this machine

    def redeem(self, token: str) -> bool:
        """Take a start token; one that is not reusable is taken once."""
        if self._token is None or not same(token, self._token):
            return False
        if not self._reusable:
            self._token = None
        return True

    def let_in_host(self, answer: Response, known: Visitor | None) -> None:
        """Give a host's browser its cookie; one that is known keeps its name."""
        name = known.id if known else self.signer.new_name()
        self._give_cookie(answer, Visitor(name, is_host=True))

    def let_in_guest(self, answer: Response, guest: Visitor, game_id: str) -> None:
        """Give a guest's browser a cookie that opens one more game."""
        others = [one for one in guest.games if one != game_id]
        self._give_cookie(answer, replace(guest, games=(*others, game_id)))

    def _give_cookie(self, answer: Response, visitor: Visitor) -> None:
        answer.set_cookie(
            self.cookie_name,
            self.signer.cookie(visitor),
            max_age=_COOKIE_SECONDS,
            httponly=True,
            samesite="strict",
        )

    def visitor(self, asked: HTTPConnection) -> Visitor | None:
        """The browser that sent a request, by its cookie."""
        cookie = asked.cookies.get(self.cookie_name)
        return None if cookie is None else self.signer.read_cookie(cookie)

    def invitation(self, authority: str, game_id: str, place: Place, code: str) -> Link:
        """A link to a game, by the name under which other devices can reach this one."""
        path = self.signer.invitation(game_id, place, code)
        name = urlsplit(f"//{authority}").hostname or ""
        if not is_loopback(name):
            return Link(f"http://{authority}{path}", reachable=True)
        if self._outside is not None:
            return Link(f"http://{self._outside}:{self._port}{path}", reachable=True)
        return Link(f"http://{authority}{path}", reachable=False)

    def is_our_host(self, authority: str) -> bool:
        """Whether a host and port, as a browser names them, are ours.

        A page of another site can make its own name point here, but it cannot make the browser say
        an address or `localhost`.
        """
        try:
            parts = urlsplit(f"//{authority}")
            name, port = (parts.hostname or "").lower(), parts.port or 80
        except ValueError:
            return False
        if port != self._port:
            return False
        if is_loopback(self._host):
            return is_loopback(name)
        return name in (self._host.lower(), "localhost") or _is_address(name)

    def is_our_origin(self, origin: str, host: str) -> bool:
        """Whether a page with this origin was served by the host that it now asks."""
        return origin == f"http://{host}" and self.is_our_host(host)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_loopback(name: str) -> bool:
    """Whether a host is this machine and nobody else can reach it.

    >>> is_loopback("localhost"), is_loopback("127.0.0.1"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    if name == "localhost":
        return True
    return _is_address(name) and ipaddress.ip_address(name).is_loopback


class RateLimit:
    """So many requests a second, and a burst now and then."""

    def __init__(
        self,
        rate: float = _REQUESTS_A_SECOND,
        burst: float = _BURST,
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rate, self._burst, self._now = rate, burst, now
        self._left = burst
        self._last = now()

    def allows(self) -> bool:
        """Count a request, and say whether it may come in."""
        now = self._now()
        self._left = min(self._burst, self._left + (now - self._last) * self._rate)
        self._last = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Guard:
    """Stands before the application and turns away what may not come in."""

    def __init__(self, app: ASGIApp, access: Access, most: int) -> None:
        self._app = app
        self._access = access
        self._places = Places(most)
        self._known: OrderedDict[str, RateLimit] = OrderedDict()  # nobody uses up another's
        self._strange = RateLimit()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Turn a request away, or pass it on."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        known, live = self._access.visitor(HTTPConnection(scope)), scope["type"] == "websocket"
        if known is None and not live:
            send = _closing(send)
        refusal = self._refusal(scope, known) or self._places.refusal(known, socket=live)
        if refusal is not None:
            await _refuse(scope, receive, send, *refusal)
            return
        with self._places.taken(known, socket=live):
            await (self._talk if live else self._answer)(scope, receive, send)

    def _refusal(self, scope: Scope, known: Visitor | None) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        origin = headers.get("origin")
        socket = scope["type"] == "websocket"
        if not self._access.is_our_host(host):
            return 421, "This address is not Crownhead's; open the one it printed."
        if (origin is None and socket) or (
            origin is not None and not self._access.is_our_origin(origin, host)
        ):
            return 403, "Other sites are not allowed to use this one."
        if not self._limit(known).allows():
            return 429, "Too many requests at once; wait a moment."
        path = scope["path"]
        if path.startswith("/api/") and not path.startswith(_FOR_STRANGERS) and known is None:
            return 401, STRANGER
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length[:20]) > LARGEST_BODY:
            return 413, _TOO_LARGE
        return None

    def _limit(self, visitor: Visitor | None) -> RateLimit:
        """The limit of a browser; those that were not heard of for long are forgotten."""
        if visitor is None:
            return self._strange
        found = self._known.pop(visitor.id, None) or RateLimit()
        self._known[visitor.id] = found
        if len(self._known) > _MOST_KNOWN:
            self._known.popitem(last=False)
        return found

    async def _talk(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a socket on; when the server stops, it is closed before anybody is cut off."""
        with contextlib.suppress(asyncio.CancelledError):  # the server has waited long enough
            await self._app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; who is cut off because the server stops is told so."""
        started = False

        async def noted(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._pass_on(scope, receive, noted)
        except asyncio.CancelledError:  # the server has waited long enough
            if started:
                raise
            await _refuse(scope, receive, send, 503, _STOPPING)

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        taken = 0
        refused = False

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > LARGEST_BODY:  # the application sees a broken request and gives up
                return {"type": "http.disconnect"}
            return message

        async def with_headers(message: Message) -> None:
            nonlocal refused
            if taken > LARGEST_BODY:
                if not refused:
                    refused = True
                    await _refuse(scope, receive, send, 413, _TOO_LARGE)
                return
            if message["type"] == "http.response.start":
                headers = MutableHeaders(raw=message["headers"])
                for name, value in _HEADERS:
                    headers[name] = value
                if "cache-control" not in headers:
                    headers["cache-control"] = "no-store"
            await send(message)

        await self._app(scope, counted, with_headers)
        if taken > LARGEST_BODY and not refused:
            await _refuse(scope, receive, send, 413, _TOO_LARGE)


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, sentence: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": sentence})
        return
    body = json.dumps({"error": sentence}).encode()
    headers = [(name.encode(), value.encode()) for name, value in _HEADERS]
    headers += [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    if status in (429, 503):
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _closing(send: Send) -> Send:
    """End the connection of a stranger with what is refused: what else was sent on it is not read."""

    async def noted(message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] >= 400:
            message["headers"] = [*message["headers"], (b"connection", b"close")]
        await send(message)

    return noted
