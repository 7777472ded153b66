"""Random use of everything at once, while pieces glide; in the end the page is right."""

from __future__ import annotations

from random import Random

import httpx
import pytest
from playwright.sync_api import expect
from serving import wait_for

from browser.conftest import Complaints, NewPage
from browser.table import Table

DEEDS = 60
KEYS = ("u", "u", "r", "f", "s", ",", ".", "Home", "End", "Escape", "Enter")
ARROWS = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")


@pytest.mark.long
@pytest.mark.parametrize("seed", [0, 1])
def test_monkey(new_page: NewPage, client: httpx.Client, complaints: Complaints, seed: int) -> None:
    complaints.allow("status of (409|422)")
    chance = Random(seed)
    preset = ("english", "regicide")[seed]
    table = Table(new_page(reduced_motion="no-preference"), client)
    table.open(white=("person", "greedy")[seed], rules={"preset": preset})
    for _ in range(DEEDS):
        deed = chance.random()
        if table.by("end").is_visible():
            table.by("end-close").click()
        if deed < 0.5:
            legal = table.view()["choices"]["legal"]
            if legal and table.page.locator("dialog[open]").count() == 0:
                path = chance.choice(legal)["path"]
                table.click(*(path if deed < 0.25 else (path[0], path[-1])))
        elif deed < 0.6:
            table.click(chance.randint(1, 32))
        elif deed < 0.7:
            table.drag(chance.randint(1, 32), *table.point(chance.randint(1, 32)))
        elif deed < 0.93:
            table.page.keyboard.press(chance.choice(KEYS + ARROWS))
        elif deed < 0.97:
            table.wheel(chance.choice((-2, -1, 1)))
        else:
            table.by(chance.choice(["undo", "redo"])).click(force=True)
    table.page.keyboard.press("Escape")
    table.page.keyboard.press("Escape")
    expect(table.board).to_have_attribute("data-busy", "false")
    table.page.wait_for_function("!document.querySelector('.present:not([hidden])')")
    table.reaches(0, turn="black" if seed else None)
    table.page.keyboard.press("Escape")  # cancels a half-made capture
    table.page.keyboard.press("Escape")
    view = table.view()
    table.shows(view)
    assert wait_for(lambda: table.drawn() == view["position"]["board"]), f"seed {seed}"
