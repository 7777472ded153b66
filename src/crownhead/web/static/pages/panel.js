// The panel: players, clocks, turn, messages and buttons. Everything shows the same moment as the board.

import { byId, el, onClick, portrait, refill, setAttribute, setMoves, setText, svg, within } from "../lib/dom.js";
import { stopHere } from "../lib/hand.js";
import { createTimer } from "../lib/page.js";
import { wantsTyping } from "../lib/preferences.js";
import { fixed, language, say } from "../lib/say.js";
import * as words from "../lib/words.js";
import * as actions from "./actions.js";
import { sound, speakNow } from "./announce.js";
import { questionWords } from "./game.js";
import { ask, change } from "./play.js";
import { game, isOver, mayAct, mayHint, mayMove, mayUndo, moment, onDraw, presentMoment, question, redraw,
  state } from "./state.js";
import { focusBoard, mustCapture } from "./table.js";

const TICK_MS = 100;
const PACE_WAIT_MS = 200;

function drawPanel() {
  byId("connection").hidden = state.connected;
  setText(byId("connection"), state.trouble ?? say("play.connection-lost"));
  if (!state.game) return;
  const focused = /** @type {any} */ (document.activeElement);
  const now = moment();
  drawPlayer(now, "top", state.flipped ? "white" : "black");
  drawPlayer(now, "bottom", state.flipped ? "black" : "white");
  drawClocks();
  drawTitle(now);
  drawStatus(now);
  drawQuestion(now);
  drawWatching();
  drawButtons();
  // What hid or disabled itself gives the focus to the board.
  if (byId("game").contains(focused) && (focused.disabled || !focused.offsetParent)) focusBoard();
}

// ---- players

/** @param {Side} side */
export const token = (side) =>
  svg("svg", { class: "token", viewBox: "-46 -46 92 92", "aria-hidden": "true" },
    svg("use", { href: "#man", class: side }));

/** @param {Moment} now @param {"top" | "bottom"} edge @param {Side} side */
function drawPlayer(now, edge, side) {
  const bar = byId(`player-${edge}`);
  const player = game().players[side];
  const face = within(bar, ".face");
  refill(face, [side, player.portrait], () => [player.portrait ? portrait(player.portrait) : token(side)]);
  setAttribute(within(bar, ".disc"), "class", `disc ${side}`);
  setText(within(bar, ".name"), words.playerName(game(), side, state.visitor));
  setText(within(bar, ".rating"), player.rating ? String(player.rating) : "");
  bar.title = player.character;
  setText(within(bar, ".counts"), words.countWords(now.position.board, side));
  const isDone = now.present && game().outcome;
  bar.classList.toggle("to-move", !isDone && !now.past && now.position.turn === side);
  const lost = (/** @type {string} */ board) => words.counted(board, words.other(side)).all;
  const taken = Math.max(0, lost(game().start.board) - lost(now.position.board));
  refill(within(bar, ".taken"), [side, taken],
    () => Array.from({ length: taken }, () => el("i", { class: `disc ${words.other(side)}` })));
  const clock = byId(`clock-${side}`);
  if (clock.parentNode !== bar) bar.append(clock);
}

// ---- clocks: the server says what is left, the page counts down between its views

/** Seconds that a side has left now. @param {Side} side */
function secondsLeft(side) {
  const { clock } = game();
  const now = state.connected ? performance.now() : Math.max(state.lost, state.received); // without news it stands
  const gone = clock.running === side ? (now - state.received) / 1000 : 0;
  return Math.max(0, (clock[side] ?? 0) - gone);
}

/** @param {number} seconds */
function clockText(seconds) {
  if (seconds < 10) return `0:0${fixed(Math.floor(seconds * 10) / 10, 1)}`;
  const whole = Math.floor(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** A third of a move's time, or a tenth of a game's but at least 5 seconds; at most 30. @param {ClockView} clock */
const lowAt = ({ kind, seconds }) => Math.min(30, kind === "move" ? seconds / 3 : Math.max(5, seconds / 10));

function drawClocks() {
  if (!state.game) return;
  const { clock } = state.game;
  const { position: { turn }, past } = moment();
  for (const side of words.SIDES) {
    const node = byId(`clock-${side}`);
    node.hidden = clock.kind === "none";
    if (node.hidden) continue;
    const left = secondsLeft(side);
    const isRunning = clock.running === side;
    const isLow = left <= lowAt(clock) && (isRunning || clock.kind === "game");
    setText(node, clockText(left));
    // Of the moment that is shown; but to who looks back, the one that runs now.
    node.classList.toggle("running", past ? isRunning : Boolean(clock.running) && side === turn);
    node.classList.toggle("low", isLow);
    if (isLow && isRunning && words.mySides(state.game, state.visitor).includes(side)) warn(state.game, side, left);
  }
}

/** Warn once a game, or once a move where each move has its time. @param {GameView} view @param {Side} side @param {number} left */
function warn({ id, ply, clock }, side, left) {
  const what = `${id} ${side} ${clock.kind === "move" ? ply : ""}`;
  if (state.warned === what || left <= 0) return;
  actions.warn(what);
  sound("low");
  speakNow(say("clock.left", { side: words.sideName(side), left: say("count.second", { count: Math.ceil(left) }) }));
}

// ---- turn and messages

/** The tab says whose turn it is, also to who looks back. @param {Moment} shown */
function drawTitle(shown) {
  const now = shown.past ? presentMoment(game()) : shown;
  const names = words.playersOf(game(), state.visitor);
  const title = now.present && game().outcome
    ? words.result(game(), state.visitor).title
    : words.turnWords(game(), now, state.visitor);
  document.title = `${title} · ${names}`;
  setText(byId("game-title"), names);
}

/** @param {Moment} now */
function drawStatus(now) {
  const { browsing, remark, news } = state;
  const isDone = now.present && game().outcome !== null;
  byId("turn").hidden = isDone; // the result takes its place
  setText(byId("turn-text"), words.turnWords(game(), now, state.visitor));
  within(byId("turn"), ".disc").className = `disc ${now.position.turn}`;
  const message = byId("message");
  setMoves(message, browsing === null ? (remark?.text ?? news)?.() ?? "" : "");
  message.classList.toggle("refusal", Boolean(remark?.refusal));
  drawMust(now);
  const thinking = game().thinking;
  const isThinking = !isDone && browsing === null && thinking?.side === now.position.turn
    && game().players[now.position.turn].kind === "computer";
  byId("thinking").hidden = !isThinking;
  if (isThinking) setText(byId("thinking"), thinking.depth ? say("play.depth", { count: thinking.depth }) : "");
  byId("present").hidden = browsing === null;
  if (browsing !== null) drawPast(browsing);
  byId("skip").hidden = !(mayMove() && now.present && stopHere(game().choices.legal, state.selection));
}

/** Which moment one looks back at, and what has happened meanwhile. @param {number} ply */
function drawPast(ply) {
  const move = state.missed && game().record[state.missed - 1];
  const news = state.finished === game().id
    ? say("play.over")
    : move
    ? say("play.has-moved", { side: words.sideName(move.side) })
    : "";
  setText(byId("present-news"), news);
  setMoves(byId("present-text"), words.browsing(game(), ply));
}

/** @param {Moment} now */
function drawMust(now) {
  const must = byId("must");
  must.hidden = !game().choices.must_capture || !mayMove() || !now.present || Boolean(state.hint || state.remark);
  setText(must, mustCapture());
  const { scrollHeight, clientHeight } = byId("status");
  if (!must.hidden) must.hidden = scrollHeight > clientHeight; // the marks on the board say it too
}

// ---- buttons

function drawButtons() {
  const isDone = isOver();
  const watching = words.isWatched(game());
  // These come and go: they keep the focus while they do nothing.
  setAttribute(byId("undo"), "aria-disabled", !mayUndo());
  setAttribute(byId("redo"), "aria-disabled", !game().can_redo || !mayAct());
  setAttribute(byId("hint"), "aria-disabled", !mayHint());
  byId("hint").classList.toggle("working", state.hinting);
  byId("resign", HTMLButtonElement).disabled = isDone || watching || !mayAct();
  byId("offer-draw", HTMLButtonElement).disabled = isDone || watching || !mayAct() || Boolean(game().draw_offer);
  byId("typed").hidden = watching || isDone || !wantsTyping(state.preferences)
    || !words.mySides(game(), state.visitor).length;
  setAttribute(byId("move-input"), "aria-invalid", Boolean(state.remark?.typed));
}

// ---- what one player asks of the other: a draw, or to take back a move

/** @param {boolean} accept */
const answer = (accept) =>
  game().undo_request ? ask("undo/answer", { accept }) : ask("draw", { action: accept ? "accept" : "decline" });

/** @param {Moment} now */
function drawQuestion(now) {
  const asked = question(game());
  const offer = byId("offer");
  const isFocused = offer.contains(document.activeElement);
  offer.hidden = !now.present || !asked;
  if (isFocused && offer.hidden) focusBoard();
  if (!asked) return;
  const { isAnswering, text } = questionWords(game(), asked);
  for (const id of ["accept", "decline"]) byId(id).hidden = !isAnswering;
  setText(byId("offer-text"), text);
}

// ---- two computers: pause, step and pace

const paceTimer = createTimer();

/** @param {number} pace seconds between moves */
const paceText = (pace) =>
  pace
    ? say("play.pace", { seconds: pace.toLocaleString(language, { maximumFractionDigits: 2 }) })
    : say("play.full-speed");

function changePace() {
  const pace = byId("pace", HTMLInputElement).valueAsNumber;
  setText(byId("pace-text"), paceText(pace));
  const id = state.game?.id;
  paceTimer.set(PACE_WAIT_MS, () => state.game?.id === id && change({ pace }));
}

function drawWatching() {
  const { paused, pace } = game();
  const watching = byId("watching");
  watching.hidden = !words.isWatched(game()) || isOver() || !state.visitor.host; // guests only look
  if (watching.hidden) return;
  setText(byId("pause"), say(paused ? "play.continue" : "play.pause"));
  byId("step", HTMLButtonElement).disabled = !paused;
  const slider = byId("pace", HTMLInputElement);
  if (document.activeElement === slider) return;
  slider.max = String(Math.max(5, pace));
  slider.value = String(pace);
  setText(byId("pace-text"), paceText(pace));
}

export function listenToPanel() {
  onClick("accept", () => answer(true));
  onClick("decline", () => answer(false));
  onClick("pause", () => change({ paused: !game().paused }));
  onClick("step", () => ask("step"));
  byId("pace").addEventListener("input", changePace);
  onDraw(drawPanel);
  addEventListener("resize", redraw);
  setInterval(drawClocks, TICK_MS);
}
