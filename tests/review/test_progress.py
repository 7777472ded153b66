"""The progress bar says which time is elapsed and which remains."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from crownhead.cli.progress import Times


@pytest.mark.parametrize(
    ("short", "elapsed", "left", "said"),
    [
        (False, 5, 72, "0:00:05 so far, 0:01:12 left"),
        (True, 5, 72, "0:01:12 left"),
        (True, 5, None, "0:00:05 so far"),
        (False, None, None, ""),
    ],
)
def test_times_are_named(short: bool, elapsed: float | None, left: float | None, said: str) -> None:
    task = SimpleNamespace(elapsed=elapsed, time_remaining=left, finished_time=None, finished=False)
    assert Times(short=short).render(cast(Any, task)).plain == said


def test_what_is_finished_says_how_long_it_took() -> None:
    task = SimpleNamespace(elapsed=9.0, time_remaining=0.0, finished_time=8.0, finished=True)
    assert Times(short=False).render(cast(Any, task)).plain == "0:00:08 so far"
