// Turning the board round. Fetched when somebody does.

import { clearBubble, speak } from "./announce.js";
import { drawAll, state, words } from "./state.js";
import { board, playback } from "./table.js";

/** Turn the board round; a piece that is on its way arrives first. */
export async function flip() {
  await playback.hurry();
  if (!state.game) return;
  state.flipped = !state.flipped;
  sessionStorage.setItem(`flip-${state.game.id}`, String(state.flipped));
  clearBubble();
  const inside = board.grid.contains(document.activeElement);
  drawAll();
  if (inside) board.focus(state.focus); // the focus stays on its square
  speak(`${words.colour(state.flipped ? "black" : "white")} is at the bottom.`);
}
