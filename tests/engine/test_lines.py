"""The best lines of a running search: always of one depth, never the same move twice."""

from __future__ import annotations

import pytest

from crownhead import Position
from crownhead.engine import BestLines, Engine, Limit

START = Position.start()


@pytest.mark.parametrize("lines", [1, 3, 7, 20])
def test_what_is_found_so_far_is_never_a_mixture(lines: int) -> None:
    found = BestLines()
    seen = 0
    with Engine(hash_mb=8) as engine, engine.analysis(START, Limit(depth=9), lines) as stream:
        for info in stream:
            found.add(info)
            firsts = [one.pv[0] for one in found.infos]
            assert len(set(firsts)) == len(firsts)
            assert len({one.depth for one in found.infos}) == 1
            assert [one.line for one in found.infos] == list(range(1, len(firsts) + 1))
            seen = max(seen, len(firsts))
            assert len(firsts) == seen  # none is lost
    assert seen == min(lines, len(START.legal_moves()))
    assert found.infos[0].depth == 9


def test_a_search_that_is_stopped_tells_its_last_lines() -> None:
    found = BestLines()
    with Engine(hash_mb=8) as engine, engine.analysis(START, Limit(depth=60), 4) as stream:
        for info in stream:
            found.add(info)
            if info.depth == 8 and info.line == 2:
                break  # between two lines of a depth
        before = found.infos
        assert before[0].depth == 7
        stream.stop()
        for info in stream:
            found.add(info)
    assert found.infos[0].depth >= 8
    assert len({one.pv[0] for one in found.infos}) == 4


def test_a_line_that_was_missed_spoils_its_depth_and_nothing_else() -> None:
    with Engine(hash_mb=8) as engine, engine.analysis(START, Limit(depth=6), 3) as stream:
        infos = list(stream)
    for missed, info in enumerate(infos):
        found = BestLines()
        for one in [*infos[:missed], *infos[missed + 1 :]]:
            found.add(one)
            assert [kept.line for kept in found.infos] == [1, 2, 3][: len(found.infos)]
            assert len({kept.pv[0] for kept in found.infos}) == len(found.infos)
        assert found.infos[0].depth == (5 if info.depth == 6 else 6)
