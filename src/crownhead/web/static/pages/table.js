// The game's board on the page: what it shows of the state, and how the pieces follow it.

import { createBoard } from "../lib/board.js";
import { byId, setAttribute } from "../lib/dom.js";
import { destinations, jumped } from "../lib/hand.js";
import { createMotion, createPlayback, positionAt } from "../lib/playback.js";
import { isWatched } from "../lib/words.js";
import { clearNews, forget, say, speak, speakNow } from "./announce.js";
import { lazily } from "./lazily.js";
import { sound } from "./sound.js";
import { drawAll, mayMove, moment, onDraw, redraw, shownMoves, state, words } from "./state.js";

const FULL_SPEED = 0.25; // seconds a move below which computers' pieces do not glide
const BROWSE_MS = 140;
// A computer is seen to think for so long, but not in the person's own time.
const LEAST_THINKING_MS = 400;
const MOST_THINKING_MS = 700;
const CLOCKED_LEG_MS = 250;

/** @type {Board} */
export let board;
/** @type {Playback} */
export let playback;

/** the game in which the players go on @type {(id: string) => void} */
let openNext;

/** @param {typeof openNext} goOn */
export function buildTable(goOn) {
  openNext = goOn;
  const motion = createMotion(() => state.preferences.motion);
  board = createBoard(byId("board"), { motion, piece: (letter) => words.piece(letter),
    selection: () => state.selection });
  playback = createPlayback(board, motion, state, {
    draw: drawAll,
    visible,
    sound,
    leg: () => (state.game?.clock.kind === "none"
      ? state.preferences.leg
      : Math.min(state.preferences.leg, CLOCKED_LEG_MS)),
    pause: thinkingPause,
    isOwn: (game, side) => words.mySides(game).includes(side),
    isFast,
    landed,
    skipped: (game, move) => {
      state.news = () => words.moved(move); // too many to be spoken
    },
    passed: () => {
      state.news = null; // it tells of an older move
    },
    rest: celebrate,
  });
  onDraw(drawTable);
}

/** @param {GameView} game */
const isFast = (game) => isWatched(game) && !game.paused && game.pace < FULL_SPEED;

/** Milliseconds for which a computer is seen to think, however fast it was. */
function thinkingPause() {
  const { game, preferences } = state;
  if (!game || isWatched(game) || game.clock.kind !== "none") return 0;
  // Who wants captures shown fast does not want to wait either.
  return preferences.leg < LEAST_THINKING_MS ? preferences.leg : Math.min(preferences.leg, MOST_THINKING_MS);
}

/** A move has landed: tell of it, now that it is seen. @param {GameView} game */
function landed(game, move) {
  const mine = words.mySide(game) === move.side;
  const { choices, ply } = state.game ?? game;
  const must = choices.must_capture && state.shown?.ply === ply && mayMove();
  if (state.browsing !== null) state.news = () => words.moved(move); // for when one comes back
  else if (mine) state.news = null, speak(words.moved(move)); // another window may have moved
  else say(() => words.moved(move), must ? " You have to capture." : "");
}

/** The 32 letters that the pieces show. */
export function visible() {
  const game = /** @type {GameView} */ (state.game);
  if (state.browsing !== null) return positionAt(game, state.browsing).board;
  return (state.shown ?? game).position.board;
}

/** Give the board the focus, without a jump of the page. */
export const focusBoard = () => board.focus(state.focus);

/** Every piece to where it stands. */
export const putBack = () => board.pieces.settle(visible());

function drawTable() {
  const { game } = state;
  if (!game) return;
  const now = moment();
  const over = now.present && game.outcome;
  const told = {
    ply: now.ply,
    turn: over ? "" : now.position.turn,
    board: now.position.board,
    busy: playback.isBusy() || state.pending !== null,
    flipped: state.flipped,
  };
  for (const [name, value] of Object.entries(told)) setAttribute(board.element, `data-${name}`, value);
  const scene = describe(game, now);
  board.show(scene);
  if (!now.moving) board.pieces.fadeOnly(scene.jumped);
}

/** Everything that is marked at a moment. @param {GameView} game @param {ReturnType<typeof moment>} now @returns {Scene} */
function describe(game, now) {
  const { legal, must_capture } = game.choices;
  const ready = mayMove() && now.present;
  const prefix = ready ? state.selection : null;
  const movable = ready ? [...new Set(legal.map((move) => move.path[0]))] : [];
  const goals = prefix ? destinations(legal, prefix) : { ends: [], via: [] };
  const must = ready && must_capture ? movable : [];
  return {
    board: now.position.board,
    flipped: state.flipped,
    numbers: state.preferences.numbers,
    focus: state.focus,
    last: (now.moving ?? shownMoves()[now.ply - 1])?.path ?? [],
    prefix,
    movable,
    must,
    ...goals,
    jumps: must.length && !prefix ? legal.map((move) => move.path) : [],
    capturing: prefix ? legal.some((move) => move.path[0] === prefix[0] && move.captured.length > 0) : false,
    jumped: prefix ? jumped(legal, prefix) : [],
    hint: ready && (prefix?.length ?? 1) < 2 ? arrow(game.ply) : null,
  };
}

/** The arrow of a hint, while its words are shown. */
const arrow = (
  ply,
) => (state.hint && !state.remark && state.hint.ply === ply ? state.hint.draw(state.hint.path, state.flipped) : null);

/** Take a view from the server, unless a newer one is shown; the same version may tell of clocks. @param {GameView} view */
export function accept(view) {
  const before = state.game?.id === view.id ? state.game : null;
  if (before && view.version < before.version) return;
  state.game = view;
  state.received = performance.now();
  state.thinking = view.thinking;
  const confirmed = state.pending && view.ply > state.pending.ply;
  if (!before || before.ply !== view.ply || !agree(before, view, view.ply)) leaveBehind(confirmed);
  dropBegun(view);
  if (before) changeSeats(before, view);
  if (confirmed) state.pending = null;
  if (before) comeBack(before, view, state.browsing);
  if (before && view.outcome && !before.outcome) state.finished = view.id;
  if (!view.outcome) Object.assign(state, { finished: null, card: false });
  tellChange(before, view);
  if (before && state.browsing !== null) tellMissed(view, before.ply, before.outcome);
  playback.follow();
  redraw();
}

function leaveBehind(confirmed) {
  const begun = state.selection;
  Object.assign(state, { selection: null, missed: null });
  if (begun) putBack();
  if (!confirmed) clearNews(); // what is said of our own move stays
}

/** Whether two views have the same move and position at a ply. @param {GameView} one @param {GameView} two */
export const agree = (one, two, ply) =>
  one.record[ply - 1]?.notation === two.record[ply - 1]?.notation
  && positionAt(one, ply)?.board === positionAt(two, ply)?.board;

/** What was looked at may be gone, or the present. @param {GameView} before @param {GameView} view */
function comeBack(before, view, past) {
  if (past !== null && (past === view.ply || !agree(before, view, past))) browse(null);
}

/** @param {GameView} before @param {GameView} view */
function changeSeats(before, view) {
  if (JSON.stringify(before.players) !== JSON.stringify(view.players)) clearNews(); // such as: you play White
  if (words.mySide(before) === words.mySide(view)) return;
  turnToMe(view);
  playback.hurry();
}

/** A begun capture is let go by who may not move now, and a hint gives way to a question. @param {GameView} view */
function dropBegun(view) {
  if (state.hint && (view.draw_offer || view.undo_request)) clearNews();
  if (!state.selection || mayMove()) return;
  state.selection = null;
  forget();
  putBack();
}

/** What has changed besides a move that will be shown. @param {GameView | null} before @param {GameView} view */
function tellChange(before, view) {
  const { message } = view;
  // The same again is news too, where it is the answer to something new.
  const old = before
    ? before.version === view.version && before.message?.code === message?.code
    : message?.code === "seat-taken" && message.side !== words.mySide(view);
  const news = Boolean(message && !old);
  if (news && state.hint) clearNews(); // it is said in the same place
  if (before && !before.next && view.next) openNext(view.next);
  const back = before && view.ply < before.ply;
  if (back) playback.hurry();
  if (!news && !(before && (back || before.outcome || !agree(before, view, before.ply)))) return;
  const { remark } = state;
  import("./changes.js").then(({ tell }) => tell(before, view, news, remark), () => {});
}

/** What happens while one looks back is told at once, and shown later. @param {GameView} view */
function tellMissed(view, ply, outcome) {
  const move = view.record[view.ply - 1];
  if (view.ply > ply && !words.mySides(view).includes(move.side)) {
    state.missed = view.ply;
    if (!isWatched(view)) speak(words.hasMoved(move.side));
  }
  if (state.finished === view.id && !outcome) speakNow(words.ended(view));
}

/** The person sits at the bottom, or else the side that moves first. @param {GameView} view */
export function turnToMe(view) {
  state.flipped = (words.mySide(view) ?? view.first) === "black";
}

/** The end of a game that was seen live. */
function celebrate() {
  const { game } = state;
  if (!game?.outcome || state.finished !== game.id || state.pending || state.browsing !== null) return;
  state.finished = null;
  state.card = true;
  clearNews();
  lazily("end", ({ showEnd }) => showEnd());
}

/** The ply that is looked at; a move that is being shown counts, one that waits does not. */
export const here = () => state.browsing ?? (state.moving ? /** @type {GameView} */ (state.game).ply : moment().ply);

/** Look at the position after some moves; null is the present. */
export function browse(ply) {
  if (state.pending) return; // the move is not in the game yet
  const game = /** @type {GameView} */ (state.game);
  const bounded = ply === null ? null : Math.min(Math.max(ply, 0), game.record.length);
  const seen = here();
  const next = bounded === game.ply || (bounded === seen && state.browsing === null) ? null : bounded;
  if (next === state.browsing && !state.card) return; // there is nothing beyond
  if (state.browsing === null) tellMissed(game, seen, seen === game.ply);
  state.browsing = next;
  state.selection = null;
  state.card = false;
  forget();
  playback.hurry();
  const missed = next === null && state.missed === game.ply;
  if (next === null) state.missed = null;
  if (missed) state.shown = { id: game.id, ply: game.ply - 1, position: positionAt(game, game.ply - 1) }; // from where it is played back
  if (missed) board.pieces.place(visible());
  else board.pieces.settle(visible(), BROWSE_MS);
  const move = game.record[(state.browsing ?? 0) - 1];
  speak(
    state.browsing === null
      ? "Back to the game."
      : `${words.browsing(game, state.browsing)}. ${move ? words.moved(move) : ""}`,
  );
  drawAll();
  if (next === null) playback.follow();
}
