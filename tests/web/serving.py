"""The real server in its own process, started as a person starts it."""

from __future__ import annotations

import os
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import httpx
from websockets.sync.client import ClientConnection, connect

import programs
import warm
from crownhead.errors import as_sentence
from crownhead.messages import understood

LONG = 60  # seconds after which a test gives up


# The headless shell comes first: it needs a quarter less CPU time.
CHROMIUM_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium() -> str | None:
    """Find the system's Chromium, or the one that `CROWNHEAD_CHROMIUM` names."""
    wanted = os.environ.get("CROWNHEAD_CHROMIUM")
    return next(filter(None, map(shutil.which, [wanted] if wanted else CHROMIUM_NAMES)), None)


class Server:
    """A server on a folder. It can be killed and started again on the same port.

    It starts in a warm process, unless another program is given. `first` is Python code to run before
    it. A lasting server reserves its port while it is down, until it is stopped.
    """

    def __init__(
        self,
        data: Path,
        *options: str,
        lasting: bool = False,
        program: Sequence[str] = (),
        first: str = "",
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.data = data
        self._program = program
        self._first = first
        self._environment = environment or {}
        self.options = options
        self._keeper = _kept_port() if lasting else None
        self.port: int | None = self._keeper.getsockname()[1] if self._keeper else None
        self.process: subprocess.Popen[bytes] | warm.Process | None = None
        self._printed = -1
        self.output = ""
        self._cookies: dict[str, str] = {}
        self.start()

    def start(self) -> None:
        """Start, and wait for the address."""
        port = ["--port", str(self.port)] if self.port else []
        environment = {**os.environ, "PYTHONWARNINGS": "error", **self._environment}
        words = ["--no-browser", "--data", str(self.data), *port, *self.options]
        self._printed, theirs = os.pipe()
        if self._program:
            command = [sys.executable, *self._program, *words]
            self.process = programs.start(
                command, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs, env=environment
            )
        else:
            with Path(os.devnull).open() as nothing:
                streams = (nothing.fileno(), theirs, theirs)
                self.process = warm.start(words, environment, streams, first=self._first)
        os.close(theirs)
        self.output = ""
        self._cookies = {}
        found = None
        while found is None:
            self.output += self._more()
            found = re.search(r"(http://[^/]+):(\d+)/\?token=(\S+)", self.output)
        self.port = int(found.group(2))
        self.base = f"http://127.0.0.1:{self.port}"
        self.token = unquote(found.group(3))
        self.address = f"{self.base}/?token={quote(self.token, safe='')}"

    def _more(self) -> str:
        """Read what it has printed since the last call."""
        ready, _, _ = select.select([self._printed], [], [], LONG)
        found = os.read(self._printed, 65_536).decode() if ready else ""
        if not found:
            self.kill()
            raise AssertionError(f"the server did not start:\n{self.output}")
        return found

    @property
    def is_running(self) -> bool:
        """Whether it was started and not yet stopped or killed."""
        return self.process is not None and self.process.poll() is None

    def kill(self) -> None:
        """Kill it, as a power cut would."""
        assert self.process is not None
        self.process.kill()
        self.wait()

    def stop(self) -> int:
        """Stop it as Ctrl-C does, and return its exit code."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        if self._keeper is not None:
            self._keeper.close()
        return self.wait()

    def wait(self) -> int:
        """Wait until it ends; return its exit code."""
        assert self.process is not None
        deadline = threading.Timer(LONG, self.process.kill)
        deadline.start()
        if self._printed >= 0:
            with os.fdopen(self._printed, encoding="utf-8") as rest:
                self.output += rest.read()
            self._printed = -1
        code = self.process.wait()
        deadline.cancel()
        return code

    @contextmanager
    def client_of(self, cookies: Sequence[Any]) -> Iterator[httpx.Client]:
        """A client with the cookies of a browser."""
        with self.stranger(cookies=_cookies(cookies)) as client:
            yield client

    def stranger(self, **options: Any) -> httpx.Client:
        """A client without cookies. It loads no certificates, which is slow."""
        # One connection per request: the server closes idle ones, and a request sent at that
        # moment is lost.
        options = {
            "limits": httpx.Limits(max_keepalive_connections=0),
            "event_hooks": {"response": [check_problem]},
            **options,
        }
        return httpx.Client(base_url=self.base, timeout=LONG, verify=False, **options)

    @contextmanager
    def client(self, *, other: bool = False) -> Iterator[httpx.Client]:
        """A client that has redeemed the start address; `other` makes it a different browser."""
        cookies = {} if other else self._cookies
        with self.stranger(cookies=cookies, follow_redirects=True) as client:
            if not cookies:
                client.get(f"/?token={quote(self.token, safe='')}")
                self._cookies = dict(client.cookies)
            yield client

    def live(self, client: httpx.Client, path: str) -> ClientConnection:
        """The socket of a page that shows a game or an analysis, by its path."""
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        headers = {"Cookie": cookie, "Origin": self.base}
        url = f"ws://127.0.0.1:{self.port}{path}/live"
        return connect(url, additional_headers=headers, open_timeout=LONG)


def _kept_port() -> socket.socket | None:
    """A port that the system assigns to nothing else while this socket is open.

    If both sockets allow it, Linux lets one listen on a port that the other has bound; other
    systems do not.
    """
    if not sys.platform.startswith("linux"):
        return None
    keeper = socket.socket()
    keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    keeper.bind(("127.0.0.1", 0))
    return keeper


def _cookies(found: Sequence[Any]) -> dict[str, str]:
    return {str(cookie["name"]): str(cookie["value"]) for cookie in found}


def code_of(answer: httpx.Response) -> tuple[int, str]:
    """The status of a refusal, and the code of what is wrong."""
    return answer.status_code, answer.json()["code"]


def check_problem(answer: httpx.Response) -> None:
    """Check that a refusal has a code for programs and a sentence for people."""
    if answer.status_code >= 400 and answer.headers.get("content-type") == "application/json":
        answer.read()
        told = answer.json()
        assert told["error"] == as_sentence(understood(told)), told


def begin(client: httpx.Client, **body: Any) -> dict[str, Any]:
    """Begin a game and return its view."""
    answer = client.post("/api/games", json=body)
    assert answer.status_code == 201, answer.text
    view: dict[str, Any] = answer.json()
    return view


def wait_for(check: Any, what: str = "this") -> Any:
    """Ask until there is an answer; after a minute the test fails."""
    begun = time.monotonic()
    while (waited := time.monotonic() - begun) < LONG:
        found = check()
        if found:
            return found
        time.sleep(min(0.02 + waited / 8, 0.15))  # polling faster costs more than it saves
    raise AssertionError(f"never came true: {what}")
