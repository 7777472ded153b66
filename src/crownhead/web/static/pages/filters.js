// Which games the list shows. Fetched when there are games to choose from.

import { byId, el, sheet } from "../lib/dom.js";
import { list, showStart } from "./start.js";

const STATES = [["", "All"], ["going", "In progress"], ["won", "Won"], ["lost", "Lost"], ["drawn", "Drawn"]];

await sheet("filters");

export function drawFilters() {
  const choose = (name, value) => {
    list[name] = value;
    drawFilters();
    showStart();
  };
  const chips = STATES.map(([value, text]) => el("button", {
    type: "button", class: "chip", "aria-pressed": String(list.state === value), "data-testid": `filter-${value || "all"}`, onclick: () => choose("state", value),
  }, text));
  const option = (value, text) => el("option", { value, selected: value === list.opponent }, text);
  const select = el("select", { id: "filter-opponent", "data-testid": "filter-opponent", "aria-label": "Opponent", onchange: ({ target }) => choose("opponent", target.value) },
    option("", "Any opponent"), option("person", "Two people"), ...list.opponents.map((one) => option(one.opponent, one.name)));
  const focused = /** @type {HTMLElement | null} */ (byId("filters").contains(document.activeElement) ? document.activeElement : null)?.dataset.testid;
  byId("filters").replaceChildren(...chips, select);
  if (focused) byId("filters").querySelector(`[data-testid="${focused}"]`)?.focus();
}
