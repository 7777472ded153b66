// The move list: numbered pairs of buttons that show the position after a move.

import { byId, el, onClick, setText } from "../lib/dom.js";
import { moveNumber, presetName } from "../lib/words.js";
import { moment, onDraw, shownMoves, state, words } from "./state.js";
import { browse, here } from "./table.js";

let drawn = "";

/** @param {GameView} game @param {RecordedMoveView} move */
function moveButton(game, move, now) {
  const undone = move.ply > (state.browsing === null ? now : game.ply);
  return el("button", {
    type: "button",
    class: `move${undone ? " undone" : ""}`,
    "aria-current": move.ply === now ? "true" : null,
    "aria-label": `${words.moved(move)}${undone ? " Taken back." : ""}`,
    title: move.book ? "From the book" : null,
    "data-ply": move.ply,
    tabindex: move.ply === Math.max(now, 1) ? 0 : -1, // one stop for Tab
    onclick: () => browse(move.ply),
  }, move.notation);
}

/** Rows of {number, first, second}; the first may be missing. @param {GameView} game @param {RecordedMoveView[]} moves */
function rows(game, moves) {
  /** @type {MovePair[]} */
  const list = [];
  for (const move of moves) {
    const number = moveNumber(game, move.ply);
    list[number - 1] ??= { number };
    list[number - 1][move.side === game.first ? "first" : "second"] = move;
  }
  return list;
}

/** Only the list scrolls: the page must stay where the reader put it. */
function keepInSight() {
  const list = byId("move-list");
  const current = list.querySelector("[aria-current]");
  list.scrollTop = current ? current.offsetTop + (current.clientHeight - list.clientHeight) / 2 : 0;
  list.scrollLeft = current ? current.offsetLeft + (current.clientWidth - list.clientWidth) / 2 : 0; // a small phone has but one row
}

function drawMoves() {
  const { game } = state;
  if (!game) return;
  const now = moment();
  const { name } = game.rules;
  setText(byId("opening"),
    [now.position.opening, name === "english" ? null : presetName(name)].filter(Boolean).join(" · "));
  const moves = shownMoves();
  const key = `${game.id} ${now.ply} ${game.ply} ${
    moves.map((move) => move.notation)
  } ${state.preferences.theme} ${game.outcome} ${state.browsing}`;
  if (key === drawn) return;
  drawn = key;
  const list = byId("move-list");
  const focused = list.contains(document.activeElement);
  const button = (
    /** @type {RecordedMoveView | undefined} */ move,
  ) => (move ? moveButton(game, move, now.ply) : el("span", {}, "…"));
  const nodes = rows(game, moves).map(({ number, first, second }) =>
    el("div", { class: "pair" }, el("span", { class: "number" }, `${number}.`), button(first),
      second ? button(second) : null)
  );
  if (!nodes.length)
    nodes.push(el("p", { class: "no-moves" }, game.outcome ? "No moves were played." : "No moves yet."));
  list.replaceChildren(...nodes);
  if (focused) (list.querySelector("[aria-current]") ?? list.querySelector("button"))?.focus({ preventScroll: true });
  keepInSight();
}

/** How to walk through the moves. */
export const walk = {
  first: () => browse(0),
  back: () => browse(here() - 1),
  on: () => browse(here() + 1),
  last: () => browse(null),
};

export function listenToMoves() {
  for (const [name, action] of Object.entries(walk)) onClick(`browse-${name}`, action);
  onClick("to-present", walk.last);
  new ResizeObserver(keepInSight).observe(byId("move-list")); // what appears above it must not hide the last move
  onDraw(drawMoves);
}
