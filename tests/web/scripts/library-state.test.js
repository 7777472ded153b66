// The actions of the library's page.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";

import { answers, asked, refused, said } from "./page.js";

const page = await import("../../../src/crownhead/web/static/library/state.js");
const { say } = await import("../../../src/crownhead/web/static/lib/say.js");
const { state } = page;

const BASE = "/api/library";
const hit = (id) => ({ game: { id } });
const found = (count, ...ids) => ({ count, page: 1, pages: 2, parameters: {}, board: null, hits: ids.map(hit) });
const games = (count) => ({ code: "count.game", values: { count } });
const shown = () => state.found.hits.map(({ game }) => game.id);
/** The last request of a method. @param {string} method */
const last = (method) => asked.filter((one) => one.method === method).at(-1);

beforeEach(() => {
  asked.length = 0;
  Object.assign(answers, { [`GET ${BASE}/games`]: found(2, 1, 2),
    [`GET ${BASE}`]: { version: 1, collections: [], imports: [], deletions: [], tinsley: true } });
  Object.assign(state, { search: {}, jobs: [], news: null, found: null, wrong: null, more: false });
});

test("a search is found, said and named by the address", async () => {
  await page.searchFor({ player: "Long" });
  assert.deepEqual(shown(), [1, 2]);
  assert.equal(said(), say("library.found", { games: games(2) }));
  assert.equal(location.pathname + location.search, "/library?player=Long");
  await page.searchWith({ player: "", event: "Club" });
  assert.equal(location.search, "?event=Club");
  assert.equal(state.more, true); // its field is one of the rare ones
  assert.equal(page.toggleMore(), false);
  await page.clearSearch();
  assert.deepEqual([state.search, state.more], [{}, false]);
});

test("the answer to an older search is dropped", async () => {
  const waiting = [];
  answers[`GET ${BASE}/games`] = () => new Promise((done) => waiting.push(done));
  const first = page.searchFor({ player: "a" });
  const second = page.searchFor({ player: "b" });
  await pause(0);
  waiting[1](found(1, 7));
  waiting[0](found(1, 8));
  await Promise.all([first, second]);
  assert.deepEqual(shown(), [7]);
});

test("the next games come once, without those that are there", async () => {
  await page.searchFor({});
  answers[`GET ${BASE}/games`] = { ...found(3, 2, 3), page: 2 };
  await Promise.all([page.findMore(), page.findMore()]);
  assert.deepEqual(shown(), [1, 2, 3]);
  await page.findMore(); // there are no more pages
  assert.equal(asked.length, 2);
});

test("what is wrong is said at its fields", async () => {
  const fields = { result: { error: "", code: "query.result-needs-player", values: { result: "lost" } } };
  answers[`GET ${BASE}/games`] = refused(422, { ...fields.result, field: "result", fields });
  await page.searchWith({ result: "lost" });
  assert.equal(state.found, null);
  assert.deepEqual(state.wrong.fields, fields);
});

test("deleted games can be taken back", async () => {
  await page.searchFor({});
  page.choose(1, true);
  page.choose(2, true);
  answers[`POST ${BASE}/deletions`] = { id: 5, games: 1 };
  await page.deleteGames({ games: [1] });
  assert.deepEqual([...state.chosen], [2]);
  assert.deepEqual(state.news, { text: say("library.deleted", { games: games(1) }), deletion: 5, isWrong: false });
  answers[`POST ${BASE}/deletions/5/restore`] = { games: 1, known: 0 };
  page.takeBack();
  await pause(10);
  assert.equal(state.news.text, say("library.restored", { games: games(1) }));
});

test("a refused change is news", async () => {
  answers[`POST ${BASE}/deletions`] = refused(422, { error: "No.", code: "request.deletion", values: {} });
  await page.deleteGames({ games: [1] });
  assert.deepEqual([state.news.isWrong, state.news.deletion], [true, null]);
});

test("a renamed collection keeps its place in the search, and a deleted one leaves it", async () => {
  await page.searchFor({ collections: "Club,Other" });
  answers[`PATCH ${BASE}/collections/1`] = {};
  await page.renameCollection({ id: 1, name: "Club" }, " Black  Hole ");
  assert.equal(state.search.collections, "Black Hole,Other");
  answers[`DELETE ${BASE}/collections/1`] = { id: 6, games: 0 };
  await page.deleteCollection({ id: 1, name: "Black Hole" });
  assert.equal(state.search.collections, "Other");
  assert.equal(state.news.text, say("library.collection-deleted", { collection: "Black Hole" }));
});

test("files are sent one after another, in pieces", async () => {
  const view = { id: 1, job: "j", state: "done", collection: "Club", source: "", added: 1, duplicates: 0, faulty: 0 };
  answers[`GET ${BASE}/target`] = { name: "Club" };
  answers[`POST ${BASE}/uploads`] = { upload: "u", piece: 4, most: 100 };
  answers[`PUT ${BASE}/uploads/u`] = { received: 4 };
  answers[`POST ${BASE}/imports`] = view;
  await page.importFiles([{ name: "a", blob: new Blob(["123456"]) }, { name: "b", blob: new Blob(["1"]) }], "club");
  assert.deepEqual(state.jobs.map(({ waits }) => waits), [false, true]);
  await pause(50);
  assert.deepEqual(asked.filter(({ method }) => method === "PUT").map(({ path }) => path.split("?")[1]), ["at=0",
    "at=4", "at=0"]);
  assert.deepEqual(last("POST").body, { upload: "u", collection: "Club" });
  assert.ok(state.jobs.every(page.hasEnded));
  page.forgetEnded();
  assert.deepEqual(state.jobs, []);
});

test("a file that waits is stopped without being sent", async () => {
  answers[`POST ${BASE}/uploads`] = () => new Promise(() => {});
  await page.importFiles([{ name: "a", blob: new Blob(["1"]) }, { name: "b", blob: new Blob(["1"]) }]);
  await page.stopJob(state.jobs[1]);
  assert.deepEqual(state.jobs.map(({ source }) => source), ["a"]);
});

test("a drawn pattern becomes the search, and the same letter again takes it off", async () => {
  await page.searchFor({ fen: "start" });
  await page.beginSketch("pattern");
  assert.equal(page.isDrawn(state.sketch), false);
  page.put(1);
  page.put(2);
  page.put(2);
  assert.equal(state.sketch.letters, `b${"?".repeat(31)}`);
  await page.searchSketch();
  assert.deepEqual(state.search, { pattern: `b${"?".repeat(31)}` });
  assert.equal(state.sketch, null);
});

test("the server judges a drawn position", async () => {
  answers["POST /api/positions"] = { board: "b".padEnd(32, "."), turn: "black", fen: "B:W:B1", standing: "impossible",
    problem: { code: "position.both-sides", values: {} } };
  await page.beginSketch("position");
  assert.equal(state.sketch.letters[0], "b");
  assert.ok(state.sketch.problem);
  assert.equal(page.isDrawn(state.sketch), false);
});
