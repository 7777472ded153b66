"""The page of a game for printing: what it says, what it draws, and that it is safe."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest

from cases import each
from crownhead import BLACK, WHITE, CrownheadError, Game, Outcome, Position, Reason, Rules, Side
from crownhead.messages import Message, say
from crownhead.openings import named_openings
from crownhead.printing import STYLE, sheet
from crownhead.themes import PRINT, THEMES, on_paper
from pseudo import english, read_out, spoken
from refused import refused

ANNOTATED = """
[Event "Match for the title"]
[Site "Boston"]
[Date "1994.08.15"]
[Round "4"]
[Black "Ann"]
[White "Bob"]
[Result "1/2-1/2"]
{A quiet start.} 1. 9-13 22-18 {The usual answer.} 2. 12-16! (2. 11-15 18x11 3. 8x15 {is playable}
3... 24-20 (3... 25-22 4. 4-8) 4. 4-8) 18-14 $2 3. 10x17 21x14 1/2-1/2
"""


class Page(HTMLParser):
    """The elements of a page, each with what it says."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.texts: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(text)
        assert self._open == [], "every element ends"

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        self.tags.append((tag, given))
        self.texts.setdefault(given.get("class", tag), []).append("")
        if tag not in ("meta", "link"):
            self._open.append(given.get("class", tag))

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attributes}))

    def handle_endtag(self, _: str) -> None:
        self._open.pop()

    def handle_data(self, data: str) -> None:
        for name in set(self._open):
            self.texts[name][-1] += data

    def said(self, name: str) -> list[str]:
        """What the elements of a class, or a kind, say."""
        return [" ".join(text.split()) for text in self.texts.get(name, [])]

    @property
    def facts(self) -> dict[str, str]:
        return dict(zip(self.said("dt"), self.said("dd"), strict=True))


def to_move(side: Side | str) -> Message:
    return Message("game.to-move", {"player": side})


def page_of(pdn: str | Game, **options: Any) -> Page:
    return Page(sheet(Game.from_pdn(pdn) if isinstance(pdn, str) else pdn, **options))


# ---- facts


def test_the_facts_of_a_game() -> None:
    page = page_of(ANNOTATED)
    assert page.said("title")[:1] == page.said("h1") == ["Ann v Bob"]
    assert page.facts == {
        "Black": "Ann",
        "White": "Bob",
        say("sheet.fact.event"): "Match for the title",
        say("sheet.fact.site"): "Boston",
        say("sheet.fact.round"): "4",
        say("sheet.fact.date"): "15 August 1994",
        say("sheet.fact.rules"): say("sheet.english-checkers"),
        say("sheet.fact.opening"): "Edinburgh",
        say("sheet.fact.result"): "Draw, ½-½",
    }


def test_what_is_not_known_is_not_told() -> None:
    page = page_of('[Black "?"]\n[Date "????.??.??"]\n[Event "?"]\n1. 10-15 *')
    assert page.said("h1") == ["Black v White"]
    assert page.facts == {
        "Black": "?",
        "White": "?",
        "Rules": "English checkers",
        "Opening": "Kelso",
        "Result": "Unfinished",
    }


def test_house_rules_are_named() -> None:
    game = Game(rules=Rules.parse("casual regicide=on"))
    assert page_of(game).facts["Rules"] == str(game.rules)


def test_the_result_is_told_with_its_reason() -> None:
    game = Game.from_moves("11-15 23-19")
    game.record_outcome(Outcome(BLACK, Reason.TIME))
    page, told = page_of(game), say("sheet.result", outcome=game.outcome, result="1-0")
    assert page.facts["Result"] == told
    assert page.said("result") == [told]


# ---- moves


def test_moves_comments_and_variations_stand_in_their_order() -> None:
    page = page_of(ANNOTATED)
    assert page.said("row") == ["1.9-1322-18", "2.12-16!", "2.…18-14?", "3.10x1721x14"]
    assert page.said("comment") == ["A quiet start.", "The usual answer."]
    assert page.said("variation") == [
        "(2. 11-15 18x11 3. 8x15 is playable 3... 24-20 (3... 25-22 4. 4-8) 4. 4-8)"
    ]


def test_a_game_may_begin_with_the_other_side() -> None:
    game = Game.from_moves("23-19 11-15", Position.from_fen("W:W21-32:B1-12"))
    assert page_of(game).said("row") == ["1.…23-19", "2.11-15"]


def test_variations_may_nest_as_deep_as_they_like() -> None:
    game = Game()
    node = game.root.add(game.position.legal_moves()[0])
    for _ in range(2000):  # each variation begins another
        moves = node.position.legal_moves()
        if len(moves) < 2:
            break
        node.add(moves[0])
        node = node.add(moves[1])
    assert page_of(game).said("variation")


# ---- diagrams


def shown(page: Page) -> list[int]:
    """How many pieces each diagram has."""
    counts: list[int] = []
    for tag, given in page.tags:
        if tag == "figure":
            counts.append(0)
        counts[-1:] = [counts[-1] + (tag == "use" and "x" in given)] if counts else []
    return counts


LONG = "9-14 22-18 5-9 25-22 11-16 24-19 8-11 22-17 9-13 18x9 13x22 26x17 6x22"


def test_the_end_is_drawn_and_an_unusual_start() -> None:
    game = Game.from_moves("12-16", Position.from_fen("B:W32,27:B12"))
    page = page_of(game)
    assert shown(page) == [3, 3]
    assert page.said("figcaption") == [
        say("sheet.start", turn=to_move(BLACK)),
        say("sheet.end-turn", move="1. 12-16", turn=to_move(WHITE)),
    ]
    assert len(shown(page_of(Game.from_moves(LONG)))) == 1


def test_a_diagram_comes_every_so_many_moves_but_not_near_the_end() -> None:
    game = Game.from_moves(LONG)
    captions = page_of(game, every=2).said("figcaption")
    assert captions == [
        say("sheet.after-turn", move="2... 25-22", turn=to_move(BLACK)),
        say("sheet.end-turn", move="7. 6x22", turn=to_move(WHITE)),
    ]
    assert page_of(game, every=0).said("figcaption") == captions[1:]


def test_the_last_caption_leaves_out_whose_turn_it_would_be() -> None:
    game = Game.from_moves("11-15")
    game.resign()
    assert page_of(game).said("figcaption") == [say("sheet.end", move="1. 11-15")]


def test_a_game_without_moves_has_its_position() -> None:
    page = page_of(Game())
    assert shown(page) == [24]
    assert page.said("row") == []


@each("theme", [PRINT, "wood", THEMES["slate"]])
@each("flipped", [False, True])
def test_diagrams_share_their_definitions(theme: Any, flipped: bool) -> None:
    text = sheet(Game.from_moves(LONG), every=2, theme=theme, flipped=flipped, pieces="classic")
    ids = re.findall(r' id="([^"]+)"', text)
    assert text.count("<defs>") == 1
    assert len(ids) == len(set(ids))
    used = set(re.findall(r'(?:href="|url\()#([^")]+)', text))
    assert used <= set(ids)


@each("name", THEMES)
def test_paper_names_the_sides_as_a_theme_does(name: str) -> None:
    """In black and white; names of people and other things stay as they are."""
    tags = {"Black": "Jack Black", "Event": "Black Hole"}
    page = page_of(Game.from_moves("11-15", tags=tags), theme=on_paper(name))
    black, white = THEMES[name].sides
    assert page.facts[black] == "Jack Black"
    assert page.facts["Event"] == "Black Hole"
    assert page.said("h1") == [f"Jack Black v {white}"]
    assert page.said("figcaption") == [say("sheet.end-turn", move="1. 11-15", turn=to_move(white))]
    assert PRINT.dark in sheet(Game(), theme=on_paper(name))


# ---- safety


EVIL = "<script>alert(1)</script>\"'&\x00\ud800"


def test_nothing_from_a_record_becomes_markup() -> None:
    tags = dict.fromkeys(("Black", "White", "Event", "Site", "Round", "Date", "Opening"), EVIL)
    game = Game.from_moves("10-15 23-18", tags=tags)
    first = next(game.main_line())
    first.comment = first.comment_before = game.root.comment = EVIL
    first.strength = "<b>"
    variation = game.root.add(game.start.legal_moves()[0])
    variation.comment = variation.comment_before = EVIL
    assert sheet(game).encode()  # halves of letters have no UTF-8
    page = page_of(game)
    kinds = {tag for tag, _ in page.tags}
    assert "script" not in kinds
    assert "b" not in kinds


@each("style", [None, "/sheet.css"])
def test_a_page_needs_nothing_from_elsewhere(style: str | None) -> None:
    page = page_of(ANNOTATED, style=style)
    for tag, given in page.tags:
        assert not any(name.startswith("on") or name == "style" for name in given), tag
        if "href" in given:
            assert given["href"].startswith("#") or given["href"] == style, given
    text = sheet(Game.from_pdn(ANNOTATED), style=style)
    assert ("<style>" in text) == (style is None)
    assert set(re.findall(r"https?://[^\"]*", text)) == {"http://www.w3.org/2000/svg"}


def test_the_style_is_a_file_for_servers() -> None:
    assert STYLE.read_text("utf-8") in sheet(Game())


def test_a_link_leads_back() -> None:
    page = page_of(Game(), back="/game/abc")
    assert ("a", {"href": "/game/abc"}) in page.tags


@pytest.mark.parametrize("every", [-1, "10", 2.5, True, None])
def test_a_number_of_moves_is_a_number(every: Any) -> None:
    with refused(CrownheadError, "sheet.every"):
        sheet(Game(), every=every)


def test_only_a_game_has_a_sheet() -> None:
    with refused(CrownheadError, "sheet.game", value="x"):
        sheet("x")  # type: ignore[arg-type]


def test_the_page_is_in_the_language() -> None:
    game = Game.from_pdn(ANNOTATED)
    with spoken():
        page = read_out(sheet(game, every=1))
    tags = [str(value) for value in game.tags.values()]
    comments = ("A quiet start.", "The usual answer.", "is playable")
    assert english(page, *tags, *comments, *(one.name for one in named_openings())) == []
