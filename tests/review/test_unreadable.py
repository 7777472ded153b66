"""Files with unreadable games: these are counted, and a file with no others is an error."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from review_games import BLUNDER, run_alone

from crownhead.messages import Message, counted
from saying import says

OTHER_KIND = '[GameType "20"]\n1. 32-28 *\n'


@pytest.mark.parametrize("words", [(), ("--json",)], ids=["people", "programs"])
@pytest.mark.parametrize("text", [OTHER_KIND, f"{OTHER_KIND}\n" * 3, "1. 1-32 *\n"])
def test_a_file_of_which_nothing_can_be_read_is_refused(
    tmp_path: Path, text: str, words: tuple[str, ...]
) -> None:
    source = tmp_path / "games.pdn"
    source.write_text(text)
    done = run_alone("review", source, "--nodes", "100", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert says(done.stderr, "review.unreadable", source=source), done.stderr
    assert done.stderr.startswith("crownhead: ")
    assert f": {source}:1:" in done.stderr
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == [source]


def test_games_that_were_reviewed_are_counted_apart_from_the_others(tmp_path: Path) -> None:
    source = tmp_path / "games.pdn"
    source.write_text(f"{BLUNDER}\n{OTHER_KIND}\n1. 11-15 11-15 *\n\n1. 9-14 *\n")
    done = run_alone("review", source, "--nodes", "100", "--jobs", "1")
    games = Message("list.share", {"known": 3, "all": counted("game", 4)})
    assert says(done.stdout, "cli.review.found", games=games), done.stdout
    report = source.with_name("games.reviewed.html").read_text()
    assert says(report, "report.made", games=games, limit=counted("node", 100)), report
    done = run_alone("review", source, "--nodes", "100", "--jobs", "1", "--json", "--replace")
    answer = json.loads(done.stdout)
    assert (answer["games"], answer["reviewed"], answer["left_out"]) == (4, 3, [2])


def test_a_game_without_moves_is_a_game(tmp_path: Path) -> None:
    source = tmp_path / "games.pdn"
    source.write_text('[Black "Ann"]\n*\n')
    done = run_alone("review", source, "--nodes", "100", "--jobs", "1")
    assert done.returncode == 0
    assert says(done.stdout, "cli.review.found", games=counted("game", 1))
