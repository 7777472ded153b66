// The one state of the page of results. Others change it and ask for a redraw, of which there is one a frame.

import { wordsFor } from "../lib/words.js";

/** @type {ResultsState} */
export const state = { results: null, all: false, point: null, preferences: null, visitor: { id: "", host: true } };

/** The words for this theme. */
export let words = wordsFor("classic", "");

export function chooseWords() {
  words = wordsFor(state.preferences.theme, state.visitor.id, state.visitor.host);
}

/** @type {((results: ResultsView) => void)[]} */
const drawers = [];
let frame = 0;

/** @param {(results: ResultsView) => void} draw */
export function onDraw(draw) {
  drawers.push(draw);
}

export function redraw() {
  frame ||= requestAnimationFrame(() => {
    frame = 0;
    const { results } = state;
    if (results) for (const draw of drawers) draw(results);
  });
}
