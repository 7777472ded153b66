"""Matches: fair pairings, games on file, and going on after an interruption."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from crownhead import PRESETS, Game
from crownhead.arena import Match, Sprt, Tally
from crownhead.errors import CrownheadError
from crownhead.notation import pdn

QUICK = ("greedy", "random")


def test_every_opening_is_played_twice_with_colours_swapped() -> None:
    pairings = Match(QUICK, games=40).pairings()
    for first, second in zip(pairings[::2], pairings[1::2], strict=True):
        assert first.start == second.start
        assert (first.black, first.white) == (second.white, second.black)
    assert len({pairing.start for pairing in pairings}) == 20


def test_a_round_robin_pairs_everyone() -> None:
    match = Match((*QUICK, "lookahead:depth=1"), games=2)
    assert len(match.results) == 3
    assert len(match.pairings()) == 6


def test_the_same_seed_plays_the_same_match(tmp_path: Path) -> None:
    texts = []
    for name in ("one", "two"):
        path = tmp_path / f"{name}.pdn"
        Match(QUICK, games=4, seed=7, file=path).play(jobs=1)
        texts.append(path.read_text())
    assert texts[0] == texts[1]


@pytest.mark.parametrize("preset", PRESETS)
def test_games_are_on_file_with_their_rules(preset: str, tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    results = Match(QUICK, games=2, rules=PRESETS[preset], file=path).play(jobs=1)
    games = list(pdn.read_games(path))
    assert [game.errors for game in games] == [[], []]
    assert all(game.rules == PRESETS[preset] and game.result != "*" for game in games)
    assert results["greedy", "random"].games == 2


def test_a_match_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    whole = Match(QUICK, games=6, seed=3).play(jobs=1)

    class InterruptedMatchError(Exception):
        pass

    def interrupt(match: Match) -> None:
        if match.played == 3:
            raise InterruptedMatchError

    with pytest.raises(InterruptedMatchError):
        Match(QUICK, games=6, seed=3, file=path).play(jobs=1, watch=interrupt)
    assert len(list(pdn.read_games(path))) == 3
    seen: list[int] = []
    results = Match(QUICK, games=6, seed=3, file=path).play(
        jobs=1, watch=lambda match: seen.append(match.played)
    )
    assert (seen[0], results) == (3, whole)


def test_a_file_of_another_match_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text(Game.from_pdn("1. 11-15 1-0").pdn)
    before = path.read_text()
    with pytest.raises(CrownheadError, match="another match"):
        Match(QUICK, games=2, file=path).play(jobs=1)
    assert path.read_text() == before


def test_a_decided_test_ends_the_match() -> None:
    match = Match(("engine:nodes=300", "random"), games=60, sprt=Sprt(-400, -300))
    match.play(jobs=1)
    assert match.verdict == "the difference is at least -300" or match.played == 60


@pytest.mark.parametrize(
    ("opponents", "options", "sentence"),
    [
        (("random",), {}, "two opponents or more"),
        (("random", "random"), {}, "all different"),
        (("random", "radnom"), {}, "did you mean 'random'"),
        (QUICK, {"games": 0}, "at least one game"),
        (QUICK, {"openings": "/no/such/file"}, "openings are ballots, start or a file"),
    ],
)
def test_a_match_that_cannot_be_is_refused(
    opponents: tuple[str, ...], options: dict[str, object], sentence: str
) -> None:
    with pytest.raises(CrownheadError, match=sentence):
        Match(opponents, **{"games": 2, **options})  # type: ignore[arg-type]


def test_openings_come_from_files(tmp_path: Path) -> None:
    fens = tmp_path / "starts.txt"
    fens.write_text("B:W21-32:B1-12\nW:W18:B1\n")
    assert {
        pairing.start.fen for pairing in Match(QUICK, games=4, openings=str(fens)).pairings()
    } == {
        "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
        "W:W18:B1",
    }
    games = tmp_path / "lines.pdn"
    games.write_text("1. 11-15 23-19 *\n")
    (start,) = {pairing.start for pairing in Match(QUICK, games=2, openings=str(games)).pairings()}
    assert start == Game.from_pdn("1. 11-15 23-19 *").position


def arena(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "crownhead", "arena", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


def test_the_command_plays_on_several_cores_and_tells_the_score(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    words = [
        "engine",
        "greedy",
        "--games",
        "4",
        "--nodes",
        "300",
        "--jobs",
        "2",
        "--pdn",
        str(path),
    ]
    done = arena(*words)
    assert done.stdout.startswith("engine:nodes=300 v greedy: +"), done.stderr
    again = json.loads(arena(*words, "--json").stdout)
    tally = Tally(*(again["results"][0][name] for name in ("wins", "draws", "losses")))
    assert (tally.games, len(list(pdn.read_games(path)))) == (4, 4)


def test_the_command_suggests_names() -> None:
    done = arena("engine", "greddy")
    assert (done.returncode, done.stdout) == (2, "")
    assert "did you mean 'greedy'?" in done.stderr
