// The buttons of a game.

import { byId, onClick } from "../lib/dom.js";
import { setPreference } from "../lib/preferences.js";
import { speak } from "./announce.js";
import { lazily } from "./lazily.js";
import { ask, hint, redo, skip, typed, undo } from "./play.js";
import { redraw, state } from "./state.js";
import { browse } from "./table.js";

export function toggleMute() {
  setPreference("sound", !state.preferences.sound);
  speak(state.preferences.sound ? "Sounds are on." : "Sounds are off.");
}

/** @type {OpenGame} */
export let openGame;
/** @type {(seats?: unknown) => void} */
export let newGame;

async function submitTyped(event) {
  event.preventDefault();
  const input = byId("move-input");
  const text = input.value.trim();
  if (!text) return;
  input.value = ""; // at once, for the next move
  if (!(await typed(text))) {
    if (!input.value) input.value = text;
    input.select();
    if (state.remark) state.remark.typed = true; // the box is marked as long as this stands
  }
  redraw();
}

/** @param {OpenGame} open @param {(seats?: unknown) => void} setUp */
export function listenToActions(open, setUp) {
  openGame = open;
  newGame = setUp;
  /** @type {Record<string, () => void>} */
  const actions = {
    undo, redo, hint, skip,
    resign: () => lazily("over", ({ resign }) => resign()),
    "offer-draw": () => (browse(null), state.game?.outcome) || import("./over.js").catch(() => {}).then(() => ask("draw", { action: "offer" })), // a computer answers at once
    menu: () => lazily("menu", ({ openMenu }) => openMenu()),
    mute: toggleMute,
  };
  for (const [id, action] of Object.entries(actions)) onClick(id, () => action());
  byId("typed").addEventListener("submit", submitTyped);
}
