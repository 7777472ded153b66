"""A computer's move from the opening book, as the page tells it."""

from __future__ import annotations

import re

from playwright.sync_api import expect

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
