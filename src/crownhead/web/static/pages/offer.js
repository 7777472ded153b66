// What one player asks of the other: a draw, or to take back a move. Fetched with the first of them.

import { byId, onClick, setText } from "../lib/dom.js";
import { other } from "../lib/words.js";
import { ask } from "./play.js";
import { moment, onDraw, state, words } from "./state.js";

/** @param {Side} side who asks @param {boolean} mine whether this browser does */
function offerWords(what, side, mine) {
  if (what === "draw") return mine ? "You offered a draw." : `${words.colour(side)} offers a draw.`;
  return mine ? "You asked to take back a move." : `${words.colour(side)} would like to take back a move.`;
}

function draw() {
  const { game } = state;
  if (!game) return;
  const now = moment();
  const what = game.undo_request ? "undo" : "draw";
  const side = game.undo_request ?? (game.outcome ? null : game.draw_offer);
  byId("offer").hidden = !now.present || !side;
  if (!side) return;
  const mine = words.mySides(game);
  const answering = mine.includes(other(side));
  for (const id of ["accept", "decline"]) byId(id).hidden = !answering;
  setText(byId("offer-text"), `${offerWords(what, side, !answering && mine.includes(side))}${answering ? " Do you agree?" : ""}`);
}

const answer = (accept) =>
  (state.game?.undo_request ? ask("undo/answer", { accept }) : ask("draw", { action: accept ? "accept" : "decline" }));

onClick("accept", () => answer(true));
onClick("decline", () => answer(false));
onDraw(draw);
draw();
