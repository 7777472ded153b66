// The tree of an analysis, the actions that change its state, and what is said of lines and reviews.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import "../../../src/crownhead/web/static/more-messages.js";
import { say } from "../../../src/crownhead/web/static/lib/say.js";
import { sideName } from "../../../src/crownhead/web/static/lib/words.js";
import { answers, asked, refused, said } from "./page.js";

const STATIC = "../../../src/crownhead/web/static";
const { chanceHere, endOf, foundHere, lineTo, mainNode, mistakesOf, numberOf, plyHere, START, state } = await import(
  `${STATIC}/analysis/state.js`
);
const actions = await import(`${STATIC}/analysis/actions.js`);
const words = await import(`${STATIC}/analysis/words.js`);
const { fenOf, rulesText, sayTally } = await import(`${STATIC}/explorer/parts.js`);

const BOARD = "b".repeat(12) + ".".repeat(8) + "w".repeat(12);
const node = (id, parent, ply, more = {}) => ({ id, parent, ply, side: ply % 2 ? "black" : "white", notation: id,
  path: [ply, ply + 4], captured: [], crowned: false, mark: "", comment: "",
  after: { board: BOARD, turn: ply % 2 ? "white" : "black", opening: null }, ...more });

/** a and b are the game, c is a variation beside b, d follows it. */
const TREE = [node("a", START, 1), node("b", "a", 2), node("c", "a", 2), node("d", "c", 3)];
const view = (more = {}) => ({ id: "A", version: 1, name: "Study", game: "G", first: "black", comment: "", cut: null,
  start: { board: BOARD, turn: "black", opening: null }, rules: { name: "english", options: {} }, nodes: TREE,
  ...more });

const reviewed = (ply, more = {}) => ({ ...node("ab"[ply - 1], "", ply), chance: 0.5, lost: 0.2, mark: "?",
  better: null, tables: null, ...more });
const review = (more = {}) => ({ state: "done", version: 1, done: 2, total: 2, start: 0.5, moments: [1],
  moves: [reviewed(1), reviewed(2, { chance: 0.8, mark: "" })], accuracy: { black: 70, white: 90 },
  exercises: { black: [1], white: [] }, ...more });

/** A connection on which nothing comes back. */
const live = () => {
  const sent = [];
  return { sent, isOpen: () => true, send: (message) => sent.push(message), close() {} };
};

beforeEach(() => {
  for (const { id } of [{ id: START }, ...TREE])
    answers[`GET /api/analyses/A/nodes/${id}`] = { node: id, choices: { legal: [], why_not: {} }, over: false };
  Object.assign(state, { preferences: {}, on: true, busy: false });
  actions.enter(view(), null, null);
  state.live = live();
});

test("a tree is read by lines", () => {
  assert.deepEqual(lineTo("d").map(({ id }) => id), ["a", "c", "d"]);
  assert.equal(endOf(START), "b");
  assert.deepEqual([0, 1, 9].map(mainNode), [START, "a", "b"]);
  assert.deepEqual([numberOf(TREE[0]), numberOf(TREE[1], false), numberOf(TREE[1])], ["1.", "", "1…"]);
});

test("walking goes along the main line and between variations", () => {
  actions.walk.on();
  actions.walk.on();
  assert.equal(state.at, "b");
  assert.ok(said());
  actions.walk.down();
  assert.equal(state.at, "c");
  actions.walk.down(); // the last one
  actions.walk.back();
  assert.equal(state.at, "a");
  actions.walk.last();
  actions.walk.first();
  assert.equal(state.at, START);
});

test("a newer tree replaces the old one, and what is left of the way there is shown", () => {
  actions.goTo("d");
  actions.accept(view({ version: 2, nodes: TREE.slice(0, 3) }));
  assert.equal(state.at, "c");
  actions.accept(view({ version: 1 }));
  assert.equal(state.nodes.size, 3);
});

test("a line is shown and left without being played", () => {
  const steps = [1, 2].map((ply) => ({ notation: `${ply}`, side: "black", path: [], captured: [],
    board: `board ${ply}` })
  );
  actions.preview(steps, 0);
  actions.walk.on();
  actions.walk.on();
  assert.equal(state.preview.index, 1);
  actions.walk.back();
  actions.walk.back();
  assert.equal(state.preview, null);
  assert.equal(state.at, START);
});

test("the engine is asked once about a node, and its late answers are dropped", () => {
  actions.goTo("a");
  actions.ask();
  const [question, ...others] = state.live.sent;
  assert.deepEqual([question.type, question.node, others.length], ["think", "a", 0]);
  const found = { type: "found", node: "a", threat: false, number: question.number, lines: [{ chance: 0.7 }] };
  actions.hear({ ...found, number: question.number - 1 });
  assert.equal(foundHere(), null);
  actions.hear(found);
  assert.equal(chanceHere(), 0.7);
  actions.turnOn(false);
  assert.equal(foundHere(), null);
  assert.equal(state.live.sent.at(-1).type, "stop");
});

test("a change is asked for once, and leads to its node", async () => {
  answers["POST /api/analyses/A/moves"] = { node: "e",
    analysis: view({ version: 2, nodes: [...TREE, node("e", "b", 3)] }) };
  const before = asked.length;
  const first = actions.play([9, 9]);
  assert.equal(await actions.play([8, 8]), false); // while the first is under way
  assert.equal(await first, true);
  assert.equal(state.at, "e");
  assert.equal(asked.slice(before).filter(({ method }) => method === "POST").length, 1);
  answers["POST /api/analyses/A/moves"] = refused(422, { error: "No.", code: "analyses.too-many-moves",
    values: { count: 9 } });
  assert.equal(await actions.play([8, 8]), false);
  assert.ok(state.message && !state.calm && !state.busy);
});

test("a known move is gone to, not added", async () => {
  actions.goTo("a");
  assert.equal(await actions.play(TREE[1].path), true);
  assert.equal(state.at, "b");
});

test("an analysis is deleted when it is asked for twice", async () => {
  answers["GET /api/analyses"] = { analyses: [{ id: "A" }, { id: "B" }], next: null };
  answers["DELETE /api/analyses/A"] = {};
  await actions.showList();
  await actions.remove("A");
  assert.equal(state.kept.length, 2);
  await actions.remove("A");
  assert.deepEqual(state.kept, [{ id: "B" }]);
});

test("a review is followed until it is done", async () => {
  answers["POST /api/games/G/review"] = review({ state: "running" });
  answers["GET /api/games/G/review"] = review();
  await actions.openReview();
  assert.equal(state.review.state, "done");
  assert.equal(said(), words.sayDone(state.review));
  assert.equal(state.unreviewed, "");
});

test("a stopped review can be asked for again", async () => {
  answers["POST /api/games/G/review"] = review({ state: "waiting" });
  answers["DELETE /api/games/G/review"] = {};
  const asking = actions.openReview();
  await new Promise((done) => setTimeout(done, 10));
  actions.stopReview();
  assert.deepEqual([state.review, state.stopped], [null, true]);
  await asking;
  answers["POST /api/games/G/review"] = review();
  await actions.askAgain();
  assert.deepEqual([state.review?.state, state.stopped], ["done", false]);
});

test("a mistake is tried again, and going elsewhere ends the exercise", async () => {
  actions.enter(view(), null, review());
  actions.showTab("review");
  actions.goTo("b", { quiet: true });
  assert.deepEqual(plyHere(), { ply: 2, aside: false });
  const move = { notation: "9-13", path: [9, 13], captured: [], crowned: false, after: { board: BOARD } };
  state.details.set(START, { choices: { legal: [move], why_not: {} } });
  actions.tryMistake(mistakesOf([])[0].ply);
  assert.equal(state.at, START);
  answers["POST /api/games/G/review/try"] = { verdict: "best", of: "move", move, reply: [], before: 0.6, after: 0.6,
    reason: { code: "hint.even", values: {} }, missed: { code: "hint.even", values: {} } };
  assert.equal(await actions.play(move.path), true);
  assert.equal(state.exercise.answer.verdict, "best");
  assert.ok(said().includes(say("review.verdict.best")));
  actions.retry();
  assert.equal(state.exercise.answer, null);
  actions.walk.on();
  assert.equal(state.exercise, null);
});

test("lines say who is ahead", () => {
  const line = { points: 35, plies: null, winner: null };
  assert.equal(words.sayStanding(line), say("review.standing.ahead", { side: sideName("black"), men: "+0.35" }));
  assert.equal(words.sayStanding({ ...line, points: -4 }), "Even");
  assert.equal(words.sayStanding({ ...line, winner: "white", plies: 9 }),
    say("review.standing.wins-in", { side: sideName("white"), moves: "5 moves" }));
  assert.equal(words.sayTables({ outcome: "loss", plies: null }, "black"),
    say("analysis.tables.wins", { side: sideName("white") }));
  assert.equal(words.saySpeed(1234567), say("analysis.engine.speed", { speed: "1.2 million" }));
  assert.deepEqual(["!?", "??", ""].map(words.lookOf), ["good", "worst", "none"]);
});

test("the explorer asks by position and rules, and counts what is not nothing", () => {
  assert.equal(fenOf({ board: `bB${".".repeat(28)}wW`, turn: "white" }), "W:W31,K32:B1,K2");
  assert.deepEqual(rulesText({ name: "english", options: {} }), {});
  assert.deepEqual(rulesText({ name: null, options: { capture: "optional", regicide: true, quiet_limit: null } }), {
    rules: "capture=optional regicide=on",
  });
  const tally = sayTally({ games: 3, black: 2, white: 0, draws: 1, both_lost: 0 });
  assert.deepEqual(tally.split(" · "), ["3 games", say("explorer.won", { side: sideName("black"), number: 2 }),
    "1 draw"]);
});
