"""A position as PNG: what is seen on it, and that it is what the SVG draws."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from PIL import Image, ImageChops

from cases import each
from crownhead import CrownheadError, Move, Position
from crownhead.discs import SETS
from crownhead.pictures import LEAST, MOST_STILL, png
from crownhead.themes import PRINT, THEMES, Theme
from refused import refused
from seeing import letters, marked, seen

MIXED = Position.from_fen("B:W18,27,K10,K32:B12,16,K1,K22")
FULL = Position.from_fen("B:WK21,22,23,K24,25,26,27,28,29,30,31,K32:B1,2,3,4,K5,6,7,8,9,10,11,K12")

flips = pytest.mark.parametrize("flipped", [False, True], ids=["white below", "black below"])


def picture(position: Position = MIXED, **options: Any) -> Image.Image:
    found = Image.open(io.BytesIO(png(position, **options)))
    assert found.format == "PNG"
    found.load()
    return found


@each("position", [MIXED, FULL, Position.start(), Position.from_fen("B:WK3:B")])
@each("pieces", SETS)
@each("theme", [*THEMES.values(), PRINT])
@flips
def test_every_piece_stands_on_its_square(
    theme: Theme, flipped: bool, pieces: str, position: Position
) -> None:
    shown = picture(position, theme=theme, flipped=flipped, pieces=pieces, size=240)
    assert seen(shown, theme, flipped=flipped) == letters(position.pieces)


@each("theme", THEMES.values())
@flips
def test_the_last_move_is_marked(theme: Theme, flipped: bool) -> None:
    after = Position.start().play("11-15")
    shown = picture(after, theme=theme, flipped=flipped, last_move=Move((11, 15)), size=200)
    assert marked(shown, theme, flipped=flipped) == {11, 15}
    assert marked(picture(after, theme=theme, flipped=flipped, size=200), theme) == frozenset()


@each("size", [LEAST, 333, 640, MOST_STILL])
def test_the_size_is_the_width_and_the_height(size: int) -> None:
    shown = picture(size=size)
    assert shown.size == (size, size)
    assert seen(shown, THEMES["classic"]) == letters(MIXED.pieces)


def test_the_corners_are_round() -> None:
    alpha = picture().getchannel("A")
    assert [alpha.getpixel(point) for point in ((0, 0), (399, 399), (200, 0))] == [0, 0, 255]


def differ(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(one.convert("RGB"), other.convert("RGB")).getbbox() is not None


def test_numbers_arrows_and_highlights_are_drawn() -> None:
    plain = picture(numbers=False)
    assert differ(plain, picture())
    assert differ(plain, picture(numbers=False, arrows=[(12, 19)]))
    assert differ(plain, picture(numbers=False, highlights=[12]))


def test_every_number_is_written_in_its_corner() -> None:
    """Numbers come from our own font, so they are there on a machine without any."""
    with_numbers, without = picture(Position.start()), picture(Position.start(), numbers=False)
    changed = ImageChops.difference(with_numbers.convert("RGB"), without.convert("RGB"))
    for row in range(8):
        for column in range(8):
            left, top = (13 + 50 * column) * 400 // 426, (13 + 50 * row) * 400 // 426
            corner = changed.crop((left, top, left + 15, top + 11))
            assert (corner.getbbox() is not None) == ((row + column) % 2 == 1), (row, column)


def test_several_threads_may_draw_at_once() -> None:
    with ThreadPoolExecutor(4) as threads:
        drawn = list(threads.map(lambda _: png(MIXED, size=200), range(8)))
    assert set(drawn) == {png(MIXED, size=200)}


@each("size", [LEAST - 1, MOST_STILL + 1, 0, -400, "400", 400.0, True, None])
def test_a_size_out_of_bounds_is_refused(size: Any) -> None:
    with refused(CrownheadError, "film.size", least=LEAST, most=MOST_STILL):
        png(MIXED, size=size)


def test_what_svg_refuses_is_refused() -> None:
    with refused(CrownheadError, "unknown.all"):
        png(MIXED, theme="blue")
    with refused(CrownheadError, "drawing.position"):
        png("start")  # type: ignore[arg-type]
