"""Names of opponents: read in one place, checked without making anybody."""

from __future__ import annotations

import pytest

from crownhead.engine.engine import Engine
from crownhead.errors import EngineError
from crownhead.players import player, read_opponent
from crownhead.service.games.choices import seat


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
    for text, sentence in [
        ("last-stand:evaluation=peices", "no evaluation named 'peices'; did you mean 'pieces'"),
        ("minimax:evaluation=x", "no evaluation named 'x'"),
        ("engine:nodes=0", "nodes is a number from 1"),
        *(
            (f"engine:seconds={odd}", "seconds is a number above 0, such as 0.5, not ")
            for odd in ("nan", "inf", "1e308", "0", "0.0", "-1", "", "x" * 5000)
        ),
        ("level:99", "no level 99"),
        ("greddy", "did you mean 'greedy'"),
        ("x" * 5000, r"no opponent named 'x{37}\.\.\.'"),
        ("engine:" + "x" * 5000, r"no option named 'x{37}\.\.\.'"),
    ]:
        with pytest.raises(EngineError, match=sentence) as told:
            read_opponent(text)
        assert len(str(told.value)) < 250


def test_only_those_who_ask_for_it_run_code_or_programs() -> None:
    for text in ("hub:python", "no_such_file.py:Bot", "os:system"):
        with pytest.raises(EngineError, match="which only the arena may do"):
            player(text)
