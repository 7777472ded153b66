"""Run axe-core on the page, in light and dark mode."""

from __future__ import annotations

from typing import Literal

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

MODES: tuple[Literal["light", "dark"], ...] = ("light", "dark")

# Content behind an open dialog is not checked.
_RUN = """([part, options]) =>
  axe.run(document.querySelector(part || "dialog[open]") ?? document, options)"""


def faults(page: Page, part: str = "") -> list[str]:
    """All of axe-core's complaints, with their elements; dark mode only checks colours.

    Name a part by CSS if the rest has been checked already.
    """
    assert not part or page.locator(part).is_visible(), f"{part} is not shown"
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    told: list[str] = []
    for mode in MODES:
        page.emulate_media(color_scheme=mode)
        only = {"runOnly": ["color-contrast"]} if mode == "dark" else {}
        found = page.evaluate(_RUN, [part, {"resultTypes": ["violations"], **only}])
        told += [
            f"{mode}: {one['id']}: {node['html'][:200]} {node['failureSummary']}"
            for one in found["violations"]
            for node in one["nodes"]
        ]
    page.emulate_media(color_scheme="light")
    return told
