// The set-up of a new game as plain values: what is chosen, what it asks the server for, and what it says.

import { other, plural, presetName } from "../lib/words.js";

/** "5 minutes", or "15 seconds" where they are not whole. */
export const duration = (seconds) => (seconds % 60 ? plural(seconds, "second") : plural(seconds / 60, "minute"));

/** @type {Side[]} */
export const SIDES = ["black", "white"];

/** @returns {Form} */
export const usualForm = (newcomer) => ({
  black: { kind: "person", opponent: newcomer },
  white: { kind: "computer", opponent: newcomer },
  coin: false,
  listFor: "white",
  preset: "english",
  options: {},
  clock: { kind: "none", move: 30, minutes: 5, increment: 3 },
  clockBefore: null,
  start: { kind: "standard", number: 1, fen: "" },
  pace: 1,
  book: true,
});

/** @param {OffersView} choices */
export const offered = ({ levels, classic }, opponent) =>
  [...levels, ...classic].find((one) => one.opponent === opponent);

/** @param {OffersView} choices @param {Pick<Form, "preset">} form */
export const presetOf = (choices,
  form) => /** @type {PresetView} */ (choices.presets.find((preset) => preset.name === form.preset));

/** The value of an option: the house's, else the preset's. @param {OffersView} choices @param {Form} form @returns {any} */
export const optionOf = (choices, form,
  name) => (name in form.options ? form.options[name] : presetOf(choices, form).options[name]);

/** The last set-up, where the server still offers it, without its position. @param {OffersView} choices @returns {Form} */
export function restored(setup, choices) {
  const usual = usualForm(choices.newcomer);
  const fits = setup && setup.clock && setup.start && setup.options && presetOf(choices, setup)
    && SIDES.every((side) => offered(choices, setup[side]?.opponent));
  if (!fits) return usual;
  const { start, ...rest } = structuredClone(setup);
  return { ...usual, ...rest,
    start: start.kind === "random-ballot" ? { ...usual.start, kind: start.kind } : usual.start };
}

/** @param {Form} form */
const people = (form) => SIDES.filter((side) => form[side].kind === "person");

/** The side of the only person, or null. @param {Form} form */
export function loneSide(form) {
  const [side, more] = people(form);
  return side && !more ? side : null;
}

/** The same players on the other sides. @param {Form} form */
export const swapped = (form) => ({ black: form.white, white: form.black, listFor: other(form.listFor) });

/** What choosing a preset changes. Its time limit sets the clock; the next preset gives the old clock back. @param {Form} form @param {OffersView} choices */
export function withPreset(form, preset, choices) {
  const own = form.clockBefore ?? form.clock;
  const limit = presetOf(choices, { preset }).options.move_seconds;
  if (typeof limit !== "number") return { preset, options: {}, clock: own, clockBefore: null };
  return { preset, options: {}, clock: { ...own, kind: /** @type {const} */ ("move"), move: limit }, clockBefore: own };
}

/** The body of the request; `heads` is how the coin falls. @param {Form} form */
export function requestOf(form, heads = Math.random() < 0.5) {
  const { clock, start } = form;
  const seats = form.coin && heads && loneSide(form) ? { ...form, ...swapped(form) } : form;
  const seat = (/** @type {Side} */ side) => (seats[side].kind === "person" ? "person" : seats[side].opponent);
  const clocks = {
    none: {},
    move: { seconds: clock.move },
    game: { seconds: Math.round(clock.minutes * 60), increment: clock.increment },
  };
  const starts = { standard: {}, "random-ballot": {}, ballot: { number: start.number },
    fen: { fen: start.fen.trim() } };
  return {
    black: seat("black"),
    white: seat("white"),
    rules: { preset: form.preset, options: form.options },
    clock: { kind: clock.kind, ...clocks[clock.kind] },
    start: { kind: start.kind, ...starts[start.kind] },
    pace: form.pace,
    book: form.book,
  };
}

/** What Play begins from now on: the same without its position. Null where nobody plays: to watch has its own button. @param {Form} form @param {OffersView} choices @returns {LastGame | null} */
export function lastOf(form, choices) {
  if (!people(form).length) return null;
  const again = restored(form, choices);
  return { request: requestOf({ ...again, coin: false }), side: loneSide(form),
    coin: form.coin && Boolean(loneSide(form)) };
}

/** @param {Form} form @param {OffersView} choices @param {Words} words */
function playersSummary(form, choices, words) {
  const name = (/** @type {Side} */ side) => offered(choices, form[side].opponent)?.name;
  const me = loneSide(form);
  if (!me) return people(form).length ? "Two people" : SIDES.map(name).join(" v ");
  if (form.coin) return `You play against ${name(other(me))}. A coin decides who is ${words.colour("black")}`;
  return `You play ${words.colour(me)} against ${name(other(me))}`;
}

/** @param {FormClock} clock */
function clockSummary({ kind, move, minutes, increment }) {
  const more = increment ? ` plus ${plural(increment, "second")} per move` : "";
  return { none: "no clock", move: `${plural(move, "second")} per move`,
    game: `${duration(minutes * 60)} each${more}` }[kind];
}

/** What will be played, in a line. @param {Form} form @param {OffersView} choices @param {Words} words */
export function summaryOf(form, choices, words) {
  const { clock, start, preset, options } = form;
  const changed = Object.keys(options).length;
  const limit = presetOf(choices, form).options.move_seconds;
  const but = limit !== null && limit !== (clock.kind === "move" ? clock.move : null) ? "but " : ""; // not the preset's own clock
  const from = {
    standard: "the usual start",
    "random-ballot": "a random opening",
    ballot: `opening ${start.number}`,
    fen: "your own position",
  }[start.kind];
  return `${playersSummary(form, choices, words)}. ${presetName(preset)} rules${
    changed ? `, ${changed} changed` : ""
  }, ${but}${clockSummary(clock)}, from ${from}.`;
}
