// What one player asks of the other: a draw, or to take back a move. Fetched with the first of them.

import { byId, el, setText } from "../lib/dom.js";
import { other } from "../lib/words.js";
import { speakNow } from "./announce.js";
import { ask } from "./play.js";
import { moment, onDraw, state, words } from "./state.js";
import { focusBoard } from "./table.js";

const button = (id, text, accept, look = "") =>
  el("button", { type: "button", id, "data-testid": id, class: look, onclick: () => answer(accept) }, text);

byId("message").after(
  el("div", { class: "offer", id: "offer", "data-testid": "offer", hidden: true },
    el("p", { id: "offer-text", "data-testid": "offer-text" }), button("accept", "Yes", true, "primary"),
    button("decline", "No", false)),
);

/** @param {Side} side who asks @param {boolean} mine whether this browser does */
function offerWords(what, side, mine) {
  if (what === "draw") return mine ? "You offered a draw." : `${words.colour(side)} offers a draw.`;
  return mine ? "You asked to take back a move." : `${words.colour(side)} would like to take back a move.`;
}

let spoken = "";

function draw() {
  const { game } = state;
  if (!game) return void (spoken = "");
  const now = moment();
  const what = game.undo_request ? "undo" : "draw";
  const side = game.undo_request ?? (game.outcome ? null : game.draw_offer);
  const answered = byId("offer").contains(document.activeElement);
  byId("offer").hidden = !now.present || !side;
  if (answered && byId("offer").hidden) focusBoard();
  if (!side) return void (spoken = "");
  const mine = words.mySides(game);
  const answering = mine.includes(other(side));
  for (const id of ["accept", "decline"]) byId(id).hidden = !answering;
  const text = `${offerWords(what, side, !answering && mine.includes(side))}${answering ? " Do you agree?" : ""}`;
  if (answering && spoken !== text) speakNow(text);
  spoken = text;
  setText(byId("offer-text"), text);
}

const answer = (
  accept,
) => (state.game?.undo_request
  ? ask("undo/answer", { accept })
  : ask("draw", { action: accept ? "accept" : "decline" }));

onDraw(draw);
draw();
