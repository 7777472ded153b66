// What the classic evaluation counts in a position, for both sides, with the squares of each count.

import { byId, el, refill } from "../lib/dom.js";
import { say, sayNodes, shown } from "../lib/say.js";
import { sideName, SIDES } from "../lib/words.js";
import { point } from "./actions.js";
import { nodeKey, position, state } from "./state.js";
import { men, sayAhead } from "./words.js";

/** @typedef {ExplainedView["terms"][number]} Term */

/** Listeners that light squares while somebody points. @param {number[]} squares */
const pointing = (squares) => ({ onpointerenter: () => point(squares), onpointerleave: () => point([]) });

/** @param {Term["black"]} share */
const cell = ({ count, points, squares }) =>
  el("td", { class: "count", ...pointing(squares) }, String(count),
    el("small", {}, points ? `${points > 0 ? "+" : "−"}${men(points)}` : ""));

/** @param {Term} term */
function row({ key, black, white }) {
  const title = shown({ code: `coach.${key}.title` });
  const squares = [...new Set([...black.squares, ...white.squares])];
  const sides = { black: sideName("black"), white: sideName("white") };
  return el("tr", { "data-term": key },
    el("th", { scope: "row" },
      el("button", { ...pointing(squares), onfocus: () => point(squares), onblur: () => point([]),
        onclick: () => point(squares),
        "aria-label": say("analysis.explain.squares", { term: title, ...sides, black_count: black.count,
          white_count: white.count }) }, title),
      el("small", {}, shown({ code: `coach.${key}.explanation`, values: sides }))), cell(black), cell(white));
}

/** @param {ExplainedView} view */
function content({ terms, points, chance, network_points: network, network_chance: networkChance, cautions }) {
  const counted = terms.filter(({ black, white }) => black.count || white.count || black.points || white.points);
  const heads = SIDES.map((side) =>
    el("th", { scope: "col" }, el("i", { class: `disc ${side}` }), el("span", { class: "unseen" }, sideName(side)))
  );
  const strong = (/** @type {string} */ text) => el("strong", {}, text);
  return [
    el("p", {}, say("analysis.explain.intro")),
    ...cautions.map((caution) =>
      el("p", { class: "wrong" },
        shown({ code: `coach.caution.${caution}`, values: { side: sideName(position().turn) } }))
    ),
    el("table", { class: "terms" },
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, say("analysis.explain.counted")), ...heads)),
      el("tbody", {}, ...counted.map(row))),
    el("p", {}, ...sayNodes("analysis.explain.total", { standing: strong(sayAhead(points, chance)) })),
    ...network === null || networkChance === null
      ? []
      : [el("p", {}, ...sayNodes("analysis.explain.network", { standing: strong(sayAhead(network, networkChance)) }))],
  ];
}

export function drawExplanation() {
  const view = state.explained.get(nodeKey());
  refill(byId("panel-explain"), [nodeKey(), Boolean(view), state.preferences.theme],
    () => (view ? content(view) : [el("p", { class: "none" }, say("analysis.explain.counting"))]));
}
