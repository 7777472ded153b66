"""Starts and stops the server."""

import asyncio
import contextlib
import os
import secrets
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import uvicorn

from crownhead.errors import CrownheadError
from crownhead.files import system_message
from crownhead.messages import say
from crownhead.service import Service
from crownhead.store import GameStore
from crownhead.web.app import make_api
from crownhead.web.connections import USUAL, Connections, Patience
from crownhead.web.files import document
from crownhead.web.logs import small_log
from crownhead.web.security import Access, Guard, is_loopback
from crownhead.web.threads import Drawers, Writers
from crownhead.web.visitors import fingerprint

_SHORTEST_TOKEN: Final = 16
_LARGEST_SOCKET_MESSAGE: Final = 1000
_SECONDS_TO_CLOSE: Final = 2
_SECONDS_BETWEEN_REQUESTS: Final = 5
_SESSIONS: Final = "sessions"
_MOST_PORTS: Final = 16  # whose cookies stay valid
_MOST_THREADS: Final = 32  # for readers; changes have their own threads
_MOST_WAITING: Final = 512  # connections that the system queues for us


@dataclass(frozen=True, slots=True)
class Settings:
    """How to serve. Without a port, the last one is used again if it is free."""

    data: Path
    host: str = "127.0.0.1"
    port: int | None = None
    browser: bool = True
    token: str | None = None
    seed: int | None = None
    share: bool = False  # listen on all addresses, for people with a link
    book: bool = True  # whether computers use the opening book
    patience: Patience = USUAL

    @property
    def address(self) -> str:
        """The address to listen on."""
        return "0.0.0.0" if self.share and is_loopback(self.host) else self.host


def serve(settings: Settings) -> None:
    """Serve until Ctrl-C. Everything played is on disk at any moment."""
    _check(settings)
    service = Service(settings.data, seed=settings.seed, endgame=True, book=settings.book)
    try:
        with _listening(settings, service) as listener:
            _serve(settings, service, listener)
    finally:
        service.close()


def _serve(settings: Settings, service: Service, listener: socket.socket) -> None:
    port = listener.getsockname()[1]
    token = settings.token or secrets.token_urlsafe(24)
    shown = _shown_host(settings.address)
    access = Access(
        settings.address,
        port,
        secret=_secret(service.store, port, settings.token),
        token=token,
        reusable=settings.token is not None,
        outside=_bracketed(shown) if not is_loopback(shown) else None,
    )
    # Whoever shares sits at this machine.
    own = "127.0.0.1" if settings.share else _bracketed(shown)
    address = f"http://{own}:{port}/?token={quote(token, safe='')}"
    writers, drawers = Writers(), Drawers()
    connections = Connections(make_api(service, access, writers, drawers), settings.patience)

    def stop() -> None:
        service.store.stop_waiting()
        drawers.close()
        connections.stop(_SECONDS_TO_CLOSE)

    config = uvicorn.Config(
        Guard(connections, access, connections.most),
        http="h11",
        loop="asyncio",  # its sockets report when they are closed
        backlog=min(100, connections.most // 3),  # so many at once, before any is dropped
        timeout_keep_alive=_SECONDS_BETWEEN_REQUESTS,
        log_config=None,
        log_level="warning",
        lifespan="off",
        ws_max_size=_LARGEST_SOCKET_MESSAGE,
        timeout_graceful_shutdown=_SECONDS_TO_CLOSE + 2,  # after we have cut off slow clients
        server_header=False,
        proxy_headers=False,  # trust the connection's address, not headers
    )
    if service.store.notice:
        print(service.store.notice, file=sys.stderr)
    server = _Server(config, lambda: _welcome(settings, address), stop, writers.close)
    with contextlib.suppress(KeyboardInterrupt), small_log():
        config.load()
        config.http_protocol_class = connections.before(config.http_protocol_class)
        server.run(sockets=[listener])
    print(say("server.stopped"))


def _welcome(settings: Settings, address: str) -> None:
    print(say("server.ready", address=address))
    if settings.share:
        print(say("server.share"))
    print(say("server.ctrl-c"), flush=True)
    asyncio.get_running_loop().run_in_executor(None, document, "index")  # the first takes longest
    if settings.browser and _has_screen():
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


class _Server(uvicorn.Server):
    """A server with a hook when it is `ready`, before it stops, and for closing.

    The `ready` hook may rely on answers and on Ctrl-C.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        ready: Callable[[], None],
        stop: Callable[[], None],
        close: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self._ready, self._stop, self._close = ready, stop, close

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        threads = ThreadPoolExecutor(_MOST_THREADS, thread_name_prefix="web")
        asyncio.get_running_loop().set_default_executor(threads)
        await super().startup(sockets)
        for listener in sockets or ():  # asyncio uses one number for both
            listener.listen(_MOST_WAITING)
        if not self.should_exit:  # Ctrl-C may have come first
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._stop()
        await super().shutdown(sockets)
        await asyncio.to_thread(self._close)  # while the loop can still see them end


def _bracketed(host: str) -> str:
    """A host as written in an address."""
    return f"[{host}]" if ":" in host else host


def _shown_host(host: str) -> str:
    """The host as others reach it: for all addresses, the one that this machine sends from."""
    if host not in ("0.0.0.0", "::"):
        return host
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # a documentation address; nothing is sent
        return str(probe.getsockname()[0])
    return "127.0.0.1"


def _check(settings: Settings) -> None:
    token = settings.token
    if not is_loopback(settings.host) and token is None and not settings.share:
        raise CrownheadError("server.open-host", host=settings.host, count=_SHORTEST_TOKEN)
    if token is not None and token != token.encode(errors="ignore").decode():
        raise CrownheadError("server.token-bytes")
    if token is not None and len(token) < _SHORTEST_TOKEN:
        raise CrownheadError("server.short-token", count=_SHORTEST_TOKEN)


def _listening(settings: Settings, service: Service) -> socket.socket:
    """Listen on the requested port, the last one, or any free one."""
    if settings.port is not None:
        return _listen(settings.address, settings.port)
    last = service.store.setting("port")
    try:
        listener = _listen(
            settings.address, last if isinstance(last, int) and 1024 <= last <= 65_535 else 0
        )
    except CrownheadError:
        listener = _listen(settings.address, 0)
    service.store.store_setting("port", listener.getsockname()[1])
    return listener


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Declared as TCP, so that asyncio disables Nagle's algorithm.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(_MOST_WAITING)
    except OSError as error:
        listener.close()
        why = system_message(error)
        raise CrownheadError("server.not-listening", host=host, port=str(port), why=why) from None
    return listener


def _secret(store: GameStore, port: int, token: str | None) -> str:
    """The signing secret of a port's cookies and links; stored, so that pages survive a restart.

    Changing `--token` makes a new secret and voids old cookies and links.
    """

    def renewed(found: Any) -> dict[str, Any]:
        sessions = dict(found) if isinstance(found, dict) else {}
        match sessions.pop(str(port), None):
            case {"secret": str(secret), "token": str(last)} if len(
                secret
            ) >= 32 and last == _fingerprint(secret, token):
                pass
            case _:
                secret = secrets.token_urlsafe(32)
        kept = dict(list(sessions.items())[-_MOST_PORTS:])
        return kept | {str(port): {"secret": secret, "token": _fingerprint(secret, token)}}

    secret: str = store.change_setting(_SESSIONS, renewed)[str(port)]["secret"]
    return secret


def _fingerprint(secret: str, token: str | None) -> str:
    """A stored token: it can be compared, not read."""
    return "" if token is None else fingerprint(secret, f"token:{token}")


def _has_screen() -> bool:
    """Whether a browser can open; a text browser would take over the terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
