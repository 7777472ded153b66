// What a review says of the moves of the game, by the places of this tree.

import { el, setAttribute } from "../lib/dom.js";
import { moveNumber } from "../lib/words.js";
import { childrenOf, lineTo, say, START, state, tell, words } from "./state.js";
import { goTo, preview } from "./walking.js";

const STEP_MS = 1100; // a better line is played through move by move

/** @type {Record<string, string>} */
export const WORDS = { "?!": "Inaccuracy", "?": "Mistake", "??": "Blunder" };

export const DELETED = "The moves of the game up to here have been deleted. Put them back, or analyse the game again.";

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
    notation,
    path,
    captured,
    board: after.board,
    side: index % 2 ? (side === "black" ? "white" : "black") : side,
  }));
}

/** The better line of a move, always the same steps. @type {WeakMap<object, Step[]>} */
const lines = new WeakMap();

/** @param {ReviewedMoveView} move */
export function betterSteps(move) {
  const better = /** @type {NonNullable<ReviewedMoveView["better"]>} */ (move.better);
  const steps = lines.get(better) ?? stepsOf(better.line, move.side);
  lines.set(better, steps);
  return steps;
}

/** Moves of a line that are written out; choosing one shows it on the board. @param {Step[]} steps @param {number} ply of the first @param {string} before the place where it begins */
export function writtenLine(steps, ply, before) {
  const analysis = /** @type {AnalysisView} */ (state.analysis);
  const written = el("p", { class: "written", role: "group", "aria-label": "The line, move by move" },
    ...steps.flatMap((step, index) => {
      const leads = step.side === analysis.first;
      const number = leads || !index ? `${moveNumber(analysis, ply + index)}${leads ? "." : "…"}` : "";
      return [
        el("span", { class: "turn" }, ...number ? [el("span", { class: "number" }, number), " "] : [], el("button", {
          type: "button",
          class: "step",
          "data-focus": `step-${ply}-${index}`,
          "aria-label": `${words.colour(step.side)} ${step.notation}, show it`,
          onclick: () => {
            if (state.at !== before) goTo(before, { quiet: true });
            preview(steps, index);
          },
        }, step.notation)),
        " ",
      ];
    }));
  written.steps = steps;
  return written;
}

/** Mark the moves of written lines that are on the board. @param {HTMLElement} box */
export function markSteps(box) {
  for (const written of /** @type {Iterable<HTMLElement & { steps: Step[] }>} */ (box.querySelectorAll(".written"))) {
    const now = state.preview?.steps === written.steps ? state.preview.index : -1;
    for (const [index, button] of [...written.querySelectorAll(".step")].entries()) {
      if (index === now) setAttribute(button, "aria-current", "step");
      else button.removeAttribute("aria-current");
    }
  }
}

/** Go to where a mistake was made, and play the better line move by move, for as long as nobody shows anything else. @param {ReviewedMoveView} move */
export function showBetter(move) {
  const before = placeAfter(move.ply - 1);
  if (!before || !move.better) return tell(DELETED);
  goTo(before, { quiet: true });
  const steps = betterSteps(move);
  const next = (index) => {
    preview(steps, index);
    say(`${words.colour(steps[index].side)} ${steps[index].notation}.`);
    const mine = state.preview;
    if (index + 1 < steps.length) setTimeout(() => state.preview === mine && next(index + 1), STEP_MS);
  };
  next(0);
}
