// Keys that work anywhere on the page; letters can be switched off.

import { toggleMute } from "./deeds.js";
import { openDialog } from "./dialogs.js";
import { keepFocus } from "./input.js";
import { flip, hint, letGo, redo, skip, undo } from "./play.js";
import { browse } from "./stage.js";
import { state } from "./state.js";

const takesText = (node) => node?.matches?.("input:not([type=range], [type=radio], [type=checkbox]), select");
const takesArrows = (node) => node?.matches?.("input, select, [role=gridcell]");

export function listenToKeys(record) {
  const letters = { f: () => keepFocus(flip), s: skip, h: hint, u: undo, r: redo, ",": record.back, ".": record.on };
  const arrows = { ArrowLeft: record.back, ArrowRight: record.on, Home: record.first, End: record.last };

  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (document.querySelector("dialog[open]")) return;
    const at = event.target;
    const inGame = state.game;
    let deed = null;
    if (event.key === "Escape" && inGame) deed = state.selection ? letGo : state.browsing !== null ? () => browse(null) : null;
    else if (inGame && arrows[event.key] && !takesArrows(at)) deed = arrows[event.key];
    else if (state.preferences.keys && !takesText(at)) {
      const key = event.key.toLowerCase();
      if (key === "?") deed = () => openDialog("help-dialog");
      else if (key === "m") deed = toggleMute;
      else if (inGame) deed = letters[key] ?? null;
    }
    if (!deed) return;
    event.preventDefault();
    deed();
  });
}
