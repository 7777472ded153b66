// The one state of the library's page. Others change it and ask for a redraw, of which there is one a frame.

import { createDrawing, inWords, say, words } from "../lib/page.js";

/** @type {LibraryState} */
export const state = {
  library: null,
  search: {},
  found: null,
  chosen: new Set(),
  wrong: null,
  more: false,
  news: null,
  jobs: [],
  preferences: null,
  visitor: { id: "", host: true },
};

export { inWords, say, words };
export const { onDraw, redraw } = createDrawing();

/** Something that was done, and what takes it back. @param {(() => unknown) | null} undo */
export function tell(text, undo = null, isWrong = false) {
  state.news = { text: inWords(text), undo, isWrong };
  redraw();
}
