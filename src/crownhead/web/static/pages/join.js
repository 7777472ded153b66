// Following a link to a seat.

import * as more from "../lib/api.js";
import * as api from "../lib/api.js";
import { byId } from "../lib/dom.js";
import { loadPreferences } from "../lib/page.js";
import { remark } from "./announce.js";
import { fail } from "./start.js";
import { redraw, state } from "./state.js";

/** Who has no start page is told, and no more. */
export function strand(message) {
  Object.assign(state, { game: null, visitor: { id: "", host: false } });
  byId("start").querySelector(".welcome").hidden = true;
  byId("recent").hidden = true;
  byId("notice").textContent = message;
}

/** The page's own ways of showing things come along. */
export async function join(pathname, { route, tryAgain, goHome, showPage }) {
  try {
    const { game, seated } = await more.join(pathname, state.preferences.name || null);
    localStorage.setItem("linked", game); // for the way back
    await loadPreferences(); // a browser that was new has a name now
    history.replaceState(null, "", `/game/${game}`);
    await route();
    if (!seated && !pathname.includes("/watch/")) remark("Somebody else has that seat. You are watching.");
  } catch (error) {
    const { status, message } = api.refusalOf(error);
    if (!status) return tryAgain();
    // Hosts have their start page; others are told, and no more.
    if (state.visitor.id && state.visitor.host) {
      goHome();
      return fail(message);
    }
    strand(message);
    showPage("start");
    redraw();
  }
}
