// The header of every page: sound, help and settings, also by keys.

import { openDialog } from "./dialogs.js";
import { all, byId, onClick, onKey, setAttribute, setText, TEXT, within } from "./dom.js";
import { layGrain, stillBoard } from "./picture.js";
import { setPreference, wantsTyping } from "./preferences.js";
import { say } from "./say.js";
import { sideName } from "./words.js";

/** Let the header work; returns what draws it. @param {Visited} state */
export function beginHeader(state) {
  const openSettings = () => {
    addSamples();
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
    drawSettings(preferences);
    for (const node of all("[data-side]")) setText(node, sideName(/** @type {Side} */ (node.dataset.side)));
  }

  byId("home-screen").hidden = /** @type {any} */ (navigator).standalone !== false;
  byId("settings-body").addEventListener("input", (event) => keep(/** @type {HTMLInputElement} */ (event.target)));
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

/** Four squares of the board, as each theme and set of pieces shows them. */
function addSamples() {
  layGrain();
  for (const sample of all(".sample:empty")) {
    const picture = stillBoard("................b...W...........");
    picture.setAttribute("viewBox", "0 400 200 200");
    sample.append(picture);
  }
}

/** @param {HTMLInputElement} input */
function keep({ name, type, checked, value, valueAsNumber }) {
  const given = type === "checkbox" ? checked : type === "range" ? valueAsNumber : value;
  setPreference(/** @type {"theme"} */ (name), /** @type {any} */ (given));
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
