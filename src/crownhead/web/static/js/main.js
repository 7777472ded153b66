// Crownhead's page: the start page at /, a game at /game/ID.

import * as api from "./api.js";
import { hush, say, speak } from "./announce.js";
import { buildBoard, focusBoard } from "./board.js";
import { startClocks } from "./clock.js";
import { listenToDeeds } from "./deeds.js";
import { listenToDialogs } from "./dialogs.js";
import { byId, dressMarkup, onClick } from "./elements.js";
import { listenToBoard } from "./input.js";
import { listenToKeys } from "./keys.js";
import { followGame, leaveGame, lose } from "./live.js";
import { buildPanel } from "./panel.js";
import { beginPreferences, loadPreferences } from "./preferences.js";
import { listenToRecord } from "./record.js";
import { buildSettings } from "./settings.js";
import { listenToSetup } from "./setup.js";
import { wakeAudio } from "./sounds.js";
import { accept, clearRibbon, hurry } from "./stage.js";
import { fail, listenToStart, showStart } from "./start.js";
import { drawAll, redraw, state } from "./state.js";
import { mySide, outcomeSentence, playerNames, turnSentence } from "./words.js";

const RETRY_MS = 2000;
let retry = 0;

function showPage(name) {
  clearTimeout(retry);
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close(); // they asked about the page before
  state.page = name;
  byId("start").hidden = name !== "start";
  byId("game").hidden = name !== "game";
  document.body.dataset.page = name;
}

/** Open a game: from a view that just came, or by its address. */
async function openGame(view, { push = true, focus = true, words = "" } = {}) {
  if (push) history.pushState(null, "", `/game/${view.id}`);
  hurry();
  for (const part of ["game", "shown", "browsing", "selection", "pending", "hint", "thinking", "finished"]) state[part] = null;
  hush();
  clearRibbon();
  state.flipped = turned(view);
  state.focus = state.flipped ? 12 : 21;
  showPage("game");
  accept(view);
  const names = playerNames(view);
  followGame(view.id, (sentence) => {
    goHome();
    fail(sentence ?? "That game was deleted.");
  });
  const whole = ` ${names}. ${view.outcome ? outcomeSentence(view) : `${turnSentence(view)}.`}`;
  if (words) say(words, whole);
  else if (!view.message) speak(whole);
  drawAll(); // the squares must be there to be focused
  if (focus) focusBoard();
  scrollTo(0, 0);
}

/** The person sits at the bottom, or else the side that moves first. */
function turned(view) {
  const kept = sessionStorage.getItem(`flip-${view.id}`);
  if (kept !== null) return kept === "true";
  return (mySide(view) ?? view.first) === "black";
}

function goHome({ push = true } = {}) {
  leaveGame();
  hurry();
  if (push && location.pathname !== "/") history.pushState(null, "", "/");
  state.game = null;
  state.shown = null;
  document.title = "Crownhead";
  const inside = byId("game").contains(document.activeElement);
  showPage("start");
  if (inside) byId("main").focus();
  showStart(openGame);
  redraw();
}

async function route(event) {
  const { pathname } = location;
  const [, id] = pathname.match(/^\/game\/([^/]+)$/) ?? [];
  if (!id) return goHome({ push: false });
  try {
    const view = await api.game(id);
    if (pathname === location.pathname) await openGame(view, { push: false, focus: Boolean(event) });
  } catch (error) {
    const sentence = api.sentenceOf(error);
    if (pathname !== location.pathname) return;
    if (!error.status) {
      lose(); // the address stays, and what is shown too, until the server is back
      clearTimeout(retry);
      retry = setTimeout(route, RETRY_MS, event);
      return redraw();
    }
    history.replaceState(null, "", "/");
    goHome({ push: false });
    fail(sentence);
  }
}

async function begin() {
  dressMarkup();
  beginPreferences();
  const { grid } = buildBoard();
  buildPanel();
  buildSettings();
  listenToBoard(grid);
  listenToKeys(listenToRecord());
  listenToDialogs();
  listenToDeeds(openGame);
  listenToSetup(openGame);
  listenToStart(openGame);
  startClocks();
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, wakeAudio, { once: true, capture: true });
  addEventListener("popstate", route);
  onClick("home", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    goHome();
    speak("Start page.");
  });
  route();
  loadPreferences().catch(() => {});
  state.choices = await api.choices().catch(() => null);
  redraw();
}

begin();
