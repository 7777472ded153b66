// The games that were found: a list that grows as one scrolls.

import { nameOf } from "../explorer/parts.js";
import { byId, el, icon, setAttribute, setText } from "../lib/dom.js";
import { tinyBoard } from "../lib/picture.js";
import { gamesWords, many } from "../lib/words.js";
import * as api from "./api.js";
import { findMore, searchFor } from "./finding.js";
import { conditionsOf } from "./search.js";
import { onDraw, redraw, say, state, tell, words } from "./state.js";
import { addressOfGame, factsOf, momentWords, playersOf, resultWords } from "./words.js";

const AHEAD = 500; // pixels below the window that are filled before they are seen
/** How the list may be sorted: what for, whether from the end, and in words. */
const ORDERS = () => [
  ["added", "1", "Last added first"],
  ["date", "1", "Newest first"],
  ["date", "0", "Oldest first"],
  ["length", "0", "Shortest first"],
  ["length", "1", "Longest first"],
  ["black", "0", `${words.colour("black")}'s name`],
  ["white", "0", `${words.colour("white")}'s name`],
  ["event", "0", "Event"],
  ["opening", "0", "Opening"],
  ["result", "0", "Result"],
];
let shown = "";
let drawnTools = "";
/** what is drawn @type {HitView[]} */
let drawn = [];

/** @param {HitView} hit */
function side(hit, one) {
  const { game } = hit;
  return el("span", { class: `who${game.result === one ? " winner" : ""}` }, el("i", { class: `disc ${one}` }),
    el("span", { class: "name" }, nameOf(game, one)));
}

/** @param {HitView} hit */
function item(hit) {
  const { game, position } = hit;
  const { when, about } = factsOf(game);
  const more = () =>
    import("./game.js").then(({ openGame }) => openGame(hit), () =>
      tell("Crownhead does not answer. Is it still running in the terminal?", null, true));
  const names = playersOf(game, words);
  const tick = ({ target }) => {
    state.chosen[target.checked ? "add" : "delete"](game.id);
    say(`${many(state.chosen.size)} chosen.`);
    redraw();
  };
  return el("li", { class: "hit", "data-game": game.id, "data-ply": hit.ply },
    el("a", { class: "hit-link", href: addressOfGame(hit) },
      el("span", { class: "hit-board", title: momentWords(hit, words), "data-board": position.board },
        tinyBoard(position.board, true)),
      el("span", { class: "hit-words" },
        el("span", { class: "players" }, side(hit, "black"), el("span", { class: "v" }, "v"), side(hit, "white")),
        el("span", { class: "facts" }, el("strong", { class: "result" }, resultWords(game.result, words)),
          when && el("span", {}, when)), el("span", { class: "facts" }, about),
        el("small", { class: "moment" },
          [hit.ply === null ? "" : momentWords(hit, words), game.faulty ? "not all of it could be read" : "",
            game.noted ? "with notes" : ""].filter(Boolean).join(" · ")))),
    el("span", { class: "hit-tools" },
      el("button", { type: "button", class: "quiet round", "aria-label": `More about ${names}`,
        "aria-haspopup": "dialog", "data-testid": "hit-more", onclick: more }, icon("more")),
      el("label", { class: "tick" },
        el("input", { type: "checkbox", checked: state.chosen.has(game.id), "aria-label": `Choose ${names}`,
          "data-testid": "hit-tick", onchange: tick }))));
}

function chooseNone() {
  state.chosen.clear();
  for (const input of byId("hits").querySelectorAll(".tick input")) input.checked = false;
  redraw();
}

function drawTools() {
  const { found, search } = state;
  const chosen = `${search.sort ?? "added"} ${search.descending ?? "1"}`;
  const now = `${chosen} ${found?.count} ${[...state.chosen]} ${JSON.stringify(conditionsOf(search))} ${
    words.colour("black")
  }`;
  if (now === drawnTools) return;
  drawnTools = now;
  const order = el("select", { "data-testid": "sort", "aria-label": "Order", onchange: ({ target }) => {
    const [sort, descending] = target.value.split(" ");
    searchFor({ ...conditionsOf(state.search), ...(sort === "added" ? {} : { sort }),
      ...(descending === "0" ? { descending } : {}) });
  } },
    ...ORDERS().map(([sort, down, text]) =>
      el("option", { value: `${sort} ${down}`, selected: `${sort} ${down}` === chosen }, text)
    ));
  const some = state.chosen.size;
  const them = some || found?.count || 0;
  const had = byId("found-tools").contains(document.activeElement);
  const late = (use) => () =>
    import("./game.js").then(use, () =>
      tell("Crownhead does not answer. Is it still running in the terminal?", null, true));
  byId("found-tools").replaceChildren(
    some
      ? el("button", { type: "button", class: "quiet", "data-testid": "choose-none", title: "Choose none",
        onclick: chooseNone }, icon("close"), el("span", {}, `${many(some)} chosen`))
      : order,
    ...(them
      ? [
        some
          ? el("button", { type: "button", "data-testid": "copy-chosen",
            title: `Copy ${gamesWords(some)} to a collection`, onclick: late(({ copy }) => copy([...state.chosen])) },
            icon("copy"), el("span", {}, "Copy"))
          : "",
        el("a", { class: "button", "data-testid": "save-all",
          href: api.pdnAddress(some ? { games: [...state.chosen].join() } : state.search),
          download: "crownhead-games.pdn", title: `Save ${gamesWords(them)} as a PDN file` }, icon("save"),
          el("span", {}, "Save")),
        el("button", { type: "button", class: "bare", "data-testid": "delete-all",
          "aria-label": `Delete ${gamesWords(them)}`, title: `Delete ${gamesWords(them)}`,
          onclick: late(({ deleteAll }) => deleteAll()) }, icon("clear")),
      ]
      : []),
  );
  if (had) (some ? byId("found-tools").querySelector("button") : order).focus();
}

function drawList() {
  const { found } = state;
  const key = words.colour("black") + words.colour("white");
  const hits = found?.hits ?? [];
  const goesOn = key === shown && drawn.length && drawn.every((hit, index) => hit === hits[index]);
  const list = byId("hits");
  if (!goesOn) list.replaceChildren();
  list.append(...hits.slice(goesOn ? drawn.length : 0).map(item));
  shown = key;
  drawn = hits;
  fillWindow();
}

function drawFound() {
  const { found, wrong } = state;
  setText(byId("count"), found ? gamesWords(found.count) : wrong ? "Not searched" : "Searching…");
  setText(byId("took"), found ? `in ${(found.took / 1000).toFixed(2)} s` : "");
  byId("none").hidden = found ? found.count > 0 : !wrong;
  setText(byId("none"), wrong
    ? "The form says what cannot be searched for."
    : state.library?.collections.some((one) => one.games)
    ? "No games match. Try fewer conditions, or search all collections."
    : "There are no games here yet.");
  setAttribute(byId("end-of-list"), "data-more", Boolean(found && found.page < found.pages));
  drawTools();
  drawList();
}

/** The end of the list may have stayed in sight: the observer tells only of what comes into it. */
function fillWindow() {
  const end = byId("end-of-list");
  if (end.dataset.more === "true" && end.getBoundingClientRect().top < innerHeight + AHEAD)
    requestAnimationFrame(findMore);
}

export function buildHits() {
  onDraw(drawFound);
  new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && findMore(), {
    rootMargin: `${AHEAD}px`,
  }).observe(byId("end-of-list"));
}
