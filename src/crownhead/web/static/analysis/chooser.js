// The list of analyses, and the ways to begin a new one: a pasted text or the usual start.

import { byId, el, icon, once, onClick, onSubmit, refill, setText } from "../lib/dom.js";
import { tinyBoard } from "../lib/picture.js";
import { say } from "../lib/say.js";
import { ago } from "../lib/words.js";
import { begin, remove, showMore } from "./actions.js";
import { state } from "./state.js";

/** @param {AnalysisListView["analyses"][number]} one */
function row({ id, name, updated, moves, board }) {
  const isAsked = state.sure === id;
  const when = ago(updated);
  return el("li", { class: "card" },
    el("a", { href: `/analysis/${id}`, class: "card-link" }, tinyBoard(board, true),
      el("span", { class: "kept-words" }, el("strong", {}, name), el("small", {}, moves
        ? say("analysis.listed", { moves: { code: "count.move", values: { count: Math.ceil(moves / 2) } }, when })
        : say("analysis.listed-empty", { when })))),
    el("button", { class: isAsked ? "quiet" : "quiet round", "data-focus": id,
      "aria-label": say("analysis.delete", { name }), title: say("page.delete"), onclick: () => remove(id) },
      isAsked ? say("analysis.delete-sure") : icon("close")));
}

export function drawChooser() {
  setText(byId("paste-error"), state.refused);
  byId("more-kept").hidden = !state.more;
  byId("none").hidden = state.more !== null || state.kept?.length !== 0;
  if (state.kept) refill(byId("kept"), [state.kept, state.sure], () => (state.kept ?? []).map(row));
}

/** @param {(begun: BegunView) => unknown} open */
export function buildChooser(open) {
  const text = byId("paste-text", HTMLTextAreaElement);
  const start = once(async (/** @type {{ text?: string }} */ what) => {
    const begun = await begin(what);
    if (begun) open(begun);
    else text.focus();
  });
  onSubmit(byId("paste"), () => start({ text: text.value }));
  onClick("from-start", () => start({}));
  onClick("more-kept", showMore);
}
