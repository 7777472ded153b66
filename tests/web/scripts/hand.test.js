// Choosing, changing and dropping a piece: what a hand asks of its owner.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { createHand } from "../../../src/crownhead/web/static/lib/hand.js";

const after = { board: ".".repeat(32), turn: "white", opening: null };
const quiet = (...path) => ({ notation: path.join("-"), path, captured: [], crowned: false, after });
const capture = (...path) => ({ notation: path.join("x"), path, captured: path.slice(1).map((square) => 100 + square),
  crowned: false, after });

const QUIET = [quiet(11, 15), quiet(11, 16), quiet(12, 16)];
const state = { selection: /** @type {number[] | null} */ (null), focus: 1 };
/** @type {any[]} what the hand has asked for */
let did = [];
let legal = QUIET;
let mayMove = true;

/** @param {string} name */
const note = (name) => (...values) => void did.push([name, ...values]);
const choose = (square) => {
  state.selection = [square];
  did.push(["select", square]);
};
const hand = createHand(state, { board: () => ({ pieces: { slide: (square, path) => note("slide")(square, path) } }),
  legal: () => legal, mayMove: () => mayMove, begin() {}, wait: note("wait"), select: choose, letGo() {
  state.selection = null;
  did.push(["letGo"]);
}, putBack: note("putBack"), play: (move, stood, dropped) => did.push(["play", move.notation, stood, dropped]),
  extend(prefix) {
    state.selection = prefix;
  }, extended: note("extended"), ways: note("ways"), none: note("none"), focus(square) {
  state.focus = square;
  did.push(["focus", square]);
} });

/** Press and release on a square, as a finger does; what was asked for. @param {number[]} squares */
function tap(...squares) {
  did = [];
  for (const square of squares) hand.activate(square, hand.press(square)?.fresh ?? false);
  return did;
}

/** Drag a piece to a square, or off the board. @param {number} from @param {number | null} to */
function drag(from, to) {
  did = [];
  hand.press(from);
  hand.drop(to);
  return did;
}

beforeEach(() => {
  Object.assign(state, { selection: null, focus: 1 });
  legal = QUIET;
  mayMove = true;
});

test("a piece is chosen, and its goal plays the move", () => {
  assert.deepEqual(tap(11, 16), [["select", 11], ["select", 11], ["play", "11-16", 1, false]]);
});

test("another piece is chosen instead, and the chosen one lets go", () => {
  assert.deepEqual(tap(11, 12).at(-1), ["select", 12]);
  assert.deepEqual(state.selection, [12]);
  assert.deepEqual(tap(12), [["letGo"]]);
  assert.equal(state.selection, null);
  assert.equal(hand.canDrag(), false);
});

test("a square where nothing can go keeps what is chosen", () => {
  assert.deepEqual(tap(11, 20).at(-1), ["none", 20]);
  assert.deepEqual(state.selection, [11]);
});

test("a dropped piece has moved, is back, or is let go", () => {
  assert.deepEqual(drag(11, 15), [["select", 11], ["play", "11-15", 1, true]]);
  assert.deepEqual(drag(11, 11).at(-1), ["putBack"]);
  assert.deepEqual(drag(11, null).at(-1), ["letGo"]);
  assert.deepEqual(drag(11, 12).at(-1), ["select", 12]);
});

test("a piece whose only move is a capture plays it at once", () => {
  legal = [capture(14, 23)];
  assert.deepEqual(tap(14).at(-1), ["play", "14x23", 1, false]);
});

test("a capture with several ways goes on leg by leg, and asks where they part", () => {
  legal = [capture(2, 9, 18), capture(2, 11, 18), capture(2, 9, 20)];
  assert.deepEqual(tap(2, 18).at(-1), ["ways", 18, [9, 11]]);
  assert.deepEqual(tap(9), [["slide", 2, [9]], ["extended", [2, 9]]]);
  assert.deepEqual(hand.press(9), { piece: 2, fresh: false });
  assert.deepEqual(tap(20), [["play", "2x9x20", 2, false]]);
});

test("who may not move chooses nothing, and a person waits", () => {
  mayMove = false;
  assert.equal(hand.press(11), null);
  assert.deepEqual(tap(11), [["wait", 11]]);
  assert.equal(hand.canDrag(), false);
});

test("Escape lets go of what is chosen, and says if there was something", () => {
  assert.equal(hand.escape(), false);
  tap(11);
  assert.equal(hand.escape(), true);
  assert.equal(state.selection, null);
});

test("the square that Tab reaches is drawn when it changes", () => {
  did = [];
  for (const square of [7, 7, 0]) hand.focus(square);
  assert.deepEqual(did, [["focus", 7]]);
  assert.equal(state.focus, 7);
});
