// The settings dialog.

import { byId, el, setText } from "./elements.js";
import { tinyBoard } from "./board.js";
import { setPreference } from "./preferences.js";
import { onDraw, state } from "./state.js";

const THEMES = { classic: "Red and white", "red-black": "Red and black", wood: "Wood", "high-contrast": "High contrast" };
const MODES = { auto: "As the system", light: "Light", dark: "Dark" };
const MOTIONS = { auto: "As the system", full: "Full", reduced: "Reduced" };

function radios(name, title, choices, extra = () => null) {
  return el("fieldset", { class: `choice ${name}` }, el("legend", {}, title),
    el("div", { class: "choice-row" }, ...Object.entries(choices).map(([value, text]) => el("label", { class: "chip" },
      el("input", { type: "radio", name: `setting-${name}`, value, "data-testid": `${name}-${value}`, onchange: () => setPreference(name, value) }),
      extra(value), el("span", {}, text)))));
}

function tick(name, text) {
  return el("label", { class: "tick" },
    el("input", { type: "checkbox", name: `setting-${name}`, "data-testid": `setting-${name}`, onchange: (event) => setPreference(name, event.target.checked) }),
    el("span", {}, text));
}

/** A corner of the board in a theme's own colours. */
function sample(theme) {
  const picture = tinyBoard("................b.......W.......", false);
  picture.setAttribute("viewBox", "0 400 300 300");
  return el("span", { class: "sample", "data-theme": theme }, picture);
}

export function buildSettings() {
  const leg = el("input", { type: "range", min: 100, max: 1500, step: 50, id: "setting-leg", "data-testid": "setting-leg",
    oninput: (event) => setPreference("leg", Number(event.target.value)) });
  byId("settings-body").append(
    radios("theme", "Board and pieces", THEMES, sample),
    radios("mode", "Light or dark page", MODES),
    radios("motion", "Movement", MOTIONS),
    el("div", { class: "slider" }, el("label", { for: "setting-leg" }, "The computer's captures, each jump"), leg, el("output", { id: "leg-text", for: "setting-leg" })),
    el("div", { class: "ticks" }, tick("sound", "Sounds"), tick("numbers", "Numbers on the squares"), tick("keys", "Single-letter keys (F, M, H, …)")));
  onDraw(drawSettings);
}

function drawSettings() {
  for (const input of byId("settings-body").querySelectorAll("input")) {
    const name = input.id === "setting-leg" ? "leg" : input.name.slice("setting-".length);
    const value = state.preferences[name];
    if (input.type === "radio") input.checked = input.value === value;
    else if (input.type === "checkbox") input.checked = Boolean(value);
    else if (document.activeElement !== input) input.value = value;
  }
  setText(byId("leg-text"), `${state.preferences.leg} ms`);
}
