// What a person does in a game: choose squares, play, take back, ask for help.

import * as api from "./api.js";
import { clearBubble, forget, hush, refuse, remark, say, speak } from "./announce.js";
import { shake, settlePieces, slide } from "./pieces.js";
import { visibleBoard } from "./board.js";
import { choose, destinations, onlyCapture, stopHere } from "./selection.js";
import { accept, browse, follow, hurry, showOwn } from "./stage.js";
import { mayMove, redraw, state } from "./state.js";
import { colourName, listed, sideOf, translated } from "./words.js";

const STEP_MS = 130;
const MOST_SHOWN = 6; // moves of a hint's line

/** A square was chosen by click, key or drop. `dropped`: the piece is already there. */
export function chooseSquare(square, dropped = false) {
  forget();
  if (!mayMove()) return explainWaiting(square);
  const { legal } = state.game;
  const prefix = state.selection;
  const deed = choose(legal, prefix, square);
  if (deed.kind === "play") return playMove(deed.move, prefix?.length ?? 1, dropped);
  if (deed.kind === "extend") return extend(deed.prefix);
  if (deed.kind === "ways") {
    if (deed.prefix.length > prefix.length) extend(deed.prefix);
    else putBack();
    return refuse(`There is more than one way to ${square}: first choose ${listed(deed.next)}.`, square);
  }
  if (deed.kind === "select") return dropped ? select(square) : choosePiece(square);
  return nothingThere(square, dropped);
}

/** Choose a piece, which plays its capture where that is its only move. */
export function choosePiece(square) {
  const only = onlyCapture(state.game.legal, square);
  return only ? playMove(only) : select(square);
}

export function select(square) {
  const changed = state.selection?.join() !== String(square);
  state.selection = [square];
  if (changed) {
    forget();
    putBack();
    const { ends } = destinations(state.game.legal, [square]);
    speak(`Square ${square} selected. It can go to ${listed(ends)}.`);
  }
  redraw();
}

export function letGo() {
  if (state.selection) speak("Let go.");
  state.selection = null;
  forget();
  putBack();
}

/** Every piece to where it stands. */
export const putBack = () => settlePieces(visibleBoard());

function extend(prefix) {
  const stood = state.selection?.length ?? 1;
  state.selection = prefix;
  slide(prefix[0], prefix.slice(stood), STEP_MS);
  const { legal } = state.game;
  const { ends } = destinations(legal, prefix);
  const stop = stopHere(legal, prefix);
  remark(`Go on to ${listed(ends)}${stop ? ", or stop here with Skip" : ""}.`);
}

function nothingThere(square, dropped) {
  const { game, selection } = state;
  const side = sideOf(game.board[square - 1]);
  if (side === game.turn && square !== selection?.[0]) {
    const why = game.why_not[square];
    putBack();
    state.selection = null;
    shake(square);
    return refuse(translated(why ?? "This piece cannot move now."), square);
  }
  if (selection) {
    if (square !== selection[0]) {
      const { ends } = destinations(game.legal, selection);
      if (!dropped && selection.length === 1) state.selection = null;
      putBack();
      return refuse(`The piece on ${selection.at(-1)} cannot go to ${square}: it can go to ${listed(ends)}.`, square);
    }
    return letGo();
  }
  if (side) refuse(`That piece is ${colourName(side)}'s: it is ${colourName(game.turn)}'s turn.`, square);
}

function explainWaiting(square) {
  const { game } = state;
  putBack();
  if (state.browsing !== null) return browse(null);
  if (!game.outcome && game.to_move === "computer" && game.board[square - 1] !== ".") {
    remark(`${colourName(game.turn)} is to move: the computer is thinking.`);
  }
}

const isOpen = (id) => state.game?.id === id;

/** Take a view that was asked for, unless its game was left meanwhile. */
function take(view) {
  if (view && isOpen(view.id)) accept(view);
}

/** Say why the server refused, and show the game as it is, unless it was left. */
function tellRefusal(error, id, more = "") {
  const sentence = api.sentenceOf(error);
  take(error.game);
  if (isOpen(id)) refuse(translated(sentence) + more);
}

/** Show the move at once, and take it back if the server says no. */
async function playMove(move, stood = 1, dropped = false) {
  await hurry();
  if (!mayMove()) return;
  const { game } = state;
  const mine = { ply: game.ply, path: move.path };
  Object.assign(state, { pending: mine, selection: null, hint: null });
  hush();
  const landed = showOwn(move, stood, dropped);
  try {
    take(await api.post(game.id, "moves", mine));
  } catch (error) {
    await landed;
    tellRefusal(error, game.id, " Your move was taken back.");
  } finally {
    if (state.pending === mine) state.pending = null;
    follow();
  }
}

/** The capture may end where the piece stands. */
export function skip() {
  const move = mayMove() && stopHere(state.game.legal, state.selection);
  if (move) playMove(move, move.path.length, false);
}

/** Show the answer, or say why it was refused. Resolves to whether it was done. */
async function shown(answer) {
  const { id } = state.game;
  forget();
  try {
    take(await answer);
    return true;
  } catch (error) {
    tellRefusal(error, id);
    return false;
  }
}

export const ask = (deed, body = {}) => shown(api.post(state.game.id, deed, body));

export const change = (what) => shown(api.change(state.game.id, what));

export function typed(text) {
  if (state.browsing !== null) browse(null);
  return ask("moves", { ply: state.game.ply, text });
}

export function undo() {
  if (!state.game.can_undo) return;
  if (state.browsing !== null) browse(null);
  hush();
  hurry();
  ask("undo");
}

export function redo() {
  if (state.game.can_redo) ask("redo");
}

/** The first moves of a line, to the end of an exchange. */
function shortened(line) {
  let end = MOST_SHOWN;
  while (line[end]?.includes("x")) end += 1;
  return line.slice(0, end).join(" ");
}

export async function hint() {
  const { game } = state;
  if (state.hinting || !mayMove()) return;
  state.hinting = true;
  remark("Looking for a good move…");
  try {
    const found = await api.post(game.id, "hint");
    if (isOpen(game.id) && state.game.ply === found.ply) {
      state.hint = found;
      const line = found.line.length > 1 ? ` Line: ${shortened(found.line)}.` : "";
      say(`Hint: ${translated(found.sentence)}${line}`);
    }
  } catch (error) {
    tellRefusal(error, game.id);
  } finally {
    state.hinting = false;
    redraw();
  }
}

export function flip() {
  state.flipped = !state.flipped;
  sessionStorage.setItem(`flip-${state.game.id}`, state.flipped);
  clearBubble();
  putBack();
  redraw();
  speak(`${colourName(state.flipped ? "black" : "white")} is at the bottom.`);
}
