// Rules in the set-up: a preset, and every option for house rules.

import { numberField, radios, selectField } from "./controls.js";
import { el } from "./elements.js";
import { presetName, translated } from "./words.js";

export const presetOf = (choices, form) => choices.presets.find((preset) => preset.name === form.preset);

/** The value of an option: the house's, else the preset's. */
export const optionOf = (choices, form, name) =>
  (name in form.options ? form.options[name] : presetOf(choices, form).options[name]);

function optionRow(choices, form, option, redraw) {
  const { name, title, values, number } = option;
  const value = optionOf(choices, form, name);
  const set = (next) => {
    if (presetOf(choices, form).options[name] === next) delete form.options[name];
    else form.options[name] = next;
  };
  const pick = (next) => {
    set(next);
    redraw(`select[name="option-${name}"]`);
  };
  const items = values.map((one) => [one.value, translated(one.label)]);
  if (number) items.push([value ?? number.usual, "Limit"]);
  const words = el("p");
  const tell = (now) => {
    const sentence = values.find((one) => one.value === now)?.sentence ?? number?.sentence ?? "";
    words.textContent = translated(sentence.replace("{number}", now));
  };
  tell(value);
  const limit = (next) => {
    set(next);
    tell(next);
  };
  return el("div", { class: `option${name in form.options ? " changed" : ""}` },
    selectField(`option-${name}`, title, items, value, pick),
    number && value !== null ? numberField(`limit-${name}`, "After", value, [number.least, number.most], limit) : null,
    words);
}

export function rulesPart(choices, form, open, pickPreset, redraw) {
  const options = choices.options.filter((option) => option.name !== "move_seconds"); // that is the clock
  const changed = Object.keys(form.options).length;
  return el("section", {},
    radios("preset", "Rules", choices.presets.map(({ name }) => [name, presetName(name)]), form.preset, pickPreset),
    el("p", {}, translated(presetOf(choices, form).sentence)),
    el("details", { class: "options", open },
      el("summary", { "data-testid": "every-option" }, changed ? `Every rule (${changed} changed)` : "Every rule, one by one"),
      ...options.map((option) => optionRow(choices, form, option, redraw))),
    changed ? el("button", { type: "button", class: "reset", "data-testid": "reset", onclick: () => pickPreset(form.preset) }, "Reset") : null);
}
