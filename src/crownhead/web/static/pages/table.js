// The game's board on the page: what it shows of the state, and how the pieces follow it.

import { createBoard } from "../lib/board.js";
import { byId, setAttribute } from "../lib/dom.js";
import { marksOf } from "../lib/hand.js";
import { arrowShape } from "../lib/picture.js";
import { createMotion, createPlayback, positionAt } from "../lib/playback.js";
import { say } from "../lib/say.js";
import * as words from "../lib/words.js";
import * as actions from "./actions.js";
import { sound, speak, speakNow, tell } from "./announce.js";
import { drawAll, game, here, mayMove, moment, shownMoves, state } from "./state.js";

const FULL_SPEED = 0.25; // seconds a move below which computers' pieces do not glide
const BROWSE_MS = 140;
// A computer is seen to think this long, but not in the person's own time.
const LEAST_THINKING_MS = 400;
const MOST_THINKING_MS = 700;
const CLOCKED_LEG_MS = 250;

const motion = createMotion(() => state.preferences.motion);

export const board = createBoard(byId("board"), { motion, piece: (letter) => words.pieceName(letter),
  selection: () => state.selection });

export const playback = createPlayback(board, motion, state, {
  draw: drawAll,
  visible,
  sound,
  leg: () => (state.game?.clock.kind === "none"
    ? state.preferences.leg
    : Math.min(state.preferences.leg, CLOCKED_LEG_MS)),
  pause: thinkingPause,
  isOwn: (view, side) => words.mySides(view, state.visitor).includes(side),
  isFast: (view) => words.isWatched(view) && !view.paused && view.pace < FULL_SPEED,
  landed,
  skipped: (_, move) => actions.note(() => words.moved(move)), // too many to be spoken
  passed: () => actions.note(null), // it tells of an older move
  rest: celebrate,
});

/** Milliseconds for which a computer is seen to think, however fast it was. */
function thinkingPause() {
  const { leg } = state.preferences;
  if (!state.game || words.isWatched(state.game) || state.game.clock.kind !== "none") return 0;
  return leg < LEAST_THINKING_MS ? leg : Math.min(leg, MOST_THINKING_MS); // who wants fast captures does not want to wait either
}

/** A move has landed: tell of it, now that it is seen. @param {GameView} view @param {MoveView & { side: Side }} move */
function landed(view, move) {
  const isMine = words.mySide(view, state.visitor) === move.side;
  const { choices, ply } = state.game ?? view;
  const moved = () => words.moved(/** @type {RecordedMoveView} */ (move));
  if (state.browsing !== null) actions.note(moved); // for when one comes back
  else if (isMine) actions.note(null), speak(moved()); // another window may have moved
  else tell(moved, choices.must_capture && state.shown?.ply === ply && mayMove() ? mustCapture() : "");
}

/** What to do where a capture is to be made. */
export const mustCapture = () =>
  say("play.must-capture", { count: new Set(game().choices.legal.map((move) => move.path[0])).size });

/** The end of a game that was seen live. */
function celebrate() {
  const { game: view, finished, pending, browsing } = state;
  if (!view?.outcome || finished !== view.id || pending || browsing !== null) return;
  actions.celebrate();
  const mine = words.mySide(view, state.visitor);
  const { winner } = view.outcome;
  sound(winner === null ? "draw" : !mine || winner === mine ? "win" : "lose");
  speakNow(words.ended(view, state.visitor));
}

/** The 32 letters that the pieces show. */
export function visible() {
  if (state.browsing !== null) return positionAt(game(), state.browsing).board;
  return (state.shown ?? game()).position.board;
}

/** Give the board the focus, without a jump of the page. */
export const focusBoard = () => board.focus(state.focus);

/** Every piece to where it stands. */
export const putBack = () => board.pieces.settle(visible());

/** Turn the board round; a piece that is on its way arrives first. */
export async function flip() {
  await playback.hurry();
  if (!state.game) return;
  actions.flip();
  sessionStorage.setItem(`flip-${state.game.id}`, String(state.flipped));
  const isInside = board.grid.contains(document.activeElement);
  drawAll();
  if (isInside) focusBoard(); // the focus stays on its square
  speak(say("play.at-bottom", { side: words.sideName(state.flipped ? "black" : "white") }));
}

// ---- looking back

/** Look at the position after some moves; null is the present. @param {number | null} ply */
export function browse(ply) {
  if (state.pending) return; // the move is not in the game yet
  const { record, ply: last } = game();
  const bounded = ply === null ? null : Math.min(Math.max(ply, 0), record.length);
  const seen = here();
  const next = bounded === last || (bounded === seen && state.browsing === null) ? null : bounded;
  if (next === state.browsing && !state.card) return; // there is nothing beyond
  if (state.browsing === null) tellMissed(game(), seen, seen === last);
  const isMissed = actions.look(next);
  playback.hurry();
  if (isMissed) board.pieces.place(visible());
  else board.pieces.settle(visible(), BROWSE_MS);
  const move = record[(next ?? 0) - 1];
  speak(next === null ? say("play.present") : `${words.browsing(game(), next)}. ${move ? words.moved(move) : ""}`);
  drawAll();
  if (next === null) playback.follow();
}

/** What happens while one looks back is told at once, and shown later. @param {GameView} view @param {number} ply @param {boolean} wasOver */
export function tellMissed(view, ply, wasOver) {
  const move = view.record[view.ply - 1];
  if (view.ply > ply && !words.mySides(view, state.visitor).includes(move.side)) {
    actions.miss(view.ply);
    if (!words.isWatched(view)) speak(say("play.has-moved", { side: words.sideName(move.side) }));
  }
  if (state.finished === view.id && !wasOver) speakNow(words.ended(view, state.visitor));
}

// ---- drawing

export function drawTable() {
  if (!state.game) return;
  const now = moment();
  const told = {
    ply: now.ply,
    turn: now.present && game().outcome ? "" : now.position.turn,
    board: now.position.board,
    busy: playback.isBusy() || state.pending !== null,
    flipped: state.flipped,
  };
  for (const [name, value] of Object.entries(told)) setAttribute(board.element, `data-${name}`, value);
  const scene = describe(now);
  board.show(scene);
  if (!now.moving) board.pieces.fadeOnly(scene.jumped);
}

/** Everything that is marked at a moment. @param {Moment} now @returns {Scene} */
function describe(now) {
  const { legal, must_capture } = game().choices;
  const isReady = mayMove() && now.present;
  const prefix = isReady ? state.selection : null;
  const marks = marksOf(isReady ? legal : [], prefix, must_capture);
  return {
    board: now.position.board,
    flipped: state.flipped,
    numbers: state.preferences.numbers,
    focus: state.focus,
    last: (now.moving ?? shownMoves()[now.ply - 1])?.path ?? [],
    ...marks,
    jumps: marks.must.length && !prefix ? legal.map((move) => move.path) : [],
    hint: isReady && (prefix?.length ?? 1) < 2 ? arrow() : null,
  };
}

/** The arrow of a hint, while its text is shown. */
function arrow() {
  const { hint, remark } = state;
  return hint && !remark && hint.ply === game().ply ? arrowShape(hint.path, state.flipped) : null;
}
