"""The opening book on the page: its moves are marked, and it can be switched off."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect
from serving import Server

from browser.conftest import NewPage
from browser.helpers import entered
from browser.said import said
from browser.table import Table


def test_a_move_from_the_book_is_told_and_marked_in_the_list(table: Table) -> None:
    table.open(white="engine:nodes=100,book=on")
    table.click(11, 15)
    table.reaches(2)
    expect(table.by("message")).to_have_text(re.compile(f"{said('game.from-book')}$"))
    mine, its = table.page.locator("#move-list .move").all()
    expect(its).to_have_attribute("title", said("play.from-book"))
    expect(its).to_have_attribute("aria-label", re.compile(f"{said('game.from-book')}$"))
    assert mine.get_attribute("title") is None
    table.go_home()
    table.by("setup-open").click()
    expect(table.by("setup-start")).to_be_visible()
    expect(table.by("book")).to_have_count(0)  # the set-up offers it only if the computers have it


@pytest.fixture
def read_table(
    start: Callable[..., Server], new_page: NewPage, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Table]:
    """A table at a server whose computers have the book, unlike in other tests."""
    monkeypatch.delenv("CROWNHEAD_BOOK")
    with start().client() as client:
        table = Table(new_page(client), client)
        yield table
        table.page.goto("about:blank")  # before its server ends


def test_a_game_can_be_set_up_without_the_book(read_table: Table) -> None:
    table = read_table
    for book in (True, False):
        table.go_home()
        table.by("setup-open").click()
        expect(table.by("book")).to_be_checked()
        table.by("book").set_checked(book)
        table.by("opponent-level:10").check()
        entered(table, table.by("setup-start").click)
        answer = table.client.post(f"/api/games/{table.id}/moves", json={"ply": 0, "text": "11-15"})
        assert answer.is_success, answer.text
        table.reaches(2)
        assert table.view()["record"][1]["book"] is book
    table.go_home()
    table.by("setup-open").click()
    expect(table.by("book")).not_to_be_checked()
