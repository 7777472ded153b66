"""Measure how soon an engine line is on the screen, and how much memory the page takes over some minutes.

One real server and the system's Chromium. The delay runs from the moment the engine found the line (by its
own seconds) to the line's appearance in the page. Then the page walks through a game with the engine on, and
its heap is measured after each minute, after a garbage collection.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.extend(str(Path(__file__).parents[1] / part) for part in ("tests/web", "tests"))

from playwright.sync_api import CDPSession, Page, sync_playwright
from serving import CHROMIUM_FLAGS, Server, chromium

NEEDS_MILLISECONDS = 150.0
NEEDS_MEGABYTES = 10.0
GAME = (
    "1. 11-15 23-19 2. 8-11 22-17 3. 4-8 17-13 4. 15-18 24-20 5. 11-15 28-24 6. 8-11 26-23 "
    "7. 3-8 23x14 8. 9x18 *"
)
SAMPLE = """() => {
  window.late = [];
  let asked = 0;
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    if (text.includes('"think"')) asked = performance.now();
    this.heard ??= this.addEventListener("message", ({ data }) => {
      const found = JSON.parse(data);
      if (found.type !== "found" || !found.lines.length) return;
      const began = asked;
      const seen = () => window.late.push(performance.now() - began - 1000 * found.seconds);
      requestAnimationFrame(() => requestAnimationFrame(seen)); // drawn in the first
    }) ?? true;
    return send.call(this, text);
  };
}"""


def heap(page: CDPSession) -> float:
    """Megabytes on the heap of the page's scripts."""
    page.send("HeapProfiler.collectGarbage")
    values = page.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in values if one["name"] == "JSHeapUsedSize")) / 2**20


def walk(page: Page, seconds: float) -> None:
    """Show one position after another for two seconds each."""
    end = time.monotonic() + seconds
    keys = ["ArrowRight"] * 14 + ["Home"]
    while time.monotonic() < end:
        for key in keys:
            page.keyboard.press(key)
            page.wait_for_timeout(2000)
            if time.monotonic() >= end:
                return


def main() -> None:
    """Measure the delay and the memory."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--minutes", type=float, default=10.0)
    minutes: float = arguments.parse_args().minutes
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_FLAGS)
        try:
            context = browser.new_context(viewport={"width": 1280, "height": 800})
            page = context.new_page()
            page.goto(server.address)
            with server.client_of(context.cookies()) as client:
                view: dict[str, Any] = client.post("/api/analyses", json={"text": GAME}).json()[
                    "analysis"
                ]
            page.add_init_script(f"({SAMPLE})()")
            page.goto(f"{server.base}/analysis/{view['id']}")
            page.wait_for_selector("#lines li")
            walk(page, 30)
            late = sorted(page.evaluate("window.late"))
            worst = late[int(0.99 * len(late))]
            print(
                f"{len(late)} answers of the engine: on the screen after {statistics.median(late):.0f} ms, "
                f"p99 {worst:.0f} ms (needs {NEEDS_MILLISECONDS:.0f}), worst {late[-1]:.0f} ms"
            )
            inside = context.new_cdp_session(page)
            inside.send("Performance.enable")
            before = heap(inside)
            for minute in range(1, round(minutes) + 1):
                walk(page, 60)
                page.evaluate("window.late = []")
                print(f"minute {minute}: {heap(inside):.2f} MB, {before:.2f} before", flush=True)
            grown = heap(inside) - before
            print(f"grown by {grown:.2f} MB in {minutes:g} minutes (needs {NEEDS_MEGABYTES:g})")
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
