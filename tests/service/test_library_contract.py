"""Every view of the library has exactly what the contract says."""

from __future__ import annotations

from io import BytesIO
from typing import Any, Final

import pytest
from pydantic import TypeAdapter

from crownhead.library.importing import import_games
from crownhead.service import NewGame, Service
from crownhead.service.library import library_contract as contract
from crownhead.session.endings import Resign

PDN: Final = """
[Event "Cup 1987"] [Black "Ann"] [White "Ben"] [Date "1987.05.??"] [Result "1-0"] 11-15 23-19 1-0

[Event "Cup 1987"] [Black "Ben"] [White "Cid"] [Result "1/2-1/2"] 11-15 {good} 30-1 1/2-1/2
"""


def check(kind: Any, view: Any) -> None:
    assert TypeAdapter(kind).validate_python(view, strict=True) == view


@pytest.fixture
def service(service: Service) -> Service:
    """A service with an import and a game against a computer."""
    import_games(service.store.library, "Cup", BytesIO(PDN.encode()), "cup.pdn")
    service.begin(NewGame(white="level:1")).do(Resign())
    return service


def test_what_is_in_the_library(service: Service) -> None:
    check(contract.DeletionView, service.library.delete([2], {}))
    view = service.library.view()
    check(contract.LibraryView, view)
    assert [len(view["imports"]), len(view["deletions"])] == [1, 1]


def test_an_import(service: Service) -> None:
    check(contract.ImportView, service.library.import_text(PDN, "Another cup"))


def test_what_searches_find(service: Service) -> None:
    check(contract.SearchView, service.library.search({}))
    check(contract.StatisticsView, service.library.statistics({}))
    record = service.library.game(2)
    check(contract.LibraryRecordView, record)
    assert record["faults"]


@pytest.mark.parametrize("own", ["0", "1"])
def test_what_was_played(service: Service, own: str) -> None:
    view = service.library.explore("start", {"own": own})
    check(contract.ExploredView, view)
    assert bool(view["opponents"]) == (own == "1")
