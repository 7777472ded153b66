// The moves: the main line and its variations, what is known about the position, marks, and tools.

import { byId, el, onClick, refill, setAttribute, setText } from "../lib/dom.js";
import { say } from "../lib/say.js";
import { moved } from "../lib/words.js";
import { change, goTo, play } from "./actions.js";
import { analysis, childrenOf, details, here, lineTo, marksGiven, numberOf, position, START, state } from "./state.js";
import { lookOf, MARKS, sayEnd, sayMark, sayTables } from "./words.js";

const MARGIN = 6;

/** @param {NodeView} node @param {boolean} begins a line @param {Map<string, string>} given the review's marks */
function moveButton(node, begins, given) {
  const number = numberOf(node, begins);
  const mark = node.mark || given.get(node.id) || "";
  const meaning = mark && `${sayMark(mark)}.`;
  return el("span", { class: "turn" }, ...number ? [el("span", { class: "number" }, number), " "] : [],
    el("button", { class: `move mark-${lookOf(mark)}`, "data-node": node.id, "data-focus": node.id,
      "aria-label": [number, moved(node), meaning].filter(Boolean).join(" "), onclick: () => goTo(node.id) },
      `${node.notation}${mark}`));
}

/** The line that begins with a move, and its variations. @param {string} id @param {Map<string, string>} given @param {string[]} beside @returns {(Node | string)[]} */
function lineFrom(id, given, beside = []) {
  const shown = [];
  let begins = true;
  for (let at = id; at;) {
    const node = /** @type {NodeView} */ (state.nodes.get(at));
    shown.push(moveButton(node, begins, given), " ");
    begins = Boolean(node.comment);
    if (node.comment) shown.push(el("span", { class: "comment" }, node.comment), " ");
    const siblings = at === id ? beside : childrenOf(node.parent).slice(1);
    if (siblings.length) {
      shown.push(...siblings.map((one) => el("div", { class: "variation" }, ...lineFrom(one, given))));
      begins = true;
    }
    [at] = childrenOf(at);
  }
  return shown;
}

function wholeTree() {
  const [first, ...others] = childrenOf(START);
  if (!first)
    return [el("p", { class: "none" }, details()?.over ? say("analysis.over-here") : say("analysis.play-a-move"))];
  const { comment } = analysis();
  return [comment ? el("span", { class: "comment" }, comment) : "", ...lineFrom(first, marksGiven(), others)];
}

/** Scroll the list to the move that is shown. On a phone the whole page scrolls, and stays as it is. */
function keepInSight() {
  const tree = byId("tree");
  const current = tree.querySelector("[aria-current]");
  if (!current) return void (tree.scrollTop = 0);
  for (const box of [tree, byId("panel-moves")]) {
    const frame = box.getBoundingClientRect();
    const { top, bottom } = current.getBoundingClientRect();
    if (top - MARGIN < frame.top) box.scrollTop += top - MARGIN - frame.top;
    else if (bottom + MARGIN > frame.bottom) box.scrollTop += bottom + MARGIN - frame.bottom;
  }
}

function drawMoves() {
  const tree = byId("tree");
  const { id, version } = analysis();
  const isEmpty = !childrenOf(START).length;
  const isNew = refill(tree, [id, version, state.preferences.theme, state.review?.version, isEmpty && details()?.over],
    wholeTree);
  const before = tree.querySelector("[aria-current]");
  const current = tree.querySelector(`[data-node="${state.at}"]`);
  if (!isNew && before === current) return;
  before?.removeAttribute("aria-current");
  current?.setAttribute("aria-current", "true");
  keepInSight();
}

/** What is known of the position besides its moves. */
function facts() {
  const known = details();
  return [
    known?.over ? sayEnd(position()) : "",
    known?.draw === "repetition" || known?.draw === "quiet moves"
      ? say("outcome.draw", { reason: { code: `outcome.reason.${known.draw.replace(" ", "-")}` } })
      : "",
    known?.tables && !known.over ? sayTables(known.tables, position().turn) : "",
    position().opening ?? "",
  ].filter(Boolean);
}

function drawKnown() {
  const shown = facts();
  const book = state.preview ? [] : details()?.book ?? [];
  const isNew = refill(byId("known"), [shown, book, state.at, Boolean(details())], () =>
    [
      ...shown.map((text) => el("span", { class: "fact" }, text)),
      book.length && el("span", { class: "book" }, say("analysis.book"), ...book.map(({ notation, best, path }) =>
        el("button", { class: best ? "step best" : "step", "aria-label": best
          ? say("analysis.book-best", { move: notation })
          : say("analysis.book-move", { move: notation }), onclick: () =>
            play(path) }, notation)
      )),
    ].filter((one) => one !== 0));
  if (isNew) keepInSight(); // beside the board this takes room from the list
}

/** What went wrong or was done; else what was deleted and can be put back. */
function drawMessage() {
  const { cut } = analysis();
  const offers = cut !== null && !state.message;
  setText(byId("message-text"), offers ? say("analysis.cut", { count: cut }) : state.message);
  byId("message").classList.toggle("calm", offers || state.calm);
  byId("restore").hidden = !offers;
}

function drawTools() {
  const node = here();
  byId("marks").hidden = !node;
  for (const button of /** @type {Iterable<HTMLElement>} */ (byId("marks").children))
    setAttribute(button, "aria-pressed", node?.mark === button.dataset.mark);
  const isMain = lineTo(state.at).every(({ id, parent }) => childrenOf(parent)[0] === id);
  const elsewhere = Boolean(state.preview); // another position is on the board
  const off = { promote: !node || isMain || elsewhere, cut: !node || elsewhere,
    "play-here": elsewhere || (details()?.over ?? true) };
  for (const [id, isOff] of Object.entries(off)) byId(id, HTMLButtonElement).disabled = isOff;
}

/** Make the list of moves; returns how it is drawn. */
export function buildTree() {
  byId("marks").replaceChildren(
    ...Object.keys(MARKS).map((mark) =>
      el("button", { class: "quiet mark", "data-mark": mark, "aria-pressed": "false", "aria-label": sayMark(mark),
        title: sayMark(mark), onclick: () =>
          change("remark", { node: state.at, mark: here()?.mark === mark ? "" : mark }, { stay: true }) }, mark)
    ),
  );
  onClick("promote", () => change("promote", { node: state.at, main: true }, { stay: true }));
  onClick("cut", () => here() && change("cut", { node: state.at }));
  onClick("restore", () => change("restore", {}));
  return () => {
    drawMoves();
    drawKnown();
    drawMessage();
    drawTools();
  };
}
