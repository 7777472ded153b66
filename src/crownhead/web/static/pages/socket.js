// The live connection to one game, which reconnects automatically.

import { createTimer } from "../lib/page.js";

const FIRST_MS = 300;
const LONGEST_MS = 5000;
const PING_MS = 10000;
const WAKE_MS = 3000; // in which a line must answer that slept
const SHOW_LOST_MS = 400; // a blink is not worth a word
const OPEN = 1; // of a WebSocket's states
const CLOSED = 3;

/**
 * What the connection reports.
 * @typedef {object} Reports
 * @property {(view: GameView, isBack: boolean) => void} view the game as it is now; `isBack` after a loss
 * @property {(thinking: ThinkingView) => void} thinking
 * @property {(message: { error?: string }) => void} gone the game was deleted
 * @property {() => void} lost
 * @property {(id: string) => void} refused the server has closed a connection without a word
 */

/** @param {GameView} before @param {ChangeView} change @returns {GameView} */
const changed = (before, { kept, record, game }) => ({ ...before, ...game,
  record: [...before.record.slice(0, kept), ...record] });

/** @param {(id: string) => WebSocket} connect @param {Reports} on */
export function createConnection(connect, on) {
  /** @type {WebSocket | null} */
  let socket = null;
  /** the game to follow @type {string | null} */
  let wanted = null;
  /** the game as this connection has shown it last @type {GameView | null} */
  let seen = null;
  let delay = FIRST_MS;
  let unanswered = 0;
  let isLosing = false; // soon the loss is reported
  const retry = createTimer();
  const ping = createTimer();
  const loss = createTimer();

  /** Follow a game, or none. @param {string | null} id */
  function follow(id) {
    if (id === wanted) return;
    close();
    wanted = id;
    delay = FIRST_MS;
    open();
  }

  /** Follow the game no more, and do not try again. */
  function close() {
    for (const timer of [retry, ping, loss]) timer.stop();
    isLosing = false;
    socket?.close();
    socket = null;
  }

  function open() {
    if (!wanted) return;
    const mine = connect(wanted);
    socket = mine;
    let isHeard = false;
    mine.addEventListener("message", (event) => {
      if (mine !== socket) return;
      isHeard = true;
      unanswered = 0;
      receive(JSON.parse(event.data));
    });
    mine.addEventListener("close", () => mine === socket && closed(isHeard));
    unanswered = 0;
    ping.set(PING_MS, () => listen(mine));
  }

  /** @param {WebSocket} mine */
  function listen(mine) {
    if (mine.readyState === OPEN) {
      if (unanswered) return dropSilent(mine);
      probe(mine);
    }
    ping.set(PING_MS, () => listen(mine));
  }

  /** @param {WebSocket} mine */
  function probe(mine) {
    unanswered += 1;
    mine.send("{\"type\": \"ping\"}");
  }

  /** The other end is gone; the browser would wait long for its farewell. @param {WebSocket} mine */
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
      loss.stop();
      const isBack = isLosing;
      isLosing = false;
      on.view(seen, isBack);
    } else if (message.type === "thinking") on.thinking({ side: message.side, depth: message.depth });
    else if (message.type === "gone") {
      close();
      on.gone(message);
    }
  }

  /** @param {boolean} isHeard whether the server had said anything */
  function closed(isHeard) {
    ping.stop();
    if (!isHeard && wanted) on.refused(wanted);
    if (!isLosing) loss.set(SHOW_LOST_MS, on.lost);
    isLosing = true;
    retry.set(delay, open);
    delay = Math.min(delay * 1.7, LONGEST_MS);
  }

  return {
    follow,
    close,
    /** A phone that wakes up should not show an old position: its line may be dead without a word. */
    wake() {
      const mine = socket;
      if (mine?.readyState !== OPEN) return;
      probe(mine);
      setTimeout(() => mine === socket && unanswered && dropSilent(mine), WAKE_MS);
    },
    /** A laptop that wakes up should not wait for the next try. */
    hasten() {
      if (!wanted || (socket && socket.readyState !== CLOSED)) return;
      retry.stop();
      open();
    },
  };
}
