// A small board on which somebody draws what to search for: a whole position, or some squares of one.

import { createBoard } from "../lib/board.js";
import { all, byId, el, icon, onSubmit, radios, setAttribute, setText, svg } from "../lib/dom.js";
import { listenToBoard, listenToStrokes } from "../lib/input.js";
import { centre, drawing, SIZE } from "../lib/picture.js";
import { createMotion } from "../lib/playback.js";
import { say, sentence, shown } from "../lib/say.js";
import { tables } from "../messages.js";
import { button, dialogOf } from "./dialogs.js";
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

/** @param {Sketch} sketch */
function turnPart({ kind, turn }) {
  /** @type {[string, ...Child[]][]} */
  const items = /** @type {Side[]} */ (["black", "white"]).map((
    one,
  ) => [one, el("i", { class: `disc ${one}` }), el("span", {}, say(`side.${one}`))]);
  if (kind === "pattern") items.unshift(["", el("span", {}, say("library.sketch.either"))]);
  return radios("sketch-turn", say("editor.turn"), items, turn, (one) => setUp({ turn: one }));
}

const fenPart = () =>
  el("label", { class: "field" }, el("span", {}, say("library.sketch.fen")),
    el("input", { id: "sketch-fen", type: "text", maxlength: tables.limits.search, spellcheck: "false",
      "data-testid": "sketch-fen", "aria-describedby": "sketch-problem", oninput: ({ target }) =>
        judge({ fen: target.value }) }));

/** @param {Sketch} sketch @param {Element} drawn the board */
function content(sketch, drawn) {
  const { kind, tool, reversed } = sketch;
  const isPattern = kind === "pattern";
  /** @type {[string, ...Child[]][]} */
  const tools = TOOLS[kind].map((
    letter,
  ) => [letter, picture(letter, kind),
    el("span", { class: "tool-name" },
      letter === BARE && !isPattern ? say("editor.eraser") : sentence(sketchText(letter), ""))]
  );
  const box = el("input", { type: "checkbox", checked: reversed, "data-testid": "sketch-reversed",
    onchange: ({ target }) => changeSketch({ reversed: target.checked }) });
  const form = el("form", { method: "dialog", class: "sketch" }, el("div", { class: "frame" }, drawn),
    el("div", { class: "sketch-side" },
      radios("sketch-tool", say("editor.palette"), tools, tool, (letter) => changeSketch({ tool: letter }),
        `palette ${kind}`), turnPart(sketch),
      el("div", { class: "sketch-whole" },
        isPattern ? null : button("sketch-start", say("library.sketch.start"), () => judge({})),
        button("sketch-clear", say("library.clear"), () => setUp({ letters: (isPattern ? FREE : BARE).repeat(32) }))),
      isPattern ? null : fenPart(), el("label", { class: "check" }, box, el("span", {}, say("library.reversed"))),
      el("p", { class: "error", id: "sketch-problem", role: "alert" }),
      el("div", { class: "dialog-buttons" }, button("sketch-cancel", say("page.cancel"), endSketch),
        el("button", { type: "submit", class: "primary", id: "sketch-search", "data-testid": "sketch-search" },
          say("library.search")))));
  onSubmit(form, () => state.sketch && isDrawn(state.sketch) && searchSketch());
  return [el("h2", { id: "sketch-title" }, say(`library.sketch.${kind}`)),
    el("p", { class: "hint" }, say(`library.sketch.${kind}-hint`)), form];
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

/** @param {Board} board */
function draw(board) {
  const { sketch } = state;
  const dialog = dialogOf("sketch-dialog");
  if (!sketch) return dialog.close();
  if (!dialog.open) {
    dialog.replaceChildren(...content(sketch, board.element));
    dialog.showModal();
  }
  drawBoard(board, sketch);
  setText(byId("sketch-problem"), sketch.problem);
  const field = dialog.querySelector("#sketch-fen");
  if (field instanceof HTMLInputElement && document.activeElement !== field && !sketch.problem)
    field.value = sketch.fen;
  for (const input of all("[name=sketch-turn]", HTMLInputElement, dialog)) input.checked = input.value === sketch.turn;
  setAttribute(byId("sketch-search"), "aria-disabled", !isDrawn(sketch));
}

/** Show the dialog while something is drawn. */
export function buildSketch() {
  const board = createBoard(el("div", { class: "board", id: "sketch-board" }), { motion: createMotion(() => "reduced"),
    label: say("library.sketch.board"),
    piece: (letter) => shown(letter === EMPTY ? { code: "library.sketch.must-be-empty" } : sketchText(letter)) });
  board.turn(true); // the side that begins is below, as on other boards
  listenToBoard(board, { press: () => null, activate: (square) => isPainting() || put(square), drop() {},
    canDrag: () => false, cancel() {}, focus: (square) => square && changeSketch({ focus: square }),
    escape: () => false });
  const isPainting = listenToStrokes(board, () => true, (square) => put(square, false));
  onDraw(() => draw(board));
  dialogOf("sketch-dialog").addEventListener("close", endSketch);
}
