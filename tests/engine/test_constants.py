"""The constants of the search: fixed in an ordinary build, set at run time in a tuning build."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

import programs
from crownhead import Engine, EngineError, _core
from crownhead.engine.constants import CONSTANTS, constant, read_constants
from refused import refused

ROOT = Path(__file__).parents[2]
CORES = sorted((ROOT / "build" / "tuning").glob("_core*.so"))


def test_the_list_says_where_each_constant_lies() -> None:
    assert len({one.name for one in CONSTANTS}) == len(CONSTANTS) > 10
    for one in CONSTANTS:
        assert one.least <= one.value <= one.most, one
        assert 1 <= one.step <= one.most - one.least, one


def test_an_ordinary_build_refuses_other_constants(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not _core.TUNABLE
    with Engine(hash_mb=1) as engine, refused(EngineError, "constant.fixed"):
        engine.use_constants({"FIRST_WINDOW": 10})
    monkeypatch.setenv("CROWNHEAD_CONSTANTS", "FIRST_WINDOW=10")
    with refused(EngineError, "constant.fixed"):
        Engine(hash_mb=1)


def test_constants_that_cannot_be_read_are_refused() -> None:
    for text in ("FIRST_WINDOW", "FIRST_WINDOW=x", "=3", "FIRST_WINDOW=1.5"):
        with refused(EngineError, "constant.unreadable"):
            read_constants(text)
    with refused(EngineError, "unknown.all"):
        constant("FIRST_WINDO")


# Runs in another process, because it has another core.
SCRIPT = """
from crownhead import Engine, EngineError, Limit, Position, _core
from crownhead.engine.constants import CONSTANTS

assert _core.TUNABLE
# These only affect clocks; the core's own tests check them.
CLOCK = {"UNSTEADY_SHARE", "STEADY_SHARE", "MOST_STEADY_DEPTHS", "DROP_SHARE", "MOST_DROP", "EFFORT_SHARE"}

def nodes(engine):
    total = 0
    for fen in ("B:W17,21,22,25,26,29,30,31:B5,6,7,9,10,12,14,16", "B:WK4,18,23,31:B10,12,K22,21"):
        engine.forget()
        total += engine.analyse(Position.from_fen(fen), Limit(depth=12))[0].nodes
    return total

with Engine(hash_mb=1, evaluation="classic") as one, Engine(hash_mb=1, evaluation="classic") as two:
    usual = nodes(one)
    for constant in CONSTANTS:
        if constant.name in CLOCK:
            continue
        seen = set()
        for value in (constant.least, constant.most):
            two.use_constants({constant.name: value})
            seen.add(nodes(two))
        assert seen != {usual}, f"{constant.name} changes nothing"
        assert nodes(one) == usual, f"{constant.name} of another engine changes this one"
    two.use_constants({})
    assert nodes(two) == usual
    for value in (-1, 10**6, 2.5):
        try:
            two.use_constants({"FIRST_WINDOW": value})
        except EngineError as error:
            assert "FIRST_WINDOW is a whole number from 2 to 60" in str(error)
        else:
            raise AssertionError(f"{value} was taken")
"""


@pytest.mark.long
@pytest.mark.skipif(not CORES, reason="needs the core of make tuning")
def test_a_tuning_build_searches_as_its_constants_say() -> None:
    environment = {**os.environ, "CROWNHEAD_CORE": str(CORES[0])}
    done = programs.run(
        [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
