"""The command line in the pseudo-language: nothing is in English, and nothing is cut off.

What is the same in every language may be English: names of commands, options and openings, words that
people type, and the contents of files. `pseudo.english` has the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from os import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from cases import each
from command_line import BAD_GAME, GOOD_GAME, Answer, environment, run
from crownhead.discs import SETS
from crownhead.engine import METHODS
from crownhead.engine.textbook import EVALUATIONS
from crownhead.players import CLASSIC_NAMES, NAMES
from crownhead.rules import OPTIONS, PRESETS
from crownhead.themes import THEMES
from pseudo import PSEUDO, english
from test_docs import COMMANDS

#: Words that people type.
TYPED = (
    *(word for name in COMMANDS for word in name.split()),
    *(*PRESETS, *OPTIONS, *THEMES, *SETS, *METHODS, *EVALUATIONS, *NAMES, *CLASSIC_NAMES),
    *("start", "standard", "ballots", "none", "on", "off", "mandatory", "optional", "level"),
    *("depth", "browser", "caption", "games", "person", "very-hard", "Old Faithful"),
)
DATA = {"CROWNHEAD_DATA": "data"}

# Commands in their order, each with words of files or identifiers in its answer.
ANSWERS = (
    ("results", "crownhead: data"),
    ("library import games.pdn", "games"),
    ("library import games.pdn --in mine", ""),
    ("library list", "games mine"),
    ("library stats", "fine"),
    ("library search", "fine"),
    ("library search --player nobody", ""),
    ("library explore", ""),
    ("library delete 1", ""),
    ("library bring-back 1", ""),
    ("library undo 2", ""),
    ("library remove games", ""),
    ("library generate made.pdn --games 2 --jobs 1", ""),
    ("library export out.pdn", ""),
    ("results", ""),
    ("opponents", ""),
    ("rules", "black white"),
    ("rules casual", "black"),
    ("show start", ""),
    ("show B:W18:B15", ""),
    ("show B:W18:B", ""),
    ("analyse start --depth 3 --lines 1", ""),
    ("analyse B:W18,32:B15,1 --depth 2 --explain", ""),
    ("analyse B:W18:B --depth 2", ""),
    ("review games.pdn --nodes 50 --jobs 1", "games.reviewed.pdn games.reviewed.html"),
    ("pdn check games.pdn bad.pdn", ""),
    ("pdn picture games.pdn --ply 2 --out shot.svg", ""),
    ("pdn sheet games.pdn", ""),
    ("endgame build --pieces 2 --dir tables --jobs 1", ""),
    ("endgame build --pieces 2 --dir tables", ""),
    ("endgame probe B:WK18:BK15 --dir tables", ""),
    ("endgame stats --dir tables", ""),
    ("endgame verify --dir tables", ""),
    ("book grow growth --positions 2 --nodes 500 --jobs 1", ""),
    ("book export growth --out grown.bin", ""),
    ("book stats", "classic network"),
    ("book probe start", ""),
    ("book probe B:W18:B15", ""),
    ("backup copy.sqlite3", ""),
    ("restore copy.sqlite3", "data"),
    ("arena random greedy --games 2 --jobs 1", ""),
    ("compare --depth 2", ""),
    ("perft 2 --divide", ""),
    ("bench", "nodes"),  # for scripts
)

REFUSALS = (
    "nothing",
    "shw",
    "show",
    "show --size x start",
    "show start --size 1",
    "show start --unknown",
    "show start --json=1",
    "show start --fen",
    "show start extra words",
    "show start --theme wod",
    "show start --theme blue",
    "show start --pieces round",
    "show start --rules casul",
    "show start --rules regicide=maybe",
    "show B:W18,18,18,40:B",
    "show nonsense",
    "library",
    "--port 99999",
    "--host [",
    "--data=",
    "terminal --clock soon",
    "terminal --level 99",
    "terminal --level nobody",
    "terminal --start 900",
    "terminal --continue",
    "terminal --continue nobody",
    "analyse nothing",
    "analyse tables",
    "analyse start --ply 3",
    "analyse games.pdn --ply 99 --depth 1",
    "analyse games.pdn --game 9 --depth 1",
    "pdn check nothing.pdn",
    "pdn picture games.pdn --out shot.txt",
    "pdn sheet games.pdn --out games.pdn --replace",
    "endgame probe start --dir tables",
    "endgame stats --dir empty",
    "endgame build --pieces 99",
    "book export nothing",
    "backup games.pdn",
    "restore games.pdn",
    "arena random nobody",
    "compare --depth 99",
    "compare --evaluation odd",
    "perft 30",
    "perft x",
    "library import nothing.pdn",
    "library import",
    "library delete",
    "library edit 1",
    "library edit 99 --black Ann",
    "library remove nothing",
    "library bring-back 99",
    "library undo 99",
    "library search --since yesterday",
    "library search --material x",
    "library search --fen x",
    "library search --pattern x",
    "library search --ballot 900",
)


@contextmanager
def _folder(data: Path) -> Iterator[None]:
    """A new folder of games, as the working directory."""
    before = Path.cwd()
    chdir(data)
    try:
        Path("games.pdn").write_text(GOOD_GAME, encoding="utf-8")
        Path("bad.pdn").write_text(BAD_GAME, encoding="utf-8")
        Path("tables").mkdir()
        yield
    finally:
        chdir(before)


@cache
def _answers(*, pseudo: bool) -> list[Answer]:
    env = environment(**DATA, **(PSEUDO if pseudo else {}))
    with TemporaryDirectory() as data, _folder(Path(data)):
        return [run(*words.split(), env=env) for words, _ in ANSWERS]


def plain_english(words: str, done: Answer, also: str = "") -> list[str]:
    assert "Traceback" not in done.err, done.err
    known = (*TYPED, *words.replace("=", " ").split(), *also.split())
    return english(done.out + done.err, *known)


@each("command", COMMANDS)
def test_help_is_in_the_language(command: str) -> None:
    done = run(*command.split()[1:], "--help", env=environment(**PSEUDO))
    assert plain_english(command, done) == []
    assert max(map(len, done.lines)) <= 80


@pytest.mark.parametrize("number", range(len(ANSWERS)), ids=[words for words, _ in ANSWERS])
def test_answers_are_in_the_language(number: int) -> None:
    words, also = ANSWERS[number]
    done, usual = _answers(pseudo=True)[number], _answers(pseudo=False)[number]
    assert done.code == usual.code
    assert plain_english(words, done, also) == []
    assert done.out.count("...") == usual.out.count("...")
    assert "\N{HORIZONTAL ELLIPSIS}" not in done.out


def test_refusals_are_in_the_language(tmp_path: Path) -> None:
    env = environment(**DATA, **PSEUDO)
    with _folder(tmp_path):
        run("library", "import", "games.pdn", env=env)
        for words in REFUSALS:
            done = run(*words.split(), env=env)
            assert done.code in (1, 2), words
            assert plain_english(words, done) == [], words


def test_plain_english_is_found() -> None:
    """As somebody would print it by mistake."""
    said = "crownhead: ţĥéŕé îš ñö ĝàɱé; name another file --data x.pdn"
    assert english(said, *TYPED) == ["name", "another", "file"]
