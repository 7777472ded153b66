// Dialogs. The browser keeps the focus inside and gives it back.

import { choices as offers, newGame, refusalOf } from "./api.js";
import { byId, dressMarkup, el, FILES, icon, once, radios, selectField, setText, sheet } from "./dom.js";

/** @type {Promise<void> | null} */
let loaded = null;

/** Have every dialog on the page; tried again if the server did not answer. */
export function ready() {
  loaded ??= load().catch((error) => {
    loaded = null;
    throw error;
  });
  return loaded;
}

async function load() {
  const [markup, icons] = await Promise.all([...["dialogs.html", "icons.svg"].map(fetched),
    ...["dialogs", "setup"].map(sheet)]);
  const parsed = new DOMParser().parseFromString(`${markup}${icons}`, "text/html");
  const dialogs = [...parsed.querySelectorAll("dialog")];
  document.body.append(...dialogs, /** @type {Node} */ (parsed.querySelector(".sprite")));
  document.querySelector(".frame")?.append(/** @type {Node} */ (parsed.querySelector(".end")));
  dressMarkup();
  for (const dialog of dialogs) {
    if (dialog.dataset.title) addHead(dialog);
    // A click on the backdrop closes what loses nothing by it.
    dialog.addEventListener("pointerdown", (event) => {
      if (event.target === dialog && !dialog.classList.contains("setup")) dialog.close();
    });
  }
  for (const answered of ["yes", "no"])
    byId(`confirm-${answered}`).addEventListener("click",
      () => byId("confirm-dialog", HTMLDialogElement).close(answered));
}

async function fetched(file) {
  const answer = await fetch(FILES + file);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.text();
}

/** Open a dialog; they must be ready. @param {string} id */
export function openDialog(id) {
  const dialog = byId(id, HTMLDialogElement);
  if (!dialog.open) dialog.showModal();
  return dialog;
}

/** Ask a yes-or-no question; resolves to true for yes. */
export async function confirm(title, text, yes, testid, no) {
  await ready();
  const dialog = byId("confirm-dialog", HTMLDialogElement);
  for (const [part, words] of Object.entries({ title, text, yes, no })) setText(byId(`confirm-${part}`), words);
  byId("confirm-yes").dataset.testid = testid;
  dialog.returnValue = "no";
  openDialog("confirm-dialog");
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

/** Show text that cannot be copied for the person. */
export async function showText(title, text) {
  await ready();
  setText(byId("text-title"), title);
  const area = byId("text-shown", HTMLTextAreaElement);
  area.value = text;
  openDialog("text-dialog");
  area.select();
}

/** A title and a button that closes. @param {HTMLDialogElement} dialog */
function addHead(dialog) {
  const { title } = dialog.dataset;
  const close = el("button", { type: "button", class: "quiet round close", "aria-label": "Close",
    onclick: () => dialog.close() }, icon("close"));
  dialog.setAttribute("aria-label", title ?? "");
  const named = dialog.id === "text-dialog" ? { id: "text-title" } : {};
  (dialog.querySelector("form") ?? dialog).prepend(el("div", { class: "dialog-head" }, el("h2", named, title), close));
}

const PERSON = "person";
/** @type {Side[]} */
const SIDES = ["black", "white"];

/** Who has which side. @param {Side} side */
function seats(side, opponent) {
  return side === "black" ? { black: PERSON, white: opponent } : { black: opponent, white: PERSON };
}

/** Somebody played against before, else the first level. @param {OffersView} choices @param {LastGame | null} last */
function usual({ levels }, last) {
  const known = SIDES.map((side) => last?.request?.[side]).find((one) =>
    levels.some(({ opponent }) => opponent === one)
  );
  return known ?? levels[0].opponent;
}

/**
 * Ask, and begin the game; what is refused on the way there is thrown.
 * @param {HTMLDialogElement} dialog
 * @param {{ fen: string, turn: Side, words: Words, rules: { preset: string, options: any }, last: LastGame | null, choices: OffersView | null, begun?: (view: GameView) => void }} what
 */
export async function askPlay(dialog, { fen, turn, words, rules, last, choices, begun }) {
  const offered = choices ?? (await offers());
  let opponent = usual(offered, last);
  let side = turn;
  const error = el("p", { class: "error", role: "alert" });
  const start = once(async (event) => {
    event.preventDefault();
    try {
      const view = await newGame({ ...seats(side, opponent), rules, clock: { kind: "none" },
        start: { kind: "fen", fen } });
      begun?.(view);
      location.assign(`/game/${view.id}`);
    } catch (failure) {
      error.textContent = refusalOf(failure).message;
    }
  });
  /** @type {[string, string][]} */
  const others = [...offered.levels.map((one) => [one.opponent, `${one.name} (${one.rating})`]), [PERSON,
    "Another person at this screen"]];
  dialog.replaceChildren(el("h2", { id: "play-title" }, "Play from here"),
    el("form", { method: "dialog", onsubmit: start },
      radios("play-side", "You play", SIDES.map((one) => [one, words.colour(one)]), side, (value) => (side = value)),
      selectField("play-opponent", "Against", others, opponent, (value) => (opponent = value)), error,
      el("div", { class: "dialog-buttons" }, el("button", { type: "button", onclick: () => dialog.close() }, "Cancel"),
        el("button", { class: "primary", type: "submit", "data-testid": "play-dialog-yes" }, "Play"))));
  dialog.showModal();
}
