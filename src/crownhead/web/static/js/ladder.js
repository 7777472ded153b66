// The ladder of opponents: name, rating and a line of character each.

import { radios } from "./controls.js";
import { el } from "./elements.js";

function strength(rating, highest) {
  const bar = el("i", { class: "strength", "aria-hidden": "true" });
  bar.style.setProperty("--strength", `${Math.round((rating / highest) * 100)}%`);
  return el("span", { class: "rung-rating" }, String(rating), bar);
}

export function ladder({ levels, classic }, chosen, pick) {
  const highest = Math.max(...levels.map((level) => level.rating));
  const rungs = [...levels, ...classic].map((one) => [
    one.opponent,
    el("b", { class: "badge", "aria-hidden": "true" }, one.number ? String(one.number) : "•"),
    el("span", { class: "rung-words" }, el("strong", {}, one.name), el("small", {}, one.character)),
    one.rating ? strength(one.rating, highest) : el("small", {}, "classic"),
  ]);
  const list = radios("opponent", "Opponent", rungs, chosen, pick, "ladder");
  // The chosen rung is in sight when the list appears.
  requestAnimationFrame(() => {
    const row = list.querySelector("input:checked")?.parentNode;
    if (row) list.scrollTop = row.offsetTop - (list.clientHeight - row.clientHeight) / 2;
  });
  return list;
}
