// Telling people: the message line, and the live regions for screen readers.

import { byId, el } from "../lib/dom.js";
import { redraw, state } from "./state.js";

const MOST_SPOKEN = 3; // sentences in a live region: a new one does not cut off the last

function tell(region, text) {
  const node = byId(region);
  node.append(el("p", {}, text));
  while (node.childElementCount > MOST_SPOKEN) node.firstChild.remove();
}

/** Speak without showing. */
export const speak = (text) => tell("polite", text);
export const speakNow = (text) => tell("assertive", text);

/** Tell news, and to the ear what the eye sees elsewhere; `news` makes its words anew when the colours change. @param {() => string} news */
export function say(news, unseen = "") {
  clearNews();
  state.news = news;
  speak(news() + unseen);
}

/** Speak of what the person is doing: shown before the news, until they do something else. */
export function remark(text) {
  state.remark = { text };
  speak(text);
  redraw();
}

/** The remark is not true any more. */
export function forget() {
  state.remark = null;
  clearBubble();
  redraw();
}

/** Nor is there any news, nor the arrow of a hint. */
export function clearNews() {
  state.news = state.hint = null;
  forget();
}

/** Say why something cannot be done. */
export function refuse(text) {
  forget();
  state.remark = { text, refusal: true };
  speakNow(text);
}

export function clearBubble() {
  byId("bubble").hidden = true;
}
