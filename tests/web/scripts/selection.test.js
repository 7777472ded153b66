// Which move is meant by the squares that somebody chooses.
import assert from "node:assert/strict";
import { test } from "node:test";

import { choose, destinations, jumped, onlyCapture, stopHere } from "../../../src/crownhead/web/static/lib/hand.js";

const after = { board: ".".repeat(32), turn: "white", opening: null };
const quiet = (...path) => ({ notation: path.join("-"), path, captured: [], crowned: false, after });
const capture = (...path) => ({ notation: path.join("x"), path, captured: path.slice(1).map((square) => 100 + square),
  crowned: false, after });

test("the first square chooses a piece that can move, and nothing else does anything", () => {
  const legal = [quiet(11, 15), quiet(11, 16)];
  assert.deepEqual(choose(legal, null, 11), { kind: "select" });
  assert.deepEqual(choose(legal, null, 12), { kind: "none" });
  assert.deepEqual(choose(legal, [11], 20), { kind: "none" });
});

test("a destination plays the move that leads there", () => {
  const legal = [quiet(11, 15), quiet(11, 16)];
  assert.deepEqual(choose(legal, [11], 16), { kind: "play", move: legal[1] });
});

test("another piece of one's own is chosen instead", () => {
  const legal = [quiet(11, 15), quiet(12, 16)];
  assert.deepEqual(choose(legal, [11], 12), { kind: "select" });
});

test("a capture with one way is played by its last square, or by any on the way", () => {
  const legal = [capture(1, 10, 19), capture(1, 10, 17)];
  assert.deepEqual(choose(legal, [1], 19), { kind: "play", move: legal[0] });
  assert.deepEqual(choose(legal, [1], 10), { kind: "extend", prefix: [1, 10] });
});

test("two ways to one square ask which, by the squares where they part", () => {
  const legal = [capture(2, 9, 18), capture(2, 11, 18)];
  assert.deepEqual(choose(legal, [2], 18), { kind: "ways", prefix: [2], next: [9, 11] });
  assert.deepEqual(choose(legal, [2], 11), { kind: "play", move: legal[1] });
});

test("a capture that may stop on its way goes on square by square", () => {
  const legal = [capture(1, 10), capture(1, 10, 19)];
  assert.deepEqual(choose(legal, [1], 10), { kind: "extend", prefix: [1, 10] });
  assert.equal(stopHere(legal, [1, 10]), legal[0]);
  assert.equal(stopHere(legal, [1]), null);
  assert.equal(stopHere(legal, null), null);
});

test("a round trip passes its own first square", () => {
  const legal = [capture(10, 17, 26, 19, 10), capture(10, 19, 26, 17, 10)];
  assert.deepEqual(choose(legal, [10], 17), { kind: "play", move: legal[0] });
  assert.deepEqual(choose(legal, [10], 10), { kind: "ways", prefix: [10], next: [17, 19] });
});

test("only a piece's single capture is played by choosing the piece", () => {
  assert.equal(onlyCapture([quiet(11, 15)], 11), null);
  const one = capture(11, 18);
  assert.equal(onlyCapture([one, capture(12, 19)], 11), one);
  assert.equal(onlyCapture([one, capture(11, 20)], 11), null);
});

test("destinations are ends before they are squares on the way", () => {
  const legal = [capture(1, 10, 19), capture(1, 10), capture(1, 8)];
  assert.deepEqual(destinations(legal, [1]), { ends: [19, 10, 8], via: [] });
  assert.deepEqual(destinations([legal[0]], [1]), { ends: [19], via: [10] });
  assert.deepEqual(destinations(legal, [1, 10]), { ends: [19], via: [] });
});

test("pieces are jumped leg by leg", () => {
  const legal = [capture(1, 10, 19)];
  assert.deepEqual(jumped(legal, [1]), []);
  assert.deepEqual(jumped(legal, [1, 10]), [110]);
  assert.deepEqual(jumped([quiet(1, 6)], [1, 6]), []);
});
