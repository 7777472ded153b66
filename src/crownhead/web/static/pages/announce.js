// Telling people: the message line, the bubble, and the live regions for screen readers.

import { byId, el } from "../lib/dom.js";
import { BOARD, centre, SIZE } from "../lib/geometry.js";
import { redraw, state } from "./state.js";

const BUBBLE_MS = 4500;
const MOST_SPOKEN = 3; // sentences in a live region: a new one does not cut off the last
let bubbleTimer = 0;

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

/** Nor is there any news. */
export function clearNews() {
  state.news = null;
  forget();
}

/** Say why something cannot be done, beside the square it was tried on. */
export function refuse(text, square = null) {
  forget();
  state.remark = { text, refusal: true };
  speakNow(text);
  if (square === null) return;
  const bubble = byId("bubble");
  const { x, y } = centre(square, state.flipped);
  bubble.textContent = text;
  bubble.hidden = false;
  bubble.classList.toggle("below", belongsBelow(y));
  const wide = bubble.parentNode.clientWidth;
  const left = Math.min(Math.max((x / BOARD) * wide - bubble.offsetWidth / 2, 4), wide - bubble.offsetWidth - 4);
  bubble.style.setProperty("--left", `${left}px`);
  bubble.style.setProperty("--y", `${(y / BOARD) * 100}%`);
  clearTimeout(bubbleTimer);
  bubbleTimer = setTimeout(clearBubble, BUBBLE_MS);
}

/** Whether the bubble hides fewer pieces that can move under the square than over it. */
function belongsBelow(y) {
  if (y < SIZE || y > BOARD - SIZE) return y < SIZE;
  const legal = state.game?.choices.legal ?? [];
  const hidden = (sign) => legal.filter(({ path }) => {
    const rows = ((centre(path[0], state.flipped).y - y) * sign) / SIZE;
    return rows > 0 && rows < 2.2;
  }).length;
  const over = hidden(-1), under = hidden(1);
  return over === under ? y < BOARD / 2 : under < over;
}

export function clearBubble() {
  byId("bubble").hidden = true;
}
