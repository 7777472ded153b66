// The set-up of a new game: players, rules, clock and start.

import * as api from "./api.js";
import { numberField, once, radios, selectField } from "./controls.js";
import { openDialog } from "./dialogs.js";
import { byId, el, setText } from "./elements.js";
import { optionOf, presetOf, rulesPart } from "./house.js";
import { ladder } from "./ladder.js";
import { setPreference } from "./preferences.js";
import { state } from "./state.js";
import { colourName, duration, other, plural, presetName, translated } from "./words.js";

const SIDES = ["black", "white"];
let form = null; // what is being chosen

const usual = (newcomer) => ({
  black: { kind: "person", opponent: newcomer },
  white: { kind: "computer", opponent: newcomer },
  rung: "white", // the side whose level the ladder sets
  preset: "english",
  options: {}, // what differs from the preset
  clock: { kind: "none", move: 30, minutes: 5, increment: 3 },
  start: { kind: "standard", number: 1, fen: "" },
  pace: 1,
});

/** The body of the request. */
function request() {
  const { clock, start } = form;
  const seat = (side) => (form[side].kind === "person" ? "person" : form[side].opponent);
  const clocks = {
    none: {},
    move: { seconds: clock.move },
    game: { seconds: Math.round(clock.minutes * 60), increment: clock.increment },
  };
  const starts = { ballot: { number: start.number }, fen: { fen: start.fen.trim() } };
  const options = { ...form.options };
  // The clock has its own part: the rules must not contradict it.
  const limit = presetOf(state.choices, form).options.move_seconds;
  const seconds = clock.kind === "move" ? clock.move : null;
  if (limit !== null && limit !== seconds) options.move_seconds = seconds;
  return {
    black: seat("black"),
    white: seat("white"),
    rules: { preset: form.preset, options },
    clock: { kind: clock.kind, ...clocks[clock.kind] },
    start: { kind: start.kind, ...starts[start.kind] },
    pace: form.pace,
  };
}

/** What will be played, in a line. */
function summary() {
  const { clock, start, preset, options } = form;
  const { levels, classic } = state.choices;
  const name = (side) => [...levels, ...classic].find((one) => one.opponent === form[side].opponent).name;
  const people = SIDES.filter((side) => form[side].kind === "person");
  const players = [
    () => SIDES.map(name).join(" v "),
    ([me]) => `You play ${colourName(me)} against ${name(other(me))}`,
    () => "Two people",
  ][people.length](people);
  const changed = Object.keys(options).length;
  const clocks = {
    none: "no clock",
    move: `${plural(clock.move, "second")} a move`,
    game: `${duration(clock.minutes * 60)} each${clock.increment ? ` and ${plural(clock.increment, "second")} a move` : ""}`,
  };
  const but = "move_seconds" in request().rules.options ? "but " : ""; // not the preset's own clock
  const starts = { standard: "the usual start", "random-ballot": "a random ballot", ballot: `ballot ${start.number}`, fen: "your FEN position" };
  return `${players}. ${presetName(preset)} rules${changed ? `, ${changed} changed` : ""}, ${but}${clocks[clock.kind]}, from ${starts[start.kind]}.`;
}

const tell = () => setText(byId("setup-summary"), summary());

/** Radio buttons that set one thing and show the form anew. */
const choice = (name, legend, items, holder, key) => radios(name, legend, items, holder[key], (value) => {
  holder[key] = value;
  draw(`input[name="${name}"]:checked`);
});

const field = (name, label, limits, holder, key) => numberField(name, label, holder[key], limits, (value) => (holder[key] = value));

function seatRow(side) {
  const first = optionOf(state.choices, form, "first_to_move") === side;
  return el("div", { class: "seat" }, el("i", { class: `disc ${side}` }),
    el("strong", {}, colourName(side), first ? el("small", {}, "moves first") : null),
    choice(`seat-${side}`, `Who plays ${colourName(side)}`, [["person", "Person"], ["computer", "Computer"]], form[side], "kind"));
}

function playersPart() {
  const computers = SIDES.filter((side) => form[side].kind === "computer");
  if (!computers.includes(form.rung)) form.rung = computers[0] ?? "white";
  const rung = form[form.rung];
  const both = computers.length === 2;
  return el("section", {}, el("h3", {}, "Players"), ...SIDES.map(seatRow),
    both ? choice("rung", "The level of", SIDES.map((side) => [side, colourName(side)]), form, "rung") : null,
    computers.length ? ladder(state.choices, rung.opponent, (opponent) => (rung.opponent = opponent))
      : el("p", {}, "Two people play at this screen."),
    both ? field("setup-pace", "Seconds between moves (0 is full speed)", [0, 60, "any"], form, "pace") : null);
}

function clockPart() {
  const { clock } = form;
  const quick = (text, values) => el("button", { type: "button", name: text, onclick: () => {
    Object.assign(clock, values);
    draw(`button[name="${text}"]`);
  } }, text);
  const details = {
    none: [el("p", {}, "Think as long as you like.")],
    move: [field("clock-seconds", "Seconds; running out loses", [1, 3600], clock, "move"),
      ...[10, 30, 60].map((move) => quick(`${move} s`, { move }))],
    game: [field("clock-minutes", "Minutes", [0.25, 600, 0.25], clock, "minutes"),
      field("clock-increment", "Seconds added a move", [0, 600], clock, "increment"),
      ...[[3, 2], [5, 3], [15, 10]].map(([minutes, increment]) => quick(`${minutes} + ${increment}`, { minutes, increment }))],
  };
  return el("section", {},
    choice("clock", "Clock", [["none", "None"], ["move", "Seconds a move"], ["game", "Game time"]], clock, "kind"),
    el("div", { class: "detail" }, ...details[clock.kind]));
}

function startPart() {
  const { start } = form;
  const ballots = () => state.choices.ballots.map(({ number, moves, note }) => [number, `${number}: ${moves}${note ? ` (${note})` : ""}`]);
  const details = {
    standard: () => el("p", {}, "Twelve men a side, as everybody knows it."),
    "random-ballot": () => el("p", {}, "Three opening moves drawn by lot, as in tournaments."),
    ballot: () => selectField("ballot", "Three-move ballot", ballots(), start.number, (number) => (start.number = number)),
    fen: () => el("label", { class: "field" }, "Position as FEN", el("input", {
      value: start.fen, name: "fen", placeholder: "B:W18,24,27,K10:B12,16,K22", maxlength: 300, spellcheck: "false", required: true, "data-testid": "fen",
      oninput: ({ target }) => (start.fen = target.value),
    })),
  };
  const kinds = [["standard", "Standard"], ["random-ballot", "Random ballot"], ["ballot", "Ballot"], ["fen", "FEN"]];
  return el("section", {}, choice("start", "Start", kinds, start, "kind"), details[start.kind]());
}

/** A preset's time limit sets the clock, and goes with it. */
function pickPreset(name) {
  const before = presetOf(state.choices, form).options.move_seconds;
  Object.assign(form, { preset: name, options: {} });
  const limit = presetOf(state.choices, form).options.move_seconds;
  if (limit !== null) Object.assign(form.clock, { kind: "move", move: limit });
  else if (before !== null && form.clock.kind === "move") form.clock.kind = "none";
  draw('input[name="preset"]:checked');
}

/** Build the form anew; the focus goes to what was changed. */
function draw(focus = null) {
  const body = byId("setup-body");
  const open = body.querySelector("details")?.open ?? false;
  const scroll = body.scrollTop;
  body.replaceChildren(el("div", { class: "column" }, playersPart()),
    el("div", { class: "column" }, rulesPart(state.choices, form, open, pickPreset, draw), clockPart(), startPart()));
  body.scrollTop = scroll;
  byId("setup-error").textContent = "";
  tell();
  if (focus) body.querySelector(focus)?.focus({ preventScroll: true });
}

export async function openSetup(seats = {}) {
  state.choices ??= await api.choices().catch(() => null);
  if (!state.choices) return;
  form = { ...usual(state.choices.newcomer), ...restored() };
  for (const [side, kind] of Object.entries(seats)) form[side] = { ...form[side], kind };
  draw();
  openDialog("setup-dialog");
}

/** The last set-up, where the server still offers it, without its position. */
function restored() {
  const { setup } = state.preferences;
  const { levels, classic, presets } = state.choices;
  const known = (side) => [...levels, ...classic].some((one) => one.opponent === setup[side]?.opponent);
  const fits = setup && SIDES.every(known) && setup.clock && setup.start && setup.options
    && presets.some((preset) => preset.name === setup.preset);
  if (!fits) return {};
  const { start, ...rest } = structuredClone(setup);
  return start.kind === "random-ballot" ? { ...rest, start } : rest;
}

export function listenToSetup(openGame) {
  const start = once(async () => {
    try {
      const view = await api.newGame(request());
      byId("setup-dialog").close();
      setPreference("setup", form);
      await openGame(view);
    } catch (error) {
      byId("setup-error").textContent = translated(api.sentenceOf(error));
      byId("setup-form").elements.fen?.focus();
    }
  });
  for (const kind of ["input", "change"]) byId("setup-body").addEventListener(kind, tell);
  byId("setup-form").addEventListener("submit", (event) => {
    event.preventDefault();
    start();
  });
}
