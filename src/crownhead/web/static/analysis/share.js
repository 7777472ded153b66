// Giving an analysis to others: as text to copy, files to save, pictures and a sheet to print.

import { editorAddress, namedRules } from "../lib/api.js";
import { byId, el } from "../lib/dom.js";
import { isKing, other, sideOf } from "../lib/words.js";
import * as api from "./api.js";
import { note, place, state, tell } from "./state.js";

let drawn = "";

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    note(`${what} was copied.`);
  } catch {
    showText(text); // over plain http there is no clipboard
  }
}

function showText(text) {
  const area = byId("share-text");
  area.hidden = false;
  area.value = text;
  area.focus();
  area.select();
}

async function copyPdn() {
  const { id } = /** @type {AnalysisView} */ (state.analysis);
  const answer = await fetch(api.pdnAddress(id)).catch(() => null);
  if (!answer?.ok) return tell("The moves could not be read. Try again.");
  copy(await answer.text(), "The game");
}

/** A board that is only shown, in notation. @param {Step} step */
function fenOf({ board, side }) {
  const letter = { black: "B", white: "W" };
  const men = (wanted) =>
    [...board].map((piece, index) => [piece, index + 1]).filter(([piece]) => sideOf(piece) === wanted)
      .map(([piece, square]) => `${isKing(piece) ? "K" : ""}${square}`).join(",");
  return `${letter[other(side)]}:W${men("white")}:B${men("black")}`;
}

/** The moves of a line that are on the board. @returns {Step[]} */
const shownSteps = () => state.preview?.steps.slice(0, state.preview.index + 1) ?? [];

/** What is on the board: the place, or a move of a line that is shown; nothing while it is not known. */
function fenHere() {
  const step = shownSteps().at(-1);
  return step ? fenOf(step) : place()?.fen ?? "";
}

const button = (id, text, action, off = false) =>
  el("button", { type: "button", "data-testid": id, disabled: off, onclick: action }, text);
const link = (id, text, href, more = {}) => el("a", { class: "button", "data-testid": id, href, ...more }, text);

function content() {
  const { id, rules } = /** @type {AnalysisView} */ (state.analysis);
  const { theme, pieces } = state.preferences;
  const look = new URLSearchParams({ theme, pieces, flipped: String(state.flipped) });
  const line = shownSteps().map(({ path }) => path.join("-")).join(" ");
  const picture = (kind) =>
    `/api/analyses/${id}/picture.${kind}?${new URLSearchParams({ node: state.at, line, size: "800" })}&${look}`;
  const film = (kind) => `/api/analyses/${id}/animation.${kind}?${look}`;
  return el("div", { class: "share" }, el("h2", {}, "This position"),
    button("copy-fen", "Copy as FEN", () => copy(fenHere(), "The position"), !fenHere()),
    link("edit", "Edit on a board", editorAddress(fenHere(), namedRules(rules))),
    link("save-png", "Save as PNG", picture("png"), { download: "position.png" }),
    link("save-svg", "Save as SVG", picture("svg"), { download: "position.svg" }),
    el("h2", {}, "The whole game with its variations"), button("copy-pdn", "Copy as PDN", copyPdn),
    link("save-pdn", "Save as PDN", api.pdnAddress(id), { download: `analysis-${id}.pdn` }),
    link("print", "Print a sheet", `/analysis/${id}/sheet?flipped=${state.flipped}`, { target: "_blank",
      rel: "noopener" }), el("h2", {}, "The main line as a moving picture"),
    link("save-gif", "Save as GIF", film("gif"), { download: "game.gif" }),
    link("save-webp", "Save as WebP", film("webp"), { download: "game.webp" }),
    el("textarea", { id: "share-text", rows: 5, readonly: true, hidden: true, "aria-label": "Text to copy" }));
}

export function draw() {
  const key = `${state.analysis?.id} ${state.at} ${fenHere()} ${state.preferences.theme} ${state.flipped}`;
  if (key === drawn) return;
  drawn = key;
  byId("panel-share").replaceChildren(content());
}
