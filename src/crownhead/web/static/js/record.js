// The move list: numbered pairs of buttons that show the position after a move.

import { byId, el, onClick, setText } from "./elements.js";
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

/** Rows of {number, first, second}; the first may be missing. */
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
  if (!game) return;
  const now = state.browsing ?? game.ply;
  const opening = now ? game.moves[now - 1]?.opening ?? (now === game.ply ? game.opening : null) : null;
  const { name } = game.rules;
  setText(byId("opening"), [opening, name === "english" ? null : presetName(name)].filter(Boolean).join(" · "));
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
  for (const [name, deed] of Object.entries(deeds)) onClick(`browse-${name}`, deed);
  onClick("to-present", deeds.last);
  onDraw(drawRecord);
  return deeds;
}
