// The board of an analysis: it shows the node or a line, and accepts moves by touch, mouse and keyboard.

import { createBoard } from "../lib/board.js";
import { byId, setAttribute } from "../lib/dom.js";
import { createHand, destinations, marksOf, STEP_MS } from "../lib/hand.js";
import { listenToBoard } from "../lib/input.js";
import { speak } from "../lib/page.js";
import { arrowShape } from "../lib/picture.js";
import { createMotion } from "../lib/playback.js";
import { say } from "../lib/say.js";
import { cannotReach, pieceName, stuck, ways } from "../lib/words.js";
import { endPreview, extend, focus, glide, play, retry, select, tell, walk } from "./actions.js";
import { details, foundHere, here, legal, position, state, visibleBoard } from "./state.js";

const ARROWS = [9, 6, 4.5, 3.5, 3]; // half the width of the arrows of the best lines

const arrows = () => {
  const found = foundHere();
  if (state.preview || state.selection || !found) return [];
  const lines = found.lines.slice(0, ARROWS.length).filter(({ steps }) => steps.length);
  return lines.map(({ steps }, rank) => arrowShape(steps[0].path, state.flipped, ARROWS[rank]));
};

/** What the board shows besides its pieces. @returns {Scene} */
function scene() {
  const { preview } = state;
  const ready = !preview && !state.busy;
  const choices = ready ? details()?.choices : null;
  return {
    board: visibleBoard(),
    flipped: state.flipped,
    numbers: state.preferences.numbers,
    focus: state.focus,
    last: (preview ? preview.steps[preview.index].path : here()?.path) ?? [],
    ...marksOf(choices?.legal ?? [], ready ? state.selection : null, choices?.must_capture ?? false),
    jumps: [],
    hint: arrows(),
  };
}

/** Make the board; returns how it is drawn. */
export function buildBoard() {
  const motion = createMotion(() => state.preferences.motion);
  const board = createBoard(byId("board"), { motion, piece: pieceName, selection: () => state.selection });
  let pictured = ""; // what the pieces show
  let pointed = "";

  const putBack = () => board.pieces.settle(visibleBoard());

  /** @param {MoveView} move @param {number} stood @param {boolean} dropped */
  async function playMove(move, stood, dropped) {
    glide(1);
    const played = play(move.path);
    const way = dropped ? move.path.slice(-1) : move.path.slice(stood);
    await board.pieces.slide(move.path[0], way, dropped ? STEP_MS / 2 : STEP_MS,
      (/** @type {number} */ index) => board.pieces.fadeOnly(move.captured.slice(0, stood + index)));
    board.pieces.land(move.path[0], /** @type {number} */ (move.path.at(-1)), move.captured);
    board.pieces.fadeOnly([]);
    const done = await played;
    glide(-1);
    if (state.gliding) return;
    if (done) board.pieces.place(visibleBoard());
    else putBack();
    pictured = visibleBoard() + state.flipped;
  }

  function letGo() {
    select(null);
    putBack();
  }

  /** A move after an answer is another try. */
  function tryAnew() {
    if (state.preview && state.exercise) retry();
  }

  /** Say why a square cannot be chosen; the selection stays. @param {number} square */
  function refuse(square) {
    const { selection } = state;
    if (square === selection?.[0]) return letGo();
    putBack();
    const known = details();
    if (known?.choices.why_not[square]) {
      board.pieces.shake(square);
      tell(stuck(known, square));
    } else if (selection)
      tell(cannotReach(Number(selection.at(-1)), square, destinations(legal(), selection).ends));
  }

  const hand = createHand(state, {
    board: () => board,
    legal,
    select(square) {
      if (state.selection?.join() !== String(square))
        speak(say("play.selected", { square, ends: { things: destinations(legal(), [square]).ends } }));
      select([square]);
      putBack();
    },
    letGo,
    putBack,
    mayMove: () => !state.preview && !state.busy,
    play: playMove,
    extend,
    extended() {},
    focus,
    begin: tryAnew,
    wait() {
      endPreview();
      putBack();
    },
    none: refuse,
    ways: (square, next) => tell(ways(square, next)),
  });

  listenToBoard(board, {
    ...hand,
    press(square) {
      tryAnew();
      return hand.press(square);
    },
    escape: () => hand.escape() || (endPreview(), false),
    walks: () => true,
    wheel: (step) => (step > 0 ? walk.on() : walk.back()),
  });

  /** Light the squares that something is about. */
  function point() {
    const key = state.pointed.join() + state.flipped;
    if (pointed === key && board.element.querySelectorAll(".pointed").length === state.pointed.length) return;
    pointed = key;
    board.mark("pointed", state.pointed);
  }

  return () => {
    const shown = visibleBoard();
    const turn = state.preview ? "" : position().turn;
    for (const [name, value] of Object.entries({ board: shown, turn, node: state.at, flipped: state.flipped }))
      setAttribute(board.element, `data-${name}`, value);
    if (!state.gliding && shown + state.flipped !== pictured) {
      pictured = shown + state.flipped;
      board.turn(state.flipped);
      board.pieces.settle(shown);
    }
    board.show(scene());
    point();
    board.element.classList.toggle("previewing", Boolean(state.preview));
  };
}
