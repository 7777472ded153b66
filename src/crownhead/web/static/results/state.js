// The one state of the page of results. Others change it and ask for a redraw, of which there is one a frame.

import { createDrawing, words } from "../lib/page.js";

/** @type {ResultsState} */
export const state = { results: null, all: false, point: null, preferences: null, visitor: { id: "", host: true } };

export { words };
export const { onDraw, redraw } = createDrawing(() => state.results);
