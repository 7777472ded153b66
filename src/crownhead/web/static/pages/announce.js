// Announcements: the bubble beside a square, the live regions for screen readers, and sounds. The panel shows the rest.

import { sentenceOf } from "../lib/api.js";
import { byId, el } from "../lib/dom.js";
import { createTimer } from "../lib/page.js";
import { BOARD, centre, SIZE } from "../lib/picture.js";
import { play } from "../lib/sounds.js";
import * as actions from "./actions.js";
import { onDraw, state } from "./state.js";

const MOST_SPOKEN = 3; // sentences in a live region: a new one does not cut off the last
const BUBBLE_MS = 4500;
const bubbleTimer = createTimer();

/** Play a sound, unless they are switched off. @param {Parameters<typeof play>[0]} name */
export function sound(name) {
  if (state.preferences.sound && !document.hidden) play(name);
}

/** @param {string} region @param {string} text */
function append(region, text) {
  const node = byId(region);
  node.append(el("p", {}, text));
  while (node.childElementCount > MOST_SPOKEN) node.firstElementChild?.remove();
}

/** Speak without showing. @param {string} text */
export const speak = (text) => append("polite", text);
/** @param {string} text */
export const speakNow = (text) => append("assertive", text);

/** Show and speak news, and speak what the eye sees elsewhere. @param {() => string} news makes its text again when the theme changes */
export function tell(news, unseen = "") {
  actions.report(news);
  speak(`${news()} ${unseen}`.trim());
}

/** Say something of what the person is doing. @param {() => string} text */
export function remark(text) {
  actions.remark({ text });
  speak(text());
}

/** Say why something cannot be done, also beside the square it was tried on. @param {() => string} text @param {number | null} square */
export function refuse(text, square = null) {
  actions.remark({ text, refusal: true }, square ? { text: text(), square } : null);
  speakNow(text());
  if (square) bubbleTimer.set(BUBBLE_MS, actions.hideBubble);
}

/** Say on the page that is shown what the server has refused. @param {unknown} error */
export function tellFailure(error) {
  const message = sentenceOf(error);
  if (state.page === "game") refuse(() => message);
  else actions.fail(message);
}

function drawBubble() {
  const bubble = byId("bubble");
  bubble.hidden = !state.bubble;
  if (!state.bubble) return;
  const { text, square } = state.bubble;
  const { x, y } = centre(square, state.flipped);
  bubble.textContent = text;
  bubble.classList.toggle("below", belongsBelow(y));
  const wide = /** @type {HTMLElement} */ (bubble.parentNode).clientWidth;
  const left = Math.min(Math.max((x / BOARD) * wide - bubble.offsetWidth / 2, 4), wide - bubble.offsetWidth - 4);
  bubble.style.setProperty("--left", `${left}px`);
  bubble.style.setProperty("--y", `${(y / BOARD) * 100}%`);
}

/** Whether the bubble hides fewer pieces that can move under the square than over it. @param {number} y */
function belongsBelow(y) {
  if (y < SIZE || y > BOARD - SIZE) return y < SIZE;
  const legal = state.game?.choices.legal ?? [];
  const hidden = (/** @type {number} */ sign) =>
    legal.filter(({ path }) => {
      const rows = ((centre(path[0], state.flipped).y - y) * sign) / SIZE;
      return rows > 0 && rows < 2.2;
    }).length;
  const over = hidden(-1), under = hidden(1);
  return over === under ? y < BOARD / 2 : under < over;
}

export function listenToBubble() {
  onDraw(drawBubble);
  addEventListener("resize", actions.hideBubble); // the square is elsewhere then
}
