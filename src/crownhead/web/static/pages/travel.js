// Taking moves back and playing them again. Fetched with the first of them.

import { STEP_MS } from "../lib/hand.js";
import { clearNews } from "./announce.js";
import { ask, isOpen } from "./play.js";
import { mayUndo, state } from "./state.js";
import { browse, playback } from "./table.js";

let last = { id: "", done: Promise.resolve() };

/** Undo and redo are about the game, not about the moment that somebody looks at. Each waits for the one before. */
export function travel(action) {
  if (!state.game) return;
  const { id } = state.game;
  const before = last.id === id ? last.done : Promise.resolve();
  last = { id, done: before.then(() => step(action, id)).catch(() => {}) };
}

async function step(action, id) {
  while (isOpen(id) && state.pending) await new Promise((go) => setTimeout(go, STEP_MS));
  const { game } = state;
  if (!game || game.id !== id || !(action === "undo" ? mayUndo() : game.can_redo)) return;
  if (state.browsing !== null) browse(null);
  clearNews();
  playback.hurry();
  state.card = false;
  await ask(action, { ply: game.ply, over: Boolean(game.outcome) });
}
