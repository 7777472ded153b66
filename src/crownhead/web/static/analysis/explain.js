// What the hand-made evaluation counts in a position, for both sides, with the squares that each count comes from.

import { refusalOf } from "../lib/api.js";
import { byId, el } from "../lib/dom.js";
import { say, shown } from "../lib/say.js";
import * as api from "./api.js";
import { position, redraw, state, tell, words } from "./state.js";

/** by place @type {Map<string, ExplainedView>} */
const known = new Map();
let drawn = "";
let asked = "";
const RETRY_MS = 2000;

const key = () => `${state.analysis?.id} ${state.at}`;
const men = (points) => `${points > 0 ? "+" : points < 0 ? "−" : ""}${(Math.abs(points) / 100).toFixed(2)}`;
const percent = (chance) => `${Math.round(chance * 100)}%`;

async function ask() {
  const wanted = key();
  if (known.has(wanted) || asked === wanted) return;
  asked = wanted;
  try {
    known.set(wanted, await api.explained(/** @type {AnalysisView} */ (state.analysis).id, state.at));
    redraw();
  } catch (error) {
    tell(refusalOf(error).message);
    setTimeout(() => {
      asked = "";
      redraw();
    }, RETRY_MS);
  }
}

function point(squares) {
  state.pointed = squares;
  redraw();
}

/** @param {ExplainedView["terms"][number]} term */
function row(term) {
  const { black, white } = term;
  const title = shown({ code: `coach.${term.key}.title` });
  const sides = { black: say("side.black"), white: say("side.white") };
  const squares = [...new Set([...black.squares, ...white.squares])];
  const show = () => point(squares);
  const hide = () => point([]);
  /** @param {ExplainedView["terms"][number]["black"]} share */
  const cell = (share) =>
    el("td", { class: "count", onpointerenter: () => point(share.squares), onpointerleave: hide }, `${share.count}`,
      el("small", {}, share.points ? men(share.points) : ""));
  return el("tr", { "data-term": term.key },
    el("th", { scope: "row" },
      el("button", { type: "button", onpointerenter: show, onpointerleave: hide, onfocus: show, onblur: hide,
        onclick: show,
        "aria-label": `${title}: ${words.colour("black")} ${black.count}, ${
          words.colour("white")
        } ${white.count}. Show the squares` }, title),
      el("small", {}, shown({ code: `coach.${term.key}.explanation`, values: sides }))), cell(black), cell(white));
}

/** Who is ahead, by how much. */
function ahead(points, chance) {
  const side = points >= 0 ? "black" : "white";
  if (Math.abs(points) < 5) return `even (${percent(0.5)} each)`;
  return `${words.colour(side)} ahead by ${(Math.abs(points) / 100).toFixed(2)} men (${
    percent(Math.max(chance, 1 - chance))
  })`;
}

/** @param {ExplainedView} view */
function content({ terms, points, chance, network_points: network, network_chance: networkChance, cautions }) {
  const there = terms.filter(({ black, white }) => black.count || white.count || black.points || white.points);
  return [
    el("p", {}, "What a simple count sees in this position, without looking ahead:"),
    ...cautions.map((caution) =>
      el("p", { class: "wrong" },
        shown({ code: `coach.caution.${caution}`, values: { side: words.colour(position().turn) } }))
    ),
    el("table", { class: "terms" },
      el("thead", {},
        el("tr", {}, el("th", { scope: "col" }, "Counted"),
          ...["black", "white"].map((side) =>
            el("th", { scope: "col" }, el("i", { class: `disc ${side}` }),
              el("span", { class: "unseen" }, words.colour(/** @type {Side} */ (side))))
          ))), el("tbody", {}, ...there.map(row))),
    el("p", {}, el("strong", {}, "All together: "), ahead(points, chance), "."),
    network === null || networkChance === null
      ? null
      : el("p", {}, el("strong", {}, "The network says: "), ahead(network, networkChance),
        ". It has learned from millions of games, but cannot say why."),
  ].filter(Boolean);
}

export function draw() {
  ask();
  const view = known.get(key());
  const now = `${key()} ${Boolean(view)} ${state.preferences.theme}`;
  if (now === drawn) return;
  drawn = now;
  byId("panel-explain").replaceChildren(...(view ? content(view) : [el("p", { class: "none" }, "Counting…")]));
}
