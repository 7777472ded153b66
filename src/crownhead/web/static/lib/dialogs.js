// Dialogs. The browser keeps the focus inside and gives it back.

import { choices as offers, newGame, sentenceOf } from "./api.js";
import { all, byId, once, onClick, options, setText, within } from "./dom.js";
import { say } from "./say.js";
import { other, SIDES } from "./words.js";

/** Let dialogs be closed by their buttons, and by a click beside one, if nothing is lost by that. */
export function beginDialogs() {
  for (const dialog of all("dialog", HTMLDialogElement)) {
    dialog.addEventListener("pointerdown", (event) => {
      if (event.target === dialog && !dialog.classList.contains("setup")) dialog.close();
    });
    dialog.addEventListener("click", (event) => {
      if (/** @type {Element} */ (event.target).closest(".close")) dialog.close();
    });
  }
  for (const answer of ["yes", "no"])
    onClick(`confirm-${answer}`, () => byId("confirm-dialog", HTMLDialogElement).close(answer));
}

/** Open a dialog. @param {string} id */
export function openDialog(id) {
  const dialog = byId(id, HTMLDialogElement);
  if (!dialog.open) dialog.showModal();
  return dialog;
}

/**
 * Ask a yes-or-no question; resolves to true for yes.
 * @param {string} title @param {string} text @param {string} yes @param {string} [testid] @param {string} [no]
 * @returns {Promise<boolean>}
 */
export function confirm(title, text, yes, testid = "confirm-yes", no = say("page.cancel")) {
  for (const [part, shown] of Object.entries({ title, text, yes, no })) setText(byId(`confirm-${part}`), shown);
  byId("confirm-yes").dataset.testid = testid;
  const dialog = openDialog("confirm-dialog");
  dialog.returnValue = "no";
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

/**
 * Open a dialog with a form. `keep` gets the values by their names and may return what is wrong; a refusal is shown, too.
 * @param {string} id @param {Record<string, string>} given the values of fields
 * @param {(values: Record<string, string>) => unknown} keep
 */
export function openForm(id, given, keep) {
  const form = within(byId(id), "form", HTMLFormElement);
  const error = within(form, ".error");
  form.reset();
  for (const [name, value] of Object.entries(given)) Object.assign(form.elements.namedItem(name) ?? {}, { value });
  setText(error, "");
  const send = once(async () => {
    try {
      const values = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);
      const wrong = await keep(Object.fromEntries(values));
      if (!wrong) return dialog.close();
      error.textContent = String(wrong);
    } catch (failure) {
      error.textContent = sentenceOf(failure);
    }
  });
  form.onsubmit = (event) => {
    event.preventDefault();
    send();
  };
  const dialog = openDialog(id);
  form.querySelector("input")?.select();
}

/** Show text that the page cannot copy for the person. @param {string} title @param {string} text */
export function showText(title, text) {
  setText(byId("text-title"), title);
  const area = byId("text-shown", HTMLTextAreaElement);
  area.value = text;
  openDialog("text-dialog");
  area.select();
}

// ---- playing on from a position

const PERSON = "person";

/** The opponent of the last game if it is a level, else the first level. @param {OffersView["levels"]} levels @param {LastGame | null} last */
function usual(levels, last) {
  const known = SIDES.map((side) => last?.request?.[side]).find((one) =>
    levels.some(({ opponent }) => opponent === one)
  );
  return known ?? levels[0].opponent;
}

/**
 * Ask who plays, and begin the game; errors before that are thrown.
 * @param {{ fen: string, turn: Side, rules: { preset: string, options: any }, last: LastGame | null, choices?: OffersView | null, begun?: (view: GameView) => void }} what
 */
export async function askPlay({ fen, turn, rules, last, choices = null, begun }) {
  const { levels } = choices ?? (await offers());
  const rated = levels.map(({ opponent, name, rating }) => /** @type {[string, string]} */ (
    [opponent, rating ? say("play.rated", { name, rating: String(rating) }) : name]
  ));
  byId("play-opponent").replaceChildren(...options([...rated, [PERSON, say("page.play.person")]]));
  openForm("play-dialog", { "play-side": turn, "play-opponent": usual(levels, last) }, async (chosen) => {
    const side = /** @type {Side} */ (chosen["play-side"]);
    const view = await newGame({ [side]: PERSON, [other(side)]: chosen["play-opponent"], rules, clock: { kind: "none" },
      start: { kind: "fen", fen } });
    begun?.(view);
    location.assign(`/game/${view.id}`);
  });
}
