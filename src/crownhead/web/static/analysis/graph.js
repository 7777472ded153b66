// The chances in the course of a game, drawn; clicking, dragging and arrow keys walk through it.

import { el, setAttribute, svg } from "../lib/dom.js";
import { judged, percent, placeAfter, plyHere, WORDS } from "./judged.js";
import { lookOf } from "./marks.js";
import { redraw, state, words } from "./state.js";
import { goTo } from "./walking.js";

const WIDE = 600;
const HIGH = 140;

const x = (ply, total) => (WIDE * ply) / Math.max(total, 1);
const y = (chance) => HIGH * (1 - chance);

/** Black's chance after so many moves, where it is known. @returns {number | null} */
const chanceAfter = (ply) => (ply === 0 ? state.review?.start ?? null : judged(ply)?.chance ?? null);

export function graph() {
  const { total } = /** @type {ReviewView} */ (state.review);
  const points = Array.from({ length: total + 1 }, (_, ply) => ({ ply, chance: chanceAfter(ply) })).filter((
    { chance },
  ) => chance !== null);
  const line = points.map(({ ply, chance }) => `${x(ply, total).toFixed(1)} ${y(chance).toFixed(1)}`);
  const first = points[0]?.ply ?? total;
  const area = line.length ? `M${x(first, total).toFixed(1)} ${HIGH}L${line.join("L")}L${WIDE} ${HIGH}Z` : "";
  const drawnByTables = points.filter(({ ply }) => judged(ply)?.tables === "draw");
  const picture = svg("svg", { class: "graph-picture", viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none",
    "aria-hidden": "true" }, svg("rect", { class: "graph-white white", width: WIDE, height: HIGH }),
    svg("path", { class: "graph-black black", d: area }),
    ...drawnByTables.map(({ ply }) =>
      svg("rect", { class: "graph-drawn", x: x(ply - 1, total), y: HIGH - 7, width: x(1, total), height: 7 })
    ), svg("path", { class: "graph-middle", d: `M0 ${HIGH / 2}H${WIDE}` }),
    svg("path", { class: "graph-line", d: line.length ? `M${line.join("L")}` : "" }),
    svg("path", { class: "graph-now" }));
  const dots = points.filter(({ ply }) => judged(ply)?.mark).map(({ ply, chance }) => {
    const dot = el("i", { class: `graph-dot ${lookOf(judged(ply)?.mark)}` });
    dot.style.setProperty("--x", `${(100 * ply) / Math.max(total, 1)}%`);
    dot.style.setProperty("--y", `${100 * (1 - Number(chance))}%`);
    return dot;
  });
  const slider = el("input", {
    type: "range",
    class: "graph-slider",
    min: 0,
    max: total,
    "aria-label": "Moves of the game",
    "data-testid": "graph",
    "data-focus": "graph",
    onpointerdown: hold,
    oninput: ({ target }) => {
      const place = placeAfter(Number(target.value));
      if (place) goTo(place, { quiet: true });
    },
  });
  return el("div", { class: "graph" }, picture, ...dots, slider,
    el("span", { class: "graph-note", "aria-hidden": "true", hidden: true }, "In a variation"));
}

/** Show in a graph which place is shown. @param {HTMLElement} drawn */
export function markHere(drawn) {
  const { total } = /** @type {ReviewView} */ (state.review);
  const { ply, aside } = plyHere();
  const now = drawn.querySelector(".graph-now");
  setAttribute(now, "class", aside ? "graph-now aside" : "graph-now");
  setAttribute(now, "d", `M${x(ply, total)} 0V${HIGH}`);
  const slider = /** @type {HTMLInputElement} */ (drawn.querySelector(".graph-slider"));
  if (slider.value !== String(ply)) slider.value = String(ply);
  setAttribute(slider, "aria-valuetext", `${aside ? "In a variation, after " : ""}${graphWords(ply)}`);
  /** @type {HTMLElement} */ (drawn.querySelector(".graph-note")).hidden = !aside;
}

let held = false;

/** Whether somebody has the graph in hand: then it must not be replaced by another. */
export const isHeld = () => held;

function hold() {
  held = true;
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, letGo, { once: true });
}

function letGo() {
  held = false;
  redraw();
}

/** What the graph shows after so many moves, for the ear. */
function graphWords(ply) {
  const chance = chanceAfter(ply);
  const move = judged(ply);
  const said = move ? `${words.colour(move.side)} ${move.notation}. ` : "The start. ";
  if (chance === null) return `${said}Not looked at yet.`;
  const side = chance >= 0.5 ? "black" : "white";
  return `${said}${words.colour(side)} ${percent(Math.max(chance, 1 - chance))}.${
    move?.mark ? ` ${WORDS[move.mark]}.` : ""
  }`;
}
