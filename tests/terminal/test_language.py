"""The terminal in the pseudo-language, line by line and on the whole screen."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import pytest
from fake_terminal import COLUMNS, FakeTerminal
from sitting import PEOPLE, sit

from crownhead.messages import catalogue
from crownhead.messages.po import pseudo
from crownhead.openings import named_openings
from crownhead.players import NAMES
from crownhead.service import opponent_names
from crownhead.terminal.commands import COMMANDS
from pseudo import PSEUDO, english

#: What people type, and openings.
KNOWN = (
    *(*COMMANDS, *NAMES, *opponent_names(), *(one.name for one in named_openings())),
    *("NAME", "swap", "Hard", "nodes", "terminal"),
)
_BOARD = re.compile(r"^[1-8 ] .*\|.*$|^ +[1-8 ]+$|^ +\+-.*$", re.MULTILINE)

FORCED = ("--start", "B:W6,7,14,15,32:B2")
SITTINGS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    # The commands, and every answer to them.
    (("help", "rules", "level", "moves", "board", "flip"), ("--clock", "5+3")),
    (("11-15", "23-19", "9-14", "22-17", "moves", "undo 2", "redo 9", "undo x", "undo 9"), PEOPLE),
    (("level", "level 3", "level white hard", "level nobody"), PEOPLE),
    (("draw", "draw", "decline", "draw", "accept", "hint", "undo"), PEOPLE),
    (("draw", "hint", "again sometimes", "resign", "hint", "11-15", "undo", "again swap"), ()),
    (("save", "save /", "save game.pdn", "save game.pdn", "pause", "go", "step", "quit"), ()),
    (("xyzzy", "hnit", "r", "hint 3", "quit"), ()),
    # What cannot be played.
    (("14-18", "14", "22-18", "40", "1,1", "11-14", "11-20", "2-7", "11-15", "15-11"), PEOPLE),
    (("32-28", "2x18", "30", "a"), (*PEOPLE, *FORCED)),
    (("12-16", "15-19", "15x22"), (*PEOPLE, "--start", "B:W18,27,32:B15,12,1")),
    (("25-29", "undo"), (*PEOPLE, "--start", "B:W18:B25", "--rules", "casual regicide=on")),
    # Two computers, and how games end.
    (("undo", "step", "go"), ("--black", "engine:nodes=500", "--white", "random", "--seed", "1")),
)


def plain_english(text: str, *typed: str) -> list[str]:
    words = (word for line in typed for word in line.split())
    return english(_BOARD.sub("", text), *KNOWN, "terminal", *words)


@pytest.mark.parametrize(("typed", "options"), SITTINGS, ids=lambda words: "-".join(words[:2]))
def test_a_sitting_is_in_the_language(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    typed: tuple[str, ...],
    options: tuple[str, ...],
) -> None:
    monkeypatch.chdir(tmp_path)
    done = sit(tmp_path, typed, *options, **PSEUDO)
    text = re.sub(r"\b[a-z0-9]{12}\b", "", done.out + done.err)  # names of games
    assert plain_english(text, *typed) == [], text


def test_the_list_of_games_is_in_the_language(tmp_path: Path) -> None:
    sit(tmp_path, ["11-15"], *PEOPLE, **PSEUDO)
    done = sit(tmp_path, ["99"], "--continue", **PSEUDO)
    assert plain_english(re.sub(r"\b[a-z0-9]{12}\b", "", done.out)) == []


def test_plain_english_is_found() -> None:
    """As somebody would print it by mistake."""
    assert plain_english("Ţĥé board needs 35 columns.") == ["needs", "columns"]


# Lines to type on the whole screen; each must be answered in full.
TYPED = (
    *("help", "", "rules", "", "level", "", "moves", ""),
    *("14-18", "22", "40", "1,1", "11-14", "11-20", "xyzzy", "undo", "again sometimes", "pause"),
    *("11", "16", "draw", "decline", "flip", "save", "level", "", "resign", "undo", "hint"),
)


@pytest.mark.parametrize("options", [(), ("--no-colour",)])
def test_the_whole_screen_is_in_the_language_and_shows_all(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    with closing(FakeTerminal(tmp_path, *PEOPLE, *options, CROWNHEAD_LANGUAGE="en-XA")) as screen:
        texts = pseudo(catalogue("en"))
        screen.wait(str(texts.text("terminal.to-move"))[-20:])
        men = str(texts.text("count.man", 12)).replace("{count}", "12")
        assert sum(line.rstrip().endswith(men) for line in screen.lines) == 2
        for line in TYPED:
            text = screen.answer(line)
            assert " ..." not in text, f"'{line}' is answered in part:\n{text}"
            assert plain_english(text, *TYPED) == [], f"after '{line}':\n{text}"
            assert max(map(len, screen.lines)) < COLUMNS
