// What a person does in a game: choose squares, play, type, take back, ask for help.

import * as api from "../lib/api.js";
import { byId, onClick, onSubmit } from "../lib/dom.js";
import { createHand, destinations, STEP_MS, stopHere } from "../lib/hand.js";
import { listenToBoard } from "../lib/input.js";
import { say } from "../lib/say.js";
import * as words from "../lib/words.js";
import * as actions from "./actions.js";
import { refuse, remark, speak, tell } from "./announce.js";
import { accept } from "./game.js";
import { game, here, isOpen, mayHint, mayMove, mayUndo, moment, redraw, state } from "./state.js";
import { board, browse, playback, putBack } from "./table.js";

const hand = createHand(state, {
  board: () => board,
  legal: () => game().choices.legal,
  mayMove,
  select,
  letGo,
  putBack,
  extend: actions.extend,
  extended,
  focus: actions.focus,
  play: playMove,
  begin: actions.forget,
  wait: explainWaiting,
  none: nothingThere,
  ways: (square, next) => refuse(() => words.ways(square, next), square),
});

/** What fingers, mouse and keys on the board mean. @type {Handlers} */
const handlers = {
  ...hand,
  press(square) {
    actions.hideBubble();
    if (mayMove()) playback.hurry();
    return hand.press(square);
  },
  activate(square, fresh) {
    if (mayMove()) playback.hurry();
    hand.activate(square, fresh);
  },
  walks: () => game().record.length > 0,
  wheel: (step) => browse(here() + step),
};

/** @param {number} square */
function select(square) {
  const isChosen = state.selection?.join() === String(square);
  if (isChosen) return redraw();
  actions.select(square);
  putBack();
  speak(say("play.selected", { square, ends: { things: destinations(game().choices.legal, [square]).ends } }));
}

export function letGo() {
  if (state.selection) speak(say("play.let-go"));
  actions.letGo();
  putBack();
}

/** A capture has gone on. @param {number[]} prefix */
function extended(prefix) {
  const { legal } = game().choices;
  const squares = { things: destinations(legal, prefix).ends };
  remark(() => say(stopHere(legal, prefix) ? "play.keep-jumping-or-stop" : "play.keep-jumping", { squares }));
}

/** Say why nothing comes of a square. What was chosen stays, so that the next square can be the right one. @param {number} square */
function nothingThere(square) {
  const { position, choices } = game();
  const { selection } = state;
  const side = words.sideOf(position.board[square - 1]);
  if (square === selection?.[0]) return letGo();
  putBack();
  if (side === position.turn) {
    board.pieces.shake(square);
    refuse(() => words.stuck(game(), square), square);
  } else if (selection) {
    const { ends } = destinations(choices.legal, selection);
    refuse(() => words.cannotReach(selection[selection.length - 1], square, ends), square);
  } else if (side) refuse(() => words.notYours(side, square), square);
}

/** Say why a piece cannot be moved now. @param {number} square */
function explainWaiting(square) {
  putBack();
  if (state.browsing !== null) return browse(null);
  const { outcome, position, to_move } = game();
  const { turn } = position;
  if (outcome || position.board[square - 1] === "." || (to_move === "computer" && !moment().present)) return;
  if (!words.mySides(game(), state.visitor).length) remark(() => say("play.watching"));
  else if (to_move === "computer")
    remark(() => say("play.their-turn", { player: words.playerName(game(), turn, state.visitor) }));
  else if (!state.pending) remark(() => say("play.not-your-turn"));
}

// ---- asking the server

/** Take a view that was asked for, unless its game was left meanwhile. @param {GameView | null} view */
function take(view) {
  if (view && isOpen(view.id)) accept(view);
}

/** Say why the server refused, and show the game as it is, unless it was left. @param {unknown} error @param {string} id */
function tellRefusal(error, id, more = () => "") {
  const { game: now, message } = api.refusalOf(error);
  take(now);
  if (isOpen(id)) refuse(() => `${message} ${more()}`.trim());
}

/** Show the answer, or say why it was refused. Resolves to whether it was done. @param {Promise<GameView>} answer */
async function shown(answer) {
  const { id } = game();
  actions.forget();
  try {
    take(await answer);
    return true;
  } catch (error) {
    tellRefusal(error, id);
    return false;
  }
}

/** @param {string} action @param {object} body */
export const ask = (action, body = {}) => shown(api.post(game().id, action, body));

/** @param {object} what */
export const change = (what) => shown(api.change(game().id, what));

// ---- moves

/** Show the move at once, and take it back if the server says no. @param {MoveView} move @param {number} stood @param {boolean} dropped */
async function playMove(move, stood, dropped) {
  await playback.hurry();
  if (!mayMove()) return;
  const { id, ply } = game();
  const mine = actions.make(ply, move);
  const landed = playback.showOwn(move, stood, dropped);
  try {
    take(await api.post(id, "moves", { ply, path: move.path }));
  } catch (error) {
    await landed;
    if (!api.refusalOf(error).status) take(await api.game(id).catch(() => null)); // only the answer may be lost
    if (isOpen(id) && String(game().record[ply]?.path) === String(move.path)) return;
    if (isOpen(id)) actions.clearNews(); // the move that was told of is taken back
    tellRefusal(error, id, () => say("play.move-taken-back"));
  } finally {
    actions.settle(mine);
    playback.follow();
  }
}

/** The capture may end where the piece stands. */
export function skip() {
  const move = mayMove() && stopHere(game().choices.legal, state.selection);
  if (move) playMove(move, move.path.length, false);
}

/** Play the move that was typed, after what is on its way. */
async function submit() {
  const input = byId("move-input", HTMLInputElement);
  const text = input.value.trim();
  if (!text) return;
  const { id } = game();
  input.value = ""; // at once, for the next move
  if (state.browsing !== null) browse(null);
  await playback.hurry();
  if (!isOpen(id) || (await ask("moves", { ply: game().ply, text }))) return;
  if (!input.value) input.value = text;
  input.select();
  actions.markTyped();
}

// ---- undo, redo and hints

/** Undo and redo wait for each other. */
const inTurn = api.createQueue();

/** Undo and redo are about the game, not about the moment that somebody looks at. @param {"undo" | "redo"} action @param {string} id */
async function travel(action, id) {
  while (isOpen(id) && state.pending) await new Promise((go) => setTimeout(go, STEP_MS));
  if (!isOpen(id) || !(action === "undo" ? mayUndo() : game().can_redo)) return;
  const { ply, outcome } = game();
  if (state.browsing !== null) browse(null);
  actions.clearNews();
  playback.hurry();
  actions.closeCard();
  await ask(action, { ply, over: Boolean(outcome) });
}

export const undo = () => inTurn(travel.bind(null, "undo", game().id)).catch(() => {});
export const redo = () => inTurn(travel.bind(null, "redo", game().id)).catch(() => {});

/** Ask for a move. */
export async function hint() {
  if (!mayHint()) return;
  const { id, position } = game();
  actions.seek();
  if (state.selection && state.selection.length > 1) letGo(); // the arrow begins where the piece stood
  remark(() => say("play.seeking"));
  try {
    /** @type {HintView} */
    const found = await api.call("POST", api.at(id, "hint"), {});
    if (!isOpen(id)) return;
    const isSame = game().ply === found.ply && game().position.board === position.board;
    const asked = game().draw_offer || game().undo_request; // which comes first
    if (!isSame || asked || !mayMove() || !moment().present) return actions.forget(); // it is of another position than the one shown
    tell(() => words.hintWords(found));
    actions.advise(found);
  } catch (error) {
    if (state.game?.outcome) actions.forget(); // it has ended meanwhile
    else tellRefusal(error, id);
  } finally {
    actions.stopSeeking();
  }
}

export function listenToPlay() {
  listenToBoard(board, handlers);
  for (const [id, action] of Object.entries({ undo, redo, hint, skip })) onClick(id, () => action());
  onSubmit(byId("typed"), submit);
}
