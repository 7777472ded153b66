// The editor at /editor: a board on which any piece can be put anywhere. `?fen=` sets the initial position.

import { byId, onKey } from "../lib/dom.js";
import { beginPage, loadPreferences, speak } from "../lib/page.js";
import { sentence } from "../lib/say.js";
import { choose, crown, flip, open, redo, remove, turnTo, undo } from "./actions.js";
import { buildBoard, buildPalette, nameOf } from "./board.js";
import { buildPanel } from "./panel.js";
import { onDraw, redraw, state, TOOLS } from "./state.js";

// ---- keys

/** @param {string} tool */
function pick(tool) {
  choose(tool);
  speak(sentence(nameOf(tool)));
}

/** @type {Record<string, () => void>} */
const LETTERS = { f: flip, u: undo, r: redo, t: () => turnTo(state.turn === "black" ? "white" : "black") };

/** @param {KeyboardEvent} event @param {HTMLElement} target */
function actionOf(event, target) {
  if (target.matches("input:not([type=radio]), select, textarea")) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) return key === "z" ? (event.shiftKey ? redo : undo) : key === "y" ? redo : null;
  const square = Number(target.dataset.square);
  if (square && (key === "Delete" || key === "Backspace")) return () => remove(square);
  if (!state.preferences.keys) return null;
  if (square && key === "k") return () => crown(square);
  const tool = TOOLS[Number(key) - 1];
  return tool ? () => pick(tool) : LETTERS[key] ?? null;
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

async function begin() {
  beginPage(state, redraw);
  const board = buildBoard();
  const parts = [board.draw, buildPalette(board), buildPanel()];
  onDraw(() => {
    byId("editor").hidden = !state.isOpen;
    if (state.isOpen) { for (const draw of parts) draw(); }
  });
  onKey(actionOf);
  await loadPreferences().catch(() => {});
  const { fen, rules } = wished();
  await open(fen, rules);
  if (state.unread) byId("fen", HTMLTextAreaElement).value = fen ?? "";
}

begin();
