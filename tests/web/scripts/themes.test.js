// The colours of the boards, as the style sheets have them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const sheet = (name) =>
  readFileSync(join(import.meta.dirname, "../../../src/crownhead/web/static/css", `${name}.css`), "utf8");
const css = sheet("themes") + sheet("boards");
const themes = [...css.matchAll(/\[data-theme="([\w-]+)"\] \{[^}]*--square-dark/g)].map(([, name]) => name);

/** The colours of a board by name. */
function coloursOf(theme) {
  const [, body] = css.match(new RegExp(`\\[data-theme="${theme}"\\] \\{([^}]*--square-dark[^}]*)\\}`)) ?? [];
  assert.ok(body, `the board ${theme} has no colours`);
  return Object.fromEntries([...body.matchAll(/--([\w-]+): (#\w+)/g)].map(([, name, value]) => [name, value]));
}

function brightness(colour) {
  const digits = colour.length === 4
    ? [...colour.slice(1)].map((digit) => digit + digit)
    : colour.slice(1).match(/../g);
  const [red, green, blue] = digits.map((part) => Number.parseInt(part, 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, two) {
  const [dark, light] = [brightness(one), brightness(two)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test("the last move is seen by its brightness, and so is what stands on it", () => {
  assert.ok(themes.length > 1);
  for (const theme of themes) {
    const board = coloursOf(theme);
    const least = (value, one, two) => {
      const found = contrast(board[one], board[two]);
      assert.ok(found >= value, `${theme}: ${one} on ${two} has a contrast of ${found.toFixed(2)}, not ${value}`);
    };
    least(1.5, "last", "square-dark");
    least(1.5, "last", "square-light");
    least(4.5, "last-ink", "last"); // numbers and dots
    least(4.5, "number", "square-dark");
    for (const side of ["b", "w"]) {
      const best = Math.max(contrast(board[`${side}-face`], board.last), contrast(board[`${side}-line`], board.last));
      assert.ok(best >= 2.5, `${theme}: the pieces ${side} on the last move have a contrast of ${best.toFixed(2)}`);
    }
  }
});
