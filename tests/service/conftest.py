"""A service on a real file, with a clock that only the test moves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from crownhead.service import Service
from crownhead.service.games import live
from service.watching import LONG, Time


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever looks at a game sees it up to date, however busy the machine is."""
    monkeypatch.setattr(live, "SECONDS_TO_WAIT", LONG)


@pytest.fixture
def now() -> Time:
    return Time()


@pytest.fixture
def service(tmp_path: Path, now: Time) -> Iterator[Service]:
    made = Service(tmp_path, seed=1, now=now)
    yield made
    made.close()
