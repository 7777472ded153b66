// The set-up of a new game: players, rules, clock and start.

import * as api from "./api.js";
import { byId, el, icon } from "./elements.js";
import { openDialog } from "./dialogs.js";
import { ladder } from "./ladder.js";
import { rulesPart } from "./house.js";
import { setPreference } from "./preferences.js";
import { state } from "./state.js";
import { colourName, other, translated } from "./words.js";

const SIDES = ["black", "white"];
let form = null; // what is being chosen
let start = async () => {};

function usual() {
  const newcomer = state.choices.newcomer;
  return {
    black: { kind: "person", opponent: newcomer },
    white: { kind: "computer", opponent: newcomer },
    rung: "white", // the side whose level the ladder sets
    preset: "english",
    options: {}, // what differs from the preset
    clock: { kind: "none", move: 30, minutes: 5, increment: 3 },
    start: { kind: "standard", number: 1, fen: "" },
    pace: 1,
  };
}

/** The body of the request. */
function request() {
  const preset = state.choices.presets.find((one) => one.name === form.preset);
  const seat = (side) => (form[side].kind === "person" ? "person" : form[side].opponent);
  const clocks = {
    none: { kind: "none" },
    move: { kind: "move", seconds: form.clock.move },
    game: { kind: "game", seconds: Math.round(form.clock.minutes * 60), increment: form.clock.increment },
  };
  const starts = {
    standard: { kind: "standard" },
    "random-ballot": { kind: "random-ballot" },
    ballot: { kind: "ballot", number: form.start.number },
    fen: { kind: "fen", fen: form.start.fen.trim() },
  };
  const options = { ...form.options };
  // The clock is chosen in its own part: the rules must not contradict it.
  const seconds = form.clock.kind === "move" ? form.clock.move : null;
  if (preset.options.move_seconds !== null && preset.options.move_seconds !== seconds) options.move_seconds = seconds;
  return {
    black: seat("black"), white: seat("white"),
    rules: { preset: form.preset, options },
    clock: clocks[form.clock.kind], start: starts[form.start.kind], pace: form.pace,
  };
}

/** Segmented radio buttons. */
function segments(name, legend, choices, chosen, pick) {
  return el("fieldset", { class: "segments" }, el("legend", { class: legend.unseen ? "unseen" : "" }, legend.text ?? legend),
    ...choices.map(([value, text]) => el("label", {},
      el("input", { type: "radio", name, value, checked: value === chosen, "data-testid": `${name}-${value}`, onchange: () => pick(value) }), el("span", {}, text))));
}

function number(label, value, { min, max, step = 1, testid }, pick) {
  return el("label", { class: "number" }, el("span", {}, label),
    el("input", { type: "number", min, max, step, value, inputmode: "decimal", "data-testid": testid, required: true, oninput: (event) => event.target.validity.valid && pick(event.target.valueAsNumber) }));
}

function playersPart() {
  const first = firstSide();
  const seats = SIDES.map((side) => el("div", { class: "seat", "data-side": side },
    el("span", { class: `disc disc-${side}`, "aria-hidden": "true" }),
    el("strong", {}, colourName(side), el("small", {}, side === first ? " moves first" : "")),
    segments(`seat-${side}`, { text: `Who plays ${colourName(side)}`, unseen: true }, [["person", "Person"], ["computer", "Computer"]], form[side].kind, (kind) => {
      form[side].kind = kind;
      if (kind === "computer") form.rung = side;
      else if (form[other(side)].kind === "computer") form.rung = other(side);
      draw(`seat-${side}`);
    })));
  const computers = SIDES.filter((side) => form[side].kind === "computer");
  const rung = computers.includes(form.rung) ? form.rung : computers[0];
  return el("section", { class: "part" }, el("h3", {}, "Players"), el("div", { class: "seats-row" }, ...seats),
    computers.length === 2 ? segments("rung", "Level of", SIDES.map((side) => [side, colourName(side)]), rung, (side) => {
      form.rung = side;
      draw("rung");
    }) : null,
    computers.length ? ladder(state.choices, rung, form[rung].opponent, (opponent) => (form[rung].opponent = opponent)) : el("p", { class: "hint-line-text" }, "Two people play at this screen."),
    computers.length === 2 ? paceChoice() : null);
}

function firstSide() {
  const preset = state.choices.presets.find((one) => one.name === form.preset);
  return form.options.first_to_move ?? preset.options.first_to_move;
}

const paceChoice = () => number("Seconds between moves (0: full speed)", form.pace, { min: 0, max: 60, step: "any", testid: "setup-pace" }, (value) => (form.pace = value));

function clockPart() {
  const { clock } = form;
  const quick = (text, values) => el("button", { type: "button", class: "chip-button", onclick: () => {
    Object.assign(clock, values);
    draw();
  } }, text);
  const detail = {
    none: () => [el("p", { class: "hint-line-text" }, "Think as long as you like.")],
    move: () => [number("Seconds a move", clock.move, { min: 1, max: 3600, testid: "clock-seconds" }, (value) => (clock.move = value)),
      el("div", { class: "chips" }, ...[10, 30, 60].map((move) => quick(`${move} s`, { move }))),
      el("p", { class: "hint-line-text" }, "Running out of time loses.")],
    game: () => [number("Minutes", clock.minutes, { min: 0.25, max: 600, step: 0.25, testid: "clock-minutes" }, (value) => (clock.minutes = value)),
      number("Seconds added a move", clock.increment, { min: 0, max: 600, testid: "clock-increment" }, (value) => (clock.increment = value)),
      el("div", { class: "chips" }, quick("3 + 2", { minutes: 3, increment: 2 }), quick("5 + 3", { minutes: 5, increment: 3 }), quick("15 + 10", { minutes: 15, increment: 10 }))],
  };
  return el("section", { class: "part" }, el("h3", {}, "Clock"),
    segments("clock", { text: "Clock", unseen: true }, [["none", "None"], ["move", "Seconds a move"], ["game", "Game time"]], clock.kind, (kind) => {
      clock.kind = kind;
      draw(`clock`);
    }), el("div", { class: "detail" }, ...detail[clock.kind]()));
}

function startPart() {
  const chosen = form.start;
  const ballot = () => el("label", { class: "wide" }, el("span", {}, "Three-move ballot"),
    el("select", { "data-testid": "ballot", onchange: (event) => (chosen.number = Number(event.target.value)) },
      ...state.choices.ballots.map((one) => el("option", { value: one.number, selected: one.number === chosen.number }, `${one.number}: ${one.moves}${one.note ? ` (${one.note})` : ""}`))));
  const fen = () => el("label", { class: "wide" }, el("span", {}, "Position as FEN"),
    el("input", { value: chosen.fen, placeholder: "B:W18,24,27,K10:B12,16,K22", maxlength: 300, spellcheck: "false", "data-testid": "fen", oninput: (event) => (chosen.fen = event.target.value) }));
  const detail = {
    standard: () => el("p", { class: "hint-line-text" }, "Twelve men a side, as everybody knows it."),
    "random-ballot": () => el("p", { class: "hint-line-text" }, "Three opening moves drawn by lot, as in tournaments."),
    ballot, fen,
  };
  return el("section", { class: "part" }, el("h3", {}, "Start"),
    segments("start", { text: "Start", unseen: true }, [["standard", "Standard"], ["random-ballot", "Random ballot"], ["ballot", "Ballot"], ["fen", "FEN"]], chosen.kind, (kind) => {
      chosen.kind = kind;
      draw("start");
    }), el("div", { class: "detail" }, detail[chosen.kind]()));
}

function pickPreset(name) {
  const preset = state.choices.presets.find((one) => one.name === name);
  const before = state.choices.presets.find((one) => one.name === form.preset);
  form.preset = name;
  form.options = {};
  if (preset.options.move_seconds !== null) Object.assign(form.clock, { kind: "move", move: preset.options.move_seconds });
  else if (before.options.move_seconds !== null && form.clock.kind === "move") form.clock.kind = "none";
  draw("preset");
}

/** Build the form anew; the focus stays with the group that was changed. */
function draw(group = null) {
  const body = byId("setup-form");
  const scroll = body.querySelector(".setup-body")?.scrollTop ?? 0;
  const open = body.querySelector("details")?.open ?? false;
  body.replaceChildren(
    el("div", { class: "dialog-head" }, el("h2", { id: "setup-title" }, "New game"),
      el("button", { type: "button", class: "quiet round", "aria-label": "Close", onclick: () => byId("setup-dialog").close() }, icon("close"))),
    el("div", { class: "setup-body" },
      el("div", { class: "column" }, playersPart()),
      el("div", { class: "column" }, rulesPart(state.choices, form, open, pickPreset, () => draw("option")), clockPart(), startPart())),
    el("div", { class: "setup-foot" }, el("p", { class: "setup-error", id: "setup-error", role: "alert" }),
      el("button", { type: "submit", class: "primary big", "data-testid": "setup-start" }, "Start the game")));
  body.querySelector(".setup-body").scrollTop = scroll;
  if (group) body.querySelector(`input[name="${group}"]:checked`)?.focus();
}

export async function openSetup(seats = {}) {
  if (!state.choices) state.choices = await api.choices().catch(() => null);
  if (!state.choices) return;
  form = { ...usual(), ...restored() };
  for (const [side, kind] of Object.entries(seats)) form[side] = { ...form[side], kind };
  draw();
  openDialog("setup-dialog");
}

/** The last set-up, where it still fits what the server offers. */
function restored() {
  const { setup } = state.preferences;
  const { choices } = state;
  const known = (seat) => seat && [...choices.levels, ...choices.classic].some((one) => one.opponent === seat.opponent);
  const fits = setup && known(setup.black) && known(setup.white) && setup.clock && setup.start && setup.options
    && choices.presets.some((one) => one.name === setup.preset);
  return fits ? structuredClone(setup) : {};
}

async function submit(event) {
  event.preventDefault();
  try {
    const view = await api.newGame(request());
    byId("setup-dialog").close();
    setPreference("setup", form);
    await start(view);
  } catch (refusal) {
    byId("setup-error").textContent = translated(refusal.message);
  }
}

export function listenToSetup(openGame) {
  start = openGame;
  byId("setup-form").addEventListener("submit", submit);
}
