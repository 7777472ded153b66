"""Programs in the arena play like the engine, and lose if they fail."""

from __future__ import annotations

import json
import shlex
import sys
from collections import Counter
from pathlib import Path

import pytest

import programs
from crownhead import PRESETS
from crownhead.arena import Match, Tally
from crownhead.errors import EngineError
from crownhead.messages import Message
from crownhead.notation import pdn
from crownhead.players import player
from refused import refused
from saying import says

OURS = f"{shlex.quote(sys.executable)} -m crownhead hub"
LIAR = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    print({"hub": "wait", "init": "ready", "go": "done move=9-32"}.get(word, "info"), flush=True)
"""
# Ends instead of moving.
QUITTER = "word = line.split()[0]; word != 'go' or sys.exit(7)"


@pytest.fixture
def liar(tmp_path: Path) -> str:
    """The name of an opponent that always answers the same illegal move."""
    path = tmp_path / "liar.py"
    path.write_text(LIAR)
    return f'hub:{shlex.quote(sys.executable)}  "{path}"'


def test_a_program_plays_the_same_match_as_the_engine_here(tmp_path: Path) -> None:
    lines = []
    for number, name in enumerate(("engine:nodes=800", f"hub[nodes=800]:{OURS}")):
        path = tmp_path / f"{number}.pdn"
        Match((name, "greedy"), games=4, seed=2, file=path).play(jobs=1)
        lines.append(
            [[str(node.move) for node in game.main_line()] for game in pdn.read_games(path)]
        )
    assert lines[0] == lines[1]


def test_games_against_the_engine_here_have_equal_moves(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    Match((f"hub[nodes=100]:{OURS}", "engine:nodes=100"), games=4, seed=1, file=path).play(jobs=1)
    games = list(pdn.read_games(path))
    assert not any("Forfeit" in game.tags for game in games)
    played = Counter(" ".join(str(node.move) for node in game.main_line()) for game in games)
    # Each opening is played twice, with colours swapped: equal players play equal games.
    assert played.total() == 4
    assert len(played) > 1
    assert all(times % 2 == 0 for times in played.values())


def test_an_opponent_that_fails_loses_and_the_file_says_why(liar: str, tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    match = Match((liar, "greedy"), games=4, file=path)
    assert match.play(jobs=1)[liar, "greedy"] == Tally(losses=4, pairs=(2, 0, 0, 0, 0))
    assert {name for name, _ in match.forfeits} == {liar}
    assert match.forfeits.total() == 4
    for game in pdn.read_games(path):
        why = Message("refusal.tried", {"tried": "9-32"})
        assert says(game.tags["Forfeit"], "hub.program.illegal-move", why=why)
        assert game.tags["White" if game.result == "1-0" else "Black"] == " ".join(liar.split())


def test_a_match_with_failures_goes_on_where_it_was_interrupted(liar: str, tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    Match((liar, "greedy"), games=2, file=path).play(jobs=1)
    match = Match((liar, "greedy"), games=4, file=path)
    match.play(jobs=1)
    assert (match.played, match.forfeits.total()) == (4, 4)


def test_the_command_tells_how_many_games_were_lost_by_failing(liar: str) -> None:
    words = ["arena", liar, f"hub:{OURS}", "--games", "2", "--nodes", "100", "--jobs", "2"]
    done = programs.run(
        [sys.executable, "-m", "crownhead", *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    named = liar.replace("hub:", "hub[nodes=100]:")
    first, second, *reasons = done.stdout.splitlines()
    assert first == f"{named} v hub[nodes=100]:{OURS}: +0 =0 -2, 0.0%", done.stderr
    assert second == f"{named} failed in 2 games and lost:"
    assert all(says(reason, "hub.program.illegal-move") for reason in reasons)


def test_failures_are_in_the_json(liar: str) -> None:
    words = ["arena", liar, "greedy", "--games", "1", "--jobs", "1", "--json"]
    done = programs.run(
        [sys.executable, "-m", "crownhead", *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    (failure,) = json.loads(done.stdout)["forfeits"]
    assert (failure["opponent"], failure["games"]) == (liar, 1)


def test_a_program_is_started_once_for_all_games(tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    script = tmp_path / "counted.sh"
    script.write_text(f"echo >> {shlex.quote(str(starts))}; exec {OURS}")
    name = f"hub[nodes=50]:sh {shlex.quote(str(script))}"
    results = Match((name, "random"), games=6).play(jobs=1)
    assert results[name, "random"].games == 6
    assert starts.read_text() == "\n"


def test_a_program_that_fails_is_started_again_for_the_next_game(tmp_path: Path) -> None:
    script = tmp_path / "dying.py"
    script.write_text(LIAR.replace("word = line.split()[0]", QUITTER))
    name = f"hub:{shlex.quote(sys.executable)} {shlex.quote(str(script))}"
    match = Match((name, "random"), games=4)
    match.play(jobs=1)
    assert all(says(why, "hub.program.exit-code", code=7) for _, why in match.forfeits)
    assert match.forfeits.total() == 4


# ---- names


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("hub:", "hub.no-command"),
        ("hub:/no/such/program", "hub.no-program"),
        (f"hub[nodes=x]:{OURS}", "number.whole.between"),
        (f"hub[speed=9]:{OURS}", "opponent.unknown-option"),
    ],
)
def test_a_program_that_cannot_be_is_refused_before_the_match(name: str, key: str) -> None:
    with refused(EngineError, key):
        Match((name, "random"), games=2)


def test_a_program_that_does_not_start_ends_the_match_before_its_first_game(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    match = Match((f"hub:{OURS} --no-such-option", "random"), games=100, file=path)
    with refused(EngineError, "hub.program.complaint", fault="hub.program.exit-code"):
        match.play(jobs=2)
    assert not path.exists()


def test_a_program_that_cannot_play_by_the_rules_is_refused_before_the_match(liar: str) -> None:
    with refused(EngineError, "hub.program.other-rules", rules="casual"):
        Match((liar, "random"), games=100, rules=PRESETS["casual"]).play(jobs=1)


def test_programs_are_started_only_for_those_who_ask_for_it() -> None:
    with refused(EngineError, "opponent.program"):
        player(f"hub:{OURS}")


def test_players_are_closed_after_a_game() -> None:
    class First:
        def __init__(self) -> None:
            made.append(self)

        def choose(self, game):  # type: ignore[no-untyped-def]
            return game.legal_moves()[0]

        def close(self) -> None:
            closed.append(self)

    made: list[First] = []
    closed: list[First] = []
    Match((First, "greedy"), games=2).play(jobs=1)
    assert len(made) >= 2
    assert set(closed) == set(made)
