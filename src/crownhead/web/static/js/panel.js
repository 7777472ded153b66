// The panel: players, turn, messages, buttons and the result.

import * as api from "./api.js";
import { byId, el, setAttribute, setMoves, setText, svg } from "./elements.js";
import { selectField } from "./controls.js";
import { focusBoard } from "./board.js";
import { clockNode, drawClocks } from "./clock.js";
import { say } from "./announce.js";
import { change } from "./play.js";
import { mayMove, onDraw, state } from "./state.js";
import { stopHere } from "./selection.js";
import { browsingWords, colourName, isWatched, mySide, other, outcomeWords, paceWords, playerName, playerNames, plural, turnSentence } from "./words.js";

let seated = "";

export function buildPanel() {
  for (const [place, side] of [["top", "white"], ["bottom", "black"]]) {
    byId(`player-${place}`).append(
      svg("svg", { class: "token", viewBox: "-50 -50 100 100", "aria-hidden": "true" }, svg("use", { href: "#man" })),
      el("span", { class: "who" }, el("strong", { class: "name" }), el("span", { class: "rating" })),
      el("span", { class: "counts" }), el("span", { class: "taken", "aria-hidden": "true" }), clockNode(side));
  }
  onDraw(drawPanel);
}

function drawPanel() {
  const { game } = state;
  byId("connection").hidden = state.connected;
  setText(byId("connection"), state.trouble ?? "The connection is lost. Trying again…");
  const mute = byId("mute");
  setAttribute(mute, "aria-pressed", !state.preferences.sound);
  setAttribute(mute.querySelector("use"), "href", state.preferences.sound ? "#i-sound" : "#i-silent");
  if (!game) return;
  const focused = document.activeElement;
  drawPlayer("top", state.flipped ? "white" : "black");
  drawPlayer("bottom", state.flipped ? "black" : "white");
  drawClocks();
  drawTitle(game);
  drawStatus(game);
  drawButtons(game);
  drawSeats(game);
  // What hid or disabled itself gives the focus to the board.
  if (byId("game").contains(focused) && (focused.disabled || !focused.offsetParent)) focusBoard();
}

function drawPlayer(place, side) {
  const { game } = state;
  const bar = byId(`player-${place}`);
  const player = game.players[side];
  setAttribute(bar.querySelector("use"), "class", side);
  setText(bar.querySelector(".name"), playerName(game, side));
  setText(bar.querySelector(".rating"), player.rating ? String(player.rating) : "");
  bar.title = player.character ?? "";
  const { men, kings } = game.counts[side];
  setText(bar.querySelector(".counts"), `${plural(men, "man", "men")}${kings ? `, ${plural(kings, "king")}` : ""}`);
  bar.classList.toggle("to-move", !game.outcome && game.turn === side);
  drawTaken(bar.querySelector(".taken"), side);
  const clock = byId(`clock-${side}`);
  if (clock.parentNode !== bar) bar.append(clock);
}

/** The tab says whose turn it is. */
function drawTitle(game) {
  const names = playerNames(game);
  const stands = game.outcome ? outcomeWords(game).title : turnSentence(game).split(":")[0];
  document.title = `${stands} · ${names}`;
  setText(byId("game-title"), names);
}

/** Small discs for what a side has captured. */
function drawTaken(node, side) {
  const { game } = state;
  const count = (board) => [...board].filter((piece) => piece !== "." && piece.toLowerCase() !== side[0]).length;
  const taken = Math.max(0, count(game.start_board) - count(game.board));
  if (node.childElementCount === taken && node.dataset.side === side) return;
  node.dataset.side = side;
  node.replaceChildren(...Array.from({ length: taken }, () => el("i", { class: `disc ${other(side)}` })));
}

function drawStatus(game) {
  const turn = byId("turn");
  const over = Boolean(game.outcome);
  turn.hidden = over;
  setText(byId("turn-text"), turnSentence(game));
  turn.firstElementChild.className = `disc ${game.turn}`;
  const message = byId("message");
  const { remark } = state;
  setMoves(message, state.browsing === null ? remark?.text ?? state.news : "");
  message.classList.toggle("refusal", Boolean(remark?.refusal));
  drawMust(game);
  const thinking = byId("thinking");
  thinking.hidden = over || !state.thinking;
  if (state.thinking) setText(thinking, state.thinking.depth ? `thinking, depth ${state.thinking.depth}` : "thinking");
  drawResult(game);
  const offer = game.draw_offer && !over;
  byId("draw-offer").hidden = !offer;
  if (offer) setText(byId("draw-offer-text"), `${colourName(game.draw_offer)} offers a draw. Does ${colourName(other(game.draw_offer))} accept?`);
  byId("present").hidden = state.browsing === null;
  if (state.browsing !== null) setText(byId("present-text"), browsingWords(game, state.browsing));
  byId("skip").hidden = !(mayMove() && !state.busy && stopHere(game.legal, state.selection));
}

function drawMust(game) {
  const must = byId("must");
  const said = state.hint || state.remark?.refusal;
  must.hidden = !game.must_capture || !mayMove() || state.busy || state.selection?.length > 1 || Boolean(said);
  const pieces = new Set(game.legal.map((move) => move.path[0])).size;
  setText(must, `You must capture: ${pieces > 1 ? "ringed pieces" : "the ringed piece"} can.`);
}

function drawResult(game) {
  const node = byId("result");
  const over = Boolean(game.outcome) && !state.busy;
  node.hidden = !over;
  if (!over) return;
  const { title, reason } = outcomeWords(game);
  setText(byId("result-title"), title);
  setText(byId("result-reason"), reason);
  setAttribute(node, "data-winner", game.outcome.winner ?? "none");
}

function drawButtons(game) {
  const over = Boolean(game.outcome);
  const watching = isWatched(game);
  // These come and go: they keep the focus while they do nothing.
  setAttribute(byId("undo"), "aria-disabled", !game.can_undo);
  setAttribute(byId("redo"), "aria-disabled", !game.can_redo);
  setAttribute(byId("hint"), "aria-disabled", !mayMove() || state.hinting);
  byId("hint").classList.toggle("working", state.hinting);
  byId("resign").disabled = over || watching;
  byId("offer-draw").disabled = over || watching || Boolean(game.draw_offer);
  byId("watching").hidden = !watching || over;
  setText(byId("pause"), game.paused ? "Go on" : "Pause");
  byId("step").disabled = !game.paused;
  const pace = byId("pace");
  if (document.activeElement !== pace) {
    pace.max = Math.max(5, game.pace);
    pace.value = game.pace;
    setText(byId("pace-text"), paceWords(game.pace));
  }
  byId("typed").hidden = watching || over;
  setAttribute(byId("download-pdn"), "href", api.pdnAddress(game.id));
}

function drawSeats(game) {
  if (!state.choices) return;
  const sitting = (side) => game.players[side].opponent ?? "person";
  const key = `${game.id} ${sitting("black")} ${sitting("white")} ${state.preferences.theme}`;
  if (key === seated) return;
  seated = key;
  const main = mySide(game) ? other(mySide(game)) : "white";
  const { levels, classic } = state.choices;
  const items = [["person", "Person"], ...levels.map((one) => [one.opponent, `${one.number} ${one.name} (${one.rating})`]),
    ...classic.map((one) => [one.opponent, `${one.name} (classic)`])];
  const seats = byId("seats");
  const focused = [...seats.children].findIndex((field) => field.contains(document.activeElement));
  seats.replaceChildren(...["black", "white"].map((side) => {
    const known = items.some(([opponent]) => opponent === sitting(side));
    const all = known ? items : [...items, [sitting(side), game.players[side].name]];
    return selectField(side === main ? "level-select" : "player-select", colourName(side), all, sitting(side), (opponent) => seat(side, opponent));
  }));
  seats.children[focused]?.lastElementChild.focus();
}

async function seat(side, opponent) {
  const { id } = state.game;
  if ((await change({ [side]: opponent })) && state.game?.id === id) say(`${colourName(side)} is now played by ${opponent === "person" ? "a person" : state.game.players[side].name}.`);
}
