// The tree of moves: the main line and its variations, each move a button; what is known of the place, and remarks.

import { byId, el, setAttribute, setText } from "../lib/dom.js";
import { moveNumber, plural } from "../lib/words.js";
import { tablesWords } from "./lines.js";
import { marksGiven } from "./judged.js";
import { lookOf, MARKS } from "./marks.js";
import { childrenOf, here, lineTo, onDraw, place, position, START, state, words } from "./state.js";
import { change, goTo, play } from "./walking.js";

let drawn = "";

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
    type: "button", class: `move mark-${lookOf(mark)}`, "data-node": node.id,
    "aria-current": node.id === state.at ? "true" : null,
    "aria-label": `${number} ${words.moved({ ...node, book: false })}${meaning ? ` ${meaning}.` : ""}`,
    onclick: () => goTo(node.id),
  }, `${node.notation}${mark}`));
}

/** The line that begins with a move, and its variations. @returns {Node[]} */
function lineFrom(id, beside = []) {
  const shown = [];
  let begins = true;
  for (let at = id; at;) {
    const node = /** @type {NodeView} */ (state.nodes.get(at));
    shown.push(moveButton(node, begins), " ");
    begins = Boolean(node.comment);
    if (node.comment) shown.push(el("span", { class: "comment" }, node.comment), " ");
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
  if (!first) return [el("p", { class: "none" }, "Play a move on the board, or choose one of the engine's.")];
  const main = lineFrom(first, others);
  const { comment } = /** @type {AnalysisView} */ (state.analysis);
  return [comment ? el("span", { class: "comment" }, comment) : "", ...main];
}

function keepInSight() {
  const tree = byId("tree");
  const current = tree.querySelector("[aria-current]");
  if (!current) return void (tree.scrollTop = 0);
  const top = current.getBoundingClientRect().top - tree.getBoundingClientRect().top;
  if (top < 0 || top > tree.clientHeight - current.clientHeight) tree.scrollTop += top - tree.clientHeight / 2;
}

function drawTree() {
  const { analysis } = state;
  const key = `${analysis?.id} ${analysis?.version} ${state.at} ${state.preferences.theme} ${state.review?.version}`;
  if (key === drawn) return;
  drawn = key;
  given = marksGiven();
  const tree = byId("tree");
  const focused = tree.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.node : null;
  tree.replaceChildren(...wholeTree());
  if (focused) tree.querySelector(`[data-node="${focused}"]`)?.focus({ preventScroll: true });
  keepInSight();
}

const overWords = () => `${words.colour(position().turn)} cannot move: ${words.colour(position().turn === "black" ? "white" : "black")} wins`;
const DRAWS = { repetition: "A draw: this position has come up too often", "quiet moves": "A draw: too many moves without a capture" };

function drawKnown() {
  const known = place();
  const facts = [
    known?.over ? overWords() : "", known?.draw ? /** @type {Record<string, string>} */ (DRAWS)[known.draw] ?? "" : "", known?.over ? "" : tablesWords(), position().opening ?? "",
  ].filter(Boolean);
  const book = state.preview ? [] : known?.book ?? [];
  const key = JSON.stringify([facts, book, state.at]);
  const box = byId("known");
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  box.replaceChildren(...facts.map((text) => el("span", { class: "fact" }, text)),
    ...book.length ? [el("span", { class: "book" }, "Book:", ...book.map((one) => el("button", {
      type: "button", class: one.best ? "step best" : "step", "aria-label": `${one.notation}, from the book${one.best ? ", the best" : ""}`, onclick: () => play(one.path),
    }, one.notation)))] : []);
}

function drawRemarks() {
  const node = here();
  byId("marks").hidden = !node;
  for (const button of byId("marks").children) setAttribute(button, "aria-pressed", node?.mark === button.dataset.mark);
  const area = byId("comment");
  const text = node ? node.comment : state.analysis?.comment ?? "";
  area.placeholder = node ? "Your comment" : "About this game";
  const moved = area.dataset.node !== state.at;
  if (moved && area.dataset.typed) saveComment(); // it belongs to the move before
  if (moved || (document.activeElement !== area && !area.dataset.typed)) area.value = text;
  area.dataset.node = state.at;
}

function drawTools() {
  const node = here();
  const main = lineTo(state.at).every(({ id, parent }) => childrenOf(parent)[0] === id);
  const elsewhere = Boolean(state.preview); // another position is on the board
  byId("promote").disabled = !node || main || elsewhere;
  byId("cut").disabled = !node || elsewhere;
  byId("play-here").disabled = elsewhere || (place()?.over ?? true);
  setText(byId("message-text"), state.message);
  byId("restore").hidden = !state.message || state.message !== state.deleted;
}

function saveComment() {
  const area = byId("comment");
  const { node } = area.dataset;
  const before = node === START ? state.analysis?.comment : state.nodes.get(node)?.comment;
  const text = area.value.trim().replace(/\s+/g, " ");
  delete area.dataset.typed;
  if (before === undefined || text === before) return;
  change("remark", { node, comment: text }, { stay: true }).then((done) => {
    if (done || area.dataset.node !== node) return;
    area.value = text; // it was not stored, and must not be lost
    area.dataset.typed = "true";
  });
}

export function buildTree() {
  byId("marks").replaceChildren(...Object.entries(MARKS).map(([mark, meaning]) => el("button", {
    type: "button", class: "quiet mark", "data-mark": mark, "aria-pressed": "false", "aria-label": meaning, title: meaning,
    onclick: () => change("remark", { node: state.at, mark: here()?.mark === mark ? "" : mark }, { stay: true }),
  }, mark)));
  byId("comment").addEventListener("change", saveComment);
  byId("comment").addEventListener("input", ({ target }) => (target.dataset.typed = "true"));
  byId("promote").addEventListener("click", () => change("promote", { node: state.at, main: true }, { stay: true }));
  byId("cut").addEventListener("click", () => cut());
  byId("restore").addEventListener("click", () => change("restore", {}));
  for (const draw of [drawTree, drawKnown, drawRemarks, drawTools]) onDraw(draw);
}

/** Moves that go with one that is cut, itself included. */
const below = (id) => 1 + childrenOf(id).reduce((sum, child) => sum + below(child), 0);

async function cut() {
  const node = here();
  if (!node) return;
  const said = `Deleted ${plural(below(node.id), "move")}.`;
  if (!await change("cut", { node: node.id })) return;
  state.deleted = said;
  state.message = said;
}
