"""What a page says and how it fits, wherever a person has come to."""

from __future__ import annotations

from typing import TypedDict

from playwright.sync_api import Page


class Inspection(TypedDict):
    """What was found: all texts, and those that cannot be read in full."""

    texts: list[str]
    faults: list[str]


# Texts are measured where they are drawn. What scrolls is not cut off; what fades on purpose has
# the class `steps`, and what ends in an ellipsis has a title that says all.
_INSPECT = """() => {
  const modal = document.querySelector("dialog[open]");
  const shown = (one) => one.checkVisibility({ visibilityProperty: true });
  const hides = (value) => value === "hidden" || value === "clip";
  const isUnseen = (one) => {
    for (let node = one; node; node = node.parentElement)
      if (getComputedStyle(node).clipPath === "inset(50%)") return true;
    return false;
  };
  const texts = [document.title];
  const faults = [];

  const wordsOf = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range;
  };
  const isCut = (node, one) => {
    const boxes = [...wordsOf(node).getClientRects()].filter(({ width }) => width);
    let across = true, down = true;
    for (let over = one; over && over !== document.body; over = over.parentElement) {
      const style = getComputedStyle(over);
      if (style.display === "inline") continue;
      const box = over.getBoundingClientRect();
      const gone = ({ left, right, top, bottom }) =>
        (across && hides(style.overflowX) && (right > box.right + 1 || left < box.left - 1))
        || (down && hides(style.overflowY) && (bottom > box.bottom + 2 || top < box.top - 2));
      if (boxes.some(gone)) return !(style.textOverflow === "ellipsis" && over.closest("[title]"));
      across &&= style.overflowX === "visible" || hides(style.overflowX);
      down &&= style.overflowY === "visible" || hides(style.overflowY);
      if (style.position === "fixed") break;
    }
    return false;
  };

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const text = node.textContent.trim();
    const one = node.parentElement;
    if (!text || one.closest("script, style, kbd")) continue;
    if (one.closest("option, [aria-live]")) texts.push(text);
    if (!shown(one)) continue;
    texts.push(text);
    if (one.closest("svg, option, .steps") || (modal && !modal.contains(one)) || isUnseen(one)) continue;
    if (isCut(node, one)) faults.push(`cut off: ${text}`);
  }
  const labels = "aria-label title placeholder alt aria-valuetext aria-description label";
  for (const name of labels.split(" "))
    for (const one of document.querySelectorAll(`[${name}]`))
      if (shown(one) || one.closest("select")) texts.push(one.getAttribute(name));
  for (const one of document.querySelectorAll("input[type=text], input:not([type]), textarea"))
    if (shown(one)) texts.push(one.value);

  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) faults.push(`the page is ${wide} pixels wide`);

  const seen = (one) => {
    const drawn = one.matches("h1, h2, h3, legend") ? wordsOf(one) : one;
    let { left, right, top, bottom } = drawn.getBoundingClientRect();
    for (let over = one.parentElement; over && over !== document.body; over = over.parentElement) {
      if (getComputedStyle(over).overflow === "visible") continue;
      const box = over.getBoundingClientRect();
      [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    return { left, right, top, bottom };
  };
  const isCovered = (one) => ["sticky", "fixed"].includes(getComputedStyle(one).position);
  const parts = [...(modal ?? document).querySelectorAll(
    "button, a[href], input, select, textarea, summary, label, legend, h1, h2, h3")]
    .filter((one) => shown(one) && !one.closest("svg, .end, [aria-hidden=true]") && !isUnseen(one)
      && getComputedStyle(one).opacity !== "0" && !isCovered(one))
    .map((one) => [one, seen(one)]).filter(([, box]) => box.right - box.left > 2 && box.bottom - box.top > 2);
  const called = (one) => one.id || one.dataset.testid || one.name || one.textContent.trim().slice(0, 30);
  parts.forEach(([one, box], index) => {
    for (const [other, next] of parts.slice(index + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const across = Math.min(box.right, next.right) - Math.max(box.left, next.left);
      const down = Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top);
      const size = `${Math.round(across)}x${Math.round(down)}`;
      if (across > 2 && down > 2) faults.push(`overlap by ${size}: ${called(one)}, ${called(other)}`);
    }
  });
  return { texts: [...new Set(texts)], faults: [...new Set(faults)] };
}"""


def inspected(page: Page) -> Inspection:
    """The texts of a page, and the faults of its layout: what is cut off, overlaps or overflows."""
    found: Inspection = page.evaluate(_INSPECT)
    return found
