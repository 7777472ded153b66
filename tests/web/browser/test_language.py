"""The pages in the pseudo-language, on a desktop and on a phone: nothing is in English or cut off.

What is the same in every language may be English: names of people, openings and collections, and what
the browser itself words (dates, lists, large numbers).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect
from serving import Server

from browser.conftest import PHONE, QUICK, Complaints, NewPage, keep_preferences
from browser.helpers import moved, won
from browser.inspecting import inspected
from browser.reading import Reader
from crownhead.library.tinsley import tinsley_pdn
from crownhead.openings import named_openings
from pseudo import PSEUDO, english

SIZES = {"desktop": (1200, 800), "phone": (390, 844)}
_TAG = re.compile(r'^\[(?:Black|White|Event) "(.*)"\]', re.MULTILINE)
_KNOWN = frozenset(
    (
        *(one.name for one in named_openings()),
        *_TAG.findall(tinsley_pdn().getvalue().decode()),
        *("Marion Tinsley", "Crownhead game"),  # the latter is the PDN tag of games played here
        *("FEN", "PDN", "GIF", "PNG", "SVG", "WebP", "make play PLAY"),
    )
)
_NAMES = re.compile(rf"\b(?:{'|'.join(sorted(map(re.escape, _KNOWN), key=len, reverse=True))})\b")
#: What the browser words: times, dates, large numbers, lists; and addresses.
_WORDED = re.compile(
    r"\bnow\b|\d+ (?:second|minute)s? ago|\b(?:and|or)\b|\d (?:thousand|million)\b"
    r"|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d+(?:, \d{4})?|https?://\S+"
)
MOVES = ("9-14", "21-17", "14x21", "23-19", "11-15")  # White's first move loses a man


def plain_english(text: str) -> list[str]:
    return english(text) and english(_WORDED.sub(" ", _NAMES.sub(" ", text)))


class Walk(Reader):
    """A walk through the pages, and what was wrong on the way."""

    def __init__(self, page: Page, client: httpx.Client) -> None:
        super().__init__(page, client)
        self.wrong: list[str] = []
        self._read: set[str] = set()

    def look(self, where: str) -> None:
        """Note what is in English here, and what does not fit."""
        found = inspected(self.page)
        new = set(found["texts"]) - self._read
        self._read |= new
        told = [f"{where}: English: {text}" for text in sorted(new) if plain_english(text)]
        self.wrong += told + [f"{where}: {fault}" for fault in found["faults"]]

    def close(self) -> None:
        """Close the open dialog."""
        self.page.keyboard.press("Escape")
        expect(self.page.locator("dialog[open]")).to_have_count(0)

    def dialog(self, name: str, opener: str, then: Callable[[], object] = lambda: None) -> None:
        """Look at a dialog."""
        self.by(opener).click()
        expect(self.by(name)).to_be_visible()
        self.look(name)
        then()
        self.close()


@pytest.fixture
def speaker(start: Callable[..., Server]) -> Server:
    """A new server in the pseudo-language."""
    return start("--seed", "1", program=("-m", "crownhead"), environment=PSEUDO)


@pytest.mark.parametrize("size", SIZES)
def test_all_pages_are_in_the_language(
    speaker: Server, new_page: NewPage, complaints: Complaints, size: str
) -> None:
    complaints.allow("40[0134]|42[0-9]")  # pages that are refused, and what is typed by mistake
    width, height = SIZES[size]
    how: dict[str, Any] = {
        "viewport": {"width": width, "height": height},
        **(PHONE if size == "phone" else {}),
    }
    with speaker.client() as client:
        keep_preferences(client, **QUICK)
        walk = Walk(new_page(client, **how), client)
        start_page(walk)
        nothing_yet(walk)
        game(walk)
        other_games(walk)
        review(walk)
        analysis(walk)
        editor(walk)
        library(walk)
        in_the_end(walk)
        with speaker.stranger() as nobody:
            visitors(walk, new_page, nobody, how)
    assert not walk.wrong, "\n".join(walk.wrong)


def start_page(walk: Walk) -> None:
    walk.page.goto("/")
    expect(walk.by("play")).to_be_visible()
    expect(walk.by("opponent")).not_to_be_empty()
    walk.look("start page")
    walk.dialog("help-dialog", "help")
    walk.dialog("settings-dialog", "settings")
    walk.dialog("setup-dialog", "setup-open", lambda: unfold(walk))


def unfold(walk: Walk) -> None:
    for clock, start in (("clock-move", "start-fen"), ("clock-game", "start-ballot")):
        walk.by(clock).check()
        walk.by(start).check()
        walk.look(f"set-up with {clock}, {start}")
    walk.by("every-option").click()
    expect(walk.by("option-capture")).to_be_visible()
    walk.look("set-up with all options")


def nothing_yet(walk: Walk) -> None:
    walk.page.goto("/results")
    expect(walk.by("play")).to_be_visible()
    walk.look("results without games")
    walk.dialog("help-dialog", "help")


def game(walk: Walk) -> None:
    walk.open()
    walk.click(11, 18)
    expect(walk.by("message")).not_to_be_empty()
    walk.look("a move refused")
    walk.click(15)
    walk.reaches(1)
    walk.by("hint").click()
    expect(walk.page.locator("#board .arrow")).to_have_count(1)
    walk.look("hint")
    walk.by("offer-draw").click()
    expect(walk.by("accept")).to_be_visible()
    walk.look("draw offer")
    walk.by("decline").click()
    walk.by("browse-first").click()
    expect(walk.by("to-present")).to_be_visible()
    walk.look("looking back")
    walk.by("to-present").click()
    walk.dialog("menu-dialog", "menu")
    for name in ("rules", "seats", "invite"):
        walk.menu("seats-open" if name == "seats" else name)
        expect(walk.by(f"{name}-dialog")).to_be_visible()
        walk.look(f"{name} dialog")
        if name == "invite":
            walk.by("invite-white").click()
            expect(walk.by("invite-link")).to_be_visible()
            walk.look("link to a seat")
            walk.by("invite-free").click()
        walk.close()
    walk.by("resign").click()
    expect(walk.by("confirm-dialog")).to_be_visible()
    walk.look("resigning")
    walk.by("confirm-resign").click()
    expect(walk.by("end-title")).to_be_visible()
    walk.look("end card")
    walk.by("end-close").click()
    expect(walk.by("result-rematch")).to_be_visible()
    walk.look("result")


def other_games(walk: Walk) -> None:
    walk.position("B:W18:B14", white="level:2")
    walk.look("a capture")
    walk.click(14)
    expect(walk.by("end")).to_be_visible()
    walk.look("end card with the next level")
    walk.position("B:W6,14,23,32:B2,12", rules={"preset": "regicide"})
    walk.click(2, 9)
    expect(walk.by("skip")).to_be_visible()
    walk.look("half a capture")
    clock = {"kind": "game", "seconds": 36000, "increment": 0}
    walk.open(black="level:1", white="level:2", pace=60, clock=clock)
    expect(walk.by("watching")).to_be_visible()
    walk.look("two computers")


def review(walk: Walk) -> None:
    walk.open()
    moved(walk, *MOVES)
    walk.client.post(f"/api/games/{walk.id}/resign", json={"side": "white"})
    walk.by("end-review").click()
    expect(walk.by("try-again")).to_be_visible()
    walk.look("review")
    walk.by("try-again").first.click()
    expect(walk.by("exercise")).to_be_visible()
    walk.look("exercise")
    walk.by("answer").click()
    walk.look("answer")
    walk.by("tab-review").click()
    for tab in ("moves", "explorer", "explain", "share"):
        walk.by(f"tab-{tab}").click()
        expect(walk.moves.first if tab == "explorer" else walk.by(f"panel-{tab}")).to_be_visible()
        walk.next_frames()
        walk.look(f"{tab} of an analysis")


def analysis(walk: Walk) -> None:
    walk.page.goto("/analysis")
    expect(walk.by("paste-text")).to_be_visible()
    walk.by("paste-text").fill("X:?")
    walk.page.locator("#paste [type=submit]").click()
    expect(walk.by("paste-error")).not_to_be_empty()
    walk.look("choosing what to analyse")
    walk.dialog("help-dialog", "help")
    walk.by("from-start").click()
    expect(walk.by("tree")).to_be_visible()
    walk.engine(on=True)
    expect(walk.page.locator("#lines li").first).to_be_visible()
    walk.by("engine-settings").click()
    expect(walk.by("engine-options")).to_be_visible()
    walk.look("engine")
    walk.by("threat").click()
    expect(walk.by("threat-note")).to_be_visible()
    walk.look("threat")
    walk.engine(on=False)


def editor(walk: Walk) -> None:
    walk.page.goto("/editor")
    expect(walk.by("counts")).to_be_visible()
    walk.look("editor")
    walk.dialog("help-dialog", "help")
    walk.dialog("share-dialog", "share")
    walk.dialog("play-dialog", "play")
    walk.by("clear").click()
    expect(walk.by("problem")).not_to_be_empty()
    walk.look("an empty board")
    walk.by("fen").fill("B:W18:B99")
    expect(walk.by("fen-error")).not_to_be_empty()
    walk.look("a wrong FEN")


def library(walk: Walk) -> None:
    walk.page.goto("/library")
    expect(walk.by("welcome")).to_be_visible()
    walk.look("library without collections")
    walk.by("tinsley").click()
    expect(walk.by("job-close")).to_be_visible()
    walk.look("imported")
    walk.by("job-close").click()
    walk.page.locator("#counts summary").click()
    walk.by("more").click()
    expect(walk.by("search-since")).to_be_visible()
    expect(walk.page.get_by_test_id("count-opening").first).to_be_visible()
    walk.look("library")
    walk.dialog("help-dialog", "help")
    walk.dialog("import-dialog", "import")
    walk.dialog("confirm-dialog", "delete-all")
    walk.dialog("sketch-dialog", "by-pattern")
    walk.by("hit-more").first.click()
    expect(walk.by("game-dialog")).to_be_visible()
    walk.look("a game of the library")
    walk.close()
    walk.page.get_by_test_id(re.compile("collection-more")).first.click()
    expect(walk.by("game-dialog")).to_be_visible()
    walk.look("a collection")
    walk.close()
    walk.by("search-player").fill("777")
    expect(walk.by("none")).to_be_visible()
    walk.look("no games found")
    walk.by("search-player").fill("")
    walk.hits.first.locator("a").click()
    walk.page.wait_for_url("**/analysis/*")
    walk.by("tab-explorer").click()
    expect(walk.moves.first).to_be_visible()
    walk.look("explorer with games")


def in_the_end(walk: Walk) -> None:
    for _ in range(2):
        won(walk, "level:2")
    walk.page.goto("/results")
    expect(walk.by("charts")).to_be_visible()
    walk.look("results")
    walk.page.goto("/")
    expect(walk.by("recent-title")).to_be_visible()
    expect(walk.by("suggestion")).to_be_visible()
    walk.look("start page with games")


def visitors(walk: Walk, new_page: NewPage, nobody: httpx.Client, how: dict[str, Any]) -> None:
    walk.page.goto("/nowhere")
    walk.look("wrong address")
    host, walk.page = walk.page, new_page(nobody, **how)
    walk.page.goto("/")
    walk.look("stranger")
    view = walk.begin()
    link = walk.client.post(f"/api/games/{view['id']}/invite", json={"seat": "white"}).json()[
        "link"
    ]
    walk.page.goto(link)
    walk.page.wait_for_url("**/game/*")
    expect(walk.board).to_have_attribute("data-busy", "false")
    walk.look("a guest's game")
    walk.page.goto("/")
    walk.look("guest")
    walk.page = host


def test_plain_english_is_found() -> None:
    """As somebody would print it by mistake."""
    assert plain_english("M Tinsley ṽ Chinook · won in 3 minutes") == ["won", "in", "minutes"]


def test_faults_are_found(new_page: NewPage) -> None:
    """As a style sheet would make them by mistake."""
    page = new_page()
    page.goto("about:blank")
    small = "width: 20px; overflow: hidden; white-space: nowrap"
    page.set_content(
        "<!doctype html><title>T</title><p style='width: 2000px' title=t>wide</p>"
        f"<p style='{small}'>too much</p>"
        f"<p style='{small}; text-overflow: ellipsis' title=all>all that is to be read</p>"
        "<button id=one aria-label=1>I</button><button id=two style='margin-left: -20px'>II</button>"
    )
    found = inspected(page)
    assert found["texts"] == [
        "T",
        "wide",
        "too much",
        "all that is to be read",
        "I",
        "II",
        "1",
        "t",
        "all",
    ]
    cut, overlap, wide = sorted(found["faults"])
    assert cut == "cut off: too much"
    assert re.fullmatch(r"overlap by \d+x\d+: one, two", overlap)
    assert re.fullmatch(r"the page is \d+ pixels wide", wide)
