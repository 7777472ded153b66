// The panel: players, turn, messages, buttons and the result. Everything tells of the moment that the board shows.

import { byId, el, portrait, setAttribute, setMoves, setText, svg } from "../lib/dom.js";
import { stopHere } from "../lib/hand.js";
import { counted, countWords, isWatched, other } from "../lib/words.js";
import { mayHint } from "./play.js";
import { isOver, mayMove, mayUndo, moment, onDraw, presentMoment, redraw, state, wantsTyping, words } from "./state.js";
import { focusBoard } from "./table.js";

/** @type {Promise<unknown> | null} */
let clocks = null;

export function buildPanel() {
  for (const [place, side] of [["top", "white"], ["bottom", "black"]]) {
    byId(`player-${place}`).append(
      el("span", { class: "face" }),
      el("i", { class: "disc" }),
      el("span", { class: "who" }, el("strong", { class: "name" }), el("span", { class: "rating", title: "Rating" })),
      el("span", { class: "counts" }),
      el("span", { class: "taken", "aria-hidden": "true" }),
      el("span", { class: "clock", id: `clock-${side}`, "data-testid": `clock-${side}`, role: "timer", hidden: true }),
    );
  }
  onDraw(drawPanel);
  addEventListener("resize", redraw);
}

/** Clocks are fetched for the first game that has some. @param {GameView} game */
function drawClocks({ clock }) {
  if (clock.kind !== "none")
    clocks ??= import("./clock.js").then(({ startClocks }) => startClocks()).catch(() => (clocks = null));
  for (const side of ["black", "white"]) byId(`clock-${side}`).hidden = clock.kind === "none";
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
  drawClocks(game);
  drawTitle(game, now);
  drawStatus(game, now);
  if (game.outcome || game.ply > 1 || game.clock.kind !== "none") import("./over.js").catch(() => {}); // which draws the result, at once when it comes
  drawButtons(game);
  // What hid or disabled itself gives the focus to the board.
  if (byId("game").contains(focused) && (focused.disabled || !focused.offsetParent)) focusBoard();
}

/** @param {Side} side */
export const token = (side) =>
  svg("svg", { class: "token", viewBox: "-46 -46 92 92", "aria-hidden": "true" },
    svg("use", { href: "#man", class: side }));

/** @param {GameView} game @param {Moment} now @param {Side} side */
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
  bar.classList.toggle("to-move", !over && !now.past && now.position.turn === side);
  drawTaken(bar.querySelector(".taken"), side,
    counted(game.start.board, other(side)).all - counted(now.position.board, other(side)).all);
  const clock = byId(`clock-${side}`);
  if (clock.parentNode !== bar) bar.append(clock);
}

/** Small discs for what a side has captured. @param {Side} side */
function drawTaken(node, side, taken) {
  if (node.childElementCount === taken && node.dataset.side === side) return;
  node.dataset.side = side;
  node.replaceChildren(...Array.from({ length: Math.max(0, taken) }, () => el("i", { class: `disc ${other(side)}` })));
}

/** The tab says whose turn it is, also to who looks back. @param {GameView} game @param {Moment} shown */
function drawTitle(game, shown) {
  const names = words.players(game);
  const now = shown.past ? presentMoment(game) : shown;
  document.title = `${now.present && game.outcome ? words.result(game).title : words.turn(game, now)} · ${names}`;
  setText(byId("game-title"), names);
}

/** @param {GameView} game @param {Moment} now */
function drawStatus(game, now) {
  const over = now.present && game.outcome !== null;
  drawTurn(game, now, over);
  const message = byId("message");
  setMoves(message, state.browsing === null ? state.remark?.text ?? state.news?.() ?? "" : "");
  message.classList.toggle("refusal", Boolean(state.remark?.refusal));
  drawMust(game, now);
  const thinking = byId("thinking");
  const thinks = !over && state.browsing === null && state.thinking?.side === now.position.turn
    && game.players[now.position.turn].kind === "computer" && state.thinking;
  thinking.hidden = !thinks;
  if (thinks) setText(thinking, thinks.depth ? `${thinks.depth} moves deep` : "");
  if (game.draw_offer || game.undo_request) import("./offer.js").catch(() => {}); // which draws it
  byId("present").hidden = state.browsing === null;
  if (state.browsing !== null) drawPast(game, state.browsing);
  byId("skip").hidden = !(mayMove() && now.present && stopHere(game.choices.legal, state.selection));
}

/** Whose turn it is; the result takes its place when it is there. @param {GameView} game @param {Moment} now */
function drawTurn(game, now, over) {
  const turn = byId("turn");
  turn.hidden = over && Boolean(document.getElementById("result"));
  setText(byId("turn-text"), over ? words.result(game).title : words.turn(game, now));
  turn.firstElementChild.className = `disc ${now.position.turn}`;
}

/** Which moment one looks back at, and what has happened meanwhile. @param {GameView} game */
function drawPast(game, ply) {
  const move = state.missed && game.record[state.missed - 1];
  const news = state.finished === game.id ? "The game is over." : move ? words.hasMoved(move.side) : "";
  setText(byId("present-news"), news);
  setMoves(byId("present-text"), words.browsing(game, ply));
}

/** @param {GameView} game @param {Moment} now */
function drawMust(game, now) {
  const must = byId("must");
  const said = state.hint || state.remark;
  must.hidden = !game.choices.must_capture || !mayMove() || !now.present || Boolean(said);
  setText(must, words.mustCapture(new Set(game.choices.legal.map((move) => move.path[0])).size));
  const { scrollHeight, clientHeight } = byId("status");
  if (!must.hidden) must.hidden = scrollHeight > clientHeight; // the marks on the board say it too
}

/** @param {GameView} game */
function drawButtons(game) {
  const over = isOver();
  const watching = isWatched(game);
  const seated = words.mySides(game).length > 0 || (watching && state.visitor.host);
  // These come and go: they keep the focus while they do nothing.
  setAttribute(byId("undo"), "aria-disabled", !mayUndo());
  setAttribute(byId("redo"), "aria-disabled", !game.can_redo || !seated);
  setAttribute(byId("hint"), "aria-disabled", !mayHint());
  byId("hint").classList.toggle("working", state.hinting);
  byId("resign").disabled = over || watching || !seated;
  byId("offer-draw").disabled = over || watching || !seated || Boolean(game.draw_offer);
  if (watching) import("./watching.js").catch(() => {}); // which draws its own buttons
  const typing = wantsTyping();
  byId("typed").hidden = watching || over || !typing || !words.mySides(game).length;
  setAttribute(byId("move-input"), "aria-invalid", Boolean(state.remark?.typed));
}
