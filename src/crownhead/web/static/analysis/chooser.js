// What can be looked into: a pasted text, the usual start, and what was looked into before.

import { refusalOf } from "../lib/api.js";
import { byId, el, icon, once, setText } from "../lib/dom.js";
import { tinyBoard } from "../lib/picture.js";
import { ago, plural } from "../lib/words.js";
import * as api from "./api.js";

/** @type {(begun: BegunView) => void} */
let open;
let after = 0;

const begin = once(async (what) => {
  setText(byId("paste-error"), "");
  try {
    open(await api.begin(what));
  } catch (error) {
    setText(byId("paste-error"), refusalOf(error).message);
    byId("paste-text").focus();
  }
});

/** @param {AnalysisListView["analyses"][number]} one */
function row(one) {
  const { id, name, updated, moves, board } = one;
  const item = el("li", {},
    el("a", { href: `/analysis/${id}`, class: "kept-link" }, tinyBoard(board, true),
      el("span", { class: "kept-words" }, el("strong", {}, name),
        el("small", {}, `${moves ? plural(Math.ceil(moves / 2), "move") : "no moves yet"}, ${ago(updated)}`))),
    el("button", { type: "button", class: "quiet round", "aria-label": `Delete ${name}`, title: "Delete",
      onclick: () => remove(id, item) }, icon("close")));
  return item;
}

async function remove(id, item) {
  if (item.dataset.sure !== "true") {
    item.dataset.sure = "true";
    item.lastChild.replaceChildren("Delete?");
    item.lastChild.classList.remove("round");
    return;
  }
  try {
    await api.remove(id);
    item.remove();
    byId("none").hidden = byId("kept").childElementCount > 0;
  } catch (error) {
    setText(byId("paste-error"), refusalOf(error).message);
  }
}

async function more() {
  try {
    const { analyses, next } = await api.list(after);
    if (!after) byId("kept").replaceChildren();
    byId("kept").append(...analyses.map(row));
    after = next ?? 0;
    byId("more-kept").hidden = next === null;
    byId("none").hidden = byId("kept").childElementCount > 0;
  } catch (error) {
    setText(byId("paste-error"), refusalOf(error).message);
  }
}

/** @param {typeof open} opened */
export function buildChooser(opened) {
  open = opened;
  byId("paste").addEventListener("submit", (event) => {
    event.preventDefault();
    begin({ text: byId("paste-text").value });
  });
  byId("from-start").addEventListener("click", () => begin({}));
  byId("more-kept").addEventListener("click", more);
}

export function showChooser() {
  after = 0;
  return more();
}
