// The buttons of a game.

import { byId, onClick } from "../lib/dom.js";
import { setPreference } from "../lib/page.js";
import { speak } from "./announce.js";
import { fetched, lazily } from "./lazily.js";
import { ask, hint, redo, skip, undo } from "./play.js";
import { state } from "./state.js";
import { browse } from "./table.js";

export function toggleMute() {
  setPreference("sound", !state.preferences.sound);
  speak(state.preferences.sound ? "Sounds are on." : "Sounds are off.");
}

/** @type {OpenGame} */
export let openGame;
/** @type {(seats?: unknown) => void} */
export let newGame;

const typing = () => import("./typing.js");

/** @param {OpenGame} open @param {(seats?: unknown) => void} setUp */
export function listenToActions(open, setUp) {
  openGame = open;
  newGame = setUp;
  /** @type {Record<string, () => void>} */
  const actions = {
    undo,
    redo,
    hint,
    skip,
    resign: () => lazily("over", ({ resign }) => resign()),
    "offer-draw": () =>
      (browse(null), state.game?.outcome) || fetched(import("./over.js"), () => ask("draw", { action: "offer" })), // a computer answers at once
    menu: () => lazily("menu", ({ openMenu }) => openMenu()),
    mute: toggleMute,
  };
  for (const [id, action] of Object.entries(actions)) onClick(id, () => action());
  byId("typed").addEventListener("focusin", () => typing().catch(() => {}), { once: true });
  byId("typed").addEventListener("submit", (event) => {
    event.preventDefault();
    fetched(typing(), ({ submit }) => submit());
  });
}
