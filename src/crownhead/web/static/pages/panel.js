// The panel: players, turn, messages, buttons and the result. Everything tells of the moment that the board shows.

/** @import { GameView } from "../../types/contract.js" */
/** @import { Moment } from "../lib/words.js" */

import * as api from "../lib/api.js";
import { byId, el, portrait, setAttribute, setMoves, setText, svg } from "../lib/dom.js";
import { stopHere } from "../lib/selection.js";
import { counted, countWords, isWatched, other, paceWords } from "../lib/words.js";
import { nextLevel } from "./actions.js";
import { clockNode, drawClocks } from "./clock.js";
import { mayMove, moment, onDraw, state, words } from "./state.js";
import { focusBoard } from "./table.js";

/** @typedef {"black" | "white"} Side */

const ROOM_TO_TYPE = "(min-width: 821px) and (min-height: 700px)";

export function buildPanel() {
  for (const [place, side] of [["top", "white"], ["bottom", "black"]]) {
    byId(`player-${place}`).append(
      el("span", { class: "face" }), el("i", { class: "disc" }), el("span", { class: "who" }, el("strong", { class: "name" }), el("span", { class: "rating" })),
      el("span", { class: "counts" }), el("span", { class: "taken", "aria-hidden": "true" }), clockNode(side));
  }
  onDraw(drawPanel);
}

function drawPanel() {
  const { game } = state;
  byId("connection").hidden = state.connected;
  setText(byId("connection"), state.trouble ?? "Connection lost. Trying again…");
  const mute = byId("mute");
  setAttribute(mute, "aria-pressed", !state.preferences.sound);
  setAttribute(mute.querySelector("use"), "href", state.preferences.sound ? "#i-sound" : "#i-silent");
  if (!game) return;
  const focused = /** @type {any} */ (document.activeElement);
  const now = moment();
  drawPlayer(game, now, "top", state.flipped ? "white" : "black");
  drawPlayer(game, now, "bottom", state.flipped ? "black" : "white");
  drawClocks();
  drawTitle(game, now);
  drawStatus(game, now);
  drawEnd(game, now);
  drawButtons(game);
  // What hid or disabled itself gives the focus to the board.
  if (byId("game").contains(focused) && (focused.disabled || !focused.offsetParent)) focusBoard();
}

/** @param {Side} side */
const token = (side) => svg("svg", { class: "token", viewBox: "-46 -46 92 92", "aria-hidden": "true" }, svg("use", { href: "#man", class: side }));

/** @param {GameView} game @param {Moment} now @param {"top" | "bottom"} place @param {Side} side */
function drawPlayer(game, now, place, side) {
  const bar = byId(`player-${place}`);
  const player = game.players[side];
  const face = bar.querySelector(".face");
  const key = `${side} ${player.portrait}`;
  if (face.dataset.key !== key) {
    face.dataset.key = key;
    face.replaceChildren(player.portrait ? portrait(player.portrait) : token(side));
    bar.querySelector(".disc").className = `disc ${side}`;
  }
  setText(bar.querySelector(".name"), words.player(game, side));
  setText(bar.querySelector(".rating"), player.rating ? String(player.rating) : "");
  bar.title = player.character;
  setText(bar.querySelector(".counts"), countWords(now.position.board, side));
  const over = now.present && game.outcome;
  bar.classList.toggle("to-move", !over && now.position.turn === side);
  drawTaken(bar.querySelector(".taken"), side, counted(game.start.board, other(side)).all - counted(now.position.board, other(side)).all);
  const clock = byId(`clock-${side}`);
  if (clock.parentNode !== bar) bar.append(clock);
}

/** Small discs for what a side has captured. @param {HTMLElement} node @param {Side} side @param {number} taken */
function drawTaken(node, side, taken) {
  if (node.childElementCount === taken && node.dataset.side === side) return;
  node.dataset.side = side;
  node.replaceChildren(...Array.from({ length: Math.max(0, taken) }, () => el("i", { class: `disc ${other(side)}` })));
}

/** The tab says whose turn it is. @param {GameView} game @param {Moment} now */
function drawTitle(game, now) {
  const names = words.players(game);
  document.title = `${now.present && game.outcome ? words.result(game).title : words.turn(game, now)} · ${names}`;
  setText(byId("game-title"), names);
}

/** @param {GameView} game @param {Moment} now */
function drawStatus(game, now) {
  const over = now.present && game.outcome !== null;
  const turn = byId("turn");
  turn.hidden = over;
  setText(byId("turn-text"), words.turn(game, now));
  turn.firstElementChild.className = `disc ${now.position.turn}`;
  const message = byId("message");
  setMoves(message, state.browsing === null ? state.remark?.text ?? state.news : "");
  message.classList.toggle("refusal", Boolean(state.remark?.refusal));
  drawMust(game, now);
  const thinking = byId("thinking");
  const thinks = !over && state.browsing === null && game.players[now.position.turn].kind === "computer" && state.thinking;
  thinking.hidden = !thinks;
  if (thinks) setText(thinking, thinks.depth ? `${thinks.depth} moves deep` : "");
  const offer = now.present && !over ? game.draw_offer : null;
  const answering = offer && words.mySides(game).includes(other(offer));
  byId("draw-offer").hidden = !offer;
  for (const id of ["accept-draw", "decline-draw"]) byId(id).hidden = !answering;
  if (offer) setText(byId("draw-offer-text"), `${words.drawOffer(offer)}${answering ? " Do you accept?" : ""}`);
  byId("present").hidden = state.browsing === null;
  if (state.browsing !== null) setText(byId("present-text"), words.browsing(game, state.browsing));
  byId("skip").hidden = !(mayMove() && now.present && stopHere(game.choices.legal, state.selection));
}

/** @param {GameView} game @param {Moment} now */
function drawMust(game, now) {
  const must = byId("must");
  const said = state.hint || state.remark;
  must.hidden = !game.choices.must_capture || !mayMove() || !now.present || Boolean(said);
  setText(must, words.mustCapture(new Set(game.choices.legal.map((move) => move.path[0])).size));
}

/** The result in the panel, and the card over the board. @param {GameView} game @param {Moment} now */
function drawEnd(game, now) {
  const over = now.present && game.outcome !== null;
  byId("result").hidden = !over;
  byId("end").hidden = !over || !state.card;
  if (!over) return;
  const { title, reason } = words.result(game);
  for (const place of ["result", "end"]) {
    setText(byId(`${place}-title`), title);
    setText(byId(`${place}-reason`), reason);
  }
  const played = !isWatched(game) || state.visitor.host;
  for (const id of ["rematch", "result-rematch", "swap-sides", "end-new"]) byId(id).hidden = !played || (id === "end-new" && !state.visitor.host);
  setText(byId("end-score"), words.score(game));
  const next = state.visitor.host ? nextLevel() : null;
  byId("next-level").hidden = !next;
  if (next) setText(byId("next-level"), `Next: ${next.name}`);
  /** @type {Side} */
  const bottom = state.flipped ? "black" : "white";
  const faces = byId("end-faces");
  const key = `${game.id} ${bottom}`;
  if (faces.dataset.key === key) return;
  faces.dataset.key = key;
  faces.replaceChildren(...[bottom, other(bottom)].map((side) => {
    const won = game.outcome?.winner === side ? " winner" : "";
    return game.players[side].portrait ? portrait(game.players[side].portrait, won) : el("span", { class: `end-token${won}` }, token(side));
  }));
}

/** @param {GameView} game */
function drawButtons(game) {
  const over = Boolean(game.outcome);
  const watching = isWatched(game);
  const seated = words.mySides(game).length > 0 || watching;
  // These come and go: they keep the focus while they do nothing.
  setAttribute(byId("undo"), "aria-disabled", !game.can_undo || !seated);
  setAttribute(byId("redo"), "aria-disabled", !game.can_redo || !seated);
  setAttribute(byId("hint"), "aria-disabled", !mayMove() || state.hinting);
  byId("hint").classList.toggle("working", state.hinting);
  byId("resign").disabled = over || watching || !seated;
  byId("offer-draw").disabled = over || watching || !seated || Boolean(game.draw_offer);
  byId("watching").hidden = !watching || over;
  setText(byId("pause"), game.paused ? "Continue" : "Pause");
  byId("step").disabled = !game.paused;
  const pace = byId("pace");
  if (document.activeElement !== pace) {
    pace.max = Math.max(5, game.pace);
    pace.value = game.pace;
    setText(byId("pace-text"), paceWords(game.pace));
  }
  const typing = state.preferences.typing ?? matchMedia(ROOM_TO_TYPE).matches;
  byId("typed").hidden = watching || over || !typing || !words.mySides(game).length;
  for (const id of ["seats-open", "invite"]) byId(id).hidden = !state.visitor.host;
  byId("restart").hidden = !seated;
  setAttribute(byId("download-pdn"), "href", api.pdnAddress(game.id));
}
