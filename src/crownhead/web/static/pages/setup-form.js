// The set-up of a new game as plain values: what is chosen, what it asks the server for, and what it says.

import { say, shown } from "../lib/say.js";
import * as words from "../lib/words.js";

/** "5 minutes", or "15 seconds" where they are not whole. @param {number} seconds */
export const duration = (seconds) =>
  seconds % 60 ? say("count.second", { count: seconds }) : say("count.minute", { count: seconds / 60 });

/** @returns {Form} */
export const usualForm = (/** @type {string} */ newcomer) => ({
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

/** @param {OffersView} choices @param {string} opponent */
export const offered = ({ levels, classic }, opponent) =>
  [...levels, ...classic].find((one) => one.opponent === opponent);

/** @param {OffersView} choices @param {Pick<Form, "preset">} form */
export const presetOf = (choices,
  form) => /** @type {PresetView} */ (choices.presets.find((preset) => preset.name === form.preset));

/** The value of an option: the house's, else the preset's. @param {OffersView} choices @param {Form} form @param {string} name @returns {any} */
export const optionOf = (choices, form,
  name) => (name in form.options ? form.options[name] : presetOf(choices, form).options[name]);

/** The last set-up, where the server still offers it, without its position. @param {any} setup what an older version may have kept @param {OffersView} choices @returns {Form} */
export function restored(setup, choices) {
  const usual = usualForm(choices.newcomer);
  const fits = setup && setup.clock && setup.start && setup.options && presetOf(choices, setup)
    && words.SIDES.every((side) => offered(choices, setup[side]?.opponent));
  if (!fits) return usual;
  const { start, ...rest } = structuredClone(setup);
  return { ...usual, ...rest,
    start: start.kind === "random-ballot" ? { ...usual.start, kind: start.kind } : usual.start };
}

/** @param {Form} form */
const people = (form) => words.SIDES.filter((side) => form[side].kind === "person");

/** The side of the only person, or null. @param {Form} form */
export function loneSide(form) {
  const [side, more] = people(form);
  return side && !more ? side : null;
}

/** The same players on the other sides. @param {Form} form */
export const swapped = (form) => ({ black: form.white, white: form.black, listFor: words.other(form.listFor) });

/** What choosing a preset changes. Its time limit sets the clock; the next preset gives the old clock back. @param {Form} form @param {string} preset @param {OffersView} choices */
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

/** What the value of an option means. @param {OptionView} option @param {any} value @returns {string} */
export function optionSentence({ name, values, number }, value) {
  if (name === "first_to_move") return say("rules.first_to_move.sentence", { side: { code: `side.${value}` } });
  const fixed = values.find((one) => one.value === value)?.sentence;
  return fixed
    ?? (number
      ? say(/** @type {"rules.quiet_limit.number.sentence"} */ (`rules.${name}.number.sentence`), { count: value })
      : "");
}

/** Whether an option changes anything, given the others. @param {OptionView} option @param {(name: string) => any} valueOf */
export const matters = ({ idle }, valueOf) => !idle || valueOf(idle.option) !== idle.value;

/** @param {Form} form @param {OffersView} choices */
function playersSummary(form, choices) {
  const name = (/** @type {Side} */ side) => offered(choices, form[side].opponent)?.name ?? "";
  const me = loneSide(form);
  if (!me)
    return people(form).length
      ? say("setup.summary.people")
      : say("setup.summary.computers", { black: name("black"), white: name("white") });
  const opponent = name(words.other(me));
  return form.coin
    ? say("setup.summary.coin", { opponent, side: { code: "side.black" } })
    : say("setup.summary.you", { opponent, side: { code: `side.${me}` } });
}

/** @param {FormClock} clock */
function clockSummary({ kind, move, minutes, increment }) {
  if (kind === "none") return say("setup.summary.no-clock");
  if (kind === "move") return say("setup.summary.move", { time: duration(move) });
  const time = duration(minutes * 60);
  if (!increment) return say("setup.summary.game", { time });
  return say("setup.summary.increment", { time, more: say("count.second", { count: increment }) });
}

/** What will be played, in a line. @param {Form} form @param {OffersView} choices */
export function summaryOf(form, choices) {
  const { clock, start, options } = form;
  const preset = presetOf(choices, form);
  const count = Object.keys(options).length;
  const limit = preset.options.move_seconds;
  const isOwn = limit !== null && limit !== (clock.kind === "move" ? clock.move : null); // not the preset's
  const time = clockSummary(clock);
  return say("setup.summary", {
    players: playersSummary(form, choices),
    rules: count
      ? say("setup.summary.rules-changed", { rules: preset.title, count })
      : say("setup.summary.rules", { rules: preset.title }),
    clock: isOwn ? say("setup.summary.own-clock", { clock: time }) : time,
    start: shown({ code: `setup.summary.start.${start.kind}`, values: { number: start.number } }),
  });
}
