// The set-up of a new game: players, rules, clock and start.

import * as api from "../lib/api.js";
import { openDialog } from "../lib/dialogs.js";
import { byId, el, numberField, once, onSubmit, portrait, radios, selectField, setText, within } from "../lib/dom.js";
import { setPreference } from "../lib/page.js";
import { say } from "../lib/say.js";
import * as words from "../lib/words.js";
import { tables } from "../messages.js";
import * as actions from "./actions.js";
import { offers, openGame } from "./game.js";
import { lastOf, loneSide, matters, offered, optionOf, optionSentence, presetOf, requestOf, restored, summaryOf,
  swapped, withPreset } from "./setup-form.js";
import { lastGame, state } from "./state.js";

const QUICK_SECONDS = [10, 30, 60];
const QUICK_CLOCKS = [[3, 2], [5, 3], [15, 10]]; // minutes and seconds a move

const PARTS = { players: playersPart, rules: rulesPart, clock: clockPart, start: startPart };

const body = () => byId("setup-body");
const form = () => /** @type {Form} */ (state.setup);
const choices = () => /** @type {OffersView} */ (state.choices);

/** Change what is chosen, and show some parts anew; the focus goes to what was changed. @param {Partial<Form>} values @param {(keyof typeof PARTS)[]} names @param {string} focus */
function choose(values, names, focus) {
  actions.setUp(values);
  for (const name of names) byId(`part-${name}`).replaceWith(PARTS[name]());
  /** @type {HTMLElement | null} */ (body().querySelector(focus))?.focus({ preventScroll: true });
  if (names.includes("players")) reveal();
  complain("");
  tell();
}

/** Say what will be played, and who moves first; a position says that itself. */
function tell() {
  setText(byId("setup-summary"), summaryOf(form(), choices()));
  const first = form().start.kind === "fen" ? null : optionOf(choices(), form(), "first_to_move");
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (body().querySelectorAll("[data-first]")))
    node.hidden = node.dataset.first !== first;
}

/** @param {string} sentence @param {boolean} position whether the position is what is wrong */
function complain(sentence, position = false) {
  setText(byId("setup-error"), sentence);
  const fen = /** @type {HTMLElement | null} */ (body().querySelector("[name='fen']"));
  fen?.setAttribute("aria-invalid", String(position));
  if (!position) return;
  fen?.focus();
  fen?.scrollIntoView({ block: "center" }); // the sentence has taken some room below
}

/** @param {string} name @param {string} text @param {boolean} checked @param {(checked: boolean) => void} pick */
const tick = (name, text, checked, pick) =>
  el("label", { class: "tick" },
    el("input", { type: "checkbox", name, checked, "data-testid": name, onchange: ({ target }) =>
      pick(target.checked) }), text);

// ---- players

/** @param {Side} side */
function seatRow(side) {
  const seat = form()[side];
  const person = say(loneSide(form()) === side ? "game.you" : "game.person");
  const name = `seat-${side}`;
  return el("div", { class: "seat" }, el("i", { class: `disc ${side}` }),
    el("strong", {}, words.sideName(side), el("small", { "data-first": side }, say("setup.moves-first"))),
    radios(name, say("setup.who-plays", { side: words.sideName(side) }), [["person", person], ["computer",
      say("setup.computer")]], seat.kind,
      (kind) => choose({ [side]: { ...form()[side], kind } }, ["players"], `input[name="${name}"]:checked`)));
}

/** Another side for the only person, in one click. @param {Side} me */
const sideChoice = (me) =>
  el("div", { class: "detail" },
    el("button", { name: "swap", disabled: form().coin, "data-testid": "swap", onclick: () =>
      choose(swapped(form()), ["players"], "[name='swap']") },
      say("setup.swap", { side: words.sideName(words.other(me)) })),
    tick("coin", say("setup.coin"), form().coin, (coin) => choose({ coin }, ["players"], "[name='coin']")));

/** Which of two computers the list sets. */
const listChoice = () =>
  radios("list-for", say("setup.list-for"), words.SIDES.map((side) => [side, words.sideName(side)]), form().listFor,
    (listFor) => choose({ listFor }, ["players"], "input[name=\"list-for\"]:checked"));

/** @param {number} rating @param {number} highest */
function strength(rating, highest) {
  const bar = el("i", { class: "strength", "aria-hidden": "true" });
  bar.style.setProperty("--strength", `${Math.round((rating / highest) * 100)}%`);
  return el("span", { class: "rating", title: say("start.rating") }, String(rating), bar);
}

/** The list of opponents: a face, a name, a line of character and a rating each. @param {string} chosen @param {(opponent: string) => void} pick */
function ladder(chosen, pick) {
  const { levels, classic } = choices();
  const highest = Math.max(...[...levels, ...classic].map(({ rating }) => rating ?? 0));
  /** @param {OpponentView} one @returns {[string, ...Child[]]} */
  const row = (one) => [
    one.opponent,
    portrait(one.portrait),
    el("span", { class: "opponent-words" },
      el("span", {}, el("strong", {}, one.name),
        one.number ? el("small", {}, ` ${say("start.level", { number: one.number })}`) : null),
      el("small", {}, one.character)),
    one.rating ? strength(one.rating, highest) : null,
  ];
  return el("div", { class: "ladders" },
    radios("opponent", say("setup.opponent"), levels.map(row), chosen, pick, "ladder"),
    radios("opponent", say("setup.classic"), classic.map(row), chosen, pick, "ladder classic"));
}

/** Scroll so that the chosen opponent is in sight, and the edge below cuts through a row: there are more. */
function reveal() {
  const list = body().querySelector(".ladders");
  const chosen = list?.querySelector("input:checked")?.parentElement;
  if (!list || !chosen) return;
  const height = list.clientHeight;
  const above = list.getBoundingClientRect().top + list.clientTop - list.scrollTop;
  const middle = (/** @type {Element} */ row) => {
    const box = row.getBoundingClientRect();
    return box.top - above + box.height / 2;
  };
  const wanted = middle(chosen) - height / 2;
  const least = chosen.clientHeight / 2;
  const cuts = [...list.querySelectorAll(".radio")].map((row) => middle(row) - height).filter(
    (top) => top > -least && middle(chosen) >= top + least && middle(chosen) <= top + height - least,
  );
  const distance = (/** @type {number} */ top) => Math.abs(top - wanted);
  list.scrollTop = cuts.sort((one, two) => distance(one) - distance(two))[0] ?? wanted;
}

function playersPart() {
  const computers = words.SIDES.filter((side) => form()[side].kind === "computer");
  if (!computers.includes(form().listFor)) actions.setUp({ listFor: computers[0] ?? "white" });
  const { listFor, pace, book } = form();
  const seat = form()[listFor];
  const me = loneSide(form());
  const areBoth = computers.length === 2;
  return el("section", { class: "part", id: "part-players" }, el("h3", {}, say("setup.players")),
    ...words.SIDES.map(seatRow), me ? sideChoice(me) : null, areBoth ? listChoice() : null, computers.length
    ? ladder(seat.opponent, (opponent) => actions.setUp({ [listFor]: { ...form()[listFor], opponent } }))
    : el("p", {}, say("setup.two-people")), computers.length && choices().book
    ? tick("book", say("setup.book"), book, (on) => actions.setUp({ book: on }))
    : null, areBoth
    ? numberField("setup-pace", say("setup.pace"), pace, [0, tables.limits.pace, "any"],
      (seconds) => actions.setUp({ pace: seconds }))
    : null);
}

// ---- rules

function presetChips() {
  const { preset: chosen, options } = form();
  const isChanged = Object.keys(options).length > 0;
  const pick = (/** @type {string} */ name) =>
    choose(withPreset(form(), name, choices()), ["rules", "clock"], "input[name=\"preset\"]:checked");
  /** @param {PresetView} preset @returns {[string, ...Child[]]} */
  const chip = (
    { name, title },
  ) => [name, title, isChanged && name === chosen ? el("small", {}, say("setup.changed")) : null];
  return el("div", { class: "presets" },
    radios("preset", say("setup.rules"), choices().presets.map(chip), chosen, pick), isChanged
    ? el("button", { class: "reset", "data-testid": "reset", onclick: () => pick(chosen) }, say("setup.reset"))
    : null);
}

function everyRule() {
  const count = Object.keys(form().options).length;
  return count ? say("setup.every-rule-changed", { count }) : say("setup.every-rule");
}

/** One option; `set` keeps a value. @param {OptionView} option @param {(value: any) => void} set */
function optionRow(option, set) {
  const { name, title, values, number } = option;
  const value = optionOf(choices(), form(), name);
  /** @type {[any, string][]} */
  const items = values.map((
    one,
  ) => [one.value, name === "first_to_move" ? words.sideName(/** @type {Side} */ (one.value)) : one.label]);
  if (number) items.push([value ?? number.usual, number.label]);
  const sentence = el("p", {}, optionSentence(option, value));
  return el("div", { class: `option${name in form().options ? " changed" : ""}`, "data-option": name },
    selectField(`option-${name}`, title, items, value, (next) => {
      set(next);
      choose({}, ["rules"], `select[name="option-${name}"]`);
    }), number && value !== null
    ? numberField(`limit-${name}`, number.question, value, [number.least, number.most], (next) => {
      set(next);
      setText(sentence, optionSentence(option, next));
    })
    : null, sentence);
}

function rulesPart() {
  const preset = presetOf(choices(), form());
  const summary = el("summary", { "data-testid": "every-option" }, everyRule());
  /** Keep a value and say that it differs, without touching the field that is being typed into. @param {string} name @returns {(value: any) => void} */
  const setter = (name) => (value) => {
    const { [name]: _before, ...others } = form().options;
    const options = preset.options[name] === value ? others : { ...others, [name]: value };
    actions.setUp({ options });
    setText(summary, everyRule());
    part.querySelector(`[data-option="${name}"]`)?.classList.toggle("changed", name in options);
    within(part, ".presets").replaceWith(presetChips());
  };
  const shown = choices().options.filter((option) =>
    option.part !== "clock" && matters(option, (name) => optionOf(choices(), form(), name))
  );
  const part = el("section", { class: "part", id: "part-rules" }, presetChips(), el("p", {}, preset.sentence),
    el("details", { class: "options", open: body().querySelector("details")?.open }, summary,
      ...shown.map((option) => optionRow(option, setter(option.name)))));
  return part;
}

// ---- clock

/** A clock that the person chooses is kept, whatever rules are chosen later. @param {Partial<FormClock>} values */
const withClock = (values) => ({ clock: { ...form().clock, ...values }, clockBefore: null });

/** @param {string} text @param {Partial<FormClock>} values */
const quickClock = (text, values) =>
  el("button", { name: text, onclick: () => choose(withClock(values), ["clock"], `button[name="${text}"]`) }, text);

/** @param {keyof FormClock} field @returns {(value: number) => void} */
const setClock = (field) => (value) => actions.setUp(withClock({ [field]: value }));

function clockPart() {
  const { kind, move, minutes, increment } = form().clock;
  const details = {
    none: () => [el("p", {}, say("setup.no-clock-use"))],
    move: () => [
      numberField("clock-seconds", say("setup.seconds-a-move"), move, [1, 3600], setClock("move")),
      el("div", { class: "quick" },
        ...QUICK_SECONDS.map((seconds) => quickClock(say("setup.quick-seconds", { seconds }), { move: seconds }))),
    ],
    game: () => [
      numberField("clock-minutes", say("setup.minutes-each"), minutes, [0.25, 600, 0.25], setClock("minutes")),
      numberField("clock-increment",
        el("span", {}, say("setup.extra-seconds"), el("span", { class: "wide" }, ` ${say("setup.a-move")}`)), increment,
        [0, 600], setClock("increment")),
      el("div", { class: "quick" },
        ...QUICK_CLOCKS.map(([some, more]) => quickClock(`${some} + ${more}`, { minutes: some, increment: more }))),
    ],
  };
  return el("section", { class: "part", id: "part-clock" },
    radios("clock", say("setup.clock"), [["none", say("setup.clock-none")], ["move", say("setup.clock-move")], ["game",
      say("setup.clock-game")]], kind,
      (/** @type {FormClock["kind"]} */ value) =>
        choose(withClock({ kind: value }), ["clock"], "input[name=\"clock\"]:checked")),
    el("div", { class: "detail" }, ...details[kind]()), kind === "none" ? null : el("p", {}, say("setup.out-of-time")));
}

// ---- start

/** @param {BallotView} ballot */
function ballotText({ number, moves, name, barred }) {
  const text = say(name ? "setup.ballot-named" : "setup.ballot", { number, moves, name });
  return barred ? say("setup.ballot-barred", { ballot: text }) : text;
}

function fenField() {
  const editor = el("a", { class: "button", "data-testid": "set-it-up" }, say("setup.on-a-board"));
  const lead = () => editor.setAttribute("href", api.editorAddress(form().start.fen, form()));
  lead();
  return el("div", { class: "detail" },
    el("label", { class: "field" }, say("setup.fen"),
      el("input", { value: form().start.fen, name: "fen", placeholder: "B:W18,24,27,K10:B12,16,K22",
        maxlength: tables.limits.fen, spellcheck: "false", required: true, "data-testid": "fen",
        "aria-describedby": "setup-error", oninput: ({ target }) => {
          actions.setUp({ start: { ...form().start, fen: target.value } });
          complain("");
          lead();
        } })), editor);
}

function startPart() {
  const { start } = form();
  const details = {
    standard: () => el("p", {}, say("setup.start-standard-use")),
    "random-ballot": () => el("p", {}, say("setup.start-random-use")),
    ballot: () =>
      selectField("ballot", say("setup.ballots"), choices().ballots.map((one) => [one.number, ballotText(one)]),
        start.number, (number) => actions.setUp({ start: { ...form().start, number } })),
    fen: fenField,
  };
  /** @type {[Form["start"]["kind"], string][]} */
  const kinds = [["standard", say("setup.start-standard")], ["random-ballot", say("setup.start-random")], ["ballot",
    say("setup.start-ballot")], ["fen", say("setup.start-fen")]];
  return el("section", { class: "part", id: "part-start" },
    radios("start", say("setup.start"), kinds, start.kind,
      (kind) => choose({ start: { ...form().start, kind } }, ["start"], "input[name=\"start\"]:checked")),
    details[start.kind]());
}

// ---- the dialog

const submit = once(async () => {
  let view;
  try {
    view = await api.newGame(requestOf(form()));
  } catch (error) {
    const { message, status } = api.refusalOf(error);
    return complain(message, status === 422 && form().start.kind === "fen");
  }
  byId("setup-dialog", HTMLDialogElement).close();
  setPreference("setup", form());
  const remembered = lastOf(form(), choices());
  if (remembered) setPreference("last", remembered);
  openGame(view);
});

export function listenToSetup() {
  for (const kind of ["input", "change"]) body().addEventListener(kind, tell);
  // The browser cannot point at a wrong number that is folded away.
  body().addEventListener("invalid",
    ({ target }) => /** @type {Element} */ (target).closest("details")?.setAttribute("open", ""), true);
  onSubmit(byId("setup-form"), submit);
}

/** Let somebody set up a game. @param {Partial<Record<Side, "person" | "computer">>} seats who is to play, where it is settled */
export async function openSetup(seats = {}) {
  if (!(await offers())) return;
  const before = restored(state.preferences.setup, choices());
  const { opponent } = lastGame();
  const me = loneSide(before);
  if (me && opponent && offered(choices(), opponent)) before[words.other(me)].opponent = opponent; // a level that was climbed to
  for (const side of words.SIDES) before[side].kind = seats[side] ?? before[side].kind;
  actions.openSetup(before);
  body().replaceChildren(); // the options are folded away again
  body().replaceChildren(el("div", { class: "column" }, playersPart()),
    el("div", { class: "column" }, rulesPart(), clockPart(), startPart()));
  complain("");
  tell();
  openDialog("setup-dialog");
  body().scrollTop = 0;
  reveal();
}
