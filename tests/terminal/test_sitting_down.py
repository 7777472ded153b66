"""Beginning, ending and going on: end of input, Ctrl-C, clocks, and games kept for the browser."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from sitting import COMMAND, GAME, LONG, PEOPLE, ended, environment, plays, sit, stored

import programs
from crownhead.messages import Message, counted, say
from crownhead.pieces import BLACK, WHITE
from crownhead.service import NewGame, Service
from crownhead.session.moves import Move
from saying import begun, said, says


def begin(data: Path, *options: str) -> subprocess.Popen[str]:
    return programs.start(
        [*COMMAND, *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        bufsize=1,
        env=environment(data, PYTHONUNBUFFERED="1"),
    )


def read_to(process: subprocess.Popen[str], wanted: str) -> str:
    """Read lines up to one that has a text in it; a game that never writes it is ended."""
    assert process.stdout is not None
    deadline = Timer(LONG, process.kill)
    deadline.start()
    seen = ""
    try:
        for line in process.stdout:
            seen += line
            if wanted in line:
                return seen
    finally:
        deadline.cancel()
    raise AssertionError(f"'{wanted}' was never written:\n{seen}")


# ---- endings


def test_at_the_end_of_input_the_game_is_kept(tmp_path: Path) -> None:
    done = sit(tmp_path, ["11-15"], "--seed", "1")
    assert done.code == 0
    assert done.lines[-2] == said("terminal.saved")
    assert done.last.split() == ["crownhead", "terminal", "--continue", done.game_id]
    assert stored(tmp_path, done.game_id)["ply"] == 2  # the computer has answered


def test_without_input_there_is_no_game_to_play_but_one_to_go_on_with(tmp_path: Path) -> None:
    done = sit(tmp_path, [])
    assert (done.code, done.err) == (0, "")
    assert done.last.split()[-1] == done.game_id


def test_the_way_back_names_a_folder_that_was_given(tmp_path: Path) -> None:
    folder = tmp_path / "my games"
    done = sit(tmp_path, [], "--data", str(folder))
    assert f"--data '{folder}' --continue" in done.last
    assert stored(folder, done.game_id)["ply"] == 0


@pytest.mark.parametrize("players", [PEOPLE, ("--black", "engine:nodes=999999999999")])
def test_ctrl_c_keeps_the_game(tmp_path: Path, players: tuple[str, ...]) -> None:
    process = begin(tmp_path, *players)
    read_to(process, said("game.to-move", player=BLACK))
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=LONG)
    assert process.returncode == 130
    assert said("terminal.untouched") in out
    assert "crownhead terminal --continue " in out
    assert "Traceback" not in out


def test_running_out_of_time_is_announced_while_nobody_types(tmp_path: Path) -> None:
    process = begin(tmp_path, *PEOPLE, "--clock", "1/move")
    over = ended("white", "time")
    out = read_to(process, over)
    assert all(said("clock.left", side=side, left="0:01") in out for side in (BLACK, WHITE))
    assert out.splitlines()[-1] == over
    rest, _ = process.communicate("11-15\n", timeout=LONG)
    assert rest == f"{said('record.over', outcome=over)}\n"
    assert process.returncode == 0


def test_a_reader_that_goes_away_is_no_catastrophe(tmp_path: Path) -> None:
    process = begin(tmp_path, *PEOPLE)
    read_to(process, begun("terminal.game"))
    assert process.stdout is not None
    process.stdout.close()
    assert process.stdin is not None
    process.stdin.write("board\n" * 50)
    process.stdin.close()
    assert process.wait(LONG) == 1


# ---- beginnings

SINGLE_JUMP = Message("rules.preset.single-jump.title")


def rated(level: str, side: str) -> Message:
    """A level with its rating and its side."""
    player = Message("play.rated", {"name": Message(f"level.{level}.name")})
    return Message("review.player", {"player": player, "side": side})


@pytest.mark.parametrize(
    ("options", "values"),
    [
        ((), {"black": "You (Black)", "white": rated("sprout", "White")}),
        (
            ("--level", "park regular"),
            {"black": "You (Black)", "white": rated("park-regular", "White")},
        ),
        (("--level", "4", "--white", "person"), {"black": rated("park-regular", "Black")}),
        (
            ("--rules", "english first_to_move=white", "--level", "1"),
            {"black": rated("hatchling", "Black")},
        ),
        (
            ("--black", "hard", "--white", "person"),
            {"black": "Hard (1393) (Black)", "white": "You (White)"},
        ),
        (("--rules", "casual regicide=on"), {"rules": Message("rules.house")}),
        (("--rules", "single-jump"), {"rules": Message("terminal.rules", {"preset": SINGLE_JUMP})}),
    ],
    ids=str,
)
def test_who_plays_and_how_is_told(
    tmp_path: Path, options: tuple[str, ...], values: dict[str, Any]
) -> None:
    line = sit(tmp_path, [], *options).lines[0]
    assert says(line, "terminal.game", **values), line


def test_a_ballot_is_played_and_named(tmp_path: Path) -> None:
    done = sit(tmp_path, [], *PEOPLE, "--start", "1")
    assert done.lines[1].startswith(begun("terminal.so-far", moves="9-13 21-17 \0"))
    one, two = (sit(tmp_path, [], *PEOPLE, "--start", "random", "--seed", "4") for _ in range(2))
    assert one.lines[1] == two.lines[1]


def test_the_opening_is_named(tmp_path: Path) -> None:
    done = sit(tmp_path, ["11-15", "23-19", "8-11", "22-17", "4-8"], *PEOPLE)
    assert said("terminal.opening", name="Old Fourteenth") in done.lines


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--clock", "soon"), "clock.unreadable"),
        (("--rules", "englsh"), "unknown.rule-set"),
        (("--start", "200"), "200"),
        (("--start", "B:W9,14:B5"), "begin.over"),
        (("--start", "B:W18:B"), "begin.no-pieces"),
        (("--white", "hub:echo"), "unknown.opponent"),
        (("--level", "12"), "12"),
        (("--black", ""), "unknown.opponent"),
        (("--level", "3", "--white", ""), "unknown.opponent"),
        (("--level", "2", *PEOPLE), "cli.terminal.level-and-both"),
        (("--continue",), "terminal.no-games"),
        (("--continue", "nothing"), "games.missing"),
        (("--continue", "nothing", "--black", "person"), "cli.terminal.game-keeps"),
        (("--white", "very", "hard"), "cli.terminal.game-keeps"),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused_in_a_line(
    tmp_path: Path, options: tuple[str, ...], why: str
) -> None:
    done = sit(tmp_path, [], *options)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("crownhead: ")
    assert (begun(why)[1:] if "." in why else why) in done.err
    assert len(done.err.splitlines()) == 1


# ---- going on


def test_a_game_of_the_terminal_goes_on_in_the_browser_and_back(tmp_path: Path) -> None:
    first = sit(tmp_path, ["11-15", "23-19", "8-11", "undo"], *PEOPLE, "--clock", "5+3")
    service = Service(tmp_path)  # as the page uses it
    game = service.game(first.game_id)
    assert game.view()["can_redo"]
    game.do(Move("9-14"))
    game.do(Move("22-17"))
    service.close()
    second = sit(tmp_path, ["5-9"], "--continue", first.game_id)
    assert second.lines[1] == " ".join(
        [
            said("terminal.so-far", moves="11-15 23-19 9-14 22-17"),
            said("terminal.opening", name="Old Faithful"),
        ]
    )
    assert said("terminal.opening", name="Fife") in second.lines
    assert stored(tmp_path, first.game_id)["ply"] == 5


def test_a_game_of_the_browser_goes_on_in_the_terminal_and_back(tmp_path: Path) -> None:
    service = Service(tmp_path, seed=1)
    game = service.begin(NewGame(white="level:3"))
    game.do(Move("11-15"))  # nobody looks, so the computer has not answered
    service.close()
    done = sit(tmp_path, ["resign"], "--continue", game.id, "--seed", "1")
    assert done.lines[1] == said("terminal.so-far", moves="11-15")
    assert len(done.moves) == 1
    view = stored(tmp_path, game.id)
    assert view["ply"] == 2
    assert view["outcome"] == {"winner": "white", "reason": "resignation", "result": "0-1"}


def test_a_game_is_chosen_from_the_list(tmp_path: Path) -> None:
    older = sit(tmp_path, ["11-15"], *PEOPLE).game_id
    newer = sit(tmp_path, ["resign"], "--level", "4").game_id
    listed = sit(tmp_path, [], "--continue")
    assert listed.code == 0
    # The older game is first: it is not over.
    person, white = say("game.person"), say("game.to-move", player=WHITE)
    assert listed.lines[0].endswith(f"  {person} v {person}, {counted('move', 1)}. {white}")
    assert listed.lines[1].startswith(f" 2  {newer}  ")
    assert "  You v Park Regular (" in listed.lines[1]
    assert listed.lines[1].endswith(
        f"{counted('move', 0)}. {ended('white', 'resignation')}".rstrip(".")
    )
    for choice in ("2", newer):
        done = sit(tmp_path, ["99", choice, "board"], "--continue")
        assert begun("games.missing", name="99")[:-1] in done.out
        assert done.game_id == newer
    assert sit(tmp_path, [""], "--continue").game_id == older


def test_a_game_that_cannot_be_read_is_listed_beside_the_others(tmp_path: Path) -> None:
    sound, broken = (sit(tmp_path, ["11-15"], *PEOPLE).game_id for _ in range(2))
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as connection, connection:
        connection.execute("UPDATE games SET rules = 'nobody knows' WHERE id = ?", (broken,))
    listed = sit(tmp_path, ["2", "1"], "--continue")
    assert listed.lines[1].startswith(f" 2  {broken}  {begun('store.game-damaged').lower()}")
    assert listed.game_id == sound


def test_what_is_done_elsewhere_is_seen_here(tmp_path: Path) -> None:
    with begin(tmp_path, *PEOPLE) as playing:
        game_id = GAME.findall(read_to(playing, begun("terminal.game")))[-1]
        service = Service(tmp_path)  # as the page uses it
        service.game(game_id).do(Move("11-15"))
        read_to(playing, plays("black", "11-15"))
        assert playing.stdin is not None
        playing.stdin.write("23-19\n")
        read_to(playing, plays("white", "23-19"))
        assert service.game(game_id).view()["ply"] == 2
        service.delete(game_id)
        read_to(playing, said("terminal.deleted"))
        assert playing.wait(LONG) == 0
        service.close()
