// What a tool does to a board of 32 letters. Pure: any piece may stand anywhere, and the server says what is wrong.

import { isKing, sideOf } from "../lib/words.js";

export const ERASER = ".";
/** In the order of the palette, and of the keys 1 to 5. */
export const TOOLS = ["b", "B", "w", "W", ERASER];
export const EMPTY = ERASER.repeat(32);

/** @param {string} board @param {number} square @param {string} piece */
export const put = (board, square, piece) => board.slice(0, square - 1) + piece + board.slice(square);

/** A tool on a square. What is there of the same side goes on: a man is crowned, a king taken off. */
export function tapped(board, square, tool) {
  const there = board[square - 1];
  if (tool === ERASER || sideOf(there) !== sideOf(tool)) return put(board, square, tool);
  return put(board, square, isKing(there) ? ERASER : there.toUpperCase());
}

/** A man becomes a king, and a king a man. */
export function crowned(board, square) {
  const there = board[square - 1];
  return put(board, square, isKing(there) ? there.toLowerCase() : there.toUpperCase());
}

/** A piece goes to another square, and what stands there off the board. */
export const moved = (board, from, to) => put(put(board, from, ERASER), to, board[from - 1]);

/** The squares on which two boards differ. @returns {number[]} */
export const changed = (before, after) =>
  [...after].flatMap((piece, index) => (piece === before[index] ? [] : [index + 1]));

/** "Square 12: red man." What a change did, for who does not see it; of many squares only that they changed. @param {Words} words */
export function changeWords(before, after, words) {
  const squares = changed(before, after);
  if (squares.length > 2) return "The board has changed.";
  return squares.map((square) =>
    `Square ${square}: ${after[square - 1] === ERASER ? "empty" : words.piece(after[square - 1])}.`
  ).join(" ");
}
