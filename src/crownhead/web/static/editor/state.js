// The one state of the editor, which only actions.js changes; and what a tool does to a board of 32 letters.

import { createState } from "../lib/page.js";
import { USUAL } from "../lib/preferences.js";
import { isKing, sideOf } from "../lib/words.js";

export const ERASER = ".";
/** In the order of the palette, and of the keys 1 to 5. */
export const TOOLS = ["b", "B", "w", "W", ERASER];
export const EMPTY = ERASER.repeat(32);

export const { state, update, onDraw, redraw, drawAll } = createState(
  /** @type {EditorState} */ ({ board: EMPTY, turn: "black", rules: { preset: "english", options: {} }, draft: null,
    isOpen: false, judging: null, isStale: false, asked: 0, tool: TOOLS[0], flipped: false, focus: 12, past: [],
    future: [], message: "", unread: "", copied: false, preferences: USUAL, visitor: { id: "", host: true },
    choices: null }),
);

/** Whether the server's last answer is about the board that is shown. */
export const isJudged = () =>
  state.draft !== null && state.draft.board === state.board && state.draft.turn === state.turn;

// Any piece may stand anywhere: the server says what is wrong.

/** @param {string} board @param {number} square @param {string} piece */
export const put = (board, square, piece) => board.slice(0, square - 1) + piece + board.slice(square);

/** A tool on a square. A man of the tool's side is crowned, and a king taken off. @param {string} board @param {number} square @param {string} tool */
export function tapped(board, square, tool) {
  const there = board[square - 1];
  if (tool === ERASER || sideOf(there) !== sideOf(tool)) return put(board, square, tool);
  return put(board, square, isKing(there) ? ERASER : there.toUpperCase());
}

/** A man becomes a king, and a king a man. @param {string} board @param {number} square */
export function crowned(board, square) {
  const there = board[square - 1];
  return put(board, square, isKing(there) ? there.toLowerCase() : there.toUpperCase());
}

/** A piece goes to another square, and replaces what stands there. @param {string} board @param {number} from @param {number} to */
export const moved = (board, from, to) => put(put(board, from, ERASER), to, board[from - 1]);

/** The squares on which two boards differ. @param {string} before @param {string} after */
export const changed = (before, after) =>
  [...after].flatMap((piece, index) => (piece === before[index] ? [] : [index + 1]));
