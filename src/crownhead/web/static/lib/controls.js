// Controls that several forms share.

import { el } from "./dom.js";

/** An action that is not begun again while it is being done. @param {(...what: any[]) => Promise<void>} action */
export function once(action) {
  let going = false;
  return async (/** @type {any[]} */ ...what) => {
    if (going) return;
    going = true;
    try {
      await action(...what);
    } finally {
      going = false;
    }
  };
}

/**
 * Radio buttons; `items` are [value, ...what its label shows].
 * @param {string} name @param {string} legend @param {any[][]} items @param {any} chosen @param {(value: any) => void} pick
 */
export function radios(name, legend, items, chosen, pick, look = "chips") {
  const radio = (/** @type {any} */ value) => el("input", {
    type: "radio", name, value, checked: value === chosen, "data-testid": `${name}-${value}`, onclick: () => pick(value),
  });
  return el("fieldset", { class: look }, el("legend", {}, legend),
    ...items.map(([value, ...shown]) => el("label", { class: "radio" }, radio(value), ...shown)));
}

/** @param {string} name @param {string} label @param {number} value @param {any[]} limits @param {(value: number) => void} pick */
export function numberField(name, label, value, [min, max, step = 1], pick) {
  return el("label", { class: "field" }, label, el("input", {
    type: "number", name, min, max, step, value, required: true, "data-testid": name,
    oninput: (/** @type {any} */ { target }) => target.validity.valid && pick(target.valueAsNumber),
  }));
}

/** @param {string} name @param {string} label @param {any[][]} items @param {any} chosen @param {(value: any) => void} pick */
export function selectField(name, label, items, chosen, pick) {
  const option = (/** @type {any[]} */ [value, text]) => el("option", { value, selected: value === chosen }, text);
  return el("label", { class: "field" }, label,
    el("select", { name, "data-testid": name, onchange: (/** @type {any} */ { target }) => pick(items[target.selectedIndex][0]) }, ...items.map(option)));
}
