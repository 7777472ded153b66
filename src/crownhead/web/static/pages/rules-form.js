// Rules in the set-up: a preset, and every option for house rules; and what options mean, in words.

import { el, numberField, radios, selectField, setText } from "../lib/dom.js";
import { optionOf, presetOf } from "./setup-form.js";
import { words } from "./state.js";

/** A number instead of a fixed value: the choice, and the field's label. @type {Record<string, [string, string]>} */
const COUNTS = {
  quiet_limit: ["After a while", "How many turns"],
  repetition_limit: ["After a few times", "How many times"],
};

/** What the value of an option means; sides are called by their colours here. @param {OptionView} option @returns {string} */
export function optionSentence({ name, values, number }, value) {
  if (name === "first_to_move") return `${words.colour(value)} moves first.`;
  const fixed = values.find((one) => one.value === value)?.sentence;
  return fixed ?? number?.sentence.replace("{number}", String(value)) ?? "";
}

/** Whether an option changes anything, with the others as they are. */
export function matters(name, valueOf) {
  if (name === "move_seconds") return false; // that is the clock
  if (name === "quiet_counts_men") return valueOf("quiet_limit") !== null;
  if (name === "crowning_ends_move") return valueOf("continuation") !== "none";
  return true;
}

/** @param {OffersView} choices @param {Form} form */
function presetChips(choices, form, pickPreset) {
  const changed = Object.keys(form.options).length > 0;
  const chip = (
    /** @type {PresetView} */ { name, title },
  ) => [name, title, changed && name === form.preset ? el("small", {}, "changed") : null];
  const reset = el("button", { type: "button", class: "reset", "data-testid": "reset",
    onclick: () => pickPreset(form.preset) }, "Reset");
  return el("div", { class: "presets" }, radios("preset", "Rules", choices.presets.map(chip), form.preset, pickPreset),
    changed ? reset : null);
}

/** @param {Form} form */
function everyRule({ options }) {
  const changed = Object.keys(options).length;
  return changed ? `Every rule (${changed} changed)` : "Every rule, one by one";
}

/**
 * One option; `set` keeps a value, `redraw` shows the part anew.
 * @param {OptionView} option @param {boolean} changed
 * @param {(focus: string) => void} redraw
 */
function optionRow(option, value, changed, set, redraw) {
  const { name, title, values, number } = option;
  const items = values.map((
    one,
  ) => [one.value, name === "first_to_move" ? words.colour(/** @type {any} */ (one.value)) : one.label]);
  const [after, howMany] = COUNTS[name] ?? [];
  if (number) items.push([value ?? number.usual, after]);
  const sentence = el("p", {}, optionSentence(option, value));
  return el("div", { class: `option${changed ? " changed" : ""}`, "data-option": name },
    selectField(`option-${name}`, title, items, value, (next) => {
      set(next);
      redraw(`select[name="option-${name}"]`);
    }), number && value !== null
    ? numberField(`limit-${name}`, howMany, value, [number.least, number.most], (next) => {
      set(next);
      setText(sentence, optionSentence(option, next));
    })
    : null, sentence);
}

/**
 * @param {OffersView} choices @param {Form} form
 * @param {{ open: boolean, pickPreset: (name: string) => void, redraw: (focus: string) => void }} then
 */
export function rulesPart(choices, form, { open, pickPreset, redraw }) {
  const preset = presetOf(choices, form);
  const valueOf = (name) => optionOf(choices, form, name);
  const summary = el("summary", { "data-testid": "every-option" }, everyRule(form));
  let chips = presetChips(choices, form, pickPreset);
  /** Keep a value and say that it differs, without touching the field that is being typed into. */
  const setter = (name) => (value) => {
    const { [name]: _before, ...others } = form.options;
    form.options = preset.options[name] === value ? others : { ...others, [name]: value };
    setText(summary, everyRule(form));
    part.querySelector(`[data-option="${name}"]`).classList.toggle("changed", name in form.options);
    const fresh = presetChips(choices, form, pickPreset);
    chips.replaceWith(fresh);
    chips = fresh;
  };
  const rows = choices.options.filter(({ name }) => matters(name, valueOf)).map(
    (option) => optionRow(option, valueOf(option.name), option.name in form.options, setter(option.name), redraw),
  );
  const part = el("section", { class: "part", id: "part-rules" }, chips, el("p", {}, preset.sentence),
    el("details", { class: "options", open }, summary, ...rows));
  return part;
}
