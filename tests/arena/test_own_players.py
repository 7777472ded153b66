"""Users' players in the arena: finding, playing, timing, and reporting their errors."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
import warnings
from functools import partial
from pathlib import Path
from random import Random

import pytest

import programs
from crownhead import Game, Move
from crownhead.arena import Match, Tally
from crownhead.custom.player import OwnPlayer
from crownhead.errors import CrownheadError, EngineError, NoRoomError
from crownhead.messages import counted, say
from crownhead.notation import pdn
from crownhead.players.textbook import RandomPlayer
from refused import refused
from saying import says


class First:
    """Plays the first legal move."""

    def choose(self, game: Game) -> Move:
        return game.legal_moves()[0]


class Chance:
    """Plays at random, with its own seed in each game."""

    name = "by lot"

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, game: Game) -> Move:
        return self._random.choice(game.legal_moves())


def moves(path: Path) -> dict[str, list[str]]:
    return {
        game.tags["Round"]: [str(node.move) for node in game.main_line()]
        for game in pdn.read_games(path)
    }


# ---- in Python


def test_a_class_plays_in_this_process_and_in_others_the_same_games(tmp_path: Path) -> None:
    played = []
    for jobs in (1, 2):
        path = tmp_path / f"{jobs}.pdn"
        results = Match((First, Chance), games=6, file=path).play(jobs=jobs)
        assert list(results) == [("First", "by lot")]
        assert results["First", "by lot"].games == 6
        played.append(moves(path))
    assert played[0] == played[1]
    assert len({tuple(line) for line in played[0].values()}) == 6


def test_a_player_with_a_seed_plays_as_ours_does(tmp_path: Path) -> None:
    for name, opponents in (("own", (Chance, "level:1")), ("ours", ("random", "level:1"))):
        Match(opponents, games=2, file=tmp_path / name).play(jobs=1)
    assert moves(tmp_path / "own") == moves(tmp_path / "ours")


def test_functions_and_partial_classes_make_players_too() -> None:
    quicker = partial(RandomPlayer, seed=4)

    def greedy() -> First:
        return First()

    results = Match((quicker, greedy), games=2).play(jobs=1)
    assert list(results) == [("RandomPlayer(seed=4)", "greedy")]


def test_a_class_that_no_other_process_can_find_plays_here() -> None:
    class Local(First):
        pass

    match = Match((Local, "random"), games=2)
    with refused(CrownheadError, "arena.stuck", name="Local"):
        match.play(jobs=2)
    assert match.play()["Local", "random"].games == 2


def test_what_makes_no_player_is_refused() -> None:
    for opponents, key in [
        ((First(), "random"), "custom.player-already"),
        ((7, "random"), "custom.makes-none"),
        ((First, First), "arena.same-class"),
        ((Chance, "by lot"), "arena.same-name"),
    ]:
        with refused(CrownheadError, key):
            Match(opponents, games=2)  # type: ignore[arg-type]


def test_what_a_player_does_to_its_game_does_not_matter() -> None:
    class Busy:
        def choose(self, game: Game) -> Move:
            answer = game.legal_moves()[0]
            while game.outcome is None and game.ply < 30:
                game.push(game.legal_moves()[-1])
            game.tags["Black"] = "Busy"
            return answer

    game = Game()
    one, two = OwnPlayer(Busy, "busy"), OwnPlayer(First, "first")
    while game.outcome is None and game.ply < 60:
        move = one.choose(game)
        assert move == two.choose(game)
        game.push(move)
    assert game.tags == {}
    one.close()
    two.close()


# ---- what goes wrong in a player


def lost_by(body: str, seconds: float = 60.0) -> str:
    """How a player with this method `choose` loses its games."""
    names: dict[str, type] = {}
    source = "class Bot:\n    def choose(self, game):\n" + textwrap.indent(body, " " * 8)
    exec(source, names)
    match = Match((names["Bot"], "greedy"), games=2, timeout=seconds)
    results = match.play(jobs=1)
    assert results["Bot", "greedy"] == Tally(losses=2, pairs=(1, 0, 0, 0, 0))
    (name,) = {name for name, _ in match.forfeits}
    assert name == "Bot"
    return next(iter(match.forfeits))[1]


def test_a_player_that_fails_loses_and_it_is_told_how() -> None:
    for body, sentence in [
        ("return 1 / 0", "Bot raised ZeroDivisionError: division by zero (<string>, line 3)"),
        ("import sys; sys.exit(3)", "Bot raised SystemExit: 3 (<string>, line 3)"),
        ("raise KeyboardInterrupt", "Bot raised KeyboardInterrupt (<string>, line 3)"),
        ("return None", "Bot answered with None, which is not a move"),
        ("return 7", "Bot answered with 7, which is not a move"),
        ("return game", "Bot answered with an object of type Game, which is not a move"),
        ("return '1-32'", "Bot answered with an illegal move: 1"),
        ("return 'hello'", "Bot answered with an illegal move: 'hello'"),
        ("return 'x' * 9999", "Bot answered with an illegal move: 'xxx"),
    ]:
        told = lost_by(body)
        assert told.startswith(sentence), told
        assert len(told) < 200


def test_a_player_that_forks_leaves_nobody_behind(tmp_path: Path) -> None:
    class Forks:
        def choose(self, game: Game) -> Move:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # newer Pythons warn of threads in the way
                child = os.fork()
            if child:
                (tmp_path / "children").write_text(str(child))
            return game.legal_moves()[0]

    opponent = OwnPlayer(Forks, "Forks")
    opponent.choose(Game())
    opponent.close()
    child = int((tmp_path / "children").read_text())
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_machine_without_room_says_nothing_about_who_plays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> Move:
        raise NoRoomError("engine.no-room")

    monkeypatch.setattr(RandomPlayer, "choose", fail)
    with refused(NoRoomError, "engine.no-room"):
        Match(("greedy", "random"), games=2).play(jobs=1)


def test_a_player_that_hangs_loses_and_the_match_goes_on() -> None:
    told = say("custom.late.move", name="Bot", time=counted("second", 0.5))
    assert lost_by("while True:\n    pass", seconds=0.5) == told
    assert (
        lost_by("while True:\n    try:\n        1 / 0\n    except Exception:\n        pass", 0.5)
        == told
    )
    assert lost_by("import time; time.sleep(30)", seconds=0.5) == told


def test_a_class_that_makes_no_players_ends_the_match_before_its_first_game(tmp_path: Path) -> None:
    class Needy(First):
        def __init__(self, depth: int, *, width: int) -> None:
            pass

    class Broken(First):
        def __init__(self) -> None:
            raise OSError(2, "No such file or directory", "weights.bin")

    class Mute:
        pass

    class Late(First):
        def __init__(self) -> None:
            while True:
                pass

    path = tmp_path / "games.pdn"
    for make, key, values in [
        (Late, "late.start", {}),
        (Needy, "arguments", {"arguments": "depth, width"}),
        (Broken, "raised", {"error": "custom.error-at"}),
        (Mute, "no-player", {"kind": "Mute"}),
        (dict, "no-player", {"kind": "dict"}),
    ]:
        seconds = 0.5 if make is Late else 60
        with refused(EngineError, f"custom.{key}", name=make.__name__, **values):
            Match((make, "random"), games=2, file=path, timeout=seconds).play(jobs=1)
    assert not path.exists()


# ---- on the command line

PLAYER = """
import os
from dataclasses import dataclass

from helper import pick

@dataclass
class MyBot:
    depth: int = 3

    def choose(self, game):
        return pick(game)

class Flawed:
    def choose(self, game):
        if game.ply > 4:
            return game.no_such_thing
        return pick(game)

class Exits:
    def choose(self, game):
        if game.ply > 2:
            os._exit(3)
        return pick(game)

ready = MyBot()

if __name__ == "__main__":
    raise SystemExit("not as a program")
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "my_player.py").write_text(PLAYER)
    (tmp_path / "helper.py").write_text("def pick(game):\n    return game.legal_moves()[0]\n")
    (tmp_path / "broken.py").write_text("x = 1\ny = x / 0\n")
    (tmp_path / "bytes.py").write_bytes(b"x = 1\0\n")
    (tmp_path / "not_python.py").write_text("class Bot\n")
    return tmp_path


def arena(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("crownhead")), "arena", *words]
    return programs.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=120
    )


def test_a_player_is_named_by_its_file_or_module(folder: Path) -> None:
    words = ("my_player.py:MyBot", "my_player:Flawed", "--games", "4", "--jobs", "2", "--json")
    done = arena(folder, *words)
    answer = json.loads(done.stdout or "{}")
    assert answer["results"][0]["wins"] == 4, done.stderr
    (forfeit,) = answer["forfeits"]
    assert (forfeit["opponent"], forfeit["games"]) == ("my_player:Flawed", 4)
    assert forfeit["sentence"] == (
        "my_player:Flawed raised AttributeError: 'Game' object has no attribute 'no_such_thing' "
        "(my_player.py, line 17)"
    )


def test_a_player_that_ends_its_process_loses_and_the_match_goes_on(folder: Path) -> None:
    """In this process it would end the arena silently, and in a worker the whole match."""
    for jobs in ("1", "2"):
        file = f"games-{jobs}.pdn"
        words = ("my_player.py:Exits", "greedy", "--games", "3", "--openings", "start")
        done = arena(folder, *words, "--jobs", jobs, "--pdn", file)
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines() == [
            "my_player.py:Exits v greedy: +0 =0 -3, 0.0%",
            say("cli.arena.failed", opponent="my_player.py:Exits", games=counted("game", 3)),
            f"  3 x {say('arena.ended-process', name='my_player.py:Exits')}",
        ]
        assert sorted(game.tags["Round"] for game in pdn.read_games(folder / file)) == [
            "1",
            "2",
            "3",
        ]


def test_mistakes_in_a_name_are_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", list(sys.path))
    for name, key, values in [
        ("no_such.py:MyBot", "file.unreadable", {"why": "file.why.missing"}),
        ("my_player.py", "custom.which", {"file": "my_player.py"}),
        ("my_player.py:MyBt", "custom.not-there", {"file": "my_player.py", "why": "unknown.all"}),
        ("my_player.py:ready", "custom.player-already", {"name": "my_player.py:ready"}),
        ("broken.py:Bot", "custom.not-loaded", {"why": "custom.error-at"}),
        ("not_python.py:Bot", "custom.syntax", {"why": "expected ':'", "at": "custom.line"}),
        ("bytes.py:Bot", "custom.syntax", {"at": "bytes.py"}),
        ("nowhere:Bot", "custom.no-module", {"name": "nowhere"}),
        (f"{'x' * 5000}.py:Bot", "file.unreadable", {}),
    ]:
        with refused(CrownheadError, key, **values) as failed:
            Match((name, "greedy"), games=1)
        assert len(str(failed.value)) < 300


def test_sigterm_while_a_file_is_loaded_ends_the_arena_without_a_word(folder: Path) -> None:
    (folder / "slow.py").write_text("import signal; signal.raise_signal(signal.SIGTERM)\n")
    done = arena(folder, "slow.py:Bot", "greedy")
    assert (done.returncode, done.stdout, done.stderr) == (128 + signal.SIGTERM, "", "")


def test_the_games_of_a_match_go_to_a_file_and_not_to_standard_output(folder: Path) -> None:
    done = arena(folder, "greedy", "random", "--games", "1", "--pdn", "-")
    assert (done.returncode, done.stdout) == (2, "")
    assert says(done.stderr, "cli.arena.needs-file")
    assert not (folder / "-").exists()


def test_what_a_player_prints_is_not_among_the_results(folder: Path) -> None:
    (folder / "loud.py").write_text(
        "import os\n"
        "print('loading')\n"
        "os.write(1, b'loading below')\n"
        "class Bot:\n"
        "    def choose(self, game):\n"
        "        print('thinking')\n"
        "        os.write(1, b'below Python')\n"
        "        return game.legal_moves()[0]\n"
    )
    done = arena(folder, "loud.py:Bot", "loud:Bot", "--games", "2", "--jobs", "2", "--json")
    assert json.loads(done.stdout)["results"][0]["pair"] == ["loud.py:Bot", "loud:Bot"]
    assert all(
        word in done.stderr for word in ("loading", "loading below", "thinking", "below Python")
    )


SCRIPT = """
from crownhead.arena import Match

class Mine:
    def choose(self, game):
        return game.legal_moves()[0]

{guard}
    print(Match((Mine, "random"), games=2).play(jobs=2)["Mine", "random"].games)
"""


def test_a_script_plays_in_several_processes_and_is_told_what_it_lacks(tmp_path: Path) -> None:
    for guard, said, complaint in [
        ('if __name__ == "__main__":', "2\n", ""),
        ("if True:", "", 'put that part under `if __name__ == "__main__":`'),
    ]:
        (tmp_path / "script.py").write_text(SCRIPT.format(guard=guard))
        done = programs.run(
            [sys.executable, "script.py"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert (done.stdout, complaint in done.stderr) == (said, True), done.stderr


def test_a_match_gives_its_players_some_time() -> None:
    with refused(CrownheadError, "arena.timeout", value="0"):
        Match((First, "random"), games=2, timeout=0)
