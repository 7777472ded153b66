"""The benchmark: a change of the search that changes this number must change this file."""

from __future__ import annotations

import json
from pathlib import Path

from crownhead.engine.bench import run_bench

KEPT = Path(__file__).parents[1] / "data" / "bench.json"


def test_the_search_visits_the_nodes_it_is_known_to_visit() -> None:
    assert run_bench().nodes == json.loads(KEPT.read_text())["nodes"]
