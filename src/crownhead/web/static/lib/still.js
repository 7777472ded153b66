// Boards that only show something: in lists, samples and the rules.

import { svg } from "./dom.js";
import { BOARD, centre, rowAndColumn, SIZE } from "./geometry.js";
import { isKing, sideOf } from "./words.js";

const ALL = Array.from({ length: 32 }, (_, index) => index + 1);

const DARK = ALL.map((square) => {
  const { row, column } = rowAndColumn(square - 1);
  return `M${column * SIZE} ${row * SIZE}h${SIZE}v${SIZE}h-${SIZE}z`;
}).join("");

/** The bare board; only the wooden theme shows its veins. */
export function emptyBoard() {
  const whole = `M0 0h${BOARD}v${BOARD}H0z`;
  return svg("g", { class: "squares" }, svg("path", { class: "light", d: whole }), svg("path", { class: "dark", d: DARK }),
    svg("path", { class: "veins", d: whole, fill: "url(#grain)" }));
}

/** A piece as the sprite draws it. @param {string} piece */
export const drawing = (piece) => svg("use", { href: isKing(piece) ? "#king" : "#man", class: sideOf(piece) });

/** One closed shape from the rim of the first square along a path to the last. @param {number[]} path @param {boolean} flipped */
export function arrowShape(path, flipped, half = 8) {
  const points = path.map((square) => centre(square, flipped));
  const unit = (/** @type {any} */ from, /** @type {any} */ to) => {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  };
  const ways = points.slice(1).map((point, index) => unit(points[index], point));
  const start = { x: points[0].x + ways[0].x * 40, y: points[0].y + ways[0].y * 40 };
  const end = points[points.length - 1];
  const last = ways[ways.length - 1];
  const neck = { x: end.x - last.x * 38, y: end.y - last.y * 38 };
  const middle = [start, ...points.slice(1, -1), neck];
  /** One edge of the shaft; at a corner both edges meet half way. */
  const edge = (/** @type {number} */ sign) => middle.map((point, index) => {
    const before = ways[Math.max(index - 1, 0)];
    const after = ways[Math.min(index, ways.length - 1)];
    const sum = { x: before.x + after.x, y: before.y + after.y };
    const length = Math.hypot(sum.x, sum.y);
    if (length < 0.1) return { x: point.x - after.y * half * sign, y: point.y + after.x * half * sign }; // it turns back
    const normal = { x: -sum.y / length, y: sum.x / length };
    const stretch = half / Math.max(0.4, normal.x * -after.y + normal.y * after.x);
    return { x: point.x + normal.x * stretch * sign, y: point.y + normal.y * stretch * sign };
  });
  const wing = (/** @type {number} */ sign) => ({ x: neck.x - last.y * half * 2.7 * sign, y: neck.y + last.x * half * 2.7 * sign });
  const tip = { x: end.x + last.x * 4, y: end.y + last.y * 4 };
  const outline = [...edge(1), wing(1), tip, wing(-1), ...edge(-1).reverse()];
  return `M${outline.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
}

/**
 * A board that only shows something. `plain` draws simple discs for small sizes.
 * @param {string} board 32 letters
 * @param {{ flipped?: boolean, plain?: boolean, arrow?: number[], marked?: number[], look?: string }} options
 */
export function stillBoard(board, { flipped = false, plain = false, arrow = [], marked = [], look = "tiny" } = {}) {
  const marks = marked.map((square) => {
    const { x, y } = centre(square, flipped);
    return svg("rect", { class: "last", x: x - SIZE / 2, y: y - SIZE / 2, width: SIZE, height: SIZE });
  });
  const pieces = [...board].map((piece, index) => {
    if (piece === ".") return null;
    const { x, y } = centre(index + 1, flipped);
    const shown = plain
      ? [svg("circle", { class: `tiny-man ${sideOf(piece)}`, r: 38 }), isKing(piece) ? svg("use", { href: "#crown", class: sideOf(piece) }) : null]
      : [drawing(piece)];
    return svg("g", { transform: `translate(${x} ${y})` }, ...shown);
  });
  return svg("svg", { class: look, viewBox: `0 0 ${BOARD} ${BOARD}`, "aria-hidden": "true" }, emptyBoard(), ...marks, ...pieces,
    arrow.length > 1 ? svg("path", { class: "arrow", d: arrowShape(arrow, flipped) }) : null);
}

/** A small board for lists. @param {string} board @param {boolean} flipped */
export const tinyBoard = (board, flipped) => stillBoard(board, { flipped, plain: true });
