// Giving an analysis away as text, files, pictures and a sheet to print; and the questions for its name and for a game.

import { fenOf } from "../explorer/parts.js";
import { editorAddress, namedRules, refusalOf } from "../lib/api.js";
import { askPlay, openForm } from "../lib/dialogs.js";
import { byId, el, refill } from "../lib/dom.js";
import { copied } from "../lib/page.js";
import { say } from "../lib/say.js";
import { other } from "../lib/words.js";
import { note, rename, share, tell } from "./actions.js";
import { pdnAddress } from "./api.js";
import { analysis, place, position, state } from "./state.js";

/** @param {string} text @param {string} done */
async function copy(text, done) {
  if (await copied(text)) note(done);
  else share(text);
}

async function copyPdn() {
  const answer = await fetch(pdnAddress(analysis().id)).catch(() => null);
  if (!answer?.ok) return tell(say("analysis.share.unread"));
  copy(await answer.text(), say("play.game-copied"));
}

/** The moves of a line that are on the board. @returns {Step[]} */
const shownSteps = () => state.preview?.steps.slice(0, state.preview.index + 1) ?? [];

/** The position on the board: that of the place or of a line; "" while it is not known. */
function fenHere() {
  const step = shownSteps().at(-1);
  return step ? fenOf({ board: step.board, turn: other(step.side) }) : place()?.fen ?? "";
}

/** @param {string} id @param {string} text @param {() => unknown} action */
const button = (id, text, action, disabled = false) =>
  el("button", { "data-testid": id, disabled, onclick: action }, text);
/** @param {string} id @param {string} text @param {string} href @param {Record<string, string>} [more] */
const link = (id, text, href, more = {}) => el("a", { class: "button", "data-testid": id, href, ...more }, text);
/** @param {string} kind @param {string} name @param {string} href */
const save = (kind, name, href) =>
  link(`save-${kind.toLowerCase()}`, say("page.save-as", { kind }), href, {
    download: `${name}.${kind.toLowerCase()}`,
  });

function content() {
  const { id, rules } = analysis();
  const { theme, pieces } = state.preferences;
  const flipped = String(state.flipped);
  const look = new URLSearchParams({ theme, pieces, flipped });
  const line = shownSteps().map(({ path }) => path.join("-")).join(" ");
  const here = new URLSearchParams({ node: state.at, line, size: "800" });
  const fen = fenHere();
  const title = (/** @type {string} */ text) => el("h2", {}, text);
  const area = el("textarea", { id: "share-text", rows: 5, readonly: true, hidden: !state.shared,
    "aria-label": say("page.text-to-copy") }, state.shared);
  return [
    el("div", { class: "share" }, title(say("analysis.share.position")),
      button("copy-fen", say("analysis.share.copy-fen"), () => copy(fen, say("analysis.share.copied-position")), !fen),
      link("edit", say("analysis.share.edit"), editorAddress(fen, namedRules(rules))),
      save("PNG", "position", `/api/analyses/${id}/picture.png?${here}&${look}`),
      save("SVG", "position", `/api/analyses/${id}/picture.svg?${here}&${look}`), title(say("analysis.share.game")),
      button("copy-pdn", say("analysis.share.copy-pdn"), copyPdn), save("PDN", `analysis-${id}`, pdnAddress(id)),
      link("print", say("analysis.share.print"), `/analysis/${id}/sheet?${look}`, { target: "_blank",
        rel: "noopener" }), title(say("analysis.share.film")),
      save("GIF", "game", `/api/analyses/${id}/animation.gif?${look}`),
      save("WebP", "game", `/api/analyses/${id}/animation.webp?${look}`), area),
  ];
}

export function drawShare() {
  const isNew = refill(byId("panel-share"), [analysis().id, state.at, fenHere(), state.preferences.theme, state.flipped,
    state.shared], content);
  if (isNew && state.shared) byId("share-text", HTMLTextAreaElement).select();
}

// ---- questions

export const askName = () => openForm("name-dialog", { name: analysis().name }, ({ name }) => rename(name));

export async function askGame() {
  const { id, rules } = analysis();
  const { fen } = /** @type {PlaceView} */ (place());
  try {
    await askPlay({
      fen,
      turn: position().turn,
      rules: namedRules(rules),
      last: state.preferences.last,
      choices: state.choices,
      begun: (view) => localStorage.setItem(`analysis-of-${view.id}`, id), // the way back
    });
  } catch (failure) {
    tell(refusalOf(failure).message);
  }
}
