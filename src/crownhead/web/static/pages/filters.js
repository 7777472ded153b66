// Which games the list shows. Fetched when there are games to choose from.

import { byId, el, sheet, svg } from "../lib/dom.js";
import { filter, list, showStart } from "./start.js";

const STATES = [["", "All"], ["going", "In progress"], ["won", "Won"], ["lost", "Lost"], ["drawn", "Drawn"]];

await sheet("filters");

byId("recent-title").after(
  el("a", { class: "button quiet results-link", href: "/results", "data-testid": "results" },
    svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
      svg("path", { d: "M4 20h16M7 16v-4M12 16V5M17 16V9" })), el("span", {}, "Your results")),
);

// An address may name the games to show, such as those that a bar of the results stands for.
const named = new URLSearchParams(location.search);
const wanted = { state: STATES.find(([value]) => value === named.get("state"))?.[0] ?? "",
  opponent: (named.get("opponent") ?? "").slice(0, 100) };
if (location.pathname === "/" && (wanted.state || wanted.opponent)) {
  Object.assign(list, wanted);
  showStart();
}

export function drawFilters() {
  const choose = (name, value) => {
    list[name] = value;
    history.replaceState(null, "", `/?${new URLSearchParams(filter())}`.replace(/\?$/, ""));
    drawFilters();
    showStart();
  };
  const chips = STATES.map(([value, text]) =>
    el("button", {
      type: "button",
      class: "chip",
      "aria-pressed": String(list.state === value),
      "data-testid": `filter-${value || "all"}`,
      onclick: () => choose("state", value),
    }, text)
  );
  const option = (value, text) => el("option", { value, selected: value === list.opponent }, text);
  const select = el("select", { id: "filter-opponent", "data-testid": "filter-opponent", "aria-label": "Opponent",
    onchange: ({ target }) => choose("opponent", target.value) }, option("", "Any opponent"),
    option("person", "Two people"), ...list.opponents.map((one) => option(one.opponent, one.name)));
  const focused =
    /** @type {HTMLElement | null} */ (byId("filters").contains(document.activeElement) ? document.activeElement : null)
      ?.dataset.testid;
  byId("filters").replaceChildren(...chips, select);
  if (focused) byId("filters").querySelector(`[data-testid="${focused}"]`)?.focus();
}
