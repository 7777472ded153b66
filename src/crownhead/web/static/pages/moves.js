// The move list: numbered pairs of buttons that show the position after a move.

import { byId, el, onClick, refill, setText } from "../lib/dom.js";
import { say } from "../lib/say.js";
import * as words from "../lib/words.js";
import { game, here, moment, shownMoves, state } from "./state.js";
import { browse } from "./table.js";

/** @param {RecordedMoveView} move @param {number} now */
function moveButton(move, now) {
  const isUndone = move.ply > (state.browsing === null ? now : game().ply);
  return el("button", { class: `move${isUndone ? " undone" : ""}`, "aria-current": move.ply === now ? "true" : null,
    "aria-label": isUndone ? `${words.moved(move)} ${say("play.taken-back")}` : words.moved(move),
    title: move.book ? say("play.from-book") : null, "data-ply": move.ply,
    tabindex: move.ply === Math.max(now, 1) ? 0 : -1, // one stop for Tab
    onclick: () => browse(move.ply) }, move.notation);
}

/** Rows of {number, first, second}; the first may be missing. @param {RecordedMoveView[]} moves */
function rows(moves) {
  /** @type {MovePair[]} */
  const list = [];
  for (const move of moves) {
    const number = words.moveNumber(game(), move.ply);
    list[number - 1] ??= { number };
    list[number - 1][move.side === game().first ? "first" : "second"] = move;
  }
  return list;
}

/** Only the list scrolls: the page must stay where the reader put it. */
function keepInSight() {
  const list = byId("move-list");
  const current = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
  list.scrollTop = current ? current.offsetTop + (current.clientHeight - list.clientHeight) / 2 : 0;
  list.scrollLeft = current ? current.offsetLeft + (current.clientWidth - list.clientWidth) / 2 : 0; // a small phone has but one row
}

export function drawMoves() {
  if (!state.game) return;
  const { id, ply, rules, outcome } = game();
  const now = moment();
  const preset = rules.name === "english" ? null : words.presetName(rules.name);
  setText(byId("opening"), [now.position.opening, preset].filter(Boolean).join(" · "));
  const moves = shownMoves();
  const list = byId("move-list");
  const notations = moves.map((move) => move.notation);
  const isFocused = list.contains(document.activeElement);
  const button = (/** @type {RecordedMoveView | undefined} */ move) =>
    move ? moveButton(move, now.ply) : el("span", {}, "…");
  const isNew = refill(list, [id, now.ply, ply, notations, !outcome, state.browsing], () =>
    moves.length
      ? rows(moves).map(({ number, first, second }) =>
        el("div", { class: "pair" }, el("span", { class: "number" }, `${number}.`), button(first),
          second ? button(second) : null)
      )
      : [el("p", { class: "no-moves" }, say(outcome ? "play.no-moves-played" : "play.no-moves-yet"))]);
  if (!isNew) return;
  const current = list.querySelector("[aria-current]") ?? list.querySelector("button");
  if (isFocused) /** @type {HTMLElement | null} */ (current)?.focus({ preventScroll: true });
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
}
