// Collections are made, renamed and deleted here, and deleted games brought back. Fetched when somebody asks.

import { refusalOf } from "../lib/api.js";
import { byId, el, icon, once } from "../lib/dom.js";
import { ago, gamesWords } from "../lib/words.js";
import { tables } from "../messages.js";
import * as api from "./api.js";
import { lookAgain, searchFor } from "./finding.js";
import { collectionsOf } from "./search.js";
import { state, tell } from "./state.js";
import { backWords } from "./words.js";

/** @param {HTMLDialogElement} dialog */
export const closeButton = (dialog) =>
  el("button", { type: "button", class: "quiet round", "aria-label": "Close", onclick: () => dialog.close() },
    icon("close"));

/** A yes-or-no question; resolves to true for yes. @returns {Promise<boolean>} */
export function askSure(title, text, yes) {
  const dialog = byId("sure-dialog");
  dialog.returnValue = "no";
  dialog.replaceChildren(el("h2", { id: "sure-title" }, title), el("p", {}, text),
    el("div", { class: "dialog-buttons" },
      el("button", { type: "button", onclick: () => dialog.close("no") }, "Cancel"),
      el("button", { type: "button", class: "danger", "data-testid": "sure-yes", onclick: () => dialog.close("yes") },
        yes)));
  dialog.showModal();
  return new Promise((done) =>
    dialog.addEventListener("close", () => done(dialog.returnValue === "yes"), { once: true })
  );
}

/** Ask for a name; what is refused is said beside it. @param {(name: string) => Promise<unknown>} keep */
function askName(title, name, yes, keep) {
  const dialog = byId("name-dialog");
  const input = el("input", { type: "text", value: name, maxlength: tables.limits.collection, required: true,
    "aria-label": "Name", "data-testid": "name-input" });
  const error = el("p", { class: "error", role: "alert" });
  dialog.replaceChildren(el("h2", { id: "name-title" }, title),
    el("form", { method: "dialog", onsubmit: once(async (event) => {
      event.preventDefault();
      try {
        await keep(input.value);
        dialog.close();
        await lookAgain();
      } catch (failure) {
        error.textContent = refusalOf(failure).message;
      }
    }) }, input, error,
      el("div", { class: "dialog-buttons" }, el("button", { type: "button", onclick: () => dialog.close() }, "Cancel"),
        el("button", { class: "primary", "data-testid": "name-yes" }, yes))));
  dialog.showModal();
  input.select();
}

export const newCollection = () => askName("A new collection", "", "Create", api.makeCollection);

/** @param {CollectionView} one */
function rename(one) {
  byId("game-dialog").close();
  askName("What should it be called?", one.name, "Rename", async (name) => {
    await api.renameCollection(one.id, name);
    const chosen = collectionsOf(state.search);
    if (chosen.includes(one.name))
      await searchFor({ ...state.search,
        collections: chosen.map((other) => (other === one.name ? name.trim().replaceAll(/\s+/g, " ") : other)).join(
          ",",
        ) }, { step: false });
  });
}

/** @param {CollectionView} one */
async function remove(one) {
  byId("game-dialog").close();
  if (one.games
    && !(await askSure(`Delete “${one.name}”?`,
      `Its ${
        one.games === 1 ? "game goes" : `${gamesWords(one.games)} go`
      } with it. You can bring all of it back for a week.`, "Delete"))) return;
  try {
    const { id } = await api.removeCollection(one.id);
    const rest = collectionsOf(state.search).filter((name) => name !== one.name);
    const { collections: _, ...search } = state.search;
    if (state.search.collections)
      await searchFor(rest.length ? { ...search, collections: rest.join(",") } : search, { step: false });
    tell(`“${one.name}” was deleted.`, async () => {
      await api.restore(id);
      tell(`“${one.name}” was brought back.`);
      await lookAgain();
    });
    await lookAgain();
  } catch (error) {
    tell(refusalOf(error).message, null, true);
  }
}

/** @param {CollectionView} one */
export function openCollection(one) {
  const dialog = byId("game-dialog");
  const action = (name, mark, text, does) =>
    el("button", { type: "button", class: "item", "data-testid": `collection-${name}`, onclick: does }, icon(mark),
      el("span", {}, text));
  dialog.replaceChildren(
    el("div", { class: "dialog-head" }, el("h2", { id: "game-dialog-title" }, one.name), closeButton(dialog)),
    el("p", { class: "hint" }, one.own
      ? `${gamesWords(one.games)} played here. Games come in by themselves when they are over.`
      : gamesWords(one.games)),
    el("div", { class: "items" }, one.games
      ? el("a", { class: "item", href: api.pdnAddress({ collections: one.name }), download: `${one.name}.pdn`,
        "data-testid": "collection-save" }, icon("save"), el("span", {}, "Save all as PDN"))
      : null, one.own ? null : action("rename", "pen", "Rename", () => rename(one)),
      one.own ? null : action("delete", "clear", "Delete", () => remove(one))),
  );
  dialog.showModal();
}

/** What was deleted, to be brought back. */
export function showDeleted() {
  const dialog = byId("game-dialog");
  /** @param {DeletionView} one */
  const row = (one) =>
    el("li", {},
      el("span", {}, el("strong", {}, one.what || gamesWords(one.games)),
        el("small", {}, `${one.what ? `${gamesWords(one.games)}, ` : ""}deleted ${ago(one.made)}`)),
      el("button", { type: "button", "data-testid": "bring-back", onclick: once(async () => {
        dialog.close();
        try {
          tell(backWords(await api.restore(one.id)));
          await lookAgain();
        } catch (error) {
          tell(refusalOf(error).message, null, true);
        }
      }) }, "Bring back"));
  dialog.replaceChildren(
    el("div", { class: "dialog-head" }, el("h2", { id: "game-dialog-title" }, "Deleted games"), closeButton(dialog)),
    el("p", { class: "hint" }, "A week after they were deleted, games are gone for good."),
    el("ul", { class: "rows" }, ...(state.library?.deletions ?? []).map(row)),
  );
  dialog.showModal();
}
