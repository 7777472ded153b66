// The tree of moves: the main line and its variations, each move a button; what is known of the place, and remarks.

import { byId, el, setAttribute, setText } from "../lib/dom.js";
import { moveNumber, other, plural } from "../lib/words.js";
import { marksGiven } from "./judged.js";
import { tablesWords } from "./lines.js";
import { lookOf, MARKS } from "./marks.js";
import { childrenOf, here, inWords, lineTo, onDraw, place, position, START, state, words } from "./state.js";
import { change, goTo, play } from "./walking.js";

const MARGIN = 6;
let drawn = "";
let marked = ""; // the place that is marked in the list

/** What the review says of moves, where nobody has marked them. @type {Map<string, string>} */
let given = new Map();

/** @param {NodeView} node */
function moveButton(node, begins) {
  const analysis = /** @type {AnalysisView} */ (state.analysis);
  const leads = node.side === analysis.first;
  const number = leads || begins ? `${moveNumber(analysis, node.ply)}${leads ? "." : "…"}` : "";
  const mark = node.mark || given.get(node.id) || "";
  const meaning = MARKS[mark];
  return el("span", { class: "turn" }, ...number ? [el("span", { class: "number" }, number), " "] : [], el("button", {
    type: "button",
    class: `move mark-${lookOf(mark)}`,
    "data-node": node.id,
    "aria-label": `${number} ${words.moved({ ...node, book: false })}${meaning ? ` ${meaning}.` : ""}`,
    onclick: () => goTo(node.id),
  }, `${node.notation}${mark}`));
}

/** What is said of a move; our own words about a mistake in a text name the sides as the board shows them. @param {NodeView} node */
const commentOf = ({ comment }) => (comment.includes("The text has a mistake: ") ? inWords(comment) : comment);

/** The line that begins with a move, and its variations. @returns {Node[]} */
function lineFrom(id, beside = []) {
  const shown = [];
  let begins = true;
  for (let at = id; at;) {
    const node = /** @type {NodeView} */ (state.nodes.get(at));
    shown.push(moveButton(node, begins), " ");
    begins = Boolean(node.comment);
    if (node.comment) shown.push(el("span", { class: "comment" }, commentOf(node)), " ");
    const siblings = at === id ? beside : childrenOf(node.parent).slice(1);
    if (siblings.length) {
      shown.push(...siblings.map((one) => el("div", { class: "variation" }, ...lineFrom(one))));
      begins = true;
    }
    [at] = childrenOf(at);
  }
  return shown;
}

function wholeTree() {
  const [first, ...others] = childrenOf(START);
  if (!first)
    return [el("p", { class: "none" }, place()?.over
      ? "The game is over here: there is no move."
      : "Play a move on the board, or choose one of the engine's.")];
  const main = lineFrom(first, others);
  const { comment } = /** @type {AnalysisView} */ (state.analysis);
  return [comment ? el("span", { class: "comment" }, comment) : "", ...main];
}

/** Scroll the list so that the move that is shown can be read. On a phone the whole page scrolls, and stays as it is. */
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

function drawTree() {
  const { analysis } = state;
  const over = place()?.over ?? false;
  const key = `${analysis?.id} ${analysis?.version} ${state.preferences.theme} ${state.review?.version} ${
    over && !childrenOf(START).length
  }`;
  const tree = byId("tree");
  if (key === drawn && marked === state.at) return;
  if (key !== drawn) {
    drawn = key;
    given = marksGiven();
    const focused = tree.contains(document.activeElement)
      ? /** @type {HTMLElement} */ (document.activeElement).dataset.node
      : null;
    tree.replaceChildren(...wholeTree());
    if (focused) tree.querySelector(`[data-node="${focused}"]`)?.focus({ preventScroll: true });
  }
  marked = state.at; // in a long game, building the list anew for each step would take long
  tree.querySelector("[aria-current]")?.removeAttribute("aria-current");
  tree.querySelector(`[data-node="${state.at}"]`)?.setAttribute("aria-current", "true");
  keepInSight();
}

function overWords() {
  const { turn, board } = position();
  const why = board.toLowerCase().includes(turn[0]) ? "cannot move" : "has no pieces left";
  return `${words.colour(turn)} ${why}: ${words.colour(other(turn))} wins`;
}
const DRAWS = { repetition: "A draw: this position has come up too often",
  "quiet moves": "A draw: too many moves without a capture" };

function drawKnown() {
  const known = place();
  const facts = [
    known?.over ? overWords() : "",
    known?.draw ? /** @type {Record<string, string>} */ (DRAWS)[known.draw] ?? "" : "",
    known?.over ? "" : tablesWords(),
    position().opening ?? "",
  ].filter(Boolean);
  const book = state.preview ? [] : known?.book ?? [];
  const key = JSON.stringify([facts, book, state.at]);
  const box = byId("known");
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  box.replaceChildren(...facts.map((text) => el("span", { class: "fact" }, text)), ...book.length
    ? [el("span", { class: "book" }, "Book:", ...book.map((one) =>
      el("button", {
        type: "button",
        class: one.best ? "step best" : "step",
        "aria-label": `${one.notation}, from the book${one.best ? ", the best" : ""}`,
        onclick: () => play(one.path),
      }, one.notation)
    ))]
    : []);
  if (box.dataset.at === `${state.at} ${Boolean(known)}`) return;
  box.dataset.at = `${state.at} ${Boolean(known)}`;
  keepInSight(); // beside the board this takes room from the list
}

function drawRemarks() {
  const node = here();
  byId("marks").hidden = !node;
  for (const button of byId("marks").children) setAttribute(button, "aria-pressed", node?.mark === button.dataset.mark);
}

/** What went wrong or was done; else what was deleted and can be put back. */
function drawMessage() {
  const { cut } = /** @type {AnalysisView} */ (state.analysis);
  const offers = cut !== null && !state.message;
  setText(byId("message-text"), offers ? `Deleted ${plural(cut, "move")}.` : state.message);
  byId("message").classList.toggle("calm", offers || state.calm);
  byId("restore").hidden = !offers;
}

function drawTools() {
  const node = here();
  const main = lineTo(state.at).every(({ id, parent }) => childrenOf(parent)[0] === id);
  const elsewhere = Boolean(state.preview); // another position is on the board
  byId("promote").disabled = !node || main || elsewhere;
  byId("cut").disabled = !node || elsewhere;
  byId("play-here").disabled = elsewhere || (place()?.over ?? true);
  drawMessage();
}

export function buildTree() {
  byId("marks").replaceChildren(...Object.entries(MARKS).map(([mark, meaning]) =>
    el("button", {
      type: "button",
      class: "quiet mark",
      "data-mark": mark,
      "aria-pressed": "false",
      "aria-label": meaning,
      title: meaning,
      onclick: () => change("remark", { node: state.at, mark: here()?.mark === mark ? "" : mark }, { stay: true }),
    }, mark)
  ));
  byId("promote").addEventListener("click", () => change("promote", { node: state.at, main: true }, { stay: true }));
  byId("cut").addEventListener("click", () => here() && change("cut", { node: state.at }));
  byId("restore").addEventListener("click", () => change("restore", {}));
  for (const draw of [drawTree, drawKnown, drawRemarks, drawTools]) onDraw(draw);
}
