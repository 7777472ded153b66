// Charts that count games: in all, by opponent, colour, opening and time. Each is drawn with its numbers beside it.

import { byId, el, portrait, refill, svg } from "../lib/dom.js";
import { say, sentence, shown } from "../lib/say.js";
import { wonDrawnLost } from "../lib/words.js";
import { gamesIn, inLibrary, KINDS, listOf, periodName, periodText, ratingValues, score, share,
  ticks } from "./figures.js";
import { state, toggleAll } from "./state.js";

/** @typedef {import("./figures.js").Where} Where */

const USUAL_OPENINGS = 10;
const NARROWEST = 200; // pixels; the width is 0 before the first layout

/** The head of a part. @param {string} id @param {string} text @param {...Node} more */
export const title = (id, text, ...more) =>
  el("div", { class: "sheet-head" }, el("h2", { id: `${id}-title` }, text), ...more);

/** The result of games, after its colour. @param {typeof KINDS[number]} kind */
const key = (kind) => [el("i", { class: `key ${kind}` }), say(`results.${kind}`)];

/** How many pixels wide a chart may be. @param {HTMLElement} part */
export const roomIn = (part) =>
  Math.max((part.firstElementChild ?? part.appendChild(el("div"))).clientWidth, NARROWEST);

// ---- tables with a bar in every row

/** A bar, hidden from screen readers: the numbers stand beside it. @param {TallyView} tally @param {number} longest @param {Where | null} where */
function bar(tally, longest, where) {
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

/** @typedef {{ tally: TallyView, name: string, more?: string, mark?: Element, where?: Where | null }} Row */

/** @param {Row} row @param {typeof KINDS[number]} kind */
function cell({ tally, name, where }, kind) {
  const count = tally[kind];
  const label = say("results.cell", { result: { code: `results.${kind}` }, name, count });
  return el("td", { class: count ? "" : "nothing" },
    where && count ? el("a", { href: where(kind), "aria-label": label }, shown(count)) : shown(count));
}

/** @param {string} caption @param {string} first the head of the first column @param {Row[]} rows */
function barTable(caption, first, rows) {
  const longest = Math.max(...rows.map(({ tally }) => gamesIn(tally)));
  const head = el("tr", {}, el("th", { scope: "col" }, first),
    ...KINDS.map((kind) => el("th", { scope: "col" }, ...key(kind))), el("th", { scope: "col" }, say("results.score")));
  const body = rows.map((row) => {
    const { tally, name, more, mark, where = null } = row;
    const count = gamesIn(tally);
    const words = el("span", { class: "row-words" }, el("strong", {}, name),
      el("small", {}, more ?? say("count.game", { count })));
    const who = where
      ? el("a", { class: "row-name", href: where() }, mark, words)
      : el("span", { class: "row-name" }, mark, words);
    return el("tr", {}, el("th", { scope: "row" }, el("div", { class: "row" }, who, bar(tally, longest, where))),
      ...KINDS.map((kind) => cell(row, kind)), el("td", { class: "score" }, count ? score(tally) : "–"));
  });
  return el("table", { class: "bars" }, el("caption", { class: "unseen" }, caption), el("thead", {}, head),
    el("tbody", {}, ...body));
}

/** @param {ResultsView} results */
export function drawTotal({ total }) {
  const count = gamesIn(total);
  const where = listOf();
  byId("total").replaceChildren(
    title("total", say("count.game", { count }),
      el("span", { class: "aside" }, say("results.score-of", { score: score(total) }))),
    bar(total, count, where),
    el("ul", { class: "thirds" },
      ...KINDS.map((kind) =>
        el("li", {},
          el("a", { href: where(kind), "data-testid": `all-${kind}` },
            el("span", {}, el("strong", {}, shown(total[kind])), el("small", {}, share(total[kind], count))),
            el("span", {}, ...key(kind))))
      )),
  );
}

/** @param {OpponentView} opponent */
const strengthOf = ({ number, rating }) =>
  [number && say("start.level", { number }),
    rating ? say("start.rated", { rating: String(rating) }) : say("results.not-rated")].filter(Boolean).join(" · ");

/**
 * Draw a table in a part, if what it is about has changed.
 * @param {string} part @param {"opponent" | "colour" | "opening"} by @param {unknown} what @param {Row[]} rows @param {Child} [more]
 */
const drawTable = (part, by, what, rows, more) =>
  void refill(byId(part), what,
    () => [title(part, say(`results.by-${by}`)), barTable(say(`results.by-${by}.caption`), say(`results.${by}`), rows),
      more]);

/** @param {ResultsView} results */
export const drawOpponents = ({ opponents }) =>
  drawTable("opponents", "opponent", opponents,
    opponents.map(({ opponent: one, ...tally }) => ({ tally, name: sentence(one.name, ""),
      mark: portrait(one.portrait, "small"), where: listOf(one.opponent), more: strengthOf(one) })
    ));

/** @param {ResultsView} results */
export const drawSides = ({ sides }) =>
  drawTable("sides", "colour", sides,
    sides.map(({ side, ...tally }) => ({ tally, name: say(`side.${side}`),
      mark: el("i", { class: `disc ${side}` }) })
    ));

/** @param {ResultsView} results */
export function drawOpenings({ openings }) {
  const { all } = state;
  const isLong = openings.length > USUAL_OPENINGS + 1;
  const rows = openings.slice(0, isLong && !all ? USUAL_OPENINGS : undefined).map(({ opening, ...tally }) => ({ tally,
    name: opening ?? say("results.nameless"), where: opening === null ? null : inLibrary(opening) })
  );
  const text = all ? say("results.show-fewer") : say("results.show-all", { count: openings.length });
  drawTable("openings", "opening", [openings, all], rows, isLong
    && el("button", { class: "quiet more", "data-testid": "all-openings", "aria-expanded": String(all),
      onclick: toggleAll }, text));
}

// ---- games by day, week, month or year

const HIGH = 190;
const LEFT = 30;
const BELOW = 24;
const LABEL = 58; // pixels that a date takes
const WIDEST = 46; // pixels of a column

/** @param {ResultsView} results @param {number} width */
function columns({ periods, period }, width) {
  const most = Math.max(...periods.map(gamesIn), 1);
  const each = (width - LEFT) / periods.length;
  const broad = Math.min(each * 0.72, WIDEST);
  const y = (/** @type {number} */ count) => HIGH - BELOW - ((HIGH - BELOW - 8) * count) / most;
  const every = Math.ceil(LABEL / each);
  const lines = ticks(0, most, 4).flatMap((mark) => [
    svg("path", { class: "grid", d: `M${LEFT} ${y(mark)}H${width}` }),
    svg("text", { class: "axis", x: LEFT - 6, y: y(mark) + 4, "text-anchor": "end" }, shown(mark)),
  ]);
  const drawn = periods.flatMap((one, at) => {
    const middle = LEFT + each * (at + 0.5);
    let below = 0;
    const parts = KINDS.filter((kind) => one[kind]).map((kind) => {
      below += one[kind];
      return svg("rect", { class: kind, x: middle - broad / 2, y: y(below), width: broad,
        height: Math.max(y(below - one[kind]) - y(below), 0) });
    });
    const isLast = middle + LABEL / 2 > width; // its label would stick out of the picture
    const label = (periods.length - 1 - at) % every
      ? null
      : svg("text", { class: "axis", x: isLast ? width : middle, y: HIGH - 6,
        "text-anchor": isLast ? "end" : "middle" }, periodName(period, one.begins));
    const text = say("results.column", { period: periodText(period, one.begins), results: wonDrawnLost(one) });
    return [
      svg("g", {}, svg("title", {}, text),
        svg("rect", { class: "column", x: middle - each / 2, y: 0, width: each, height: HIGH - BELOW }), ...parts),
      label,
    ];
  });
  return svg("svg", { class: "columns", viewBox: `0 0 ${width} ${HIGH}`, width, height: HIGH, "aria-hidden": "true" },
    ...lines, ...drawn);
}

/** @param {ResultsView} results */
function asTable({ periods, period }) {
  const heads = [say(`results.head.${period}`), ...KINDS.map((kind) => say(`results.${kind}`)),
    say("results.rating-after")];
  const rows = periods.filter(gamesIn).map((one) =>
    el("tr", {}, el("th", { scope: "row" }, periodName(period, one.begins)), ...KINDS.map((kind) =>
      el("td", {}, shown(one[kind]))
    ), el("td", {}, one.strength ? say("results.rating-range", ratingValues(one.strength)) : "–"))
  );
  return el("table", { class: "plain" }, el("caption", { class: "unseen" }, say(`results.by-${period}`)),
    el("thead", {}, el("tr", {}, ...heads.map((text) => el("th", { scope: "col" }, text)))), el("tbody", {}, ...rows));
}

/** @param {ResultsView} results */
export function drawTime(results) {
  const part = byId("time");
  const open = part.querySelector("details")?.open ?? false;
  const isFocused = document.activeElement?.matches("#time summary");
  const keys = KINDS.map((kind) => el("span", {}, ...key(kind)));
  const width = roomIn(part);
  part.replaceChildren(title("time", say(`results.by-${results.period}`), el("span", { class: "keys" }, ...keys)),
    columns(results, width),
    el("details", { open, "data-testid": "time-table" }, el("summary", {}, say("results.as-table")), asTable(results)));
  if (isFocused) part.querySelector("summary")?.focus();
}
