"""Names of opponents are checked without making players."""

from __future__ import annotations

from typing import Any

import pytest

from crownhead.engine.engine import Engine
from crownhead.errors import EngineError, excerpt
from crownhead.players import player, read_opponent
from crownhead.service.games.choices import seat
from refused import refused
from saying import says


def test_a_name_is_spelt_in_one_way() -> None:
    for text, name in [
        ("Very Hard", "alphabeta:depth=7"),
        ("scale:1", "alphabeta:depth=3"),
        ("alphabeta:evaluation=pieces,depth=5", "alphabeta:depth=5"),
        ("alphabeta:evaluation=halves,depth=5", "alphabeta:depth=5,evaluation=halves"),
        ("level:Park Regular", "level:4"),
        ("random:seed=3", "random"),
        (" engine:nodes=300 ", "engine:nodes=300"),
        ("last-stand", "last-stand"),
    ]:
        assert read_opponent(text).name == name, text


def test_checking_a_name_makes_no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Engine, "__init__", lambda *_, **__: pytest.fail("an engine was made"))
    for name in ("engine", "engine:nodes=77", "level:4", "level:11"):
        assert read_opponent(name).name == name
    assert seat("engine:nodes=77").opponent == "engine:nodes=77"


def test_what_cannot_be_is_refused_before_anybody_is_made() -> None:
    long = "x" * 37 + "..."
    wrong: list[tuple[str, str, dict[str, Any]]] = [
        ("last-stand:evaluation=peices", "unknown.near", {"near": "pieces"}),
        ("minimax:evaluation=x", "unknown.evaluation", {"name": "x"}),
        ("engine:nodes=0", "number.whole.between", {"name": "nodes", "value": 0}),
        *(
            (f"engine:seconds={odd}", "opponent.seconds", {"value": excerpt(odd)})
            for odd in ("nan", "inf", "1e308", "0", "0.0", "-1", "", "x" * 5000)
        ),
        ("level:99", "level.unknown", {"number": "99"}),
        ("greddy", "unknown.near", {"near": "greedy"}),
        ("x" * 5000, "unknown.opponent", {"name": long}),
        ("engine:" + "x" * 5000, "unknown.option", {"name": long}),
    ]
    for text, key, values in wrong:
        with pytest.raises(EngineError) as failed:
            read_opponent(text)
        assert says(str(failed.value), key, **values), failed.value
        assert len(str(failed.value)) < 250


def test_only_those_who_ask_for_it_run_code_or_programs() -> None:
    for text in ("hub:python", "no_such_file.py:Bot", "os:system"):
        with refused(EngineError, "opponent.program"):
            player(text)
