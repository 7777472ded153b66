"""A service on a real file, with a clock that only the test moves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from crownhead.service import Service
from service.watching import Time


@pytest.fixture
def now() -> Time:
    return Time()


@pytest.fixture
def service(tmp_path: Path, now: Time) -> Iterator[Service]:
    made = Service(tmp_path, seed=1, now=now)
    yield made
    made.close()
