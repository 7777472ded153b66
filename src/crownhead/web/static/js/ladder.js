// The ladder of opponents: name, rating and a line of character each.

import { el } from "./elements.js";

function rung(one, badge, chosen, highest, pick) {
  const strength = one.rating ? Math.round((one.rating / highest) * 100) : 0;
  const bar = el("span", { class: "strength", "aria-hidden": "true" });
  bar.style.setProperty("--strength", `${strength}%`);
  return el("label", { class: "rung" },
    el("input", { type: "radio", name: "opponent", value: one.opponent, checked: one.opponent === chosen, "data-testid": `opponent-${one.opponent}`, onchange: () => pick(one.opponent) }),
    el("span", { class: "badge", "aria-hidden": "true" }, badge),
    el("span", { class: "rung-words" }, el("strong", {}, one.name), el("small", {}, one.character)),
    one.rating ? el("span", { class: "rung-rating" }, String(one.rating), bar) : null);
}

export function ladder(choices, side, chosen, pick) {
  const highest = Math.max(...choices.levels.map((level) => level.rating));
  const list = el("div", { class: "ladder", "data-side": side, role: "radiogroup", "aria-label": "Opponent" },
    ...choices.levels.map((level) => rung(level, String(level.number), chosen, highest, pick)),
    el("p", { class: "ladder-title" }, "Classic opponents"),
    ...choices.classic.map((one) => rung(one, "♟", chosen, highest, pick)));
  // The chosen rung is in sight when the list appears.
  requestAnimationFrame(() => {
    const row = list.querySelector("input:checked")?.parentNode;
    if (row) list.scrollTop = row.offsetTop - list.clientHeight / 2 + row.clientHeight / 2;
  });
  return list;
}
