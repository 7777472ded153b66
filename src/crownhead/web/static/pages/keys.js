// Keys that work anywhere on the page; letters can be switched off.

import { toggleMute } from "./actions.js";
import { openHelp } from "./lazily.js";
import { walk } from "./move-list.js";
import { hint, letGo, redo, skip, undo } from "./play.js";
import { redraw, state } from "./state.js";
import { browse } from "./table.js";

const takesText = (node) => node?.matches?.("input:not([type=range], [type=radio], [type=checkbox]), select, textarea");
/** The board takes arrows while it is used by keyboard. */
const takesArrows = (node) => node?.matches?.("input, select, textarea, .keyboard [role=gridcell]");

/** @type {Record<string, () => void>} */
const LETTERS = { f: () => import("./flip.js").then(({ flip }) => flip(), () => {}), s: skip, h: hint, u: undo, r: redo,
  ",": walk.back, ".": walk.on };
/** @type {Record<string, () => void>} */
const ARROWS = { ArrowLeft: walk.back, ArrowRight: walk.on, Home: walk.first, End: walk.last };

/** What Escape leaves: the end's card, a piece, the past. */
function escape() {
  if (state.card) {
    state.card = false;
    return redraw;
  }
  if (state.selection) return letGo;
  return state.browsing !== null ? () => browse(null) : null;
}

function actionOf(event) {
  const inGame = state.game;
  if (event.key === "Escape") return inGame ? escape() : null;
  if (inGame && ARROWS[event.key] && !takesArrows(event.target)) return ARROWS[event.key];
  if (!state.preferences.keys || takesText(event.target)) return null;
  const key = event.key.toLowerCase();
  if (key === "?") return openHelp;
  if (key === "m") return toggleMute;
  if (event.repeat && "ur".includes(key)) return null; // they are counted, and would go on after the key
  return inGame ? LETTERS[key] ?? null : null;
}

export function listenToKeys() {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (document.querySelector("dialog[open]")) return;
    const action = actionOf(event);
    if (!action) return;
    event.preventDefault();
    action();
  });
}
