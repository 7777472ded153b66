// What a person does in a game: choose squares, play, take back, ask for help.

import * as api from "../lib/api.js";
import { createHand, destinations, stopHere } from "../lib/hand.js";
import { sideOf } from "../lib/words.js";
import { clearBubble, clearNews, forget, refuse, remark, speak } from "./announce.js";
import { fetched } from "./lazily.js";
import { game, mayMove, moment, redraw, state, words } from "./state.js";
import { accept, board, browse, here, playback, putBack } from "./table.js";

const hand = createHand(state, {
  board: () => board,
  legal: () => game().choices.legal,
  mayMove,
  select,
  letGo,
  putBack,
  extended,
  redraw,
  play: playMove,
  begin: forget,
  wait: explainWaiting,
  none: nothingThere,
  ways: (square, next) => explain((why) => why.ways(square, next), square),
});

/** What fingers, mouse and keys on the board mean. */
export const handlers = {
  ...hand,
  press(square) {
    clearBubble();
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

function select(square) {
  const changed = state.selection?.join() !== String(square);
  state.selection = [square];
  if (changed) {
    forget();
    putBack();
    speak(words.selected(square, destinations(game().choices.legal, [square]).ends));
  }
  redraw();
}

export function letGo() {
  if (state.selection) speak("Let go.");
  state.selection = null;
  forget();
  putBack();
}

/** A capture has gone on. */
function extended(prefix) {
  const { legal } = game().choices;
  remark(words.keepJumping(destinations(legal, prefix).ends, Boolean(stopHere(legal, prefix))));
}

/** Say why nothing comes of a square. What was chosen stays, so that the next square can be the right one. */
function nothingThere(square) {
  const { position, choices } = game();
  const { selection } = state;
  const side = sideOf(position.board[square - 1]);
  if (square === selection?.[0]) return letGo();
  putBack();
  if (side === position.turn) {
    board.pieces.shake(square);
    explain((why) => why.stuck(game(), square), square);
  } else if (selection) {
    explain((why) => why.cannotReach(selection.at(-1), square, destinations(choices.legal, selection).ends), square);
  } else if (side) explain((why) => why.theirs(side, square), square);
}

function explainWaiting(square) {
  putBack();
  if (state.browsing !== null) return browse(null);
  import("./bubble.js").then(({ tellWaiting }) => tellWaiting(square), () => {});
}

export const isOpen = (id) => state.game?.id === id;

/** Take a view that was asked for, unless its game was left meanwhile. @param {GameView | null} view */
function take(view) {
  if (view && isOpen(view.id)) accept(view);
}

/** Say why something cannot be done, unless something else is done meanwhile. @param {(why: Refusals) => string} make */
async function explain(make, square = 0) {
  const { id, version } = game();
  const { selection, browsing } = state;
  const found = await Promise.all([import("../lib/words.js"), import("./bubble.js")]).catch(() => null); // a server that is gone is told of elsewhere
  if (!found || !isOpen(id) || game().version !== version || state.selection !== selection
    || state.browsing !== browsing) return;
  const text = make(found[0].refusalsFor(words));
  refuse(text);
  if (square) found[1].showBubble(text, square);
}

/** Say why the server refused, and show the game as it is, unless it was left. */
export async function tellRefusal(error, id, more = "") {
  const { game: now, message } = api.refusalOf(error);
  take(now);
  if (!isOpen(id)) return;
  refuse(message + more);
}

/** Show the move at once, and take it back if the server says no. @param {MoveView} move */
async function playMove(move, stood, dropped) {
  await playback.hurry();
  if (!mayMove()) return;
  const { id, ply } = game();
  const mine = { ply, move };
  Object.assign(state, { pending: mine, selection: null });
  clearNews();
  const landed = playback.showOwn(move, stood, dropped);
  try {
    take(await api.post(id, "moves", { ply, path: move.path }));
  } catch (error) {
    await landed;
    if (!api.refusalOf(error).status) take(await api.game(id).catch(() => null)); // only the answer may be lost
    if (isOpen(id) && String(game().record[ply]?.path) === String(move.path)) return;
    clearNews(); // the move that was told of is taken back
    tellRefusal(error, id, " Your move was taken back.");
  } finally {
    if (state.pending === mine) state.pending = null;
    playback.follow();
  }
}

/** The capture may end where the piece stands. */
export function skip() {
  const move = mayMove() && stopHere(game().choices.legal, state.selection);
  if (move) playMove(move, move.path.length, false);
}

/** Show the answer, or say why it was refused. Resolves to whether it was done. @param {Promise<GameView>} answer */
async function shown(answer) {
  const { id } = game();
  forget();
  try {
    take(await answer);
    return true;
  } catch (error) {
    await tellRefusal(error, id);
    return false;
  }
}

export const ask = (action, body = {}) => shown(api.post(game().id, action, body));

export const change = (what) => shown(api.change(game().id, what));

/** How moves are taken back and played again is fetched with the first of them. */
const travel = (action) => fetched(import("./travel.js"), (found) => found.travel(action));

export const undo = () => travel("undo");
export const redo = () => travel("redo");

/** A question of the other side comes first. */
export const mayHint = () =>
  mayMove() && moment().present && !state.hinting && !game().draw_offer && !game().undo_request;

/** Ask for a move; how that is done is fetched with the first hint. */
export function hint() {
  if (mayHint()) fetched(import("./hinting.js"), ({ giveHint }) => giveHint());
}
