// The one state of the library's page. Others change it and ask for a redraw, of which there is one a frame.

import { coloured } from "../lib/coloured.js";
import { byId } from "../lib/dom.js";
import { createDrawing } from "../lib/drawing.js";
import { wordsFor } from "../lib/words.js";

/** @type {LibraryState} */
export const state = {
  library: null, search: {}, found: null, chosen: new Set(), wrong: null, more: false, news: null, jobs: [], preferences: null, visitor: { id: "", host: true },
};

/** The words for this theme. */
export let words = wordsFor("classic", "");

export function chooseWords() {
  words = wordsFor(state.preferences.theme, state.visitor.id, state.visitor.host);
}

export const { onDraw, redraw } = createDrawing();

export function say(text) {
  byId("polite").textContent = text;
}

export const inWords = (sentence) => coloured(sentence, words);

/** Something that was done, and what takes it back. @param {(() => unknown) | null} undo */
export function tell(text, undo = null, isWrong = false) {
  state.news = { text: inWords(text), undo, isWrong };
  redraw();
}
