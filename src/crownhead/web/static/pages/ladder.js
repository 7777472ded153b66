// The list of opponents: a face, a name, a line of character and a rating each.

import { el, portrait, radios } from "../lib/dom.js";

function strength(rating, highest) {
  const bar = el("i", { class: "strength", "aria-hidden": "true" });
  bar.style.setProperty("--strength", `${Math.round((rating / highest) * 100)}%`);
  return el("span", { class: "rating", title: "Rating" }, String(rating), bar);
}

/** @param {OffersView} choices */
export function ladder({ levels, classic }, chosen, pick) {
  const highest = Math.max(...[...levels, ...classic].map(({ rating }) => rating ?? 0));
  const row = (/** @type {OpponentView} */ one) => [
    one.opponent,
    portrait(one.portrait),
    el("span", { class: "opponent-words" },
      el("span", {}, el("strong", {}, one.name), one.number ? el("small", {}, ` Level ${one.number}`) : null),
      el("small", {}, one.character)),
    one.rating ? strength(one.rating, highest) : null,
  ];
  return el("div", { class: "ladders" }, radios("opponent", "Opponent", levels.map(row), chosen, pick, "ladder"),
    radios("opponent", "Classic opponents", classic.map(row), chosen, pick, "ladder classic"));
}

/** Scroll so that the chosen one is in sight, and the edge below cuts through a row: there are more. */
export function reveal(within) {
  const list = within.querySelector(".ladders");
  const chosen = list?.querySelector("input:checked")?.parentElement;
  if (!list || !chosen) return;
  const height = list.clientHeight;
  const above = list.getBoundingClientRect().top + list.clientTop - list.scrollTop;
  const middle = (row) => {
    const box = row.getBoundingClientRect();
    return box.top - above + box.height / 2;
  };
  const wanted = middle(chosen) - height / 2;
  const least = chosen.clientHeight / 2;
  const cuts = [...list.querySelectorAll(".radio")].map((row) => middle(row) - height).filter(
    (top) => top > -least && middle(chosen) >= top + least && middle(chosen) <= top + height - least,
  );
  const distance = (top) => Math.abs(top - wanted);
  list.scrollTop = cuts.sort((one, two) => distance(one) - distance(two))[0] ?? wanted;
}
