// The parts of the page that count games: all of them, by opponent, by colour and by opening.

import { byId, el } from "../lib/dom.js";
import { plural } from "../lib/words.js";
import { bar, barTable, face, KINDS, listOf } from "./bars.js";
import { redraw, state, words } from "./state.js";
import { gamesIn, score } from "./words.js";

const USUAL_OPENINGS = 10;

export const title = (id, text, ...more) =>
  el("div", { class: "sheet-head" }, el("h2", { id: `${id}-title` }, text), ...more);

const NARROWEST = 200; // pixels; a window that is not there yet has none

/** How many pixels wide a chart may be. @param {HTMLElement} part */
export const roomIn = (part) =>
  Math.max((part.firstElementChild ?? part.appendChild(el("div"))).clientWidth, NARROWEST);

/** @param {ResultsView} results */
export function drawTotal({ total }) {
  const games = gamesIn(total);
  const where = listOf();
  const share = (kind) => `${Math.round((100 * total[/** @type {"won"} */ (kind)]) / games)}%`;
  byId("total").replaceChildren(
    title("total", plural(games, "game"), el("span", { class: "aside" }, `Score ${score(total)}`)),
    bar(total, games, where),
    el("ul", { class: "thirds" },
      ...KINDS.map((kind) =>
        el("li", {},
          el("a", { href: where(kind), "data-testid": `all-${kind}` },
            el("span", {}, el("strong", {}, String(total[kind])), el("small", {}, share(kind))),
            el("span", {}, el("i", { class: `key ${kind}` }), kind)))
      )),
  );
}

/** @param {ResultsView} results */
export function drawOpponents({ opponents }) {
  const rows = opponents.map(({ opponent: one, ...tally }) => ({
    tally,
    name: capital(one.name),
    mark: face(one.portrait),
    where: listOf(one.opponent),
    more: [one.number && `Level ${one.number}`, one.rating ? `rated ${one.rating}` : "not rated"].filter(Boolean).join(
      " · ",
    ),
  }));
  byId("opponents").replaceChildren(title("opponents", "By opponent"),
    barTable("Your results by opponent, the weakest first", "Opponent", rows));
}

/** @param {ResultsView} results */
export function drawSides({ sides }) {
  const rows = sides.map(({ side, ...tally }) => ({ tally, name: words.colour(side),
    mark: el("i", { class: `disc ${side}` }) })
  );
  byId("sides").replaceChildren(title("sides", "By colour"), barTable("Your results by colour", "You played", rows));
}

const RESULTS = { won: "won", drawn: "draw", lost: "lost" };

/** Where one's own games with an opening are. */
const inLibrary = (opening) => (kind = "") =>
  `/library?${new URLSearchParams({ own: "1", opening,
    ...(kind && { result: RESULTS[/** @type {"won"} */ (kind)] }) })}`;

/** @param {ResultsView} results */
export function drawOpenings({ openings }) {
  const shown = state.all || openings.length <= USUAL_OPENINGS + 1 ? openings : openings.slice(0, USUAL_OPENINGS);
  const rows = shown.map(({ opening, ...tally }) => ({ tally, name: opening ?? "Without a name",
    where: opening === null ? null : inLibrary(opening) })
  );
  const more = el("button", { type: "button", class: "quiet more", "data-testid": "all-openings",
    "aria-expanded": String(state.all), onclick: () => {
      state.all = !state.all;
      redraw();
    } }, state.all ? "Show fewer" : `Show all ${openings.length}`);
  const focused = document.activeElement?.matches(".more");
  byId("openings").replaceChildren(title("openings", "Openings you played most"),
    barTable("Your results by opening, the most played first", "Opening", rows),
    ...(openings.length > USUAL_OPENINGS + 1 ? [more] : []));
  if (focused) more.focus();
}

const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;
