// Tables in which every row has a bar: won, drawn and lost, as long as there are games. The numbers stand beside it.

import { el, portrait, svg } from "../lib/dom.js";
import { plural, wonDrawnLost } from "../lib/words.js";
import { gamesIn, score } from "./words.js";

export const KINDS = /** @type {const} */ (["won", "drawn", "lost"]);
const NAMES = { won: "Won", drawn: "Drawn", lost: "Lost" };

/** Where a list of such games is; null where none can be chosen. @typedef {((state?: string) => string) | null} Where */

/** The list of games of an opponent, or of everybody. */
export const listOf = (opponent = "") => (state = "") => {
  const wanted = new URLSearchParams({ ...(state && { state }), ...(opponent && { opponent }) });
  return wanted.size ? `/?${wanted}` : "/";
};

/** A bar; whoever cannot see it reads the numbers. @param {TallyView} tally @param {Where} where */
export function bar(tally, longest = gamesIn(tally), where = null) {
  const games = gamesIn(tally);
  let x = 0;
  const parts = KINDS.filter((kind) => tally[kind]).map((kind) => {
    const part = svg("rect", { class: kind, x, width: tally[kind], height: 1 });
    x += tally[kind];
    return where ? svg("a", { href: where(kind), tabindex: -1 }, part) : part;
  });
  const width = `${Math.max((100 * games) / Math.max(longest, 1), 1)}%`;
  return svg("svg", { class: "bar", viewBox: `0 0 ${Math.max(games, 1)} 1`, width, preserveAspectRatio: "none",
    "aria-hidden": "true" }, svg("title", {}, wonDrawnLost(tally)), ...parts);
}

/** @param {TallyView} tally @param {"won" | "drawn" | "lost"} kind @param {Where} where */
function number(tally, kind, where, whose) {
  const count = tally[kind];
  const said = `${count} ${kind}${whose ? `, ${whose}` : ""}`;
  return el("td", { class: count ? "" : "nothing" },
    where && count ? el("a", { href: where(kind), "aria-label": said }, String(count)) : String(count));
}

/** @param {{ tally: TallyView, name: string, more?: string, mark?: Element, where?: Where }[]} rows */
export function barTable(caption, first, rows) {
  const longest = Math.max(...rows.map(({ tally }) => gamesIn(tally)));
  const head = el("tr", {}, el("th", { scope: "col" }, first),
    ...KINDS.map((kind) => el("th", { scope: "col" }, el("i", { class: `key ${kind}` }), NAMES[kind])),
    el("th", { scope: "col" }, "Score"));
  const body = rows.map(({ tally, name, more, mark, where }) => {
    const words = el("span", { class: "row-words" }, el("strong", {}, name),
      el("small", {}, more ?? plural(gamesIn(tally), "game")));
    const who = where
      ? el("a", { class: "row-name", href: where() }, mark, words)
      : el("span", { class: "row-name" }, mark, words);
    return el("tr", {},
      el("th", { scope: "row" }, el("div", { class: "row" }, who, bar(tally, longest, where ?? null))),
      ...KINDS.map((kind) => number(tally, kind, where ?? null, name)),
      el("td", { class: "score" }, gamesIn(tally) ? score(tally) : "–"));
  });
  return el("table", { class: "bars" }, el("caption", { class: "unseen" }, caption), el("thead", {}, head),
    el("tbody", {}, ...body));
}

/** A face, or the classic opponents' one. */
export const face = (name) => portrait(name, "small");
