// How boards look: where the 32 squares lie, still pictures, arrows, and the wood grain. The index of a cell counts
// dark squares from the top left as seen: 0 to 31.

import { byId, svg } from "./dom.js";
import { isKing, sideOf } from "./words.js";

export const SIZE = 100; // of a square, in the picture's units
export const BOARD = 8 * SIZE;

/** @param {number} index @param {boolean} flipped */
export const squareAtIndex = (index, flipped) => (flipped ? 32 - index : index + 1);

/** @param {number} square @param {boolean} flipped */
export const indexOfSquare = (square, flipped) => (flipped ? 32 - square : square - 1);

/** @param {number} index */
function rowAndColumn(index) {
  const row = Math.floor(index / 4);
  return { row, column: (index % 4) * 2 + (row % 2 ? 0 : 1) };
}

/** @param {number} square @param {boolean} flipped */
export function centre(square, flipped) {
  const { row, column } = rowAndColumn(indexOfSquare(square, flipped));
  return { x: (column + 0.5) * SIZE, y: (row + 0.5) * SIZE };
}

/** The dark square under a point of the picture, or null. @param {number} x @param {number} y @param {boolean} flipped */
export function squareAt(x, y, flipped) {
  const column = Math.floor(x / SIZE);
  const row = Math.floor(y / SIZE);
  if (row < 0 || row > 7 || column < 0 || column > 7 || (row + column) % 2 === 0) return null;
  return squareAtIndex(row * 4 + (column >> 1), flipped);
}

/** All squares. */
export const ALL = Array.from({ length: 32 }, (_, index) => index + 1);

const DARK = ALL.map((square) => {
  const { row, column } = rowAndColumn(square - 1);
  return `M${column * SIZE} ${row * SIZE}h${SIZE}v${SIZE}h-${SIZE}z`;
}).join("");

/** The bare board; only the wooden theme shows its veins. */
export function emptyBoard() {
  const whole = `M0 0h${BOARD}v${BOARD}H0z`;
  return svg("g", { class: "squares" }, svg("path", { class: "light", d: whole }),
    svg("path", { class: "dark", d: DARK }), svg("path", { class: "veins", d: whole, fill: "url(#grain)" }));
}

/** A piece as the sprite draws it. @param {string} piece */
export const drawing = (piece) => svg("use", { href: isKing(piece) ? "#king" : "#man", class: sideOf(piece) });

/**
 * A board that only shows something. `plain` draws simple discs for small sizes.
 * @param {string} board 32 letters
 * @param {{ flipped?: boolean, plain?: boolean, arrow?: string, marked?: number[], look?: string }} options
 */
export function stillBoard(board, { flipped = false, plain = false, arrow = "", marked = [], look = "tiny" } = {}) {
  const marks = marked.map((square) => {
    const { x, y } = centre(square, flipped);
    return svg("rect", { class: "last", x: x - SIZE / 2, y: y - SIZE / 2, width: SIZE, height: SIZE });
  });
  const pieces = [...board].map((piece, index) => {
    if (piece === ".") return null;
    const { x, y } = centre(index + 1, flipped);
    const shown = plain
      ? [svg("circle", { class: `tiny-man ${sideOf(piece)}`, r: 38 }),
        isKing(piece) ? svg("use", { href: "#crown", class: sideOf(piece) }) : null]
      : [drawing(piece)];
    return svg("g", { transform: `translate(${x} ${y})` }, ...shown);
  });
  return svg("svg", { class: look, viewBox: `0 0 ${BOARD} ${BOARD}`, "aria-hidden": "true",
    preserveAspectRatio: "xMidYMid slice" }, emptyBoard(), ...marks, ...pieces,
    arrow ? svg("path", { class: "arrow", d: arrow }) : null);
}

/** A small board for lists. @param {string} board @param {boolean} flipped */
export const tinyBoard = (board, flipped) => stillBoard(board, { flipped, plain: true });

const VEINS = [
  ["3",
    "M0 22c180-26 330 22 520 2s190-18 280-4M0 96c130 20 260-34 430-14s250 30 370 2M0 262c90-18 300 26 470 8s240-34 330-8"],
  ["1.7",
    "M0 48c210 14 300-22 470-10s230 26 330 2M0 63c160 8 350-16 500-6s200 14 300-2M0 141c240-14 420 26 560 8s160-22 240-6M0 171c150-26 290 16 440 6s260-24 360 4M0 226c120 18 260-22 420-8s250 30 380 4M0 288c190 16 330-24 480-8s220 22 320 0M560 204c26-11 66-11 92 0-26 11-66 11-92 0Zm-30 0c40-22 112-22 152 0-40 22-112 22-152 0Z"],
];
const LAID = ["matrix(-1 0 0 -1.25 800 660)", "matrix(1.6 0 0 1.1 -420 610)"];

/** Have the wood grainen boards, which are large, so that the eye finds no repetition. */
export function layGrain() {
  if (document.getElementById("grain")) return;
  const plank = svg("g", { id: "plank", fill: "none", stroke: "#3d1f0a", "stroke-opacity": ".17" },
    ...VEINS.map(([width, d]) => svg("path", { "stroke-width": width, d })));
  byId("sprite", SVGElement).append(
    svg("pattern", { id: "grain", width: 1600, height: 1600, patternUnits: "userSpaceOnUse" }, plank,
      ...LAID.map((transform) => svg("use", { href: "#plank", transform }))),
  );
}

/** One closed shape from the rim of the first square along a path to the last. @param {number[]} path @param {boolean} flipped */
export function arrowShape(path, flipped, half = 8) {
  const points = path.map((/** @type {number} */ square) => centre(square, flipped));
  /** @param {Point} from @param {Point} to */
  const unit = (from, to) => {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  };
  const ways = points.slice(1).map((/** @type {Point} */ point, /** @type {number} */ index) =>
    unit(points[index], point)
  );
  const start = { x: points[0].x + ways[0].x * 40, y: points[0].y + ways[0].y * 40 };
  const end = points[points.length - 1];
  const last = ways[ways.length - 1];
  const neck = { x: end.x - last.x * 38, y: end.y - last.y * 38 };
  const middle = [start, ...points.slice(1, -1), neck];
  /** One edge of the shaft; at a corner both edges meet half way. @param {number} sign */
  const edge = (sign) =>
    middle.map((point, index) => {
      const before = ways[Math.max(index - 1, 0)];
      const after = ways[Math.min(index, ways.length - 1)];
      const sum = { x: before.x + after.x, y: before.y + after.y };
      const length = Math.hypot(sum.x, sum.y);
      if (length < 0.1) return { x: point.x - after.y * half * sign, y: point.y + after.x * half * sign }; // it turns back
      const normal = { x: -sum.y / length, y: sum.x / length };
      const stretch = half / Math.max(0.4, normal.x * -after.y + normal.y * after.x);
      return { x: point.x + normal.x * stretch * sign, y: point.y + normal.y * stretch * sign };
    });
  /** @param {number} sign */
  const wing = (sign) => ({ x: neck.x - last.y * half * 2.7 * sign, y: neck.y + last.x * half * 2.7 * sign });
  const tip = { x: end.x + last.x * 4, y: end.y + last.y * 4 };
  const outline = [...edge(1), wing(1), tip, wing(-1), ...edge(-1).reverse()];
  return `M${outline.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
}
