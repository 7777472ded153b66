// What the page says about a game: which message, with which values.
import assert from "node:assert/strict";
import { test } from "node:test";

import { say } from "../../../src/crownhead/web/static/lib/say.js";
import { ago, browsing, counted, countWords, ended, hintWords, moved, moveNumber, mySides, noteWords, pieceName,
  playersOf, presetName, score, standing, stuck, turnWords } from "../../../src/crownhead/web/static/lib/words.js";

const START = "bbbbbbbbbbbb........wwwwwwwwwwww";
const person = (owner = null, name = null) => ({ kind: "person", opponent: "person", name, rating: null, character: "",
  portrait: null, owner, invited: false });
const invited = { ...person(), invited: true };
const sprout = { kind: "computer", opponent: "level:2", name: "Sprout", rating: 673, character: "", portrait: "2",
  owner: null, invited: false };
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
const host = { id: "me", host: true };
const guest = { id: "me", host: false };
const black = { code: "side.black" };
const white = { code: "side.white" };

test("a browser plays the seats that nobody else owns", () => {
  const [one, two, you, friend] = [say("side.black"), say("side.white"), say("game.you"), say("game.friend")];
  const table = [
    [person(), sprout, ["black"], [you, "Sprout"]],
    [person(), person(), ["black", "white"], [one, two]],
    [person("me"), person("you"), ["black"], [you, two]],
    [person("you", "Ada"), person("me"), ["white"], ["Ada", you]],
    [person("you"), person("them"), [], [one, two]],
    [person("me"), invited, ["black"], [you, friend]],
    [sprout, sprout, [], ["Sprout", "Sprout"]],
  ];
  for (const [first, second, mine, names] of table) {
    const game = against(first, second);
    assert.deepEqual(mySides(game, host), mine);
    assert.equal(playersOf(game, host), say("game.players", { black: names[0], white: names[1] }));
  }
});

test("a guest plays only the seat that was given to them", () => {
  assert.deepEqual(mySides(against(person(), person()), guest), []);
  assert.deepEqual(mySides(against(person(), sprout), guest), []);
  assert.deepEqual(mySides(against(person("you"), person("me")), guest), ["white"]);
});

test("pieces are named by their side and rank", () => {
  assert.equal(pieceName("B"), say("piece.king", { side: black }));
  assert.equal(pieceName("w"), say("piece.man", { side: white }));
});

test("the turn is that of the moment that is shown", () => {
  const turn = (first, second, moment, more = {}) => turnWords(against(first, second, more), moment, host);
  const toMove = say("game.to-move", { player: white });
  assert.equal(turn(person(), sprout, present("black")), say("game.your-turn"));
  assert.equal(turn(person(), sprout, present("white")), say("game.thinking", { player: "Sprout" }));
  assert.equal(turn(person(), sprout, { ...present("white"), past: true }), toMove);
  assert.equal(turn(person(), person(), present("white")), toMove);
  assert.equal(turn(person("me"), invited, present("white")), say("game.waiting-for-friend"));
  assert.equal(turn(sprout, sprout, present("white"), { paused: true }), toMove);
});

test("a move is said with what it takes, whether it crowns, and whether it is from the book", () => {
  const move = { path: [22, 15, 8], captured: [18, 11], crowned: false, side: /** @type {const} */ ("white") };
  const squares = { things: [18, 11], last: "and" };
  assert.equal(moved(move), say("game.captured", { side: white, move: "22x15x8", squares }));
  const quiet = (path) => say("game.moved", { side: white, move: path });
  assert.equal(moved({ ...move, path: [8, 3], captured: [], crowned: true }), `${quiet("8-3")} ${say("game.crowned")}`);
  assert.equal(moved({ ...move, path: [22, 18], captured: [], book: true }),
    `${quiet("22-18")} ${say("game.from-book")}`);
});

const over = (first, second, winner, reason) => against(first, second, { outcome: { winner, reason, result: "" } });

test("an end is said from where one sits", () => {
  const end = (first, second, winner, reason) => ended(over(first, second, winner, reason), host);
  assert.equal(end(person(), sprout, "black", "no pieces"), "You won. White has no pieces left.");
  assert.equal(end(person(), sprout, "white", "resignation"), "You lost. You resigned.");
  assert.equal(end(person(), sprout, "black", "time"), "You won. Your opponent ran out of time.");
  assert.equal(end(person(), sprout, "white", "no pieces"), "You lost. You have no pieces left.");
  assert.match(end(person(), sprout, null, "quiet moves"), /^Draw\. ./);
  assert.equal(end(person(), person(), "black", "resignation"), "Black won. White resigned.");
  assert.match(end(sprout, sprout, "white", "no moves"), /^Sprout won\. Black /);
  assert.equal(end(person(), sprout, null, "recorded"), "Draw.");
  for (const reason of ["no pieces", "no moves", "time", "resignation", "repetition", "quiet moves", "agreement",
    "both lost"])
  {
    for (const winner of [null, "black", "white"]) {
      if (winner && ["repetition", "quiet moves", "agreement", "both lost"].includes(reason)) continue;
      assert.doesNotMatch(end(person(), sprout, winner, reason), /undefined|outcome\.|\.\./, `${winner} ${reason}`);
    }
  }
});

test("a list says how a game stands", () => {
  const list = (first, second, more) => standing(against(first, second, more), host);
  assert.equal(standing(over(person(), sprout, "white", "resignation"), host), "You resigned.");
  assert.equal(standing(over(person(), sprout, null, "recorded"), host), say("game.drawn"));
  assert.equal(list(person(), sprout, {}), say("start.not-started"));
  const going = (first, second, turn) =>
    list(first, second, { ply: 2, rules: { options: { first_to_move: "black" } }, position: { turn } });
  const move = (turn) => say("start.standing", { turn, number: 2 });
  assert.equal(going(person(), sprout, "black"), move(say("game.your-turn")));
  assert.equal(going(person(), sprout, "white"), move(say("game.to-move", { player: white })));
  assert.equal(going(person(), person("friend"), "black"), move(say("game.your-turn")));
  assert.equal(going(person(), invited, "white"), move(say("game.waiting-for-friend")));
  assert.equal(going(person(), person(), "white"), move(say("game.to-move", { player: white })));
});

test("a list numbers moves as the record does, whoever began", () => {
  const number = (ply, turn) =>
    standing(
      against(person("a"), person("b"), { ply, rules: { options: { first_to_move: "black" } }, position: { turn } }),
      host,
    ).match(/\d+/)?.[0];
  assert.deepEqual([number(1, "white"), number(2, "black"), number(1, "black"), number(2, "white")], ["1", "2", "2",
    "2"]); // White began the last two
});

test("a score is shown after the second game, one's own first, in halves", () => {
  const shown = (games, one, two) =>
    score(against(person(), sprout, { match: { games, black: one, white: two } }), host);
  assert.equal(shown(1, 1, 0), "");
  assert.equal(shown(3, 2, 1), "You 2 – 1 Sprout");
  assert.equal(shown(2, 0.5, 1.5), "You ½ – 1½ Sprout");
  assert.equal(score(against(sprout, person(), { match: { games: 2, black: 0, white: 2 } }), host), "You 2 – 0 Sprout");
});

test("a hint shows its line once, and none for an only move", () => {
  const hint = (code, line, moves = []) =>
    hintWords({ ply: 0, notation: line[0], path: [], captured: [],
      reason: { code, moves, message: { code, values: {} } }, line });
  const shown = (move, does, line) => say("hint.try-shown", { move, does, line });
  assert.equal(hint("only", ["15x22", "25x18"]), say("hint.try", { move: "15x22", does: "only" }));
  assert.equal(hint("wins-pieces", ["3-7", "28-24", "7x16", "24-20"], ["3-7", "28-24", "7x16"]),
    shown("3-7", "wins-pieces", "28-24 7x16"));
  assert.equal(hint("draws", ["15-10"]), say("hint.try", { move: "15-10", does: "draws" }));
  assert.equal(hint("even", ["a", "b", "c", "d", "e", "f", "7x16", "1x2", "9"]),
    shown("a", "even", "b c d e f 7x16 1x2"));
});

test("a piece that cannot move says why", () => {
  const game = against(person(), sprout, {
    choices: { legal: [{ notation: "15x22" }], must_capture: true, why_not: { 1: "must-capture", 2: "blocked" } },
  });
  assert.match(stuck(game, 1), /capture: 15x22\.$/);
  assert.match(stuck(game, 2), /^The piece on 2 /);
});

test("a note is for all, for the side it is about, or for who watches", () => {
  const note = (code, side, me, why = null, game = against(person(), sprout)) =>
    noteWords(game, { code, side, why, detail: null }, me);
  const declined = (why) => say(`message.draw-declined.${why}`, { player: "Sprout" });
  for (const why of ["winning", "better", "early"]) {
    assert.equal(note("draw-declined", "white", host, why), declined(why));
  }
  assert.equal(note("draw-declined", "black", host), say("message.draw-declined.you"));
  assert.equal(note("seats-freed", null, host), say("message.seats-freed"));
  assert.equal(note("seats-freed", null, guest), say("message.seats-freed.watching"));
});

test("the moment that is shown is named by its move", () => {
  const record = [1, 2, 3, 4].map((ply) => ({ ply, notation: `move${ply}`, side: ply % 2 ? "black" : "white" }));
  const game = against(person(), sprout, { ply: 3, record });
  const move = (side, number, all, name) => say("play.browsing.move", { side, number, all, move: name });
  assert.equal(browsing(game, 0), say("play.browsing.start"));
  assert.equal(browsing(game, 2), move(white, 1, 1, "move2"));
  assert.equal(browsing(game, 1), move(black, 1, 2, "move1"));
  assert.equal(browsing(game, 4), say("play.browsing.undone", { side: white, number: 2, move: "move4" }));
  assert.equal(moveNumber({ ...game, start: position("white") }, 1), 1);
});

test("pieces are counted without zeros", () => {
  assert.deepEqual(counted("bB.ww" + ".".repeat(27), "black"), { men: 1, kings: 1, all: 2 });
  assert.equal(countWords("BB" + ".".repeat(30), "black"), "2 kings");
  assert.equal(countWords("bBw" + ".".repeat(29), "black"), "1 man, 1 king");
  assert.equal(countWords("b" + ".".repeat(31), "white"), say("game.no-pieces"));
});

test("rule sets have titles, and moments are relative until they are old", () => {
  assert.equal(presetName("single-jump"), say("rules.preset.single-jump.title"));
  assert.equal(presetName(null), say("rules.house"));
  const now = Date.parse("2026-01-02T00:00:00Z");
  assert.equal(ago("2026-01-01T23:59:50Z", now), "now");
  assert.equal(ago("2026-01-03T00:00:00Z", now), "now"); // another clock
  assert.equal(ago("2026-01-01T22:00:00Z", now), "2 hours ago");
  assert.equal(ago("2025-12-31T00:00:00Z", now), "2 days ago");
  assert.equal(ago("2025-01-01T12:00:00Z", now), "1 Jan 2025");
});
