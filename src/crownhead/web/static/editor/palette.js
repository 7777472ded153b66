// The pieces to choose from, and the eraser. A piece can also be dragged onto the board from here.

import { byId, el, icon, radios, setAttribute, svg } from "../lib/dom.js";
import { drawing } from "../lib/picture.js";
import { ERASER, TOOLS } from "./edits.js";
import { onDraw, redraw, state, words } from "./state.js";
import { place, squareUnder, target } from "./table.js";

const DRAG_PIXELS = 6;
const LIFT = 0.35; // of a piece: a finger must not hide it

let drawn = "";

const picture = (piece, look) =>
  svg("svg", { class: look, viewBox: "-46 -48 92 96", "aria-hidden": "true" }, drawing(piece));

const capital = (text) => text[0].toUpperCase() + text.slice(1);

const nameOf = (piece) => (piece === ERASER ? "Eraser" : capital(words.piece(piece)));

const tool = (
  piece,
) => [piece, piece === ERASER ? icon("eraser") : picture(piece, "token"),
  el("span", { class: "tool-name" }, nameOf(piece))];

export function choose(piece) {
  state.tool = piece;
  draw(); // at once, as a button does
  redraw();
}

function draw() {
  const names = words.piece("b") + words.piece("w");
  if (names !== drawn) {
    drawn = names;
    byId("palette-part").replaceChildren(
      radios("tool", "What to put on the board", TOOLS.map(tool), state.tool, choose, "palette"),
    );
  }
  for (const [index, input] of byId("palette-part").querySelectorAll("input").entries()) {
    input.checked = input.value === state.tool;
    setAttribute(input, "title", `${nameOf(input.value)} (${index + 1})`);
  }
}

// ---- dragging

/** @type {{ piece: string, x: number, y: number, touch: boolean, shown: any } | null} */
let drag = null;

/** Where the piece is seen, which is where it will be put. */
function seen(event, size) {
  return { clientX: event.clientX, clientY: event.clientY - (drag?.touch ? LIFT * size : 0) };
}

function sizeOfPiece() {
  return byId("board").getBoundingClientRect().width / 8;
}

function down(event) {
  const piece = event.target.closest("label")?.querySelector("input").value;
  if (!piece || piece === ERASER || event.button !== 0 || !event.isPrimary) return;
  event.currentTarget.setPointerCapture(event.pointerId);
  drag = { piece, x: event.clientX, y: event.clientY, touch: event.pointerType === "touch", shown: null };
}

function move(event) {
  if (!drag) return;
  if (!drag.shown && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_PIXELS) return;
  const size = sizeOfPiece();
  if (!drag.shown) {
    choose(drag.piece);
    drag.shown = picture(drag.piece, "floating");
    document.body.append(drag.shown);
  }
  const at = seen(event, size);
  Object.assign(drag.shown.style, { width: `${size}px`, height: `${size}px`,
    translate: `${at.clientX - size / 2}px ${at.clientY - size / 2}px` });
  target(squareUnder(at));
}

function end(event) {
  const ended = drag;
  const square = ended?.shown && event.type === "pointerup" ? squareUnder(seen(event, sizeOfPiece())) : null;
  drag = null;
  if (!ended) return;
  target(null);
  if (!ended.shown) return event.type === "pointerup" ? choose(ended.piece) : undefined; // the capture has taken the click from its button
  ended.shown.remove();
  if (square) place(square, ended.piece);
}

export function buildPalette() {
  const part = byId("palette-part");
  for (const [kind, action] of Object.entries({ pointerdown: down, pointermove: move, pointerup: end,
    pointercancel: end })) part.addEventListener(kind, action);
  onDraw(draw);
}
