// Crownhead's page: the start page at /, a game at /game/ID, and links to a seat at /join/….

import * as api from "../lib/api.js";
import { all, byId, onKey, setAttribute, TEXT } from "../lib/dom.js";
import { beginPage, createTimer, loadPreferences } from "../lib/page.js";
import { say } from "../lib/say.js";
import * as actions from "./actions.js";
import { listenToBubble, remark, speak } from "./announce.js";
import { accept, closeDialogs, openGame } from "./game.js";
import { listenToMenu } from "./menu.js";
import { drawMoves, listenToMoves, walk } from "./moves.js";
import { listenToEnd } from "./over.js";
import { listenToPanel } from "./panel.js";
import { hint, letGo, listenToPlay, redo, skip, undo } from "./play.js";
import { listenToSeats } from "./seats.js";
import { listenToSetup, openSetup } from "./setup.js";
import { createConnection } from "./socket.js";
import { listenToStart, showList } from "./start.js";
import { drawAll, isOpen, onDraw, redraw, state } from "./state.js";
import { browse, drawTable, flip, playback } from "./table.js";

const RETRY_MS = 2000;
const retry = createTimer();

// ---- the live connection

const connection = createConnection(
  (id) => {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    return new WebSocket(`${scheme}//${location.host}/api/games/${encodeURIComponent(id)}/live`);
  },
  {
    view(view, isBack) {
      actions.connect();
      if (isBack && state.remark?.refusal) actions.forget(); // such as: the server does not answer
      accept(view);
    },
    thinking: actions.think,
    lost: () => actions.lose(performance.now()),
    refused: explainRefusal,
    gone({ error = say("play.deleted") }) {
      if (!state.visitor.host) return actions.strand(error);
      goHome();
      actions.fail(error);
    },
  },
);

/** A refused socket does not say why: a plain request does. Trying again mends neither a missing cookie nor one for other games. @param {string} id */
async function explainRefusal(id) {
  try {
    await api.game(id);
  } catch (error) {
    const { status, message } = api.refusalOf(error);
    if ((status !== 401 && status !== 403) || !isOpen(id)) return;
    connection.close();
    actions.giveUp(message);
  }
}

// ---- pages

function drawPage() {
  const { page } = state;
  connection.follow(state.game?.id ?? null);
  byId("start").hidden = page !== "start";
  byId("game").hidden = page !== "game";
  for (const link of all("#nav-games")) setAttribute(link, "aria-current", page === "start" ? "page" : "true");
  document.body.dataset.page = page ?? "";
  if (page === "start") document.title = "Crownhead";
}

function goHome({ push = true } = {}) {
  if (!state.visitor.host) return push ? location.assign("/") : location.replace("/"); // where the server tells guests the way
  playback.hurry();
  closeDialogs();
  if (push && location.pathname !== "/") history.pushState(null, "", "/");
  const isInside = byId("game").contains(document.activeElement);
  actions.leaveGame();
  actions.showPage("start");
  drawAll();
  if (isInside) byId("main").focus();
  showList();
}

/** Show what the address names. @param {Event} [event] */
async function route(event) {
  const { pathname } = location;
  retry.stop();
  if (pathname.startsWith("/join/")) return join(pathname);
  const [, id] = pathname.match(/^\/game\/([^/]+)$/) ?? [];
  if (!id) return goHome({ push: false });
  try {
    const view = await api.game(id);
    if (pathname === location.pathname) openGame(view, { push: false, focus: Boolean(event) });
  } catch (error) {
    const { status, message } = api.refusalOf(error);
    if (pathname !== location.pathname) return;
    if (!status) return tryAgain(event);
    history.replaceState(null, "", "/");
    goHome({ push: false });
    actions.fail(message);
  }
}

/** Follow a link to a seat. @param {string} pathname */
async function join(pathname) {
  try {
    const { game, seated } = await api.join(pathname, state.preferences.name || null);
    localStorage.setItem("linked", game); // for the way back
    await loadPreferences(); // a browser that was new has a name now
    history.replaceState(null, "", `/game/${game}`);
    await route();
    if (!seated && !pathname.includes("/watch/")) remark(() => say("play.seat-gone"));
  } catch (error) {
    const { status, message } = api.refusalOf(error);
    if (!status) return tryAgain();
    if (!state.visitor.id || !state.visitor.host) return actions.strand(message);
    goHome();
    actions.fail(message);
  }
}

/** The address stays, and what is shown too, until the server is back. @param {Event} [event] */
function tryAgain(event) {
  actions.lose(performance.now());
  retry.set(RETRY_MS, () => route(event));
}

// ---- keys that work anywhere on the page; letters can be switched off

const ARROWED = "input, select, textarea, .keyboard [role=gridcell]"; // the board takes arrows while it is used by keyboard

/** @type {Record<string, () => unknown>} */
const LETTERS = { f: flip, s: skip, h: hint, u: undo, r: redo, ",": walk.back, ".": walk.on };
/** @type {Record<string, () => unknown>} */
const ARROWS = { ArrowLeft: walk.back, ArrowRight: walk.on, Home: walk.first, End: walk.last };

/** What Escape leaves: the end's card, a piece, the past. */
function escape() {
  if (state.card) return actions.closeCard;
  if (state.selection) return letGo;
  return state.browsing !== null ? () => browse(null) : null;
}

/** @param {KeyboardEvent} event @param {HTMLElement} target */
function actionOf(event, target) {
  if (event.ctrlKey || event.metaKey) return null;
  const isPlaying = state.game !== null;
  if (event.key === "Escape") return isPlaying ? escape() : null;
  if (isPlaying && ARROWS[event.key] && !target.matches(ARROWED)) return ARROWS[event.key];
  if (!state.preferences.keys || target.matches(TEXT)) return null;
  const key = event.key.toLowerCase();
  if (event.repeat && "ur".includes(key)) return null; // they are counted, and would go on after the key
  return isPlaying ? LETTERS[key] ?? null : null;
}

// ---- the page's own buttons

function listenToHome() {
  for (const link of all("#home, #nav-games")) {
    link.addEventListener("click", (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      goHome();
      speak(say("start.shown"));
    });
  }
}

/** Offer to install the page as an app, where the browser can. */
function listenToInstall() {
  const button = byId("install");
  addEventListener("beforeinstallprompt", (/** @type {any} */ offer) => {
    offer.preventDefault();
    button.hidden = false;
    button.onclick = () => {
      button.hidden = true;
      offer.prompt();
    };
  });
}

async function learn() {
  if (!state.choices) actions.offer(await api.choices().catch(() => null));
}

async function begin() {
  onDraw(drawTable);
  listenToPanel();
  onDraw(drawMoves);
  listenToBubble();
  listenToPlay();
  listenToMoves();
  listenToStart();
  listenToHome();
  listenToInstall();
  beginPage(state, redraw);
  onDraw(drawPage);
  // Who this browser is decides what is shown, and with whom; one that follows a link is nobody until then.
  const isKnown = !location.pathname.startsWith("/join/");
  await Promise.all([isKnown && learn(), isKnown && loadPreferences().catch(() => {})]);
  listenToEnd();
  listenToMenu();
  listenToSeats();
  listenToSetup();
  for (const button of all("#new-game")) button.addEventListener("click", () => openSetup()); // guests have none
  onKey(actionOf);
  addEventListener("popstate", route);
  document.addEventListener("visibilitychange", () => document.hidden || connection.wake());
  addEventListener("online", connection.hasten);
  await route();
  if (!isKnown && state.visitor.id) learn();
}

begin();
