"""The opening book on the page: a move from it is told as such, and it can be left out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect
from serving import Server

from browser.conftest import NewPage
from browser.helpers import entered
from browser.pages import go_on
from browser.table import Table


def test_a_move_from_the_book_is_told_and_marked_in_the_list(table: Table) -> None:
    table.open(white="engine:nodes=100,book=on")
    table.click(11, 15)
    table.reaches(2)
    expect(table.by("message")).to_have_text(re.compile(r"^White moves .*\. From the book\.$"))
    mine, its = table.page.locator("#move-list .move").all()
    expect(its).to_have_attribute("title", "From the book")
    expect(its).to_have_attribute("aria-label", re.compile(r"From the book\.$"))
    assert mine.get_attribute("title") is None


@pytest.fixture
def read_table(
    start: Callable[..., Server], new_page: NewPage, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Table]:
    """A table at a server whose computers have read the book, unlike those of other tests."""
    monkeypatch.delenv("CROWNHEAD_BOOK")
    with start().client() as client:
        table = Table(new_page(client), client)
        yield table
        table.page.goto("about:blank")  # before its server ends


def test_a_game_can_be_set_up_without_the_book(table: Table, read_table: Table) -> None:
    for book in (True, False):
        go_on(read_table.page, "/")
        read_table.by("setup-open").click()
        expect(read_table.by("book")).to_be_checked()
        read_table.by("book").set_checked(book)
        read_table.by("opponent-level:10").check()
        entered(read_table, read_table.by("setup-start").click)
        read_table.click(11, 15)
        read_table.reaches(2)
        assert read_table.view()["record"][1]["book"] is book
    go_on(read_table.page, "/")
    read_table.by("setup-open").click()
    expect(read_table.by("book")).not_to_be_checked()
    go_on(table.page, "/")
    table.by("setup-open").click()
    expect(table.by("setup-start")).to_be_visible()
    expect(table.by("book")).to_have_count(0)  # where there is none
