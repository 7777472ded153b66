// Beside the board: whose turn it is, the rules, what is wrong, the FEN, and where the position can be taken.

import { call, refusalOf } from "../lib/api.js";
import { askPlay, openDialog } from "../lib/dialogs.js";
import { all, byId, once, onClick, refill, selectField, setAttribute, setText } from "../lib/dom.js";
import { copied, speak } from "../lib/page.js";
import { say, sentence } from "../lib/say.js";
import { countWords, presetName, sideName, SIDES } from "../lib/words.js";
import { clear, flip, markCopied, playBy, read, redo, tell, toStart, turnTo, undo, verdict } from "./actions.js";
import { isJudged, redraw, state } from "./state.js";

const HOUSE = "house";

const turns = () => all("[name=turn]", HTMLInputElement);

function drawRules() {
  const { choices, rules: { preset, options } } = state;
  const chosen = Object.keys(options).length ? HOUSE : preset;
  if (!choices) return;
  /** @type {[string, string][]} */
  const items = choices.presets.map(({ name, title }) => [name, title]);
  if (chosen === HOUSE) items.push([HOUSE, presetName(null)]);
  refill(byId("rules-part"), chosen, () => [
    selectField("rules", say("editor.rules"), items, chosen,
      (name) => name !== HOUSE && playBy({ preset: name, options: {} })),
  ]);
}

function drawProblem() {
  const { draft, past, future } = state;
  if (isJudged()) setText(byId("problem"), draft?.problem ? sentence(draft.problem) : ""); // else the last one stays
  byId("counts").hidden = Boolean(byId("problem").textContent);
  setText(byId("counts"),
    SIDES.map((side) => say("editor.counts", { side: sideName(side), pieces: countWords(state.board, side) }))
      .join(" · "));
  setText(byId("message"), state.message);
  byId("undo", HTMLButtonElement).disabled = !past.length;
  byId("redo", HTMLButtonElement).disabled = !future.length;
}

// ---- the FEN

const field = () => byId("fen", HTMLTextAreaElement);

function drawFen() {
  if (!state.unread && isJudged() && document.activeElement !== field()) field().value = state.draft?.fen ?? "";
  setText(byId("fen-error"), state.unread);
  setAttribute(field(), "aria-invalid", Boolean(state.unread));
  setAttribute(byId("copy"), "data-done", state.copied);
}

async function copy() {
  const isCopied = await copied(field().value);
  if (isCopied) speak(say("editor.fen-copied"));
  else field().select();
  markCopied(isCopied);
}

function listenToFen() {
  let typing = {}; // until the field is left, typing is one step
  field().addEventListener("focus", () => (typing = {}));
  field().addEventListener("input", () => read(field().value, typing));
  field().addEventListener("blur", redraw);
  field().addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // a FEN is one line, however it is shown
    field().blur();
  });
  onClick("copy", copy);
  byId("copy").addEventListener("blur", () => markCopied(false));
}

// ---- where the position can be taken

/** @param {DraftView} draft */
const play = ({ fen, turn }) =>
  askPlay({ fen, turn, rules: state.rules, last: state.preferences.last, choices: state.choices });

/** @param {DraftView} draft */
async function analyse({ fen }, tab = "moves") {
  const { analysis } = await call("POST", "/api/analyses", { text: fen, rules: state.rules });
  location.assign(`/analysis/${analysis.id}#${tab}`);
}

/** @param {DraftView} draft */
function search({ fen }) {
  const { preset } = state.rules;
  location.assign(`/library?fen=${fen}${preset === "english" ? "" : `&rules=${preset}`}`);
}

/** @param {DraftView} draft */
function share({ fen }) {
  const { theme, pieces, numbers } = state.preferences;
  const look = new URLSearchParams({ fen, size: "800", theme, pieces, numbers: String(numbers),
    flipped: String(state.flipped) });
  const picture = (/** @type {string} */ kind) => `/api/positions/picture.${kind}?${look}`;
  setAttribute(byId("share-picture"), "src", picture("svg"));
  for (const kind of ["png", "svg"]) setAttribute(byId(`save-${kind}`), "href", picture(kind));
  setAttribute(byId("share-fen"), "value", fen);
  setText(byId("share-done"), "");
  openDialog("share-dialog");
}

/** Copy what is shared, or show it to be copied by hand. @param {string} what @param {string} done */
async function copyShared(what, done) {
  const isCopied = await copied(what);
  setText(byId("share-done"), isCopied ? done : say("editor.copy-yourself"));
  if (isCopied) return;
  setAttribute(byId("share-fen"), "value", what);
  byId("share-fen", HTMLInputElement).select();
}

/** What each button does, and whether it needs a position that can be played. @type {Record<string, [does: (draft: DraftView) => unknown, isPlayed: boolean]>} */
const DEEDS = { play: [play, true], analyse: [analyse, true], explore: [(draft) => analyse(draft, "explorer"), true],
  search: [search, false], share: [share, false] };

/** @param {DraftView | null} draft @param {boolean} isPlayed */
const isFit = (draft, isPlayed) =>
  !state.unread && (draft?.standing === "playable" || (draft?.standing === "over" && !isPlayed));

function drawDeeds() {
  if (!isJudged()) return;
  for (const [id, [, isPlayed]] of Object.entries(DEEDS))
    setAttribute(byId(id), "aria-disabled", !isFit(state.draft, isPlayed));
}

/** @param {(draft: DraftView) => unknown} does @param {boolean} isPlayed */
const doing = (does, isPlayed) =>
  once(async () => {
    const draft = await verdict();
    if (!draft) return; // the server does not answer, and the page says so
    if (!isFit(draft, isPlayed)) return speak(state.unread || byId("problem").textContent || "");
    try {
      await does(draft);
    } catch (error) {
      tell(refusalOf(error).message);
    }
  });

/** Make all that stands beside the board; returns how it is drawn. */
export function buildPanel() {
  for (const [id, action] of Object.entries({ start: toStart, clear, flip, undo, redo })) onClick(id, () => action());
  for (const [id, [does, isPlayed]] of Object.entries(DEEDS)) onClick(id, doing(does, isPlayed));
  onClick("copy-fen", () => copyShared(state.draft?.fen ?? "", say("editor.fen-copied")));
  onClick("copy-link", () => copyShared(location.href, say("editor.address-copied")));
  for (const input of turns()) input.addEventListener("click", () => turnTo(/** @type {Side} */ (input.value)));
  listenToFen();
  return () => {
    for (const input of turns()) input.checked = input.value === state.turn;
    drawRules();
    drawProblem();
    drawFen();
    drawDeeds();
  };
}
