// Controls that several forms share.

import { el } from "./dom.js";

/**
 * Radio buttons; `items` are [value, ...what its label shows].
 * @param {(value: any) => void} pick
 */
export function radios(name, legend, items, chosen, pick, look = "chips") {
  const radio = (value) =>
    el("input", {
      type: "radio",
      name,
      value,
      checked: value === chosen,
      "data-testid": `${name}-${value}`,
      onclick: () => pick(value),
    });
  return el("fieldset", { class: look }, el("legend", {}, legend),
    ...items.map(([value, ...shown]) => el("label", { class: "radio" }, radio(value), ...shown)));
}

export function numberField(name, label, value, limits, pick) {
  const [min, max, step = 1] = limits;
  return el("label", { class: "field" }, label, el("input", {
    type: "number",
    name,
    min,
    max,
    step,
    value,
    required: true,
    "data-testid": name,
    oninput: ({ target }) => target.validity.valid && pick(target.valueAsNumber),
  }));
}

export function selectField(name, label, items, chosen, pick) {
  const option = ([value, text]) => el("option", { value, selected: value === chosen }, text);
  return el("label", { class: "field" }, label,
    el("select", { name, "data-testid": name, onchange: ({ target }) => pick(items[target.selectedIndex][0]) },
      ...items.map(option)));
}
