// Fingers, mouse and keys on the board.

import { clearBubble } from "./announce.js";
import { cellOf, focusSquare } from "./board.js";
import { BOARD, placeOfSquare, squareAt, squareOfPlace } from "./geometry.js";
import { hold } from "./pieces.js";
import { choosePiece, chooseSquare, letGo, putBack, select } from "./play.js";
import { choose, matching } from "./selection.js";
import { hurry } from "./stage.js";
import { mayMove, redraw, state } from "./state.js";

const DRAG_PIXELS = 6;
const LIFT = 0.35; // of a square: a finger must not hide the piece it drags

let press = null; // {square, x, y, again, fresh, dragging, touch}
let pressed = false; // the next click event was dealt with as a press

export function listenToBoard(grid) {
  const heard = { pointerdown: down, pointermove: moved, pointerup: up, pointercancel: cancelled, click: clicked, keydown: key };
  for (const [kind, deed] of Object.entries(heard)) grid.addEventListener(kind, deed);
  addEventListener("keydown", () => grid.classList.remove("by-pointer"), { capture: true });
  for (const unwanted of ["mousedown", "contextmenu"]) grid.addEventListener(unwanted, (event) => event.preventDefault());
  grid.addEventListener("focusin", (event) => {
    const square = Number(event.target.dataset?.square);
    if (square && square !== state.focus) {
      state.focus = square;
      redraw();
    }
  });
}

function pointOf(event) {
  const box = event.currentTarget.getBoundingClientRect();
  return { x: ((event.clientX - box.left) / box.width) * BOARD, y: ((event.clientY - box.top) / box.height) * BOARD };
}

const squareOf = (event) => {
  const { x, y } = pointOf(event);
  return squareAt(x, y, state.flipped);
};

function down(event) {
  if (event.button !== 0 || !event.isPrimary) return;
  event.currentTarget.setPointerCapture(event.pointerId);
  event.currentTarget.classList.add("by-pointer"); // no focus ring until a key is used
  clearBubble();
  const square = squareOf(event);
  pressed = true;
  if (mayMove()) hurry();
  press = { square, x: event.clientX, y: event.clientY, again: false, dragging: false, touch: event.pointerType === "touch" };
  if (square === null) return;
  cellOf(square).focus({ preventScroll: true });
  if (!mayMove()) return;
  const { legal } = state.game;
  const isGoal = state.selection && choose(legal, state.selection, square).kind !== "select";
  press.again = state.selection?.at(-1) === square;
  if (press.again || (!isGoal && matching(legal, [square]).length)) {
    press.piece = press.again ? state.selection[0] : square;
    press.fresh = !press.again;
    if (press.fresh) select(square);
  }
}

function moved(event) {
  if (!press?.piece) return;
  if (!press.dragging && Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_PIXELS) return;
  if (!state.selection || !mayMove()) return cancelled();
  press.dragging = true;
  event.currentTarget.classList.add("dragging");
  const { x, y } = pointOf(event);
  hold(press.piece, { x, y: y - (press.touch ? LIFT * 100 : 0) });
}

function up(event) {
  if (!press) return;
  const { square, again, fresh, dragging, touch } = press;
  press = null;
  event.currentTarget.classList.remove("dragging");
  if (dragging) return drop(event, touch);
  const target = squareOf(event);
  if (target !== square || square === null) {
    if (square === null && state.selection) letGo();
    return;
  }
  if (fresh && mayMove()) choosePiece(square); // its own square is no destination yet
  else activate(square, again);
}

function drop(event, touch) {
  const { x, y } = pointOf(event);
  const target = squareAt(x, y - (touch ? LIFT * 50 : 0), state.flipped);
  if (!state.selection || target === null) letGo();
  else if (target === state.selection.at(-1)) putBack();
  else chooseSquare(target, true);
}

function cancelled() {
  if (press?.dragging) letGo();
  press = null;
  document.getElementById("grid").classList.remove("dragging");
}

/** A click that no pointer made: a screen reader or a script. */
function clicked(event) {
  const wasPress = pressed;
  pressed = false;
  const square = Number(event.target.dataset?.square);
  if (!square || (wasPress && event.detail !== 0)) return;
  activate(square);
}

/** Choose a square; choosing the chosen piece again lets it go. */
function activate(square, again = state.selection?.at(-1) === square) {
  if (mayMove()) hurry();
  if (again && ["select", "none"].includes(choose(state.game.legal, state.selection, square).kind)) letGo();
  else chooseSquare(square);
}

const STEPS = {
  ArrowUp: (place) => place - 4,
  ArrowDown: (place) => place + 4,
  ArrowLeft: (place) => (place % 4 ? place - 1 : place),
  ArrowRight: (place) => (place % 4 < 3 ? place + 1 : place),
  Home: (place, whole) => (whole ? 0 : place - (place % 4)),
  End: (place, whole) => (whole ? 31 : place - (place % 4) + 3),
};

function key(event) {
  if (event.altKey || event.metaKey) return;
  const square = Number(event.target.dataset?.square);
  if (!square) return;
  if (STEPS[event.key]) {
    const place = STEPS[event.key](placeOfSquare(square, state.flipped), event.ctrlKey);
    if (place >= 0 && place < 32) focusSquare(squareOfPlace(place, state.flipped));
  } else if (event.key === "Enter" || event.key === " ") activate(square);
  else if (event.key === "Escape" && state.selection) letGo();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** After the board turned round the focus stays on its square. */
export function keepFocus(act) {
  const inside = document.getElementById("grid").contains(document.activeElement);
  const square = state.focus;
  act();
  if (inside) requestAnimationFrame(() => requestAnimationFrame(() => cellOf(square).focus()));
}
