"""The library's page and the explorer: loading, finding, opening, exploring and changing games."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, ViewportSize, expect
from serving import wait_for

from browser.conftest import Complaints
from browser.helpers import box_of, is_within, window_of
from browser.reading import BASE, Reader
from browser.said import BLACK, WHITE, said, sentence
from crownhead.messages import Words, counted, say
from crownhead.notation.pdn import parse_games
from crownhead.position import Position
from crownhead.text.moves import parse_move
from crownhead.themes import THEMES

SEARCHED = "B:W17,19,21,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,12,15"
BOARD = "bbbbbbb.bbbb..b.w.w.w..wwwwwwwww"
EVE = '[Event "Club 1999"]\n[Black "Eve"]\n[White "Bob"]\n[Result "1-0"]\n1. 11-15 23-19 2. 8-11 1-0\n'
CAT = '[Black "Cat"]\n[White "Dan"]\n\n1. 9-14 22-18 2. 5-9 1-2 *\n'


def test_tinsley_is_loaded_searched_opened_and_explored(
    reader: Reader, complaints: Complaints
) -> None:
    complaints.allow("422")
    load_by_button(reader)
    search_by_words(reader)
    draw_a_part_of_a_board(reader)
    search_by_position(reader)
    explore(reader)


def load_by_button(reader: Reader) -> None:
    page = reader.page
    page.goto("/")
    reader.by("nav-library").click()
    expect(reader.by("welcome")).to_be_visible()
    expect(reader.by("halves")).to_be_hidden()
    reader.by("tinsley").click()
    added = say("library.added", games=counted("game", 724), collection="Marion Tinsley")
    expect(reader.by("job")).to_contain_text(added)
    reader.by("job-close").click()
    expect(reader.by("welcome")).to_be_hidden()
    reader.counts(724)
    page.locator("#counts summary").click()
    tally = (
        said("explorer.won", side=BLACK, number=66),
        said("explorer.draws", count=533),
        said("explorer.won", side=WHITE, number=125),
    )
    expect(page.locator("#counts-body")).to_contain_text(" · ".join(tally))
    page.get_by_test_id("count-opening").filter(has_text="Edinburgh").first.click()
    reader.counts(reader.asked(opening="Edinburgh")["count"])
    page.go_back()
    reader.counts(724)


def search_by_words(reader: Reader) -> None:
    """The address contains the search, and errors appear at their field."""
    page = reader.page
    reader.by("search-player").fill("long")
    reader.counts(reader.asked(player="long")["count"])
    reader.says("player", "long")
    reader.by("search-result").select_option("won")
    won = reader.asked(player="long", result="won")["count"]
    reader.counts(won)
    page.reload()
    reader.counts(won)
    expect(reader.by("search-player")).to_have_value("long")
    page.go_back()
    reader.counts(reader.asked(player="long")["count"])
    reader.by("search-player").fill("")
    reader.by("search-result").select_option("lost")
    expect(page.locator("#wrong-result")).to_have_text(
        sentence("query.result-needs-player", result="lost")
    )
    expect(reader.by("search-result")).to_have_attribute("aria-invalid", "true")
    expect(reader.by("count")).to_have_text(say("library.not-searched"))
    reader.by("clear").click()
    reader.by("more").click()
    reader.by("search-shortest").fill("50")
    reader.by("search-longest").fill("20")
    reader.by("search-since").fill("1950.13")
    expect(page.locator("#wrong-shortest")).to_have_text(
        sentence("query.no-length", shortest=50, longest=20)
    )
    expect(page.locator("#wrong-since")).to_have_text(sentence("dates.no-such-day", text="1950.13"))
    reader.by("clear").click()
    come_back(reader)
    reader.by("more").click()
    reader.by("search-until").fill("1950")
    reader.by("material-B").fill("2-3")
    reader.counts(reader.asked(until="1950", material="B2-3")["count"])
    moment = re.escape(say("library.moment", number="NUMBER", side="SIDE"))
    moment = moment.replace("NUMBER", r"\d+").replace("SIDE", r"\w+")
    expect(reader.hits.first.locator(".moment")).to_have_text(re.compile(moment))
    reader.by("clear").click()


def come_back(reader: Reader) -> None:
    """After a game, the list has the same length and scroll position."""
    page = reader.page
    reader.counts(int(reader.asked()["count"]))
    for _ in range(2):
        first = reader.hits.count()
        page.mouse.wheel(0, 20_000)
        wait_for(lambda first=first: reader.hits.count() > first, "a list that grows")
    hit = reader.hits.nth(first + 10)
    hit.scroll_into_view_if_needed()
    top = page.evaluate("scrollY")
    hit.locator("a").click()
    page.wait_for_url("**/analysis/*")
    expect(page.locator("#tab-moves")).to_have_attribute("aria-selected", "true")
    page.evaluate("location.replace('#share')")  # as when a person edits the address
    expect(page.locator("#tab-share")).to_have_attribute("aria-selected", "true")
    page.go_back()
    page.wait_for_function("top => Math.abs(scrollY - top) < 5", arg=top)
    assert reader.hits.count() > first + 10
    page.evaluate("scrollTo(0, 0)")


def draw_a_part_of_a_board(reader: Reader) -> None:
    """A drawn pattern is found, and nothing overflows."""
    page = reader.page
    reader.by("by-pattern").click()
    letters = page.locator("#sketch-board")

    def square(number: int) -> Locator:
        return letters.locator(f"[data-square='{number}']")

    expect(reader.by("sketch-search")).to_have_attribute("aria-disabled", "true")
    reader.by("sketch-tool-W").check(force=True)
    start, end = (box_of(square(number)) for number in (1, 2))
    for box, pressed in ((start, page.mouse.down), (end, page.mouse.up)):
        page.mouse.move(box["x"] + 10, box["y"] + 10, steps=5)
        pressed()
    reader.by("sketch-tool-.").check(force=True)
    square(4).click()
    expect(square(4)).to_have_attribute(
        "aria-label", re.compile(say("library.sketch.must-be-empty"))
    )
    expect(square(9)).to_have_attribute("aria-label", re.compile(say("library.sketch.anything")))
    square(4).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    reader.by("sketch-turn-white").check(force=True)
    pattern = "WW.." + "?" * 28
    expect(letters).to_have_attribute("data-letters", pattern)
    reader.axe("sketch")
    reader.fits("sketch")
    reader.by("sketch-search").click()
    found = reader.asked(pattern=pattern, turn="white")
    assert found["count"] > 0
    reader.counts(found["count"])
    for one in page.locator("#hits .hit-board").all():
        assert (one.get_attribute("data-board") or "").startswith("WW..")
    reader.fits("library")
    reader.by("remove-drawn").click()
    reader.counts(724)


def search_by_position(reader: Reader) -> None:
    """A position is found in as many games as a plain scan of the collection has counted."""
    page = reader.page
    reader.by("by-position").click()
    reader.by("sketch-fen").fill("B:W18,40:B1")
    expect(page.locator("#sketch-problem")).to_contain_text("40")
    reader.by("sketch-fen").fill(SEARCHED)
    expect(page.locator("#sketch-board")).to_have_attribute("data-letters", BOARD)
    reader.by("sketch-search").click()
    reader.says("fen", SEARCHED)
    reader.counts(9)
    boards = page.locator("#hits .hit-board")
    assert {one.get_attribute("data-board") for one in boards.all()} == {BOARD}
    reader.by("search-reversed").check()
    reader.says("reversed", "1")
    reader.by("sort").select_option("date 0")
    reader.says("sort", "date")
    expect(reader.hits.first).to_contain_text("1946")


def explore(reader: Reader) -> None:
    """A game opens at the moment found, and the explorer follows its board."""
    page = reader.page
    before = reader.client.get("/api/analyses").json()["analyses"]
    reader.hits.first.locator(".hit-link").click()
    expect(reader.board).to_have_attribute("data-board", BOARD)
    assert reader.client.get("/api/analyses").json()["analyses"] == before  # viewing stores nothing
    reader.by("tab-explorer").click()
    explored = reader.client.get(f"{BASE}/explorer", params={"fen": SEARCHED}).json()
    expect(reader.moves).to_have_count(len(explored["moves"]))
    first = explored["moves"][0]
    name = first["move"]["notation"]
    row = reader.by(f"explore-{name}")
    expect(row.locator(".explored-count")).to_have_text(str(first["tally"]["games"]))
    played = re.escape(said("game.moved", side=BLACK, move=name))
    book = said("explorer.book-says", men="")
    expect(row).to_have_attribute("aria-label", re.compile(f"^{played}.*{book}"))
    row.click()
    expect(reader.board).to_have_attribute("data-board", first["move"]["after"]["board"])
    searched = Position.from_fen(SEARCHED)
    after = searched.play(parse_move(name, searched)).fen
    expect(reader.by("panel-explorer")).to_have_attribute("data-fen", after)
    reader.walk("ArrowLeft")
    expect(reader.by("panel-explorer")).to_have_attribute("data-fen", SEARCHED)
    reader.by("explorer-source").select_option("own")
    expect(page.locator(".explored")).to_contain_text(said("explorer.own-none"))
    reader.by("explorer-source").select_option("")
    reader.axe("explorer", "#panel-explorer")
    reader.by("explorer-all").click()
    reader.says("fen", SEARCHED)
    reader.counts(9)


def test_files_come_in_with_their_mistakes_and_everything_can_be_undone(
    reader: Reader, tmp_path: Path, complaints: Complaints
) -> None:
    complaints.allow("422")
    bring_in(reader, tmp_path)
    change_a_game(reader)
    change_collections(reader)


def bring_in(reader: Reader, tmp_path: Path) -> None:
    page = reader.page
    reader.open_library()
    (tmp_path / "club, 1999.pdn").write_text(EVE + "\n" + CAT)
    reader.by("welcome-import").click()
    reader.by("import-yes").click()
    error = page.locator("dialog[open] .error")
    expect(error).to_have_text(say("library.nothing-chosen"))
    reader.axe("import")
    reader.by("import-files").set_input_files(str(tmp_path / "club, 1999.pdn"))
    reader.by("import-text").fill(EVE)
    reader.by("import-into").fill("Club, old")
    reader.by("import-yes").click()
    expect(error).to_have_text(sentence("collections.comma", name="Club, old"))
    expect(reader.by("import-text")).to_have_value(EVE)  # nothing is lost
    reader.by("import-into").fill("Club")
    reader.by("import-yes").click()
    jobs = reader.by("job")
    expect(jobs).to_have_count(2)
    added = [say("library.added", games=counted("game", n), collection="Club") for n in (2, 0)]
    expect(jobs.first).to_contain_text(f"{added[0]} {say('library.faulty', count=1)}")
    expect(jobs.last).to_contain_text(f"{added[1]} {say('library.known', count=1)}")
    reader.by("faults").locator("summary").click()
    where = say("library.fault.column", game=2, line=10, column=22)
    fault = jobs.first.locator("li")
    expect(fault).to_contain_text(where)
    expect(fault).to_contain_text(said("side.black"))  # the piece that stands there
    reader.by("job-undo").click()
    expect(reader.by("news-text")).to_have_text(
        say("library.import-undone", games=counted("game", 2))
    )
    expect(page.locator("[data-collection=Club]")).to_have_count(0)
    reader.by("past-imports").click()
    expect(page.locator("dialog[open] li").nth(1)).to_contain_text(say("library.import.undone"))
    page.keyboard.press("Escape")
    reader.by("news-undo").click()
    expect(reader.by("news-text")).to_have_text(say("library.restored", games=counted("game", 2)))
    reader.counts(2)


def change_a_game(reader: Reader) -> None:
    page = reader.page
    eve = page.locator("#hits li", has_text="Eve")
    eve.get_by_test_id("hit-more").click()
    reader.by("game-edit").click()
    reader.by("edit-date").fill("soon")
    reader.by("edit-save").click()
    expect(page.locator("dialog[open] .error")).to_have_text(
        sentence("dates.unreadable", text="soon")
    )
    reader.by("edit-date").fill("1999.05.01")
    reader.by("edit-white").fill("Bertha Black")
    reader.by("edit-result").select_option("white")
    reader.by("edit-save").click()
    expect(eve).to_contain_text("Bertha Black")
    expect(eve.locator(".result")).to_have_text(said("game.won", player=WHITE))
    expect(eve).to_contain_text("1 May 1999 · Club 1999")
    with page.expect_download() as saved:
        reader.by("save-all").click()
    games = list(parse_games(Path(saved.value.path()).read_text()))
    assert sorted(game.tags["White"] for game in games) == ["Bertha Black", "Dan"]
    eve.get_by_test_id("hit-more").click()
    reader.by("game-copy").click()
    reader.by("copy-name").fill("Favourites")
    reader.by("copy-yes").click()
    reader.counts(3)
    choose_games(reader)


def choose_games(reader: Reader) -> None:
    """Only ticked games are saved, copied or deleted."""
    page = reader.page
    page.locator("#hits li", has_text="Cat").get_by_test_id("hit-tick").check()
    expect(reader.by("choose-none")).to_have_text(say("library.chosen", count=1))
    reader.fits("games chosen")
    with page.expect_download() as saved:
        reader.by("save-all").click()
    assert [game.tags["White"] for game in parse_games(Path(saved.value.path()).read_text())] == [
        "Dan"
    ]
    page.locator("#hits li", has_text="Bertha").first.get_by_test_id("hit-tick").check()
    reader.by("copy-chosen").click()
    reader.by("copy-name").fill("Favourites")
    reader.by("copy-yes").click()
    copied = say("library.copied", games=counted("game", 1), collection="Favourites")
    expect(reader.by("news-text")).to_have_text(f"{copied} {say('library.known', count=1)}")
    reader.counts(4)
    reader.by("choose-none").click()
    expect(page.locator(".hit .tick :checked")).to_have_count(0)
    page.locator("[data-collection=Favourites]").get_by_role("checkbox").check()
    reader.counts(2)
    page.locator("#hits li", has_text="Cat").get_by_test_id("hit-tick").check()
    reader.by("delete-all").click()
    reader.by("confirm-yes").click()
    reader.counts(1)
    page.locator("[data-collection=Favourites]").get_by_role("checkbox").uncheck()
    reader.counts(3)


def change_collections(reader: Reader) -> None:
    page = reader.page
    eve = page.locator("#hits li", has_text="Eve")
    club = page.locator("[data-collection=Club]")
    club.get_by_role("checkbox").check()
    reader.says("collections", "Club")
    reader.counts(2)
    club.get_by_role("button").click()
    reader.by("collection-rename").click()
    reader.by("name-input").fill("a,b")
    reader.by("name-yes").click()
    expect(page.locator("dialog[open] .error")).to_have_text(
        sentence("collections.comma", name="a,b")
    )
    reader.by("name-input").fill("Tuesday")
    reader.by("name-yes").click()
    reader.says("collections", "Tuesday")
    reader.counts(2)
    eve.get_by_test_id("hit-more").click()
    box = box_of(reader.by("search"))
    reader.by("game-delete").click()
    reader.counts(1)
    assert is_within(box_of(reader.by("news-undo")), window_of(reader))
    assert box_of(reader.by("search")) == box
    reader.by("news-undo").click()
    reader.counts(2)
    page.locator("[data-collection=Tuesday]").get_by_role("button").click()
    reader.by("collection-delete").click()
    reader.by("confirm-yes").click()
    reader.counts(1)  # the other collection
    expect(page.locator("[data-collection=Tuesday]")).to_have_count(0)
    reader.by("past-deletions").click()
    rows = page.locator("dialog[open] li")
    expect(rows.first.locator("strong")).to_have_text(say("deletions.collection", name="Tuesday"))
    expect(rows.first).to_contain_text(str(counted("game", 2)))
    expect(rows.nth(1).locator("strong")).to_have_text(str(counted("game", 1)))
    reader.by("bring-back").first.click()
    page.locator("[data-collection=Tuesday]").get_by_role("checkbox").check()
    reader.counts(2)
    reader.axe("library")
    reader.by("new-collection").click()
    reader.by("name-input").fill("Black Hole")
    reader.by("name-yes").click()
    names_stay_in_every_theme(reader)


def names_stay_in_every_theme(reader: Reader) -> None:
    """The sides have other names in other themes; collections and players keep theirs."""
    page = reader.page
    hole = page.locator("[data-collection='Black Hole']")
    expect(hole.locator("small")).to_have_text("0")
    for theme in THEMES:
        preferences = {"preferences": {"theme": theme}}
        assert reader.client.patch("/api/preferences", json=preferences).is_success
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        white = Words(theme).say("side.white")
        expect(reader.by("search-result").locator("[value=white]")).to_contain_text(white)
        expect(page.locator("#hits li", has_text="Bertha Black").first).to_contain_text(white)
        expect(hole.locator(".collection-name")).to_have_text("Black Hole")
        hole.get_by_role("button").click()
        expect(page.locator("dialog[open] h2")).to_have_text("Black Hole")
        page.keyboard.press("Escape")
    hole.get_by_role("button").click()
    reader.by("collection-delete").click()
    expect(reader.by("news-text")).to_have_text(
        say("library.collection-deleted", collection="Black Hole")
    )


def own_score(lost: int) -> str:
    """The score of somebody who has only lost."""
    results = said("count.won-drawn-lost", won=0, drawn=0, lost=lost)
    return said("explorer.own", games=counted("game", lost), results=results)


def test_the_explorer_beside_a_game_is_help_that_plays_nothing(reader: Reader) -> None:
    reader.load_some()
    for black, white in (("person", "level:3"), ("level:5", "person")):
        made = reader.client.post("/api/games", json={"black": black, "white": white}).json()
        resigned = {"side": "black" if black == "person" else "white"}
        reader.client.post(f"/api/games/{made['id']}/resign", json=resigned)
    phone: ViewportSize = {"width": 390, "height": 844}
    reader.page.set_viewport_size(phone)
    reader.use_fingers(True)
    reader.open(white="person")
    reader.by("menu").click()
    reader.by("explore").click()
    expect(reader.by("explorer")).to_contain_text(said("play.explorer-use"))
    expect(reader.moves).to_have_count(7)
    reader.by("explore-11-15").click()
    expect(reader.by("walked")).to_contain_text(said("explorer.walked", moves="11-15"))
    assert reader.view()["ply"] == 0
    reader.by("walk-back").click()
    expect(reader.by("walked")).to_have_count(0)
    reader.by("explorer-source").select_option("own")
    expect(reader.by("explorer-name")).to_contain_text(own_score(2))
    reader.by("explorer-colour").select_option("white")
    expect(reader.by("explorer-name")).to_contain_text(own_score(1))
    reader.by("explorer-opponent").select_option("level:3")
    expect(reader.page.locator(".explored")).to_contain_text(said("explorer.none"))
    reader.axe("game", ".explorer-box")
    reader.fits("game")
    reader.by("explorer-source").select_option("")
    reader.page.set_viewport_size(phone)
    reader.click(9, 13)
    reader.reaches(1)
    expect(reader.page.locator(".explorer")).to_have_attribute("data-fen", re.compile("^W:.*13$"))
    expect(reader.by("explorer-name")).to_contain_text("Edinburgh")
    reader.by("explorer-close").click()
    expect(reader.by("explorer")).to_be_hidden()
    expect(reader.by("move-list")).to_be_visible()
    reader.use_fingers(False)  # other tests use the page too
