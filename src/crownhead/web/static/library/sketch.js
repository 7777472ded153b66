// A small board on which somebody draws what to search for: a whole position, or some squares of one.

import { createBoard } from "../lib/board.js";
import { all, byId, el, icon, onClick, onSubmit, radios, refill, setAttribute, setText, svg } from "../lib/dom.js";
import { listenToBoard, listenToStrokes } from "../lib/input.js";
import { centre, drawing, SIZE } from "../lib/picture.js";
import { createMotion } from "../lib/playback.js";
import { say, sentence, shown } from "../lib/say.js";
import { sideName, SIDES } from "../lib/words.js";
import { sketchText } from "./games.js";
import { changeSketch, endSketch, isDrawn, judge, onDraw, put, searchSketch, setUp, state } from "./state.js";

const PIECES = "bBwW";
const FREE = "?";
const BARE = ".";
const EMPTY = "e"; // a square of a pattern that must be empty: to a board, a dot is any empty square
const TOOLS = { position: ["b", "B", "w", "W", BARE], pattern: ["b", "B", "w", "W", "x", "o", "a", BARE, FREE] };
const CROSS = "M-22-22 22 22M22-22-22 22";

/** The sign of a letter that is no piece: a cross for an empty square, else a disc in the side's colour. @param {string} letter */
function sign(letter) {
  if (letter === BARE) return [svg("path", { class: "must-be-empty", d: CROSS })];
  const look = letter === "x" ? "black" : letter === "o" ? "white" : "either";
  return [
    svg("g", { class: look }, svg("circle", { class: "any-piece", r: 36 }),
      svg("text", { class: "any-sign", y: 16 }, letter === "a" ? "•" : "?")),
  ];
}

/** @param {Board} board @param {string} letter @param {number} square */
function badge(board, letter, square) {
  const { x, y } = centre(square, board.isFlipped());
  return letter === FREE
    ? svg("rect", { class: "free", x: x - SIZE / 2, y: y - SIZE / 2, width: SIZE, height: SIZE })
    : svg("g", { class: "badge", transform: `translate(${x} ${y})` }, ...sign(letter));
}

/** The picture of a tool. @param {string} letter @param {Sketch["kind"]} kind */
function picture(letter, kind) {
  if (letter === BARE && kind === "position") return icon("eraser");
  const inside = PIECES.includes(letter)
    ? [drawing(letter)]
    : letter === FREE
    ? [svg("rect", { class: "free", x: -36, y: -36, width: 72, height: 72, rx: 8 })]
    : sign(letter);
  return svg("svg", { class: "token", viewBox: "-46 -48 92 96", "aria-hidden": "true" }, ...inside);
}

// ---- the dialog

/** What can be put on the board, and whose turn it may be. @param {Sketch["kind"]} kind */
function toolsPart(kind) {
  const isPattern = kind === "pattern";
  /** @type {[string, ...Child[]][]} */
  const tools = TOOLS[kind].map((
    letter,
  ) => [letter, picture(letter, kind),
    el("span", { class: "tool-name" },
      letter === BARE && !isPattern ? say("editor.eraser") : sentence(sketchText(letter), ""))]
  );
  /** @type {[string, ...Child[]][]} */
  const turns = SIDES.map((one) => [one, el("i", { class: `disc ${one}` }), el("span", {}, sideName(one))]);
  if (isPattern) turns.unshift(["", el("span", {}, say("library.sketch.either"))]);
  return [
    radios("sketch-tool", say("editor.palette"), tools, null, (tool) => changeSketch({ tool }), `palette ${kind}`),
    radios("sketch-turn", say("editor.turn"), turns, null, (turn) => setUp({ turn })),
  ];
}

/** @param {Board} board @param {Sketch} sketch */
function drawBoard(board, { kind, letters, focus }) {
  const isPattern = kind === "pattern";
  board.pieces.settle([...letters].map((letter) => (PIECES.includes(letter) ? letter : BARE)).join(""));
  board.show({ board: isPattern ? letters.replaceAll(BARE, EMPTY) : letters, flipped: board.isFlipped(), numbers: true,
    focus });
  for (const old of board.element.querySelectorAll(".badge, .free")) old.remove();
  const badges = [...letters].flatMap((letter, at) => (PIECES.includes(letter) ? [] : [badge(board, letter, at + 1)]));
  if (isPattern) board.element.querySelector(".marks")?.append(...badges);
  setAttribute(board.element, "data-letters", letters);
}

const fen = () => byId("sketch-fen", HTMLInputElement);

/** @param {Board} board */
function draw(board) {
  const { sketch } = state;
  const dialog = byId("sketch-dialog", HTMLDialogElement);
  if (!sketch) return dialog.close();
  const { kind, tool, turn, problem } = sketch;
  setText(byId("sketch-title"), say(`library.sketch.${kind}`));
  setText(byId("sketch-hint"), say(`library.sketch.${kind}-hint`));
  for (const id of ["sketch-start", "sketch-text"]) byId(id).hidden = kind === "pattern";
  refill(byId("sketch-tools"), kind, () => toolsPart(kind));
  for (const input of all("input", HTMLInputElement, byId("sketch-tools")))
    input.checked = input.value === (input.name === "sketch-tool" ? tool : turn);
  byId("sketch-reversed", HTMLInputElement).checked = sketch.reversed;
  setText(byId("sketch-problem"), problem);
  if (document.activeElement !== fen() && !problem) fen().value = sketch.fen;
  setAttribute(byId("sketch-search"), "aria-disabled", !isDrawn(sketch));
  if (!dialog.open) dialog.showModal();
  drawBoard(board, sketch);
}

/** Show the dialog while something is drawn. */
export function buildSketch() {
  const board = createBoard(byId("sketch-board"), { motion: createMotion(() => "reduced"),
    label: say("library.sketch.board"),
    piece: (letter) => shown(letter === EMPTY ? { code: "library.sketch.must-be-empty" } : sketchText(letter)) });
  board.turn(true); // the side that begins is below, as on other boards
  listenToBoard(board, { press: () => null, activate: (square) => isPainting() || put(square), drop() {},
    canDrag: () => false, cancel() {}, focus: (square) => square && changeSketch({ focus: square }),
    escape: () => false });
  const isPainting = listenToStrokes(board, () => true, (square) => put(square, false));
  onClick("sketch-start", () => judge({}));
  onClick("sketch-clear", () => setUp({ letters: (state.sketch?.kind === "pattern" ? FREE : BARE).repeat(32) }));
  fen().addEventListener("input", () => judge({ fen: fen().value }));
  byId("sketch-reversed", HTMLInputElement).addEventListener("change",
    ({ currentTarget }) => changeSketch({ reversed: /** @type {HTMLInputElement} */ (currentTarget).checked }));
  onSubmit(byId("sketch-form"), () => state.sketch && isDrawn(state.sketch) && searchSketch());
  onDraw(() => draw(board));
  byId("sketch-dialog", HTMLDialogElement).addEventListener("close", endSketch);
}
