// Counts over the games that were found: results, and who and what is found most often. Asked for when they are opened.

import { bar, resultParts, sayTally } from "../explorer/parts.js";
import { refusalOf } from "../lib/api.js";
import { byId, el } from "../lib/dom.js";
import { say } from "../lib/say.js";
import { many, plural } from "../lib/words.js";
import * as api from "./api.js";
import { searchFor } from "./finding.js";
import { onDraw, state, tell, words } from "./state.js";

const SHOWN = 6;
let asked = "";
let drawn = "";
/** @type {StatisticsView | null} */
let counted = null;

const isOpen = () => byId("counts").open;

async function ask() {
  const key = JSON.stringify([state.search, state.found?.count, state.library?.version]);
  if (!isOpen() || !state.found?.count || key === asked) return;
  asked = key;
  try {
    const answer = await api.counts(state.search);
    if (key !== asked) return;
    counted = answer;
    draw();
  } catch (error) {
    tell(refusalOf(error).message, null, true);
  }
}

/** @param {StatisticsView["players"]} items */
function list(title, field, items) {
  const row = ({ name: known, games }, name = known ?? say("game.person")) =>
    el("li", {}, el("button", { type: "button", class: "quiet", "data-testid": `count-${field}`, onclick: () =>
      searchFor({ ...state.search, [field]: name }) }, name), el("small", {}, many(games)));
  return items.length
    ? el("div", {}, el("h3", {}, title), el("ul", {}, ...items.slice(0, SHOWN).map((item) => row(item))))
    : null;
}

/** @param {StatisticsView} found */
function content({ tally, moves, longest, first_year: first, last_year: last, players, openings, events }) {
  const years = first === null ? "" : first === last ? `, in ${first}` : `, from ${first} to ${last}`;
  return [bar(resultParts(tally), tally.games),
    el("p", {}, `${sayTally(tally)}. ${plural(moves, "move")} on average, ${longest} at most${years}.`),
    el("div", { class: "count-lists" }, list("Players", "player", players), list("Openings", "opening", openings),
      list("Events", "event", events))];
}

function draw() {
  byId("counts").hidden = !state.found?.count;
  ask();
  const now = JSON.stringify([counted, words.colour("black")]);
  if (!counted || now === drawn) return;
  drawn = now;
  byId("counts-body").replaceChildren(...content(counted));
}

export function buildCounts() {
  byId("counts").addEventListener("toggle", draw);
  onDraw(draw);
}
