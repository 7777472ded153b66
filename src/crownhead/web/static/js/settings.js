// The settings dialog.

import { tinyBoard } from "./board.js";
import { radios } from "./controls.js";
import { byId, el, setText } from "./elements.js";
import { setPreference } from "./preferences.js";
import { onDraw, state } from "./state.js";

const THEMES = { classic: "Red and white", "red-black": "Red and black", wood: "Wood", "high-contrast": "High contrast" };
const MODES = [["auto", "As the system"], ["light", "Light"], ["dark", "Dark"]];
const MOTIONS = [["auto", "As the system"], ["full", "Full"], ["reduced", "Reduced"]];

const group = (name, legend, items) => radios(name, legend, items, null, (value) => setPreference(name, value));

const tick = (name, text) => el("label", { class: "tick" }, el("input", {
  type: "checkbox", name, "data-testid": `setting-${name}`, onchange: ({ target }) => setPreference(name, target.checked),
}), text);

/** A corner of the board in a theme's own colours. */
function sample(theme) {
  const picture = tinyBoard("................b.......W.......", false);
  picture.setAttribute("viewBox", "0 400 300 300");
  return el("span", { class: "sample", "data-theme": theme }, picture);
}

export function buildSettings() {
  const leg = el("input", {
    type: "range", name: "leg", min: 100, max: 1500, step: 50, "data-testid": "setting-leg",
    oninput: ({ target }) => setPreference("leg", Number(target.value)),
  });
  byId("settings-body").append(
    group("theme", "Board and pieces", Object.entries(THEMES).map(([theme, name]) => [theme, sample(theme), name])),
    group("mode", "Light or dark page", MODES),
    group("motion", "Movement", MOTIONS),
    el("label", { class: "slider" }, el("b", {}, "The computer's captures, each jump"), leg, el("output", { id: "leg-text" })),
    el("div", {}, tick("sound", "Sounds"), tick("numbers", "Numbers on the squares"), tick("keys", "Single-letter keys (F, M, H, …)")));
  onDraw(drawSettings);
}

function drawSettings() {
  for (const input of byId("settings-body").querySelectorAll("input")) {
    const value = state.preferences[input.name];
    if (input.type === "radio") input.checked = input.value === value;
    else if (input.type === "checkbox") input.checked = Boolean(value);
    else if (document.activeElement !== input) input.value = value;
  }
  setText(byId("leg-text"), `${state.preferences.leg} ms`);
}
