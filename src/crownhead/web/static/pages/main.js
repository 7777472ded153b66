// Crownhead's page: the start page at /, a game at /game/ID, and links to a seat at /join/….

/** @import { GameView } from "../../types/contract.js" */

import * as api from "../lib/api.js";
import { listenToDialogs, openDialog } from "../lib/dialogs.js";
import { byId, dressMarkup, el, onClick } from "../lib/dom.js";
import { listenToBoard } from "../lib/input.js";
import { beginPreferences, loadPreferences } from "../lib/preferences.js";
import { wakeAudio } from "../lib/sounds.js";
import { listenToActions } from "./actions.js";
import { hush, say, speak } from "./announce.js";
import { startClocks } from "./clock.js";
import { listenToKeys } from "./keys.js";
import { followGame, leaveGame, lose } from "./live.js";
import { buildPanel } from "./panel.js";
import { handlers } from "./play.js";
import { listenToRecord } from "./record.js";
import { fail, listenToStart, showStart } from "./start.js";
import { chooseWords, drawAll, moment, redraw, state, words } from "./state.js";
import { accept, board, buildTable, focusBoard, playback, turnToMe } from "./table.js";

const RETRY_MS = 2000;
let retry = 0;

/** @param {"start" | "game"} name */
function showPage(name) {
  clearTimeout(retry);
  for (const dialog of /** @type {NodeListOf<HTMLDialogElement>} */ (document.querySelectorAll("dialog[open]"))) dialog.close(); // they asked about the page before
  state.page = name;
  byId("start").hidden = name !== "start";
  byId("game").hidden = name !== "game";
  byId("all-games").hidden = name === "start" || !state.visitor.host;
  byId("new-game").hidden = !state.visitor.host;
  document.body.dataset.page = name;
}

const NOTHING = { game: null, shown: null, moving: null, browsing: null, selection: null, pending: null, hint: null, thinking: null, finished: null, card: false };

/** Open a game: from a view that just came, or by its address. @param {GameView} view */
function openGame(view, { push = true, focus = true, words: told = "" } = {}) {
  if (state.game?.id === view.id && push) return;
  if (push) history.pushState(null, "", `/game/${view.id}`);
  playback.hurry();
  Object.assign(state, NOTHING);
  hush();
  turnToMe(view);
  const kept = sessionStorage.getItem(`flip-${view.id}`);
  if (kept !== null) state.flipped = kept === "true";
  state.focus = state.flipped ? 12 : 21;
  board.turn(state.flipped);
  showPage("game");
  accept(view);
  followGame(view.id, (sentence) => {
    goHome();
    fail(sentence ?? "That game was deleted.");
  });
  const whole = ` ${words.players(view)}. ${view.outcome ? words.ended(view) : `${words.turn(view, moment())}.`}`;
  const mine = words.mySide(view);
  if (told) say(told, whole);
  else if (!view.message && mine && view.ply < 2 && !view.outcome) say(`You play ${words.colour(mine)}.`, whole);
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

/** Show what the address names. @param {Event} [event] of going back or on */
async function route(event) {
  const { pathname } = location;
  const [, id] = pathname.match(/^\/game\/([^/]+)$/) ?? [];
  if (pathname.startsWith("/join/")) return join(pathname);
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
    fail(message);
  }
}

/** The address stays, and what is shown too, until the server is back. @param {Event} [event] */
function tryAgain(event) {
  lose();
  clearTimeout(retry);
  retry = setTimeout(route, RETRY_MS, event);
  redraw();
}

/** Follow a link to a seat. @param {string} pathname */
async function join(pathname) {
  try {
    const { game } = await api.join(pathname, state.preferences.name || null);
    await loadPreferences(); // a browser that was new has a name now
    history.replaceState(null, "", `/game/${game}`);
    route();
  } catch (error) {
    const { status, message } = api.refusalOf(error);
    if (!status) return tryAgain();
    refuseEntry(message);
  }
}

/** A link leads nowhere. Hosts have their start page; others are told, and no more. @param {string} sentence */
function refuseEntry(sentence) {
  if (state.visitor.id && state.visitor.host) {
    goHome();
    return fail(sentence);
  }
  state.visitor = { id: "", host: false };
  showPage("start");
  byId("start").querySelector(".welcome").hidden = true;
  byId("notice").textContent = sentence;
  redraw();
}

/** Open a game by its name: the players go on there. @param {string} id */
async function lead(id) {
  const from = state.game?.id;
  const view = await api.game(id).catch(() => null);
  if (view && state.game?.id === from) openGame(view, { words: "A new game." });
}

/** @param {any} [seats] */
async function openSetup(seats) {
  state.choices ??= await api.choices().catch(() => null);
  if (state.choices) (await import("./setup.js")).openSetup({ seats, begin: openGame });
}

/** The browser may offer to keep the page like a program of its own. */
function listenToInstall() {
  const button = byId("install");
  /** @type {any} */
  let offer = null;
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event;
    button.hidden = false;
  });
  onClick("install", async () => {
    button.hidden = true;
    await offer?.prompt();
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
  dressMarkup();
  beginPreferences((values, visitor) => {
    state.preferences = values;
    if (visitor) state.visitor = visitor;
    chooseWords();
    redraw();
  });
  buildTable(lead);
  buildPanel();
  listenToBoard(board, handlers);
  listenToRecord();
  listenToKeys();
  listenToDialogs();
  listenToActions(openGame, openSetup);
  listenToStart(openGame, openSetup);
  listenToHome();
  listenToInstall();
  onClick("new-game", () => openSetup());
  onClick("help", () => openDialog("help-dialog"));
  onClick("settings", async () => (await import("./settings.js")).openSettings());
  startClocks();
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, wakeAudio, { once: true, capture: true });
  addEventListener("popstate", route);
  // Who this browser is decides what is shown; one that follows a link is nobody until then.
  if (!location.pathname.startsWith("/join/")) await loadPreferences().catch(() => {});
  await route();
  document.head.append(el("link", { rel: "stylesheet", href: "/static/css/dialogs.css" })); // for what comes up later
  if (!state.visitor.id) return;
  state.choices = await api.choices().catch(() => null);
  redraw();
}

begin();
