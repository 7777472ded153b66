// What stands beside the board: moves, review, explorer, explanation or sharing, one at a time. All but the moves are fetched when they are wanted.

import { byId, setAttribute } from "../lib/dom.js";
import { onDraw, redraw, state, tell } from "./state.js";

/** @type {Record<string, () => Promise<{ draw: () => void, open?: () => void }>>} */
const LATE = {
  review: () => import("./review.js"),
  explain: () => import("./explain.js"),
  explorer: () => import("./explorer.js"),
  share: () => import("./share.js"),
};
/** @type {Record<string, { draw: () => void, open?: () => void }>} */
const found = {};
const RETRY_MS = 2000;
const NAMES = ["moves", "review", "explorer", "explain", "share"];

const isThere = (name) => name !== "review" || Boolean(state.analysis?.game);

export async function showTab(name) {
  const wanted = NAMES.includes(name) && isThere(name) ? name : "moves";
  state.tab = wanted;
  state.pointed = [];
  redraw();
  if (!LATE[wanted]) return;
  try {
    found[wanted] ??= await LATE[wanted]();
    found[wanted].open?.();
    redraw();
  } catch {
    tell("Crownhead does not answer. Is it still running in the terminal?");
    setTimeout(() => state.tab === wanted && !found[wanted] && showTab(wanted), RETRY_MS);
  }
}

function drawTabs() {
  for (const name of NAMES) {
    const tab = byId(`tab-${name}`);
    const shown = name === state.tab;
    tab.hidden = !isThere(name);
    setAttribute(tab, "aria-selected", shown);
    setAttribute(tab, "tabindex", shown ? 0 : -1);
    byId(`panel-${name}`).hidden = !shown;
  }
  document.body.dataset.tab = state.exercise ? "exercise" : state.tab;
  found[state.tab]?.draw();
}

function step(event) {
  const there = NAMES.filter(isThere);
  const at = there.indexOf(state.tab);
  const to =
    { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: there.length - 1 }[/** @type {string} */ (event.key)];
  if (to === undefined || !there[to]) return;
  event.preventDefault();
  event.stopPropagation();
  showTab(there[to]);
  byId(`tab-${there[to]}`).focus();
}

export function buildTabs() {
  for (const name of NAMES) byId(`tab-${name}`).addEventListener("click", () => showTab(name));
  byId("tabs").addEventListener("keydown", step);
  addEventListener("hashchange", () => state.analysis && showTab(location.hash.slice(1)));
  onDraw(drawTabs);
}
