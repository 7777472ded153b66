// One's own mistakes as exercises: as many tries as one likes, and answers that say why.

import { refusalOf } from "../lib/api.js";
import { el } from "../lib/dom.js";
import { hintReason } from "../lib/hint.js";
import * as api from "./api.js";
import { think, turnThreat } from "./engine.js";
import { judged, numbered, percent, placeAfter, showBetter, stepsOf } from "./judged.js";
import { onDraw, redraw, say, state, tell, words } from "./state.js";
import { goTo, preview, taker } from "./walking.js";

const NAMES = { "?!": "an inaccuracy", "?": "a mistake", "??": "a blunder" };

/** Whose mistakes are asked: the person's, or everybody's. @returns {ReviewedMoveView[]} */
export function ownMistakes() {
  const { exercises } = /** @type {ReviewView} */ (state.review);
  const mine = state.played ? words.mySides(state.played) : [];
  const sides = mine.length ? mine : /** @type {Side[]} */ (["black", "white"]);
  return sides.flatMap((side) => exercises[side]).sort((one, two) => one - two).map((ply) => /** @type {ReviewedMoveView} */ (judged(ply)));
}

/** Show the position before a mistake, and let somebody find a better move. */
export function tryMistake(ply) {
  const before = placeAfter(ply - 1);
  if (!before) return tell("The moves before this mistake have been deleted here.");
  state.exercise = { ply, answer: null, busy: false, shown: false };
  taker.play = tried;
  taker.again = retry;
  turnThreat(false);
  goTo(before, { quiet: true });
  think();
  say(question());
}

function leave() {
  state.exercise = null;
  taker.play = null;
  taker.again = null;
  state.preview = null;
  think();
  redraw();
}

/** As before the last answer. */
function retry() {
  if (state.exercise) Object.assign(state.exercise, { answer: null, shown: false });
  state.preview = null;
  redraw();
}

/** @param {MoveView} move */
async function tried(move) {
  const exercise = state.exercise;
  if (!exercise || exercise.busy) return false;
  exercise.busy = true;
  redraw();
  try {
    exercise.answer = await api.tryAgain(state.analysis?.game ?? "", exercise.ply, move.path);
  } catch (error) {
    tell(refusalOf(error).message);
    return false;
  } finally {
    exercise.busy = false;
  }
  if (state.exercise !== exercise) return false;
  const { answer } = exercise;
  const side = /** @type {ReviewedMoveView} */ (judged(exercise.ply)).side;
  const line = answer.of === "reply" ? [answer.move, ...answer.reply] : [answer.move];
  exercise.shown = false;
  preview(stepsOf(line, side), 0);
  say(verdict());
  redraw();
  return true;
}

const VERDICTS = {
  best: "Yes! That is the best move.", good: "Good: that is about as good as the best.", same: "That is what was played.",
  inaccuracy: "Not bad, but there is more.", mistake: "No, that is a mistake too.", blunder: "No, that is a blunder.",
};

/** @param {TryView} answer */
function why(answer) {
  const { of, reason, reply, before, after } = answer;
  const chances = ` That leaves ${percent(after)}${after < before ? `; the best move keeps ${percent(before)}` : ""}.`;
  if (of === "reply" && reply.length) return `The answer ${reply[0].notation} ${hintReason(reason)}.${chances}`;
  return `It ${hintReason(reason)}.${chances}`;
}

const asked = () => /** @type {NonNullable<AnalysisState["exercise"]>} */ (state.exercise);
const mistake = () => /** @type {ReviewedMoveView} */ (judged(asked().ply));

const question = () => `${numbered(mistake())} was ${NAMES[/** @type {keyof typeof NAMES} */ (mistake().mark)] ?? ""}. Find a better move for ${words.colour(mistake().side)}.`;

function verdict() {
  const { answer, busy, shown } = asked();
  const { better } = mistake();
  if (busy) return "Looking at it…";
  if (shown && better) return `Better was ${better.line[0].notation}. It ${hintReason(better.reason)}.`;
  return answer ? `${VERDICTS[answer.verdict]} ${why(answer)}` : "";
}

function showAnswer() {
  const exercise = asked();
  Object.assign(exercise, { answer: null, shown: true });
  showBetter(mistake());
  say(verdict());
  redraw();
}

export function exerciseBox() {
  const { ply, answer, shown } = asked();
  const all = ownMistakes();
  const index = all.findIndex((one) => one.ply === ply);
  const next = all[index + 1];
  const solved = answer && ["best", "good"].includes(answer.verdict);
  const button = (name, text, action, look = "") => el("button", { type: "button", class: look, "data-focus": name, onclick: action }, text);
  return el("div", { class: "exercise", "data-testid": "exercise" },
    el("h2", {}, `Try again: ${index + 1} of ${all.length}`),
    el("p", {}, question()),
    el("p", { class: solved || shown ? "right" : "wrong", "data-testid": "verdict" }, verdict()),
    el("div", { class: "moment-buttons" },
      answer || shown ? button("again", "Another try", retry) : null,
      button("answer", "Show the answer", showAnswer),
      next ? button("next", "Next", () => tryMistake(next.ply), solved || shown ? "primary" : "") : null,
      button("done", "Done", leave, "quiet")));
}

onDraw(() => {
  if (state.exercise && (state.tab !== "review" || state.at !== placeAfter(state.exercise.ply - 1))) leave();
});
