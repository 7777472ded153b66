"""Measure how soon a move is confirmed, and how soon the page answers its first click, on loopback.

The baseline is a request to a route that only reads. The difference is the cost of the move, its way to
disk and the new view.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.extend(str(Path(__file__).parents[1] / part) for part in ("tests/web", "tests"))

import httpx
from playwright.sync_api import sync_playwright
from serving import CHROMIUM_FLAGS, Server, begin, chromium

MOVES = 300


def milliseconds(
    client: httpx.Client, method: str, url: str, **named: object
) -> tuple[float, dict[str, Any]]:
    start = time.perf_counter()
    answer = client.request(method, url, **named)  # type: ignore[arg-type]
    seconds = time.perf_counter() - start
    assert answer.status_code == 200, answer.text
    return 1000 * seconds, answer.json()


def measure_moves(client: httpx.Client) -> tuple[list[float], list[float]]:
    confirmed: list[float] = []
    read: list[float] = []
    view = begin(client, black="person", white="person")
    while len(confirmed) < MOVES:
        if not view["choices"]["legal"]:
            view = begin(client, black="person", white="person")
        url = f"/api/games/{view['id']}"
        body = {"ply": view["ply"], "path": view["choices"]["legal"][0]["path"]}
        took, view = milliseconds(client, "POST", f"{url}/moves", json=body)
        confirmed.append(took)
        read.append(milliseconds(client, "GET", "/api/preferences")[0])
    return confirmed, read


def measure_first_click(server: Server) -> float:
    """Seconds from opening the address until the page has answered a click."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_FLAGS)
        page = browser.new_page()
        start = time.perf_counter()
        page.goto(server.address)
        page.click("[data-testid=play]")
        page.wait_for_selector("[data-square='11']")
        seconds = time.perf_counter() - start
        browser.close()
        return seconds


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        server = Server(Path(folder))
        started = time.perf_counter() - start
        first_click = measure_first_click(server)
        server.stop()
        server.start()
        with server.client() as client:
            confirmed, read = measure_moves(client)
        server.stop()
    p99 = statistics.quantiles(confirmed, n=100, method="inclusive")[98]
    print(f"server ready after {started:.2f} s")
    print(f"first click answered after {first_click:.2f} s (needs 1)")
    print(
        f"a move confirmed: median {statistics.median(confirmed):.1f} ms, p99 {p99:.1f} ms (needs 50)"
    )
    ratio = statistics.median(confirmed) / statistics.median(read)
    print(f"a move costs {ratio:.1f} x a request that only reads")


if __name__ == "__main__":
    main()
