// The one state of the page of results. Others change it and ask for a redraw, of which there is one a frame.

import { createDrawing } from "../lib/drawing.js";
import { wordsFor } from "../lib/words.js";

/** @type {ResultsState} */
export const state = { results: null, all: false, point: null, preferences: null, visitor: { id: "", host: true } };

/** The words for this theme. */
export let words = wordsFor("classic", "");

export function chooseWords() {
  words = wordsFor(state.preferences.theme, state.visitor.id, state.visitor.host);
}

export const { onDraw, redraw } = createDrawing(() => state.results);
