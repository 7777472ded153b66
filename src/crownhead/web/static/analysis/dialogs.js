// Small questions: what an analysis is called, and against whom to play on from a position.

import { choices as offers, newGame, refusalOf } from "../lib/api.js";
import { radios, selectField } from "../lib/controls.js";
import { byId, el, once } from "../lib/dom.js";
import * as api from "./api.js";
import { accept, place, position, state, words } from "./state.js";

function open(dialog, title, ...content) {
  const heading = `${dialog.id.replace("dialog", "title")}`;
  dialog.replaceChildren(el("h2", { id: heading }, title), ...content);
  dialog.showModal();
}

const buttons = (dialog, yes) => el("div", { class: "dialog-buttons" },
  el("button", { type: "button", onclick: () => dialog.close() }, "Cancel"), el("button", { class: "primary", type: "submit", "data-testid": `${dialog.id}-yes` }, yes));

export function askName() {
  const dialog = byId("name-dialog");
  const { id, name } = /** @type {AnalysisView} */ (state.analysis);
  const input = el("input", { type: "text", value: name, maxlength: 80, required: true, "aria-label": "Name", "data-testid": "name-input" });
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
  const dialog = byId("play-dialog");
  const { id, rules } = /** @type {AnalysisView} */ (state.analysis);
  const fen = /** @type {PlaceView} */ (place()).fen;
  const error = el("p", { class: "error", role: "alert" });
  try {
    state.choices ??= await offers();
  } catch (failure) {
    state.message = refusalOf(failure).message;
    return;
  }
  const { levels } = /** @type {OffersView} */ (state.choices);
  let opponent = state.preferences.last?.request?.white ?? levels[0].opponent;
  if (!levels.some((one) => one.opponent === opponent)) [{ opponent }] = levels;
  let side = position().turn;
  const start = once(async (event) => {
    event.preventDefault();
    const { name, options } = rules;
    const seats = side === "black" ? { black: "person", white: opponent } : { black: opponent, white: "person" };
    try {
      const view = await newGame({ ...seats, rules: { preset: name ?? "english", options: name ? {} : options }, clock: { kind: "none" }, start: { kind: "fen", fen } });
      localStorage.setItem(`analysis-of-${view.id}`, id);
      location.assign(`/game/${view.id}`);
    } catch (failure) {
      error.textContent = refusalOf(failure).message;
    }
  });
  open(dialog, "Play from here", el("form", { method: "dialog", onsubmit: start },
    radios("play-side", "You play", ["black", "white"].map((one) => [one, words.colour(/** @type {Side} */ (one))]), side, (value) => (side = value)),
    selectField("play-opponent", "Against", levels.map((one) => [one.opponent, `${one.name} (${one.rating})`]), opponent, (value) => (opponent = value)),
    error, buttons(dialog, "Play")));
}
