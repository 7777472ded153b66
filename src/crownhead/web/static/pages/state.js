// The one state of the page. Others change it and ask for a redraw, of which there is one a frame.

/** @import { GameView, HintView, MoveView, PositionView, ThinkingView, OffersView } from "../../types/contract.js" */
/** @import { Moment } from "../lib/words.js" */

import { wordsFor } from "../lib/words.js";

/** What the pieces show; behind the newest view while they move. @typedef {{ id: string, ply: number, position: PositionView }} Shown */

export const state = {
  /** @type {"start" | "game" | null} */ page: null,
  /** what the server offers for a new game @type {OffersView | null} */ choices: null,
  /** the newest view of the game; on the start page there is none @type {GameView | null} */ game: null,
  /** when it came, in milliseconds of performance.now() */ received: 0,
  /** @type {Shown | null} */ shown: null,
  /** the move that is on its way now @type {MoveView | null} */ moving: null,
  /** the ply looked at, or null for the present @type {number | null} */ browsing: null,
  /** squares chosen: the piece, then the legs of its capture @type {number[] | null} */ selection: null,
  /** our move, not yet confirmed @type {{ ply: number, move: MoveView } | null} */ pending: null,
  /** @type {HintView | null} */ hint: null,
  hinting: false,
  flipped: false, // Black at the bottom
  focus: 12, // the square that Tab reaches
  connected: true,
  lost: 0, // when it was not any more
  /** the server's sentence, where trying again is no use @type {string | null} */ trouble: null,
  /** @type {ThinkingView | null} */ thinking: null,
  news: "", // what has happened
  /** of what the person is doing @type {{ text: string, refusal?: boolean } | null} */ remark: null,
  /** id of a game whose end was seen live, for the card @type {string | null} */ finished: null,
  /** whether the card of the end is open */ card: false,
  /** @type {any} */ preferences: null,
  visitor: { id: "", host: true },
};

/** The words for this theme and browser. */
export let words = wordsFor("classic", "");

export function chooseWords() {
  words = wordsFor(state.preferences.theme, state.visitor.id, state.visitor.host);
}

const LATEST_MS = 150; // a tab in the background has few frames or none
/** @type {(() => void)[]} */
const drawers = [];
let frame = 0;
let timer = 0;

/** @param {() => void} draw */
export function onDraw(draw) {
  drawers.push(draw);
}

export function redraw() {
  if (frame) return;
  frame = requestAnimationFrame(drawAll);
  timer = setTimeout(drawAll, LATEST_MS);
}

/** Draw what has changed now, and not with the next frame. */
export function drawAll() {
  cancelAnimationFrame(frame);
  clearTimeout(timer);
  frame = 0;
  for (const draw of drawers) draw();
}

/** The position after `ply` moves. @param {GameView} game @param {number} ply */
export const positionAt = (game, ply) => (ply === 0 ? game.start : game.record[ply - 1]?.after);

/** The one moment that everything shows: board, panel, list, marks and words. @returns {Moment} */
export function moment() {
  const game = /** @type {GameView} */ (state.game);
  const { browsing, shown, moving } = state;
  if (browsing !== null) return { ply: browsing, position: positionAt(game, browsing), moving: null, present: false, past: true };
  if (!shown || shown.id !== game.id) return { ply: game.ply, position: game.position, moving: null, present: true, past: false };
  const present = !moving && shown.ply === game.ply && shown.position.board === game.position.board;
  return { ply: shown.ply, position: shown.position, moving, present, past: false };
}

/** The moves that were seen: not those that are still on their way, but those that were taken back. */
export function shownRecord() {
  const { record, ply, position } = /** @type {GameView} */ (state.game);
  const now = moment();
  if (state.browsing !== null) return record;
  const { pending } = state;
  if (pending && now.ply > pending.ply) return [...record.slice(0, pending.ply), { ...pending.move, ply: now.ply, side: position.turn }];
  return record.filter((move) => move.ply <= now.ply || move.ply > ply);
}

/** Whether the person at this screen may move a piece now. */
export function mayMove() {
  const { game } = state;
  return Boolean(game && game.to_move === "person" && !state.pending && state.browsing === null
    && words.mySides(game).includes(game.position.turn));
}
