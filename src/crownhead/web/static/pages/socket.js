// The live connection to one game, which comes back by itself.

import { forget } from "./announce.js";
import { redraw, state } from "./state.js";
import { accept } from "./table.js";

const FIRST_MS = 300;
const LONGEST_MS = 5000;
const PING_MS = 10000;
const WAKE_MS = 3000; // in which a line must answer that slept
const SHOW_LOST_MS = 400; // a blink is not worth a word

/** @type {WebSocket | null} */
let socket = null;
/** the game to follow @type {string | null} */
let wanted = null;
let delay = FIRST_MS;
let retry = 0;
let ping = 0;
let lost = 0;
let unanswered = 0;
/** @type {(sentence?: string) => void} */
let onGone = () => {};
/** the game as this connection has shown it last @type {GameView | null} */
let seen = null;

export function lose() {
  if (state.connected) state.lost = performance.now();
  state.connected = false;
}

export function followGame(id, gone) {
  leaveGame();
  wanted = id;
  onGone = gone;
  delay = FIRST_MS;
  open();
}

export function leaveGame() {
  wanted = null;
  clearTimeout(retry);
  clearTimeout(lost);
  clearInterval(ping);
  lost = 0;
  socket?.close();
  socket = null;
  state.connected = true;
  state.trouble = null;
}

function open() {
  if (!wanted) return;
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const mine = new WebSocket(`${scheme}//${location.host}/api/games/${encodeURIComponent(wanted)}/live`);
  socket = mine;
  let heard = false;
  mine.addEventListener("message", (event) => {
    if (mine !== socket) return;
    heard = true;
    unanswered = 0;
    receive(JSON.parse(event.data));
  });
  mine.addEventListener("close", () => mine === socket && closed(heard));
  clearInterval(ping);
  unanswered = 0;
  ping = setInterval(() => {
    if (mine.readyState !== WebSocket.OPEN) return;
    if (unanswered) return dropSilent(mine);
    probe(mine);
  }, PING_MS);
}

function probe(mine) {
  unanswered += 1;
  mine.send("{\"type\": \"ping\"}");
}

/** The other end is gone; the browser would wait long for its farewell. */
function dropSilent(mine) {
  socket = null;
  mine.close();
  closed(true);
}

/** @param {LiveMessage} message */
function receive(message) {
  if (message.type === "view" || message.type === "change") {
    seen = message.type === "view" ? message.game : changed(/** @type {GameView} */ (seen), message.change);
    delay = FIRST_MS;
    if (lost && state.remark?.refusal) forget(); // such as: the server does not answer
    clearTimeout(lost);
    lost = 0;
    state.connected = true;
    if (seen.id === wanted) accept(seen);
    redraw();
  } else if (message.type === "thinking") {
    state.thinking = { side: message.side, depth: message.depth };
    if (state.game) state.game.thinking = state.thinking;
    redraw();
  } else if (message.type === "gone") {
    const tell = onGone;
    leaveGame();
    tell(message.error);
  }
}

/** @param {GameView} before @param {ChangeView} change @returns {GameView} */
function changed(before, { kept, record, game }) {
  return { ...before, ...game, record: [...before.record.slice(0, kept), ...record] };
}

function closed(heard) {
  clearInterval(ping);
  const id = wanted;
  if (!heard && id) import("./refused.js").then(({ askWhy }) => askWhy(id, () => wanted === id), () => {});
  if (!lost) {
    lost = setTimeout(() => {
      lose();
      redraw();
    }, SHOW_LOST_MS);
  }
  clearTimeout(retry);
  retry = setTimeout(open, delay);
  delay = Math.min(delay * 1.7, LONGEST_MS);
}

// Nor should a phone that wakes up show an old position: its line may be dead without a word.
document.addEventListener("visibilitychange", () => {
  const mine = socket;
  if (document.hidden || mine?.readyState !== WebSocket.OPEN) return;
  probe(mine);
  setTimeout(() => mine === socket && unanswered && dropSilent(mine), WAKE_MS);
});

// A laptop that wakes up should not wait for the next try.
addEventListener("online", () => {
  if (wanted && (!socket || socket.readyState === WebSocket.CLOSED)) {
    clearTimeout(retry);
    open();
  }
});
