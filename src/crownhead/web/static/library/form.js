// The form of a search: the usual fields first, the rest behind "More".

import { all, byId, el, icon, onClick, onSubmit, options, refill, setAttribute, setText, within } from "../lib/dom.js";
import { stillBoard } from "../lib/picture.js";
import { say, sentence } from "../lib/say.js";
import { countsOf, games, hasConditions, materialOf, ownerOf, side } from "./games.js";
import { beginSketch, clearSearch, onDraw, searchNow, searchWith, state, stopTyping, toggleMore,
  typeInto } from "./state.js";

const NARROW = "(max-width: 860px)"; // the list is below the form

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

function drawDrawn() {
  const { fen, pattern, reversed } = state.search;
  const isFocused = byId("drawn").contains(document.activeElement);
  byId("draw-buttons").hidden = Boolean(fen || pattern);
  byId("drawn").hidden = !fen && !pattern;
  if (isFocused && byId("drawn").hidden) byId("by-position").focus();
  refill(byId("drawn-board"), [fen, pattern, state.found?.board], () => [picture()]);
  setText(byId("drawn-what"), pattern ? say("library.this-pattern") : say("library.this-position"));
  byId("search-reversed", HTMLInputElement).checked = Boolean(reversed);
}

function listenToDrawn() {
  onClick("by-position", () => beginSketch("position"));
  onClick("by-pattern", () => beginSketch("pattern"));
  onClick("change-drawn", () => beginSketch(state.search.pattern ? "pattern" : "position"));
  onClick("remove-drawn", () => searchWith({ fen: "", pattern: "", turn: "", reversed: "" }));
  const box = byId("search-reversed", HTMLInputElement);
  box.addEventListener("change", () => searchWith({ reversed: box.checked ? "1" : "" }));
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
        "data-testid": `without-${name}`, onclick: () => searchWith({ [name]: "" }) }, icon("close")),
      el("p", { class: "error", id: `wrong-${name}`, role: "alert" }))
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
  const { search, more } = state;
  drawNames();
  refill(byId("limits"), limits(), limitsPart);
  drawDrawn();
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
  listenToDrawn();
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
