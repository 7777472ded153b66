"""Every mark is visible on every square that it can be on, in every theme, light and dark."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from browser.accessibility import MODES
from browser.colours import Shade, told_apart
from browser.conftest import NewPage
from crownhead.themes import THEMES

LEAST = 3.0  # the WCAG's minimum for graphics

# The marks by their classes, and the squares that they can be on. An arrow crosses all of them.
EVERYWHERE = ("light", "dark", "last")
MARKS: dict[str, tuple[str, ...]] = {
    "last": ("dark",),
    "must": ("dark",),  # the other side has just moved, so it is on no square of that move
    "chosen": ("dark",),
    "chosen on-last": ("last",),
    "target": ("dark",),
    "target on-last": ("last",),
    "dot": ("dark",),
    "dot on-last": ("last",),
    "ring": ("dark",),
    "ring on-last": ("last",),
    "via": ("dark",),
    "via on-last": ("last",),
    "jump": EVERYWHERE,
    "arrow": EVERYWHERE,
    "cell": ("dark", "last"),  # that has the focus
}
ON_THE_ANALYSIS_PAGE: dict[str, tuple[str, ...]] = {
    "pointed": ("dark",),
    "pointed on-last": ("last",),
    "threat": EVERYWHERE,
}
IN_THE_EDITOR: dict[str, tuple[str, ...]] = {
    "wrong": ("dark",),
    "wrong on-last": (),  # nobody has moved there
}

# Draw every mark on boards of the page, and read the browser's colours for them, at
# both ends of each animation.
_COLOURS = """async ({ theme, extra }) => {
  document.documentElement.dataset.theme = theme;
  const script = document.querySelector("script[type=module]:last-of-type").src;
  const load = (name) => import(new URL(`../lib/${name}.js`, script));
  const { createBoard } = await load("board");
  const nothing = {
    board: ".".repeat(32), flipped: false, numbers: false, focus: 1, last: [], prefix: null,
    movable: [], must: [], ends: [], via: [], jumps: [], capturing: false, jumped: [], hint: [],
  };
  const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const bytes = (colour) => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
    return { shade: [red, green, blue], alpha: alpha / 255 };
  };
  const tones = (node) => {
    const style = getComputedStyle(node);
    const all = ["fill", "stroke"].filter((name) => style[name] !== "none").map((name) => {
      const { shade, alpha } = bytes(style[name]);
      return { shade, alpha: alpha * style[`${name}Opacity`] * style.opacity };
    });
    if (node.matches(".cell")) {
      const [inner] = style.boxShadow.match(/rgba?\\([^)]*\\)/);
      return [bytes(style.outlineColor), bytes(inner)];
    }
    return all;
  };
  const found = {};
  const add = (name, node) => {
    const moving = node.getAnimations();
    for (const one of moving) one.pause();
    for (const share of moving.length ? [0, 0.999] : [0]) {
      for (const one of moving) one.currentTime = share * one.effect.getTiming().duration;
      (found[name] ??= []).push(tones(node));
    }
  };
  const squares = {};
  const element = document.body.appendChild(document.createElement("div"));
  element.className = "board";
  const draw = (scene) => {
    element.replaceChildren();
    const board = createBoard(element, { motion: { reduced: () => true }, piece: () => "" });
    board.show({ ...nothing, ...scene });
    return board;
  };
  const here = { prefix: [18], ends: [14], via: [15], must: [10], jumps: [[10, 19]], hint: ["M0 0h9v9z"] };
  for (const scene of [here, { ...here, capturing: true }]) {
    for (const last of [[], [18, 14, 15]]) {
      const board = draw({ ...scene, last: [5, ...last] });
      board.target(14);
      for (const name of extra) board.mark(name, [14]);
      for (const node of element.querySelectorAll(".marks *, .jumps *, .dots *, .arrows *")) {
        const name = [...node.classList].filter((one) => one !== "edge").join(" ");
        add(name, node);
      }
      for (const name of ["light", "dark", "last"]) {
        squares[name] = tones(element.querySelector(`.${name}`))[0].shade;
      }
    }
  }
  if (extra.includes("pointed")) {
    draw({ hint: ["M0 0h9v9z"] });
    element.classList.add("threatening");
    add("threat", element.querySelector(".arrow"));
    element.classList.remove("threatening");
  }
  const board = draw({});
  board.grid.classList.add("keyboard");
  board.cellOf(1).focus({ focusVisible: true });
  add("cell", board.cellOf(1));
  element.remove();
  return { found, squares };
}"""


def blended(tone: dict[str, Any], square: Shade) -> Shade:
    """A translucent colour, blended with the square."""
    red, green, blue = (
        round(tone["alpha"] * mine + (1 - tone["alpha"]) * below)
        for mine, below in zip(tone["shade"], square, strict=True)
    )
    return red, green, blue


def faint(page: Page, marks: dict[str, tuple[str, ...]], *extra: str) -> list[str]:
    """The marks of a page with too little contrast, and where."""
    told: list[str] = []
    for theme in THEMES:
        for mode in MODES:
            page.emulate_media(color_scheme=mode)
            drawn = page.evaluate(_COLOURS, {"theme": theme, "extra": extra})
            found, squares = drawn["found"], drawn["squares"]
            assert set(found) == set(marks), "each mark must say where it can lie"
            for name, grounds in marks.items():
                for ground in grounds:
                    square: Shade = tuple(squares[ground])
                    best = [
                        max(told_apart(blended(tone, square), square) for tone in tones)
                        for tones in found[name]
                    ]
                    # A jump has two parts; the parts of other marks are shown at different times.
                    seen = max(best) if name == "jump" else min(best)
                    if seen < LEAST:
                        told.append(f"{theme}, {mode}: {name} on {ground} has {seen:.2f}")
    return told


def test_marks_are_seen_on_every_board(new_page: NewPage) -> None:
    page = new_page(reduced_motion="no-preference")
    for address, marks, extra in (
        ("/", MARKS, ()),
        ("/analysis", MARKS | ON_THE_ANALYSIS_PAGE, ("pointed",)),
        ("/editor", MARKS | IN_THE_EDITOR, ("wrong",)),
    ):
        page.goto(address)
        assert faint(page, marks, *extra) == [], address
