"""The first load of the start page and of a game in two builds, in one run: bytes, requests and time.

`make old REF=COMMIT` builds the other one. Each load has an empty cache. The browser limits the
network to a phone's, so that bytes and round trips cost what they cost away from the machine.
"""

from __future__ import annotations

import argparse
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.extend(str(Path(__file__).parents[1] / part) for part in ("tests/web", "tests"))

from playwright.sync_api import Browser, sync_playwright
from serving import CHROMIUM_FLAGS, chromium

LATENCY = 40  # milliseconds for a round trip
BYTES_A_SECOND = 500_000


@dataclass(slots=True)
class Load:
    """One load: bytes and requests of both pages, and milliseconds until each takes clicks."""

    bytes: int
    requests: int
    start: float
    game: float


@contextmanager
def served(python: str) -> Iterator[str]:
    """Run the server of a build and yield the address that it prints."""
    with tempfile.TemporaryDirectory() as folder:
        command = [python, "-m", "crownhead", "--no-browser", "--data", folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as server:
            assert server.stdout is not None
            lines = (line.decode() for line in server.stdout)
            try:
                yield next(
                    found[0] for line in lines if (found := re.search(r"http://\S+token=\S+", line))
                )
            finally:
                server.terminate()
                server.stdout.read()


def let_in(browser: Browser, address: str) -> tuple[str, Any]:
    """Redeem the address that a server printed; the start page and the cookies for it."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(address)
    cookies = context.storage_state()
    context.close()
    return page.url, {"cookies": cookies["cookies"], "origins": []}


def load(browser: Browser, address: str, visitor: Any) -> Load:
    """Open the start page and a game with an empty cache."""
    context = browser.new_context(storage_state=visitor)
    page = context.new_page()
    session = context.new_cdp_session(page)
    sizes: list[int] = []

    def note(event: dict[str, Any]) -> None:
        sizes.append(int(event["encodedDataLength"]))

    session.on("Network.loadingFinished", note)
    session.send("Network.enable")
    session.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": LATENCY,
            "downloadThroughput": BYTES_A_SECOND,
            "uploadThroughput": BYTES_A_SECOND,
        },
    )
    begin = time.perf_counter()
    page.goto(address)
    page.wait_for_selector("[data-testid=play]:not([disabled])")
    page.click("[data-testid=two-people]")
    page.wait_for_selector("[data-square='11']")
    game = time.perf_counter() - begin
    page.wait_for_load_state("networkidle")
    start = page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
    context.close()
    return Load(sum(sizes), len(sizes), start, 1000 * game)


def main() -> None:
    """Load both builds in turns."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old", help="the Python of the other build: build/old/COMMIT/bin/python")
    parser.add_argument("--rounds", type=int, default=10)
    options = parser.parse_args()
    loads: dict[str, list[Load]] = {"old": [], "new": []}
    with sync_playwright() as playwright, served(options.old) as old, served(sys.executable) as new:
        browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_FLAGS)
        builds = {"old": let_in(browser, old), "new": let_in(browser, new)}
        for _ in range(options.rounds):
            for name, (address, visitor) in builds.items():
                loads[name].append(load(browser, address, visitor))
        browser.close()
    print(f"{'':12}{'old':>10}{'new':>10}{'new / old':>12}")
    for name in ("bytes", "requests", "start", "game"):
        before, after = (
            statistics.median(getattr(one, name) for one in loads[build]) for build in loads
        )
        print(f"{name:12}{before:10.0f}{after:10.0f}{after / before:12.2f}")


if __name__ == "__main__":
    main()
