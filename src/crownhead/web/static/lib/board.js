// A board: a picture, and over it a grid of see-through cells for fingers, keys and screen readers. It is told what to
// show, and knows neither rules nor games; several can stand on one page.

import { el, setAttribute, svg } from "./dom.js";
import { BOARD, centre, placeOfSquare, SIZE, squareOfPlace } from "./geometry.js";
import { createPieces } from "./pieces.js";
import { drawing, emptyBoard } from "./still.js";

const ALL = Array.from({ length: 32 }, (_, index) => index + 1);
const LAYERS = ["marks", "numbers", "jumps", "dots", "pieces", "arrows"];

/** Make a board in an element. @param {HTMLElement} element @param {BoardConfig} config */
export function createBoard(element, { motion, label = "Board", piece: pieceName, selection = () => null }) {
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
  /** by place @type {HTMLElement[]} */
  const cells = [];
  for (let row = 0; row < 8; row += 1) {
    const line = Array.from({ length: 4 }, () =>
      el("div", { role: "gridcell", class: row % 2 ? "cell" : "cell odd", tabindex: "-1" }));
    cells.push(...line);
    grid.append(el("div", { role: "row", class: "row" }, ...line));
  }
  element.prepend(picture, grid);
  const pieces = createPieces(layers.pieces, motion, () => flipped, selection);

  const cellOf = (square) => cells[placeOfSquare(square, flipped)];

  function squareMark(square, name) {
    const { x, y } = centre(square, flipped);
    const over = name !== "last" && scene?.last.includes(square) ? " on-last" : "";
    return svg("rect", { class: name + over, x: x - SIZE / 2, y: y - SIZE / 2, width: SIZE, height: SIZE });
  }

  function round(square, name, r) {
    const { x, y } = centre(square, flipped);
    return svg("circle", { class: name, cx: x, cy: y, r });
  }

  /** @param {Scene} now */
  function cellWords(now, square) {
    const standing = now.prefix?.at(-1);
    const left = now.prefix && now.prefix.length > 1 ? now.prefix[0] : null; // where a capture has begun
    const letter = left && square === standing ? now.board[left - 1] : square === left ? "." : now.board[square - 1];
    const words = [`square ${square}`, letter === "." ? "empty" : pieceName(letter)];
    if (square === standing) words.push("selected");
    else if (now.must.includes(square)) words.push("must capture");
    else if (now.movable.includes(square)) words.push("can move");
    if (now.ends.includes(square)) words.push("destination");
    if (now.via.includes(square)) words.push("on the way");
    if (now.last.at(-1) === square) words.push("last moved");
    return words.join(", ");
  }

  /** @param {Scene} now */
  function drawCells(now) {
    const standing = now.prefix?.at(-1);
    for (const [place, cell] of cells.entries()) {
      const square = squareOfPlace(place, flipped);
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

  /** The way of a capture as arcs over the pieces that it jumps. */
  function arcs(path) {
    const points = path.map((square) => centre(square, flipped));
    return points.map(({ x, y }, index) => {
      if (!index) return `M${x} ${y}`;
      const from = points[index - 1];
      return `Q${(from.x + x) / 2 + (from.y - y) / 5} ${(from.y + y) / 2 + (x - from.x) / 5} ${x} ${y}`;
    }).join("");
  }

  /** Show marks, numbers and words; the pieces are moved by `pieces`. @param {Scene} now */
  function show(now) {
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

  /** Let these squares have a mark of this name, and no others. */
  function mark(name, squares) {
    for (const old of layers.marks.querySelectorAll(`.${name}`)) old.remove();
    layers.marks.append(...squares.map((square) => squareMark(square, name)));
  }

  /** A piece, faintly, on a square; or nowhere. */
  function faintly(letter, square) {
    ghosts.replaceChildren();
    const { x, y } = centre(square, flipped);
    if (square) ghosts.append(svg("g", { class: "ghost", transform: `translate(${x} ${y})` }, drawing(letter)));
  }

  const isGoal = (square) => scene?.ends.includes(square) || scene?.via.includes(square);

  /** The chosen piece, faintly, where the pointer is and it could go. */
  function ghost(square) {
    const from = isGoal(square) ? scene?.prefix?.[0] : 0;
    ghostSquare = square ?? 0;
    faintly(from && scene?.board[from - 1], from && square);
  }

  /** Light the square that a dragged piece would land on. */
  const target = (square) => mark("target", isGoal(square) ? [square] : []);

  return {
    element,
    grid,
    pieces,
    cellOf,
    show,
    mark,
    faintly,
    ghost,
    target,
    /** Let the other side be at the bottom from now on, before anything is shown. */
    turn: (now) => {
      flipped = now;
    },
    /** Give a square the focus, without a jump of the page. */
    focus: (square) => cellOf(square).focus({ preventScroll: true }),
    isFlipped: () => flipped,
  };
}
