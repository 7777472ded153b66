// The buttons of a game.

import * as api from "./api.js";
import { refuse, say, speak } from "./announce.js";
import { confirm } from "./dialogs.js";
import { once } from "./controls.js";
import { byId, onClick } from "./elements.js";
import { keepFocus } from "./input.js";
import { ask, change, flip, hint, redo, skip, typed, undo } from "./play.js";
import { setPreference } from "./preferences.js";
import { openSetup } from "./setup.js";
import { state } from "./state.js";
import { colourName, mySide, paceWords, translated } from "./words.js";

const PACE_WAIT_MS = 200;
let paceTimer = 0;

export function toggleMute() {
  setPreference("sound", !state.preferences.sound);
  speak(state.preferences.sound ? "Sounds are on." : "Sounds are off.");
}

const again = once(async (openGame, swap) => {
  try {
    const view = await api.post(state.game.id, "rematch", { swap });
    await openGame(view, { words: swap ? "A new game with the sides swapped." : "A new game." });
  } catch (error) {
    refuse(translated(api.sentenceOf(error)));
  }
});

async function restart(openGame) {
  const { game } = state;
  const sure = game.outcome || game.ply < 2
    || (await confirm("Start again?", "This game is kept among the recent games.", "Start again", "confirm-restart"));
  if (sure) again(openGame, false);
}

async function resign() {
  const side = mySide(state.game) ?? state.game.turn;
  const sure = await confirm("Resign the game?", `${colourName(side)} gives up and the other side wins.`, "Yes, resign", "confirm-resign");
  if (sure) ask("resign", { side });
}

async function copyPdn() {
  try {
    await navigator.clipboard.writeText(await api.pdn(state.game.id));
    say("The game is in the clipboard as PDN.");
  } catch {
    refuse("The browser did not allow copying. Use Save PDN instead.");
  }
}

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

export function listenToDeeds(openGame) {
  const deeds = {
    undo, redo, hint, skip, resign,
    flip: () => keepFocus(flip),
    mute: toggleMute,
    restart: () => restart(openGame),
    rematch: () => again(openGame, false),
    "swap-sides": () => again(openGame, true),
    "result-new": () => openSetup(),
    "new-game": () => openSetup(),
    pause: () => change({ paused: !state.game.paused }),
    step: () => ask("step"),
    "copy-pdn": copyPdn,
  };
  for (const action of ["offer", "accept", "decline"]) deeds[`${action}-draw`] = () => ask("draw", { action });
  for (const [id, deed] of Object.entries(deeds)) onClick(id, () => deed());
  byId("typed").addEventListener("submit", submitTyped);
  byId("pace").addEventListener("input", (event) => {
    const pace = Number(event.target.value);
    byId("pace-text").textContent = paceWords(pace);
    const { id } = state.game;
    clearTimeout(paceTimer);
    paceTimer = setTimeout(() => state.game?.id === id && change({ pace }), PACE_WAIT_MS);
  });
}
