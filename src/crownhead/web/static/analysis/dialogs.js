// Small questions: what an analysis is called, and against whom to play on from a position.

import { namedRules, refusalOf } from "../lib/api.js";
import { byId, el } from "../lib/dom.js";
import * as api from "./api.js";
import { accept, place, position, state, tell, words } from "./state.js";

function open(dialog, title, ...content) {
  const heading = `${dialog.id.replace("dialog", "title")}`;
  dialog.replaceChildren(el("h2", { id: heading }, title), ...content);
  dialog.showModal();
}

const buttons = (dialog, yes) =>
  el("div", { class: "dialog-buttons" }, el("button", { type: "button", onclick: () => dialog.close() }, "Cancel"),
    el("button", { class: "primary", type: "submit", "data-testid": `${dialog.id}-yes` }, yes));

export function askName() {
  const dialog = byId("name-dialog");
  const { id, name } = /** @type {AnalysisView} */ (state.analysis);
  const input = el("input", { type: "text", value: name, maxlength: 83, required: true, "aria-label": "Name",
    "data-testid": "name-input" });
  const error = el("p", { class: "error", role: "alert" });
  open(dialog, "What should it be called?", el("form", { method: "dialog", onsubmit: async (event) => {
    event.preventDefault();
    try {
      accept((await api.rename(id, input.value)).analysis);
      dialog.close();
    } catch (failure) {
      error.textContent = refusalOf(failure).message;
    }
  } }, input, error, buttons(dialog, "Save")));
  input.select();
}

export async function askPlay() {
  const { id, rules } = /** @type {AnalysisView} */ (state.analysis);
  const { fen } = /** @type {PlaceView} */ (place());
  try {
    const { askPlay: ask } = await import("../lib/dialogs.js");
    await ask(byId("play-dialog"), {
      fen,
      turn: position().turn,
      words,
      rules: namedRules(rules),
      last: state.preferences.last,
      choices: state.choices,
      begun: (view) => localStorage.setItem(`analysis-of-${view.id}`, id), // the way back
    });
  } catch (failure) {
    tell(refusalOf(failure).message);
  }
}
