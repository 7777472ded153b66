// Crownhead's page: the start page at /, a game at /game/ID, and links to a seat at /join/….

import * as api from "../lib/api.js";
import { all, byId, onClick } from "../lib/dom.js";
import { listenToBoard } from "../lib/input.js";
import { beginPage, loadPreferences } from "../lib/page.js";
import { listenToActions } from "./actions.js";
import { clearNews, forget, say, speak } from "./announce.js";
import { listenToKeys } from "./keys.js";
import { lazily, openHelp } from "./lazily.js";
import { listenToMoves } from "./move-list.js";
import { buildPanel } from "./panel.js";
import { handlers } from "./play.js";
import { followGame, leaveGame, lose } from "./socket.js";
import { fail, listenToStart, showStart } from "./start.js";
import { drawAll, moment, redraw, state, words } from "./state.js";
import { accept, board, buildTable, focusBoard, playback, turnToMe } from "./table.js";

const RETRY_MS = 2000;
let retry = 0;

function showPage(name) {
  clearTimeout(retry);
  // They asked about the page before, if there was one.
  if (state.page) { for (const dialog of all("dialog[open]")) dialog.close(); }
  state.page = name;
  byId("start").hidden = name !== "start";
  byId("game").hidden = name !== "game";
  byId("all-games").hidden = name === "start" || !state.visitor.host;
  byId("new-game").hidden = byId("analyses").hidden = byId("library").hidden = !state.visitor.host;
  document.body.dataset.page = name;
}

const NOTHING = { game: null, shown: null, moving: null, browsing: null, selection: null, pending: null, hint: null,
  thinking: null, finished: null, missed: null, card: false };

/** Open a game: from a view that just came, or by its address. @param {GameView} view */
function openGame(view, { push = true, focus = true, words: told = "" } = {}) {
  if (state.game?.id === view.id && push) return told ? say(() => told) : undefined; // the live connection was faster
  if (push) history.pushState(null, "", `/game/${view.id}`);
  playback.hurry();
  Object.assign(state, NOTHING);
  clearNews();
  turnToMe(view);
  const kept = sessionStorage.getItem(`flip-${view.id}`);
  if (kept !== null) state.flipped = kept === "true";
  state.focus = state.flipped ? 12 : 21;
  board.turn(state.flipped);
  showPage("game");
  accept(view);
  followGame(view.id, async (sentence = "That game was deleted.") => {
    if (!state.visitor.host) {
      (await import("./join.js")).strand(sentence);
      return showPage("start");
    }
    goHome();
    fail(sentence);
  });
  const whole = ` ${words.players(view)}. ${view.outcome ? words.ended(view) : `${words.turn(view, moment())}.`}`;
  const mine = words.mySide(view);
  if (told) say(() => told, whole);
  else if (!view.message && mine && view.ply < 2 && !view.outcome) say(() => `You play ${words.colour(mine)}.`, whole);
  else if (!view.message) speak(whole);
  drawAll(); // the squares must be there to be focused
  if (focus) focusBoard();
  scrollTo(0, 0);
}

function goHome({ push = true } = {}) {
  leaveGame();
  if (!state.visitor.host) return push ? location.assign("/") : location.replace("/"); // where the server tells guests the way
  playback.hurry();
  if (push && location.pathname !== "/") history.pushState(null, "", "/");
  Object.assign(state, NOTHING);
  document.title = "Crownhead";
  const inside = byId("game").contains(document.activeElement);
  showPage("start");
  if (inside) byId("main").focus();
  showStart();
  redraw();
}

/** Show what the address names. */
async function route(event) {
  const { pathname } = location;
  const [, id] = pathname.match(/^\/game\/([^/]+)$/) ?? [];
  if (pathname.startsWith("/join/"))
    return (await import("./join.js")).join(pathname, { route, tryAgain, goHome, showPage });
  if (!id) return goHome({ push: false });
  try {
    const view = await api.game(id);
    if (view.outcome) await import("./over.js").catch(() => {});
    if (pathname === location.pathname) openGame(view, { push: false, focus: Boolean(event) });
  } catch (error) {
    const { status, message } = api.refusalOf(error);
    if (pathname !== location.pathname) return;
    if (!status) return tryAgain(event);
    history.replaceState(null, "", "/");
    goHome({ push: false });
    fail(message);
  }
}

/** The address stays, and what is shown too, until the server is back. */
function tryAgain(event) {
  lose();
  clearTimeout(retry);
  retry = setTimeout(route, RETRY_MS, event);
  redraw();
}

/** Open a game by its name: the players go on there. */
async function openNext(id) {
  const from = state.game?.id;
  const view = await api.game(id).catch(() => null);
  if (view && state.game?.id === from) openGame(view, { words: "A new game." });
}

/** What can be chosen for a game. */
async function learn() {
  state.choices ??= await api.choices().catch(() => null);
  redraw();
}

async function openSetup(seats) {
  await learn();
  lazily("setup", (setup) => setup.openSetup({ seats, begin: openGame }));
}

function listenToInstall() {
  addEventListener("beforeinstallprompt", (offer) => {
    offer.preventDefault();
    import("./install.js").then(({ showInstall }) => showInstall(offer), () => {});
  });
}

function listenToHome() {
  for (const id of ["home", "all-games"]) {
    onClick(id, (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      goHome();
      speak("Start page.");
    });
  }
}

async function begin() {
  beginPage(state, (before) => {
    if (state.remark && before?.theme !== state.preferences.theme) forget(); // it may name a colour
    redraw();
  });
  buildTable(openNext);
  buildPanel();
  listenToBoard(board, handlers);
  listenToMoves();
  listenToKeys();
  listenToActions(openGame, openSetup);
  listenToStart(openGame, openSetup);
  listenToHome();
  listenToInstall();
  onClick("new-game", () => openSetup());
  onClick("help", openHelp);
  onClick("settings", () => lazily("settings", ({ openSettings }) => openSettings()));
  addEventListener("popstate", route);
  // Who this browser is decides what is shown, and with whom; one that follows a link is nobody until then.
  const known = !location.pathname.startsWith("/join/");
  if (known) await Promise.all([learn(), loadPreferences().catch(() => {})]);
  await route();
  if (!known && state.visitor.id) learn();
}

begin();
