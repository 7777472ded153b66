// Black's chances over the course of a game as a graph; clicks, drags and arrow keys walk through the game.

import { el, setAttribute, svg, within } from "../lib/dom.js";
import { say } from "../lib/say.js";
import { holdGraph, visit } from "./actions.js";
import { chanceAfter, judged, plyHere, state } from "./state.js";
import { lookOf, sayPoint } from "./words.js";

const WIDE = 600;
const HIGH = 140;

/** @param {number} ply @param {number} total */
const x = (ply, total) => (WIDE * ply) / Math.max(total, 1);
/** @param {number} chance */
const y = (chance) => HIGH * (1 - chance);

function hold() {
  holdGraph(true);
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => holdGraph(false), { once: true });
}

export function graph() {
  const { total } = /** @type {ReviewView} */ (state.review);
  const points = Array.from({ length: total + 1 }, (_, ply) => ({ ply, chance: chanceAfter(ply), move: judged(ply) }))
    .flatMap((one) => (one.chance === null ? [] : [{ ...one, chance: one.chance }]));
  const line = points.map(({ ply, chance }) => `${x(ply, total).toFixed(1)} ${y(chance).toFixed(1)}`).join("L");
  const first = points[0]?.ply ?? total;
  const picture = svg("svg", { class: "graph-picture", viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none",
    "aria-hidden": "true" }, svg("rect", { class: "graph-white white", width: WIDE, height: HIGH }),
    svg("path", { class: "graph-black black",
      d: line && `M${x(first, total).toFixed(1)} ${HIGH}L${line}L${WIDE} ${HIGH}Z` }),
    ...points.filter(({ move }) => move?.tables === "draw").map(({ ply }) =>
      svg("rect", { class: "graph-drawn", x: x(ply - 1, total), y: HIGH - 7, width: x(1, total), height: 7 })
    ), svg("path", { class: "graph-middle", d: `M0 ${HIGH / 2}H${WIDE}` }),
    svg("path", { class: "graph-line", d: line && `M${line}` }), svg("path", { class: "graph-now" }));
  const dots = points.filter(({ move }) => move?.mark).map(({ ply, chance, move }) => {
    const dot = el("i", { class: `graph-dot ${lookOf(move?.mark)}` });
    dot.style.setProperty("--x", `${(100 * ply) / Math.max(total, 1)}%`);
    dot.style.setProperty("--y", `${100 * (1 - chance)}%`);
    return dot;
  });
  const slider = el("input", { type: "range", class: "graph-slider", min: 0, max: total,
    "aria-label": say("review.graph"), "data-testid": "graph", "data-focus": "graph", onpointerdown: hold,
    oninput: ({ currentTarget }) =>
      visit(Number(/** @type {HTMLInputElement} */ (currentTarget).value), { quiet: true }) });
  return el("div", { class: "graph" }, picture, ...dots, slider,
    el("span", { class: "graph-note", "aria-hidden": "true", hidden: true }, say("review.in-variation")));
}

/** Show in a graph which node is shown. @param {Element} drawn */
export function markHere(drawn) {
  const { total } = /** @type {ReviewView} */ (state.review);
  const { ply, aside } = plyHere();
  const now = within(drawn, ".graph-now", SVGElement);
  setAttribute(now, "class", aside ? "graph-now aside" : "graph-now");
  setAttribute(now, "d", `M${x(ply, total)} 0V${HIGH}`);
  const slider = within(drawn, ".graph-slider", HTMLInputElement);
  if (slider.value !== String(ply)) slider.value = String(ply);
  const point = sayPoint(judged(ply), chanceAfter(ply));
  setAttribute(slider, "aria-valuetext", aside ? `${say("review.in-variation")}. ${point}` : point);
  within(drawn, ".graph-note").hidden = !aside;
}
