// What can be done with a position that is set up: play it, look into it, search for it, share it.

import { call, refusalOf } from "../lib/api.js";
import { byId, el, once, onClick, setAttribute } from "../lib/dom.js";
import { sentence } from "../lib/say.js";
import { isJudged, verdict } from "./editing.js";
import { onDraw, say, state, tell, words } from "./state.js";

/** @typedef {{ id: string, does: (draft: DraftView) => unknown, needs: DraftView["standing"][] }} Action */

/** @type {Action[]} */
const ACTIONS = [
  { id: "play", does: play, needs: ["playable"] },
  { id: "analyse", does: analyse, needs: ["playable"] },
  { id: "explore", does: (draft) => analyse(draft, "explorer"), needs: ["playable"] },
  { id: "search", does: search, needs: ["playable", "over"] },
  { id: "share", does: share, needs: ["playable", "over"] },
];

/** @param {Action} action */
const doer = ({ does, needs }) =>
  once(async () => {
    const draft = await verdict();
    if (state.unread) return say(state.unread); // the board is not what is written
    if (!draft) return; // the server does not answer, and that is told
    if (!needs.includes(draft.standing)) return say(draft.problem ? sentence(draft.problem) : ""); // it is written already
    try {
      await does(draft);
    } catch (error) {
      tell(refusalOf(error).message);
    }
  });

function draw() {
  if (isJudged()) {
    for (const { id, needs } of ACTIONS)
      setAttribute(byId(id), "aria-disabled",
        Boolean(state.unread) || !needs.includes(/** @type {DraftView} */ (state.draft).standing));
  }
}

/** @param {DraftView} draft */
async function play({ fen, turn }) {
  const { askPlay } = await import("../lib/dialogs.js");
  const { preset, options } = state.rules;
  await askPlay(byId("play-dialog"), { fen, turn, words, rules: { preset, options }, last: state.preferences.last,
    choices: state.choices });
}

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
  const dialog = byId("share-dialog");
  const { theme, pieces, numbers } = state.preferences;
  const look = new URLSearchParams({ fen, size: "800", theme, pieces, numbers, flipped: String(state.flipped) });
  const text = el("input", { type: "text", readonly: true, value: fen, "aria-label": "FEN",
    "data-testid": "share-fen" });
  const done = el("p", { role: "status" });
  const copy = (copied, what) => async () => {
    const isCopied = await navigator.clipboard?.writeText(copied).then(() => true, () => false);
    done.textContent = isCopied ? `${what} was copied.` : "The text is selected. Copy it with Ctrl-C.";
    if (!isCopied) Object.assign(text, { value: copied }).select(); // over plain http there is no clipboard
  };
  const save = (kind) =>
    el("a", { class: "button", "data-testid": `save-${kind}`, href: `/api/positions/picture.${kind}?${look}`,
      download: `position.${kind}` }, `Save as ${kind.toUpperCase()}`);
  dialog.replaceChildren(
    el("h2", { id: "share-title" }, "Share this position"),
    el("img", { class: "shared", src: `/api/positions/picture.svg?${look}`, alt: "The position", width: 200,
      height: 200 }),
    text,
    el("div", { class: "share" },
      el("button", { type: "button", "data-testid": "copy-fen", onclick: copy(fen, "The FEN") }, "Copy the FEN"),
      el("button", { type: "button", "data-testid": "copy-link", onclick: copy(location.href, "The address") },
        "Copy the address"), save("png"), save("svg")),
    done,
    el("div", { class: "dialog-buttons" }, el("button", { type: "button", onclick: () => dialog.close() }, "Close")),
  );
  dialog.showModal();
}

export function buildActions() {
  for (const action of ACTIONS) onClick(action.id, doer(action));
  onDraw(draw);
}
