// The actions of the page of results.

import assert from "node:assert/strict";
import { test } from "node:test";

import { answers, refused } from "./page.js";

const { load, look, state, toggleAll } = await import("../../../src/crownhead/web/static/results/state.js");

test("results come in, and a point that was looked at is left", async () => {
  answers["GET /api/results"] = { rated: 3 };
  look(1);
  await load();
  assert.deepEqual([state.results, state.point, state.problem], [{ rated: 3 }, null, ""]);
  toggleAll();
  assert.equal(state.all, true);
  toggleAll();
  assert.equal(state.all, false);
});

test("a refusal leaves the results and is said", async () => {
  answers["GET /api/results"] = refused(503, { error: "Wait.", code: "service.stopping", values: {} });
  await load();
  assert.deepEqual(state.results, { rated: 3 });
  assert.ok(state.problem);
});
