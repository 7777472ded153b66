// The settings dialog: what this browser shows, and how.

import { openDialog } from "../lib/dialogs.js";
import { byId, el, radios, setAttribute, setText } from "../lib/dom.js";
import { setPreference } from "../lib/page.js";
import { layGrain, stillBoard } from "../lib/picture.js";
import { tables } from "../messages.js";
import { onDraw, state, wantsTyping } from "./state.js";

const THEMES = {
  classic: "Red and white",
  slate: "Slate",
  sand: "Sand",
  wood: "Wood",
  "red-black": "Red and black",
  "high-contrast": "High contrast",
};
const PIECES = { classic: "Classic", flat: "Flat" };
const MODES = [["auto", "Same as my device"], ["light", "Light"], ["dark", "Dark"]];
const MOTIONS = [["auto", "Same as my device"], ["full", "Full"], ["reduced", "Reduced"]];

const group = (name, legend, items) => radios(name, legend, items, null, (value) => setPreference(name, value));

const tick = (name, text) =>
  el("label", { class: "tick" }, el("input", {
    type: "checkbox",
    name,
    "data-testid": `setting-${name}`,
    onchange: ({ target }) => setPreference(name, target.checked),
  }), text);

/** Four squares of the board as a setting shows them. */
function sample(setting, value) {
  const picture = stillBoard("................b...W...........");
  picture.setAttribute("viewBox", "0 400 200 200");
  return el("span", { class: "sample", [`data-${setting}`]: value }, picture);
}

/** @param {Record<string, string>} names */
const sampled = (name, legend, names) =>
  group(name, legend, Object.entries(names).map(([value, text]) => [value, sample(name, value), text]));

function slider() {
  return el("label", { class: "slider" }, el("b", {}, "Speed of the computer's jumps"), el("input", {
    type: "range",
    name: "leg",
    min: 100,
    max: 1500,
    step: 50,
    "data-testid": "setting-leg",
    oninput: ({ target }) => setPreference("leg", Number(target.value)),
  }), el("output", { id: "leg-text" }));
}

function nameField() {
  return el("label", { class: "field" }, el("b", {}, "Your name"), el("input", {
    type: "text",
    name: "name",
    maxlength: tables.limits.person,
    autocomplete: "nickname",
    "data-testid": "setting-name",
    "aria-describedby": "name-use",
    oninput: ({ target }) => setPreference("name", target.value),
  }), el("small", { id: "name-use" }, "Used in saved games and when you play a friend."));
}

/** Show what is set, wherever it was set; what is being typed or dragged stays as it is. */
function drawSettings() {
  for (const input of byId("settings-body").querySelectorAll("input")) {
    const value = state.preferences[input.name] ?? wantsTyping(); // the only one that may be unset
    if (input.type === "radio") input.checked = input.value === value;
    else if (input.type === "checkbox") input.checked = value;
    else if (document.activeElement !== input) input.value = value;
  }
  const pace = `${state.preferences.leg / 1000} s per jump`;
  setText(byId("leg-text"), pace);
  setAttribute(byId("settings-body").querySelector("[name='leg']"), "aria-valuetext", pace);
}

function build() {
  layGrain(); // a sample shows it
  byId("settings-body").replaceChildren(
    sampled("theme", "Board", THEMES),
    sampled("pieces", "Pieces", PIECES),
    group("mode", "Light or dark", MODES),
    group("motion", "Animation", MOTIONS),
    slider(),
    el("div", {}, tick("sound", "Sounds"), tick("numbers", "Numbers on the squares"),
      tick("keys", "One-letter keys, such as H for a hint"), tick("typing", "Show the box for typing moves")),
    nameField(),
    .../** @type {any} */ (navigator).standalone === false
      ? [el("p", {}, "To keep Crownhead on your home screen, tap Share, then Add to Home Screen.")]
      : [],
  );
  onDraw(drawSettings);
}

/** Show the settings. */
export async function openSettings() {
  if (!byId("settings-body").childElementCount) build();
  drawSettings();
  openDialog("settings-dialog");
}
