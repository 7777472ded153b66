// The numbers of the page of results, and the actions that change its state.

import assert from "node:assert/strict";
import { test } from "node:test";

import "../../../src/crownhead/web/static/more-messages.js";
import { say } from "../../../src/crownhead/web/static/lib/say.js";
import { inLibrary, listOf, nearest, periodName, periodText, score, share,
  ticks } from "../../../src/crownhead/web/static/results/figures.js";

test("axes have a few round numbers, all of them inside", () => {
  for (const [low, high, most] of [[0, 1, 4], [0, 2, 4], [0, 25, 4], [0, 997, 4], [123, 1623, 6], [-310, 4900, 6]]) {
    const found = ticks(low, high, most);
    assert.ok(found.length >= 2 && found.length <= most + 1, `${low} to ${high}: ${found}`);
    assert.ok(found[0] >= low && found[found.length - 1] <= high, `${found}`);
    assert.ok(found.every(Number.isInteger), `${found}`);
  }
  assert.deepEqual(ticks(0, 25, 4), [0, 10, 20]);
  assert.deepEqual(ticks(123, 1623, 6), [500, 1000, 1500]);
});

test("a draw is half a win, and no games are no score", () => {
  assert.equal(score({ won: 1, drawn: 1, lost: 1 }), "50%");
  assert.equal(score({ won: 2, drawn: 0, lost: 1 }), "67%");
  assert.equal(score({ won: 0, drawn: 0, lost: 0 }), "0%");
  assert.equal(share(1, 8), "13%");
});

test("periods have names that fit an axis", () => {
  assert.equal(periodName("day", "2026-03-02"), "2 Mar");
  assert.equal(periodText("week", "2026-03-02"), say("results.week-of", { day: "2 Mar" }));
  assert.equal(periodText("month", "2026-03-01"), "Mar 2026");
  assert.equal(periodName("year", "2026-01-01"), "2026");
});

test("the nearest level is below or above", () => {
  const levels =
    /** @type {any} */ ([{ name: "a", rating: 500 }, { name: "b", rating: 700 }, { name: "c", rating: 900 }]);
  assert.deepEqual([0, 610, 790, 5000].map((rating) => nearest(levels, rating).name), ["a", "b", "b", "c"]);
});

test("a row leads to its games", () => {
  assert.equal(listOf()(), "/");
  assert.equal(listOf("level:3")("lost"), "/?state=lost&opponent=level%3A3");
  assert.equal(inLibrary("Old Faithful")("drawn"), "/library?own=1&opening=Old+Faithful&result=draw");
});
