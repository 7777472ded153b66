// The board of an analysis: what it shows of the state, and what fingers and keys do on it.

import { createBoard } from "../lib/board.js";
import { byId, setAttribute } from "../lib/dom.js";
import { createHand, destinations, jumped, STEP_MS } from "../lib/hand.js";
import { listenToBoard } from "../lib/input.js";
import { arrowShape } from "../lib/picture.js";
import { createMotion } from "../lib/playback.js";
import { listed, refusalsFor } from "../lib/words.js";
import { foundHere, here, onDraw, place, position, redraw, say, state, tell, words } from "./state.js";
import { endPreview, legal, play, taker, walk } from "./walking.js";

const ARROWS = [9, 6, 4.5, 3.5, 3]; // half the width of the arrows of the best lines

/** @type {Board} */
export let board;
let pictured = ""; // what the pieces show
let gliding = 0; // moves that are on their way

export function buildTable() {
  const motion = createMotion(() => state.preferences.motion);
  board = createBoard(byId("board"), { motion, piece: (letter) => words.piece(letter),
    selection: () => state.selection });
  listenToBoard(board, handlers);
  onDraw(drawTable);
}

/** The board that is shown: that of the place, or of a line that is pointed at. */
function visible() {
  const { preview } = state;
  return preview ? preview.steps[preview.index].board : position().board;
}

const arrows = () => {
  const found = foundHere();
  if (state.preview || state.selection || !found) return [];
  return found.lines.slice(0, ARROWS.length).map(({ steps },
    rank) => (steps.length ? arrowShape(steps[0].path, state.flipped, ARROWS[rank]) : "")
  ).filter(Boolean);
};

function drawTable() {
  const { preview } = state;
  const shown = visible();
  const ready = !preview && !state.busy;
  const choices = ready ? place()?.choices : null;
  const moves = choices?.legal ?? [];
  const prefix = ready ? state.selection : null;
  const movable = [...new Set(moves.map((move) => move.path[0]))];
  const goals = prefix ? destinations(moves, prefix) : { ends: [], via: [] };
  const turn = preview ? null : position().turn;
  for (const [name, value] of Object.entries({ board: shown, turn: turn ?? "", node: state.at,
    flipped: state.flipped })) setAttribute(board.element, `data-${name}`, value);
  if (!gliding && shown + state.flipped !== pictured) {
    pictured = shown + state.flipped;
    board.turn(state.flipped);
    board.pieces.settle(shown);
  }
  board.show({
    board: shown,
    flipped: state.flipped,
    numbers: state.preferences.numbers,
    focus: state.focus,
    last: (preview ? preview.steps[preview.index].path : here()?.path) ?? [],
    prefix,
    movable,
    must: choices?.must_capture ? movable : [],
    ...goals,
    jumps: [],
    capturing: prefix ? moves.some((move) => move.path[0] === prefix[0] && move.captured.length > 0) : false,
    jumped: prefix ? jumped(moves, prefix) : [],
    hint: arrows(),
  });
  point(state.pointed);
  board.element.classList.toggle("previewing", Boolean(preview));
}

let pointed = "";

/** Light the squares that something is said about. */
function point(squares) {
  if (pointed === squares.join() + state.flipped
    && board.element.querySelectorAll(".pointed").length === squares.length) return;
  pointed = squares.join() + state.flipped;
  board.mark("pointed", squares);
}

const putBack = () => board.pieces.settle(visible());

function letGo() {
  Object.assign(state, { selection: null, message: "" });
  putBack();
  redraw();
}

function select(square) {
  if (state.selection?.join() !== String(square)) say(words.selected(square, destinations(legal(), [square]).ends));
  state.selection = [square];
  state.message = "";
  putBack();
  redraw();
}

/** @param {MoveView} move */
async function playMove(move, stood, dropped) {
  state.selection = null;
  gliding += 1;
  const played = play(move.path);
  const way = dropped ? move.path.slice(-1) : move.path.slice(stood);
  await board.pieces.slide(move.path[0], way, dropped ? STEP_MS / 2 : STEP_MS,
    (index) => board.pieces.fadeOnly(move.captured.slice(0, stood + index)));
  board.pieces.land(move.path[0], /** @type {number} */ (move.path.at(-1)), move.captured);
  board.pieces.fadeOnly([]);
  const done = await played;
  gliding -= 1;
  if (!gliding) {
    if (done) board.pieces.place(visible());
    else putBack();
    pictured = visible() + state.flipped;
  }
  redraw();
}

/** Whoever moves after an answer tries another move. */
function tryAnew() {
  if (state.preview) taker.again?.();
}

/** Say why nothing comes of a square; what was chosen stays. */
function refuse(square) {
  const { selection } = state;
  if (square === selection?.[0]) return letGo();
  putBack();
  const why = place()?.choices.why_not[square];
  if (why) {
    board.pieces.shake(square);
    tell(
      why === "must-capture"
        ? `${words.colour(position().turn)} has to capture: ${listed(legal().map(({ notation }) => notation))}.`
        : `The piece on ${square} cannot move.`,
    );
  } else if (selection)
    tell(refusalsFor(words).cannotReach(selection.at(-1), square, destinations(legal(), selection).ends));
}

const hand = createHand(state, {
  board: () => board,
  legal,
  select,
  letGo,
  putBack,
  redraw,
  mayMove: () => !state.preview && !state.busy,
  play: playMove,
  extended: redraw,
  begin: tryAnew,
  wait() {
    endPreview();
    putBack();
  },
  none: refuse,
  ways: (square, next) => tell(refusalsFor(words).ways(square, next)),
});

/** @type {Handlers} */
const handlers = {
  ...hand,
  press(square) {
    tryAnew();
    return hand.press(square);
  },
  escape: () => hand.escape() || endPreview(),
  walks: () => true,
  wheel: (step) => (step > 0 ? walk.on() : walk.back()),
};

export function flip() {
  state.flipped = !state.flipped;
  redraw();
}
