// The one state of the editor. Others change it and ask for a redraw, of which there is one a frame.

import { coloured } from "../lib/coloured.js";
import { byId } from "../lib/dom.js";
import { createDrawing } from "../lib/drawing.js";
import { wordsFor } from "../lib/words.js";
import { EMPTY, TOOLS } from "./edits.js";

/** @type {EditorState} */
export const state = {
  board: EMPTY, turn: "black", rules: { preset: "english", options: {} }, draft: null, tool: TOOLS[0], flipped: false, focus: 12,
  past: [], future: [], message: "", unread: "", preferences: null, visitor: { id: "", host: true }, choices: null,
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

export function tell(sentence) {
  state.message = inWords(sentence);
  redraw();
}
