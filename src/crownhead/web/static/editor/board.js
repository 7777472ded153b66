// The board of the editor and its palette: what a mouse, a finger and keys do with pieces.

import { createBoard } from "../lib/board.js";
import { all, byId, el, icon, radios, refill, setAttribute, svg } from "../lib/dom.js";
import { DRAG_PIXELS, LIFT, listenToBoard, listenToStrokes } from "../lib/input.js";
import { BOARD, drawing } from "../lib/picture.js";
import { createMotion } from "../lib/playback.js";
import { say } from "../lib/say.js";
import { isKing, pieceName, sideName, sideOf } from "../lib/words.js";
import { choose, focus, move, place, remove, tap } from "./actions.js";
import { changed, ERASER, state, TOOLS } from "./state.js";

/** "Red man" @param {string} tool */
export function nameOf(tool) {
  const side = sideOf(tool);
  return side ? say(isKing(tool) ? "editor.king" : "editor.man", { side: sideName(side) }) : say("editor.eraser");
}

/** Make the board; returns how it is drawn, and what the palette needs. */
export function buildBoard() {
  const motion = createMotion(() => state.preferences.motion);
  let pictured = ""; // what the pieces show
  let held = 0; // the square of a piece that is pressed
  /** @type {At} */
  let pointer = { clientX: 0, clientY: 0 };

  const made = createBoard(byId("board"), { motion, piece: pieceName });
  const board = {
    ...made,
    /** The piece of the palette, faintly, on the empty square under the mouse. @param {number | null} square */
    ghost(square) {
      const isFree = square && state.tool !== ERASER && state.board[square - 1] === ERASER;
      made.faintly(state.tool, isFree ? square : 0);
    },
    /** The square that a dragged piece would land on. @param {number | null} square */
    target: (square) => made.mark("target", square ? [square] : []),
  };
  const { element, grid, squareOf } = board;

  /** @param {At} at */
  const isOnBoard = (at) => Object.values(board.pointOf(at)).every((value) => value >= 0 && value < BOARD);

  /** Whether a press here begins a stroke: else it takes the piece. @param {number} square */
  const isBare = (square) => state.tool === ERASER || state.board[square - 1] === ERASER;
  const putBack = () => board.pieces.settle(state.board);

  listenToBoard(board, {
    press(square) {
      if (isBare(square)) return null;
      held = square;
      return { piece: square, fresh: false };
    },
    activate(square) {
      if (!isPainting()) tap(square);
    },
    drop(square) {
      element.classList.remove("leaving");
      if (square && square !== held) move(held, square);
      else if (!isOnBoard(pointer)) remove(held);
      else putBack(); // where it was, or a light square
    },
    canDrag: () => true,
    cancel() {
      element.classList.remove("leaving");
      putBack();
    },
    focus,
    escape: () => false,
  });
  const isPainting = listenToStrokes(board, isBare, (square, stroke) => place(square, state.tool, stroke));

  for (const kind of /** @type {const} */ (["pointermove", "pointerup"]))
    element.addEventListener(kind, (event) => (pointer = event), true); // before it is dropped
  grid.addEventListener("pointermove",
    (event) => element.classList.toggle("leaving", grid.classList.contains("dragging") && !isOnBoard(event)));
  grid.addEventListener("contextmenu", (event) => {
    const square = squareOf(event);
    if (square && /** @type {PointerEvent} */ (event).pointerType === "mouse") remove(square);
  });
  grid.setAttribute("aria-describedby", "how");

  function drawPieces() {
    const now = state.board + state.flipped;
    if (now === pictured) return;
    const isOne = changed(pictured.slice(0, 32), state.board).length === 1 && pictured.endsWith(String(state.flipped));
    pictured = now;
    board.turn(state.flipped);
    if (isOne) board.pieces.place(state.board); // put, crowned or taken off
    else putBack();
  }

  function draw() {
    for (const [name, value] of Object.entries({ board: state.board, turn: state.turn, flipped: state.flipped }))
      setAttribute(element, `data-${name}`, value);
    drawPieces();
    board.show({ board: state.board, flipped: state.flipped, numbers: state.preferences.numbers, focus: state.focus });
    for (const [index, piece] of [...state.board].entries())
      board.cellOf(index + 1).classList.toggle("filled", piece !== ERASER && state.tool !== ERASER);
    const wrong = state.draft?.squares ?? [];
    board.mark("wrong", wrong.filter((square) => state.draft?.board[square - 1] === state.board[square - 1]));
  }

  return { draw, squareOf, target: board.target };
}

/** @param {string} piece @param {string} look */
const picture = (piece, look) =>
  svg("svg", { class: look, viewBox: "-46 -48 92 96", "aria-hidden": "true" }, drawing(piece));

/** Make the palette, from which pieces can be dragged onto the board; returns how it is drawn. @param {ReturnType<typeof buildBoard>} board */
export function buildPalette({ squareOf, target }) {
  const part = byId("palette-part");
  /** @type {{ piece: string, x: number, y: number, touch: boolean, shown: SVGSVGElement | null } | null} */
  let drag = null;

  const sizeOfPiece = () => byId("board").getBoundingClientRect().width / 8;

  /** Where the piece is seen, and will be put. @param {At} event @param {number} size @returns {At} */
  const seen = ({ clientX, clientY }, size) => ({ clientX, clientY: clientY - (drag?.touch ? LIFT * size : 0) });

  /** @param {PointerEvent} event */
  function pointerdown(event) {
    const piece = /** @type {Element} */ (event.target).closest("label")?.querySelector("input")?.value;
    if (!piece || piece === ERASER || event.button !== 0 || !event.isPrimary) return;
    part.setPointerCapture(event.pointerId);
    drag = { piece, x: event.clientX, y: event.clientY, touch: event.pointerType === "touch", shown: null };
  }

  /** @param {PointerEvent} event */
  function pointermove(event) {
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
    target(squareOf(at));
  }

  /** @param {PointerEvent} event */
  function pointerup(event) {
    if (!drag) return;
    const { piece, shown } = drag;
    const isDropped = event.type === "pointerup";
    const square = shown && isDropped ? squareOf(seen(event, sizeOfPiece())) : null;
    drag = null;
    target(null);
    shown?.remove();
    if (square) place(square, piece);
    else if (!shown && isDropped) choose(piece); // the capture of the pointer took the click from its button
  }

  for (const [kind, action] of Object.entries({ pointerdown, pointermove, pointerup, pointercancel: pointerup }))
    part.addEventListener(kind, /** @type {EventListener} */ (action));

  return () => {
    /** @type {[string, ...Child[]][]} */
    const tools = TOOLS.map((
      tool,
    ) => [tool, tool === ERASER ? icon("eraser") : picture(tool, "token"),
      el("span", { class: "tool-name" }, nameOf(tool))]
    );
    refill(part, TOOLS.map(nameOf),
      () => [radios("tool", say("editor.palette"), tools, state.tool, choose, "palette")]);
    for (const [index, input] of all("input", HTMLInputElement, part).entries()) {
      input.checked = input.value === state.tool;
      setAttribute(input, "title", `${nameOf(input.value)} (${index + 1})`);
    }
  };
}
