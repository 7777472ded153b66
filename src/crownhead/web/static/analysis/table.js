// The board of an analysis: what it shows of the state, and what fingers and keys do on it.

import { createBoard } from "../lib/board.js";
import { byId, setAttribute, svg } from "../lib/dom.js";
import { centre, SIZE } from "../lib/geometry.js";
import { arrowShape } from "../lib/hint.js";
import { listenToBoard } from "../lib/input.js";
import { createMotion } from "../lib/motion.js";
import { choose, destinations, jumped, matching, onlyCapture } from "../lib/selection.js";
import { listed } from "../lib/words.js";
import { foundHere, here, onDraw, place, position, redraw, say, state, tell, words } from "./state.js";
import { endPreview, legal, play, taker, walk } from "./walking.js";

const STEP_MS = 130;
const ARROWS = [9, 6, 4.5, 3.5, 3]; // half the width of the arrows of the best lines

/** @type {Board} */
export let board;
let pictured = ""; // what the pieces show
let gliding = 0; // moves that are on their way

export function buildTable() {
  const motion = createMotion(() => state.preferences.motion);
  board = createBoard(byId("board"), { motion, piece: (letter) => words.piece(letter), selection: () => state.selection });
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
  return found.lines.slice(0, ARROWS.length).map(({ steps }, rank) => (steps.length ? arrowShape(steps[0].path, state.flipped, ARROWS[rank]) : "")).filter(Boolean);
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
  for (const [name, value] of Object.entries({ board: shown, turn: turn ?? "", node: state.at, flipped: state.flipped })) setAttribute(board.element, `data-${name}`, value);
  if (!gliding && shown + state.flipped !== pictured) {
    pictured = shown + state.flipped;
    board.turn(state.flipped);
    board.pieces.settle(shown);
  }
  board.show({
    board: shown, flipped: state.flipped, numbers: state.preferences.numbers, focus: state.focus,
    last: (preview ? preview.steps[preview.index].path : here()?.path) ?? [],
    prefix, movable, must: choices?.must_capture ? movable : [], ...goals, jumps: [],
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
  if (pointed === squares.join() + state.flipped && board.element.querySelectorAll(".pointed").length === squares.length) return;
  pointed = squares.join() + state.flipped;
  for (const old of board.element.querySelectorAll(".pointed")) old.remove();
  board.element.querySelector(".marks")?.append(...squares.map((square) => {
    const { x, y } = centre(square, state.flipped);
    return svg("rect", { class: "pointed", x: x - SIZE / 2, y: y - SIZE / 2, width: SIZE, height: SIZE });
  }));
}

const putBack = () => board.pieces.settle(visible());

function letGo() {
  state.selection = null;
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
async function playMove(move, stood = 1, dropped = false) {
  state.selection = null;
  gliding += 1;
  const played = play(move.path);
  const way = dropped ? move.path.slice(-1) : move.path.slice(stood);
  await board.pieces.slide(move.path[0], way, dropped ? STEP_MS / 2 : STEP_MS, (index) => board.pieces.fadeOnly(move.captured.slice(0, stood + index)));
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

function choosePiece(square) {
  const only = onlyCapture(legal(), square);
  return only ? playMove(only) : select(square);
}

function chooseSquare(square, dropped = false) {
  tryAnew();
  if (endPreview() || state.busy) return putBack();
  const moves = legal();
  const prefix = state.selection;
  const found = choose(moves, prefix, square);
  if (found.kind === "play") return playMove(found.move, prefix?.length ?? 1, dropped);
  if (found.kind === "extend" || found.kind === "ways") {
    const stood = prefix?.length ?? 1;
    state.selection = found.prefix;
    board.pieces.slide(found.prefix[0], found.prefix.slice(stood), STEP_MS);
    if (found.kind === "ways") tell(`There are two ways to ${square}. First choose ${listed(found.next)}.`);
    return redraw();
  }
  if (found.kind === "select") return dropped ? select(square) : choosePiece(square);
  const why = place()?.choices.why_not[square];
  if (why) {
    board.pieces.shake(square);
    tell(why === "must-capture" ? `${words.colour(position().turn)} has to capture: ${listed(moves.map(({ notation }) => notation))}.` : `The piece on ${square} cannot move.`);
  }
  letGo();
}

/** Whoever moves after an answer tries another move. */
function tryAnew() {
  if (state.preview) taker.again?.();
}

/** @type {Handlers} */
const handlers = {
  press(square) {
    tryAnew();
    if (state.preview || state.busy) return null;
    const again = state.selection?.at(-1) === square;
    const isGoal = state.selection && choose(legal(), state.selection, square).kind !== "select";
    if (!again && (isGoal || !matching(legal(), [square]).length)) return null;
    if (!again) select(square);
    return { piece: again && state.selection ? state.selection[0] : square, fresh: !again };
  },
  activate(square, fresh) {
    if (fresh && !state.busy) return void choosePiece(square);
    const again = state.selection?.at(-1) === square;
    if (again && ["select", "none"].includes(choose(legal(), state.selection, square).kind)) letGo();
    else chooseSquare(square);
  },
  drop(target) {
    if (!state.selection || target === null) letGo();
    else if (target === state.selection.at(-1)) putBack();
    else chooseSquare(target, true);
  },
  canDrag: () => Boolean(state.selection) && !state.busy,
  cancel: () => letGo(),
  focus(square) {
    if (!square || square === state.focus) return;
    state.focus = square;
    redraw();
  },
  escape() {
    if (state.selection) return letGo(), true;
    return endPreview();
  },
  walks: () => true,
  wheel: (step) => (step > 0 ? walk.on() : walk.back()),
};

export function flip() {
  state.flipped = !state.flipped;
  redraw();
}
