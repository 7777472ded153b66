// The card at the end of a game: how it ended, the score of the series, and what to play next.

import { byId, el, onClick, portrait, setAttribute, setText } from "../lib/dom.js";
import { setPreference } from "../lib/page.js";
import { other, scoreWords } from "../lib/words.js";
import { newGame } from "./actions.js";
import { speakNow } from "./announce.js";
import { mayGoOn, mayReview, playAgainst, rematch, reviewAddress, swapSides } from "./over.js";
import { token } from "./panel.js";
import { sound } from "./sound.js";
import { last } from "./start.js";
import { game, moment, onDraw, redraw, state, words } from "./state.js";
import { focusBoard } from "./table.js";

/** The level above the one that was just beaten. */
function nextLevel() {
  const mine = words.mySide(game());
  if (!mine || game().outcome?.winner !== mine || !state.visitor.host) return null;
  const levels = state.choices?.levels ?? [];
  const beaten = levels.findIndex((one) => one.opponent === game().players[other(mine)].opponent);
  return beaten < 0 ? null : levels[beaten + 1] ?? null;
}

/** Play the next level, with everything else as it was; the start page offers it again. */
function climb() {
  const next = nextLevel();
  const mine = words.mySide(game());
  if (!next || !mine) return;
  const before = last(); // its rules and clock, where it was this game
  const same = before.opponent === game().players[other(mine)].opponent;
  const request = { ...(same && before.request), [mine]: "person", [other(mine)]: next.opponent };
  setPreference("last", { request, side: mine, coin: false });
  playAgainst(next.opponent, next.name);
}

function drawFaces() {
  /** @type {Side} */
  const bottom = state.flipped ? "black" : "white";
  const faces = byId("end-faces");
  const key = `${bottom} ${game().outcome?.winner} ${game().players.black.portrait} ${game().players.white.portrait}`;
  if (faces.dataset.key === key) return;
  faces.dataset.key = key;
  faces.replaceChildren(...[bottom, other(bottom)].map((side) => {
    const won = game().outcome?.winner === side ? "winner" : "";
    const face = game().players[side].portrait;
    return face ? portrait(face, won) : el("span", { class: `end-token ${won}` }, token(side));
  }));
}

const UNTOUCHED_MS = 400; // a tap that was meant for the board must not choose

function appear() {
  const card = byId("end");
  if (!card.hidden) return;
  card.style.pointerEvents = "none";
  setTimeout(() => (card.style.pointerEvents = ""), UNTOUCHED_MS);
}

function drawEnd() {
  const shown = Boolean(state.card && state.game?.outcome && moment().present);
  const focused = byId("end").contains(document.activeElement);
  if (shown) appear();
  byId("end").hidden = !shown;
  if (!shown) return focused ? focusBoard() : undefined; // its button is gone
  const { title, reason } = words.result(game());
  setText(byId("end-title"), title);
  setText(byId("end-reason"), reason);
  setText(byId("end-score"), scoreWords(words, game()));
  const next = nextLevel();
  byId("next-level").hidden = !next;
  if (next) setText(byId("next-level"), `Next: ${next.name}`);
  for (const id of ["rematch", "swap-sides"]) byId(id).hidden = !mayGoOn();
  byId("end-new").hidden = !state.visitor.host;
  byId("end-review").hidden = !mayReview();
  setAttribute(byId("end-review"), "href", reviewAddress());
  drawFaces();
}

function close() {
  state.card = false;
  redraw();
}

/** @type {Record<string, () => void>} */
const BUTTONS = {
  rematch,
  "swap-sides": swapSides,
  "next-level": climb,
  "end-new": () => newGame(),
  "end-close": close,
};
for (const [id, action] of Object.entries(BUTTONS)) onClick(id, () => action());
onDraw(drawEnd);

/** The end that has just come is heard, too. */
export function showEnd() {
  if (!state.game?.outcome) return; // it was left meanwhile
  const mine = words.mySide(game());
  const { winner } = state.game.outcome;
  sound(winner === null ? "draw" : !mine || winner === mine ? "win" : "lose");
  speakNow(words.ended(game()));
  redraw();
}
