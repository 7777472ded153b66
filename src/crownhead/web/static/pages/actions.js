// The buttons of a game.

/** @import { GameView } from "../../types/contract.js" */

import * as api from "../lib/api.js";
import { once } from "../lib/controls.js";
import { confirm, openDialog, showText } from "../lib/dialogs.js";
import { byId, onClick } from "../lib/dom.js";
import { setPreference } from "../lib/preferences.js";
import { other, paceWords } from "../lib/words.js";
import { refuse, say, speak } from "./announce.js";
import { ask, change, flip, hint, redo, skip, typed, undo } from "./play.js";
import { restored } from "./setup-form.js";
import { redraw, state, words } from "./state.js";

/** @typedef {(view: GameView, options?: { words?: string }) => void} OpenGame */

const PACE_WAIT_MS = 200;
let paceTimer = 0;

const game = () => /** @type {GameView} */ (state.game);

export function toggleMute() {
  setPreference("sound", !state.preferences.sound);
  speak(state.preferences.sound ? "Sounds are on." : "Sounds are off.");
}

const again = once(async (/** @type {OpenGame} */ openGame, /** @type {boolean} */ swap) => {
  try {
    openGame(await api.post(game().id, "rematch", { swap }), { words: swap ? "A new game with the sides swapped." : "A new game." });
  } catch (error) {
    refuse(api.sentenceOf(error));
  }
});

/** @param {OpenGame} openGame */
async function restart(openGame) {
  const sure = game().outcome || game().ply < 2
    || (await confirm("Start again?", "This game is kept in your list of games.", "Start again", "confirm-restart", "Play on"));
  if (sure) again(openGame, false);
}

async function resign() {
  const side = words.mySide(game()) ?? game().position.turn;
  const text = words.mySide(game()) ? "You lose the game." : `${words.colour(side)} loses the game.`;
  if (await confirm("Resign?", text, "Resign", "confirm-resign", "Play on")) ask("resign", { side });
}

/** A computer answers at once; another person is asked. */
const offerDraw = () => ask("draw", { action: "offer" });

/** Play the next level, with everything else as it was. @param {OpenGame} openGame */
const climb = once(async (/** @type {OpenGame} */ openGame) => {
  const next = nextLevel();
  const mine = words.mySide(game());
  if (!next || !mine) return;
  const { black, white } = game().players;
  const { name, options } = game().rules;
  const { kind, seconds, increment } = game().clock;
  try {
    const view = await api.newGame({
      black: mine === "black" ? black.opponent : next.opponent,
      white: mine === "white" ? white.opponent : next.opponent,
      rules: { preset: name ?? "english", options: name ? {} : options },
      clock: { kind, seconds, increment },
    });
    remember(mine, next.opponent);
    openGame(view, { words: `A new game against ${next.name}.` });
  } catch (error) {
    refuse(api.sentenceOf(error));
  }
});

/** The start page offers the last opponent again. @param {"black" | "white"} mine @param {string} opponent */
function remember(mine, opponent) {
  if (!state.choices) return;
  const last = restored(state.preferences.setup, state.choices);
  setPreference("setup", { ...last, [mine]: { ...last[mine], kind: "person" }, [other(mine)]: { kind: "computer", opponent } });
}

/** The level above the one that was just beaten. */
export function nextLevel() {
  const mine = words.mySide(game());
  if (!mine || game().outcome?.winner !== mine) return null;
  const levels = state.choices?.levels ?? [];
  const beaten = levels.findIndex((one) => one.opponent === game().players[other(mine)].opponent);
  return beaten < 0 ? null : levels[beaten + 1] ?? null;
}

async function copyPdn() {
  const text = await api.pdn(game().id).catch(() => null);
  if (text === null) return refuse("The game could not be read. Try again.");
  try {
    await navigator.clipboard.writeText(text);
    say("The game was copied.");
  } catch {
    showText("Copy this game", text); // over plain http there is no clipboard
  }
}

/** @param {Event} event */
async function submitTyped(event) {
  event.preventDefault();
  const input = byId("move-input");
  const text = input.value.trim();
  if (!text) return;
  const done = await typed(text);
  input.setAttribute("aria-invalid", !done);
  if (done) input.value = "";
  else input.select();
}

/** The dialogs of the menu are loaded when they are asked for. */
const dialogs = {
  rules: async () => (await import("./rules.js")).openRules(game(), /** @type {any} */ (state.choices)),
  "seats-open": async () => (await import("./seats.js")).openSeats(game(), change),
  invite: async () => (await import("./invite.js")).openInvite(game()),
};

/** @param {OpenGame} openGame @param {() => void} openSetup */
export function listenToActions(openGame, openSetup) {
  /** @type {Record<string, () => void>} */
  const actions = {
    undo, redo, hint, skip, resign, "offer-draw": offerDraw,
    menu: () => openDialog("menu-dialog"),
    mute: toggleMute,
    rematch: () => again(openGame, false),
    "result-rematch": () => again(openGame, false),
    "swap-sides": () => again(openGame, true),
    "next-level": () => climb(openGame),
    "end-new": openSetup,
    "end-close": closeCard,
    pause: () => change({ paused: !game().paused }),
    step: () => ask("step"),
    "accept-draw": () => ask("draw", { action: "accept" }),
    "decline-draw": () => ask("draw", { action: "decline" }),
  };
  for (const [id, action] of Object.entries(actions)) onClick(id, () => action());
  /** @type {Record<string, () => void>} */
  const items = { flip, restart: () => restart(openGame), "copy-pdn": copyPdn, "type-move": toggleTyping, "download-pdn": () => {}, ...dialogs };
  for (const [id, action] of Object.entries(items)) {
    onClick(id, () => {
      byId("menu-dialog").close();
      action();
    });
  }
  byId("typed").addEventListener("submit", submitTyped);
  byId("pace").addEventListener("input", changePace);
}

function closeCard() {
  state.card = false;
  redraw();
}

function toggleTyping() {
  setPreference("typing", byId("typed").hidden);
  if (state.preferences.typing) requestAnimationFrame(() => byId("move-input").focus());
}

/** @param {Event} event */
function changePace(event) {
  const pace = Number(/** @type {HTMLInputElement} */ (event.target).value);
  byId("pace-text").textContent = paceWords(pace);
  const { id } = game();
  clearTimeout(paceTimer);
  paceTimer = setTimeout(() => state.game?.id === id && change({ pace }), PACE_WAIT_MS);
}
