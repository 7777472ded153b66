// Why something cannot be done, beside the square it was tried on. Fetched with the first refusal.

import { byId, sheet } from "../lib/dom.js";
import { BOARD, centre, SIZE } from "../lib/picture.js";
import { clearBubble, remark } from "./announce.js";
import { mayMove, moment, state, words } from "./state.js";

await sheet("bubble");

const BUBBLE_MS = 4500;
let timer = 0;

addEventListener("resize", clearBubble); // the square is elsewhere then

export function showBubble(text, square) {
  const bubble = byId("bubble");
  const { x, y } = centre(square, state.flipped);
  bubble.textContent = text;
  bubble.hidden = false;
  bubble.classList.toggle("below", belongsBelow(y));
  const wide = bubble.parentNode.clientWidth;
  const left = Math.min(Math.max((x / BOARD) * wide - bubble.offsetWidth / 2, 4), wide - bubble.offsetWidth - 4);
  bubble.style.setProperty("--left", `${left}px`);
  bubble.style.setProperty("--y", `${(y / BOARD) * 100}%`);
  clearTimeout(timer);
  timer = setTimeout(clearBubble, BUBBLE_MS);
}

/** Whether the bubble hides fewer pieces that can move under the square than over it. */
function belongsBelow(y) {
  if (y < SIZE || y > BOARD - SIZE) return y < SIZE;
  const legal = state.game?.choices.legal ?? [];
  const hidden = (sign) =>
    legal.filter(({ path }) => {
      const rows = ((centre(path[0], state.flipped).y - y) * sign) / SIZE;
      return rows > 0 && rows < 2.2;
    }).length;
  const over = hidden(-1), under = hidden(1);
  return over === under ? y < BOARD / 2 : under < over;
}

/** Say why a piece cannot be moved now, unless it can by now or something else is shown. */
export function tellWaiting(square) {
  const { game, browsing, pending } = state;
  if (!game || game.outcome || browsing !== null || mayMove() || game.position.board[square - 1] === ".") return;
  if (game.to_move === "computer" && !moment().present) return;
  if (!words.mySides(game).length) remark("You are watching this game.");
  else if (game.to_move === "computer") remark(`It is ${words.player(game, game.position.turn)}'s turn.`);
  else if (!pending) remark("It is not your turn.");
}
