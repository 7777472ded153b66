"""The commands that make pictures and sheets, as people use them."""

from __future__ import annotations

import io
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import programs
from cases import each
from command_line import COMMAND, PATIENCE, Answer, environment, refused_in_one_line, run
from crownhead import Game, Position, svg
from crownhead.pictures import png
from crownhead.themes import THEMES
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


@each(
    ("words", "sentence"),
    [
        (
            ("--out", "game.mp4"),
            "the picture's name must end in .gif, .webp, .png or .svg, not 'game.mp4'",
        ),
        (("--out", "game"), "not 'game'"),
        (("--out", "."), "not '.'"),
        (("--game", "2"), "match.pdn:6:10: 23-20 cannot be played"),
        (("--game", "3"), "match.pdn has 2 games, so there is no game 3"),
        (("--ply", "9"), "the game has 4 moves, not 9"),
        (("--size", "900"), "the size must be a whole number of pixels from 160 to 800, not '900'"),
        (("--size", "20"), "a whole number from 160 to 1600, not '20'"),
        (("--seconds", "0"), "a number from 0.1 to 10, not '0'"),
        (("--theme", "wod"), "no theme named 'wod'; did you mean 'wood'?"),
        (("--pieces", "round"), "no set of pieces named 'round'; there are: classic, flat"),
        (("--out", "nowhere/game.gif"), "cannot write nowhere/game.gif: there is no folder"),
    ],
)
def test_what_cannot_be_made_is_refused_in_one_line(
    file: Path, words: tuple[str, ...], sentence: str
) -> None:
    refused_in_one_line(run("pdn", "picture", file, *words), sentence)
    assert [path.name for path in file.parent.iterdir()] == ["match.pdn"]


@each("command", ["picture", "sheet"])
def test_files_that_cannot_be_read_are_refused_in_one_line(tmp_path: Path, command: str) -> None:
    refused_in_one_line(run("pdn", command, tmp_path / "none.pdn"), "no such file")
    refused_in_one_line(run("pdn", command, tmp_path), "it is a folder")
    refused_in_one_line(run("pdn", command, "/dev/zero"), "it is not a regular file")
    refused_in_one_line(run("pdn", command, ""), "it is a folder")
    assert list(tmp_path.iterdir()) == []


def test_only_a_plain_file_is_replaced(file: Path) -> None:
    pipe = file.with_name("pipe.gif")
    os.mkfifo(pipe)
    refused_in_one_line(run("pdn", "picture", file, "--out", pipe), "is not a regular file")
    refused_in_one_line(run("pdn", "sheet", file, "--out", pipe), "is not a regular file")
    refused_in_one_line(run("show", "start", "--png", pipe), "is not a regular file")
    refused_in_one_line(run("show", "start", "--svg", pipe), "is not a regular file")
    refused_in_one_line(run("show", "start", "--png", file.parent), "it is a folder")


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
        refused_in_one_line(run("pdn", "sheet", file, "--out", out), "it is the file that is read")
    games = file.with_name("games.gif")
    file.rename(games)
    refused_in_one_line(run("pdn", "picture", games, "--out", games), "it is the file that is read")
    assert games.read_bytes() == link.read_bytes() == before


def test_a_pipe_that_nobody_writes_to_is_waited_for_with_a_word(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.pdn"
    os.mkfifo(pipe)
    with programs.start(
        [*COMMAND, "pdn", "check", str(pipe)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline().decode() == f"crownhead: waiting for input from {pipe}\n"
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
