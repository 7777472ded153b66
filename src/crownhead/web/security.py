"""Access control: hosts, origins, cookies, sizes, rates, and the headers of every response."""

import contextlib
import ipaddress
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from crownhead.messages import Message as Said
from crownhead.service import Visitor
from crownhead.web.refusals import refuse
from crownhead.web.visitors import Seat, Signer, same

_LOG: Final = logging.getLogger(__name__)
LARGEST_BODY: Final = 64 * 1024
#: The error for a browser without one of our cookies.
STRANGER: Final = Said("access.stranger")
_REQUESTS_A_SECOND: Final = 500.0
_BURST: Final = 1000.0
_MOST_KNOWN: Final = 256  # browsers
_MOST_SOCKETS: Final = 32  # live pages of one guest
_COOKIE_SECONDS: Final = 400 * 24 * 3600
_FOR_STRANGERS: Final = "/api/join/"  # whoever follows a link has no cookie yet
_HEADERS: Final = MappingProxyType(
    {
        "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
        "img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), microphone=(), geolocation=()",
    }
)


class Access:
    """Decides who gets in: the hosts we answer to, and our signed cookies."""

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
        self.cookie_name = f"crownhead-{port}"  # cookies do not distinguish ports
        self.signer = Signer(secret)
        self._host = host
        self._port = port
        self._token: str | None = token
        self._reusable = reusable
        self._outside = outside  # this machine's name for other devices

    def redeem(self, token: str) -> bool:
        """Check a start token; one that is not reusable works once."""
        if self._token is None or not same(token, self._token):
            return False
        if not self._reusable:
            self._token = None
        return True

    def let_in_host(self, answer: Response, known: Visitor | None) -> None:
        """Give a host's browser its cookie; a known one keeps its name."""
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

    def invitation(self, authority: str, game_id: str, seat: Seat, code: str) -> tuple[str, bool]:
        """A link to a game, and whether other devices can reach it."""
        reachable = not is_loopback(urlsplit(f"//{authority}").hostname or "")
        if not reachable and self._outside is not None:
            authority, reachable = f"{self._outside}:{self._port}", True
        return f"http://{authority}{self.signer.invitation(game_id, seat, code)}", reachable

    def is_our_host(self, authority: str) -> bool:
        """Whether a host and port from a browser's request are ours.

        Another site can point its own name here, but the browser will not call that name an address or
        `localhost`.
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
        return name in (self._host.lower(), "localhost") or _address(name) is not None

    def is_our_origin(self, origin: str, host: str) -> bool:
        """Whether a page of this origin was served by the host that it now asks."""
        return origin == f"http://{host}" and self.is_our_host(host)


def is_loopback(name: str) -> bool:
    """Whether a host is this machine, unreachable by others.

    >>> is_loopback("localhost"), is_loopback("127.0.0.1"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    address = _address(name)
    return name == "localhost" or (address is not None and address.is_loopback)


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


@dataclass
class RateLimit:
    """A number of requests a second, with occasional bursts."""

    rate: float = _REQUESTS_A_SECOND
    burst: float = _BURST
    now: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self._left, self._last = self.burst, self.now()

    def allows(self) -> bool:
        """Count a request; False if there are too many."""
        now = self.now()
        self._left = min(self.burst, self._left + (now - self._last) * self.rate)
        self._last = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Slots:
    """Counts current requests and live pages, out of `most` slots. For one event loop.

    Guests leave slots for the host, and no guest takes all that guests have.
    """

    def __init__(self, most: int) -> None:
        self._most_of_guests = max(1, most // 2)  # the rest is the host's
        self._guests: Counter[str] = Counter()  # those with live pages by name, the others together

    def refusal(self, visitor: Visitor | None, *, socket: bool) -> tuple[int, Said] | None:
        """The status and error if somebody cannot be served now."""
        if visitor is not None and visitor.is_host:
            return None
        if socket and visitor is not None and self._guests[visitor.id] >= _MOST_SOCKETS:
            return 429, Said("access.too-many-pages", {"count": _MOST_SOCKETS})
        if self._guests.total() >= self._most_of_guests:
            return 503, Said("access.too-many-guests")
        return None

    @contextlib.contextmanager
    def taken(self, visitor: Visitor | None, *, socket: bool) -> Iterator[None]:
        """Occupy a slot while somebody is served."""
        if visitor is not None and visitor.is_host:
            yield
            return
        name = visitor.id if visitor is not None and socket else ""
        self._guests[name] += 1
        try:
            yield
        finally:
            self._guests[name] -= 1
            self._guests += Counter()  # forgets those who have left


class Guard:
    """Stands before the application and refuses unwanted requests; there are `most` connections."""

    def __init__(self, app: ASGIApp, access: Access, most: int) -> None:
        self._app = app
        self._access = access
        self._slots = Slots(most)
        self._strange = RateLimit()
        # One browser's limit does not affect another's; those not seen for long are forgotten.
        self._known = lru_cache(_MOST_KNOWN)(lambda _name: RateLimit())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request, or pass it on."""
        asked, live = HTTPConnection(scope), scope["type"] == "websocket"
        known = self._access.visitor(asked)

        async def told(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(_HEADERS)
                headers.setdefault("cache-control", "no-store")
                if known is None and message["status"] >= 400:
                    headers["connection"] = "close"  # ignores what else a stranger has sent
            await send(message)

        refusal = self._refusal(asked, known) or self._slots.refusal(known, socket=live)
        if refusal is not None:
            await refuse(scope, receive, told, *refusal)
            return
        try:
            with self._slots.taken(known, socket=live):
                await self._app(scope, receive, told)
        except Exception:
            _LOG.exception("Something went wrong here")  # the client gets an error too

    def _refusal(self, asked: HTTPConnection, known: Visitor | None) -> tuple[int, Said] | None:
        host = asked.headers.get("host", "")
        origin = asked.headers.get("origin")
        path, socket = asked.scope["path"], asked.scope["type"] == "websocket"
        if not self._access.is_our_host(host):
            return 421, Said("access.other-address")
        if socket if origin is None else not self._access.is_our_origin(origin, host):
            return 403, Said("access.other-site")
        if not (self._known(known.id) if known else self._strange).allows():
            return 429, Said("access.too-fast")
        if path.startswith("/api/") and not path.startswith(_FOR_STRANGERS) and known is None:
            return 401, STRANGER
        return None
