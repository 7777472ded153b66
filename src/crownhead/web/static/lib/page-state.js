// What the states of all pages share: the browser's settings, the words for them, and drawing once a frame.

import { dressMarkup } from "./dom.js";
import { beginPreferences } from "./preferences.js";
import { wordsFor } from "./words.js";

const LATEST_MS = 150; // a tab in the background has few frames or none

/** The words for this theme and browser. */
export let words = wordsFor("classic", "");

/** Draw the markup's icons and follow the browser's settings. @param {Visited} state @param {(before: any) => void} changed */
export function beginPage(state, changed) {
  dressMarkup();
  beginPreferences((values, visitor = state.visitor) => {
    const before = state.preferences;
    Object.assign(state, { preferences: values, visitor });
    words = wordsFor(values.theme, visitor.id, visitor.host);
    changed(before);
  });
}

/** Whoever changes a state asks for a redraw; `ready` is what is drawn, once it is there. @param {() => any} ready */
export function createDrawing(ready = () => true) {
  /** @type {((what: any) => void)[]} */
  const drawers = [];
  let frame = 0;
  let timer = 0;

  /** Draw what has changed now, and not with the next frame. */
  function drawAll() {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = 0;
    const what = ready();
    if (what) { for (const draw of drawers) draw(what); }
  }

  return {
    onDraw: (draw) => void drawers.push(draw),
    redraw() {
      if (frame) return;
      frame = requestAnimationFrame(drawAll);
      timer = setTimeout(drawAll, LATEST_MS);
    },
    drawAll,
  };
}
