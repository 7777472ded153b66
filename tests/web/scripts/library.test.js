// The library's searches as addresses, and what is said about games.
import assert from "node:assert/strict";
import { test } from "node:test";

import "../../../src/crownhead/web/static/more-messages.js";
import { say } from "../../../src/crownhead/web/static/lib/say.js";
import { addressOf, backText, changed, countsOf, dateText, hasConditions, importText, materialOf, searchOf, sketchText,
  whereText } from "../../../src/crownhead/web/static/library/games.js";

const cases = [
  [{ pattern: `b.${"?".repeat(30)}` }, `/library?pattern=b_${"-".repeat(30)}`],
  [{ player: "Tinsley, M." }, "/library?player=Tinsley,+M%2E"],
  [{ comment: "why?", player: "A-b" }, "/library?player=A-b&comment=why%3F"],
];

for (const [search, address] of cases) {
  test(`mail programs keep ${address} whole, and it round-trips`, () => {
    assert.equal(addressOf(search), address);
    assert.deepEqual(searchOf(address.split("library?")[1]), search);
  });
}

test("an empty value removes a parameter", () => {
  assert.deepEqual(changed({ player: "Long", own: "1" }, { player: "  ", event: " Club " }), { event: "Club",
    own: "1" });
  assert.equal(hasConditions({ collections: "Club", sort: "date", descending: "0" }), false);
  assert.equal(hasConditions({ collections: "Club", own: "1" }), true);
});

test("a count of material round-trips", () => {
  assert.deepEqual(countsOf("B2 b0-1; w3"), { b: "0-1", B: "2", w: "3", W: "" });
  assert.equal(materialOf(countsOf("B2 b0-1; w3")), "b0-1 B2 w3");
});

test("a date is said as far as it is known", () => {
  assert.equal(dateText({ year: 1954, month: 3, day: 21 }), "21 Mar 1954");
  assert.equal(dateText({ year: 1954, month: 3, day: null }), "Mar 1954");
  assert.equal(dateText({ year: 1954, month: null, day: null }), "1954");
  assert.equal(dateText({ year: null, month: null, day: null }), "");
});

const games = (count) => ({ code: "count.game", values: { count } });

test("an import says what it added, and how it ended", () => {
  const view = { added: 2, duplicates: 0, faulty: 1, collection: "Black Hole", state: "stopped", detail: null };
  const added = say("library.added", { games: games(2), collection: "Black Hole" });
  assert.equal(importText(view), `${added} ${say("library.faulty", { count: 1 })} ${say("library.import.stopped")}`);
  const why = { code: "imports.no-game", values: {} };
  assert.equal(importText({ ...view, added: 0, state: "failed", detail: why }), say("library.import.failed", { why }));
  assert.equal(importText({ ...view, faulty: 0, state: "done" }), added);
  assert.equal(backText({ games: 2, known: 0 }), say("library.restored", { games: games(2) }));
});

test("a mistake is where it is, as far as that is known", () => {
  const where = { game: 2, line: 10, column: 22 };
  assert.equal(whereText(where), say("library.fault.column", where));
  assert.equal(whereText({ ...where, column: null }), say("library.fault.line", { game: 2, line: 10 }));
  assert.equal(whereText({ ...where, line: null, column: null }), say("library.fault.game", { game: 2 }));
});

test("the letters of a sketch have names with their sides", () => {
  const codes = [..."bWxoa.?"].map((letter) => [sketchText(letter).code, sketchText(letter).values?.side.code]);
  assert.deepEqual(codes, [["piece.man", "side.black"], ["piece.king", "side.white"], ["library.sketch.any-of",
    "side.black"], ["library.sketch.any-of", "side.white"], ["library.sketch.any-piece", undefined], [
    "library.sketch.empty",
    undefined,
  ], ["library.sketch.anything", undefined]]);
});
