// The live connection, with sockets and a clock that the test holds.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { createConnection } from "../../../src/crownhead/web/static/pages/socket.js";

/** A socket that the test opens, fills and closes. */
class FakeSocket extends EventTarget {
  readyState = 0;
  /** @type {string[]} */
  sent = [];
  /** @param {string} id */
  constructor(id) {
    super();
    this.id = id;
  }
  open() {
    this.readyState = 1;
  }
  /** @param {object} message */
  hear(message) {
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(message) }));
  }
  /** The other end closes it. */
  fall() {
    this.readyState = 3;
    this.dispatchEvent(new Event("close"));
  }
  close() {
    this.readyState = 3;
  }
  /** @param {string} text */
  send(text) {
    this.sent.push(text);
  }
}

const view = (more = {}) => ({ id: "g", ply: 0, record: [], fen: "start", ...more });
const move = (ply, notation) => ({ ply, notation });

/** A connection, every socket it has opened, and what it has reported. */
function connected() {
  /** @type {FakeSocket[]} */
  const sockets = [];
  /** @type {any[][]} */
  const reports = [];
  const report = (name) => (...what) => void reports.push([name, ...what]);
  const connection = createConnection(
    (id) => /** @type {any} */ (sockets[sockets.push(new FakeSocket(id)) - 1]),
    { view: report("view"), thinking: report("thinking"), gone: report("gone"), lost: report("lost"),
      refused: report("refused") },
  );
  const open = () => {
    const socket = /** @type {FakeSocket} */ (sockets.at(-1));
    socket.open();
    return socket;
  };
  const taken = () => reports.splice(0);
  return { connection, sockets, open, taken };
}

/** @param {(tick: (milliseconds: number) => void) => void} body */
function timed(body) {
  return () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      body((milliseconds) => mock.timers.tick(milliseconds));
    } finally {
      mock.timers.reset();
    }
  };
}

test("changes are applied to the view before them, in order", timed(() => {
  const { connection, open, taken } = connected();
  connection.follow("g");
  const socket = open();
  assert.equal(socket.id, "g");
  socket.hear({ type: "view", game: view() });
  socket.hear({ type: "change", change: { kept: 0, record: [move(1, "11-15")], game: { ply: 1 } } });
  socket.hear({ type: "change", change: { kept: 1, record: [move(2, "22-18")], game: { ply: 2 } } });
  socket.hear({ type: "change", change: { kept: 1, record: [move(2, "23-19"), move(3, "8-11")], game: { ply: 3 } } });
  socket.hear({ type: "change", change: { kept: 3, record: [], game: { fen: "end" } } });
  const views = taken().map(([name, game]) => (assert.equal(name, "view"), game));
  const notations = views.map(({ record }) => record.map(({ notation }) => notation).join(" "));
  assert.deepEqual(notations, ["", "11-15", "11-15 22-18", "11-15 23-19 8-11", "11-15 23-19 8-11"]);
  assert.deepEqual(views.map(({ ply }) => ply), [0, 1, 2, 3, 3]);
  assert.deepEqual(views.at(-1), view({ ply: 3, record: views[3].record, fen: "end" }));
}));

test("a computer's thoughts are passed on", timed(() => {
  const { connection, open, taken } = connected();
  connection.follow("g");
  open().hear({ type: "thinking", side: "white", depth: 7 });
  assert.deepEqual(taken(), [["thinking", { side: "white", depth: 7 }]]);
}));

test("a lost connection comes back by itself, later each time", timed((tick) => {
  const { connection, sockets, open, taken } = connected();
  connection.follow("g");
  const first = open();
  first.hear({ type: "view", game: view() });
  taken();
  first.fall();
  tick(299);
  assert.equal(sockets.length, 1);
  tick(1);
  assert.equal(sockets.length, 2);
  sockets[1].fall();
  assert.deepEqual(taken(), [["refused", "g"]], "it closed without a word");
  tick(100);
  assert.deepEqual(taken(), [["lost"]], "after 400 ms the loss is reported");
  tick(409);
  assert.equal(sockets.length, 2);
  tick(1);
  assert.equal(sockets.length, 3);
  open().hear({ type: "view", game: view({ ply: 1 }) });
  assert.deepEqual(taken(), [["view", view({ ply: 1 }), true]]);
  sockets[2].fall();
  tick(300);
  assert.equal(sockets.length, 4, "the delay begins anew");
}));

test("a blink is not reported, but the view says that it was there", timed((tick) => {
  const { connection, open, taken } = connected();
  connection.follow("g");
  const first = open();
  first.hear({ type: "view", game: view() });
  assert.deepEqual(taken(), [["view", view(), false]]);
  first.fall();
  tick(300);
  open().hear({ type: "view", game: view() });
  tick(1000);
  assert.deepEqual(taken(), [["view", view(), true]]);
}));

test("another game has another socket, and the old one is not heard", timed((tick) => {
  const { connection, sockets, open, taken } = connected();
  connection.follow("g");
  const first = open();
  connection.follow("g");
  assert.equal(sockets.length, 1);
  connection.follow("other");
  assert.deepEqual([first.readyState, sockets[1].id], [3, "other"]);
  first.hear({ type: "view", game: view() });
  first.fall();
  connection.follow(null);
  tick(100000);
  assert.deepEqual([taken(), sockets.length, sockets[1].readyState], [[], 2, 3]);
}));

test("a game that is gone is followed no more", timed((tick) => {
  const { connection, sockets, open, taken } = connected();
  connection.follow("g");
  open().hear({ type: "gone", error: "deleted" });
  tick(100000);
  assert.deepEqual([taken(), sockets.length], [[["gone", { type: "gone", error: "deleted" }]], 1]);
}));

test("a socket that does not answer is replaced", timed((tick) => {
  const { connection, sockets, open } = connected();
  connection.follow("g");
  const socket = open();
  tick(10000);
  assert.deepEqual(socket.sent, ["{\"type\": \"ping\"}"]);
  socket.hear({ type: "pong" });
  tick(10000);
  assert.equal(socket.sent.length, 2);
  tick(10000);
  assert.equal(socket.readyState, 3);
  tick(300);
  assert.equal(sockets.length, 2);
}));

test("a phone that wakes up asks whether the other end is there", timed((tick) => {
  const { connection, sockets, open } = connected();
  connection.follow("g");
  const socket = open();
  connection.wake();
  assert.equal(socket.sent.length, 1);
  socket.hear({ type: "pong" });
  tick(3000);
  assert.equal(socket.readyState, 1);
  connection.wake();
  tick(3000);
  tick(300);
  assert.deepEqual([socket.readyState, sockets.length], [3, 2]);
}));

test("a network that is back is tried at once", timed((tick) => {
  const { connection, sockets, open } = connected();
  connection.hasten();
  assert.equal(sockets.length, 0, "nothing is followed");
  connection.follow("g");
  connection.hasten();
  assert.equal(sockets.length, 1, "the first is still being made");
  open().fall();
  connection.hasten();
  assert.equal(sockets.length, 2);
  tick(300);
  assert.equal(sockets.length, 2);
}));
