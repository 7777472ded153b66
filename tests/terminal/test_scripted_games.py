"""Whole games through a pipe: the same moves are played through the service first."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from sitting import LONG, PEOPLE, ended, sit, stored

from crownhead.errors import as_sentence
from crownhead.players import player
from crownhead.rules import PRESETS, Rules
from crownhead.service import NewGame, Service
from crownhead.service.contract import GameView
from crownhead.session.moves import Move
from crownhead.terminal import words

SEED = 3
OPPONENT = "level:1"


def in_full(path: tuple[int, ...] | list[int], *, capture: bool) -> str:
    return ("x" if capture else "-").join(map(str, path))


def played_through(data: Path, rules: Rules) -> tuple[list[str], GameView]:
    """What a person would type to the end of a game, and the view of that game."""
    service = Service(data, seed=SEED)
    changed = threading.Event()
    game = service.begin(NewGame(white=OPPONENT, rules=rules))
    game.watch(lambda _what: changed.set())
    person = player("engine:nodes=1500")
    typed = []
    try:
        while game.view()["outcome"] is None:
            changed.clear()
            if game.view()["to_move"] == "person":
                move = person.choose(game.session.game())
                typed.append(in_full(move.path, capture=move.is_capture))
                game.do(Move(move.path))
            elif game.view()["to_move"] == "computer":
                assert changed.wait(LONG), f"the computer does not move in {game.view()['fen']}"
        return typed, game.view()
    finally:
        service.close()


@pytest.mark.parametrize("preset", PRESETS)
def test_a_whole_game_by_script_ends_as_it_should(tmp_path: Path, preset: str) -> None:
    typed, view = played_through(tmp_path / "first", PRESETS[preset])
    script = [f"# {preset}", "", *typed]
    options = ("--rules", preset, "--white", OPPONENT, "--seed", str(SEED))
    done = sit(tmp_path / "second", script, *options)
    assert done.code == 0, done.err
    assert view["outcome"] is not None
    assert done.last == as_sentence(words.ending(view["outcome"]))
    moves = [move["notation"] for move in view["record"]]
    assert done.moves == moves, f"{preset}, seed {SEED}"
    again = stored(tmp_path / "second", done.game_id)
    assert (again["outcome"], again["fen"]) == (view["outcome"], view["fen"])


@pytest.mark.parametrize("preset", PRESETS)
def test_two_computers_play_by_themselves(tmp_path: Path, preset: str) -> None:
    done = sit(
        tmp_path,
        ["# nobody waits for this"],
        *("--black", "engine:nodes=500", "--white", "random", "--rules", preset, "--seed", "1"),
    )
    assert done.code == 0
    assert done.last in (ended("black", "no moves"), ended("black", "no pieces"))


def test_the_output_of_a_script_is_plain_and_narrow(tmp_path: Path) -> None:
    done = sit(tmp_path, ["11-15", "help", "rules", "level", "moves", "board"], "--seed", "1")
    assert "\x1b" not in done.out
    assert "> " not in done.out
    assert max(len(line) for line in done.lines) <= 80
    assert not any(line != line.rstrip() for line in done.lines)


def test_a_script_may_contain_comments_and_empty_lines(tmp_path: Path) -> None:
    done = sit(tmp_path, ["# a comment", "", "  11-15  ", ""], *PEOPLE)
    assert done.moves == ["11-15"]


def test_input_without_a_last_line_break_counts(tmp_path: Path) -> None:
    done = sit(tmp_path, ["11-15\n23-19"], *PEOPLE)
    assert stored(tmp_path, done.game_id)["ply"] == 2
