// The move list: numbered pairs as in PDN, each a button that shows the position after it.

import { byId, el, setText } from "./elements.js";
import { browse } from "./stage.js";
import { onDraw, state } from "./state.js";
import { moveNumber, moveSentence, presetName } from "./words.js";

let drawn = "";

function moveButton(game, move) {
  const now = state.browsing ?? game.ply;
  const undone = move.ply > game.ply;
  return el("button", {
    type: "button",
    class: `move${undone ? " undone" : ""}`,
    "aria-current": move.ply === now ? "true" : null,
    "aria-label": `${moveSentence(move)}${undone ? " Undone." : ""}`,
    "data-ply": move.ply,
    onclick: () => browse(move.ply),
  }, move.notation);
}

/** Rows of {number, first, second}; a game that starts with the other side has an empty first place. */
function rows(game) {
  const list = [];
  for (const move of game.moves) {
    const number = moveNumber(game, move.ply);
    list[number - 1] ??= { number };
    list[number - 1][move.side === game.first ? "first" : "second"] = move;
  }
  return list;
}

function drawRecord() {
  const { game } = state;
  if (state.page !== "game" || !game) return;
  const now = state.browsing ?? game.ply;
  const opening = now ? game.moves[now - 1]?.opening ?? (now === game.ply ? game.opening : null) : null;
  const rules = state.game.rules.name === "english" ? null : presetName(state.game.rules.name); // the usual needs no word
  setText(byId("opening"), [opening, rules].filter(Boolean).join(" · "));
  const key = `${game.id} ${now} ${game.ply} ${game.moves.length} ${game.moves.at(-1)?.notation} ${state.preferences.theme}`;
  if (key === drawn) return;
  drawn = key;
  const list = byId("move-list");
  const focused = document.activeElement?.dataset?.ply;
  const nodes = rows(game).map(({ number, first, second }) =>
    el("div", { class: "pair" }, el("span", { class: "number" }, `${number}.`),
      first ? moveButton(game, first) : el("span", { class: "move" }, "…"),
      second ? moveButton(game, second) : el("span", {})));
  if (!nodes.length) nodes.push(el("p", { class: "no-moves" }, "No moves yet."));
  list.replaceChildren(...nodes);
  if (focused) list.querySelector(`[data-ply="${focused}"]`)?.focus({ preventScroll: true });
  const current = list.querySelector("[aria-current]");
  // Only the list scrolls: the page must stay where the reader put it.
  if (!current) list.scrollTop = 0;
  else list.scrollTop = current.offsetTop - list.clientHeight / 2;
}

export function listenToRecord() {
  const at = () => state.browsing ?? state.game.ply;
  const deeds = { first: () => browse(0), back: () => browse(at() - 1), on: () => browse(at() + 1), last: () => browse(null) };
  for (const [name, deed] of Object.entries(deeds)) byId(`browse-${name}`).addEventListener("click", deed);
  byId("to-present").addEventListener("click", () => browse(null));
  onDraw(drawRecord);
  return deeds;
}
