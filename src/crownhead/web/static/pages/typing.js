// Moves that are typed. Fetched when somebody comes to the box for them.

import { byId } from "../lib/dom.js";
import { ask, isOpen } from "./play.js";
import { game, redraw, state } from "./state.js";
import { browse, playback } from "./table.js";

/** Play a move, after what is on its way. */
async function play(text) {
  const { id } = game();
  if (state.browsing !== null) browse(null);
  await playback.hurry();
  return !isOpen(id) || ask("moves", { ply: game().ply, text });
}

export async function submit() {
  const input = byId("move-input");
  const text = input.value.trim();
  if (!text) return;
  input.value = ""; // at once, for the next move
  if (!(await play(text))) {
    if (!input.value) input.value = text;
    input.select();
    if (state.remark) state.remark.typed = true; // the box is marked as long as this stands
  }
  redraw();
}
