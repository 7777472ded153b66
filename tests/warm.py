"""Run commands in processes that need not load Crownhead first.

Loading takes ten times as long as most commands. One process loads the package and forks for each
command, with the command's own arguments, environment, folder, files, terminal and exit. Tests of
starting, or of processes that a command itself starts, run the real program instead.
"""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import gc
import importlib
import io
import json
import os
import pkgutil
import select
import signal
import socket
import subprocess
import sys
import termios
import threading
import traceback
import warnings
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import IO, Any, NoReturn

_LENGTH = 4  # bytes of an integer in the protocol


class Process:
    """A running command, with the interface of subprocess.Popen."""

    def __init__(self, status: int) -> None:
        self._status = status
        self.pid = int.from_bytes(_exactly(status, _LENGTH), "little")
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """The exit code, or None while the command runs."""
        return self._heard(0)

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end, and return the exit code."""
        code = self._heard(timeout)
        if code is None:
            raise subprocess.TimeoutExpired("crownhead", timeout or 0)
        return code

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):  # it has just ended
                os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Kill it and its children."""
        self.send_signal(signal.SIGKILL)  # it may not lead its session yet
        with contextlib.suppress(ProcessLookupError):  # nothing is left
            os.killpg(self.pid, signal.SIGKILL)

    def _heard(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self._status], [], [], timeout)[0]:
            code = _exactly(self._status, _LENGTH)
            self.returncode = int.from_bytes(code, "little", signed=True)
            os.close(self._status)
        return self.returncode


def start(
    words: Sequence[str],
    env: Mapping[str, str],
    files: tuple[int, int, int],
    *,
    terminal: bool = False,
    first: str = "",
) -> Process:
    """Start a command with its input, output and errors, optionally with its own terminal.

    `first` is Python code to run before the command.
    """
    status, theirs = os.pipe()
    order = {
        "words": list(words),
        "env": dict(env),
        "cwd": str(Path.cwd()),
        "terminal": terminal,
        "first": first,
    }
    data = json.dumps(order).encode("utf-8", "surrogateescape")
    line = _warm()
    socket.send_fds(line, [b"!"], [*files, theirs])
    line.sendall(len(data).to_bytes(_LENGTH, "little") + data)
    os.close(theirs)
    return Process(status)


def run(
    words: Sequence[str],
    env: Mapping[str, str],
    *,
    typed: bytes = b"",
    stdout: IO[Any] | int | None = None,
    timeout: float = 60,
    first: str = "",
) -> subprocess.CompletedProcess[bytes]:
    """Run a command to its end as subprocess.run does; output can go to an open file."""
    taken, given = os.pipe()
    pipes = [os.pipe() for _ in range(2)]
    shown = pipes[0][1] if stdout is None else stdout
    shown = shown if isinstance(shown, int) else shown.fileno()
    process = start(words, env, (taken, shown, pipes[1][1]), first=first)
    for file in (taken, pipes[0][1], pipes[1][1]):
        os.close(file)
    late = threading.Event()

    def give_up() -> None:
        late.set()
        process.kill()

    deadline = threading.Timer(timeout, give_up)
    deadline.start()
    writer = threading.Thread(target=_write, args=(given, typed))
    writer.start()
    said: list[bytes] = []
    reader = threading.Thread(target=lambda: said.append(_read(pipes[1][0])))
    reader.start()
    try:
        out = _read(pipes[0][0])
        reader.join()
        writer.join()
        code = process.wait()
    finally:
        deadline.cancel()
        process.kill()
    if late.is_set():
        raise subprocess.TimeoutExpired(list(words), timeout, out, said[0])
    return subprocess.CompletedProcess(list(words), code, out, said[0])


def _read(file: int) -> bytes:
    with open(file, "rb") as stream:
        return stream.read()


def _write(file: int, data: bytes) -> None:
    try:
        with open(file, "wb") as stream:
            stream.write(data)
    except BrokenPipeError:
        pass  # it has ended, and the rest is unread


def _exactly(file: int, size: int) -> bytes:
    data = b""
    while len(data) < size:
        more = os.read(file, size - len(data))
        if not more:
            raise EOFError("a command's keeper has ended")
        data += more
    return data


@cache
def _warm() -> socket.socket:
    """The connection to the process that is forked; it ends with this one."""
    ours, theirs = socket.socketpair()
    command = [sys.executable, __file__, str(theirs.fileno())]
    process = subprocess.Popen(command, pass_fds=[theirs.fileno()])
    theirs.close()
    atexit.register(process.wait)
    atexit.register(ours.close)
    return ours


def close() -> None:
    """End the process that is forked, if there is one."""
    if _warm.cache_info().currsize:
        _warm().close()


# ---- in the process that is forked


def _serve(line: socket.socket) -> None:
    import crownhead
    import crownhead.cli

    for package in (crownhead, crownhead.cli):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    # What nearly every command loads lazily.
    crownhead.openings.opening_at(crownhead.Position.start())
    crownhead.engine.network.usual_network()
    crownhead.web.files.document("index")
    gc.freeze()
    while True:
        mark, files, _, _ = socket.recv_fds(line, 1, _LENGTH)
        if not mark:
            return
        size = int.from_bytes(_exactly(line.fileno(), _LENGTH), "little")
        order = json.loads(_exactly(line.fileno(), size).decode("utf-8", "surrogateescape"))
        if os.fork() == 0:
            line.close()
            _keep(order, files)
        for file in files:
            os.close(file)
        while any(_reaped()):
            pass


def _reaped() -> tuple[int, int]:
    try:
        return os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return 0, 0


def _keep(order: dict[str, Any], files: list[int]) -> NoReturn:
    """Start the command, and report its process id and how it ended."""
    *streams, status = files
    child = os.fork()
    if child == 0:
        os.close(status)
        _become(order, streams)
    for file in streams:
        os.close(file)
    os.write(status, child.to_bytes(_LENGTH, "little"))
    _, how = os.waitpid(child, 0)
    os.write(status, os.waitstatus_to_exitcode(how).to_bytes(_LENGTH, "little", signed=True))
    os._exit(0)


def _become(order: dict[str, Any], streams: list[int]) -> NoReturn:
    """Become the command, as if it had just been started."""
    from crownhead import messages

    for number, file in enumerate(streams):
        os.dup2(file, number)
    for file in streams:
        os.close(file)
    os.setsid()  # so that it can be killed with its children
    if order["terminal"]:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGHUP, signal.SIGTSTP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)
    os.environ.clear()
    os.environ.update(order["env"])
    messages.language.cache_clear()
    os.chdir(order["cwd"])
    if order["env"].get("PYTHONWARNINGS") == "error":
        warnings.simplefilter("error")
    at_once = "PYTHONUNBUFFERED" in order["env"]
    sys.stdin = _text(0, "r", "strict", at_once=False)
    sys.stdout = _text(1, "w", "strict", at_once=at_once)
    sys.stderr = _text(2, "w", "backslashreplace", at_once=True)
    sys.argv = ["crownhead", *order["words"]]
    os._exit(_code(order["first"]))


def _text(file: int, mode: str, errors: str, *, at_once: bool) -> io.TextIOWrapper:
    return io.TextIOWrapper(
        os.fdopen(file, f"{mode}b", closefd=False),
        "utf-8",
        errors,
        line_buffering=os.isatty(file),
        write_through=at_once,
    )


def _code(first: str) -> int:
    """Run the command as the program does, including its exit handlers."""
    from crownhead.__main__ import main

    code: Any = 0
    try:
        exec(first, {})
        main()
    except SystemExit as end:
        code = end.code
        if isinstance(code, str):
            print(code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
        code = 1
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            code = code or 120
    return code if isinstance(code, int) else int(code is not None)


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[1])) as _line:
        _serve(_line)
