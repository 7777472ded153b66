// What the tools of the editor do to a board, and the actions that change its state.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { editorAddress, namedRules } from "../../../src/crownhead/web/static/lib/api.js";
import { say } from "../../../src/crownhead/web/static/lib/say.js";
import "../../../src/crownhead/web/static/more-messages.js";
import { answers, asked, refused, said } from "./page.js";

const { changed, crowned, EMPTY, ERASER, isJudged, moved, put, state, tapped } = await import(
  "../../../src/crownhead/web/static/editor/state.js"
);
const actions = await import("../../../src/crownhead/web/static/editor/actions.js");

const START = "b".repeat(12) + ERASER.repeat(8) + "w".repeat(12);
const at = (board, square) => board[square - 1];

/** What the server says of a board. */
const draft = ({ board = START, turn = "black", fen = board === EMPTY ? "empty" : "FEN" }) => ({ board, turn, fen,
  standing: "playable", problem: null, squares: [] });

beforeEach(async () => {
  answers["POST /api/positions"] = draft;
  Object.assign(state, { past: [], future: [], message: "", unread: "", choices: { presets: [{ name: "english" }] } });
  await actions.open(null, { preset: "english", options: {} });
});

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

test("a piece that is moved replaces another", () => {
  const board = put(put(EMPTY, 1, "B"), 32, "w");
  assert.equal(moved(board, 1, 32), put(EMPTY, 32, "B"));
  assert.equal(at(crowned(board, 32), 32), "W");
  assert.equal(at(crowned(board, 1), 1), "b");
  assert.equal(crowned(EMPTY, 5), EMPTY);
});

test("a change is spoken by its squares, and one of many squares in short", () => {
  const board = put(EMPTY, 12, "b");
  assert.ok(actions.sayChange(EMPTY, board).includes("12"));
  assert.ok(actions.sayChange(board, moved(board, 12, 16)).startsWith(say("editor.square-empty", { square: 12 })));
  assert.equal(actions.sayChange(board, START), say("editor.changed"));
});

test("steps are taken back and made again; a stroke is one step", () => {
  const stroke = {};
  actions.place(13, "b", stroke);
  actions.place(14, "b", stroke);
  actions.turnTo("white");
  actions.undo();
  assert.deepEqual([state.turn, at(state.board, 14)], ["black", "b"]);
  actions.undo();
  assert.equal(state.board, START);
  assert.equal(said(), say("editor.undone"));
  actions.redo();
  actions.redo();
  assert.deepEqual([state.turn, at(state.board, 13), state.future], ["white", "b", []]);
  actions.undo();
  actions.clear();
  assert.deepEqual([state.board, state.future], [EMPTY, []]);
});

test("the server is asked once at a time, and then about the newest board", async () => {
  const before = asked.length;
  actions.remove(1);
  actions.remove(2);
  actions.remove(3);
  assert.equal(isJudged(), false);
  const found = await actions.verdict();
  assert.equal(found?.board, state.board);
  assert.equal(isJudged(), true);
  assert.equal(asked.length - before, 2);
});

test("text that cannot be read is refused and leaves the board; a late answer is dropped", async () => {
  answers["POST /api/positions"] = ({ fen, ...what }) =>
    fen === "?" ? refused(422, { error: "No.", code: "fen.empty", values: {} }) : draft({ fen, ...what });
  await actions.read("?", {});
  assert.ok(state.unread);
  assert.equal(state.board, START);
  const late = actions.toStart();
  actions.clear();
  await late;
  assert.equal(state.board, EMPTY);
  assert.equal(state.unread, "");
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
