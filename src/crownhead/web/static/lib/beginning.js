// How every page but the game's begins.

import { dressMarkup } from "./dom.js";
import { beginPreferences } from "./preferences.js";

/** Draw the markup's icons and follow the browser's settings. @param {{ preferences: any, visitor: Visitor }} state @param {() => void} changed */
export function beginPage(state, changed) {
  dressMarkup();
  beginPreferences((values, visitor) => {
    state.preferences = values;
    if (visitor) state.visitor = visitor;
    changed();
  });
}
