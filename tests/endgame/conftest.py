"""Shared tables: distances to four pieces, built once by the program itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from crownhead.endgame import Build, EndgameTables


@pytest.fixture(scope="session")
def four(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("four")
    assert Build(folder, 4, distance=True).run(jobs=1) == len(Build(folder, 4).tasks)
    return folder


@pytest.fixture(scope="session")
def tables(four: Path) -> EndgameTables:
    return EndgameTables.open(four)
