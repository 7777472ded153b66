"""The command line in odd situations: closed streams, empty words, long names, a file called start."""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

import programs
from cases import each
from command_line import (
    COMMAND,
    GOOD_GAME,
    PATIENCE,
    environment,
    pdn_file,
    refused_for,
    refused_in_one_line,
    run,
)
from crownhead import Position
from crownhead.cli import _lacking
from crownhead.messages import Message, counted, say
from saying import says

LONG = "x" * 3000


# ---- closed streams


@contextmanager
def kept_port() -> Iterator[int]:
    """A port for a server, reserved in the meantime if the system allows it."""
    with socket.socket() as keeper:
        keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        keeper.bind(("127.0.0.1", 0))
        port = int(keeper.getsockname()[1])
        if not sys.platform.startswith("linux"):
            keeper.close()
        yield port


def wait_for_a_page(process: subprocess.Popen[bytes], port: int) -> None:
    """Ask until the server answers; a refusal for lack of a token counts."""
    end = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < end:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        with closing(connection), suppress(ConnectionError):
            connection.request("GET", "/")
            connection.getresponse()
            return
        time.sleep(0.02)
    raise AssertionError(f"no page: {process.communicate()}")


@pytest.mark.parametrize("closed", [">&-", "<&- >&- 2>&-"])
def test_the_server_runs_without_standard_output(tmp_path: Path, closed: str) -> None:
    words = [
        "sh",
        "-c",
        f'exec "$@" {closed}',
        "sh",
        *COMMAND,
        "--no-browser",
        "--data",
        str(tmp_path),
    ]
    with (
        kept_port() as port,
        programs.start(
            [*words, "--port", str(port)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
        ) as process,
    ):
        wait_for_a_page(process, port)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE)
    assert (process.returncode, said) == (0, b"")
    # If the database had got a closed descriptor's number, output would have been written into it.
    [games] = tmp_path.glob("*.sqlite3")
    assert games.read_bytes().startswith(b"SQLite format 3")


def test_hub_without_output_is_refused() -> None:
    done = programs.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", *COMMAND, "hub"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment(),
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 2
    assert say("hub.no-streams").encode() in done.stderr


# ---- empty, bracketed and overlong words


@each(
    ("words", "code"),
    [
        (("--data", ""), "cli.data-empty"),
        (("terminal", "--data", " "), "cli.data-empty"),
        (("--data", "~nobody-of-that-name/x"), "cli.data-no-user"),
        (("--host", ""), "cli.host-empty"),
        (("--host", "[]"), "cli.host-empty"),
        (("--host", "[::2]"), "server.open-host"),
        (("review", "no-such-folder/x.pdn"), "file.unreadable"),
        (("--token", os.fsdecode(b"\xff" * 20)), "server.token-bytes"),
        (("arena", os.fsdecode(b"\xff.py:A"), "greedy"), "file.unreadable"),
    ],
)
def test_odd_words_are_refused_in_one_line(words: tuple[str, ...], code: str) -> None:
    refused_for(run(*words), code)


@each(
    ("words", "code", "values"),
    [
        (("pdn",), "usage.no-command", {}),
        (("pdn", "check"), "usage.missing", {"name": "FILE..."}),
        (("perft", "3", "mv.gif"), "usage.extra", {"words": "mv.gif", "count": 1}),
        (("perft", "3", "4", "5"), "usage.extra", {"words": "4 5", "count": 2}),
        (("perft", "3", "--json=no"), "usage.no-value", {"name": "--json"}),
        (("perft", "3", "--fen"), "usage.value", {"name": "--fen", "count": 1}),
        (("arena", "--sprt", "1"), "usage.value", {"name": "--sprt", "count": 2}),
        (("perft", "100"), "usage.whole.between", {"name": "DEPTH", "most": "99", "value": "100"}),
        (("analyse", "start", "--nodes", "0"), "usage.whole.from", {"least": "1", "value": "0"}),
        (("library", "show", "x"), "usage.whole.any", {"name": "NUMBER", "value": "x"}),
        (("terminal", "--pace", "nan"), "usage.real.between", {"name": "--pace", "value": "nan"}),
        (("analyse", "start", "--seconds", "0"), "usage.real.from", {"least": "0.001"}),
        (("arena", "--sprt", "x", "2"), "usage.real.any", {"name": "--sprt", "value": "x"}),
    ],
)
def test_wrong_words_are_refused(words: tuple[str, ...], code: str, values: dict[str, Any]) -> None:
    refused_for(run(*words), code, **values)


@each(
    ("words", "command"),
    [
        (("--port",), "crownhead"),
        (("perf",), "crownhead"),
        (("perft",), "crownhead perft"),
        (("pdn",), "crownhead pdn"),
        (("pdn", "check", "--jso"), "crownhead pdn check"),
    ],
)
def test_who_is_refused_is_told_whose_help_to_read(words: tuple[str, ...], command: str) -> None:
    refused_for(run(*words), "usage.see", command=command)


def test_a_check_reads_pipes_and_no_devices(tmp_path: Path) -> None:
    done = run("pdn", "check", "/dev/null")
    assert done.code == 2
    assert says(done.out, "cli.check.done", games=counted("game", 0), faulty=0)
    why = Message("file.why.not-regular")
    assert says(done.err, "file.unreadable", path="/dev/null", why=why)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    Thread(target=pipe.write_text, args=(GOOD_GAME,), daemon=True).start()
    out = run("pdn", "check", pipe).out
    assert says(out, "cli.check.done", games=counted("game", 1), faulty=0)


def test_an_address_may_have_the_brackets_of_a_link(tmp_path: Path) -> None:
    """Ctrl-C works as soon as the address is printed."""
    if not Path("/proc/net/if_inet6").exists():
        pytest.skip("needs IPv6")
    for host in ("[::1]", "::1"):
        with programs.start(
            [*COMMAND, "--no-browser", "--data", str(tmp_path), "--host", host],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment(PYTHONUNBUFFERED="1"),
        ) as process:
            assert process.stdout is not None
            said = process.stdout.readline().decode()
            process.send_signal(signal.SIGINT)
            rest = process.stdout.read().decode()
            process.wait(PATIENCE)
        assert says(said, "server.ready"), (host, said)
        assert re.search(r" http://\[::1\]:[0-9]+/\?token=", said), (host, said)
        assert rest == f"{say('server.ctrl-c')}\n{say('server.stopped')}\n", host


def test_an_overlong_name_is_not_repeated_in_full(tmp_path: Path) -> None:
    for words in (
        (LONG,),
        ("perft", LONG),
        ("perft", "3", f"--{LONG}"),
        ("pdn", LONG),
        ("analyse", LONG),
        ("analyse", f"{LONG}.pdn"),
        ("show", "start", "--svg", f"/tmp/{LONG}"),
        ("terminal", LONG, "--data", tmp_path),
        ("--data", f"/tmp/{LONG}"),
        ("--host", LONG),
        ("compare", f"--evaluation={LONG}"),
    ):
        answer = run(*words)
        refused_in_one_line(answer)
        assert len(answer.err) < 400, answer.err[:400]
        assert "xxx..." in answer.err, answer.err[:400]


def test_no_message_has_the_systems_number_of_an_error(tmp_path: Path) -> None:
    for words in (
        ("pdn", "check", tmp_path / "none.pdn"),
        ("analyse", tmp_path / "none.pdn"),
        ("show", "start", "--svg", tmp_path / "no" / "x.svg"),
        ("compare", "--depth", "1", "--plot", tmp_path / "no" / "x.svg"),
    ):
        answer = run(*words)
        assert answer.code == 2
        whys = ("file.why.missing", "file.why.no-folder")
        assert any(says(answer.err, why) for why in whys), answer.err
        assert "Errno" not in answer.err


# ---- a file called start


def test_start_is_the_start_position_and_a_file_of_that_name_has_a_dot(tmp_path: Path) -> None:
    (tmp_path / "start").write_text(GOOD_GAME, encoding="utf-8")

    def analyse(what: str, *options: str) -> subprocess.CompletedProcess[str]:
        return programs.run(
            [*COMMAND, "analyse", what, "--depth", "2", "--json", *options],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            env=environment(),
            timeout=PATIENCE,
            check=False,
        )

    assert Position.start().fen in analyse("start").stdout
    assert '"ply": 4' in analyse("./start").stdout
    refused = analyse("start", "--ply", "2")
    assert says(refused.stderr, "cli.analyse.start-is-position")


# ---- interrupts


READING = """
import runpy, sys
from crownhead.messages import say
from crownhead.notation import pdn
read = pdn.read_games
def told(file):
    for game in read(file):
        print("reading", flush=True)
        yield game
pdn.read_games = told
sys.argv = ["crownhead", "pdn", "check", sys.argv[1]]
runpy.run_module("crownhead", run_name="__main__")
"""


def test_an_interrupt_in_the_middle_of_a_file_is_quiet(tmp_path: Path) -> None:
    path = pdn_file(tmp_path, *[GOOD_GAME] * 20_000)
    with programs.start(
        [sys.executable, "-c", READING, str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (130, b"")


LOST = """
import sys, time
from crownhead import _quiet
sys.unraisablehook = _quiet.hear_again
class Loaded:
    def __del__(self):
        raise KeyboardInterrupt
try:
    Loaded()
    time.sleep(60)
except KeyboardInterrupt:
    print("heard")
"""


def test_an_interrupt_where_python_drops_all_errors_is_heard_again() -> None:
    """So it is in callbacks while modules are loaded, which the server does for a second."""
    done = programs.run(
        [sys.executable, "-c", LOST], capture_output=True, check=False, timeout=PATIENCE
    )
    assert (done.stdout, done.stderr) == (b"heard\n", b"")


# ---- a system without threads


def test_a_thread_that_cannot_start_is_told_from_other_errors() -> None:
    usual = threading.stack_size(1 << 50)  # more than there are addresses
    try:
        with pytest.raises(RuntimeError) as refused:
            Thread(target=print).start()
    finally:
        threading.stack_size(usual)
    assert _lacking(refused.value) == Message("cli.no-threads")
    other = RuntimeError(*refused.value.args)
    with pytest.raises(RuntimeError) as raised:
        _lacking(other)
    assert raised.value is other
