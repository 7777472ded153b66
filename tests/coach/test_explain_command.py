"""The command `crownhead analyse --explain`: a table for people, and the same for programs."""

from __future__ import annotations

import json
import re
from pathlib import Path

from command_line import environment, run
from crownhead import PRESETS, Position
from crownhead.coach import explained
from crownhead.messages import percent, say
from crownhead.pieces import Side

FEN = "W:WK4,18,23,31:B10,12,K22,21"


def rows(out: str) -> dict[str, list[str]]:
    """The table's cells by the title of their row, without continuation lines."""
    table = out[out.index(say("column.what-counts")) :].split("\n\n")
    lines = [line for part in table[:2] for line in part.splitlines() if line[0] != " "]
    return {cells[0]: cells[1:] for cells in (re.split(r"  +", line) for line in lines)}


def test_the_table_tells_what_counts_and_what_it_comes_to() -> None:
    explanation = explained(Position.from_fen(FEN))
    out = run("analyse", FEN, "--depth", "3", "--explain", env=environment(COLUMNS="160")).out
    table = rows(out)
    assert out.startswith("White to move: depth 3/")
    assert table[say("coach.attacked.title")] == ["1", "-0.06", "+0.06", "White 18"]
    assert table[say("coach.men.title")][-1] == "Black 10, 12, 21; White 18, 23, 31"
    assert table[say("cli.explain.sum")][-1] == str(explanation.classic.pov("black"))
    assert table[say("cli.explain.network")] == [
        str(explanation.network and explanation.network.pov("black"))
    ]
    chances = {"side": Side.BLACK, "classic": percent(0.59), "network": percent(0.62)}
    assert say("cli.explain.chances", **chances) in out
    assert {
        str(term.title) for term in explanation.terms if term.black.count or term.white.count
    } == set(table) - set(
        map(say, ("column.what-counts", "cli.explain.sum", "cli.explain.network"))
    )


def test_the_document_shows_what_is_printed() -> None:
    page = (Path(__file__).parents[2] / "docs" / "commands.md").read_text("utf-8")
    said = say("cli.explain.chances", side=Side.BLACK, classic="59%", network="62%")
    example = page[page.index(say("column.what-counts")) : page.index(said)]
    told = [line.strip() for line in example.splitlines() if line.strip() not in ("", "...")]
    out = run("analyse", FEN, "--depth", "1", "--explain", env=environment(COLUMNS="160")).out
    printed = {line.strip() for line in out.splitlines()}
    assert len(told) > 5
    assert [line for line in told if line not in printed] == []
    assert said in out


def test_without_the_option_nothing_is_explained() -> None:
    assert say("column.what-counts") not in run("analyse", FEN, "--depth", "3").out
    assert "explanation" not in json.loads(run("analyse", FEN, "--depth", "3", "--json").out)


def test_the_table_fits_a_terminal_of_eighty_columns() -> None:
    out = run("analyse", "start", "--depth", "1", "--explain", env=environment(COLUMNS="80")).out
    table = out[out.index(say("column.what-counts")) :].split("\n\n")[:2]
    assert max(len(line) for part in table for line in part.splitlines()) <= 80
    assert "Black 1 to 12; White 21" in table[0]


def test_json_has_every_term_and_both_values() -> None:
    words = ("--depth", "3", "--explain", "--json", "--rules", "casual")
    told = json.loads(run("analyse", FEN, *words).out)["explanation"]
    explanation = explained(Position.from_fen(FEN, PRESETS["casual"]))
    assert [one["key"] for one in told["terms"]] == [term.key for term in explanation.terms]
    for one, term in zip(told["terms"], explanation.terms, strict=True):
        assert (one["title"], one["explanation"]) == (str(term.title), str(term.explanation))
        for side in ("black", "white"):
            share = term.of(side)
            assert tuple(one[side]["squares"]) == share.squares
            assert (one[side]["count"], one[side]["points"]) == (share.count, share.points)
        assert one["points"] == one["black"]["points"] - one["white"]["points"]
    assert sum(one["points"] for one in told["terms"]) == told["classic"]["black"]["points"]
    for name in ("classic", "network"):
        assert told[name]["points"] == -told[name]["black"]["points"]
        assert round(told[name]["chance"] + told[name]["black"]["chance"], 3) == 1
    assert told["cautions"] == ["rules"]


def test_house_rules_are_said_to_be_others() -> None:
    out = run("analyse", "start", "--depth", "1", "--explain", "--rules", "casual").out
    assert say("coach.caution.rules") in out
