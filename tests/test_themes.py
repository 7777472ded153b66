"""The colours of boards: equal on the page, and with enough contrast."""

from __future__ import annotations

import re

import pytest
from rich.color import ColorSystem

from cases import each
from crownhead.terminal.colours import palette
from crownhead.themes import PRINT, THEMES, Disc, Theme
from crownhead.web.files import board_styles
from themed import themes


@themes
@each("system", [ColorSystem.STANDARD, ColorSystem.EIGHT_BIT])
def test_pieces_can_be_seen_in_terminals_with_few_colours(
    theme: Theme, system: ColorSystem
) -> None:
    shown = palette(theme, system.name.lower() if system is ColorSystem.STANDARD else "256")
    grounds, discs = {shown.dark, shown.trail, shown.mark}, {shown.black, shown.white}
    assert len(discs) == 2
    assert not grounds & discs


# --- whether it can be seen --------------------------------------------------------------------


def luminance(colour: str) -> float:
    """Work out the relative luminance of #rrggbb as WCAG 2 defines it."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Work out the contrast ratio of two colours, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def sides(theme: Theme) -> list[tuple[str, Disc]]:
    return [("black", theme.black), ("white", theme.white)]


@themes
def test_the_sides_differ_in_lightness_not_only_in_hue(theme: Theme) -> None:
    assert contrast(theme.black.face, theme.white.face) >= 3
    assert luminance(theme.black.face) < luminance(theme.white.face)


@each("theme", [*THEMES.values(), PRINT])
def test_pieces_stand_out_from_their_squares(theme: Theme) -> None:
    for side, disc in sides(theme):
        for square in (theme.dark, theme.trail):
            best = max(contrast(disc.face, square), contrast(disc.outline, square))
            assert best >= 3, (side, square, best)


@each("theme", [*THEMES.values(), PRINT])
def test_crowns_stand_out_from_their_pieces(theme: Theme) -> None:
    for side, disc in sides(theme):
        assert contrast(disc.crown, disc.face) >= 4.5, side
        assert contrast(disc.crown, disc.shine) >= 3, side


@each("theme", [*THEMES.values(), PRINT])
def test_numbers_can_be_read(theme: Theme) -> None:
    assert contrast(theme.number, theme.dark) >= 4.5
    assert contrast(theme.trail_number, theme.trail) >= 4.5


@each("theme", [*THEMES.values(), PRINT])
def test_the_dark_squares_differ_from_the_light_ones_and_from_the_last_move(theme: Theme) -> None:
    assert contrast(theme.light, theme.dark) >= 1.5
    assert contrast(theme.trail, theme.dark) >= 1.5


@themes
def test_the_last_move_and_its_pieces_stand_out_on_the_page(theme: Theme) -> None:
    rule = next(rule for rule in board_styles().splitlines() if f'"{theme.name}"' in rule)
    page = dict(re.findall(r"--([\w-]+):(#\w{6})", rule))
    assert contrast(page["last"], page["square-dark"]) >= 1.5
    assert contrast(page["last"], page["square-light"]) >= 1.5
    assert contrast(page["last-ink"], page["last"]) >= 4.5  # numbers and dots
    assert contrast(page["number"], page["square-dark"]) >= 4.5
    for side in "bw":
        face, line = page[f"{side}-face"], page[f"{side}-line"]
        assert max(contrast(face, page["last"]), contrast(line, page["last"])) >= 2.5, side


def test_the_contrast_ratio_of_black_and_white_is_21() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
