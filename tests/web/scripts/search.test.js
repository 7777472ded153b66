// A search as an address: it ends so that mail programs leave it whole, and is read again as it was.

import assert from "node:assert/strict";
import { test } from "node:test";

import { addressOf, searchOf } from "../../../src/crownhead/web/static/library/search.js";

const cases = [
  [{ pattern: `b.${"?".repeat(30)}` }, `/library?pattern=b_${"-".repeat(30)}`],
  [{ player: "Tinsley, M." }, "/library?player=Tinsley,+M%2E"],
  [{ comment: "why?", player: "A-b" }, "/library?player=A-b&comment=why%3F"],
];

for (const [search, address] of cases) {
  test(`${address} is whole and comes back`, () => {
    assert.equal(addressOf(search), address);
    assert.deepEqual(searchOf(address.split("library?")[1]), search);
  });
}
