// The analysis page: the list at /analysis, and an analysis at /analysis/ID.

import { createExplorer } from "../explorer/explorer.js";
import { game as loadGame, refusalOf } from "../lib/api.js";
import { byId, onClick, onKey, setAttribute, setText } from "../lib/dom.js";
import { beginPage, loadPreferences } from "../lib/page.js";
import { say } from "../lib/say.js";
import { ask, connected, disconnected, endPreview, enter, flip, followSettings, goTo, hear, listen, note, play,
  playLine, point, showList, showTab, TABS, tabs, turnOn, turnThreat, walk } from "./actions.js";
import * as api from "./api.js";
import { buildBoard } from "./board.js";
import { buildChooser, drawChooser } from "./chooser.js";
import { buildComments, sendComments } from "./comments.js";
import { buildEngine } from "./engine.js";
import { drawExplanation } from "./explain.js";
import { drawReview } from "./review.js";
import { askGame, askName, buildShare } from "./share.js";
import { analysis, endOf, foundHere, mainNode, onDraw, position, START, state } from "./state.js";
import { buildTree } from "./tree.js";

const RETRY_MS = 2000;
const LOST_MS = 1000; // after which a lost connection is tried again

// ---- the connection on which the server says what its engine finds and who has changed an analysis

/** Talk about an analysis, again and again if the connection is lost. @param {string} id */
function createLive(id) {
  /** @type {WebSocket | null} */
  let socket = null;
  let retry = 0;

  function connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const mine = new WebSocket(`${scheme}://${location.host}/api/analyses/${id}/live`);
    socket = mine;
    mine.addEventListener("open", () => socket === mine && connected());
    mine.addEventListener("message", ({ data }) => socket === mine && heard(JSON.parse(data)));
    mine.addEventListener("close", () => {
      if (socket !== mine) return;
      retry = setTimeout(connect, LOST_MS);
      disconnected();
    });
  }
  connect();

  return {
    isOpen: () => socket?.readyState === 1,
    /** @param {object} message */
    send: (message) => socket?.send(JSON.stringify(message)),
    close() {
      clearTimeout(retry);
      const old = socket;
      socket = null;
      old?.close();
    },
  };
}

/** @param {ThinkingMessage} message */
function heard(message) {
  hear(message);
  if (message.type === "hello") sendComments(); // the server may not have answered before
  if (message.type === "deleted") list(say("analysis.deleted"));
}

// ---- what the page shows

/** A review that was made or begun, whose marks stand in the list of moves. The review's tab asks for it by itself. @param {GameView | null} played @param {string} tab */
const knownReview = async (played, tab) =>
  played?.outcome && tab !== "review" ? api.review(played.id).catch(() => null) : null;

/** Show an analysis; `ply` is the move of the main line to go to. @param {AnalysisView} view @param {{ push?: boolean, more?: boolean, ply?: number | null }} [how] */
async function open(view, { push = true, more = false, ply = null } = {}) {
  const tab = location.hash.slice(1) || (view.game ? "review" : "moves");
  const played = view.game ? await loadGame(view.game).catch(() => null) : null;
  const review = await knownReview(played, tab);
  if (push) history.pushState(null, "", `/analysis/${view.id}`);
  enter(view, played, review);
  listen(createLive(view.id));
  const kept = sessionStorage.getItem(`at-${view.id}`);
  const usual = kept && (kept === START || state.nodes.has(kept)) ? kept : view.game ? endOf(START) : START;
  goTo(ply === null ? usual : mainNode(ply), { quiet: true });
  showTab(tab);
  if (more) note(say("analysis.more-games"));
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
    await showList();
  } catch (error) {
    const { status, message } = refusalOf(error);
    if (status) list(message);
    else setTimeout(route, RETRY_MS);
  }
}

/** Go to the list. @param {string} why */
function list(why) {
  history.replaceState(null, "", "/analysis");
  return showList(why);
}

// ---- keys

/** @type {Record<string, () => unknown>} */
const KEYS = { ArrowLeft: walk.back, ArrowRight: walk.on, ArrowUp: walk.up, ArrowDown: walk.down, Home: walk.first,
  End: walk.last, Escape: endPreview };
/** @type {Record<string, () => unknown>} */
const LETTERS = { f: flip, e: () => turnOn(!state.on), t: () => turnThreat(!state.threat), " ": playBest };

/** Play the engine's best move. */
function playBest() {
  const [best] = foundHere()?.lines ?? [];
  if (best?.steps.length && !state.threat) playLine(best.steps, 0);
}

/** @param {KeyboardEvent} event @param {HTMLElement} target */
function actionOf({ key, ctrlKey, metaKey }, target) {
  if (ctrlKey || metaKey || !state.analysis || target.matches("input, select, textarea")) return null;
  if (key === " " && target.matches("button, a")) return null;
  return (target.matches(".keyboard [role=gridcell]") ? null : KEYS[key])
    ?? (state.preferences.keys ? LETTERS[key.toLowerCase()] : null);
}

/** A button that was clicked with a mouse loses the focus: arrows walk on, and the space bar plays. @param {Event} event */
function freeKeys(event) {
  const button = /** @type {HTMLElement} */ (event.target).closest("button");
  if (/** @type {PointerEvent} */ (event).pointerType === "mouse" && button) button.blur();
}

/** @param {KeyboardEvent} event */
function stepTabs(event) {
  const names = tabs();
  const at = names.indexOf(state.tab);
  const to = names[{ ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: names.length - 1 }[event.key] ?? -1];
  if (!to) return;
  event.preventDefault();
  event.stopPropagation();
  showTab(to);
  byId(`tab-${to}`).focus();
}

// ---- drawing

function drawTabs() {
  const there = tabs();
  for (const name of TABS) {
    const isShown = name === state.tab;
    byId(`tab-${name}`).hidden = !there.includes(name);
    setAttribute(byId(`tab-${name}`), "aria-selected", isShown);
    setAttribute(byId(`tab-${name}`), "tabindex", isShown ? 0 : -1);
    byId(`panel-${name}`).hidden = !isShown;
  }
  document.body.dataset.tab = state.exercise ? "exercise" : state.tab;
}

function drawPage() {
  const name = state.analysis?.name ?? say("analysis.title");
  byId("chooser").hidden = state.analysis !== null || state.kept === null;
  byId("analysis").hidden = state.analysis === null;
  document.body.dataset.page = state.analysis ? "analysis" : "chooser";
  setText(byId("name"), name);
  byId("name").title = name; // it may be cut off
  document.title = say("page.title", { title: name });
}

async function begin() {
  beginPage(state, followSettings);
  /** @type {Record<string, () => void>} */
  const panels = { review: drawReview, explain: drawExplanation, share: buildShare() };
  const parts = [buildBoard(), buildEngine(), buildTree(), buildComments(), drawTabs, () => panels[state.tab]?.()];
  buildChooser(({ analysis: view, more }) => open(view, { more }));
  onDraw(() => {
    drawPage();
    if (state.analysis) { for (const draw of parts) draw(); }
    else drawChooser();
  });
  for (const [name, action] of Object.entries({ first: walk.first, back: walk.back, on: walk.on, last: walk.last }))
    onClick(`go-${name}`, action);
  onClick("flip", flip);
  onClick("rename", askName);
  onClick("play-here", askGame);
  for (const name of TABS) onClick(`tab-${name}`, () => showTab(name));
  byId("tabs").addEventListener("keydown", stepTabs);
  byId("analysis").addEventListener("click", freeKeys);
  onKey(actionOf);
  addEventListener("hashchange", () => state.analysis && showTab(location.hash.slice(1)));
  document.addEventListener("visibilitychange", () => ask());
  addEventListener("popstate", () => {
    if (location.pathname !== `/analysis/${state.analysis?.id}`) route(); // else only the tab was named
  });
  await loadPreferences().catch(() => {});
  const explorer = createExplorer(byId("panel-explorer"), { source: state.preferences.explorer,
    play: ({ path }) => play(path), point });
  panels.explorer = () =>
    explorer.show({ position: position(), rules: analysis().rules, flipped: state.flipped,
      look: state.preferences.theme });
  await route();
}

begin();
