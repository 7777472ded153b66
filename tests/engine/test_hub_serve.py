"""Any player as a Hub program, with one line."""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

import pytest

import programs
from crownhead import PRESETS, Game
from crownhead.arena import Match
from crownhead.engine import Limit
from crownhead.engine.hub import HubEngine, Timeouts, serve
from crownhead.errors import EngineError
from refused import refused
from saying import says

PLAYER = """
import os
from crownhead.engine.hub import serve
from crownhead.players import player

class MyBot:
    made = 0
    def __init__(self):
        MyBot.made += 1
        self.games = MyBot.made
    def choose(self, game):
        print("thinking")  # not for the protocol
        os.write(1, b"below Python\\n")
        if game.ply > 20:
            raise RuntimeError(f"lost in game {self.games}")
        return game.legal_moves()[0]

def endless():
    return player("engine:depth=30")

if __name__ == "__main__":
    serve(WHO)
"""


@pytest.mark.parametrize("who", [None, "MyBot"])
def test_what_cannot_play_is_refused_before_anything_is_said(who: object) -> None:
    answers = BytesIO()
    with refused(EngineError, "custom.makes-none"):
        serve(who, source=BytesIO(b"hub\nquit\n"), sink=answers)
    assert not answers.getvalue()


def program(folder: Path, who: str) -> list[str]:
    path = folder / "my_player.py"
    path.write_text(PLAYER.replace("WHO", who))
    return [sys.executable, str(path)]


@pytest.mark.parametrize("who", ["MyBot", "MyBot()"])
def test_a_player_of_ones_own_is_a_program(tmp_path: Path, who: str) -> None:
    with HubEngine(program(tmp_path, who), limit=Limit(seconds=5)) as engine:
        for rules in ("english", "casual"):
            game = Game(rules=PRESETS[rules])
            for _ in range(3):
                assert game.push(engine.choose(game)) is not None
        game = Game()
        while game.ply <= 20:
            game.push(game.legal_moves()[0])
        # A class makes a player for each game; a player plays all games.
        number = 1 if who == "MyBot()" else 3
        with pytest.raises(EngineError, match=rf"RuntimeError: lost in game {number} \(my_player"):
            engine.choose(game)


def test_a_program_of_ones_own_plays_in_the_arena(tmp_path: Path) -> None:
    name = "hub:" + " ".join(program(tmp_path, "MyBot"))
    match = Match((name, "greedy"), games=2)
    assert match.play(jobs=1)[name, "greedy"].losses == 2
    assert all("says: MyBot raised RuntimeError" in why for _, why in match.forfeits)


def test_a_player_that_thinks_long_is_stopped_and_pings_are_answered(tmp_path: Path) -> None:
    start = "pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"
    with programs.start(
        program(tmp_path, "endless"), stdin=-1, stdout=-1, stderr=-1, text=True
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write(f"hub\ninit\n{start}\nlevel infinite\ngo think\nping\nstop\n")
        running.stdin.flush()
        said = [running.stdout.readline().split() for _ in range(6)]
        assert [words[0] for words in said] == ["id", "param", "wait", "ready", "pong", "done"]
        assert said[0] == ["id", "name=endless"]
        running.stdin.write("go ponder\nset-param name=hash value=3\nnonsense\nquit\n")
        running.stdin.flush()
        rest, _ = running.communicate(timeout=60)
    assert [line.split()[0] for line in rest.splitlines()] == ["error", "error"]
    assert says(rest, "hub.only-think")


def test_a_player_that_hangs_is_ended_as_any_program(tmp_path: Path) -> None:
    command = program(tmp_path, "endless")
    quick = Timeouts(untimed=0.5)
    with HubEngine(command, limit=Limit(nodes=10**12), timeouts=quick) as engine:
        with refused(EngineError, "hub.program.late"):
            engine.choose(Game())
        assert engine.pid is None
