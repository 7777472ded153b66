// The header of every page: sound, help and settings, also by keys.

import { tables } from "../messages.js";
import { openDialog } from "./dialogs.js";
import { byId, el, onClick, onKey, radios, setAttribute, setText, TEXT, within } from "./dom.js";
import { layGrain, stillBoard } from "./picture.js";
import { CHOICES, setPreference, wantsTyping } from "./preferences.js";
import { say } from "./say.js";

/** Let the header work; returns what draws it. @param {Visited} state */
export function beginHeader(state) {
  const openSettings = () => {
    build();
    draw();
    openDialog("settings-dialog");
  };
  const openHelp = () => openDialog("help-dialog");
  const toggleMute = () => {
    setPreference("sound", !state.preferences.sound);
    byId("polite").textContent = say(state.preferences.sound ? "page.sounds-on" : "page.sounds-off");
  };

  function draw() {
    const { preferences } = state;
    setAttribute(byId("mute"), "aria-pressed", !preferences.sound);
    setAttribute(within(byId("mute"), "use", SVGElement), "href", preferences.sound ? "#i-sound" : "#i-silent");
    if (byId("settings-body").childElementCount) drawSettings(preferences);
  }

  onClick("mute", toggleMute);
  onClick("help", openHelp);
  onClick("settings", openSettings);
  onKey(({ key, ctrlKey, metaKey }, target) =>
    ctrlKey || metaKey || !state.preferences.keys || target.matches(TEXT)
      ? null
      : { "?": openHelp, m: toggleMute }[key.toLowerCase()]
  );
  return draw;
}

// ---- the settings

/** @param {"theme" | "pieces" | "mode" | "motion"} name @param {(value: string) => Child[]} shown */
const group = (name, shown) =>
  radios(name, say(`page.settings.${name}`),
    CHOICES[name].map((value) => /** @type {[string, ...Child[]]} */ ([value, ...shown(value)])), null, (value) =>
    setPreference(name, value));

/** @param {"sound" | "numbers" | "keys" | "typing"} name */
const tick = (name) =>
  el("label", { class: "tick" },
    el("input", { type: "checkbox", name, "data-testid": `setting-${name}`, onchange: ({ target }) =>
      setPreference(name, target.checked) }), say(`page.settings.${name}`));

/** Four squares of the board as a setting shows them. @param {string} setting @param {string} value */
function sample(setting, value) {
  const picture = stillBoard("................b...W...........");
  picture.setAttribute("viewBox", "0 400 200 200");
  return el("span", { class: "sample", [`data-${setting}`]: value }, picture);
}

const slider = () =>
  el("label", { class: "slider" }, el("b", {}, say("page.settings.leg")),
    el("input", { type: "range", name: "leg", min: 100, max: 1500, step: 50, "data-testid": "setting-leg",
      oninput: ({ target }) => setPreference("leg", target.valueAsNumber) }), el("output", { id: "leg-text" }));

const nameField = () =>
  el("label", { class: "field" }, el("b", {}, say("page.settings.name")),
    el("input", { type: "text", name: "name", maxlength: tables.limits.person, autocomplete: "nickname",
      "data-testid": "setting-name", "aria-describedby": "name-use", oninput: ({ target }) =>
        setPreference("name", target.value) }), el("small", { id: "name-use" }, say("page.settings.name-use")));

function build() {
  const body = byId("settings-body");
  if (body.childElementCount) return;
  layGrain(); // a sample shows it
  body.replaceChildren(
    group("theme", (value) => [sample("theme", value), say(/** @type {any} */ (`page.theme.${value}`))]),
    group("pieces", (value) => [sample("pieces", value), say(/** @type {any} */ (`page.pieces.${value}`))]),
    group("mode", (value) => [say(/** @type {any} */ (`page.mode.${value}`))]),
    group("motion", (value) => [say(/** @type {any} */ (`page.motion.${value}`))]),
    slider(),
    el("div", {}, tick("sound"), tick("numbers"), tick("keys"), tick("typing")),
    nameField(),
    .../** @type {any} */ (navigator).standalone === false ? [el("p", {}, say("page.settings.home-screen"))] : [],
  );
}

/** Show the settings, wherever they were changed; a field that is being used stays as it is. @param {Preferences} preferences */
function drawSettings(preferences) {
  const body = byId("settings-body");
  for (const input of body.querySelectorAll("input")) {
    const name = /** @type {keyof Preferences} */ (input.name);
    const value = name === "typing" ? wantsTyping(preferences) : preferences[name];
    if (input.type === "radio") input.checked = input.value === value;
    else if (input.type === "checkbox") input.checked = Boolean(value);
    else if (document.activeElement !== input) input.value = String(value);
  }
  const pace = say("page.settings.pace", { seconds: preferences.leg / 1000 });
  setText(byId("leg-text"), pace);
  setAttribute(within(body, "[name='leg']"), "aria-valuetext", pace);
}
