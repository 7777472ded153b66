// The editor at /editor: a board on which any piece can be put anywhere. `?fen=` says what it begins with.

import { choices, refusalOf } from "../lib/api.js";
import { byId } from "../lib/dom.js";
import { beginPage, loadPreferences } from "../lib/page.js";
import { buildActions } from "./actions.js";
import { open, redo, turnTo, undo } from "./editing.js";
import { ERASER, TOOLS } from "./edits.js";
import { buildPalette, choose } from "./palette.js";
import { buildPanel } from "./panel.js";
import { redraw, say, state, words } from "./state.js";
import { buildTable, crown, flip, remove } from "./table.js";

const RETRY_MS = 2000;

// ---- keys

const takesText = (node) => node.matches("input:not([type=radio]), select, textarea");

function pick(tool) {
  choose(tool);
  say(tool === ERASER ? "Eraser." : `${words.piece(tool)}.`);
}

/** @type {Record<string, () => void>} */
const LETTERS = { f: flip, u: undo, r: redo, t: () => turnTo(state.turn === "black" ? "white" : "black") };
/** On a square. @type {Record<string, (square: number) => void>} */
const ON_BOARD = { Delete: remove, Backspace: remove };

function actionOf(event) {
  const node = /** @type {HTMLElement} */ (event.target);
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) return key === "z" ? (event.shiftKey ? redo : undo) : key === "y" ? redo : null;
  const square = Number(node.dataset.square);
  const deed = square ? ON_BOARD[key] : null;
  if (deed) return () => deed(square);
  if (!state.preferences.keys) return null;
  if (square && key === "k") return () => crown(square);
  const tool = TOOLS[Number(key) - 1];
  return tool ? () => pick(tool) : LETTERS[key] ?? null;
}

function listenToKeys() {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || document.querySelector("dialog[open]")
      || takesText(/** @type {HTMLElement} */ (event.target))) return;
    const action = actionOf(event);
    if (!action) return;
    event.preventDefault();
    action();
  });
}

// ---- beginning

/** What the address says. */
function wished() {
  const asked = new URLSearchParams(location.search);
  let options = {};
  try {
    options = JSON.parse(asked.get("options") ?? "{}");
  } catch {
    // not written by us
  }
  return { fen: asked.get("fen"), rules: { preset: asked.get("rules") ?? "english", options } };
}

async function show() {
  const { fen, rules } = wished();
  try {
    state.choices ??= await choices();
    const known = state.choices.presets.some(({ name }) => name === rules.preset);
    await open({ fen, rules: known ? rules : { preset: "english", options: {} } });
  } catch (error) {
    if (!refusalOf(error).status) return void setTimeout(show, RETRY_MS); // the server will be back
    await open({ fen, rules: { preset: "english", options: {} } }); // options that nobody knows
  }
  if (state.unread) byId("fen").value = fen;
  byId("editor").hidden = false;
  redraw();
}

async function begin() {
  beginPage(state, redraw);
  buildTable();
  buildPalette();
  buildPanel();
  buildActions();
  listenToKeys();
  await loadPreferences().catch(() => {});
  await show();
}

begin();
