"""Growing a book: resuming, killing, processes, and errors."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

import programs
from crownhead import OpeningBook, Position
from crownhead.book.graph import Graph
from crownhead.book.growth import Growth
from crownhead.book.workfile import GrowthFile, export_book, packed
from crownhead.engine import Engine, Limit
from crownhead.errors import BookError
from crownhead.messages import say
from refused import refused
from saying import stopped

NODES = 1000
PATIENCE = 60  # seconds


def grow(path: Path, positions: int, **how: int) -> Graph:
    growth = Growth(path, NODES)
    try:
        growth.run(positions, **how)  # type: ignore[arg-type]
    finally:
        growth.close()
    return growth.graph


def scores(graph: Graph) -> dict[int, int | None]:
    return {key: entry.score for key, entry in graph.entries.items() if entry.score is not None}


def expanded(graph: Graph) -> set[int]:
    return {key for key, entry in graph.entries.items() if entry.successors is not None}


def command(*words: object) -> list[str]:
    return [sys.executable, "-m", "crownhead", "book", *map(str, words)]


def run(*words: object) -> subprocess.CompletedProcess[str]:
    return programs.run(
        command(*words), capture_output=True, text=True, check=False, timeout=PATIENCE
    )


def test_it_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = grow(tmp_path / "whole", 16, jobs=1)
    grow(tmp_path / "parts", 8, jobs=1)
    parts = grow(tmp_path / "parts", 16, jobs=1)
    assert whole.expanded == 16
    assert Position.start().key in expanded(whole)
    assert scores(whole) == scores(parts)
    assert expanded(whole) == expanded(parts)
    assert grow(tmp_path / "parts", 16, jobs=1).expanded == 16  # nothing is left to do
    assert packed(whole) == packed(parts)


def test_processes_find_the_same_scores(tmp_path: Path) -> None:
    here = grow(tmp_path / "here", 10, jobs=1)
    there = grow(tmp_path / "there", 12, jobs=2)
    assert there.expanded == 12
    for key in expanded(there):
        assert not there.unknown_moves(there.entries[key].position)
    start = Position.start()
    first = [start.play(move).key for move in start.legal_moves()]  # which are scored together
    assert [scores(here)[key] for key in first] == [scores(there)[key] for key in first]


def test_a_score_is_the_engines_for_the_side_to_move(tmp_path: Path) -> None:
    graph = grow(tmp_path / "file", 1, jobs=1)
    start = Position.start()
    with Engine(hash_mb=8) as engine:
        for move in start.legal_moves():
            after = start.play(move)
            found = engine.analyse(after, Limit(nodes=20 * NODES))[0].score.points
            score = graph.entries[after.key].score
            assert score is not None
            assert abs(score - found) < 40, (str(move), score, found)


def test_a_growth_that_was_killed_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "file"
    words = command("grow", file, "--nodes", NODES, "--jobs", 1, "--positions", 100_000)
    with programs.start(words, stderr=subprocess.DEVNULL) as process:
        deadline = time.monotonic() + PATIENCE
        while not file.exists() or file.stat().st_size < 40_000:
            assert process.poll() is None
            assert time.monotonic() < deadline, "nothing has grown"
            time.sleep(0.01)
        process.kill()
    with closing(GrowthFile(file)) as opened:
        before = opened.graph()
    assert before.expanded > 10
    for key in expanded(before):
        assert not before.unknown_moves(before.entries[key].position)
    wanted = before.expanded + 2
    done = run("grow", file, "--jobs", 1, "--positions", wanted)
    assert done.stdout.startswith("expanded 2 positions; "), done.stderr
    with closing(GrowthFile(file)) as opened:
        after = opened.graph()
    assert scores(before).items() <= scores(after).items()
    assert after.expanded == wanted


def test_ctrl_c_and_sigterm_end_it_with_a_line(tmp_path: Path) -> None:
    file = tmp_path / "file"
    words = command("grow", file, "--nodes", NODES, "--jobs", 1, "--positions", 100_000)
    for number, said in ((signal.SIGINT, "interrupted"), (signal.SIGTERM, "terminated")):
        size = file.stat().st_size if file.exists() else 20_000
        with programs.start(words, stderr=subprocess.PIPE, text=True) as process:
            deadline = time.monotonic() + PATIENCE
            while not file.exists() or file.stat().st_size <= size:
                assert time.monotonic() < deadline, "nothing has grown"
                time.sleep(0.01)
            process.send_signal(number)
            _, err = process.communicate(timeout=PATIENCE)
        assert err == stopped(said)
        assert process.returncode == 128 + number


def test_one_program_at_a_time(tmp_path: Path) -> None:
    file = tmp_path / "file"
    growth = Growth(file, NODES)
    try:
        done = run("stats", file)
        assert done.returncode == 2
        assert done.stderr == f"crownhead: {say('book.in-use', path=file)}\n"
    finally:
        growth.close()
    assert say("cli.book.stats.nodes-a-position", value=1000) in run("stats", file).stdout


def test_other_settings_and_other_files_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    grow(file, 1, jobs=1)
    with refused(BookError, "book.other-nodes", nodes=1000):
        Growth(file, 2 * NODES)
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE settings SET value = 'another' WHERE name = 'evaluation'")
    connection.close()
    with refused(BookError, "book.other-evaluation", known="another"):
        Growth(file)
    text = tmp_path / "text"
    text.write_text("something else")
    with refused(BookError, "book.not-growing"):
        Growth(text)
    assert text.read_text() == "something else"
    strange = tmp_path / "strange"
    with sqlite3.connect(strange) as connection:
        connection.execute("CREATE TABLE games (id)")
    connection.close()
    with refused(BookError, "book.not-growing"):
        Growth(strange)


def test_a_book_is_exported_in_one_step(tmp_path: Path) -> None:
    file, out = tmp_path / "file", tmp_path / "book.bin"
    graph = grow(file, 20, jobs=1)
    out.write_bytes(b"older")
    assert export_book(file, out, replace=True) == out.stat().st_size
    assert sorted(path.name for path in tmp_path.iterdir()) == ["book.bin", "file"]
    book = OpeningBook.open(out)
    found = book.probe(Position.start())
    entry = graph.entries[Position.start().key]
    assert found[0].score.points == entry.value
    for one in found:
        after = Position.start().play(one.move)
        assert one.score.points == -graph.entries[after.key].value
    with pytest.raises(BookError):
        export_book(out, tmp_path / "other.bin")
    assert not (tmp_path / "other.bin").exists()
