// Sounds are fetched with the first of them, which somebody's click or key has led to.

import { state } from "./state.js";

/** @param {"move" | "capture" | "crown" | "win" | "lose" | "draw" | "low"} name */
export async function sound(name) {
  if (!state.preferences.sound || document.hidden) return;
  const found = await import("../lib/sounds.js").catch(() => null); // a server that is gone is told of elsewhere
  found?.play(name);
}
