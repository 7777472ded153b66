// The set-up of a new game: players, rules, clock and start.

import * as api from "../lib/api.js";
import { editorAddress } from "../lib/api.js";
import { openDialog } from "../lib/dialogs.js";
import { byId, el, numberField, once, radios, selectField, setText } from "../lib/dom.js";
import { setPreference } from "../lib/page.js";
import { other } from "../lib/words.js";
import { tables } from "../messages.js";
import { ladder, reveal } from "./ladder.js";
import { rulesPart } from "./rules-form.js";
import { lastOf, loneSide, offered, optionOf, requestOf, restored, SIDES, summaryOf, swapped,
  withPreset } from "./setup-form.js";
import { last } from "./start.js";
import { state, words } from "./state.js";

/** @type {Form} */
let form; // what is being chosen
/** @type {OffersView} */
let choices;
/** @type {(view: GameView) => unknown} */
let begin;

const body = byId("setup-body");
const PARTS = { players: playersPart, rules, clock: clockPart, start: startPart };

/** Show some parts anew; the focus goes to what was changed. @param {(keyof typeof PARTS)[]} names */
function draw(names, focus) {
  for (const name of names) byId(`part-${name}`).replaceWith(PARTS[name]());
  body.querySelector(focus)?.focus({ preventScroll: true });
  if (names.includes("players")) reveal(body);
  complain("");
  tell();
}

/** Say what will be played, and who moves first; a position says that itself. */
function tell() {
  setText(byId("setup-summary"), summaryOf(form, choices, words));
  const first = form.start.kind === "fen" ? null : optionOf(choices, form, "first_to_move");
  for (const node of body.querySelectorAll("[data-first]")) node.hidden = node.dataset.first !== first;
}

function complain(sentence, position = false) {
  setText(byId("setup-error"), sentence);
  const { fen } = byId("setup-form").elements;
  fen?.setAttribute("aria-invalid", position);
  if (!position) return;
  fen?.focus();
  fen?.scrollIntoView({ block: "center" }); // the sentence has taken some room below
}

// ---- players

/** @param {Side} side */
function seatRow(side) {
  const kinds = [["person", loneSide(form) === side ? "You" : "Person"], ["computer", "Computer"]];
  const name = `seat-${side}`;
  return el("div", { class: "seat" }, el("i", { class: `disc ${side}` }),
    el("strong", {}, words.colour(side), el("small", { "data-first": side }, "moves first")),
    radios(name, `Who plays ${words.colour(side)}`, kinds, form[side].kind, (kind) => {
      form[side].kind = kind;
      draw(["players"], `input[name="${name}"]:checked`);
    }));
}

const tick = (name, text, checked, pick) =>
  el("label", { class: "tick" },
    el("input", { type: "checkbox", name, checked, "data-testid": name, onchange: ({ target }) =>
      pick(target.checked) }), text);

/** Another side for the only person, in one click. @param {Side} me */
function sideChoice(me) {
  const swap = () => {
    Object.assign(form, swapped(form));
    draw(["players"], "[name='swap']");
  };
  const toss = (coin) => {
    form.coin = coin;
    draw(["players"], "[name='coin']");
  };
  return el("div", { class: "detail" },
    el("button", { type: "button", name: "swap", disabled: form.coin, "data-testid": "swap", onclick: swap },
      `Play ${words.colour(other(me))} instead`), tick("coin", "Toss a coin for sides", form.coin, toss));
}

/** Which of two computers the list sets. */
const listChoice = () =>
  radios("list-for", "Choose the computer for", SIDES.map((side) => [side, words.colour(side)]), form.listFor,
    (side) => {
      form.listFor = side;
      draw(["players"], "input[name=\"list-for\"]:checked");
    });

function playersPart() {
  const computers = SIDES.filter((side) => form[side].kind === "computer");
  if (!computers.includes(form.listFor)) form.listFor = computers[0] ?? "white";
  const seat = form[form.listFor];
  const me = loneSide(form);
  const both = computers.length === 2;
  return el("section", { class: "part", id: "part-players" }, el("h3", {}, "Players"), ...SIDES.map(seatRow),
    me ? sideChoice(me) : null, both ? listChoice() : null, computers.length
    ? ladder(choices, seat.opponent, (opponent) => (seat.opponent = opponent))
    : el("p", {}, "Two people take turns at this screen."), computers.length && choices.book
    ? tick("book", "Let strong computers use their opening book", form.book, (book) => (form.book = book))
    : null, both
    ? numberField("setup-pace", "Seconds between moves (0 is full speed)", form.pace, [0, tables.limits.pace, "any"],
      (pace) => (form.pace = pace))
    : null);
}

// ---- rules

function rules() {
  return rulesPart(choices, form, {
    open: body.querySelector("details")?.open ?? false,
    pickPreset: (preset) => {
      Object.assign(form, withPreset(form, preset, choices));
      draw(["rules", "clock"], "input[name=\"preset\"]:checked");
    },
    redraw: (focus) => draw(["rules"], focus),
  });
}

// ---- clock

/** A clock that the person chooses is kept, whatever rules are chosen later. @param {Partial<FormClock>} values */
function setClock(values) {
  Object.assign(form, { clock: { ...form.clock, ...values }, clockBefore: null });
}

/** @param {Partial<FormClock>} values */
const quickClock = (text, values) =>
  el("button", { type: "button", name: text, onclick: () => {
    setClock(values);
    draw(["clock"], `button[name="${text}"]`);
  } }, text);

const quickClocks = (buttons) => el("div", { class: "quick" }, ...buttons);

function clockPart() {
  const { kind, move, minutes, increment } = form.clock;
  const details = {
    none: () => [el("p", {}, "Think as long as you like.")],
    move:
      () => [numberField("clock-seconds", "Seconds per move", move, [1, 3600], (value) => setClock({ move: value })),
        quickClocks([10, 30, 60].map((seconds) => quickClock(`${seconds} s`, { move: seconds })))],
    game: () => [
      numberField("clock-minutes", "Minutes each", minutes, [0.25, 600, 0.25], (value) => setClock({ minutes: value })),
      numberField("clock-increment", el("span", {}, "Extra seconds", el("span", { class: "wide" }, " per move")),
        increment, [0, 600], (value) => setClock({ increment: value })),
      quickClocks(
        [[3, 2], [5, 3], [15, 10]].map(([some, more]) =>
          quickClock(`${some} + ${more}`, { minutes: some, increment: more })
        ),
      ),
    ],
  };
  return el("section", { class: "part", id: "part-clock" },
    radios("clock", "Clock", [["none", "No clock"], ["move", "Per move"], ["game", "Per game"]], kind, (value) => {
      setClock({ kind: value });
      draw(["clock"], "input[name=\"clock\"]:checked");
    }), el("div", { class: "detail" }, ...details[kind]()),
    kind === "none" ? null : el("p", {}, "Run out of time and you lose."));
}

// ---- start

/** @param {BallotView} ballot */
const ballotWords = ({ number, moves, name, barred }) =>
  `${number}: ${moves}${name ? ` - ${name}` : ""}${barred ? " (barred in tournaments)" : ""}`;

function fenField() {
  const editor = el("a", { class: "button", "data-testid": "set-it-up" }, "Set it up on a board");
  const lead = () => editor.setAttribute("href", editorAddress(form.start.fen, form));
  lead();
  return el("div", { class: "detail" }, el("label", { class: "field" }, "Position as FEN", el("input", {
    value: form.start.fen,
    name: "fen",
    placeholder: "B:W18,24,27,K10:B12,16,K22",
    maxlength: tables.limits.fen,
    spellcheck: "false",
    required: true,
    "data-testid": "fen",
    "aria-describedby": "setup-error",
    oninput: ({ target }) => {
      form.start.fen = target.value;
      complain("");
      lead();
    },
  })), editor);
}

function startPart() {
  const { start } = form;
  const details = {
    standard: () => el("p", {}, "The usual start: twelve men each."),
    "random-ballot": () => el("p", {}, "The first three moves are drawn by lot, as in tournaments."),
    ballot: () =>
      selectField("ballot", "The first three moves", choices.ballots.map((one) => [one.number, ballotWords(one)]),
        start.number, (number) => (start.number = number)),
    fen: fenField,
  };
  const kinds = [["standard", "Usual start"], ["random-ballot", "Random opening"], ["ballot", "Pick an opening"], [
    "fen",
    "Your position",
  ]];
  return el("section", { class: "part", id: "part-start" }, radios("start", "Start", kinds, start.kind, (kind) => {
    start.kind = kind;
    draw(["start"], "input[name=\"start\"]:checked");
  }), details[start.kind]());
}

// ---- the dialog

const submit = once(async () => {
  let view;
  try {
    view = await api.newGame(requestOf(form));
  } catch (error) {
    const { message, status } = api.refusalOf(error);
    complain(message, status === 422 && form.start.kind === "fen");
    return;
  }
  byId("setup-dialog").close();
  setPreference("setup", form);
  const remembered = lastOf(form, choices);
  if (remembered) setPreference("last", remembered);
  await begin(view);
});

for (const kind of ["input", "change"]) body.addEventListener(kind, tell);
// The browser cannot point at a wrong number that is folded away.
body.addEventListener("invalid", ({ target }) => target.closest("details")?.setAttribute("open", ""), true);
byId("setup-form").addEventListener("submit", (event) => {
  event.preventDefault();
  submit();
});

/**
 * Let somebody set up a game; where the server does not answer, this throws its Refusal.
 * @param {{ seats?: Partial<Record<Side, "person" | "computer">>, begin: (view: GameView) => unknown }} how
 */
export async function openSetup({ seats = {}, begin: started }) {
  state.choices ??= await api.choices();
  choices = state.choices;
  begin = started;
  form = restored(state.preferences.setup, choices);
  const { opponent } = last();
  const me = loneSide(form);
  if (me && opponent && offered(choices, opponent)) form[other(me)].opponent = opponent; // a level that was climbed to
  for (const side of SIDES) form[side].kind = seats[side] ?? form[side].kind;
  body.replaceChildren(); // the options are folded away again
  body.replaceChildren(el("div", { class: "column" }, playersPart()),
    el("div", { class: "column" }, rules(), clockPart(), startPart()));
  complain("");
  tell();
  openDialog("setup-dialog");
  body.scrollTop = 0;
  reveal(body);
}
