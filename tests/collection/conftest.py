"""One library of Tinsley's games for all tests of a worker that only look."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from collection.shelves import filled
from crownhead.store import GameStore
from crownhead.store.library.library_store import LibraryStore


@pytest.fixture(scope="session")
def tinsley(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LibraryStore]:
    store = filled(tmp_path_factory.mktemp("tinsley"))
    yield store.library
    store.close()


@pytest.fixture
def library(tmp_path: Path) -> Iterator[LibraryStore]:
    """An empty library of the test's own."""
    store = GameStore(tmp_path)
    yield store.library
    store.close()
