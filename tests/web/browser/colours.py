"""The colours that a browser shows, and their contrast."""

from __future__ import annotations

from playwright.sync_api import Locator

from crownhead.themes import contrast

# A canvas converts any CSS colour to bytes.
_SHADE = """(part, name) => {
  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  pen.fillStyle = getComputedStyle(part)[name];
  pen.fillRect(0, 0, 1, 1);
  return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
}"""

Shade = tuple[int, int, int]


def shade(part: Locator, name: str) -> Shade:
    """A colour of a part of the page, such as its `backgroundColor`, as red, green and blue."""
    red, green, blue = part.evaluate(_SHADE, name)
    return red, green, blue


def told_apart(one: Shade, other: Shade) -> float:
    """The contrast of two colours as defined by the WCAG."""
    return contrast(*(f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in (one, other)))
