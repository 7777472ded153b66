// Bringing the pieces to the newest view: each move is shown once, and a backlog is skipped.

import { forget, hush, say, speak, speakNow } from "./announce.js";
import { byId } from "./elements.js";
import { finishTweens, pause, reducedMotion, rush } from "./motion.js";
import { fade, landPiece, placePieces, settlePieces, slide } from "./pieces.js";
import { visibleBoard } from "./board.js";
import { play as sound } from "./sounds.js";
import { boardAt, redraw, state } from "./state.js";
import { browsingWords, isWatched, mySide, moveSentence, outcomeSentence, outcomeWords, translated, turnSentence } from "./words.js";

const OWN_LEG_MS = 130;
const QUIET_MS = 320;
const CROWN_MS = 420;
const FULL_SPEED = 0.25; // seconds a move below which computers' pieces do not glide
let ribbonTimer = 0;
let following = false; // pieces are on their way
let run = Promise.resolve(); // ... until this is done

/** Take a view from the server, unless a newer one is shown; the same version may tell of clocks. */
export function accept(view) {
  const before = state.game;
  if (before && before.id === view.id && view.version < before.version) return;
  const same = before?.id === view.id;
  state.game = view;
  state.received = performance.now();
  state.thinking = view.thinking;
  if (!same || before.ply !== view.ply) {
    state.selection = null;
    state.hint = null;
    hush();
  }
  if (state.pending && view.ply > state.pending.ply) state.pending = null;
  if (state.browsing > view.moves.length) state.browsing = null;
  if (same && view.outcome && !before.outcome) state.finished = view.id;
  if (!view.outcome) {
    state.finished = null;
    clearRibbon();
  }
  // The same again is news too, where it is the answer to something new.
  if (view.message && !(same && before.version === view.version && before.message === view.message)) say(translated(view.message));
  if (same && view.ply < before.ply) say("Taken back.", ` ${turnSentence(view)}.`);
  if (same && before.outcome && !view.outcome && before.ply === view.ply) {
    say(`${before.outcome.winner ? "The resignation" : "The draw"} was taken back: the game goes on.`, ` ${turnSentence(view)}.`);
  }
  follow();
  redraw();
}

const behind = () => state.game && !state.pending
  && (state.shown?.id !== state.game.id || state.shown.ply !== state.game.ply || state.shown.board !== state.game.board);

/** Show what has happened since, one move after the other. */
export function follow() {
  if (!following) run = catchUp();
}

async function catchUp() {
  following = true;
  while (behind()) await step(state.game);
  following = false;
  rush(false);
  state.busy = false;
  if (state.game?.outcome && state.finished === state.game.id && !state.pending) celebrate(state.game);
  redraw();
}

/** The person does not wait for the animation: show its end now. */
export function hurry() {
  if (following) rush(true);
  finishTweens();
  return run;
}

async function step(game) {
  const { shown } = state;
  const present = { id: game.id, ply: game.ply, board: game.board };
  if (shown?.id !== game.id) {
    state.shown = present;
    placePieces(visibleBoard());
    return;
  }
  if (state.browsing !== null) {
    state.shown = present;
    return;
  }
  const known = boardAt(game, shown.ply);
  const ahead = game.ply - shown.ply;
  // Our own move was shown before the server said whether it crowns.
  if (ahead >= 0 && known && known !== shown.board && known.toLowerCase() === shown.board.toLowerCase()) {
    state.shown = { ...shown, board: known };
    placePieces(known);
    sound("crown");
    say("The man is crowned: it is a king now.");
    await pause(reducedMotion() || ahead > 1 ? 0 : CROWN_MS);
    return;
  }
  if (known !== shown.board || ahead <= 0 || tooFast(game)) return settle(game, present);
  if (ahead > 2) {
    const ply = game.ply - 1;
    state.shown = { id: game.id, ply, board: boardAt(game, ply) };
    placePieces(state.shown.board);
    return;
  }
  await showMove(game, game.moves[shown.ply]);
}

const tooFast = (game) => isWatched(game) && !game.paused && game.pace < FULL_SPEED;

async function settle(game, present) {
  state.busy = true;
  const move = present.ply > state.shown.ply ? game.moves[present.ply - 1] : null;
  state.shown = present;
  if (move) state.news = moveSentence(move); // too many to be spoken
  redraw();
  if (tooFast(game)) placePieces(present.board);
  else await settlePieces(present.board);
}

async function showMove(game, move) {
  state.busy = true;
  redraw();
  const own = game.players[move.side].kind === "person";
  const leg = own ? OWN_LEG_MS : move.captured.length ? state.preferences.leg : Math.min(QUIET_MS, state.preferences.leg);
  if (own && mySide(game)) speak(moveSentence(move));
  else say(moveSentence(move), game.must_capture && move.ply === game.ply ? " You must capture." : "");
  await slide(move.path[0], move.path.slice(1), leg, (index) => {
    if (move.captured.length) fade([move.captured[index]]);
    sound(move.captured.length ? "capture" : "move");
  }, !own && move.captured.length ? leg : 0);
  if (state.shown?.id !== game.id) return; // the game was left meanwhile
  state.shown = { id: game.id, ply: move.ply, board: move.board };
  landPiece(move.path[0], move.path.at(-1), move.captured);
  placePieces(visibleBoard());
  if (move.crowned) {
    sound("crown");
    await pause(reducedMotion() ? 0 : CROWN_MS);
  }
}

/** Show our move before the server has seen it; `stood` squares of its path are behind the piece. */
export function showOwn(move, stood, quick) {
  run = glideOwn(state.game, move, stood, quick);
  return run;
}

async function glideOwn(game, move, stood, quick) {
  state.busy = true;
  const board = [...game.board];
  const piece = board[move.path[0] - 1];
  for (const square of [move.path[0], ...move.captured]) board[square - 1] = ".";
  board[move.path.at(-1) - 1] = piece;
  following = true; // views wait until the piece has landed
  const rest = quick ? move.path.slice(-1) : move.path.slice(stood);
  if (quick) fade(move.captured);
  state.shown = { id: game.id, ply: game.ply + 1, board: board.join("") };
  redraw();
  await slide(move.path[0], rest, quick ? OWN_LEG_MS / 2 : OWN_LEG_MS, (index) => {
    if (move.captured.length && !quick) fade([move.captured[stood - 1 + index]]);
    sound(move.captured.length ? "capture" : "move");
  });
  if (state.shown?.id === game.id) {
    landPiece(move.path[0], move.path.at(-1), move.captured);
    placePieces(visibleBoard());
    speak(moveSentence({ ...move, side: game.turn, crowned: false }));
  }
  await catchUp();
}

function celebrate(game) {
  state.finished = null;
  hush();
  const mine = mySide(game);
  const { winner } = game.outcome;
  sound(winner === null ? "draw" : !mine || winner === mine ? "win" : "lose");
  speakNow(outcomeSentence(game));
  const ribbon = byId("ribbon");
  ribbon.textContent = outcomeWords(game).title;
  ribbon.hidden = false;
  ribbonTimer = setTimeout(clearRibbon, 2600);
}

export function clearRibbon() {
  clearTimeout(ribbonTimer);
  byId("ribbon").hidden = true;
}

/** Look at the position after some moves; null is the present. */
export function browse(ply) {
  const { game } = state;
  const bounded = ply === null ? null : Math.min(Math.max(ply, 0), game.moves.length);
  state.browsing = bounded === game.ply ? null : bounded;
  state.selection = null;
  forget();
  hurry();
  settlePieces(visibleBoard(), 140);
  const move = game.moves[state.browsing - 1];
  speak(state.browsing === null ? "The present position." : `${browsingWords(game, state.browsing)}. ${move ? moveSentence(move) : ""}`);
  redraw();
}
