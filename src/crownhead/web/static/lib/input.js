// Fingers, mouse and keys on a board. The board's owner decides what they mean.

import { indexOfSquare, squareAtIndex } from "./picture.js";

export const DRAG_PIXELS = 6;
export const LIFT = 0.35; // of a square: a finger must not hide the piece it drags
const WHEEL_PIXELS = 60; // for one move
const WHEEL_REST_MS = 250; // after which the wheel begins anew

/** The index of the cell that an arrow key leads to. @param {string} key @param {number} index @param {boolean} whole */
function stepped(key, index, whole) {
  const row = index - (index % 4);
  const to = /** @type {Record<string, number>} */ ({
    ArrowUp: index - 4,
    ArrowDown: index + 4,
    ArrowLeft: index % 4 ? index - 1 : index,
    ArrowRight: index % 4 < 3 ? index + 1 : index,
    Home: whole ? 0 : row,
    End: whole ? 31 : row + 3,
  })[key];
  return to !== undefined && to >= 0 && to < 32 ? to : undefined;
}

/** @param {Event} event */
const squareUnder = (event) => Number(/** @type {HTMLElement} */ (event.target).dataset?.square);

const MOVES_FOCUS = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"]);

/** @param {Board} board @param {Handlers} on */
export function listenToBoard(board, on) {
  const { grid, pointOf, squareOf } = board;
  /** @type {Press | null} */
  let press = null;
  let pressed = false; // the next click event was dealt with as a press
  let turned = 0; // of the wheel
  let wheeled = 0; // when it was last
  let tabbed = false; // the last key was Tab
  /** the square that lost the focus, unless Tab was used since @type {EventTarget | null} */
  let left = null;

  /** Whether the board is used by keyboard: then arrows move on it, and a box shows where. */
  const useKeys = (/** @type {boolean} */ keys) => grid.classList.toggle("keyboard", keys);

  /** @param {PointerEvent} event */
  function down(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    grid.setPointerCapture(event.pointerId);
    useKeys(false);
    const square = squareOf(event);
    pressed = true;
    press = { square, x: event.clientX, y: event.clientY, fresh: false, dragging: false,
      touch: event.pointerType === "touch" };
    if (square === null) return;
    board.cellOf(square).focus({ preventScroll: true });
    const taken = on.press(square);
    if (taken) Object.assign(press, taken);
  }

  /** @param {PointerEvent} event */
  function moved(event) {
    if (!press && event.pointerType === "mouse") board.ghost(squareOf(event));
    if (!press?.piece) return;
    if (!press.dragging && Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_PIXELS) return;
    if (!on.canDrag()) return cancelled();
    press.dragging = true;
    grid.classList.add("dragging");
    const { x, y } = pointOf(event);
    const lift = press.touch ? LIFT * 100 : 0;
    board.pieces.hold(press.piece, { x, y: y - lift });
    board.target(squareOf(event, lift / 2));
  }

  /** @param {PointerEvent} event */
  function up(event) {
    if (!press) return;
    const { square, fresh, dragging, touch } = press;
    press = null;
    grid.classList.remove("dragging");
    board.target(null);
    if (dragging) return on.drop(squareOf(event, touch ? LIFT * 50 : 0));
    if (square !== null && squareOf(event) === square) on.activate(square, fresh);
  }

  function cancelled() {
    if (press?.dragging) on.cancel();
    press = null;
    board.target(null);
    grid.classList.remove("dragging");
  }

  /** A click that no pointer made: a screen reader or a script. @param {MouseEvent} event */
  function clicked(event) {
    const wasPress = pressed;
    pressed = false;
    const square = squareUnder(event);
    if (square && !(wasPress && event.detail !== 0)) on.activate(square, false);
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const square = squareUnder(event);
    if (event.altKey || event.metaKey || !square) return;
    if (!on.walks && event.key.startsWith("Arrow")) useKeys(true); // even after a mouse was used
    if (event.key === "Enter" || event.key === " ") {
      useKeys(true);
      on.activate(square, false);
    } else if (MOVES_FOCUS.has(event.key) && grid.classList.contains("keyboard")) {
      const index = stepped(event.key, indexOfSquare(square, board.isFlipped()), event.ctrlKey);
      if (index !== undefined) board.cellOf(squareAtIndex(index, board.isFlipped())).focus();
    } else if (event.key !== "Escape" || !on.escape()) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {WheelEvent} event */
  function wheel(event) {
    if (event.ctrlKey || !on.walks?.()) return; // with Ctrl it is a zoom
    event.preventDefault();
    turned = event.timeStamp - wheeled > WHEEL_REST_MS ? 0 : turned;
    wheeled = event.timeStamp;
    turned += event.deltaY * (event.deltaMode ? WHEEL_PIXELS / 2 : 1);
    const steps = Math.trunc(turned / WHEEL_PIXELS);
    if (!steps) return;
    turned -= steps * WHEEL_PIXELS;
    on.wheel?.(Math.sign(steps));
  }

  /** The focus came by keyboard unless a pointer brought it, or a dialog or another window gave it back. @param {FocusEvent} event */
  function focused(event) {
    const cell = /** @type {HTMLElement} */ (event.target);
    if (!press && cell !== left && cell.matches(":focus-visible")
      && !grid.contains(/** @type {Node} */ (event.relatedTarget))) useKeys(true);
    on.focus(Number(cell.dataset.square));
  }

  /** @param {FocusEvent} event */
  function blurred(event) {
    left = tabbed ? null : event.target;
  }

  document.addEventListener("keydown", (event) => {
    tabbed = event.key === "Tab";
    if (tabbed) left = null;
  }, true);
  grid.addEventListener("pointerdown", down);
  grid.addEventListener("pointermove", moved);
  grid.addEventListener("pointerup", up);
  grid.addEventListener("pointercancel", cancelled);
  grid.addEventListener("click", clicked);
  grid.addEventListener("keydown", key);
  grid.addEventListener("focusin", focused);
  grid.addEventListener("focusout", blurred);
  grid.addEventListener("pointerleave", () => board.ghost(null));
  grid.addEventListener("wheel", wheel, { passive: false });
  for (const unwanted of ["mousedown", "contextmenu"])
    grid.addEventListener(unwanted, (event) => event.preventDefault());
}

/**
 * Let a mouse or a pen that is held down paint one square after another; a finger scrolls the page. The board must be
 * listened to before.
 * @param {Board} board @param {(square: number) => boolean} begins whether a stroke may begin on a square
 * @param {(square: number, stroke: object) => unknown} paint
 * @returns {() => boolean} whether something is being painted
 */
export function listenToStrokes({ grid, squareOf }, begins, paint) {
  /** @type {{ last: number, painted: boolean } | null} */
  let stroke = null;
  grid.addEventListener("pointerdown", (event) => {
    const square = squareOf(event);
    const isOne = square && event.button === 0 && event.isPrimary && event.pointerType !== "touch" && begins(square);
    stroke = isOne ? { last: square, painted: false } : null;
  });
  grid.addEventListener("pointermove", (event) => {
    const square = squareOf(event);
    if (!stroke || !square || square === stroke.last) return;
    if (!stroke.painted) paint(stroke.last, stroke);
    paint(square, stroke);
    Object.assign(stroke, { last: square, painted: true });
  });
  for (const end of ["pointerup", "pointercancel"]) grid.addEventListener(end, () => (stroke = null));
  return () => Boolean(stroke?.painted);
}
