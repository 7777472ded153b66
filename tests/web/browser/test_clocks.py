"""Clocks: shown, counted down, and running out."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from serving import wait_for

from browser.accessibility import MODES
from browser.colours import shade, told_apart
from browser.said import said, sentence
from browser.table import Table
from cases import each
from saying import pattern


@each("clock", [{"kind": "move", "seconds": 1}, {"kind": "game", "seconds": 1, "increment": 0}])
def test_clock_that_runs_out_loses(table: Table, clock: dict[str, object]) -> None:
    table.open(white="random:seed=3", clock=clock)
    expect(table.by("result")).to_be_visible()
    expect(table.by("result-title")).to_have_text(said("game.you-lost"))
    expect(table.by("result-reason")).to_have_text(sentence("outcome.reason.time.you"))
    assert table.view()["outcome"]["reason"] == "time"
    expect(table.by("clock-black")).to_have_text("0:00.0")
    expect(table.by("assertive")).to_contain_text(
        f"{sentence('game.you-lost')} {sentence('outcome.reason.time.you')}"
    )


def test_clocks_are_shown_and_the_side_to_move_s_runs(table: Table) -> None:
    table.open()
    expect(table.by("clock-black")).to_be_hidden()
    expect(table.by("clock-white")).to_be_hidden()
    table.leave()
    table.open(clock={"kind": "game", "seconds": 36000, "increment": 0})
    black, white = table.by("clock-black"), table.by("clock-white")
    expect(white).to_have_text("10:00:00")
    expect(black).to_have_class(re.compile("running"))
    expect(black).to_have_text(re.compile(r"^9:5\d:\d\d$"))
    table.click(11, 15)
    table.reaches(1)
    expect(white).to_have_class(re.compile("running"))
    expect(black).not_to_have_class(re.compile("running"))
    expect(white).to_have_text(re.compile(r"^9:5\d:\d\d$"))
    table.leave()  # to one in which each move resets the time
    table.open(clock={"kind": "move", "seconds": 3600})
    expect(table.by("clock-black")).to_have_text(re.compile(r"^5\d:\d\d$"))
    table.click(11, 15)
    table.reaches(1)
    expect(table.by("clock-black")).to_have_text("1:00:00")


def test_low_clock_is_marked_and_announced(timed: Table) -> None:
    """The page's clock is simulated; the server's has hardly started."""
    table = timed
    table.open(clock={"kind": "move", "seconds": 3600})
    table.page.clock.fast_forward(3_575_000)
    expect(table.by("assertive")).to_have_text(
        re.compile(pattern("clock.left", side=said("side.black")))
    )
    clock = table.by("clock-black")
    expect(clock).to_have_class(re.compile("low"))
    expect(clock).to_have_class(re.compile("running"))
    for mode in MODES:
        table.page.emulate_media(color_scheme=mode)
        red, green, blue = shade(clock, "backgroundColor")
        assert red > 2 * max(green, blue), (mode, red, green, blue)
        ink = told_apart(shade(clock, "color"), (red, green, blue))
        assert ink >= 4.5, (mode, ink)


# A clock's display: its seconds, and whether it is marked as low.
_WATCH = """
window.seen = [];
const look = () => {
  const clock = document.getElementById("clock-black");
  const [minutes, seconds] = (clock?.textContent || "").split(":").map(Number);
  if (seconds >= 0) seen.push([minutes * 60 + seconds, clock.classList.contains("low")]);
};
new MutationObserver(look).observe(document, {
  subtree: true, childList: true, characterData: true, attributeFilter: ["class"],
});
"""


def test_short_clock_is_not_low_at_once(table: Table) -> None:
    table.page.add_init_script(_WATCH)
    not_low_at_once(table, 9)
    table.leave()
    table.page.evaluate("seen = []")
    not_low_at_once(table, 30)


def not_low_at_once(table: Table, seconds: int) -> None:
    table.open(clock={"kind": "move", "seconds": seconds})

    def enough() -> list[tuple[float, bool]]:
        """What was seen while there was more than a third of the time; the clocks come late."""
        return [one for one in table.page.evaluate("seen") if one[0] > seconds / 3]

    assert not any(low for _, low in wait_for(enough)), enough()
