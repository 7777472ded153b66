// The board of the editor, and what a mouse, a finger and keys do on it.

import { createBoard } from "../lib/board.js";
import { byId, setAttribute } from "../lib/dom.js";
import { listenToBoard } from "../lib/input.js";
import { BOARD, squareAt } from "../lib/picture.js";
import { createMotion } from "../lib/playback.js";
import { change, newSession } from "./editing.js";
import { changed, crowned, ERASER, moved, put, tapped } from "./edits.js";
import { onDraw, redraw, state, words } from "./state.js";

const NOTHING = { last: [], prefix: null, movable: [], must: [], jumps: [], ends: [], via: [], capturing: false,
  jumped: [], hint: null };

/** @type {Board} */
export let board;
let pictured = ""; // what the pieces show
let held = 0; // the square of a piece that is pressed
let pointer = { clientX: 0, clientY: 0 }; // where it was last
/** A stroke that paints one square after another. @type {{ last: number, as: number, painted: boolean } | null} */
let stroke = null;

export function buildTable() {
  const motion = createMotion(() => state.preferences.motion);
  board = { ...createBoard(byId("board"), { motion, piece: (letter) => words.piece(letter) }), ghost, target };
  board.grid.setAttribute("aria-describedby", "how");
  listenToBoard(board, handlers);
  listenToStrokes();
  board.grid.addEventListener("keydown", useArrows, true);
  onDraw(drawTable);
}

/** Arrows walk from square to square also where a mouse has been before: there are no moves to walk through. */
function useArrows({ key }) {
  if (key.startsWith("Arrow")) board.grid.classList.add("keyboard");
}

// ---- drawing

/** Light the square that a dragged piece would land on. */
export function target(square) {
  board.mark("target", square ? [square] : []);
}

/** The piece of the palette, faintly, on the empty square under the mouse. */
function ghost(square) {
  const free = square && state.tool !== ERASER && state.board[square - 1] === ERASER;
  board.faintly(state.tool, free ? square : 0);
}

function drawPieces() {
  const now = state.board + state.flipped;
  if (now === pictured) return;
  const one = changed(pictured.slice(0, 32), state.board).length === 1 && pictured.endsWith(String(state.flipped));
  pictured = now;
  board.turn(state.flipped);
  if (one) board.pieces.place(state.board); // put, crowned or taken off
  else board.pieces.settle(state.board);
}

function drawTable() {
  for (const [name, value] of Object.entries({ board: state.board, turn: state.turn, flipped: state.flipped }))
    setAttribute(board.element, `data-${name}`, value);
  drawPieces();
  board.show({ ...NOTHING, board: state.board, flipped: state.flipped, numbers: state.preferences.numbers,
    focus: state.focus });
  for (const [index, piece] of [...state.board].entries())
    board.cellOf(index + 1).classList.toggle("filled", piece !== ERASER && state.tool !== ERASER);
  board.mark("wrong",
    (state.draft?.squares ?? []).filter((square) => state.draft?.board[square - 1] === state.board[square - 1]));
}

// ---- what is done

/** The square under a point of the window, or null. */
export function squareUnder({ clientX, clientY }) {
  const { left, top, width, height } = board.grid.getBoundingClientRect();
  return squareAt(((clientX - left) / width) * BOARD, ((clientY - top) / height) * BOARD, state.flipped);
}

function isOnBoard({ clientX, clientY }) {
  const { left, right, top, bottom } = board.grid.getBoundingClientRect();
  return clientX >= left && clientX < right && clientY >= top && clientY < bottom;
}

const putBack = () => board.pieces.settle(state.board);

export const tap = (square) => change(tapped(state.board, square, state.tool));
export const place = (square, piece) => change(put(state.board, square, piece));
export const remove = (square) => change(put(state.board, square, ERASER));
export const crown = (square) => change(crowned(state.board, square));

export function flip() {
  state.flipped = !state.flipped;
  redraw();
}

/** Whether a press here begins a stroke: else it takes the piece. */
const isBare = (square) => state.tool === ERASER || state.board[square - 1] === ERASER;

/** @type {Handlers} */
const handlers = {
  press(square) {
    if (isBare(square)) return null;
    held = square;
    return { piece: square, fresh: false };
  },
  activate(square) {
    if (!stroke?.painted) tap(square);
  },
  drop(square) {
    board.element.classList.remove("leaving");
    if (square && square !== held) change(moved(state.board, held, square));
    else if (!isOnBoard(pointer)) remove(held);
    else putBack(); // where it was, or a light square
  },
  canDrag: () => true,
  cancel() {
    board.element.classList.remove("leaving");
    putBack();
  },
  focus(square) {
    if (!square || square === state.focus) return;
    state.focus = square;
    redraw();
  },
  escape: () => false,
  walks: () => false,
  wheel() {},
};

function paint(square) {
  if (!stroke || !square || square === stroke.last) return;
  const from = stroke.painted ? [] : [stroke.last];
  for (const one of [...from, square]) change(put(state.board, one, state.tool), { as: stroke.as });
  Object.assign(stroke, { last: square, painted: true });
}

/** A mouse or a pen paints; a finger scrolls the page where it takes no piece. */
function listenToStrokes() {
  const { element, grid } = board;
  for (const kind of /** @type {const} */ (["pointermove", "pointerup"]))
    element.addEventListener(kind, (event) => (pointer = event), true); // before it is dropped
  grid.addEventListener("pointerdown", (event) => {
    const square = squareUnder(event);
    const begins = square && event.button === 0 && event.isPrimary && event.pointerType !== "touch" && isBare(square);
    stroke = begins ? { last: square, as: newSession(), painted: false } : null;
  });
  grid.addEventListener("pointermove", (event) => {
    paint(squareUnder(event));
    element.classList.toggle("leaving", grid.classList.contains("dragging") && !isOnBoard(event));
  });
  for (const end of ["pointerup", "pointercancel"]) grid.addEventListener(end, () => (stroke = null));
  grid.addEventListener("contextmenu", (event) => {
    const square = squareUnder(event);
    if (square && /** @type {PointerEvent} */ (event).pointerType === "mouse") remove(square);
  });
}
