// The sounds of the game, unless they are switched off.

import { play } from "../lib/sounds.js";
import { state } from "./state.js";

/** @param {"move" | "capture" | "crown" | "win" | "lose" | "draw" | "low"} name */
export function sound(name) {
  if (state.preferences.sound && !document.hidden) play(name);
}
