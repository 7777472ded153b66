// The games that were found: a list that grows as you scroll, with what can be done with them, and counts.

import { bar, nameOf, resultParts, sayTally } from "../explorer/parts.js";
import { arrange, byId, el, growList, icon, options, refill, setText } from "../lib/dom.js";
import { tinyBoard } from "../lib/picture.js";
import { say, sayNodes, shown } from "../lib/say.js";
import { askDelete, openCopy, openGame } from "./dialogs.js";
import { aboutOf, addressOfGame, facts, games, momentText, pdnAddress, playersOf, resultText, side,
  whenOf } from "./games.js";
import { choose, chooseNone, countFound, findMore, onDraw, searchWith, state } from "./state.js";

const AHEAD = 500; // pixels below the window that are filled in advance
const COUNTED = 6; // players, openings and events
const ADDED = "added 1"; // the usual order

/** The orders of a list: what for, whether descending, and the text. @returns {[order: string, text: string][]} */
const orders = () => [
  [ADDED, say("library.order.added")],
  ["date 1", say("library.order.newest")],
  ["date 0", say("library.order.oldest")],
  ["length 0", say("library.order.shortest")],
  ["length 1", say("library.order.longest")],
  ["black 0", say("library.order.name", { side: side("black") })],
  ["white 0", say("library.order.name", { side: side("white") })],
  ["event 0", say("library.event")],
  ["opening 0", say("library.opening")],
  ["result 0", say("library.result")],
];

// ---- a game

/** @param {LibraryGameView} game @param {Side} one */
const player = (game, one) =>
  el("span", { class: `who${game.result === one ? " winner" : ""}` }, el("i", { class: `disc ${one}` }),
    el("span", { class: "name" }, nameOf(game, one)));

/** @param {HitView} hit */
function content(hit) {
  const { game, position } = hit;
  const name = playersOf(game);
  const players = sayNodes("game.players", { black: player(game, "black"), white: player(game, "white") });
  const when = whenOf(game);
  const remarks = facts(hit.ply !== null && momentText(hit), game.faulty && say("library.incomplete"),
    game.noted && say("library.with-notes"));
  return [
    el("a", { class: "card-link hit-link", href: addressOfGame(hit) },
      el("span", { class: "hit-board", title: momentText(hit), "data-board": position.board },
        tinyBoard(position.board, true)),
      el("span", { class: "hit-words" }, el("span", { class: "players" }, ...players.map((
        part,
      ) => (typeof part === "string" ? part.trim() && el("span", { class: "v" }, part.trim()) : part))),
        el("span", { class: "facts" }, el("strong", { class: "result" }, resultText(game.result)),
          when && el("span", {}, when)), el("span", { class: "facts" }, aboutOf(game)),
        el("small", { class: "moment" }, remarks))),
    el("span", { class: "hit-tools" },
      el("button", { class: "quiet round", "aria-label": say("library.more-about", { name }), "aria-haspopup": "dialog",
        "data-testid": "hit-more", onclick: () => openGame(hit) }, icon("more")),
      el("label", { class: "tick" },
        el("input", { type: "checkbox", value: game.id, "aria-label": say("library.choose", { name }),
          "data-testid": "hit-tick", onchange: ({ target }) => choose(game.id, target.checked) }))),
  ];
}

/** The items of hits. @type {WeakMap<HitView, HTMLElement>} */
const items = new WeakMap();

/** @param {HitView} hit */
function itemOf(hit) {
  const { game, ply } = hit;
  const box = items.get(hit) ?? el("li", { class: "card hit", "data-game": game.id, "data-ply": ply });
  items.set(hit, box);
  refill(box, "", () => content(hit));
  return box;
}

// ---- the list

/** @param {string} order */
function sortBy(order) {
  const [sort, descending] = order.split(" ");
  searchWith({ sort: sort === "added" ? "" : sort, descending: descending === "1" ? "" : descending });
}

/** What can be done with the games that are chosen, or with all. @param {number} chosen @param {number} all @param {string} order */
function tools(chosen, all, order) {
  const them = { games: games(chosen || all) };
  const first = chosen
    ? el("button", { class: "quiet", "data-testid": "choose-none", title: say("library.choose-none"),
      onclick: chooseNone }, icon("close"), el("span", {}, say("library.chosen", { count: chosen })))
    : el("select", { "data-testid": "sort", "aria-label": say("library.order"),
      onchange: ({ target }) => sortBy(target.value) }, ...options(orders(), order));
  if (!chosen && !all) return [first];
  const which = chosen ? { games: [...state.chosen].join() } : state.search;
  return [
    first,
    chosen > 0
    && el("button", { "data-testid": "copy-chosen", title: say("library.copy-games", them),
      onclick: () => openCopy([...state.chosen]) }, icon("copy"), el("span", {}, say("page.copy"))),
    el("a", { class: "button", "data-testid": "save-all", href: pdnAddress(which), download: "crownhead-games.pdn",
      title: say("library.save-games", them) }, icon("save"), el("span", {}, say("page.save"))),
    el("button", { class: "bare", "data-testid": "delete-all", "aria-label": say("library.delete-games", them),
      title: say("library.delete-games", them), onclick: askDelete }, icon("clear")),
  ];
}

function drawList() {
  const { found, wrong, chosen, search, library } = state;
  setText(byId("count"), found
    ? say("count.game", { count: found.count })
    : say(wrong ? "library.not-searched" : "library.searching"));
  setText(byId("took"), found ? say("library.took", { seconds: shown(Math.round(found.took / 10) / 100) }) : "");
  byId("none").hidden = found ? found.count > 0 : !wrong;
  const hasGames = library?.collections.some((one) => one.games);
  setText(byId("none"), say(wrong ? "library.see-form" : hasGames ? "library.no-match" : "library.no-games"));
  const order = `${search.sort ?? "added"} ${search.descending ?? "1"}`;
  refill(byId("found-tools"), [[...chosen], found?.count, search], () => tools(chosen.size, found?.count ?? 0, order));
  const list = byId("hits");
  arrange(list, (found?.hits ?? []).map(itemOf));
  for (const input of list.querySelectorAll("input")) input.checked = chosen.has(Number(input.value));
  fillWindow();
}

const fillWindow = growList("end-of-list", AHEAD, findMore);

// ---- counts

/** @param {string} title @param {string} field @param {StatisticsView["players"]} rows */
function countsOf(title, field, rows) {
  const row = (/** @type {StatisticsView["players"][number]} */ { name: known, games: number },
    name = known ?? say("game.person")) =>
    el("li", {}, el("button", { class: "quiet", "data-testid": `count-${field}`, onclick: () =>
      searchWith({ [field]: name }) }, name), el("small", {}, shown(number)));
  return rows.length
    ? el("div", {}, el("h3", {}, title), el("ul", {}, ...rows.slice(0, COUNTED).map((one) => row(one))))
    : null;
}

/** @param {StatisticsView} view */
function countsPart({ tally, moves, longest, first_year: first, last_year: last, players, openings, events }) {
  const years = first === null
    ? ""
    : first === last
    ? say("library.year", { year: String(first) })
    : say("library.years", { first: String(first), last: String(last) });
  const length = say("library.length", { moves: { code: "count.move", values: { count: moves } }, most: longest });
  return [bar(resultParts(tally), tally.games), el("p", {}, facts(sayTally(tally), length, years)),
    el("div", { class: "count-lists" }, countsOf(say("library.players-title"), "player", players),
      countsOf(say("library.openings"), "opening", openings), countsOf(say("library.events"), "event", events))];
}

function drawCounts() {
  byId("counts").hidden = !state.found?.count;
  if (byId("counts", HTMLDetailsElement).open) countFound();
  const { view } = state.counts;
  if (view) refill(byId("counts-body"), view, () => countsPart(view));
}

export function buildFound() {
  onDraw(drawList);
  onDraw(drawCounts);
  byId("counts").addEventListener("toggle", drawCounts);
}
