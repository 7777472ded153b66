// Messages with values, in the forms of the language.
import assert from "node:assert/strict";
import { test } from "node:test";

import { listed, say, sentence, shown } from "../../../src/crownhead/web/static/lib/say.js";

test("a count chooses the form of a plural and is written with its thousands", () => {
  assert.equal(say("count.game", { count: 1 }), "1 game");
  assert.equal(say("count.game", { count: 0 }), "0 games");
  assert.equal(say("count.game", { count: 12345 }), "12,345 games");
});

test("lists are those of the catalogue", () => {
  for (const last of /** @type {const} */ (["or", "and"])) {
    assert.equal(listed(["a", "b", "c"], last), say(`list.${last}`, { listed: "a, b", last: "c" }));
  }
  assert.equal(listed(["a"]), "a");
  assert.equal(listed([]), "");
  assert.equal(listed([1, 2, 3], "or", 2), say("list.more", { listed: "1, 2", count: 1 }));
});

test("a value in braces stays as it is", () => {
  assert.equal(say("list.or", { listed: "{last}", last: "b" }), "{last} or b");
});

test("a message of the server is said with all its values", () => {
  const turn = { code: "refusal.not-yours",
    values: { square: 9, owner: { code: "side.white", values: {} }, mover: { code: "side.black", values: {} } } };
  assert.equal(shown(turn), "the piece on 9 is White's and it is Black's turn");
  assert.equal(sentence(turn), "The piece on 9 is White's and it is Black's turn.");
  assert.equal(shown({ things: [1, { code: "side.black", values: {} }], last: "and", most: 8 }), "1 and Black");
  assert.equal(shown({ code: "somebody's own words {here}", values: {} }), "somebody's own words {here}");
});

test("sides are called as the theme shows them", () => {
  const dataset = { theme: "wood" };
  globalThis.document = /** @type {any} */ ({ documentElement: { dataset } });
  assert.equal(say("side.white"), "Light");
  assert.equal(say("game.to-move", { player: { code: "side.black" } }), "Dark to move");
  dataset.theme = "no such theme";
  assert.equal(say("side.black"), "Black");
});
