// Sharing an analysis as text, files, pictures and a sheet to print; and the dialogs that ask for its name and
// begin a game.

import { fenOf } from "../explorer/parts.js";
import { editorAddress, namedRules, refusalOf, textAt } from "../lib/api.js";
import { askPlay, openForm } from "../lib/dialogs.js";
import { byId, onClick, setAttribute } from "../lib/dom.js";
import { copied } from "../lib/page.js";
import { say } from "../lib/say.js";
import { other } from "../lib/words.js";
import { note, rename, share, tell } from "./actions.js";
import { pdnAddress } from "./api.js";
import { analysis, details, position, state } from "./state.js";

/** @param {string} text @param {string} done */
async function copy(text, done) {
  if (await copied(text)) note(done);
  else share(text);
}

async function copyPdn() {
  const text = await textAt(pdnAddress(analysis().id));
  if (text === null) tell(say("analysis.share.unread"));
  else copy(text, say("play.game-copied"));
}

/** The moves of a line that are on the board. @returns {Step[]} */
const shownSteps = () => state.preview?.steps.slice(0, state.preview.index + 1) ?? [];

/** The position on the board: that of the node or of a line; "" while it is not known. */
function fenHere() {
  const step = shownSteps().at(-1);
  return step ? fenOf({ board: step.board, turn: other(step.side) }) : details()?.fen ?? "";
}

function drawShare() {
  const { id, rules } = analysis();
  const { theme, pieces } = state.preferences;
  const look = new URLSearchParams({ theme, pieces, flipped: String(state.flipped) });
  const line = shownSteps().map(({ path }) => path.join("-")).join(" ");
  const here = new URLSearchParams({ node: state.at, line, size: "800" });
  const fen = fenHere();
  const links = {
    edit: editorAddress(fen, namedRules(rules)),
    "save-png": `/api/analyses/${id}/picture.png?${here}&${look}`,
    "save-svg": `/api/analyses/${id}/picture.svg?${here}&${look}`,
    "save-pdn": pdnAddress(id),
    print: `/analysis/${id}/sheet?${look}`,
    "save-gif": `/api/analyses/${id}/animation.gif?${look}`,
    "save-webp": `/api/analyses/${id}/animation.webp?${look}`,
  };
  for (const [name, address] of Object.entries(links)) setAttribute(byId(name), "href", address);
  setAttribute(byId("save-pdn"), "download", `analysis-${id}.pdn`);
  byId("copy-fen", HTMLButtonElement).disabled = !fen;
  const area = byId("share-text", HTMLTextAreaElement);
  if (area.value === state.shared) return;
  area.value = state.shared;
  area.hidden = !state.shared;
  if (state.shared) area.select();
}

/** Let the panel work; returns how it is drawn. */
export function buildShare() {
  onClick("copy-fen", () => copy(fenHere(), say("analysis.share.copied-position")));
  onClick("copy-pdn", copyPdn);
  return drawShare;
}

// ---- questions

export const askName = () => openForm("name-dialog", { name: analysis().name }, ({ name }) => rename(name));

export async function askGame() {
  const { id, rules } = analysis();
  const { fen } = /** @type {NodeDetailsView} */ (details());
  try {
    await askPlay({
      fen,
      turn: position().turn,
      rules: namedRules(rules),
      last: state.preferences.last,
      begun: (view) => localStorage.setItem(`analysis-of-${view.id}`, id), // the way back
    });
  } catch (failure) {
    tell(refusalOf(failure).message);
  }
}
