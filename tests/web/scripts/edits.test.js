// What the tools of the editor do to a board.
import assert from "node:assert/strict";
import { test } from "node:test";

import { changed, changeWords, crowned, EMPTY, ERASER, moved, put,
  tapped } from "../../../src/crownhead/web/static/editor/edits.js";
import { editorAddress, namedRules } from "../../../src/crownhead/web/static/lib/api.js";
import { wordsFor } from "../../../src/crownhead/web/static/lib/words.js";

const words = wordsFor("classic", "");
const at = (board, square) => board[square - 1];

test("a man's tool puts a man, crowns it, and takes it off", () => {
  const seen = [];
  let board = EMPTY;
  for (let tap = 0; tap < 4; tap += 1) {
    board = tapped(board, 18, "w");
    seen.push(at(board, 18));
  }
  assert.deepEqual(seen, ["w", "W", ".", "w"]);
});

test("a king's tool crowns a man of its side, takes a king off, and replaces the other side's", () => {
  assert.equal(at(tapped(put(EMPTY, 1, "b"), 1, "B"), 1), "B");
  assert.equal(at(tapped(put(EMPTY, 1, "B"), 1, "B"), 1), ".");
  assert.equal(at(tapped(put(EMPTY, 1, "W"), 1, "b"), 1), "b");
});

test("the eraser takes anything off, and nothing else changes", () => {
  const full = "bBwW".repeat(8);
  for (let square = 1; square <= 32; square += 1) {
    const after = tapped(full, square, ERASER);
    assert.equal(at(after, square), ERASER);
    assert.deepEqual(changed(full, after), [square]);
  }
});

test("a piece that is moved takes the place of another", () => {
  const board = put(put(EMPTY, 1, "B"), 32, "w");
  assert.equal(moved(board, 1, 32), put(EMPTY, 32, "B"));
  assert.equal(at(crowned(board, 32), 32), "W");
  assert.equal(at(crowned(board, 1), 1), "b");
  assert.equal(crowned(EMPTY, 5), EMPTY);
});

test("a change is told by its squares, and many of them in short", () => {
  const board = put(EMPTY, 12, "b");
  assert.equal(changeWords(EMPTY, board, words), "Square 12: Black's man.");
  assert.equal(changeWords(board, moved(board, 12, 16), words), "Square 12: empty. Square 16: Black's man.");
  assert.equal(changeWords(board, "b".repeat(12) + EMPTY.slice(12), words), "The board has changed.");
});

test("an address names the position and the rules that are not the usual ones", () => {
  assert.equal(editorAddress(""), "/editor");
  assert.equal(editorAddress(" B:W18,K24:B12 "), "/editor?fen=B:W18,K24:B12");
  assert.equal(editorAddress("what is&this"), "/editor?fen=what%20is%26this");
  assert.equal(editorAddress("", { preset: "single-jump" }), "/editor?rules=single-jump");
  const house = namedRules({ name: null, options: { capture: "optional" } });
  assert.equal(editorAddress("B:W18:B12", house),
    `/editor?fen=B:W18:B12&options=${encodeURIComponent("{\"capture\":\"optional\"}")}`);
  assert.deepEqual(namedRules({ name: "casual", options: { capture: "optional" } }), { preset: "casual", options: {} });
});
