// The actions of the start page and a game, on its state.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import "./page.js";

const { tables } = await import("../../../src/crownhead/web/static/messages.js");
const words = await import("../../../src/crownhead/web/static/lib/words.js");
const actions = await import("../../../src/crownhead/web/static/pages/actions.js");
const { here, isOver, mayMove, moment, seenMoves, shownMoves, standingOf, state } = await import(
  "../../../src/crownhead/web/static/pages/state.js"
);

const person = (owner = null) => ({ kind: "person", opponent: "person", name: null, owner });
const sprout = { kind: "computer", opponent: "level:2", name: "Sprout", owner: null, invited: false };
const sides = ["black", "white"];

/** A game in which these moves were made, the last few of them taken back; each board is named by its moves. */
function game(moves = [], { undone = 0, version = moves.length, ...more } = {}) {
  const position = (ply) => ({ board: moves.slice(0, ply).join(" "), turn: sides[ply % 2], opening: null });
  const ply = moves.length - undone;
  const record = moves.map((notation, index) => ({ ply: index + 1, notation, side: sides[index % 2], path: [],
    captured: [], crowned: false, book: false, after: position(index + 1) })
  );
  return /** @type {any} */ ({ id: "g", version, players: { black: person(), white: sprout }, first: "black",
    start: position(0), ply, position: position(ply), record, to_move: ply % 2 ? "computer" : "person", outcome: null,
    draw_offer: null, undo_request: null, thinking: null, ...more });
}

/** Let the pieces show a game as it is. */
function settle() {
  const { id, ply, position } = state.game;
  Object.assign(state, { shown: { id, ply, position }, moving: null }); // as the playback does
}

const notations = (moves) => moves.map(({ notation }) => notation);
const text = () => "";

beforeEach(() => {
  state.visitor = { id: "me", host: true };
  state.list = { games: [], newest: [], next: null, opponents: [], state: "", opponent: "", asked: 0, loading: false,
    deleted: new Set() };
  actions.openGame(game());
  actions.accept(game(), 0);
  settle();
});

test("a game opens with one's own side at the bottom, or as it was left", () => {
  assert.deepEqual([state.page, state.flipped, state.focus], ["game", true, 12]);
  const other = game([], { players: { black: sprout, white: person() } });
  actions.openGame(other);
  assert.deepEqual([state.flipped, state.focus, state.game], [false, 21, null]);
  actions.openGame(other, true);
  assert.equal(state.flipped, true);
});

test("an older view is not taken, and the same version is: its clocks may differ", () => {
  actions.accept(game(["11-15"]), 5);
  assert.equal(actions.accept(game(), 6), false);
  assert.deepEqual([state.game.ply, state.received], [1, 5]);
  assert.equal(actions.accept(game(["11-15"], { clock: "new" }), 7), true);
  assert.deepEqual([state.game.clock, state.received], ["new", 7]);
});

test("a new move ends what was said and begun, unless it is one's own that was confirmed", () => {
  actions.select(11);
  actions.report(text);
  actions.accept(game(["11-15"]), 0);
  assert.deepEqual([state.selection, state.news], [null, null]);
  const pending = actions.make(1, /** @type {any} */ ({ notation: "22-18", after: {} }));
  assert.equal(mayMove(), false);
  actions.report(text);
  actions.accept(game(["11-15", "22-18"]), 0);
  assert.deepEqual([state.pending, state.news], [null, text]);
  actions.make(2, /** @type {any} */ ({ notation: "8-11" }));
  actions.settle(pending); // an older answer
  assert.equal(state.pending.ply, 2);
});

test("a capture that was begun is let go by who may not move any more", () => {
  actions.select(11);
  actions.accept(game([], { version: 1 }), 0);
  assert.deepEqual(state.selection, [11]);
  actions.accept(game([], { version: 2, players: { black: person("you"), white: person("them") } }), 0);
  assert.equal(state.selection, null);
});

test("a hint gives way to a question of the other side", () => {
  actions.advise(/** @type {any} */ ({ ply: 0 }));
  actions.accept(game([], { version: 1, draw_offer: "white" }), 0);
  assert.equal(state.hint, null);
});

test("who sits down at the other side has it at the bottom", () => {
  actions.accept(game([], { version: 1, players: { black: sprout, white: person() } }), 0);
  assert.equal(state.flipped, false);
});

test("thoughts are part of the game", () => {
  actions.think({ side: "white", depth: 9 });
  assert.deepEqual(state.game.thinking, { side: "white", depth: 9 });
});

test("moves are listed once they are seen", () => {
  actions.accept(game(["11-15", "22-18"]), 0);
  assert.deepEqual(notations(shownMoves()), []);
  state.shown = { id: "g", ply: 1, position: state.game.record[0].after };
  assert.deepEqual(notations(shownMoves()), ["11-15"]);
  actions.look(1);
  assert.deepEqual([notations(shownMoves()), notations(seenMoves())], [["11-15", "22-18"], ["11-15"]]);
});

test("moves that were taken back stay listed while they are made again", () => {
  actions.accept(game(["11-15", "22-18"]), 0);
  settle();
  actions.accept(game(["11-15", "22-18"], { undone: 2, version: 3 }), 0);
  settle();
  assert.deepEqual(notations(shownMoves()), ["11-15", "22-18"]);
  actions.accept(game(["11-15", "22-18"], { version: 4 }), 0);
  assert.deepEqual(notations(shownMoves()), ["11-15", "22-18"]);
  actions.accept(game(["11-15", "23-19", "8-11"], { version: 5 }), 0);
  assert.deepEqual(notations(shownMoves()), ["11-15"], "others were made");
});

test("a pending move is listed as soon as it has landed", () => {
  actions.make(0, /** @type {any} */ ({ notation: "11-15", after: { board: "11-15" } }));
  assert.deepEqual(notations(shownMoves()), []);
  state.shown = { id: "g", ply: 1, position: /** @type {any} */ ({ board: "11-15" }) };
  assert.deepEqual(shownMoves().map(({ notation, side, ply }) => [notation, side, ply]), [["11-15", "black", 1]]);
});

test("who looks back sees that moment, and comes back to a move that was missed", () => {
  actions.accept(game(["11-15", "22-18"]), 0);
  settle();
  actions.select(15);
  actions.look(1);
  assert.deepEqual([moment().ply, moment().past, here(), state.selection, mayMove()], [1, true, 1, null, false]);
  actions.accept(game(["11-15", "22-18", "8-11"]), 0);
  actions.miss(3);
  assert.equal(actions.look(null), true);
  assert.deepEqual([state.browsing, state.missed, state.shown.ply], [null, null, 2]);
  settle();
  assert.equal(actions.look(0), false);
  assert.equal(actions.look(null), false);
  assert.deepEqual([moment().present, here()], [true, 3]);
});

test("an end that is seen live opens its card, until it is taken back", () => {
  const outcome = { winner: "black", reason: "resignation", result: "1-0" };
  actions.accept(game(["11-15"], { version: 2, outcome }), 0);
  assert.deepEqual([state.finished, isOver()], ["g", false], "the move is still on its way");
  settle();
  assert.equal(isOver(), true);
  actions.report(text);
  actions.celebrate();
  assert.deepEqual([state.finished, state.card, state.news], [null, true, null]);
  actions.accept(game(["11-15"], { version: 3 }), 0);
  assert.equal(state.card, false);
  actions.leaveGame();
  actions.openGame(game());
  actions.accept(game(["11-15"], { outcome }), 0);
  assert.equal(state.finished, null, "it was over before");
});

test("a remark goes before news, and its bubble goes with it", () => {
  actions.report(text);
  actions.remark({ text, refusal: true }, { text: "", square: 9 });
  actions.markTyped();
  assert.deepEqual([state.remark, state.bubble.square], [{ text, refusal: true, typed: true }, 9]);
  actions.hideBubble();
  assert.deepEqual([state.bubble, state.remark.refusal], [null, true]);
  actions.forget();
  assert.deepEqual([state.remark, state.news], [null, text]);
});

test("a lost connection is timed from its first report", () => {
  actions.lose(10);
  actions.lose(20);
  assert.deepEqual([state.connected, state.lost], [false, 10]);
  actions.connect();
  assert.equal(state.connected, true);
  actions.giveUp("No.");
  assert.deepEqual([state.connected, state.trouble], [false, "No."]);
  actions.leaveGame();
  assert.deepEqual([state.connected, state.trouble, state.game], [true, null, null]);
});

test("Jack Black keeps his name in every theme", () => {
  const jack = { ...person("you"), name: "Jack Black" };
  const outcome = { winner: "white", reason: "time", result: "0-1" };
  const view = game(["11-15"], { players: { black: person(), white: jack }, outcome });
  const watcher = { id: "guest", host: false };
  for (const theme of tables.choices.theme) {
    document.documentElement.dataset.theme = theme;
    const black = words.sideName("black");
    assert.equal(words.playersOf(view, watcher), `${black} v Jack Black`, theme);
    assert.match(words.ended(view, watcher), new RegExp(`^Jack Black won\\. ${black} `), theme);
  }
});

// ---- the list

const listed = (id, more = {}) => /** @type {any} */ ({ id, players: { black: person(), white: sprout }, outcome: null,
  ...more });
const ids = () => state.list.games.map(({ id }) => id).join("");
const answer = (games, next = null) => /** @type {any} */ ({ games, next, opponents: [] });

test("a list keeps what has not changed, leaves out what was deleted, and remembers the newest of all", () => {
  actions.list(answer([listed("a"), listed("b"), listed("c")]));
  const [first, second] = state.list.games;
  actions.drop("b");
  assert.deepEqual([ids(), state.list.newest.length], ["ac", 2]);
  actions.choose({ state: "won" });
  actions.list(answer([listed("a"), listed("b"), listed("c", { ply: 9 })]));
  assert.equal(ids(), "ac");
  assert.equal(state.list.games[0], first);
  assert.ok(!state.list.games.includes(second));
  assert.deepEqual(state.list.newest.map(({ ply }) => ply), [undefined, undefined], "the list was filtered");
});

test("the next part follows the first, and what is known of it is not listed twice", () => {
  actions.list(answer([listed("a"), listed("b")], "b"));
  actions.loadMore();
  assert.equal(state.list.loading, true);
  actions.more(answer([listed("b"), listed("c")], null));
  assert.deepEqual([ids(), state.list.next, state.list.loading], ["abc", null, false]);
  actions.loadMore();
  actions.more(null);
  assert.deepEqual([ids(), state.list.loading], ["abc", false]);
});

test("a list is brought up to date in its place, unless games have come or gone", () => {
  actions.list(answer([listed("a"), listed("b")], "b"));
  actions.more(answer([listed("c")]));
  assert.equal(actions.refresh(answer([listed("a", { ply: 5 }), listed("b")], "b")), true);
  assert.deepEqual([ids(), state.list.games[0].ply, state.list.newest[0].ply], ["abc", 5, 5]);
  assert.equal(actions.refresh(answer([listed("new"), listed("a")], "a")), false);
  assert.equal(actions.refresh(answer([listed("a"), listed("b")])), false, "the third is gone");
  assert.equal(ids(), "abc");
});

test("a game of the list stands as its visitor sees it", () => {
  const ended = (winner, reason = "no moves") => listed("a", { outcome: { winner, reason } });
  assert.deepEqual(["black", "white", null].map((winner) => standingOf(ended(winner))), ["won", "lost", "drawn"]);
  assert.equal(standingOf(ended(null, "both lost")), "over");
  assert.equal(standingOf(listed("a")), "going");
  assert.equal(standingOf(/** @type {any} */ ({ id: "a", error: "torn" })), "broken");
  state.visitor = { id: "guest", host: false };
  assert.equal(standingOf(ended("black")), "over");
});
