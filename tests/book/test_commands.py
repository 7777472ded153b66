"""The book on the command line and in the terminal."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import programs
from book.books import write_book
from command_line import PATIENCE, environment, refused_for, run
from crownhead import Position
from crownhead.book.workfile import GrowthFile, Settings
from crownhead.messages import Message, counted, say
from crownhead.pieces import BLACK
from saying import says


def test_probe_tells_moves_and_values(tmp_path: Path) -> None:
    book = write_book(tmp_path)
    assert run("book", "probe", "start", "--book", book).lines == [
        say("cli.book.moves", side=BLACK, moves=counted("move", 4)),
        "move   value",
        "11-15  +0.04  best",
        "9-14   +0.02",
        "10-15  -0.10",
        "12-16  -0.36",
    ]
    after = Position.start().play("10-15")
    wanted = {"fen": after.fen, "moves": [{"move": "21-17", "points": 10, "best": True}]}
    for words in (["10-15"], [after.fen]):
        assert json.loads(run("book", "probe", *words, "--book", book, "--json").out) == wanted
    unknown = run("book", "probe", "11-16", "24-20", "--book", book)
    assert says(unknown.out, "cli.book.unknown", side=BLACK)
    other = run("book", "probe", "start", "--book", book, "--rules", "casual").out
    assert says(other, "cli.book.other-rules", side=BLACK)


def test_stats_count_a_book(tmp_path: Path) -> None:
    book = write_book(tmp_path)
    assert json.loads(run("book", "stats", book, "--json").out) == {
        "positions": 4,
        "moves": 7,
        "bytes": book.stat().st_size,
        "ballots": "0 of 156",
        "main_line": "11-15 23-19",
    }
    assert run("book", "stats").lines[3] == say("cli.book.stats.ballots", value="156 of 156")


def test_what_is_wrong_is_said_in_a_sentence(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.bin"
    wrong.write_bytes(b"something else")
    for words, sentence in (
        (("stats", wrong), f"cannot use {wrong}: it is not an opening book"),
        (("probe", "start", "--book", wrong), f"cannot use {wrong}: it is not an opening book"),
        (("probe", "11-18"), "11x18 cannot be played: "),
        (("grow", wrong, "--positions", "1"), f"{wrong} is not a growing book"),
        (("export", tmp_path / "no"), f"cannot read {tmp_path / 'no'}: there is no such file"),
    ):
        answer = run("book", *words)
        assert (answer.code, answer.out) == (2, ""), words
        assert answer.err.startswith(f"crownhead: {sentence}"), (words, answer.err)
        assert answer.err.count("\n") == 1, words


def test_a_growing_book_is_not_replaced_by_the_book_that_is_made_of_it(tmp_path: Path) -> None:
    grown = tmp_path / "grown"
    GrowthFile(grown, Settings(1000, "classic")).close()
    before, link = grown.read_bytes(), tmp_path / "link"
    link.hardlink_to(grown)
    for out in (grown, link):
        answer = run("book", "export", grown, "--out", out)
        refused_for(answer, "file.unwritable", why=Message("file.why.read"))
    assert grown.read_bytes() == before


def told(folder: Path, *options: str) -> str:
    """The output of a terminal game against the engine that begins with 11-15."""
    words = ("terminal", "--white", "engine:nodes=100", "--data", str(folder), *options)
    done = programs.run(
        [sys.executable, "-m", "crownhead", *words],
        input="11-15\nquit\n",
        capture_output=True,
        text=True,
        env=environment(CROWNHEAD_BOOK=str(write_book(folder))),
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return str(done.stdout)


def test_a_terminal_says_which_moves_are_from_the_book(tmp_path: Path) -> None:
    assert say("game.from-book") in told(tmp_path)
    assert say("game.from-book") not in told(tmp_path, "--no-book")
