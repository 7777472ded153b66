// The form of a search: the usual fields first, the rest behind "More".

import { all, byId, el, icon, onClick, onSubmit, options, refill, setAttribute, setText, within } from "../lib/dom.js";
import { stillBoard } from "../lib/picture.js";
import { say, sentence } from "../lib/say.js";
import { button } from "./dialogs.js";
import { countsOf, games, hasConditions, materialOf, ownerOf, side } from "./games.js";
import { beginSketch, clearSearch, onDraw, searchNow, searchWith, state, stopTyping, toggleMore,
  typeInto } from "./state.js";

const NARROW = "(max-width: 860px)"; // the list is below the form

/** @param {string} name */
const wrongPart = (name) => el("p", { class: "error", id: `wrong-${name}`, role: "alert" });

// ---- texts that name a side, or oneself

/** The results that can be asked for. @param {boolean} isOwn whether only a person's own games are searched @returns {[value: string, text: string][]} */
function results(isOwn) {
  const player = say("library.the-player");
  return [
    ["", say("library.any-result")],
    ["won", isOwn ? say("game.you-won") : say("game.won", { player })],
    ["lost", isOwn ? say("game.you-lost") : say("library.lost", { player })],
    ["draw", say("game.drawn")],
    ["black", say("game.won", { player: side("black") })],
    ["white", say("game.won", { player: side("white") })],
    ["unknown", say("library.no-result")],
    ["both lost", say("library.both-lost")],
  ];
}

/** @returns {[value: string, text: string][]} */
const colours = () => [["", say("library.any-colour")], ["black", say("side.black")], ["white", say("side.white")]];

function drawNames() {
  const isOwn = Boolean(state.search.own);
  refill(byId("search-result"), isOwn, () => options(results(isOwn)));
  refill(byId("search-colour"), "", () => options(colours()));
  for (const { dataset: { kind = "" }, previousElementSibling: name } of counters()) {
    const owner = { side: ownerOf(kind) };
    setText(/** @type {Node} */ (name), say(kind === kind.toLowerCase() ? "library.men" : "library.kings", owner));
  }
}

/** The fields for how many pieces of each kind there are at some moment. */
const counters = () => all("[data-kind]", HTMLInputElement);

// ---- the position or pattern

/** A small picture of what is searched for. */
function picture() {
  const { pattern } = state.search;
  const look = { flipped: true, plain: true };
  if (!pattern)
    return stillBoard(state.found?.board ?? ".".repeat(32), state.found?.board ? look : { look: "tiny unknown" });
  const marked = [...pattern].flatMap((letter, index) => (letter === "?" ? [] : [index + 1]));
  return stillBoard(pattern.replaceAll("x", "b").replaceAll("o", "w").replaceAll(/[a?]/g, "."), { ...look, marked });
}

function drawnPart() {
  const { fen, pattern, reversed } = state.search;
  if (!fen && !pattern) {
    return [
      el("div", { class: "draw-buttons", role: "group", "aria-label": say("library.by-board") },
        button("by-position", say("library.sketch.position"), () => beginSketch("position"), "board"),
        button("by-pattern", say("library.sketch.pattern"), () => beginSketch("pattern"), "search")),
      wrongPart("fen"),
    ];
  }
  const box = el("input", { type: "checkbox", checked: Boolean(reversed), "data-testid": "search-reversed",
    onchange: ({ target }) => searchWith({ reversed: target.checked ? "1" : "" }) });
  return [
    el("div", { class: "drawn", "data-testid": "drawn" }, picture(),
      el("div", { class: "drawn-words" },
        el("strong", {}, pattern ? say("library.this-pattern") : say("library.this-position")),
        el("label", { class: "check" }, box, el("span", {}, say("library.reversed"))),
        el("div", { class: "drawn-buttons" },
          button("change-drawn", say("library.change"), () => beginSketch(pattern ? "pattern" : "position")),
          button("remove-drawn", say("library.remove"),
            () => searchWith({ fen: "", pattern: "", turn: "", reversed: "" }))))),
    wrongPart("fen"),
    wrongPart("pattern"),
  ];
}

// ---- conditions without a field

/** Conditions that only an address has. @returns {[name: string, text: string][]} */
function limits() {
  const { own, batch, games: chosen, rules } = state.search;
  /** @type {[string, string | undefined][]} */
  const known = [
    ["own", own && say("library.limit.own")],
    ["batch", batch && say("library.limit.batch", { number: batch })],
    ["games", chosen && say("library.limit.games", { games: games(chosen.split(",").length) })],
    ["rules", rules && say("library.limit.rules", { rules })],
  ];
  return known.flatMap(([name, text]) => (text ? [[name, text]] : []));
}

const limitsPart = () =>
  limits().map(([name, text]) =>
    el("p", { class: "limit" }, el("span", {}, text),
      el("button", { class: "quiet round", "aria-label": say("library.remove-condition"),
        "data-testid": `without-${name}`, onclick: () => searchWith({ [name]: "" }) }, icon("close")), wrongPart(name))
  );

// ---- drawing

/** @typedef {HTMLInputElement | HTMLSelectElement} Control */

/** Show the search in the fields, except where somebody types. @param {Control[]} controls */
function fill(controls) {
  const counts = countsOf(state.search.material);
  for (const control of controls) {
    const { kind } = control.dataset;
    const value = kind ? counts[kind] : state.search[control.name] ?? "";
    if (document.activeElement !== control && control.value !== value) control.value = value;
  }
}

/** Say what is wrong with each field, and what is wrong with none. @param {Control[]} controls */
function drawWrong(controls) {
  const { message = "", fields = {} } = state.wrong ?? {};
  let isSaid = false;
  for (const node of byId("search").querySelectorAll(".error[id^=wrong-]")) {
    const wrong = fields[node.id.slice("wrong-".length)];
    isSaid ||= Boolean(wrong);
    setText(node, wrong ? sentence(wrong) : "");
  }
  setText(byId("search-error"), isSaid ? "" : message);
  for (const control of controls) if (control.name) setAttribute(control, "aria-invalid", control.name in fields);
}

function drawForm() {
  const { search, found, more } = state;
  drawNames();
  refill(byId("limits"), limits(), limitsPart);
  refill(byId("drawn"), [search.fen, search.pattern, search.reversed, found?.board], drawnPart);
  byId("more-fields").hidden = !more;
  setText(byId("more"), more ? say("library.less") : say("library.more"));
  setAttribute(byId("more"), "aria-expanded", more);
  byId("clear").hidden = !hasConditions(search);
  const controls = /** @type {Control[]} */ (all("[name], [data-kind]", HTMLElement, byId("search")));
  fill(controls);
  drawWrong(controls);
}

/** @param {string} id */
const focusFirst = (id) => within(byId(id), "input, select").focus();

export function buildForm() {
  onDraw(drawForm);
  onClick("more", () => toggleMore() || focusFirst("more-fields"));
  onClick("clear", () => {
    clearSearch();
    focusFirst("fields");
  });
  byId("search").addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== "text") return;
    const counts = counters().map(({ dataset, value }) => [dataset.kind, value]);
    if (target.name) typeInto(target.name, target.value);
    else typeInto("material", materialOf(Object.fromEntries(counts)));
  });
  byId("search").addEventListener("focusout", stopTyping);
  for (const select of all("select", HTMLSelectElement, byId("search")))
    select.addEventListener("change", () => searchWith({ [select.name]: select.value }));
  onSubmit(byId("search"), () => {
    searchNow();
    if (matchMedia(NARROW).matches) byId("count").scrollIntoView({ block: "start" });
  });
}
