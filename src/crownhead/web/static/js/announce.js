// Telling people: the message line, the bubble at the board, and the live regions for screen readers.

import { byId } from "./elements.js";
import { centre, BOARD } from "./geometry.js";
import { redraw, state } from "./state.js";

const BUBBLE_MS = 4500;
let bubbleTimer = 0;
let toggle = false;

function tell(region, text) {
  // A live region speaks when its text changes: saying the same again needs a difference nobody hears.
  toggle = !toggle;
  byId(region).textContent = toggle ? text : `${text}\u00a0`;
}

/** Speak without showing. */
export const speak = (text) => tell("polite", text);
export const speakNow = (text) => tell("assertive", text);

/** Show in the message line, and speak, with what the eye sees elsewhere. */
export function say(text, unseen = "") {
  state.message = { text, tone: "plain" };
  speak(text + unseen);
  redraw();
}

export function hush() {
  state.message = { text: "", tone: "plain" };
}

/** Say why something cannot be done, beside the square it was tried on. */
export function refuse(text, square = null) {
  state.message = { text, tone: "refusal" };
  speakNow(text);
  redraw();
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

/** Whether the bubble hides fewer pieces that can move under the square than over it; at an edge there is no choice. */
function belongsBelow(y) {
  const side = BOARD / 8;
  if (y < side || y > BOARD - side) return y < side;
  const hidden = (sign) => state.game.legal.filter(({ path }) => {
    const rows = ((centre(path[0], state.flipped).y - y) * sign) / side;
    return rows > 0 && rows < 2.2;
  }).length;
  const over = hidden(-1), under = hidden(1);
  return over === under ? y < BOARD / 2 : under < over;
}

export function clearBubble() {
  byId("bubble").hidden = true;
}
