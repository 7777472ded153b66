// The collections of games, which of them are searched, and what was deleted and imported.

import { byId, el, icon } from "../lib/dom.js";
import { many } from "../lib/words.js";
import { searchFor } from "./finding.js";
import { collectionsOf } from "./search.js";
import { onDraw, state, tell } from "./state.js";

let drawn = "";

const late = (use) =>
  import("./naming.js").then(use, () =>
    tell("Crownhead does not answer. Is it still running in the terminal?", null, true));

function choose() {
  const chosen = [...byId("collections").querySelectorAll("input:checked")].map((input) => input.value);
  const { collections: _, ...search } = state.search;
  searchFor(chosen.length ? { ...search, collections: chosen.join(",") } : search);
}

/** @param {CollectionView} one */
function row(one, chosen) {
  return el("li", { "data-collection": one.name },
    el("label", { class: "check" },
      el("input", { type: "checkbox", value: one.name, checked: chosen.includes(one.name.toLowerCase()),
        "data-testid": `collection-${one.id}`, onchange: choose }), el("span", { class: "collection-name" }, one.name),
      el("small", {}, many(one.games))),
    el("button", { type: "button", class: "quiet round", "aria-label": `More about ${one.name}`,
      "aria-haspopup": "dialog", "data-testid": `collection-more-${one.id}`,
      onclick: () => late(({ openCollection }) => openCollection(one)) }, icon("more")));
}

function content() {
  const { collections, tinsley, imports, deletions } = /** @type {LibraryView} */ (state.library);
  const chosen = collectionsOf(state.search).map((name) => name.toLowerCase());
  const begun = collections.some((one) => !one.own && one.games);
  return [
    el("div", { class: "sheet-head" }, el("h2", { id: "collections-title" }, "Collections"),
      el("button", { type: "button", class: "quiet", "data-testid": "new-collection",
        onclick: () => late(({ newCollection }) => newCollection()) }, icon("plus"), el("span", {}, "New"))),
    el("p", { class: "hint" },
      chosen.length ? "Only those that are ticked are searched." : "All are searched. Tick some to search only those."),
    el("ul", { class: "collection-list" }, ...collections.map((one) => row(one, chosen))),
    tinsley && begun
      ? el("button", { type: "button", "data-testid": "tinsley-too",
        onclick: () => import("./importing.js").then(({ importTinsley }) => importTinsley(), () => {}) }, icon("bring"),
        el("span", {}, "Load 724 games of Marion Tinsley"))
      : null,
    imports.length || deletions.length
      ? el("div", { class: "past" }, imports.length
        ? el("button", { type: "button", class: "quiet", "data-testid": "past-imports",
          onclick: () => import("./importing.js").then(({ showImports }) => showImports(), () => {}) }, "Imports")
        : null, deletions.length
        ? el("button", { type: "button", class: "quiet", "data-testid": "past-deletions",
          onclick: () => late(({ showDeleted }) => showDeleted()) }, "Deleted games")
        : null)
      : null,
  ].filter(Boolean);
}

function draw() {
  if (!state.library) return;
  const { collections, tinsley, imports, deletions } = state.library;
  const now = JSON.stringify([collections, tinsley, imports.length, deletions.length, state.search.collections]);
  if (now === drawn) return;
  drawn = now;
  const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.testid;
  const had = byId("collections").contains(document.activeElement);
  byId("collections").replaceChildren(...content());
  if (had) byId("collections").querySelector(`[data-testid="${focused}"]`)?.focus();
}

export function buildCollections() {
  onDraw(draw);
}
