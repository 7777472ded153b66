"""The report: complete, with escaped text, and small."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from review_games import BLUNDER, random_game

from crownhead import BLACK, WHITE, Game, Rules
from crownhead.engine import Limit
from crownhead.messages import Message, percent, say
from crownhead.notation import pdn
from crownhead.openings import named_openings
from crownhead.review import GameReview, review_game
from crownhead.review.judge import Draw
from crownhead.review.report import MOST_BOARDS, MOST_SECTIONS, WORST, page
from pseudo import english, read_out, spoken
from saying import says

NODES = Limit(nodes=2000)
VOID = {"meta"}


class Page(HTMLParser):
    """Parses a page strictly: all elements must be closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def count(self, tag: str, **wanted: str) -> int:
        names = {name.rstrip("_"): value for name, value in wanted.items()}
        return sum(
            element == tag and names.items() <= attributes.items()
            for element, attributes in self.elements
        )


def page_of(*reviews: GameReview) -> tuple[str, Page]:
    text = "".join(page("games.pdn", NODES, reviews, len(reviews)))
    return text, Page(text)


def review(text: str, number: int = 1) -> GameReview:
    return review_game(Game.from_pdn(text), NODES, number)


def test_a_game_has_its_graph_its_moves_and_a_board_at_each_mistake() -> None:
    one = review(BLUNDER)
    text, read = page_of(one)
    assert read.count("figure") == len(one.mistakes) == 1
    assert read.count("svg", class_="graph") == 1
    assert says(read.text, "game.players", black="Ann", white="Bob")
    assert "1. 9-14 21-17??" in read.text
    assert says(read.text, "report.mistake", mark=Message("mark.blunder"))
    assert says(read.text, "review.fall", side=WHITE)
    assert " ".join(one.mistakes[0].better[:3]) in read.text
    assert say("diagram.title", side=WHITE) in text


def test_a_mark_among_the_moves_leads_to_its_board() -> None:
    one = review(BLUNDER)
    text, read = page_of(one, replace(one, number=2))
    for number in (1, 2):
        assert read.count("a", href=f"#game-{number}-2") == 1
        assert read.count("figure", id=f"game-{number}-2") == 1
    assert '<a href="#game-1-2">21-17<b class="blunder">??</b></a>' in text


def test_a_mistake_that_makes_a_draw_says_by_what_rule() -> None:
    one = review(BLUNDER)
    (mistake,) = one.mistakes
    reason = str(Draw("repetition", 3, "5-1").message)
    _, read = page_of(replace(one, mistakes=(replace(mistake, draw=reason),)))
    assert says(read.text, "report.mistake-drawn", why=reason)


@pytest.mark.parametrize(
    ("tags", "title"),
    [
        ("", "Black v White"),
        ('[Black "?"]\n[White ""]\n[Event "?"]\n[Date "????.??.??"]\n', "Black v White"),
        ('[White "Bob"]\n', "Black v Bob"),
    ],
)
def test_what_nobody_knows_is_not_a_name(tags: str, title: str) -> None:
    _, read = page_of(review(f"{tags}1. 11-15 23-19 *"))
    assert title in read.text
    assert "?" not in read.text


def test_the_page_says_once_who_has_which_pieces() -> None:
    _, read = page_of(review(BLUNDER))
    legend = say("report.legend", black=BLACK, white=WHITE, side=BLACK)
    assert read.text.count(legend) == 1
    for side in (BLACK, WHITE):
        assert say("review.chances", side=side) in read.text
    assert [f"{part}%" in read.text for part in (100, 50, 0)] == [True] * 3


def test_a_very_long_name_is_cut_in_the_row_and_whole_in_the_title() -> None:
    name = "N" * 300
    one = review(f'[Black "{name}"]\n1. 11-15 23-19 *')
    text, _ = page_of(one, replace(one, number=2))
    assert text.count(f"{name} v ") == 2
    assert text.count(f'<span title="{name}">{"N" * 59}\N{HORIZONTAL ELLIPSIS}</span>') == 2


def test_a_game_without_mistakes_says_so() -> None:
    _, read = page_of(review("1. 11-15 23-19 *"))
    assert say("review.none-found") in read.text
    assert read.count("figure") == 0


def test_the_page_needs_nothing_from_elsewhere() -> None:
    text, read = page_of(review(BLUNDER), review("1. 11-15 23-19 *", 2))
    assert not {"script", "link", "img", "iframe", "object"} & {tag for tag, _ in read.elements}
    addresses = set(re.findall(r"(?:https?:)?//[^\s\"'<]+", text))
    assert addresses == {"http://www.w3.org/2000/svg"}
    references = re.findall(r'(?:href|src)="([^"]*)"', text)
    assert references
    assert all(reference.startswith("#") for reference in references)
    assert "prefers-color-scheme: dark" in text


def test_what_a_reference_names_is_there_once() -> None:
    text, _ = page_of(review(BLUNDER), review(BLUNDER, 2))
    for name in {*re.findall(r'href="#([^"]+)"', text), *re.findall(r"url\(#([^)]+)\)", text)}:
        assert text.count(f'id="{name}"') == 1, name


def test_text_from_tags_is_only_text() -> None:
    evil = "<script>alert(1)</script>&\\\"'"
    tags = "".join(f'[{tag} "{evil}"]\n' for tag in ("Black", "White", "Event", "Date", "Opening"))
    many = [review(f"{tags}1. 9-14 21-17 2. 14x21 *", number) for number in (1, 2)]
    for shown in (many[:1], many, many * MOST_SECTIONS):
        text = "".join(page("<b>.pdn", NODES, shown, len(shown)))
        assert "<script" not in text
        assert say("report.title", name="&lt;b&gt;.pdn") in text
        assert "&lt;script&gt;alert(1)&lt;/script&gt;&amp;" in text


def test_errors_are_listed() -> None:
    game = Game.from_pdn("1. 11-15 *")
    from crownhead import PdnError

    game.errors.append(PdnError("<odd>", 3, 7))
    text, read = page_of(review_game(game, NODES))
    assert say("report.error", number=1, line=3, column=7, error="<odd>") in read.text
    assert "<odd>" not in text


@pytest.mark.parametrize(
    ("start", "first"),
    [
        ("", "1. 9-14 21-17"),
        ('[FEN "W:W21-32:B1-8,10-12,14"]\n', "1... 21-17"),
        ('[Rules "first_to_move=white"]\n[FEN "W:W21-32:B1-8,10-12,14"]\n', "1. 21-17"),
    ],
)
def test_moves_are_numbered_as_the_record_numbers_them(start: str, first: str) -> None:
    one = review(f"{start}{'9-14 ' if not start else ''}21-17 14x21 *")
    _, read = page_of(one)
    assert f"{first}??" in read.text
    assert Rules.parse(one.rules) == Game.from_pdn(one.pdn).rules


def test_many_games_have_a_row_each_and_the_boards_of_the_worst() -> None:
    bad = [review_game(random_game(seed), Limit(nodes=500), seed) for seed in range(1, 5)]
    many = [bad[number % 4] for number in range(724)]
    text, read = page_of(*many)
    assert read.count("svg", class_="graph") == 724
    assert read.count("figure") == WORST
    assert read.count("section") == 0
    assert len(text) < 2_000_000, len(text)


def test_of_many_games_with_few_mistakes_every_board_is_there() -> None:
    number = MOST_SECTIONS + 1
    assert number <= MOST_BOARDS
    text, read = page_of(*[review(BLUNDER, one) for one in range(1, number)], *quiet(number))
    assert read.count("figure") == number - 1
    assert say("report.all", count=number - 1) in read.text
    rows = set(re.findall(r'href="#(game-[^"]+)"', text))
    assert rows == {f"game-{one}" for one in range(1, number)}
    assert all(text.count(f'id="{row}"') == 1 for row in rows)


def quiet(number: int) -> list[GameReview]:
    return [review("1. 11-15 23-19 *", number)]


def test_a_row_of_many_leads_to_the_worst_of_its_mistakes() -> None:
    few = [review_game(random_game(seed), Limit(nodes=500)) for seed in range(5)]
    bad = [replace(few[number % 5], number=number) for number in range(1, 101)]
    assert sum(len(one.mistakes) for one in bad) > MOST_BOARDS
    text, read = page_of(*bad)
    assert says(read.text, "report.worst", shown=WORST)
    rows = set(re.findall(r'href="#(game-[^"]+)"', text))
    assert 0 < len(rows) <= WORST
    assert all(text.count(f'id="{row}"') == 1 for row in rows)


@pytest.mark.parametrize("others", [0, 1, MOST_SECTIONS])
def test_a_game_that_could_not_be_read_says_so(others: int) -> None:
    (game,) = pdn.parse_games('[GameType "20"]\n[Black "Ann"]\n1. 32-28 *')
    _, read = page_of(review_game(game, NODES), *(quiet(2) * others))
    assert says(read.text, "report.unreadable" if others > 1 else "report.unreadable-game")
    assert read.count("svg", class_="graph") == others * (2 if others == 1 else 1)
    assert (say("review.none-found") in read.text) == bool(others)


def test_the_graph_has_numbers_and_says_each_move() -> None:
    one = review_game(random_game(3, plies=40), NODES)
    _, read = page_of(one)
    assert read.count("path", class_="tip") == len(one.moves) == 40
    first = {"move": f"1. {one.moves[0]}", "chance": percent(one.chances[1])}
    assert say("report.tip", **first, side=BLACK) in read.text
    assert read.count("div", class_="axis") == 1
    assert read.count("span", style="left:97.50%") == 1  # the twentieth move is the ply 39 of 40


def test_the_page_is_in_the_language() -> None:
    with spoken():
        text, _ = page_of(review(BLUNDER), review("1. 11-15 22-18 2. 15x22 25x18 *", 2))
    names = (one.name for one in named_openings())
    assert english(read_out(text), "games.pdn", "Ann", "Bob", *names) == []
