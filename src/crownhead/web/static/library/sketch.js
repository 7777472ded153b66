// A small board on which somebody draws what to search for: a whole position, or only some squares of one.

import { refusalOf } from "../lib/api.js";
import { createBoard } from "../lib/board.js";
import { byId, el, icon, radios, setAttribute, setText, sheet, svg } from "../lib/dom.js";
import { listenToBoard } from "../lib/input.js";
import { centre, drawing, SIZE } from "../lib/picture.js";
import { createMotion } from "../lib/playback.js";
import { sentence } from "../lib/say.js";
import { tables } from "../messages.js";
import * as api from "./api.js";
import { searchFor } from "./finding.js";
import { inWords, say, state, words } from "./state.js";

const FREE = "?";
const BARE = ".";
const PLAIN = { last: [], prefix: null, movable: [], must: [], jumps: [], ends: [], via: [], capturing: false,
  jumped: [], hint: null };
const TOOLS = { position: ["b", "B", "w", "W", BARE], pattern: ["b", "B", "w", "W", "x", "o", "a", BARE, FREE] };

/** @type {{ kind: "position" | "pattern", letters: string, turn: string, tool: string, fen: string, problem: string, focus: number, reversed: boolean }} */
let sketch;
/** @type {Board} */
let board;
let asked = 0;
let stroke = 0; // the square that a pen or mouse has painted last

const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** What a letter means, in words. */
function meaning(letter) {
  if (letter === FREE) return "Anything";
  if (letter === BARE) return sketch.kind === "pattern" ? "Empty" : "Eraser";
  if (letter === "a") return "Any piece";
  if (letter === "x") return `Any ${words.colour("black").toLowerCase()} piece`;
  if (letter === "o") return `Any ${words.colour("white").toLowerCase()} piece`;
  return capital(words.piece(letter));
}

// ---- the board

/** Pieces that may be any: a disc with a question mark in the side's colour. */
function badge(letter, square) {
  const { x, y } = centre(square, board.isFlipped());
  const mark = letter === BARE
    ? svg("path", { class: "must-be-empty", d: "M-22-22 22 22M22-22-22 22" })
    : svg("g", { class: letter === "x" ? "black" : letter === "o" ? "white" : "either" },
      svg("circle", { class: "any-piece", r: 36 }),
      svg("text", { class: "any-sign", y: 16 }, letter === "a" ? "•" : "?"));
  return svg("g", { class: "badge", transform: `translate(${x} ${y})` }, mark);
}

const ofPieces = (letters) => [...letters].map((letter) => ("bBwW".includes(letter) ? letter : BARE)).join("");

function draw() {
  const { kind, letters, focus } = sketch;
  board.pieces.settle(ofPieces(letters));
  // A dot is "empty" to a board; what is free has another letter, which is named by `meaning`.
  board.show({ ...PLAIN, board: kind === "pattern" ? letters.replaceAll(BARE, "e") : letters,
    flipped: board.isFlipped(), numbers: true, focus });
  for (const old of board.element.querySelectorAll(".badge, .free")) old.remove();
  if (kind === "pattern") {
    const layer = /** @type {Element} */ (board.element.querySelector(".marks"));
    layer.append(...[...letters].flatMap((letter, index) => {
      const { x, y } = centre(index + 1, board.isFlipped());
      if (letter === FREE)
        return [svg("rect", { class: "free", x: x - SIZE / 2, y: y - SIZE / 2, width: SIZE, height: SIZE })];
      return "bBwW".includes(letter) ? [] : [badge(letter, index + 1)];
    }));
  }
  setAttribute(board.element, "data-letters", letters);
  drawWords();
}

function drawWords() {
  const { problem, fen, kind } = sketch;
  setText(byId("sketch-problem"), problem);
  /** @type {HTMLTextAreaElement | null} */
  const field = document.querySelector("#sketch-fen");
  if (field && document.activeElement !== field && !problem) field.value = fen;
  for (const input of byId("sketch-dialog").querySelectorAll("[name=sketch-turn]"))
    input.checked = input.value === sketch.turn;
  setAttribute(byId("sketch-search"), "aria-disabled",
    kind === "position" ? Boolean(problem) || !fen : !/[^?]/.test(sketch.letters));
}

/** Put a letter on a square; the same again takes it off. */
function put(square, { again = true } = {}) {
  const empty = sketch.kind === "pattern" ? FREE : BARE;
  const there = sketch.letters[square - 1];
  const letter = again && there === sketch.tool ? empty : sketch.tool;
  if (letter === there) return;
  sketch.letters = sketch.letters.slice(0, square - 1) + letter + sketch.letters.slice(square);
  say(`Square ${square}: ${letter === BARE ? "empty" : meaning(letter).toLowerCase()}.`);
  draw();
  judge();
}

/** @type {Handlers} */
const handlers = {
  press: () => null,
  activate: (square) => stroke || put(square),
  drop() {},
  canDrag: () => false,
  cancel() {},
  focus(square) {
    if (square) sketch.focus = square;
  },
  escape: () => false,
  walks: () => false,
  wheel() {},
};

/** A mouse that is held paints one square after another. */
function listenToStrokes() {
  const { grid } = board;
  let from = 0;
  grid.addEventListener("pointerdown", (event) => {
    stroke = 0;
    from = event.pointerType === "touch" ? 0 : Number(/** @type {HTMLElement} */ (event.target).dataset.square ?? 0);
  }, true);
  grid.addEventListener("pointermove", (event) => {
    if (!from || !event.buttons) return;
    const under = document.elementsFromPoint(event.clientX, event.clientY).find((one) =>
      /** @type {HTMLElement} */ (one).dataset.square
    );
    const square = Number(/** @type {HTMLElement | undefined} */ (under)?.dataset.square ?? 0);
    if (!square || square === (stroke || from)) return;
    if (!stroke) put(from, { again: false });
    stroke = square;
    put(square, { again: false });
  });
  grid.addEventListener("keydown", ({ key }) => {
    if (key.startsWith("Arrow")) grid.classList.add("keyboard");
  }, true);
}

// ---- what the server says of it

async function judge(what = { board: sketch.letters, turn: sketch.turn }) {
  if (sketch.kind !== "position") return;
  asked += 1;
  const mine = asked;
  try {
    const found = await api.draft(what);
    if (mine !== asked) return;
    Object.assign(sketch, { letters: found.board, turn: found.turn, fen: found.fen,
      problem: found.standing === "impossible" ? sentence(found.problem) : "" });
  } catch (error) {
    if (mine !== asked) return;
    sketch.problem = inWords(refusalOf(error).message);
  }
  draw();
}

// ---- the dialog

const picture = (letter) => {
  if (letter === BARE && sketch.kind === "position") return icon("eraser");
  const inside = "bBwW".includes(letter)
    ? [drawing(letter)]
    : letter === BARE
    ? [svg("path", { class: "must-be-empty", d: "M-22-22 22 22M22-22-22 22" })]
    : letter === FREE
    ? [svg("rect", { class: "free", x: -36, y: -36, width: 72, height: 72, rx: 8 })]
    : [
      svg("g", { class: letter === "x" ? "black" : letter === "o" ? "white" : "either" },
        svg("circle", { class: "any-piece", r: 36 }),
        svg("text", { class: "any-sign", y: 16 }, letter === "a" ? "•" : "?")),
    ];
  return svg("svg", { class: "token", viewBox: "-46 -48 92 96", "aria-hidden": "true" }, ...inside);
};

function turnPart() {
  const sides = /** @type {Side[]} */ (["black", "white"]).map((
    side,
  ) => [side, el("i", { class: `disc ${side}` }), el("span", {}, words.colour(side))]);
  const items = sketch.kind === "pattern" ? [["", el("span", {}, "Either")], ...sides] : sides;
  return radios("sketch-turn", "To move", items, sketch.turn, (turn) => {
    sketch.turn = turn;
    judge();
  });
}

function fenPart() {
  if (sketch.kind === "pattern") return null;
  return el("label", { class: "field" }, el("span", {}, "Or type it as text (FEN)"), el("input", {
    id: "sketch-fen",
    type: "text",
    maxlength: tables.limits.search,
    spellcheck: "false",
    "data-testid": "sketch-fen",
    "aria-describedby": "sketch-problem",
    oninput: ({ target }) => judge(/** @type {any} */ ({ fen: target.value })),
  }));
}

function whole(text, letters, fen) {
  return el("button", { type: "button", "data-testid": `sketch-${text.toLowerCase()}`, onclick: () => {
    sketch.letters = letters;
    draw();
    if (fen === undefined) judge();
    else judge(/** @type {any} */ (fen ? { fen } : {}));
  } }, text);
}

function finish(event) {
  event.preventDefault();
  if (byId("sketch-search").getAttribute("aria-disabled") === "true") return;
  const { fen: _, pattern: __, turn: ___, reversed: ____, ...search } = state.search;
  const { kind, fen, letters, turn, reversed } = sketch;
  byId("sketch-dialog").close();
  searchFor({ ...search, ...(kind === "position" ? { fen } : { pattern: letters, ...(turn && { turn }) }),
    ...(reversed && { reversed: "1" }) });
}

function content() {
  const isPattern = sketch.kind === "pattern";
  const empty = (isPattern ? FREE : BARE).repeat(32);
  const tools = TOOLS[sketch.kind].map((
    letter,
  ) => [letter, picture(letter), el("span", { class: "tool-name" }, meaning(letter))]);
  const box = el("input", { type: "checkbox", checked: sketch.reversed, "data-testid": "sketch-reversed",
    onchange: ({ target }) => (sketch.reversed = target.checked) });
  return [el("h2", { id: "sketch-title" }, isPattern ? "Part of a board" : "A position"),
    el("p", { class: "hint" }, isPattern
      ? "Say what stands on some squares. The others, in grey, may have anything."
      : "Set up the position that was on the board."),
    el("form", { method: "dialog", class: "sketch", onsubmit: finish },
      el("div", { class: "frame" }, el("div", { class: "board", id: "sketch-board" })),
      el("div", { class: "sketch-side" },
        radios("sketch-tool", "What to put on the board", tools, sketch.tool, (tool) => (sketch.tool = tool),
          `palette ${sketch.kind}`), turnPart(),
        el("div", { class: "sketch-whole" }, ...(isPattern ? [] : [whole("Start", sketch.letters, "")]),
          whole("Clear", empty)), fenPart(),
        el("label", { class: "check" }, box, el("span", {}, "Colours reversed too")),
        el("p", { class: "error", id: "sketch-problem", role: "alert" }),
        el("div", { class: "dialog-buttons" },
          el("button", { type: "button", onclick: () => byId("sketch-dialog").close() }, "Cancel"),
          el("button", { class: "primary", id: "sketch-search", "data-testid": "sketch-search" }, "Search"))))];
}

/** Draw a position or a part of one, beginning with what is searched for now. @param {"position" | "pattern"} kind */
export async function openSketch(kind) {
  await Promise.all([sheet("board"), sheet("sketch")]);
  const { fen, pattern, turn = "", reversed } = state.search;
  sketch = { kind, letters: kind === "pattern" ? pattern ?? FREE.repeat(32) : BARE.repeat(32),
    turn: kind === "pattern" ? turn : "black", tool: "b", fen: "", problem: "", focus: 12,
    reversed: Boolean(reversed) };
  const dialog = byId("sketch-dialog");
  dialog.replaceChildren(...content());
  const motion = createMotion(() => "reduced");
  board = createBoard(byId("sketch-board"), { motion, label: "Board to draw on",
    piece: (letter) => (letter === "e" ? "must be empty" : meaning(letter).toLowerCase()) });
  board.turn(true); // as the boards that games are looked into on: who begins is below
  listenToBoard(board, handlers);
  listenToStrokes();
  draw();
  dialog.showModal();
  if (kind === "position") await judge(/** @type {any} */ (fen && fen !== "start" ? { fen } : {}));
}
