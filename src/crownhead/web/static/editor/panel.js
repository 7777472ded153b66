// Beside the board: whose turn it is, the rules, the FEN, what is wrong, and steps back and forth.

import { byId, el, onClick, radios, selectField, setAttribute, setText } from "../lib/dom.js";
import { sentence } from "../lib/say.js";
import { countWords } from "../lib/words.js";
import { clear, isJudged, newSession, playBy, read, redo, toStart, turnTo, undo } from "./editing.js";
import { onDraw, redraw, say, state, words } from "./state.js";
import { flip } from "./table.js";

/** @type {Side[]} */
const SIDES = ["black", "white"];
const HOUSE = "house";

let drawnTurn = "";
let drawnRules = "";

function drawTurn() {
  const names = SIDES.map(words.colour).join();
  if (names !== drawnTurn) {
    drawnTurn = names;
    const items = SIDES.map((side) => [side, el("i", { class: `disc ${side}` }), el("span", {}, words.colour(side))]);
    byId("turn-part").replaceChildren(radios("turn", "To move", items, state.turn, turnTo));
  }
  for (const input of byId("turn-part").querySelectorAll("input")) input.checked = input.value === state.turn;
}

function drawRules() {
  const { preset, options } = state.rules;
  const chosen = Object.keys(options).length ? HOUSE : preset;
  if (!state.choices || chosen === drawnRules) return;
  drawnRules = chosen;
  const items = state.choices.presets.map(({ name, title }) => [name, title]);
  if (chosen === HOUSE) items.push([HOUSE, "House rules"]);
  byId("rules-part").replaceChildren(
    selectField("rules", "Rules", items, chosen, (name) => name !== HOUSE && playBy({ preset: name, options: {} })),
  );
}

function drawTold() {
  if (isJudged()) setText(byId("problem"), state.draft?.problem ? sentence(state.draft.problem) : ""); // else what was said before stays a moment
  byId("counts").hidden = Boolean(byId("problem").textContent);
  setText(byId("counts"), SIDES.map((side) => `${words.colour(side)}: ${countWords(state.board, side)}`).join(" · "));
  setText(byId("message"), state.message);
  byId("undo").disabled = !state.past.length;
  byId("redo").disabled = !state.future.length;
}

// ---- the FEN

let typing = 0; // what is typed until the field is left is one step

function drawFen() {
  const field = byId("fen");
  if (!state.unread && isJudged() && document.activeElement !== field) field.value = state.draft?.fen;
  setText(byId("fen-error"), state.unread);
  setAttribute(field, "aria-invalid", Boolean(state.unread));
}

async function copy() {
  const field = byId("fen");
  const copied = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
  if (copied) say("The FEN was copied.");
  else field.select(); // over plain http there is no clipboard
  setAttribute(byId("copy"), "data-done", Boolean(copied));
}

function listenToFen() {
  const field = byId("fen");
  field.addEventListener("focus", () => (typing = newSession()));
  field.addEventListener("input", () => read(field.value, typing));
  field.addEventListener("blur", redraw);
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // it is one line, however it is shown
    field.blur();
  });
  onClick("copy", copy);
  byId("copy").addEventListener("blur", () => setAttribute(byId("copy"), "data-done", false));
}

export function buildPanel() {
  for (const [id, action] of Object.entries({ start: toStart, clear, flip, undo, redo })) onClick(id, () => action());
  listenToFen();
  for (const draw of [drawTurn, drawRules, drawTold, drawFen]) onDraw(draw);
}
