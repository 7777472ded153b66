// What a review says of the moves of the game, by the places of this tree.

import { moveNumber } from "../lib/words.js";
import { childrenOf, lineTo, say, START, state, words } from "./state.js";
import { goTo, preview } from "./walking.js";

const STEP_MS = 1100; // a better line is played through move by move

/** @type {Record<string, string>} */
export const WORDS = { "?!": "Inaccuracy", "?": "Mistake", "??": "Blunder" };

export const percent = (chance) => `${Math.round(chance * 100)}%`;

/** The moves of the game: those that are not judged yet come from its record. */
const allMoves = () => state.played?.record ?? state.review?.moves ?? [];

/** @param {number} ply */
export const judged = (ply) => state.review?.moves.find((move) => move.ply === ply) ?? null;

/** The places of the game in this tree, the start first, as far as they have not been deleted. */
function places() {
  const found = [START];
  for (const { notation } of allMoves()) {
    const next = childrenOf(found[found.length - 1]).find((child) => state.nodes.get(child)?.notation === notation);
    if (!next) break;
    found.push(next);
  }
  return found;
}

/** The place after so many moves of the game; null where they have been deleted. */
export const placeAfter = (ply) => places()[ply] ?? null;

/** How many moves of the game lead to the place that is shown, and whether it is in a variation. */
export function plyHere() {
  const game = new Set(places());
  const line = lineTo(state.at);
  const ply = line.filter(({ id }) => game.has(id)).length;
  return { ply, aside: ply < line.length };
}

/** The marks that the review gives, by place. @returns {Map<string, string>} */
export function marksGiven() {
  const all = places();
  const marked = (state.review?.moves ?? []).filter(({ mark, ply }) => mark && all[ply]);
  return new Map(marked.map(({ mark, ply }) => [all[ply], mark]));
}

/** "12. 11-15" or "12… 22-18". @param {ReviewedMoveView} move */
export function numbered({ ply, side, notation }) {
  const analysis = /** @type {AnalysisView} */ (state.analysis);
  return `${moveNumber(analysis, ply)}${side === analysis.first ? "." : "…"} ${notation}`;
}

/** @param {MoveView[]} line @param {Side} side @returns {Step[]} */
export function stepsOf(line, side) {
  return line.map(({ notation, path, captured, after }, index) => ({
    notation, path, captured, board: after.board, side: index % 2 ? (side === "black" ? "white" : "black") : side,
  }));
}

let show = 0;

/** Go to where a mistake was made, and play the better line move by move. @param {ReviewedMoveView} move */
export function showBetter(move) {
  const before = placeAfter(move.ply - 1);
  if (!before || !move.better) return;
  clearTimeout(show);
  goTo(before, { quiet: true });
  const steps = stepsOf(move.better.line, move.side);
  const next = (index) => {
    if (state.at !== before || (index && state.preview?.index !== index - 1)) return; // somebody looks elsewhere
    preview(steps, index);
    say(`${words.colour(steps[index].side)} ${steps[index].notation}.`);
    if (index + 1 < steps.length) show = setTimeout(next, STEP_MS, index + 1);
  };
  next(0);
}
