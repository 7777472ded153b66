"""How `crownhead analyse` shows lines: in tables, on narrow terminals, and after resizing."""

from __future__ import annotations

import io

import pytest
from rich.console import Console, RenderableType
from rich.text import Text

from crownhead import Game
from crownhead.cli import analyse
from crownhead.engine import Engine, Info, Limit, Score


@pytest.fixture(scope="module")
def found() -> analyse._Found:
    """Three lines of the start position; the best is a proven win."""
    game = Game()
    with Engine(hash_mb=8) as engine:
        infos = engine.analyse(game, Limit(depth=9), lines=3)
    found = analyse._Found(game, None)
    for info in infos:
        score = Score(29_991) if info.line == 1 else info.score
        found.add(Info(info.line, info.depth, 11, score, 1000, 1.0, 0.0, info.pv))
    found.seconds = 1.0
    return found


def drawn(width: int, *what: RenderableType) -> list[str]:
    console = Console(file=io.StringIO(), width=width)
    console.print(*what, sep="\n")
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().splitlines()


@pytest.mark.parametrize("width", [20, 24, 39, 40, 80])
def test_every_move_is_there_in_full_whatever_the_width(found: analyse._Found, width: int) -> None:
    lines = drawn(width, *analyse._whole(found, width))
    assert all(len(line) <= width for line in lines), lines
    words = " ".join(lines).split()
    for info in found.infos:
        assert {str(move) for move in info.pv} <= set(words), lines
    assert ("score" in words) == (width >= 40)


def test_narrow_terminals_have_the_moves_below_the_score(found: analyse._Found) -> None:
    lines = drawn(24, *analyse._whole(found, 24))
    assert lines[0] == "1  wins in 5 moves  100%"
    assert lines[1].startswith(str(found.infos[0].pv[0]))


@pytest.mark.parametrize("width", [16, 20, 36, 39, 76])
def test_while_it_changes_a_line_takes_a_row(found: analyse._Found, width: int) -> None:
    lines = drawn(width + 4, analyse._picture(found, width))
    assert len(lines) == 4 + (width >= 40)
    assert all(len(line.rstrip()) <= width for line in lines), lines


def test_a_terminal_of_another_width_is_drawn_anew() -> None:
    terminal = {"TERM": "xterm-256color"}
    console = Console(file=io.StringIO(), width=80, force_terminal=True, _environ=terminal)
    assert isinstance(console.file, io.StringIO)
    clear = "\x1b[2J\x1b[H"
    with analyse._InPlace(Text("lines"), console=console, auto_refresh=False) as live:
        live.refresh()
        assert clear not in console.file.getvalue()
        console.width = 50
        live.refresh()
        live.refresh()
    assert console.file.getvalue().count(clear) == 1
