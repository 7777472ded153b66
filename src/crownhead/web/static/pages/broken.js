// A game that cannot be read, in the list. Fetched where there is one.

import { el } from "../lib/dom.js";
import { sentence } from "../lib/say.js";

/** @param {HTMLElement} item @param {BrokenGameView} game */
export const fill = (item, { error }) =>
  item.prepend(
    el("span", { class: "card-words" }, el("strong", {}, "This game cannot be opened"),
      el("small", {}, sentence(error))),
  );
