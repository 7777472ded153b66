// What all pages share: their start-up, drawing once a frame, and the live region.

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

/** A page's one state: `update` it and the functions of `onDraw` draw it. @template {object} T @param {T} state */
export function createState(state) {
  /** @type {(() => unknown)[]} */
  const drawers = [];
  let frame = 0;
  let timer = 0;

  /** Draw now, and not with the next frame. */
  function drawAll() {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = 0;
    for (const draw of drawers) draw();
  }

  /** Draw with the next frame. */
  function redraw() {
    if (frame) return;
    frame = requestAnimationFrame(drawAll);
    timer = setTimeout(drawAll, LATEST_MS);
  }

  /** @param {Partial<T>} values */
  function update(values) {
    Object.assign(state, values);
    redraw();
  }

  return { state, update, redraw, drawAll, onDraw: (/** @type {() => unknown} */ draw) => void drawers.push(draw) };
}

/** Something to be done later; what is set anew takes the place of what was set before. */
export function createTimer() {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return {
    /** @param {number} milliseconds @param {() => unknown} action */
    set(milliseconds, action) {
      clearTimeout(timer);
      timer = setTimeout(action, milliseconds);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Whether a text could be copied for the person; over plain http there is no clipboard. @param {string} text */
export const copied = async (text) => Boolean(await navigator.clipboard?.writeText(text).then(() => true, () => false));

/** Say something to screen readers. @param {string} text */
export function speak(text) {
  byId("polite").textContent = text;
}
