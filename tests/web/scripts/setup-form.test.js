// A new game as plain values: what is chosen, what is asked of the server, and what is said.
import assert from "node:assert/strict";
import { test } from "node:test";

import { say } from "../../../src/crownhead/web/static/lib/say.js";
import { duration, lastOf, matters, optionSentence, requestOf, restored, summaryOf, usualForm,
  withPreset } from "../../../src/crownhead/web/static/pages/setup-form.js";

const one = (opponent, name) => ({ opponent, name, number: null, rating: null, character: "", portrait: "classic" });
const choices = {
  newcomer: "level:2",
  levels: [one("level:2", "Sprout"), one("level:3", "Porch Player")],
  classic: [one("random", "Easy")],
  presets: [
    { name: "english", title: "English", options: { move_seconds: null, capture: "mandatory" } },
    { name: "tournament-30", title: "Tournament 30", options: { move_seconds: 30, capture: "mandatory" } },
  ],
};
const form = (more = {}) => ({ ...usualForm("level:2"), ...more });

test("the quick start is a request that the server understands", () => {
  assert.deepEqual(requestOf(form()), {
    black: "person",
    white: "level:2",
    rules: { preset: "english", options: {} },
    clock: { kind: "none" },
    start: { kind: "standard" },
    pace: 1,
    book: true,
  });
});

test("a clock for the game is asked for in seconds", () => {
  const clock = { kind: "game", move: 30, minutes: 2.5, increment: 4 };
  assert.deepEqual(requestOf(form({ clock })).clock, { kind: "game", seconds: 150, increment: 4 });
});

test("a coin gives the person the other side", () => {
  const tossed = form({ coin: true });
  assert.equal(requestOf(tossed, true).white, "person");
  assert.equal(requestOf(tossed, false).black, "person");
  assert.match(summaryOf(tossed, choices), /^You play against Sprout\. A coin decides who is Black\./);
});

test("a preset's clock takes the place of one's own only as long as it is chosen", () => {
  const mine = { kind: "game", move: 30, minutes: 5, increment: 3 };
  const timed = { ...form({ clock: mine }), ...withPreset(form({ clock: mine }), "tournament-30", choices) };
  assert.equal(timed.clock.kind, "move");
  assert.equal(timed.clock.move, 30);
  const back = { ...timed, ...withPreset(timed, "english", choices) };
  assert.deepEqual(back.clock, mine);
  assert.equal(back.clockBefore, null);
});

test("the clock takes the place of the rules' own", () => {
  const timed = { ...form(), preset: "tournament-30" };
  assert.equal(requestOf(timed).clock.kind, "none");
  assert.equal(summaryOf(timed, choices),
    "You play Black against Sprout. Tournament 30 rules, but no clock, from the usual start.");
  const asItIs = { ...timed, clock: { ...timed.clock, kind: "move", move: 30 } };
  assert.match(summaryOf(asItIs, choices), /Tournament 30 rules, 30 seconds a move, from/);
  const game = { ...form(), preset: "english", options: { capture: "optional" },
    clock: { ...timed.clock, kind: "game", minutes: 2.5, increment: 1 },
    start: { kind: "ballot", number: 12, fen: "" } };
  assert.match(summaryOf(game, choices),
    /English rules, 1 changed, 150 seconds each plus 1 second a move, from opening 12\.$/);
});

test("the last set-up comes back without its position, if the server still offers it", () => {
  const last = form({ start: { kind: "fen", number: 7, fen: "B:W18:B1" },
    white: { kind: "computer", opponent: "level:3" } });
  assert.deepEqual(restored(last, choices).start, { kind: "standard", number: 1, fen: "" });
  assert.equal(restored(last, choices).white.opponent, "level:3");
  assert.equal(restored(form({ start: { kind: "random-ballot", number: 7, fen: "" } }), choices).start.kind,
    "random-ballot");
  for (const odd of [null, {}, { ...last, preset: "gone" }, { ...last,
    white: { kind: "computer", opponent: "level:99" } }])
  {
    assert.deepEqual(restored(odd, choices), usualForm("level:2"));
  }
});

test("Play remembers only games in which a person plays", () => {
  assert.equal(lastOf(form({ black: { kind: "computer", opponent: "random" } }), choices), null);
  const two = lastOf(form({ white: { kind: "person", opponent: "level:2" } }), choices);
  assert.deepEqual([two.request.black, two.request.white, two.side], ["person", "person", null]);
});

test("Play begins the same game again, without its position; its coin falls anew", () => {
  const fen = form({ start: { kind: "fen", number: 1, fen: "B:W18:B1" } });
  assert.deepEqual(lastOf(fen, choices).request.start, { kind: "standard" });
  assert.deepEqual([lastOf(fen, choices).request.white, lastOf(fen, choices).side], ["level:2", "black"]);
  const tossed = lastOf(form({ coin: true }), choices);
  assert.deepEqual([tossed.coin, tossed.request.black], [true, "person"]);
});

test("times are told in whole minutes or in seconds", () => {
  assert.equal(duration(300), "5 minutes");
  assert.equal(duration(15), "15 seconds");
});

test("options say what their values mean", () => {
  const option = { name: "quiet_limit", title: "", values: [{ value: null, label: "", sentence: "Never drawn." }],
    number: { least: 1, most: 99, usual: 40, sentence: "" } };
  assert.equal(optionSentence(option, null), "Never drawn.");
  for (const count of [1, 12])
    assert.equal(optionSentence(option, count), say("rules.quiet_limit.number.sentence", { count }));
  assert.equal(optionSentence({ ...option, name: "first_to_move" }, "white"),
    say("rules.first_to_move.sentence", { side: say("side.white") }));
});

test("an option that changes nothing with the others is left out", () => {
  const option = { name: "b", part: "moves", title: "", values: [], number: null, idle: { option: "a", value: null } };
  assert.ok(!matters(option, (name) => ({ a: null, b: 1 })[name]));
  assert.ok(matters(option, (name) => ({ a: 1, b: null })[name]));
  assert.ok(matters({ ...option, idle: null }, () => null));
});
