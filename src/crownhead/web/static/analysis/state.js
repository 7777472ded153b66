// The one state of the analysis page, and what follows from it. Only actions.js changes it.

import { createState } from "../lib/page.js";
import { USUAL as USUAL_SETTINGS } from "../lib/preferences.js";
import { moveNumber, other, SIDES } from "../lib/words.js";

export const START = "start";

export const { state, update, onDraw, redraw, drawAll } = createState(
  /** @type {AnalysisState} */ ({ analysis: null, at: START, nodes: new Map(), next: new Map(), details: new Map(),
    found: null, question: { text: "", number: 0 }, live: null, on: true, threat: false, opened: new Set(),
    options: false, preview: null, selection: null, flipped: false, focus: 12, busy: false, gliding: 0, connected: true,
    limits: { threads: 1, memory: 32 }, tab: "moves", played: null, review: null, poll: 0, asked: false, stopped: false,
    stopping: Promise.resolve(), unreviewed: "", held: false, exercise: null, explained: new Map(), pointed: [],
    shared: "", message: "", calm: false, losses: 0, kept: null, more: null, sure: "", refused: "",
    preferences: USUAL_SETTINGS, visitor: { id: "", host: true } }),
);

/** The analysis that is shown. @returns {AnalysisView} */
export const analysis = () => /** @type {AnalysisView} */ (state.analysis);

// ---- the tree

/** The move that leads to the node that is shown; null at the start. */
export const here = () => state.nodes.get(state.at) ?? null;

/** The position at the node that is shown. @returns {PositionView} */
export const position = () => here()?.after ?? analysis().start;

/** What the server says of the node that is shown, once it has answered. */
export const details = () => state.details.get(state.at) ?? null;

/** The node that is shown, among those of all analyses. */
export const nodeKey = () => `${analysis().id} ${state.at}`;

/** Legal moves at the node that is shown. @returns {MoveView[]} */
export const legal = () => details()?.choices.legal ?? [];

/** The board that is shown: that of the node, or of a line. */
export function visibleBoard() {
  const { preview } = state;
  return preview ? preview.steps[preview.index].board : position().board;
}

/** @param {string} node */
export const childrenOf = (node) => state.next.get(node) ?? [];

/** @param {string} node */
export const parentOf = (node) => state.nodes.get(node)?.parent ?? START;

/** The moves that lead to a node, the first one first. @param {string} node @returns {NodeView[]} */
export function lineTo(node) {
  const line = [];
  for (let one = state.nodes.get(node); one; one = state.nodes.get(one.parent)) line.push(one);
  return line.reverse();
}

/** The end of the main line from a node. @param {string} node */
export function endOf(node) {
  let last = node;
  while (childrenOf(last).length) [last] = childrenOf(last);
  return last;
}

/** The node after so many moves of the main line, or its end. @param {number} ply */
export function mainNode(ply) {
  let at = START;
  for (let moves = 0; moves < ply && childrenOf(at).length; moves += 1) [at] = childrenOf(at);
  return at;
}

/** The number before a move, "12." or "12…"; for the second side only where a line begins. @param {{ ply: number, side: Side }} move */
export function numberOf({ ply, side }, begins = true) {
  const leads = side === analysis().first;
  return leads || begins ? `${moveNumber(analysis(), ply)}${leads ? "." : "…"}` : "";
}

/** "12. 11-15" @param {ReviewedMoveView} move */
export const numbered = (move) => `${numberOf(move)} ${move.notation}`;

// ---- the engine

/** What the engine has found here, while it is on. */
export function foundHere() {
  const { found } = state;
  return found && state.on && !state.exercise && found.node === state.at && found.threat === state.threat
    ? found
    : null;
}

/** Black's winning chance at the node that is shown, where it is known. @returns {number | null} */
export function chanceHere() {
  if (state.exercise) return null; // it would give the answer away
  const known = details();
  const { turn } = position();
  if (known?.over) return turn === "black" ? 0 : 1;
  if (known?.tables)
    return known.tables.outcome === "draw" ? 0.5 : Number((known.tables.outcome === "win") === (turn === "black"));
  return (state.threat ? null : foundHere()?.lines[0]?.chance) ?? null;
}

/** What may be chosen for the engine. */
export const LIMITS = { lines: 5, seconds: 600 };

const USUAL = { lines: 3, seconds: 30, threads: 1, memory: 32 };

/** How the engine thinks. */
export function settings() {
  const { lines, seconds, threads, memory } = { ...USUAL, ...state.preferences.engine };
  return { lines, seconds, threads: Math.min(threads, state.limits.threads),
    memory: Math.min(memory, state.limits.memory) };
}

// ---- the reviewed game

/** What the review says of a move. @param {number} ply */
export const judged = (ply) => state.review?.moves.find((move) => move.ply === ply) ?? null;

/** The nodes of the played game, the start first; they end where moves were deleted. */
function gameNodes() {
  const found = [START];
  for (const { notation } of state.played?.record ?? state.review?.moves ?? []) {
    const next = childrenOf(found[found.length - 1]).find((child) => state.nodes.get(child)?.notation === notation);
    if (!next) break;
    found.push(next);
  }
  return found;
}

/** The node after so many moves of the game; null where they were deleted. @param {number} ply */
export const nodeAfter = (ply) => gameNodes()[ply] ?? null;

/** How many moves of the game lead to the node that is shown, and whether it is in a variation. */
export function plyHere() {
  const game = new Set(gameNodes());
  const line = lineTo(state.at);
  const ply = line.filter(({ id }) => game.has(id)).length;
  return { ply, aside: ply < line.length };
}

/** The review's marks, by node. @returns {Map<string, string>} */
export function marksGiven() {
  const all = gameNodes();
  const marked = (state.review?.moves ?? []).filter(({ mark, ply }) => mark && all[ply]);
  return new Map(marked.map(({ mark, ply }) => [all[ply], mark]));
}

/** Black's chance after so many moves, where it is known. @param {number} ply @returns {number | null} */
export const chanceAfter = (ply) => (ply === 0 ? state.review?.start : judged(ply)?.chance) ?? null;

/** The mistakes to try again: the person's, or everybody's. @param {Side[]} mine @returns {ReviewedMoveView[]} */
export function mistakesOf(mine) {
  const { exercises } = /** @type {ReviewView} */ (state.review);
  const sides = mine.length ? mine : SIDES;
  const plies = sides.flatMap((side) => exercises[side]).sort((one, two) => one - two);
  return plies.map((ply) => /** @type {ReviewedMoveView} */ (judged(ply)));
}

/** The moves of a line as steps. @param {MoveView[]} line @param {Side} side @returns {Step[]} */
export const stepsOf = (line, side) =>
  line.map(({ notation, path, captured, after }, index) => ({ notation, path, captured, board: after.board,
    side: index % 2 ? other(side) : side })
  );

/** The better line of each move: always the same steps, so that one that is shown is recognized. @type {WeakMap<object, Step[]>} */
const betterLines = new WeakMap();

/** @param {ReviewedMoveView} move */
export function betterSteps({ better, side }) {
  if (!better) return [];
  const steps = betterLines.get(better) ?? stepsOf(better.line, side);
  betterLines.set(better, steps);
  return steps;
}
