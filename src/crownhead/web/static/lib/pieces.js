// The pieces on a board's picture: one element each, kept while it moves.

import { svg } from "./dom.js";
import { centre } from "./geometry.js";
import { drawing } from "./still.js";
import { isKing, sideOf } from "./words.js";

const GLIDE_MS = 170;

const between = (from, to, t) => ({ x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t });

/** @param {Piece} one */
function moveTo(one, { x, y }) {
  one.x = x;
  one.y = y;
  one.node.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
}

/**
 * @param {any} layer the group that holds them
 * @param {Motion} motion
 * @param {() => boolean} isFlipped
 */
export function createPieces(layer, motion, isFlipped, selection) {
  /** @type {Map<number, Piece>} */
  const bySquare = new Map();
  let placed = 0; // counts changes of the whole board: an older glide does not undo a newer

  /** Where the piece of a square stands. */
  function standing(square) {
    const chosen = selection();
    return centre(square === chosen?.[0] ? chosen[chosen.length - 1] : square, isFlipped());
  }

  function put(square, piece, classes = "piece") {
    const node = svg("g", { class: classes, "data-piece": piece }, drawing(piece));
    const one = { node, piece, x: 0, y: 0 };
    moveTo(one, standing(square));
    node.addEventListener("animationend", () => node.classList.remove("crowned")); // else it would be crowned again when it moves
    layer.append(node);
    bySquare.set(square, one);
  }

  function remove(square) {
    bySquare.get(square)?.node.remove();
    bySquare.delete(square);
  }

  /** Show a board at once; a man that became a king is crowned with a flourish. */
  function place(board) {
    placed += 1;
    for (let square = 1; square <= 32; square += 1) {
      const piece = board[square - 1];
      const one = bySquare.get(square);
      if (one && one.piece !== piece) remove(square);
      if (piece === ".") continue;
      if (one && one.piece === piece) {
        one.node.classList.remove("held");
        moveTo(one, standing(square));
      } else {
        const crowned = one && isKing(piece) && sideOf(one.piece) === sideOf(piece);
        put(square, piece, crowned && !motion.reduced() ? "piece crowned" : "piece");
      }
    }
  }

  /** The nearest free square with a piece of the same side, the same kind first. */
  function nearest(free, to, piece) {
    const goal = centre(to, false);
    let best = 0;
    let least = Infinity;
    for (const square of free) {
      const one = /** @type {Piece} */ (bySquare.get(square));
      if (sideOf(one.piece) !== sideOf(piece)) continue;
      const at = centre(square, false);
      const far = Math.hypot(at.x - goal.x, at.y - goal.y) + (one.piece === piece ? 0 : 2000);
      if (far < least) [best, least] = [square, far];
    }
    return best;
  }

  /** Which pieces go where, to make the board another one; those of no use are removed. */
  function regroup(board) {
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
      if (!from) continue;
      free.delete(from);
      const one = /** @type {Piece} */ (bySquare.get(from));
      bySquare.delete(from);
      glides.push({ one, to, from: { x: one.x, y: one.y } });
    }
    for (const square of free) remove(square);
    for (const { one, to } of glides) {
      one.piece = board[to - 1];
      one.node.dataset.piece = one.piece;
      one.node.replaceChildren(drawing(one.piece));
      bySquare.set(to, one);
    }
    return glides;
  }

  /** Let pieces glide to a board that no single move explains. */
  async function settle(board, milliseconds = GLIDE_MS) {
    if (motion.reduced() || !bySquare.size) return place(board);
    const glides = regroup(board);
    for (let square = 1; square <= 32; square += 1) { // what stands there already is complete at once
      if (board[square - 1] !== "." && !bySquare.has(square)) put(square, board[square - 1]);
    }
    for (const [square, one] of bySquare) {
      const { x, y } = standing(square);
      if (!glides.some((glide) => glide.one === one) && (one.x !== x || one.y !== y)) {
        glides.push({ one, to: square, from: { x: one.x, y: one.y } });
      }
    }
    placed += 1;
    const mine = placed;
    await motion.tween(glides.length ? milliseconds : 0, (t) => {
      if (mine !== placed) return;
      for (const { one, to, from } of glides) moveTo(one, between(from, standing(to), t));
    });
    if (mine === placed) place(board);
  }

  /**
   * Slide the piece of a square along others; `landed(leg)` after each. Where nothing glides it lingers on each.
   * @param {(leg: number) => void} landed
   */
  async function slide(square, path, milliseconds, landed = () => {}, linger = 0) {
    const one = bySquare.get(square);
    if (!one) return;
    layer.append(one.node); // above the others
    one.node.classList.add("held");
    for (const [leg, to] of path.entries()) {
      const from = { x: one.x, y: one.y };
      await motion.tween(motion.reduced() ? 0 : milliseconds, (t) =>
        moveTo(one, between(from, centre(to, isFlipped()), t)));
      landed(leg);
      if (motion.reduced()) await motion.pause(linger);
    }
    one.node.classList.remove("held");
  }

  /** After a slide: the piece belongs to where it stands, and the jumped are gone. */
  function land(from, to, captured) {
    const one = bySquare.get(from);
    for (const square of captured) remove(square);
    if (!one) return;
    bySquare.delete(from);
    if (bySquare.get(to) !== one) remove(to);
    bySquare.set(to, one);
  }

  /** Hold a piece at a point of the picture while it is dragged. */
  function hold(square, point) {
    const one = bySquare.get(square);
    if (!one) return;
    if (!one.node.classList.contains("held")) layer.append(one.node);
    one.node.classList.add("held");
    moveTo(one, point);
  }

  function shake(square) {
    const node = bySquare.get(square)?.node;
    if (!node || motion.reduced()) return;
    node.firstChild.classList.remove("shake");
    void node.getBoundingClientRect(); // lets the animation start again
    node.firstChild.classList.add("shake");
  }

  /** Mark the pieces that a capture has jumped so far, and no others. */
  function fadeOnly(squares) {
    for (const [square, one] of bySquare) one.node.classList.toggle("jumped", squares.includes(square));
  }

  return { place, settle, slide, land, hold, shake, fadeOnly };
}
