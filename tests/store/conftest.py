"""A store on a real file, with a clock that a test advances."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from crownhead.store import GameStore
from store.lists import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> Iterator[GameStore]:
    opened = GameStore(tmp_path, now=clock)
    yield opened
    opened.close()
