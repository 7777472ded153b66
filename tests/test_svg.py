"""The pictures of boards: their contents, coordinates and refusals."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from cases import each
from crownhead import CrownheadError, Move, Position, svg
from crownhead.discs import SETS
from crownhead.messages import Message, say
from crownhead.svg import Arrow
from crownhead.themes import COLOURS, PRINT, THEMES, Theme, find_theme
from refused import refused
from themed import themes

SHOWN = Path(__file__).parents[1] / "docs" / "images" / "board.svg"
SVG = "{http://www.w3.org/2000/svg}"
CORNER = {1: (50, 0), 4: (350, 0), 5: (0, 50), 12: (350, 100), 29: (0, 350), 32: (300, 350)}
# White has just jumped 26x17x10 and is a king there.
MIXED = "B:W18,27,K10,K32:B12,16,K1,K22"

flips = pytest.mark.parametrize("flipped", [False, True], ids=["white below", "black below"])


class Jumped:
    """A move for the picture: its squares and the captured squares."""

    path = (26, 17, 10)
    captured = (22, 14)


def draw(fen: str = MIXED, **options: Any) -> ElementTree.Element:
    return ElementTree.fromstring(svg.board(Position.from_fen(fen), **options))


def everything(theme: Theme, *, flipped: bool, pieces: str = "classic") -> str:
    return svg.board(
        Position.from_fen(MIXED),
        theme=theme,
        pieces=pieces,
        flipped=flipped,
        last_move=Jumped(),  # type: ignore[arg-type]
        arrows=[(12, 19), Arrow((22, 15, 6), "red")],
        highlights={16: "green", 9: "blue"},
    )


def pieces(picture: ElementTree.Element) -> dict[tuple[str, str], str]:
    """Map each corner (x, y) to the kind of piece drawn there."""
    board = picture.find(f"{SVG}g")
    assert board is not None
    return {
        (use.attrib["x"], use.attrib["y"]): use.attrib["href"].split("-", 2)[2]
        for use in board.findall(f"{SVG}use")
    }


def numbers(picture: ElementTree.Element) -> dict[int, ElementTree.Element]:
    return {int(text.text or ""): text for text in picture.iter(f"{SVG}text")}


def turned(corner: tuple[int, int], flipped: bool) -> tuple[int, int]:
    return (350 - corner[0], 350 - corner[1]) if flipped else corner


def text_of(picture: ElementTree.Element, tag: str) -> str:
    return picture.findtext(f"{SVG}{tag}") or ""


def by_fill(picture: ElementTree.Element, tag: str, colour: str) -> list[ElementTree.Element]:
    return [found for found in picture.iter(f"{SVG}{tag}") if found.get("fill") == colour]


# --- the document -----------------------------------------------------------------------------


@each("pieces", SETS)
@each("theme", [*THEMES.values(), PRINT])
@flips
def test_every_picture_is_well_formed_and_safe_in_a_page(
    theme: Theme, flipped: bool, pieces: str
) -> None:
    source = everything(theme, flipped=flipped, pieces=pieces)
    for element in ElementTree.fromstring(source).iter():
        assert element.tag.removeprefix(SVG) not in {"script", "style", "image", "foreignObject"}
        for name, value in element.attrib.items():
            assert not name.startswith(("style", "on")), name
            assert not name.endswith("href") or value.startswith("#"), value
    assert re.findall(r"https?://[^\"]*", source) == ["http://www.w3.org/2000/svg"]


@each("pieces", SETS)
@each("theme", [*THEMES.values(), PRINT])
@flips
def test_every_reference_has_one_target(theme: Theme, flipped: bool, pieces: str) -> None:
    source = everything(theme, flipped=flipped, pieces=pieces)
    ids = Counter(re.findall(r' id="([^"]+)"', source))
    used = re.findall(r'(?:href="|url\()#([^")]+)', source)
    used += re.findall(r'aria-\w+="([^"]+)"', source)
    assert set(used) <= set(ids)
    assert set(ids.values()) == {1}
    assert all(name.startswith("crownhead-") for name in ids)


def test_one_id_means_one_thing_on_a_page_with_many_boards() -> None:
    meaning: dict[str, bytes] = {}
    for theme, pieces, flipped in product(THEMES, SETS, (False, True)):
        for fen in (MIXED, "W:W21:B1"):
            for element in draw(fen, theme=theme, pieces=pieces, flipped=flipped).iter():
                if name := element.get("id"):
                    element.tail = None
                    drawn = ElementTree.tostring(element)
                    assert meaning.setdefault(name, drawn) == drawn, name


@each("pieces", SETS)
def test_many_boards_share_their_definitions(pieces: str) -> None:
    start = Position.start()
    whole = svg.board(start, theme="wood", pieces=pieces)
    board = svg.board(start, theme="wood", pieces=pieces, defined=False)
    assert "<defs>" not in board
    defined = svg.definitions("wood", pieces)
    assert whole.replace(f"{defined}\n", "", 1) == board


def test_a_theme_may_be_ones_own() -> None:
    mine = replace(PRINT, name="mine", dark="#123456")
    assert len(by_fill(draw(theme=mine), "path", "#123456")) == 1


@themes
def test_the_start_position_is_small(theme: Theme) -> None:
    assert len(svg.board(Position.start(), theme=theme.name).encode()) < 12_000


def test_the_size_is_the_only_thing_that_size_changes() -> None:
    small, large = draw(size=160), draw(size=800)
    assert (small.get("width"), small.get("height")) == ("160", "160")
    assert small.get("viewBox") == large.get("viewBox")
    assert draw().get("width") == "400"


# --- what it says ------------------------------------------------------------------------------


def test_the_title_says_who_is_to_move() -> None:
    assert text_of(draw("B:W32:B1"), "title") == "Checkers position: Red to move"
    assert text_of(draw("W:W32:B1"), "title") == "Checkers position: White to move"


def test_the_picture_is_an_image_named_by_its_title_and_description() -> None:
    picture = draw()
    ids = {element.tag.removeprefix(SVG): element.get("id") for element in picture[:2]}
    assert picture.get("role") == "img"
    assert ids == {
        "title": picture.get("aria-labelledby"),
        "desc": picture.get("aria-describedby"),
    }


def test_the_description_lists_the_pieces_in_words() -> None:
    assert text_of(draw(), "desc") == (
        "Red: men on 12 and 16 and kings on 1 and 22. White: men on 18 and 27 and kings on 10 and 32."
    )


def test_the_description_of_a_lone_piece() -> None:
    assert text_of(draw("B:WK3:B"), "desc") == "Red: no pieces. White: king on 3."


def test_the_description_tells_the_last_move() -> None:
    said = text_of(draw(last_move=Jumped()), "desc")
    assert said.endswith(say("diagram.last-capture", path="26x17x10", captured="22 and 14"))


def test_the_description_tells_a_quiet_last_move() -> None:
    start = Position.start()
    move = next(move for move in start.legal_moves() if str(move) == "11-15")
    source = svg.board(start.play(move), last_move=move)
    last = say("diagram.last-move", path="11-15")
    assert text_of(ElementTree.fromstring(source), "desc").endswith(last)


# --- pieces and numbers ------------------------------------------------------------------------


def test_the_start_position_has_twelve_men_a_side() -> None:
    drawn = pieces(ElementTree.fromstring(svg.board(Position.start())))
    assert Counter(drawn.values()) == {"black-man": 12, "white-man": 12}


def test_flat_pieces_are_drawn_like_the_others() -> None:
    assert pieces(draw(pieces="flat")) == {
        corner: f"flat-{kind}" for corner, kind in pieces(draw()).items()
    }


@themes
def test_men_and_kings_of_both_sides_are_drawn(theme: Theme) -> None:
    board = draw(theme=theme.name).find(f"{SVG}g")
    assert board is not None
    drawn = Counter(use.attrib["href"] for use in board.findall(f"{SVG}use"))
    kinds = ("black-man", "black-king", "white-man", "white-king")
    assert drawn == {f"#crownhead-{theme.name}-{kind}": 2 for kind in kinds}


@flips
def test_pieces_stand_on_their_squares(flipped: bool) -> None:
    drawn = pieces(draw("B:W29,K4:B5,K32", flipped=flipped))
    kinds = {29: "white-man", 4: "white-king", 5: "black-man", 32: "black-king"}
    expected = {}
    for square, kind in kinds.items():
        x, y = turned(CORNER[square], flipped)
        expected[str(x), str(y)] = kind
    assert drawn == expected


@flips
def test_numbers_stand_in_the_corner_of_their_squares(flipped: bool) -> None:
    texts = numbers(draw(flipped=flipped))
    assert sorted(texts) == list(range(1, 33))
    for square, corner in CORNER.items():
        x, y = turned(corner, flipped)
        text = texts[square]
        assert x < float(text.attrib["x"]) < x + 5, square
        assert y + 5 < float(text.attrib["y"]) < y + 12, square
        assert "transform" not in text.attrib


def test_numbers_can_be_hidden() -> None:
    assert numbers(draw(numbers=False)) == {}


# --- last move, arrows, highlights -------------------------------------------------------------


@themes
def test_every_square_of_the_last_move_is_tinted(theme: Theme) -> None:
    picture = draw(theme=theme.name, last_move=Jumped())
    (tint,) = by_fill(picture, "path", theme.trail)
    starts = re.findall(r"M(\d+) (\d+)", tint.attrib["d"])
    assert starts == [("150", "100"), ("50", "200"), ("150", "300")]  # 10, 17 and 26
    inked = {n for n, text in numbers(picture).items() if text.get("fill") == theme.trail_number}
    assert inked == {10, 17, 26}


def test_without_a_last_move_no_square_is_tinted() -> None:
    assert by_fill(draw(), "path", THEMES["classic"].trail) == []


def shafts(picture: ElementTree.Element, colour: str) -> list[list[float]]:
    """List the coordinates of each arrow shaft in a colour."""
    groups = [group for group in picture.iter(f"{SVG}g") if group.get("stroke") == colour]
    return [[float(n) for n in re.findall(r"[\d.]+", group[0].attrib["d"])] for group in groups]


def heads(picture: ElementTree.Element, colour: str) -> list[str]:
    groups = [group for group in picture.iter(f"{SVG}g") if group.get("stroke") == colour]
    return [group[1].attrib["transform"] for group in groups]


@themes
def test_an_arrow_takes_the_colour_of_the_theme(theme: Theme) -> None:
    picture = draw(theme=theme.name, arrows=[(11, 15)])
    assert heads(picture, COLOURS[theme.arrow]) == ["translate(225 175) rotate(135)"]


def test_an_arrow_turns_with_the_board() -> None:
    picture = draw(flipped=True, arrows=[(11, 15)])
    assert heads(picture, COLOURS["blue"]) == ["translate(175 225) rotate(-45)"]


def test_an_arrow_follows_its_path() -> None:
    (shaft,) = shafts(draw(arrows=[Arrow((22, 15, 6), "red")]), COLOURS["red"])
    assert len(shaft) == 6
    assert shaft[2:4] == [225, 175]  # the middle of 15


def test_a_move_is_an_arrow_along_its_path() -> None:
    move = Position.from_fen("B:W6,7,14,15:B2").legal_moves()[0]
    assert move.path == (2, 9, 18)
    source = svg.board(Position.start(), arrows=[move])
    (shaft,) = shafts(ElementTree.fromstring(source), COLOURS["blue"])
    assert shaft[2:4] == [75, 125]  # the middle of 9


def test_highlights_ring_their_squares_in_the_colour_of_the_theme() -> None:
    theme = THEMES["classic"]
    rings = by_fill(draw(highlights=[1, 32]), "circle", COLOURS[theme.highlight])
    assert [(ring.get("cx"), ring.get("cy")) for ring in rings] == [("75", "25"), ("325", "375")]


def test_highlights_may_name_their_colours() -> None:
    picture = draw(highlights={1: "red", 32: "purple"})
    assert len(by_fill(picture, "circle", COLOURS["red"])) == 1
    assert len(by_fill(picture, "circle", COLOURS["purple"])) == 1


# --- refusals ----------------------------------------------------------------------------------


def test_an_unknown_theme_is_refused_with_a_suggestion() -> None:
    with refused(CrownheadError, "unknown.near", unknown="unknown.theme", near="classic"):
        draw(theme="clasic")


@each("square", [0, 33, -1, "a1", None])
@each("option", ["highlights", "arrows"])
def test_a_square_off_the_board_is_refused(option: str, square: object) -> None:
    value: Any = [square] if option == "highlights" else [(11, square)]
    code = "square.unknown" if isinstance(square, int) else "square.wanted"
    with refused(CrownheadError, code):
        draw(**{option: value})


@pytest.mark.parametrize(
    "options", [{"highlights": {11: "gren"}}, {"arrows": [Arrow((11, 15), "gren")]}]
)
def test_an_unknown_colour_is_refused_with_a_suggestion(options: dict[str, Any]) -> None:
    with refused(CrownheadError, "unknown.near", unknown="unknown.colour", near="green"):
        draw(**options)


@each(
    ("options", "sentence"),
    [
        *(({"size": size}, "drawing.size") for size in (-5, 0, "x", True, 4.5)),
        *(({"last_move": move}, "drawing.last-move") for move in ("11-15", (11, 15), 5)),
        *(({"arrows": arrows}, "drawing.arrows") for arrows in (5, "11-15", [5], ["11-15"])),
        ({"arrows": [Arrow(5)]}, "drawing.arrows"),  # type: ignore[arg-type]
        *(({"highlights": squares}, "drawing.highlights") for squares in (5, "15")),
        *(({"highlights": squares}, "square.wanted") for squares in ([[15]], [True], {"a": "red"})),
        ({"highlights": {15: ["red"]}}, Message("unknown.near", {"unknown": "unknown.colour"})),
        ({"theme": ["wood"]}, Message("unknown.near", {"unknown": "unknown.theme"})),
        (
            {"pieces": "falt"},
            Message("unknown.near", {"unknown": "unknown.set-of-pieces", "near": "flat"}),
        ),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_a_sentence(
    options: dict[str, Any], sentence: str | Message
) -> None:
    with refused(CrownheadError, sentence):
        draw(**options)


def test_only_a_position_is_drawn() -> None:
    with refused(CrownheadError, "drawing.position", value="x"):
        svg.board("x")  # type: ignore[arg-type]


def test_a_theme_is_named_in_any_case() -> None:
    assert find_theme(" Wood ").name == "wood"
    assert svg.board(Position.start(), theme="WOOD") == svg.board(Position.start(), theme="wood")


@pytest.mark.parametrize("path", [(), (11,), (11, 11), (11, 15, 15)])
def test_an_arrow_that_goes_nowhere_is_refused(path: tuple[int, ...]) -> None:
    with refused(CrownheadError, "drawing.arrow"):
        draw(arrows=[Arrow(path)])


# --- the picture in the documents --------------------------------------------------------------


def test_the_documents_show_the_picture_of_their_example() -> None:
    """If you changed the drawing on purpose, write the new one to docs/images/board.svg."""
    position = Position.start().play("11-15")
    picture = svg.board(
        position,
        flipped=True,
        last_move=Move((11, 15)),
        arrows=[(23, 19)],
        highlights=[15],
        theme="wood",
    )
    assert SHOWN.read_text(encoding="utf-8") == picture
