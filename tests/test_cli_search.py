"""The commands that search."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from command_line import refused_for, run
from crownhead import Position
from crownhead.cli import search
from crownhead.engine import METHODS, textbook
from crownhead.engine.textbook import TextbookAnswer
from crownhead.messages import Message, counted, say
from crownhead.players import CLASSIC_NAMES, levels, rated_opponents
from saying import says


def test_compare_shows_every_method_ply_by_ply() -> None:
    done = run("compare", "--depth", "4")
    lines = [line.split() for line in done.out.splitlines()]
    assert lines[0] == ["depth", *METHODS, "value", "best"]
    assert lines[4][:2] == ["4", "1,828"]
    assert done.code == 0


def test_compare_speaks_json_and_counts_fewer_nodes_with_each_method() -> None:
    answer = json.loads(run("compare", "--depth", "6", "--evaluation", "advance", "--json").out)
    last = answer["depths"][-1]
    assert last["minimax"]["leaves"] == 36768
    nodes = [last[method]["nodes"] for method in METHODS]
    assert nodes == sorted(nodes, reverse=True)


def refuse(word: str) -> None:
    raise AssertionError(f"{word} is not JSON")


@pytest.mark.parametrize(
    ("fen", "plies", "words"),
    [
        ("B:W18:B15", 1, say("score.won-in", moves=counted("move", 1))),
        ("B:W19:B12", -2, say("score.lost-in", moves=counted("move", 1))),
        ("B:W18:B", 0, say("cli.compare.lost")),
    ],
)
def test_a_proven_end_is_told_as_its_distance(fen: str, plies: int, words: str) -> None:
    answer = json.loads(run("compare", fen, "--depth", "3", "--json").out, parse_constant=refuse)
    assert (answer["depths"][-1]["value"], answer["depths"][-1]["plies"]) == (None, plies)
    assert words in run("compare", fen, "--depth", "3").out


def test_a_comparison_that_nobody_lives_to_see_is_refused() -> None:
    answer = run("compare", "--depth", "20")
    plies, time = counted("ply", 20), Message("time.about")
    refused_for(answer, "cli.compare.too-long", plies=plies, time=time)


def test_a_comparison_tells_how_long_it_takes_and_keeps_its_rows_when_it_is_interrupted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(position: Position, depth: int, **options: Any) -> TextbookAnswer:
        if depth == 4:
            raise KeyboardInterrupt
        return textbook.search(position, depth, **options)

    monkeypatch.setattr(search, "search_textbook", interrupted)
    monkeypatch.setattr(search, "SECONDS_TO_LOOK", 0.0)
    monkeypatch.setattr(search, "SECONDS_WITHOUT_A_WORD", -1.0)
    for as_json in (False, True):
        words = ["--depth", "8", *(["--json"] if as_json else [])]
        code = search.compare(words, standalone_mode=False)
        out, err = capsys.readouterr()
        assert (code, "8 plies: this takes about" in err) == (130, True)
        assert err.endswith("interrupted after 3 plies\n")
        rows = json.loads(out)["depths"] if as_json else out.splitlines()[1:]
        assert len(rows) == 3


def test_compare_draws(tmp_path: Path) -> None:
    path = tmp_path / "nodes.svg"
    assert run("compare", "--depth", "3", "--plot", str(path)).code == 0
    assert ET.parse(path).getroot().tag.endswith("svg")


def test_compare_with_wrong_names_suggests_right_ones() -> None:
    done = run("compare", "--evaluation", "peices")
    assert (done.code, done.out) == (2, "")
    unknown = Message("unknown.evaluation", {"name": "peices"})
    assert says(done.err, "unknown.near", unknown=unknown, near="pieces"), done.err


def test_bench_ends_with_its_nodes() -> None:
    kept = json.loads((Path(__file__).parent / "data" / "bench.json").read_text())["nodes"]
    assert run("bench").out.splitlines()[-1] == f"nodes {kept}"


def test_opponents_lists_every_level_with_its_rating() -> None:
    shown = run("opponents").out
    for one in levels():
        assert one.name in shown
        assert str(one.rating) in shown
    assert len(json.loads(run("opponents", "--json").out)["levels"]) == len(levels())


def test_opponents_lists_everyone_else_with_a_rating_too() -> None:
    shown = [line.split() for line in run("opponents").out.splitlines()]
    for one in rated_opponents():
        assert any(line[:1] == [one.opponent] and str(one.rating) in line for line in shown), one
    for name in CLASSIC_NAMES:
        assert name in run("opponents").out
