// The buttons of a game.

import * as api from "../lib/api.js";
import { byId, onClick, once } from "../lib/dom.js";
import { setPreference } from "../lib/preferences.js";
import { refuse, speak } from "./announce.js";
import { confirm, lazily } from "./lazily.js";
import { ask, hint, redo, skip, typed, undo } from "./play.js";
import { state, words } from "./state.js";

const game = () => /** @type {GameView} */ (state.game);

export function toggleMute() {
  setPreference("sound", !state.preferences.sound);
  speak(state.preferences.sound ? "Sounds are on." : "Sounds are off.");
}

/** @type {OpenGame} */
let openGame;
/** @type {(seats?: unknown) => void} */
export let newGame;

/** Begin a game with the same set-up, and say so. */
export const rematch = once(async (body, said) => {
  try {
    openGame(await api.post(game().id, "rematch", body), { words: said });
  } catch (error) {
    refuse(api.sentenceOf(error));
  }
});

async function restart() {
  const sure = game().outcome || game().ply < 2
    || (await confirm("Start again?", "This game is kept in your list of games.", "Start again", "confirm-restart", "Play on"));
  if (sure) rematch({}, "A new game.");
}

async function resign() {
  const side = words.mySide(game()) ?? game().position.turn;
  const text = words.mySide(game()) ? "You lose the game." : `${words.colour(side)} loses the game.`;
  if (await confirm("Resign?", text, "Resign", "confirm-resign", "Play on")) ask("resign", { side });
}

/** A computer answers at once; another person is asked. */
const offerDraw = () => ask("draw", { action: "offer" });

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

/** @param {OpenGame} open @param {(seats?: unknown) => void} setUp */
export function listenToActions(open, setUp) {
  openGame = open;
  newGame = setUp;
  /** @type {Record<string, () => void>} */
  const actions = {
    undo, redo, hint, skip, resign, "offer-draw": offerDraw,
    menu: () => lazily("menu", ({ openMenu }) => openMenu(restart)),
    mute: toggleMute,
    "result-rematch": () => rematch({}, "A new game."),
  };
  for (const [id, action] of Object.entries(actions)) onClick(id, () => action());
  byId("typed").addEventListener("submit", submitTyped);
}
