// What all pages share: their beginning, drawing once a frame, and the live region.

import { beginDialogs } from "./dialogs.js";
import { byId, dressMarkup } from "./dom.js";
import { beginHeader } from "./header.js";
import { beginPreferences } from "./preferences.js";

export { loadPreferences, setPreference } from "./preferences.js";

const LATEST_MS = 150; // a tab in the background has few frames or none

/**
 * Draw the markup's icons, and follow the browser's settings.
 * @param {Visited} state @param {(before: Preferences | null) => unknown} changed
 */
export function beginPage(state, changed) {
  beginDialogs();
  dressMarkup();
  const drawHeader = beginHeader(state);
  beginPreferences((values, visitor = state.visitor) => {
    const before = state.preferences;
    Object.assign(state, { preferences: values, visitor });
    drawHeader();
    changed(before);
  });
}

/**
 * Collect functions that draw a state; who changes it asks for a redraw. `ready` is what they draw, once there is something.
 * @template [T=true] @param {() => T | null | false} ready
 */
export function createDrawing(ready = () => /** @type {T} */ (true)) {
  /** @type {((what: T) => unknown)[]} */
  const drawers = [];
  let frame = 0;
  let timer = 0;

  /** Draw now, and not with the next frame. */
  function drawAll() {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = 0;
    const what = ready();
    if (what) { for (const draw of drawers) draw(what); }
  }

  return {
    onDraw: (/** @type {(what: T) => unknown} */ draw) => void drawers.push(draw),
    redraw() {
      if (frame) return;
      frame = requestAnimationFrame(drawAll);
      timer = setTimeout(drawAll, LATEST_MS);
    },
    drawAll,
  };
}

/** Say something to screen readers. @param {string} text */
export function speak(text) {
  byId("polite").textContent = text;
}
