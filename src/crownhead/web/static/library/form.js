// The form of a search: what is asked for most first, the rest behind "More".

import { byId, el, icon, onClick, setAttribute, setText } from "../lib/dom.js";
import { stillBoard } from "../lib/picture.js";
import { gamesWords } from "../lib/words.js";
import { tables } from "../messages.js";
import { searchFor } from "./finding.js";
import { countsOf, KINDS, materialOf, RARE } from "./search.js";
import { onDraw, redraw, state, tell, words } from "./state.js";

const TYPING_MS = 350;
const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** Whom a result may be said of. */
const whose = () => (state.search.own ? "You" : "The player");

/** @typedef {{ name: string, label: string, placeholder?: string, choices?: () => string[][], digits?: boolean }} Field */

/** @type {Field[]} */
const USUAL = [
  { name: "player", label: "Player", placeholder: "Part of a name" },
  { name: "opponent", label: "Against", placeholder: "Anybody" },
  { name: "result", label: "Result", choices: () => [
    ["", "Any result"],
    ["won", `${whose()} won`],
    ["lost", `${whose()} lost`],
    ["draw", "Draw"],
    ["black", `${words.colour("black")} won`],
    ["white", `${words.colour("white")} won`],
    ["unknown", "No result"],
    ["both lost", "Both lost"],
  ] },
  { name: "opening", label: "Opening", placeholder: "Part of its name" },
];
/** @type {Field[]} */
const MORE = [
  { name: "colour", label: "The player had",
    choices: () => [["", "Either colour"], ["black", words.colour("black")], ["white", words.colour("white")]] },
  { name: "event", label: "Event or place" },
  { name: "since", label: "From", placeholder: "1950 or 1950.08.21" },
  { name: "until", label: "To", placeholder: "1959" },
  { name: "shortest", label: "Fewest moves", digits: true },
  { name: "longest", label: "Most moves", digits: true },
  { name: "ballot", label: "Ballot (1 to 174)", digits: true },
  { name: "comment", label: "Words in a comment" },
];

let timer = 0;
let typed = ""; // the field in which somebody types; that is one step of the way back
let drawn = "";

function change(name, value, isTyping = false) {
  const search = { ...state.search };
  if (value.trim()) search[name] = value.trim();
  else delete search[name];
  state.search = search; // a second field must not forget the first
  clearTimeout(timer);
  if (!isTyping) return void searchFor(search);
  timer = setTimeout(() => {
    const step = typed !== name;
    typed = name;
    searchFor(search, { step });
  }, TYPING_MS);
}

const described = (name) => ({ "aria-describedby": `wrong-${name}`, "data-testid": `search-${name}`, name });

/** @param {Field} field */
function control({ name, placeholder, choices, digits }) {
  if (choices) {
    return el("select", { ...described(name), onchange: ({ target }) => change(name, target.value) },
      ...choices().map(([value, text]) => el("option", { value }, text)));
  }
  return el("input", { type: "text", maxlength: tables.limits.search, placeholder, spellcheck: "false",
    inputmode: digits ? "numeric" : null, ...described(name), oninput: ({ target }) => change(name, target.value, true),
    onblur: () => (typed = "") });
}

const wrongPart = (name) => el("p", { class: "error", id: `wrong-${name}`, role: "alert" });

/** @param {Field} field */
const row = (field) =>
  el("div", { class: `field field-${field.name}` }, el("label", {}, el("span", {}, field.label), control(field)),
    wrongPart(field.name));

/** How many pieces there are at some moment. */
function materialPart() {
  const one = (kind) =>
    el("label", {},
      el("span", {}, `${capital(words.piece(kind))}${kind === kind.toLowerCase() ? "" : "s"}`.replace(/ man$/, " men")),
      el("input", { type: "text", maxlength: 5, placeholder: "any", "data-kind": kind,
        "data-testid": `material-${kind}`, "aria-describedby": "wrong-material",
        oninput: (/** @type {any} */ { target }) => {
          const counts = Object.fromEntries(
            [...target.closest(".counts").querySelectorAll("input")].map((input) => [input.dataset.kind, input.value]),
          );
          change("material", materialOf(counts), true);
        }, onblur: () => (typed = "") }));
  return el("fieldset", { class: "field material" }, el("legend", {}, "Pieces on the board at some moment"),
    el("div", { class: "counts" }, ...KINDS.map(one)), el("small", {}, "A number, or a range such as 2-4."),
    wrongPart("material"));
}

// ---- the position or pattern

const NOTHING = ".".repeat(32);
const SEEN = { x: "b", o: "w", a: ".", "?": ".", ".": "." };

async function sketch(kind) {
  try {
    const { openSketch } = await import("./sketch.js");
    await openSketch(kind);
  } catch {
    tell("Crownhead does not answer. Is it still running in the terminal?", null, true);
  }
}

function without(...names) {
  const search = { ...state.search };
  for (const name of names) delete search[name];
  searchFor(search);
}

/** A small picture of what is looked for. */
function picture() {
  const { pattern } = state.search;
  if (pattern) {
    const shown = [...pattern].map((letter) => SEEN[/** @type {keyof typeof SEEN} */ (letter)] ?? letter).join("");
    return stillBoard(shown, { flipped: true, plain: true,
      marked: [...pattern].flatMap((letter, index) => (letter === "?" ? [] : [index + 1])) });
  }
  return state.found?.board
    ? stillBoard(state.found.board, { flipped: true, plain: true })
    : stillBoard(NOTHING, { plain: true, look: "tiny unknown" });
}

function drawnPart() {
  const { fen, pattern, reversed } = state.search;
  if (!fen && !pattern) {
    return [
      el("div", { class: "draw-buttons", role: "group", "aria-label": "By what was on the board" },
        el("button", { type: "button", "data-testid": "by-position", onclick: () => sketch("position") }, icon("board"),
          el("span", {}, "A position")), el("button", { type: "button", "data-testid": "by-pattern", onclick: () =>
            sketch("pattern") }, icon("search"), el("span", {}, "Part of a board"))),
      wrongPart("fen"),
    ];
  }
  const box = el("input", { type: "checkbox", checked: Boolean(reversed), "data-testid": "search-reversed",
    onchange: ({ target }) => change("reversed", target.checked ? "1" : "") });
  return [
    el("div", { class: "drawn", "data-testid": "drawn" }, picture(),
      el("div", { class: "drawn-words" }, el("strong", {}, pattern ? "This part of a board" : "This position"),
        el("label", { class: "check" }, box, el("span", {}, "Colours reversed too")),
        el("div", { class: "drawn-buttons" },
          el("button", { type: "button", "data-testid": "change-drawn",
            onclick: () => sketch(pattern ? "pattern" : "position") }, "Change"),
          el("button", { type: "button", "data-testid": "remove-drawn",
            onclick: () => without("fen", "pattern", "turn", "reversed") }, "Remove")))),
    wrongPart("fen"),
    wrongPart("pattern"),
  ];
}

// ---- what an address asks for besides

/** @type {Record<string, (value: string) => string>} */
const LIMITS = {
  own: () => "Your own games against the computer",
  batch: (value) => `Games of import ${value}`,
  games: (value) => `Only ${gamesWords(value.split(",").length)} that somebody chose`,
  rules: (value) => `Rules: ${value}`,
};

function drawLimits() {
  const there = Object.keys(LIMITS).filter((name) => state.search[name]);
  const key = there.map((name) => `${name} ${state.search[name]}`).join();
  if (byId("limits").dataset.shown === key) return;
  byId("limits").dataset.shown = key;
  byId("limits").replaceChildren(
    ...there.map((name) =>
      el("p", { class: "limit" }, el("span", {}, LIMITS[name](state.search[name])),
        el("button", { type: "button", class: "quiet round", "aria-label": "Remove this condition",
          "data-testid": `without-${name}`, onclick: () => without(name) }, icon("close")), wrongPart(name))
    ),
  );
}

// ---- drawing

function fill() {
  for (const input of byId("search").querySelectorAll("[name]")) {
    const value = state.search[input.name] ?? "";
    if (document.activeElement !== input && input.value !== value) input.value = value;
  }
  const counts = countsOf(state.search.material);
  for (const input of byId("search").querySelectorAll("[data-kind]"))
    if (document.activeElement !== input) input.value = counts[input.dataset.kind];
}

function drawWrong() {
  const { sentence = "", fields = {} } = state.wrong ?? {};
  const nodes = [...byId("search").querySelectorAll(".error[id^=wrong-]")];
  const saidOf = (node) => fields[node.id.slice("wrong-".length)] ?? "";
  for (const node of nodes) setText(node, saidOf(node));
  setText(byId("search-error"), nodes.some(saidOf) ? "" : sentence);
  for (const input of byId("search").querySelectorAll("[name]"))
    setAttribute(input, "aria-invalid", input.name in fields);
}

function drawForm() {
  const look = `${words.colour("black")} ${words.colour("white")} ${whose()}`;
  if (!drawn.startsWith(look)) {
    byId("fields").replaceChildren(...USUAL.map(row));
    byId("more-fields").replaceChildren(...MORE.map(row), materialPart());
  }
  const { fen, pattern, reversed } = state.search;
  const now = `${look} ${fen} ${pattern} ${reversed} ${state.found?.board}`;
  if (now !== drawn) {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.testid;
    const had = byId("drawn").contains(document.activeElement);
    byId("drawn").replaceChildren(...drawnPart());
    if (had)
      (byId("drawn").querySelector(`[data-testid="${focused}"]`) ?? byId("drawn").querySelector("button"))?.focus();
  }
  drawn = now;
  if (RARE.some((name) => state.search[name])) state.more = true; // what is asked for is seen
  byId("more-fields").hidden = !state.more;
  setText(byId("more"), state.more ? "Less" : "More");
  setAttribute(byId("more"), "aria-expanded", state.more);
  byId("clear").hidden = !Object.keys(state.search).some((name) =>
    !["collections", "sort", "descending"].includes(name)
  );
  drawLimits();
  fill();
  drawWrong();
}

export function buildForm() {
  onDraw(drawForm);
  onClick("more", () => {
    if (RARE.some((name) => state.search[name])) return byId("more-fields").querySelector("input, select").focus(); // they are in use
    state.more = !state.more;
    redraw();
  });
  onClick("clear", () => {
    const { collections, sort, descending } = state.search;
    Object.assign(state, { more: false });
    searchFor(Object.fromEntries(Object.entries({ collections, sort, descending }).filter(([, value]) => value)));
    byId("fields").querySelector("input").focus();
  });
  byId("search").addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    searchFor(readForm(), { step: !typed });
    if (matchMedia("(max-width: 860px)").matches) byId("count").scrollIntoView({ block: "start" });
  });
}

/** All fields as they are now: a letter may have been typed a moment ago. */
function readForm() {
  const search = { ...state.search };
  for (const input of byId("search").querySelectorAll("[name]")) {
    if (input.value.trim()) search[input.name] = input.value.trim();
    else delete search[input.name];
  }
  return search;
}
