// Dialogs: the browser keeps the focus inside and gives it back.

import { byId, el, icon, onClick, setText } from "./elements.js";
import { state } from "./state.js";
import { duration, plural, presetName, translated } from "./words.js";

export function openDialog(id) {
  const dialog = byId(id);
  if (!dialog.open) dialog.showModal();
  return dialog;
}

/** Ask a yes-or-no question; resolves to true for yes. */
export function confirm(title, text, yes, testid, no = "No, play on") {
  const dialog = byId("confirm-dialog");
  for (const [part, words] of Object.entries({ title, text, yes, no })) setText(byId(`confirm-${part}`), words);
  byId("confirm-yes").dataset.testid = testid;
  dialog.returnValue = "no";
  openDialog("confirm-dialog");
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

const BASICS = [
  ["Moving", "Men move one square forward along the dark diagonals, kings one square in any direction."],
  ["Jumping", "A piece captures by jumping over an enemy beside it to the empty square behind it."],
  ["Crowning", "A man that reaches the far row becomes a king: it gets a crown, and may go backwards from then on."],
  ["Winning", "A side that has no piece left, or no move, has lost."],
];

function gameTime({ seconds, increment }) {
  return `Each side has ${duration(seconds)} for the game${increment ? `, and ${plural(increment, "second")} more with each move` : ""}; running out loses.`;
}

function showRules() {
  const { rules, clock } = state.game;
  const sentences = clock.kind === "game" ? { ...rules.sentences, move_seconds: gameTime(clock) } : rules.sentences;
  const title = (name) => state.choices?.options.find((option) => option.name === name)?.title ?? name;
  const rows = [...BASICS, ...Object.entries(sentences).map(([name, sentence]) => [title(name), translated(sentence)])];
  byId("rules-body").replaceChildren(
    el("p", { class: "rules-name" }, presetName(rules.name)),
    el("dl", { class: "terms" }, ...rows.map(([name, text]) => el("div", {}, el("dt", {}, name), el("dd", {}, text)))));
  openDialog("rules-dialog");
}

/** A title and a button that closes. */
function addHead(dialog) {
  const { title } = dialog.dataset;
  const close = el("button", { type: "button", class: "quiet round", "aria-label": "Close", onclick: () => dialog.close() }, icon("close"));
  dialog.setAttribute("aria-label", title);
  (dialog.querySelector("form") ?? dialog).prepend(el("div", { class: "dialog-head" }, el("h2", {}, title), close));
}

export function listenToDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) {
    if (dialog.dataset.title) addHead(dialog);
    // A click on the backdrop closes what loses nothing by it.
    dialog.addEventListener("pointerdown", (event) => {
      if (event.target === dialog && !dialog.classList.contains("setup")) dialog.close();
    });
  }
  for (const answer of ["yes", "no"]) onClick(`confirm-${answer}`, () => byId("confirm-dialog").close(answer));
  for (const name of ["help", "settings"]) onClick(name, () => openDialog(`${name}-dialog`));
  onClick("rules", showRules);
}
