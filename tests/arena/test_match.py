"""Matches: fair pairings, files of games, openings, and continuing after interruptions."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import programs
from cases import each
from crownhead import PRESETS, Game
from crownhead.arena import Match, Pairing, Sprt, Tally
from crownhead.arena.gamefile import GameFile
from crownhead.arena.opponents import Opponents
from crownhead.arena.pairing import play_pairing
from crownhead.errors import CrownheadError, EngineError, StoreError
from crownhead.messages import Message
from crownhead.notation import pdn
from refused import refused
from saying import says

QUICK = ("greedy", "random")


def test_every_opening_is_played_twice_with_colours_swapped() -> None:
    pairings = list(Match(QUICK, games=40).pairings())
    for first, second in zip(pairings[::2], pairings[1::2], strict=True):
        assert first.start == second.start
        assert (first.black, first.white) == (second.white, second.black)
    assert len({pairing.start for pairing in pairings}) == 20


def test_a_round_robin_pairs_everyone() -> None:
    match = Match((*QUICK, "lookahead:depth=1"), games=2)
    assert len(match.results) == 3
    assert len(list(match.pairings())) == 6


def test_one_match_at_a_time_writes_a_file(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    seen: list[str] = []

    def watch(match: Match) -> None:
        if match.played == 1:
            with refused(StoreError, "arena.in-use", file=str(path)):
                Match(QUICK, games=4, file=path).play(jobs=1)
            seen.append(path.read_text())

    Match(QUICK, games=4, file=path).play(jobs=1, watch=watch)
    assert len(seen) == 1
    assert [game.errors for game in pdn.read_games(path)] == [[]] * 4
    again = Match(QUICK, games=4, file=path)
    again.play(jobs=1)  # and it is there for the next
    assert again.played == 4


def test_the_same_seed_plays_the_same_match(tmp_path: Path) -> None:
    texts = []
    for name in ("one", "two"):
        path = tmp_path / f"{name}.pdn"
        # Text names the file as well as a path.
        Match(QUICK, games=4, seed=7, file=str(path) if name == "two" else path).play(jobs=1)
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
    with refused(CrownheadError, "arena.other-match", why="arena.other.round"):
        Match(QUICK, games=2, file=path).play(jobs=1)
    assert path.read_text() == before


@pytest.mark.parametrize(
    ("options", "tag"),
    [
        ({"seed": 1}, "Seed"),
        ({"rules": PRESETS["casual"]}, "Rules"),
        ({"openings": "start"}, "FEN"),
    ],
)
def test_a_file_with_another_seed_rules_or_openings_is_another_match(
    options: dict[str, object], tag: str, tmp_path: Path
) -> None:
    path = tmp_path / "games.pdn"
    Match(QUICK, games=2, file=path).play(jobs=1)
    before = path.read_text()
    other = Match(QUICK, **{"games": 2, "file": path, **options})  # type: ignore[arg-type]
    with refused(CrownheadError, "arena.other-match", why="arena.other.game") as failed:
        other.play(jobs=1)
    assert failed.value.values["why"].values["difference"].values["tag"] == tag
    assert path.read_text() == before


def test_other_opponents_and_a_game_twice_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    Match(QUICK, games=2, file=path).play(jobs=1)
    with refused(CrownheadError, "arena.other-match", why="arena.other.game"):
        Match(("greedy", "lookahead"), games=2, file=path).play(jobs=1)
    path.write_text(path.read_text() * 2)
    with refused(CrownheadError, "arena.other-match", why="arena.other.twice"):
        Match(QUICK, games=2, file=path).play(jobs=1)


def test_of_a_longer_match_the_first_games_count(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    Match(QUICK, games=6, file=path).play(jobs=1)
    before = path.read_text()
    fewer = Match(QUICK, games=4, file=path).play(jobs=1)
    assert fewer == Match(QUICK, games=4).play(jobs=1)
    assert path.read_text() == before


def test_wherever_a_file_was_cut_the_match_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    results = Match(QUICK, games=3, file=path).play(jobs=1)
    whole = path.read_bytes()
    last = whole.rindex(b"\n\n", 0, -2) + 2
    for end in sorted(
        {last, last + 5, *range(last, len(whole), 97), *range(len(whole) - 6, len(whole))}
    ):
        path.write_bytes(whole[:end])
        again = Match(QUICK, games=3, file=path)
        assert again.play(jobs=1) == results, f"cut at {end}"
        assert path.read_bytes() in (whole, whole[:end]), f"cut at {end}"


def test_what_is_no_game_at_the_end_of_a_file_is_not_thrown_away(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    Match(QUICK, games=2, file=path).play(jobs=1)
    path.write_text(path.read_text() + "my notes about these games")
    before = path.read_text()
    with refused(CrownheadError, "arena.faulty-game", number=3):
        Match(QUICK, games=4, file=path).play(jobs=1)
    assert path.read_text() == before


def test_a_file_that_cannot_be_written_is_noticed_before_the_first_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from crownhead.arena import match as module

    monkeypatch.setattr(module, "play_pairing", lambda *_: pytest.fail("a game was played"))
    with refused(CrownheadError, "file.unwritable", why="file.why.no-folder"):
        Match(QUICK, games=2, file=tmp_path / "nowhere" / "games.pdn").play(jobs=1)
    with refused(CrownheadError, "file.unwritable", why="file.why.folder"):
        Match(QUICK, games=2, file=tmp_path).play(jobs=1)


def test_nothing_but_a_plain_file_takes_or_gives_games(tmp_path: Path) -> None:
    """Reading a device would never end, and a pipe waits for a writer."""
    pipe = tmp_path / "pipe.pdn"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero"), Path("/dev/full"), tmp_path):
        why = "file.why.folder" if path is tmp_path else "file.why.not-regular"
        with refused(CrownheadError, "file.unwritable", path=str(path), why=why):
            Match(QUICK, games=2, file=path)
        with refused(CrownheadError, "file.unreadable", path=str(path), why=why):
            Match(QUICK, games=2, openings=path)


def test_a_match_of_any_length_is_begun_at_once() -> None:
    class EnoughError(Exception):
        pass

    def end(match: Match) -> None:
        if match.played == 2:
            raise EnoughError

    match = Match(QUICK, games=99_999_999_999_999)
    tracemalloc.start()
    try:
        with pytest.raises(EnoughError):
            match.play(jobs=1, watch=end)
        assert tracemalloc.get_traced_memory()[1] < 2**22
    finally:
        tracemalloc.stop()


def test_a_long_file_is_not_read_into_memory(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    words = "so many words " * 1000
    with path.open("w") as file:
        for number in range(1, 201):
            file.write(f'[Round "{number}"]\n\n1. 11-15 {{{words}}} 0-1\n\n')
    tracemalloc.start()
    try:
        assert sum(1 for _ in GameFile(path).games()) == 200
        assert tracemalloc.get_traced_memory()[1] < path.stat().st_size
    finally:
        tracemalloc.stop()


class Interrupted:
    """Workers that finish their first game before the interruption and their second after it."""

    def __enter__(self) -> Interrupted:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def results(self, pairings: Iterator[Pairing]) -> Iterator[tuple[Pairing, str]]:
        first, self.under_way = next(pairings), next(pairings)
        yield first, play_pairing(first, Opponents())
        raise KeyboardInterrupt

    def finish(self, _seconds: float) -> Iterator[tuple[Pairing, str]]:
        yield self.under_way, play_pairing(self.under_way, Opponents())


def test_a_game_that_ends_after_an_interruption_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from crownhead.arena import match as module

    path = tmp_path / "games.pdn"
    monkeypatch.setattr(module, "pool", lambda *_, **__: Interrupted())
    match = Match(QUICK, games=6, file=path)
    with pytest.raises(KeyboardInterrupt):
        match.play(jobs=2)
    assert (match.played, len(list(pdn.read_games(path)))) == (2, 2)


def test_an_opponent_that_cannot_be_made_is_told() -> None:
    match = Match(QUICK, games=2)
    broken = [replace(pairing, black="nobody") for pairing in match.pairings()]
    match.pairings = lambda: iter(broken)  # type: ignore[method-assign]
    with refused(EngineError, "unknown.all", unknown="unknown.opponent"):
        match.play(jobs=2)


# ---- the sequential test


def test_a_decided_test_ends_the_match() -> None:
    match = Match(("engine:nodes=300", "random"), games=60, sprt=Sprt(-400, -300))
    match.play(jobs=1)
    assert match.verdict is not None
    assert match.verdict.values == {"hypothesis": "H1", "difference": "-300", "other": "-400"}
    assert match.played < 20


def test_the_games_of_an_opening_are_counted_as_a_pair(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    opponents = (*QUICK, "lookahead:depth=1")
    match = Match(opponents, games=7, seed=4, file=path)
    match.play(jobs=2)  # games of a pair may end in any order, and others between them
    points = {"1-0": 0, "0-1": 1, "1/2-1/2": 0.5}  # of White
    games = {int(game.tags["Round"]): game for game in pdn.read_games(path)}
    for which, (one, two) in enumerate(match.results):
        counted = [0, 0, 0, 0, 0]
        for first in range(1 + which, 16, 6):  # three pairings in turn, and two games of each
            black, white = games[first], games[first + 3]
            assert (black.tags["Black"], white.tags["White"]) == (one, one)
            assert black.start == white.start
            counted[round(2 * (1 - points[black.result] + points[white.result]))] += 1
        assert match.results[one, two].pairs == tuple(counted)
        assert match.results[one, two].games == 7
    again = Match(opponents, games=7, seed=4, file=path)
    assert again.play(jobs=1) == match.results


def test_a_match_that_is_decided_on_file_plays_no_more(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    opponents, test = ("engine:nodes=300", "random"), Sprt(-400, -300)
    match = Match(opponents, games=60, sprt=test, file=path)
    match.play(jobs=1)
    before = path.read_text()
    again = Match(opponents, games=60, sprt=test, file=path)
    again.play(jobs=1)
    assert (again.verdict, again.played) == (match.verdict, match.played)
    assert path.read_text() == before


@each(
    ("opponents", "options", "refusal"),
    [
        (("random",), {}, Message("arena.too-few")),
        (("random", "random"), {}, Message("arena.same-name", {"count": 2, "name": "random"})),
        (("random", "radnom"), {}, Message("unknown.near", {"near": "random"})),
        (None, {}, Message("arena.opponents-wanted")),
        (QUICK, {"games": 0}, Message("number.whole.from", {"name": "games", "least": 1})),
        (QUICK, {"games": "2"}, Message("number.whole.from", {"value": "value.text"})),
        (QUICK, {"seed": 1.5}, Message("number.whole.any", {"name": "seed"})),
        (QUICK, {"timeout": "x"}, Message("arena.timeout", {"value": "value.text"})),
        (QUICK, {"sprt": (0, 5)}, Message("arena.sprt.wanted", {"value": "(0, 5)"})),
        (QUICK, {"openings": 5}, Message("arena.openings.wanted", {"value": "5"})),
        (
            (*QUICK, "lookahead"),
            {"sprt": Sprt(0, 5)},
            Message("arena.sprt.opponents", {"count": 3}),
        ),
        (
            QUICK,
            {"openings": "/no/such/file"},
            Message("unknown.all", {"unknown": "unknown.openings-file"}),
        ),
        (QUICK, {"openings": "ballot"}, Message("unknown.near", {"near": "ballots"})),
        (QUICK, {"openings": "x" * 5000}, Message("file.unreadable")),
        (
            QUICK,
            {"openings": "a\0b"},
            Message("unknown.all", {"unknown": "unknown.openings-file"}),
        ),
    ],
)
def test_a_match_that_cannot_be_is_refused(
    opponents: tuple[str, ...], options: dict[str, object], refusal: Message
) -> None:
    with refused(CrownheadError, refusal):
        Match(opponents, **{"games": 2, **options})  # type: ignore[arg-type]


@each("jobs", [-1, 0, "x"])
def test_there_is_no_such_number_of_games_at_once(jobs: int) -> None:
    with refused(CrownheadError, "number.whole.from", name="jobs"):
        Match(QUICK, games=2).play(jobs=jobs)


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


def test_a_file_with_the_name_of_a_word_is_given_with_its_folder(tmp_path: Path) -> None:
    (tmp_path / "start").write_text("W:W18:B1\n")
    words = ["greedy", "random", "--games", "1", "--jobs", "1", "--pdn", "games.pdn", "--openings"]
    for source, fen in (("start", Game().start.fen), ("./start", "W:W18:B1")):
        done = arena(*words, source, cwd=tmp_path)
        (game,) = pdn.read_games(tmp_path / "games.pdn")
        assert game.start.fen == fen
        assert says(done.stderr, "cli.arena.word-and-file", word="start") == (source == "start")
        (tmp_path / "games.pdn").unlink()
    assert [one.start.fen for one in Match(QUICK, games=1, openings="start").pairings()] == [
        Game().start.fen
    ]


@pytest.mark.parametrize(
    ("name", "text", "where", "fault"),
    [
        ("a.pdn", "1. 11-15 23-99 *", "line 1, column 10", "square.unknown"),
        ("a.pdn", '1. 11-15 *\n[SetUp "1"]\n[FEN "B:W18:B"]\n*', "a.pdn, game 2", "begin.over"),
        ("a.txt", "B:W21-32:B1-12\n\nB:W18:B99", "a.txt, line 3", "square.unknown"),
        ("a.txt", "B:W18:B", "a.txt, line 1", "begin.over"),
        (
            "positions.pdn",
            "\n B:W18:B99",
            "positions.pdn, line 2",
            "square.unknown",
        ),  # by its content
        ("games", '\n[Event "x"]\n1. 11-15 23-99 *', "line 3, column 10", "square.unknown"),
        ("plain.txt", "1. 11-15 23-99 *", "line 1, column 10", "square.unknown"),
    ],
)
def test_openings_that_cannot_be_played_are_refused_with_where_they_are(
    name: str, text: str, where: str, fault: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_text(text)
    with refused(CrownheadError, "arena.openings.at") as failed:
        Match(QUICK, games=2, openings=str(path))
    assert where in str(failed.value)
    assert says(str(failed.value), fault)


def test_a_file_without_openings_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("\n")
    with refused(CrownheadError, "arena.openings.none", file=str(path)):
        Match(QUICK, games=2, openings=path)


def arena(*words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "crownhead", "arena", *words]
    return programs.run(command, capture_output=True, text=True, check=False, timeout=300, cwd=cwd)


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
    unknown = Message("unknown.opponent", {"name": "greddy"})
    assert says(done.stderr, "unknown.near", unknown=unknown, near="greedy")
