// Games by day, week, month or year: columns, and the same as a table.

import { byId, el, svg } from "../lib/dom.js";
import { wonDrawnLost } from "../lib/words.js";
import { KINDS } from "./bars.js";
import { roomIn, title } from "./parts.js";
import { gamesIn, periodName, periodWords, range, ticks } from "./words.js";

const HIGH = 190;
const LEFT = 30;
const BELOW = 24;
const LABEL = 58; // pixels that a date takes
const WIDEST = 46; // pixels of a column
const TITLES = { day: "Day by day", week: "Week by week", month: "Month by month", year: "Year by year" };
const HEADS = { day: "Day", week: "Week", month: "Month", year: "Year" };

/** @param {ResultsView} results */
function columns({ periods, period }, width) {
  const most = Math.max(...periods.map(gamesIn), 1);
  const marks = ticks(0, most, 4);
  const inner = width - LEFT;
  const each = inner / periods.length;
  const broad = Math.min(each * 0.72, WIDEST);
  const high = HIGH - BELOW - 8;
  const y = (count) => HIGH - BELOW - (high * count) / most;
  const every = Math.ceil(LABEL / each);
  const lines = marks.flatMap((mark) => [
    svg("path", { class: "grid", d: `M${LEFT} ${y(mark)}H${width}` }),
    svg("text", { class: "axis", x: LEFT - 6, y: y(mark) + 4, "text-anchor": "end" }, String(mark)),
  ]);
  const drawn = periods.flatMap((one, at) => {
    const middle = LEFT + each * (at + 0.5);
    let below = 0;
    const parts = KINDS.filter((kind) => one[kind]).map((kind) => {
      below += one[kind];
      return svg("rect", { class: kind, x: middle - broad / 2, y: y(below), width: broad,
        height: Math.max(y(below - one[kind]) - y(below), 0) });
    });
    const late = middle + LABEL / 2 > width; // the last name would stand out of the picture
    const label = (periods.length - 1 - at) % every
      ? null
      : svg("text", { class: "axis", x: late ? width : middle, y: HIGH - 6, "text-anchor": late ? "end" : "middle" },
        periodName(period, one.begins));
    return [
      svg("g", {}, svg("title", {}, `${periodWords(period, one.begins)}: ${wonDrawnLost(one)}`),
        svg("rect", { class: "column", x: middle - each / 2, y: 0, width: each, height: HIGH - BELOW }), ...parts),
      label,
    ];
  });
  return svg("svg", { class: "columns", viewBox: `0 0 ${width} ${HIGH}`, width, height: HIGH, "aria-hidden": "true" },
    ...lines, ...drawn);
}

/** @param {ResultsView} results */
function asTable({ periods, period }) {
  const head = [HEADS[period], "Won", "Drawn", "Lost", "Rating at its end"].map((text) =>
    el("th", { scope: "col" }, text)
  );
  const rows = periods.filter(gamesIn).map((one) =>
    el("tr", {}, el("th", { scope: "row" }, periodName(period, one.begins)), ...KINDS.map((kind) =>
      el("td", {}, String(one[kind]))
    ), el("td", {}, one.strength ? `${one.strength.rating} (${range(one.strength)})` : "–"))
  );
  return el("table", { class: "plain" }, el("caption", { class: "unseen" }, TITLES[period]),
    el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows));
}

/** @param {ResultsView} results */
export function drawTime(results) {
  const part = byId("time");
  const open = part.querySelector("details")?.open ?? false;
  const focused = document.activeElement?.matches("#time summary");
  const width = roomIn(part);
  part.replaceChildren(
    title("time", TITLES[results.period],
      el("span", { class: "keys" }, ...KINDS.map((kind) => el("span", {}, el("i", { class: `key ${kind}` }), kind)))),
    columns(results, width),
    el("details", { open, "data-testid": "time-table" },
      el("summary", {}, `As a table, with your rating after each ${results.period}`), asTable(results)),
  );
  if (focused) part.querySelector("summary")?.focus();
}
