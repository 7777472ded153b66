// A board: a picture with one element for each piece, and over it a transparent grid of cells for fingers, keys and
// screen readers. It knows neither rules nor games; a page can have several.

import { el, setAttribute, svg } from "./dom.js";
import { ALL, BOARD, centre, drawing, emptyBoard, indexOfSquare, SIZE, squareAt, squareAtIndex } from "./picture.js";
import { say } from "./say.js";
import { isKing, sideOf } from "./words.js";

const LAYERS = ["marks", "numbers", "jumps", "dots", "pieces", "arrows"];

/** What is shown where no moves are made. */
const NOTHING = { last: [], prefix: null, movable: [], must: [], jumps: [], ends: [], via: [], capturing: false,
  jumped: [], hint: null };

/** Make a board in an element. @param {HTMLElement} element @param {BoardConfig} config */
export function createBoard(element, { motion, label = say("board.label"), piece: pieceName, selection = () => null }) {
  let flipped = false;
  let marked = ""; // what the marks show, as text
  let ghostSquare = 0;
  /** @type {Scene | null} */
  let scene = null;
  /** @type {Record<string, any>} */
  const layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: name })]));
  const ghosts = svg("g", { class: "ghosts" });
  const picture = svg("svg", { class: "picture", viewBox: `0 0 ${BOARD} ${BOARD}`, "aria-hidden": "true",
    focusable: "false" }, emptyBoard(), layers.marks, layers.numbers, layers.jumps, layers.dots, ghosts, layers.pieces,
    layers.arrows);
  const grid = el("div", { class: "grid", id: element.id ? `${element.id}-grid` : null, role: "grid",
    "aria-label": label, "aria-rowcount": 8, "aria-colcount": 4 });
  /** by index @type {HTMLElement[]} */
  const cells = [];
  for (let row = 0; row < 8; row += 1) {
    const line = Array.from({ length: 4 }, () =>
      el("div", { role: "gridcell", class: row % 2 ? "cell" : "cell odd", tabindex: "-1" }));
    cells.push(...line);
    grid.append(el("div", { role: "row", class: "row" }, ...line));
  }
  element.prepend(picture, grid);
  const pieces = createPieces(layers.pieces, motion, () => flipped, selection);

  /** @param {number} square */
  const cellOf = (square) => cells[indexOfSquare(square, flipped)];

  /** @param {number} square @param {string} name */
  function squareMark(square, name) {
    const { x, y } = centre(square, flipped);
    const over = name !== "last" && scene?.last.includes(square) ? " on-last" : "";
    return svg("rect", { class: name + over, x: x - SIZE / 2, y: y - SIZE / 2, width: SIZE, height: SIZE });
  }

  /** @param {number} square @param {string} name @param {number} r */
  function round(square, name, r) {
    const { x, y } = centre(square, flipped);
    return svg("circle", { class: name, cx: x, cy: y, r });
  }

  /** @param {Scene} now @param {number} square */
  function cellWords(now, square) {
    const standing = now.prefix?.at(-1);
    const left = now.prefix && now.prefix.length > 1 ? now.prefix[0] : null; // where a capture has begun
    const letter = left && square === standing ? now.board[left - 1] : square === left ? "." : now.board[square - 1];
    const words = [letter === "." ? say("board.empty") : pieceName(letter)];
    if (square === standing) words.push(say("board.selected"));
    else if (now.must.includes(square)) words.push(say("board.must-capture"));
    else if (now.movable.includes(square)) words.push(say("board.can-move"));
    if (now.ends.includes(square)) words.push(say("board.destination"));
    if (now.via.includes(square)) words.push(say("board.on-the-way"));
    if (now.last.at(-1) === square) words.push(say("board.last-moved"));
    return say("board.square", { square, content: words.join(say("list.comma")) });
  }

  /** @param {Scene} now */
  function drawCells(now) {
    const standing = now.prefix?.at(-1);
    for (const [index, cell] of cells.entries()) {
      const square = squareAtIndex(index, flipped);
      setAttribute(cell, "data-square", square);
      setAttribute(cell, "tabindex", square === now.focus ? 0 : -1);
      setAttribute(cell, "aria-label", cellWords(now, square));
      setAttribute(cell, "aria-selected", square === standing);
      cell.classList.toggle("movable", now.movable.includes(square) || square === standing);
      cell.classList.toggle("goal", now.ends.includes(square) || now.via.includes(square));
    }
  }

  /** @param {Scene} now */
  function drawMarks(now) {
    const standing = now.prefix?.at(-1);
    /** @param {number} square */
    const onLast = (square) => (now.last.includes(square) && square !== standing ? "on-last" : "");
    layers.marks.replaceChildren(
      ...[...new Set(now.last)].map((square) => squareMark(square, "last")),
      ...now.must.filter((square) => square !== now.prefix?.[0]).map((square) => squareMark(square, "must")),
      ...(standing ? [squareMark(standing, "chosen")] : []),
    );
    layers.numbers.replaceChildren(...(now.numbers ? ALL : []).map((square) => {
      const { x, y } = centre(square, flipped);
      return svg("text", { class: onLast(square), x: x - 44, y: y - 34 }, square);
    }));
    layers.jumps.replaceChildren(
      ...now.jumps.flatMap((path) => ["jump edge", "jump"].map((name) => svg("path", { class: name, d: arcs(path) }))),
    );
    layers.dots.replaceChildren(
      ...now.ends.map((square) =>
        round(square, `${now.capturing ? "ring" : "dot"} ${onLast(square)}`, now.capturing ? 36 : 13)
      ),
      ...now.via.map((square) => round(square, `via ${onLast(square)}`, 7)),
    );
    layers.arrows.replaceChildren(...[now.hint ?? []].flat().map((d) => svg("path", { class: "arrow", d })));
  }

  /** The way of a capture as arcs over the pieces that it jumps. @param {number[]} path */
  function arcs(path) {
    const points = path.map((/** @type {number} */ square) => centre(square, flipped));
    return points.map(({ x, y }, /** @type {number} */ index) => {
      if (!index) return `M${x} ${y}`;
      const from = points[index - 1];
      return `Q${(from.x + x) / 2 + (from.y - y) / 5} ${(from.y + y) / 2 + (x - from.x) / 5} ${x} ${y}`;
    }).join("");
  }

  /** Show marks, numbers and words; the pieces are moved by `pieces`. @param {Shown} given */
  function show(given) {
    const now = { ...NOTHING, ...given };
    scene = now;
    const turned = flipped !== now.flipped;
    flipped = now.flipped;
    drawCells(now);
    const { focus: _, ...rest } = now;
    const key = JSON.stringify(rest);
    if (key === marked) return;
    marked = key;
    drawMarks(now);
    ghost(turned ? 0 : ghostSquare);
    if (turned) pieces.settle(now.board); // to where their squares are now
  }

  /** Let these squares have a mark of this name, and no others. @param {string} name @param {number[]} squares */
  function mark(name, squares) {
    for (const old of layers.marks.querySelectorAll(`.${name}`)) old.remove();
    layers.marks.append(...squares.map((/** @type {number} */ square) => squareMark(square, name)));
  }

  /** A piece, faintly, on a square; or nowhere. @param {string} letter @param {number} square */
  function faintly(letter, square) {
    ghosts.replaceChildren();
    if (!square) return;
    const { x, y } = centre(square, flipped);
    ghosts.append(svg("g", { class: "ghost", transform: `translate(${x} ${y})` }, drawing(letter)));
  }

  /** A point of the window in the picture. @param {At} at */
  function pointOf({ clientX, clientY }) {
    const { left, top, width, height } = grid.getBoundingClientRect();
    return { x: ((clientX - left) / width) * BOARD, y: ((clientY - top) / height) * BOARD };
  }

  /** The dark square under a point of the window, or null; `lift` is of the picture's units. @param {At} at */
  function squareOf(at, lift = 0) {
    const { x, y } = pointOf(at);
    return squareAt(x, y - lift, flipped);
  }

  /** @param {number} square */
  const isGoal = (square) => scene?.ends.includes(square) || scene?.via.includes(square);

  /** The chosen piece, faintly, where the pointer is and it could go. @param {number | null} square */
  function ghost(square) {
    ghostSquare = square ?? 0;
    const from = isGoal(ghostSquare) && scene?.prefix?.[0];
    if (scene && from) faintly(scene.board[from - 1], ghostSquare);
    else faintly("", 0);
  }

  /** Light the square that a dragged piece would land on. @param {number | null} square */
  const target = (square) => mark("target", square && isGoal(square) ? [square] : []);

  return {
    element,
    grid,
    pieces,
    cellOf,
    pointOf,
    squareOf,
    show,
    mark,
    faintly,
    ghost,
    target,
    /** Let the other side be at the bottom from now on, before anything is shown. @param {boolean} now */
    turn: (now) => {
      flipped = now;
    },
    /** Give a square the focus, without a jump of the page. @param {number} square */
    focus: (square) => cellOf(square).focus({ preventScroll: true }),
    isFlipped: () => flipped,
  };
}

const GLIDE_MS = 170;

/** @param {Point} from @param {Point} to @param {number} t */
const between = (from, to, t) => ({ x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t });

/** @param {Piece} one @param {Point} point */
function moveTo(one, { x, y }) {
  one.x = x;
  one.y = y;
  one.node.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
}

/**
 * @param {any} layer the group that holds them
 * @param {Motion} motion
 * @param {() => boolean} isFlipped
 * @param {() => number[] | null} selection
 */
function createPieces(layer, motion, isFlipped, selection) {
  /** @type {Map<number, Piece>} */
  const bySquare = new Map();
  let placed = 0; // counts changes of the whole board: an older glide does not undo a newer

  /** Where the piece of a square stands. @param {number} square */
  function standing(square) {
    const chosen = selection();
    return centre(square === chosen?.[0] ? chosen[chosen.length - 1] : square, isFlipped());
  }

  /** @param {number} square @param {string} piece */
  function put(square, piece, classes = "piece") {
    const node = svg("g", { class: classes, "data-piece": piece }, drawing(piece));
    const one = { node, piece, x: 0, y: 0 };
    moveTo(one, standing(square));
    node.addEventListener("animationend", () => node.classList.remove("crowned")); // else it would be crowned again when it moves
    layer.append(node);
    bySquare.set(square, one);
  }

  /** @param {number} square */
  function remove(square) {
    bySquare.get(square)?.node.remove();
    bySquare.delete(square);
  }

  /** Show a board at once; a man that became a king is crowned with a flourish. @param {string} board */
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

  /** The nearest free square with a piece of the same side, the same kind first. @param {Iterable<number>} free @param {number} to @param {string} piece */
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

  /** Which pieces go where, to make the board another one; those of no use are removed. @param {string} board */
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

  /** Let pieces glide to a board that no single move explains. @param {string} board */
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
    await motion.tween(glides.length ? milliseconds : 0, (/** @type {number} */ t) => {
      if (mine !== placed) return;
      for (const { one, to, from } of glides) moveTo(one, between(from, standing(to), t));
    });
    if (mine === placed) place(board);
  }

  /**
   * Slide the piece of a square along others; `landed(leg)` after each. Where nothing glides it lingers on each.
   * @param {(leg: number) => void} landed
   * @param {number} square @param {number[]} path @param {number} milliseconds
   */
  async function slide(square, path, milliseconds, landed = () => {}, linger = 0) {
    const one = bySquare.get(square);
    if (!one) return;
    layer.append(one.node); // above the others
    one.node.classList.add("held");
    for (const [leg, to] of path.entries()) {
      const from = { x: one.x, y: one.y };
      await motion.tween(motion.reduced() ? 0 : milliseconds, (/** @type {number} */ t) =>
        moveTo(one, between(from, centre(to, isFlipped()), t)));
      landed(leg);
      if (motion.reduced()) await motion.pause(linger);
    }
    one.node.classList.remove("held");
  }

  /** After a slide: the piece belongs to where it stands, and the jumped are gone. @param {number} from @param {number} to @param {number[]} captured */
  function land(from, to, captured) {
    const one = bySquare.get(from);
    for (const square of captured) remove(square);
    if (!one) return;
    bySquare.delete(from);
    if (bySquare.get(to) !== one) remove(to);
    bySquare.set(to, one);
  }

  /** Hold a piece at a point of the picture while it is dragged. @param {number} square @param {Point} point */
  function hold(square, point) {
    const one = bySquare.get(square);
    if (!one) return;
    if (!one.node.classList.contains("held")) layer.append(one.node);
    one.node.classList.add("held");
    moveTo(one, point);
  }

  /** @param {number} square */
  function shake(square) {
    const node = bySquare.get(square)?.node;
    if (!node || motion.reduced()) return;
    node.firstChild.classList.remove("shake");
    void node.getBoundingClientRect(); // lets the animation start again
    node.firstChild.classList.add("shake");
  }

  /** Mark the pieces that a capture has jumped so far, and no others. @param {number[]} squares */
  function fadeOnly(squares) {
    for (const [square, one] of bySquare) one.node.classList.toggle("jumped", squares.includes(square));
  }

  return { place, settle, slide, land, hold, shake, fadeOnly };
}
