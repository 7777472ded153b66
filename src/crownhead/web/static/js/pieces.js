// The pieces on the picture: one element each, kept while it moves.

import { svg } from "./elements.js";
import { centre } from "./geometry.js";
import { pause, reducedMotion, tween } from "./motion.js";
import { isKing, sideOf } from "./words.js";
import { state } from "./state.js";

const GLIDE_MS = 170;

let layer = null;
let placed = 0; // counts changes of the whole board: an older glide does not undo a newer
const bySquare = new Map(); // square -> {node, piece, x, y}

export function usePieceLayer(node) {
  layer = node;
}

export const pieceAt = (square) => bySquare.get(square);

export const drawing = (piece) => svg("use", { href: isKing(piece) ? "#king" : "#man", class: sideOf(piece) });

/** Where the piece of a square stands: one that has begun a capture has left it. */
const standing = (square) => centre(square === state.selection?.[0] ? state.selection.at(-1) : square, state.flipped);

function moveTo(one, { x, y }) {
  one.x = x;
  one.y = y;
  one.node.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
}

const between = (from, to, t) => ({ x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t });

function put(square, piece, classes = "piece") {
  const node = svg("g", { class: classes }, drawing(piece));
  const one = { node, piece };
  moveTo(one, standing(square));
  layer.append(node);
  bySquare.set(square, one);
  return one;
}

function remove(square) {
  bySquare.get(square)?.node.remove();
  bySquare.delete(square);
}

/** Show a board at once; a man that became a king is crowned with a flourish. */
export function placePieces(board) {
  placed += 1;
  for (let square = 1; square <= 32; square += 1) {
    const piece = board[square - 1];
    const one = bySquare.get(square);
    if (one && one.piece !== piece) remove(square);
    if (piece === ".") continue;
    if (!bySquare.has(square)) {
      const crowned = one && isKing(piece) && sideOf(one.piece) === sideOf(piece);
      put(square, piece, crowned && !reducedMotion() ? "piece crowned" : "piece");
    } else {
      one.node.classList.remove("held");
      moveTo(one, standing(square));
    }
  }
}

/** Let pieces glide to a board that no single move explains. */
export async function settlePieces(board, milliseconds = GLIDE_MS) {
  if (reducedMotion() || !bySquare.size) return placePieces(board);
  const free = new Set();
  const missing = [];
  for (let square = 1; square <= 32; square += 1) {
    const piece = board[square - 1];
    const one = bySquare.get(square);
    if (one && one.piece !== piece) free.add(square);
    if (piece !== "." && one?.piece !== piece) missing.push(square);
  }
  const glides = [];
  for (const to of missing) {
    const from = nearest(free, to, board[to - 1]);
    if (from === null) continue;
    free.delete(from);
    const one = bySquare.get(from);
    bySquare.delete(from);
    glides.push({ one, to, from: { x: one.x, y: one.y } });
  }
  for (const square of free) remove(square);
  for (const { one, to } of glides) {
    one.piece = board[to - 1];
    one.node.replaceChildren(drawing(one.piece));
    bySquare.set(to, one);
  }
  for (const [square, one] of bySquare) {
    const { x, y } = standing(square);
    if (!glides.some((glide) => glide.one === one) && (one.x !== x || one.y !== y)) {
      glides.push({ one, to: square, from: { x: one.x, y: one.y } });
    }
  }
  placed += 1;
  const mine = placed;
  await tween(glides.length ? milliseconds : 0, (t) => {
    if (mine !== placed) return;
    for (const { one, to, from } of glides) moveTo(one, between(from, standing(to), t));
  });
  if (mine === placed) placePieces(board);
}

/** The nearest free square with a piece of the same side, the same kind first. */
function nearest(free, to, piece) {
  const goal = centre(to, false);
  let best = null;
  let least = Infinity;
  for (const square of free) {
    const one = bySquare.get(square);
    if (sideOf(one.piece) !== sideOf(piece)) continue;
    const place = centre(square, false);
    const far = Math.hypot(place.x - goal.x, place.y - goal.y) + (one.piece === piece ? 0 : 2000);
    if (far < least) [best, least] = [square, far];
  }
  return best;
}

/** Slide the piece of a square along others; `landed(leg)` after each. Where nothing glides it lingers on each. */
export async function slide(square, path, milliseconds, landed = () => {}, linger = 0) {
  const one = bySquare.get(square);
  if (!one) return;
  layer.append(one.node); // above the others
  one.node.classList.add("held");
  for (const [leg, to] of path.entries()) {
    const from = { x: one.x, y: one.y };
    await tween(reducedMotion() ? 0 : milliseconds, (t) => {
      moveTo(one, between(from, centre(to, state.flipped), t));
    });
    landed(leg);
    if (reducedMotion()) await pause(linger);
  }
  one.node.classList.remove("held");
}

export function fade(squares) {
  for (const square of squares) bySquare.get(square)?.node.classList.add("jumped");
}

/** After a slide: the piece belongs to where it stands, and the jumped are gone. */
export function landPiece(from, to, captured) {
  const one = bySquare.get(from);
  for (const square of captured) remove(square);
  if (!one) return;
  bySquare.delete(from);
  if (bySquare.get(to) !== one) remove(to);
  bySquare.set(to, one);
}

/** Hold a piece at a point of the picture while it is dragged. */
export function hold(square, point) {
  const one = bySquare.get(square);
  if (!one) return;
  if (!one.node.classList.contains("held")) layer.append(one.node);
  one.node.classList.add("held");
  moveTo(one, point);
}

export function shake(square) {
  const node = bySquare.get(square)?.node;
  if (!node || reducedMotion()) return;
  node.firstChild.classList.remove("shake");
  void node.getBoundingClientRect(); // lets the animation start again
  node.firstChild.classList.add("shake");
}
