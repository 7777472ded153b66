"""A table for tests of the library of games."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, expect
from serving import wait_for

from browser.accessibility import faults
from browser.studying import Study
from crownhead.library.tinsley import tinsley_pdn
from crownhead.messages import counted

BASE = "/api/library"
SIZES = ((1440, 900), (1024, 600), (2560, 1300), (390, 844), (320, 640))
SOME = 100


class Reader(Study):
    """A page of the library, and the person who uses it."""

    def open_library(self, **search: str) -> None:
        query = "&".join(f"{name}={value}" for name, value in search.items())
        self.page.goto(f"/library?{query}")

    def counts(self, count: int) -> None:
        """Wait until this many games are found."""
        expect(self.by("count")).to_have_text(str(counted("game", count)))

    def asked(self, **search: str) -> dict[str, Any]:
        """The games that the server finds."""
        found: dict[str, Any] = self.client.get(f"{BASE}/games", params=search).json()
        return found

    def says(self, name: str, value: str) -> None:
        """Wait until the address contains a text."""
        self.page.wait_for_function(
            "([name, value]) => (new URLSearchParams(location.search).get(name) ?? '') === value",
            arg=[name, value],
        )

    @property
    def hits(self) -> Locator:
        return self.page.locator("#hits li")

    @property
    def moves(self) -> Locator:
        return self.page.locator(".explored-move")

    def axe(self, where: str, part: str = "") -> None:
        """Check with axe-core, in light and dark mode, the page or a part of it."""
        assert faults(self.page, part) == [], where

    def fits(self, where: str) -> None:
        """Check that nothing overflows the window at any width."""
        for width, height in SIZES:
            self.page.set_viewport_size({"width": width, "height": height})
            found = self.page.evaluate("document.documentElement.scrollWidth")
            assert found == width, f"{where} at {width} pixels"
        self.page.set_viewport_size({"width": 1200, "height": 800})

    def load_some(self) -> None:
        """Import some of Tinsley's games."""
        text = tinsley_pdn().getvalue().decode()
        begins = [found.start() for found in re.finditer(r"^\[Event ", text, re.MULTILINE)]
        body = {"text": text[: begins[SOME]], "collection": "Some"}
        job = self.client.post(f"{BASE}/imports", json=body).json()["job"]
        wait_for(lambda: self.client.get(f"{BASE}/imports/{job}").json()["state"] == "done")

    def empty(self) -> None:
        """Empty the library."""
        answer = self.client.post(f"{BASE}/deletions", json={"search": {}})
        assert answer.is_success, answer.text
        for one in self.client.get(BASE).json()["collections"]:
            if not one["own"]:
                assert self.client.delete(f"{BASE}/collections/{one['id']}").is_success
