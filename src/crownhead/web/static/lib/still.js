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
  return svg("g", { class: "squares" }, svg("path", { class: "light", d: whole }),
    svg("path", { class: "dark", d: DARK }), svg("path", { class: "veins", d: whole, fill: "url(#grain)" }));
}

/** A piece as the sprite draws it. */
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

/** A small board for lists. */
export const tinyBoard = (board, flipped) => stillBoard(board, { flipped, plain: true });
