"""Reading only the tags of a file finds the same games as reading all of it."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

from crownhead.notation import pdn

GAMES = """
[Event "First"]
[White "Ann \\"the\\" Ox"]
1. 11-15 {a comment
[Event "not a tag"]
goes on} 23-19 (1... 22-18 1-0) 2. 8-11 1/2-1/2
; between games
[Event "Second"] [Event "twice"]
{words before} 1. 9-14 22-18! $2 * *
1. 10-15 21-17 0-1
[Event "No moves"]
[Result "1-0"]

[Event "Missing bracket"]
1. 11-15 (1. 9-14 1-0
1. 12-16 24-20 2. 8-12 (2. 10-15) 1-1
some words 1. 40-50 x [unfinished "tag
(()) ) 2-0
{only words}
"""
PIECES = (
    *("1. ", "11-15 ", "1-0 ", "* ", "1-1 ", "( ", ") ", "{c} ", "! ", "$3 ", "foo ", "\n"),
    *('[Event "x"]\n', "; a\n"),
)


def same(text: str) -> None:
    games = [game.tags for game in pdn.parse_games(text)]
    found = list(pdn.read_headers(io.StringIO(text)))
    assert [headers.tags for headers in found] == games, text
    assert [headers.number for headers in found] == list(range(1, len(games) + 1))


def test_headers_are_those_of_the_games() -> None:
    same(GAMES)
    same("")
    found = list(pdn.read_headers(io.BytesIO(GAMES.encode())))
    assert [(one.tags.get("Event"), one.line) for one in found[:3]] == [
        ("First", 2),
        ("Second", 8),
        (None, 10),
    ]


def test_headers_are_those_of_the_games_in_any_disorder() -> None:
    rng = Random(7)
    for _ in range(1500):
        same("".join(rng.choices(PIECES, k=rng.randrange(1, 25))))
    lines = GAMES.splitlines(keepends=True)
    for _ in range(200):
        same("".join(rng.sample(lines, k=rng.randrange(1, len(lines)))))


def test_headers_are_read_from_a_path(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text(GAMES, encoding="utf-8")
    assert next(pdn.read_headers(path)).tags["White"] == 'Ann "the" Ox'
