// Bringing a board to the newest view: step by step, at once, and cut off.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import "./page.js";

import { createMotion, createPlayback, positionAt } from "../../../src/crownhead/web/static/lib/playback.js";

globalThis.matchMedia = /** @type {any} */ (() => ({ matches: false }));

const placed = (name) => ({ board: name, turn: "black", opening: null });
const moved = (ply, from, to, more = {}) => ({ ply, side: ply % 2 ? "black" : "white", path: [from, to], captured: [],
  crowned: false, notation: `${from}-${to}`, after: placed(`after ${ply}`), ...more });
const RECORD = [moved(1, 11, 15), moved(2, 23, 19, { captured: [18] }), moved(3, 8, 11), moved(4, 22, 17)];

/** A game after so many moves. @param {number} ply */
const view = (ply, record = RECORD, id = "one") => ({ id, ply, record: record.slice(0, ply), start: placed("start"),
  position: ply ? record[ply - 1].after : placed("start"),
  players: { black: { kind: "person" }, white: { kind: "computer" } } });

/** @type {any} */
let screen;
/** @type {any[]} what was seen and heard */
let seen = [];
/** @type {(() => void)[]} pieces on their way arrive when these are called */
let sliding = [];
let fast = false;
/** @type {any} */
let playback;

const note = (name) => (...values) => void seen.push([name, ...values]);

beforeEach(() => {
  [seen, sliding, fast] = [[], [], false];
  screen = { game: view(0), shown: { id: "one", ply: 0, position: placed("start") }, moving: null, pending: null,
    browsing: null };
  const pieces = { place: () => {}, settle: async () => note("settle")(), fadeOnly() {}, land() {},
    slide: (square, path, _leg, arrived) =>
      new Promise((resolve) => {
        seen.push(["slide", square, path]);
        sliding.push(() => (arrived(1), resolve()));
      }) };
  playback = createPlayback({ pieces }, { pause: async () => {}, reduced: () => true, rush: note("rush"),
    finish: () => sliding.splice(0).forEach((one) => one()) }, screen, { draw() {},
    visible: () => screen.shown.position.board, sound: note("sound"), leg: () => 100, pause: () => 0,
    isOwn: () => false, isFast: () => fast, landed: (_game, { notation }) => seen.push(["landed", notation]),
    skipped: (_game, { notation }) => seen.push(["skipped", notation]), passed: note("passed"), rest: note("rest") });
});

const turn = () => new Promise((done) => setTimeout(done));

/** Let pieces arrive until nothing moves. */
async function arrive() {
  while (playback.isBusy()) {
    sliding.splice(0).forEach((one) => one());
    await turn();
  }
}

/** A newer view has come. @param {any} game */
function receive(game) {
  screen.game = game;
  playback.follow();
}

test("each of two moves is shown, the first before the second", async () => {
  receive(view(2));
  assert.equal(playback.isBusy(), true);
  assert.equal(screen.shown.ply, 0);
  await arrive();
  assert.deepEqual(seen.filter(([name]) => name !== "rush"), [["slide", 11, [15]], ["sound", "move"], ["landed",
    "11-15"], ["slide", 23, [19]], ["sound", "capture"], ["landed", "23-19"], ["rest"]]);
  assert.equal(screen.shown.ply, 2);
  assert.equal(screen.moving, null);
});

test("of a backlog only the last move is shown", async () => {
  receive(view(4));
  await arrive();
  assert.deepEqual(seen.filter(([name]) => ["landed", "skipped"].includes(name)), [["skipped", "8-11"], ["landed",
    "22-17"]]);
});

test("a view that comes while a piece moves is shown after it", async () => {
  receive(view(1));
  receive(view(2));
  assert.deepEqual(seen, [["slide", 11, [15]]]);
  await arrive();
  assert.equal(screen.shown.ply, 2);
});

test("a playback that is cut off shows its end", async () => {
  receive(view(1));
  await turn();
  const done = playback.hurry();
  assert.deepEqual(seen.at(1), ["rush", true]);
  await done;
  assert.equal(screen.shown.ply, 1);
  assert.deepEqual(seen.filter(([name]) => name === "rush").at(-1), ["rush", false]);
});

test("a move that is taken back on its way never lands", async () => {
  receive(view(1));
  screen.game = view(0);
  await arrive();
  assert.deepEqual(seen.filter(([name]) => name === "landed"), []);
  assert.equal(screen.shown.ply, 0);
});

test("moves that come too fast, or back, are not shown one by one", async () => {
  fast = true;
  receive(view(2));
  await arrive();
  assert.deepEqual(seen.filter(([name]) => name === "slide"), []);
  assert.equal(screen.shown.ply, 2);
  fast = false;
  receive(view(1));
  await arrive();
  assert.deepEqual(seen.filter(([name]) => name === "slide"), []);
  assert.equal(screen.shown.ply, 1);
});

test("who looks back is told of a move, and another game is there at once", async () => {
  screen.browsing = 0;
  receive(view(1));
  await arrive();
  assert.deepEqual(seen.find(([name]) => name === "passed"), ["passed"]);
  screen.browsing = null;
  receive(view(3, RECORD, "two"));
  await arrive();
  assert.deepEqual([screen.shown.id, screen.shown.ply], ["two", 3]);
  assert.deepEqual(seen.filter(([name]) => name === "slide"), []);
});

test("one's own move is shown before the server has seen it, and not again", async () => {
  screen.pending = { ply: 0, move: RECORD[0] };
  playback.showOwn(RECORD[0], 1, false);
  receive(view(1));
  screen.pending = null;
  await arrive();
  assert.deepEqual(seen.filter(([name]) => name === "slide"), [["slide", 11, [15]]]);
  assert.equal(screen.shown.ply, 1);
});

test("the position after so many moves", () => {
  assert.equal(positionAt(view(2), 0)?.board, "start");
  assert.equal(positionAt(view(2), 2)?.board, "after 2");
  assert.equal(positionAt(view(2), 3), undefined);
});

test("a tween ends at its end, whoever finishes it, and takes no time in a rush", async () => {
  const motion = createMotion(() => "auto");
  /** @type {number[]} */
  const steps = [];
  const long = motion.tween(1e6, (t) => steps.push(t));
  motion.finish();
  await long;
  assert.equal(steps.at(-1), 1);
  motion.rush(true);
  await motion.pause(1e6);
  motion.rush(false);
  await motion.tween(1, (t) => steps.push(t));
  assert.equal(steps.at(-1), 1);
});

test("less movement is shown where the device or the person wishes it", () => {
  assert.equal(createMotion(() => "auto").reduced(), false);
  assert.equal(createMotion(() => "reduced").reduced(), true);
  globalThis.matchMedia = /** @type {any} */ (() => ({ matches: true }));
  assert.equal(createMotion(() => "auto").reduced(), true);
  assert.equal(createMotion(() => "full").reduced(), false);
});
