// The analysis page: what can be looked into at /analysis, and an analysis at /analysis/ID.

import { game as loadGame, refusalOf } from "../lib/api.js";
import { byId, onClick, setText } from "../lib/dom.js";
import { beginPage, loadPreferences } from "../lib/page.js";
import * as api from "./api.js";
import { buildChooser, showChooser } from "./chooser.js";
import { buildComments } from "./comments.js";
import { connect, disconnect, onGone, think, turnOn, turnThreat } from "./engine.js";
import { buildEngine } from "./lines.js";
import { accept, childrenOf, endOf, foundHere, note, onDraw, redraw, START, state, words } from "./state.js";
import { buildTable, flip } from "./table.js";
import { buildTabs, showTab } from "./tabs.js";
import { buildTree } from "./tree.js";
import { endPreview, goTo, onMove, playLine, taker, walk } from "./walking.js";

const RETRY_MS = 2000;

function showPart(name) {
  byId("chooser").hidden = name !== "chooser";
  byId("analysis").hidden = name !== "analysis";
  byId("to-analysis").hidden = name === "chooser";
  document.body.dataset.page = name;
}

/** A review that was made or begun: its marks stand in the list of moves. Its own tab asks for one. @param {GameView | null} played */
const knownReview = async (played,
  tab) => (played?.outcome && tab !== "review" ? api.review(played.id).catch(() => null) : null);

/** Show a review that is done, or follow one that is being made. @param {ReviewView | null} known */
function takeReview(known) {
  if (known?.state === "done") state.review = known;
  else if (known) import("./review.js").then((review) => review.open(), () => {});
}

/** Show an analysis: from a view that just came, or by its address; `ply` is the moment to look at. @param {AnalysisView} view @param {{ push?: boolean, more?: boolean, ply?: number | null }} [how] */
async function open(view, { push = true, more = false, ply = null } = {}) {
  const tab = location.hash.slice(1) || (view.game ? "review" : "moves");
  const played = view.game ? await loadGame(view.game).catch(() => null) : null;
  const known = await knownReview(played, tab);
  if (push) history.pushState(null, "", `/analysis/${view.id}`);
  disconnect();
  taker.play = taker.again = null;
  Object.assign(state, { analysis: null, at: START, places: new Map(), found: null, preview: null, selection: null,
    threat: false, played, review: null, exercise: null, pointed: [], message: "" });
  accept(view);
  takeReview(known);
  state.flipped = ((played && words.mySide(played)) ?? view.start.turn) === "black"; // one's own side, or the first to move, is below
  showPart("analysis");
  connect(view.id);
  const kept = sessionStorage.getItem(`at-${view.id}`);
  showTab(tab);
  const usual = kept && (kept === START || state.nodes.has(kept)) ? kept : view.game ? endOf(START) : START;
  goTo(ply === null ? usual : placeAfter(ply), { quiet: true });
  if (more) note("There are more games in that text. This is the first.");
}

/** The place after so many moves of the main line. */
function placeAfter(ply) {
  let at = START;
  for (let moves = 0; moves < ply && childrenOf(at).length; moves += 1) [at] = childrenOf(at);
  return at;
}

/** What an address without an analysis asks for: a game that was played here, one of the library, or a position. @returns {{ game?: string, library?: number, text?: string } | null} */
function wished() {
  const asked = new URLSearchParams(location.search);
  const [game, library, text] = ["game", "library", "fen"].map((name) => asked.get(name));
  if (game) return { game };
  if (library) return { library: Number(library) || 0 };
  return text ? { text } : null;
}

async function route() {
  const [, id] = location.pathname.match(/^\/analysis\/([^/]+)$/) ?? [];
  const wanted = wished();
  const ply = new URLSearchParams(location.search).get("ply");
  try {
    if (id) return await open(await api.load(id), { push: false });
    if (wanted) {
      const { analysis: view } = await api.begin(wanted);
      history.replaceState(null, "", `/analysis/${view.id}${location.hash}`);
      return await open(view, { push: false, ply: ply === null ? null : Number(ply) });
    }
  } catch (error) {
    const { status, message } = refusalOf(error);
    if (!status) return void setTimeout(route, RETRY_MS);
    return leave(message);
  }
  await choose();
}

/** Go to what else can be looked into, and say why. */
function leave(sentence) {
  history.replaceState(null, "", "/analysis");
  setText(byId("paste-error"), sentence);
  return choose();
}

async function choose() {
  disconnect();
  state.analysis = null;
  document.title = "Analysis - Crownhead";
  showPart("chooser");
  await showChooser();
}

const takesText = (node) => node?.matches?.("input, select, textarea");
/** @type {Record<string, () => unknown>} */
const KEYS = {
  ArrowLeft: walk.back,
  ArrowRight: walk.on,
  ArrowUp: () => walk.aside(-1),
  ArrowDown: () => walk.aside(1),
  Home: walk.first,
  End: walk.last,
  Escape: endPreview,
};
/** @type {Record<string, () => unknown>} */
const LETTERS = {
  f: flip,
  e: () => turnOn(!state.on),
  t: () => turnThreat(!state.threat),
  " ": playBest,
};

/** Play the engine's best move. */
function playBest() {
  const [best] = foundHere()?.lines ?? [];
  if (best?.steps.length && !state.threat) playLine(best.steps, 0);
}

function listenToKeys() {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || !state.analysis
      || document.querySelector("dialog[open]")) return;
    const node = /** @type {HTMLElement} */ (event.target);
    if (takesText(node) || (event.key === " " && node.matches("button, a"))) return;
    const arrows = !node.matches(".keyboard [role=gridcell]");
    const action = (arrows ? KEYS[event.key] : null)
      ?? (state.preferences.keys ? LETTERS[event.key.toLowerCase()] : null);
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/** A button that was clicked keeps no keys for itself: arrows walk on, and the space bar plays. */
function leaveKeysFree() {
  byId("analysis").addEventListener("click", (event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    if (/** @type {PointerEvent} */ (event).pointerType === "mouse" && button) button.blur();
  });
}

function drawTitle() {
  const { name } = /** @type {AnalysisView} */ (state.analysis);
  setText(byId("name"), name);
  document.title = `${name} - Crownhead`;
}

async function begin() {
  beginPage(state, () => {
    state.on = state.preferences.engine?.on ?? true;
    redraw();
  });
  buildTable();
  buildEngine();
  buildTree();
  buildComments();
  buildTabs();
  buildChooser(({ analysis, more }) => open(analysis, { more }));
  onDraw(drawTitle);
  onMove(think);
  onGone(() => leave("This analysis was deleted."));
  for (const [name, action] of Object.entries({ first: walk.first, back: walk.back, on: walk.on, last: walk.last }))
    onClick(`go-${name}`, action);
  onClick("flip", flip);
  onClick("rename", () => import("./dialogs.js").then(({ askName }) => askName(), () => {}));
  onClick("play-here", () => import("./dialogs.js").then(({ askPlay }) => askPlay(), () => {}));
  listenToKeys();
  leaveKeysFree();
  addEventListener("popstate", () => {
    if (location.pathname !== `/analysis/${state.analysis?.id}`) route(); // else only a place on this page was named
  });
  await loadPreferences().catch(() => {});
  await route();
}

begin();
