// What the page says about a game, from codes and values.
import assert from "node:assert/strict";
import { test } from "node:test";

import { hintWords } from "../../../src/crownhead/web/static/lib/words.js";
import { messageWords } from "../../../src/crownhead/web/static/lib/words.js";
import { refusalsFor } from "../../../src/crownhead/web/static/lib/words.js";
import { scoreWords } from "../../../src/crownhead/web/static/lib/words.js";
import { ago, counted, countWords, listed, moveNumber, presetName,
  wordsFor } from "../../../src/crownhead/web/static/lib/words.js";

const START = "bbbbbbbbbbbb........wwwwwwwwwwww";
const person = (owner = null, name = null) => ({ kind: "person", opponent: "person", name, rating: null, character: "",
  portrait: null, owner });
const sprout = { kind: "computer", opponent: "level:2", name: "Sprout", rating: 673, character: "", portrait: "2",
  owner: null };
const position = (turn = "black") => ({ board: START, turn, opening: null });
const against = (black, white, more = {}) => ({
  players: { black, white },
  first: "black",
  start: position(),
  ply: 0,
  record: [],
  paused: false,
  outcome: null,
  match: { games: 0, black: 0, white: 0 },
  choices: { legal: [], must_capture: false, why_not: {} },
  position: position(),
  ...more,
});
const present = (turn) => ({ ply: 0, position: position(turn), moving: null, present: true, past: false });
const words = wordsFor("classic", "me");

test("sides are called by the theme's colours", () => {
  assert.equal(wordsFor("wood", "").colour("white"), "Light");
  assert.equal(wordsFor("no such theme", "").colour("black"), "Red");
  assert.equal(words.piece("B"), "red king");
});

test("a browser plays the seats that nobody else owns", () => {
  const table = [
    [person(), sprout, ["black"], "You v Sprout"],
    [person(), person(), ["black", "white"], "Red v White"],
    [person("me"), person("you"), ["black"], "You v White"],
    [person("you", "Ada"), person("me"), ["white"], "Ada v You"],
    [person("you"), person("them"), [], "Red v White"],
    [person("me"), person("invited"), ["black"], "You v Waiting for a friend"],
    [sprout, sprout, [], "Sprout v Sprout"],
  ];
  for (const [black, white, mine, names] of table) {
    const game = against(black, white);
    assert.deepEqual(words.mySides(game), mine);
    assert.equal(words.players(game), names);
  }
});

test("a guest plays only the seat that was given to them", () => {
  const guest = wordsFor("classic", "me", false);
  assert.deepEqual(guest.mySides(against(person(), person())), []);
  assert.deepEqual(guest.mySides(against(person(), sprout)), []);
  assert.deepEqual(guest.mySides(against(person("you"), person("me"))), ["white"]);
});

test("the turn is told of the moment that is shown", () => {
  const game = against(person(), sprout);
  assert.equal(words.turn(game, present("black")), "Your turn");
  assert.equal(words.turn(game, present("white")), "Sprout is thinking");
  assert.equal(words.turn(game, { ...present("white"), past: true }), "White to move");
  assert.equal(words.turn(against(person(), person()), present("white")), "White to move");
  assert.equal(words.turn(against(person("me"), person("invited")), present("white")),
    "Waiting for your friend to join");
  assert.equal(words.turn(against(sprout, sprout, { paused: true }), present("white")), "White to move");
});

test("moves are told with what they take and whether they crown", () => {
  const move = { notation: "", path: [22, 15, 8], captured: [18, 11], crowned: false, after: position(), ply: 2,
    side: /** @type {const} */ ("white"), book: false };
  assert.equal(words.moved(move), "White jumps 22x15x8 and takes 2 pieces.");
  assert.equal(words.moved({ ...move, path: [25, 29], captured: [], crowned: true, side: "black" }),
    "Red moves 25-29. It becomes a king.");
  assert.equal(words.moved({ ...move, path: [22, 18], captured: [], book: true }), "White moves 22-18. From the book.");
});

test("an end is told from where one sits", () => {
  const ended = (black, white, winner, reason) =>
    words.ended(against(black, white, { outcome: { winner, reason, result: "" } }));
  assert.equal(ended(person(), sprout, "black", "no pieces"), "You won. White has no pieces left.");
  assert.equal(ended(person(), sprout, "white", "resignation"), "You lost. You resigned.");
  assert.equal(ended(person(), sprout, "black", "time"), "You won. Your opponent ran out of time.");
  assert.equal(ended(person(), sprout, "white", "no pieces"), "You lost. You have no pieces left.");
  assert.equal(ended(person(), sprout, "white", "no moves"), "You lost. You cannot move.");
  assert.equal(ended(person(), sprout, null, "quiet moves"), "Draw. Too many moves without a capture.");
  assert.equal(ended(person(), person(), "black", "resignation"), "Red won. White resigned.");
  assert.equal(ended(person(), person(), "white", "no moves"), "White won. Red cannot move.");
  assert.equal(ended(sprout, sprout, "white", "no moves"), "Sprout won. Red cannot move.");
  assert.equal(ended(person(), sprout, null, "agreement"), "Draw. The players agreed on a draw.");
  assert.equal(ended(person(), sprout, null, "both lost"), "Nobody won. Both sides lose.");
});

test("a list tells of an end in the game's own words", () => {
  const standing = (black, white, winner, reason) =>
    words.standing(against(black, white, { outcome: { winner, reason, result: "" } }));
  assert.equal(standing(person(), sprout, "white", "resignation"), "You resigned.");
  assert.equal(standing(sprout, person(), "white", "time"), "Your opponent ran out of time.");
  assert.equal(standing(person(), sprout, null, "recorded"), "Draw");
});

test("a list says whose turn it is, and for whom a game waits", () => {
  const options = { outcome: null, ply: 2, rules: { options: { first_to_move: "black" } } };
  const standing = (black, white, turn) => words.standing(against(black, white, { ...options, position: { turn } }));
  assert.equal(standing(person(), sprout, "black"), "Your turn, move 2");
  assert.equal(standing(person(), sprout, "white"), "White to move, move 2");
  assert.equal(standing(person(), person("friend"), "white"), "White to move, move 2");
  assert.equal(standing(person(), person("friend"), "black"), "Your turn, move 2");
  assert.equal(standing(person(), person("invited"), "white"), "Waiting for your friend, move 2");
  assert.equal(standing(person(), person(), "white"), "White to move, move 2");
});

test("a score is told after the second game, one's own first, in halves", () => {
  const score = (games, black, white, me = person(), opponent = sprout) =>
    scoreWords(words, against(me, opponent, { match: { games, black, white } }));
  assert.equal(score(1, 1, 0), "");
  assert.equal(score(3, 2, 1), "You 2 – 1 Sprout");
  assert.equal(score(2, 0.5, 1.5), "You ½ – 1½ Sprout");
  assert.equal(scoreWords(words, against(sprout, person(), { match: { games: 2, black: 0, white: 2 } })),
    "You 2 – 0 Sprout");
});

test("a hint shows its line once, and none for an only move", () => {
  const hint = (reason, line) =>
    hintWords({ ply: 0, notation: line[0], path: [], captured: [], reason: { count: 0, lost: 0, moves: [], ...reason },
      line });
  assert.equal(hint({ code: "only" }, ["15x22", "25x18"]), "Try 15x22: it is your only move.");
  assert.equal(
    hint({ code: "wins-pieces", count: 1, moves: ["3-7", "28-24", "7x16"] }, ["3-7", "28-24", "7x16", "24-20"]),
    "Try 3-7: it wins a piece. Then perhaps 28-24 7x16.",
  );
  assert.equal(hint({ code: "draws" }, ["15-10"]), "Try 15-10: it keeps the draw.");
  assert.equal(hint({ code: "even" }, ["11-15", "23-19", "8-11"]),
    "Try 11-15: it keeps the game even. Then perhaps 23-19 8-11.");
  assert.equal(hint({ code: "even" }, ["a", "b", "c", "d", "e", "f", "7x16", "1x2", "9"]),
    "Try a: it keeps the game even. Then perhaps b c d e f 7x16 1x2.");
});

test("refusals say what was wrong and what can be done", () => {
  const refusal = (code, more = {}) =>
    refusalsFor(words).refusal({ code, square: 11, to: 18, moves: [], side: null, tried: "11x18", ...more });
  assert.equal(refusal("not-yours", { side: "white" }), "The piece on 11 is White's, and it is Red's turn.");
  assert.equal(refusal("must-capture", { moves: ["15x22", "15x24"] }), "You have to capture: 15x22 or 15x24.");
  assert.equal(refusal("backwards", { moves: ["11-15"] }),
    "A man cannot move backwards. The piece on 11 can play 11-15.");
  assert.match(refusal("must-capture", { moves: [..."abcdefgh"] }), /a, b, c, d, e, f or 2 others/);
  const game = against(person(), sprout, {
    choices: { legal: [{ notation: "15x22" }], must_capture: true, why_not: { 1: "must-capture", 2: "blocked" } },
  });
  assert.equal(refusalsFor(words).stuck(game, 1), "You have to capture: 15x22.");
  assert.equal(refusalsFor(words).stuck(game, 2), "The piece on 2 is blocked.");
});

test("a computer says why it declines a draw", () => {
  const game = against(person(), sprout);
  const said = (why, side = "white") => messageWords(words, game, { code: "draw-declined", side, why, detail: null });
  assert.match(said("winning"), /^Sprout says no to a draw: it thinks it is winning/);
  assert.match(said("early"), /too early/);
  assert.equal(said(null, "black"), "You declined the draw.");
});

test("the moment that is looked at is named by its move", () => {
  const record = [1, 2, 3, 4].map((ply) => ({ ply, notation: `move${ply}`, side: ply % 2 ? "black" : "white" }));
  const game = against(person(), sprout, { ply: 3, record });
  assert.equal(words.browsing(game, 0), "The start of the game");
  assert.equal(words.browsing(game, 2), "White's move 1 of 1: move2");
  assert.equal(words.browsing(game, 1), "Red's move 1 of 2: move1");
  assert.equal(words.browsing(game, 4), "White's move 2, move4, was taken back");
  assert.equal(moveNumber({ ...game, start: position("white") }, 1), 1);
});

test("pieces are counted without what there is none of", () => {
  assert.deepEqual(counted("bB.ww" + ".".repeat(27), "black"), { men: 1, kings: 1, all: 2 });
  assert.equal(countWords("BB" + ".".repeat(30), "black"), "2 kings");
  assert.equal(countWords("bBw" + ".".repeat(29), "black"), "1 man, 1 king");
  assert.equal(countWords("b" + ".".repeat(31), "white"), "no pieces");
});

test("small words", () => {
  assert.equal(listed([1, 2, 3]), "1, 2 or 3");
  assert.equal(listed([7]), "7");
  assert.equal(presetName("single-jump"), "Single jump");
  assert.equal(presetName(null), "House rules");
  const now = Date.parse("2026-01-02T00:00:00Z");
  assert.equal(ago("2026-01-01T23:59:50Z", now), "just now");
  assert.equal(ago("2026-01-01T22:00:00Z", now), "2 hours ago");
  assert.equal(ago("2025-12-31T00:00:00Z", now), "2 days ago");
  assert.equal(ago("2025-01-01T12:00:00Z", now), "Jan 1, 2025");
});

test("a list numbers moves as the record does, whoever began", () => {
  const game = (ply, turn) => ({
    players: { black: { kind: "person", owner: null }, white: { kind: "person", owner: null } },
    outcome: null,
    ply,
    position: { turn, board: "", opening: null },
    rules: { name: "english", options: { first_to_move: "black" } },
  });
  const slate = wordsFor("slate", "me", false);
  assert.equal(slate.standing(/** @type {any} */ (game(1, "white"))), "White to move, move 1");
  assert.equal(slate.standing(/** @type {any} */ (game(2, "black"))), "Black to move, move 2");
  assert.equal(slate.standing(/** @type {any} */ (game(1, "black"))), "Black to move, move 2"); // White began
  assert.equal(slate.standing(/** @type {any} */ (game(2, "white"))), "White to move, move 2");
});
