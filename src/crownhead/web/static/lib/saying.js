// What a page says for the ear, and the server's sentences in this theme's words.

import { byId } from "./dom.js";
import { words } from "./page-state.js";

/** Say something for the ear. */
export function say(text) {
  byId("polite").textContent = text;
}

/** The sides have other names in some themes. */
export const inWords = (sentence) =>
  sentence.replace(/\bBlack\b/g, words.colour("black")).replace(/\bWhite\b/g, words.colour("white"));
