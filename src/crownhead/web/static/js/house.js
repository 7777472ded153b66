// Rules in the set-up: a preset, and every option with its sentence for house rules.

import { el } from "./elements.js";
import { presetName, translated } from "./words.js";

const shown = (value) => (value === true ? "On" : value === false ? "Off" : value === null ? "No limit" : `${value[0].toUpperCase()}${value.slice(1)}`);

function set(form, preset, name, value) {
  if (preset.options[name] === value) delete form.options[name];
  else form.options[name] = value;
}

function optionRow(option, preset, form, changed) {
  const value = option.name in form.options ? form.options[option.name] : preset.options[option.name];
  const sentence = option.values.find((one) => one.value === value)?.sentence ?? "";
  const id = `option-${option.name}`;
  const pick = (next) => {
    set(form, preset, option.name, next);
    changed();
    document.getElementById(id)?.focus();
  };
  const control = option.number ? numberControl(option, value, id, pick, form, preset)
    : [el("select", { id, "data-testid": id, onchange: (event) => pick(option.values[event.target.selectedIndex].value) },
      ...option.values.map((one) => el("option", { selected: one.value === value }, option.name === "first_to_move" ? translated(shown(one.value)) : shown(one.value))))];
  return el("div", { class: `option${option.name in form.options ? " changed" : ""}` },
    el("label", { for: id }, option.title), el("div", { class: "option-control" }, ...control),
    sentence ? el("p", {}, translated(sentence)) : null);
}

/** A limit: off, or a number. */
function numberControl(option, value, id, pick, form, preset) {
  const { least, most, usual } = option.number;
  return [
    el("select", { id, "data-testid": id, onchange: (event) => pick(event.target.value === "none" ? null : usual) },
      el("option", { value: "none", selected: value === null }, "No limit"), el("option", { value: "some", selected: value !== null }, "After")),
    value === null ? null : el("input", { type: "number", min: least, max: most, value, "aria-label": option.title, oninput: (event) => event.target.validity.valid && event.target.value && set(form, preset, option.name, event.target.valueAsNumber) }),
  ];
}

export function rulesPart(choices, form, open, pickPreset, changed) {
  const preset = choices.presets.find((one) => one.name === form.preset);
  const options = choices.options.filter((option) => option.name !== "move_seconds"); // that is the clock
  const differs = Object.keys(form.options).length;
  return el("section", { class: "part" }, el("h3", {}, "Rules"),
    el("fieldset", { class: "presets" }, el("legend", { class: "unseen" }, "Rules"),
      ...choices.presets.map((one) => el("label", { class: "preset" },
        el("input", { type: "radio", name: "preset", value: one.name, checked: one.name === form.preset, "data-testid": `preset-${one.name}`, onchange: () => pickPreset(one.name) }),
        el("span", {}, presetName(one.name))))),
    el("p", { class: "hint-line-text" }, translated(preset.sentence)),
    el("details", { class: "options", open }, el("summary", { "data-testid": "every-option" }, differs ? `Every rule (${differs} changed)` : "Every rule, one by one"),
      ...options.map((option) => optionRow(option, preset, form, changed))));
}
