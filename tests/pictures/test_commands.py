"""The commands that make pictures and sheets, as people use them."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import programs
from cases import each
from command_line import (
    COMMAND,
    PATIENCE,
    Answer,
    environment,
    refused_for,
    refused_in_one_line,
    run,
)
from crownhead import Game, Position, svg
from crownhead.messages import Listed, Message, counted, say
from crownhead.pictures import png
from crownhead.themes import THEMES
from saying import pattern
from seeing import letters, marked, seen

GAME = '[Black "Ann"]\n[White "Bob"]\n[Result "1-0"]\n1. 11-15 23-19 2. 8-11 22-17 1-0\n'
BROKEN = "\n1. 11-15 23-20 *\n"
AFTER_THREE = Game.from_moves("11-15 23-19 8-11")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "match.pdn"
    path.write_text(GAME + BROKEN, encoding="utf-8")
    return path


def film(path: Path) -> Image.Image:
    found = Image.open(io.BytesIO(path.read_bytes()))
    found.load()
    return found


# ---- show


def test_show_writes_pixels(tmp_path: Path) -> None:
    path = tmp_path / "board.png"
    words = ("--png", path, "--theme", "wood", "--pieces", "flat", "--flipped", "--size", "200")
    answer = run("show", "B:W18,K27:B12", *words)
    assert (answer.code, answer.err) == (0, "")
    position = Position.from_fen("B:W18,K27:B12")
    assert path.read_bytes() == png(position, theme="wood", pieces="flat", flipped=True, size=200)


def test_show_writes_both_pictures(tmp_path: Path) -> None:
    one, two = tmp_path / "board.svg", tmp_path / "board.png"
    assert run("show", "start", "--svg", one, "--png", two, "--size", "300").code == 0
    assert one.read_text("utf-8") == svg.board(Position.start(), size=300)
    assert film(two).size == (300, 300)


# ---- games


@each("kind", ["gif", "webp"])
def test_a_game_as_a_moving_picture(tmp_path: Path, file: Path, kind: str) -> None:
    out = tmp_path / f"game.{kind.upper()}"
    answer = run("pdn", "picture", file, "--out", out, "--size", "200", "--seconds", "0.5")
    assert answer == Answer(0, f"wrote {out}\n", "")
    found = film(out)
    assert found.format == kind.upper()
    assert found.n_frames == 6  # type: ignore[attr-defined]
    found.seek(3)
    top = (found.height - found.width) // 2
    assert seen(found, THEMES["classic"], top=top) == letters(AFTER_THREE.position.pieces)


def test_a_moving_picture_up_to_a_move(file: Path) -> None:
    out = file.with_name("part.gif")
    words = ("--ply", "3", "--no-caption", "--theme", "slate")
    assert run("pdn", "picture", file, "--out", out, "--size", "160", *words).code == 0
    found = film(out)
    assert (found.n_frames, found.size) == (4, (160, 160))  # type: ignore[attr-defined]


def test_a_position_of_a_game(file: Path) -> None:
    out = file.with_name("shot.png")
    assert run("pdn", "picture", file, "--out", out, "--ply", "3", "--size", "1200").code == 0
    found = film(out)
    assert seen(found, THEMES["classic"]) == letters(AFTER_THREE.position.pieces)
    assert marked(found, THEMES["classic"]) == {8, 11}
    drawn = file.with_name("shot.svg")
    assert run("pdn", "picture", file, "--out", drawn, "--ply", "3").code == 0
    expected = svg.board(AFTER_THREE.position, last_move=AFTER_THREE.node.move)
    assert drawn.read_text("utf-8") == expected


def test_pictures_and_sheets_stand_beside_their_file(file: Path) -> None:
    assert run("pdn", "picture", file, "--size", "160").code == 0
    assert run("pdn", "picture", file, "--game", "2", "--ply", "1", "--size", "160").code == 0
    assert run("pdn", "sheet", file).out == f"wrote {file.with_suffix('.html')}\n"
    names = {path.name for path in file.parent.iterdir()}
    assert names == {"match.pdn", "match.gif", "match-2.gif", "match.html"}
    page = file.with_suffix(".html").read_text("utf-8")
    assert "<title>Ann v Bob</title>" in page
    assert "<style>" in page


# ---- refusals


ENDINGS = Listed([".gif", ".webp", ".png", ".svg"])


@each(
    ("words", "code", "values"),
    [
        (("--out", "game.mp4"), "cli.picture.ending", {"known": ENDINGS, "name": "game.mp4"}),
        (("--out", "game"), "cli.picture.ending", {"name": "game"}),
        (("--out", "."), "cli.picture.ending", {"name": "."}),
        (("--game", "3"), "cli.no-such-game", {"games": counted("game", 2), "number": 3}),
        (("--ply", "9"), "record.length", {"ply": 9, "moves": counted("move", 4)}),
        (("--size", "900"), "film.size", {"least": 160, "most": 800, "value": "900"}),
        (("--size", "20"), "usage.whole.between", {"least": 160, "most": "1600", "value": "20"}),
        (("--seconds", "0"), "usage.real.between", {"least": 0.1, "most": 10, "value": "0"}),
        (
            ("--theme", "wod"),
            "unknown.near",
            {"unknown": Message("unknown.theme", {"name": "wod"}), "near": "wood"},
        ),
        (
            ("--pieces", "round"),
            "unknown.all",
            {
                "unknown": Message("unknown.set-of-pieces", {"name": "round"}),
                "names": "classic, flat",
            },
        ),
        (
            ("--out", "nowhere/game.gif"),
            "file.unwritable",
            {"path": "nowhere/game.gif", "why": Message("file.why.no-folder")},
        ),
    ],
)
def test_what_cannot_be_made_is_refused_in_one_line(
    file: Path, words: tuple[str, ...], code: str, values: dict[str, Any]
) -> None:
    refused_for(run("pdn", "picture", file, *words), code, **values)
    assert [path.name for path in file.parent.iterdir()] == ["match.pdn"]


def test_a_game_with_a_mistake_is_refused_by_its_place(file: Path) -> None:
    answer = run("pdn", "picture", file, "--game", "2")
    refused_in_one_line(answer)
    assert re.search(rf"match\.pdn:6:10: {pattern('refusal.tried', tried='23-20')}", answer.err)
    assert [path.name for path in file.parent.iterdir()] == ["match.pdn"]


@each("command", ["picture", "sheet"])
def test_files_that_cannot_be_read_are_refused_in_one_line(tmp_path: Path, command: str) -> None:
    missing = tmp_path / "none.pdn"
    for path, why in (
        (missing, "missing"),
        (tmp_path, "folder"),
        ("/dev/zero", "not-regular"),
        ("", "folder"),
    ):
        why_not = Message(f"file.why.{why}")
        refused_for(run("pdn", command, path), "file.unreadable", why=why_not)
    assert list(tmp_path.iterdir()) == []


def test_only_a_plain_file_is_replaced(file: Path) -> None:
    pipe = file.with_name("pipe.gif")
    os.mkfifo(pipe)
    not_regular, folder = Message("file.why.not-regular"), Message("file.why.folder")
    for words in (
        ("pdn", "picture", file, "--out"),
        ("pdn", "sheet", file, "--out"),
        ("show", "start", "--png"),
        ("show", "start", "--svg"),
    ):
        refused_for(run(*words, pipe), "file.unwritable", path=pipe, why=not_regular)
    refused_for(run("show", "start", "--png", file.parent), "file.unwritable", why=folder)


def test_a_game_from_standard_input(tmp_path: Path) -> None:
    done: Any = programs.run(
        [*COMMAND, "pdn", "sheet", "-"],
        input=GAME,
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "wrote game.html\n", "")
    assert "Ann v Bob" in (tmp_path / "game.html").read_text("utf-8")


def test_what_is_read_is_never_replaced(file: Path) -> None:
    before, link = file.read_bytes(), file.with_name("link.html")
    os.link(file, link)
    for out in (file, link, file.parent / "." / file.name):
        answer = run("pdn", "sheet", file, "--out", out)
        refused_for(answer, "file.unwritable", why=Message("file.why.read"))
    games = file.with_name("games.gif")
    file.rename(games)
    answer = run("pdn", "picture", games, "--out", games)
    refused_for(answer, "file.unwritable", path=games, why=Message("file.why.read"))
    assert games.read_bytes() == link.read_bytes() == before


def test_a_pipe_that_nobody_writes_to_is_waited_for_with_a_word(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.pdn"
    os.mkfifo(pipe)
    waiting = f"crownhead: {say('file.waiting', path=pipe)}\n"
    with programs.start(
        [*COMMAND, "pdn", "check", str(pipe)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline().decode() == waiting
        pipe.write_text(GAME)
        assert process.communicate(timeout=PATIENCE) == (b"1 game, 0 with mistakes\n", b"")
    with programs.start(
        [*COMMAND, "library", "import", str(pipe)],
        stderr=subprocess.PIPE,
        env=environment(CROWNHEAD_DATA=str(tmp_path / "data")),
    ) as process:
        assert process.stderr is not None
        process.stderr.readline()
        process.send_signal(signal.SIGINT)
        assert (process.wait(PATIENCE), process.stderr.read()) == (130, b"")
