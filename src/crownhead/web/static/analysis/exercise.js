// One's own mistakes as exercises: as many tries as one likes, and answers that say why.

import { refusalOf } from "../lib/api.js";
import { el } from "../lib/dom.js";
import { hintReason } from "../lib/words.js";
import * as api from "./api.js";
import { think, turnThreat } from "./engine.js";
import { betterSteps, DELETED, judged, numbered, percent, placeAfter, showBetter, stepsOf,
  writtenLine } from "./judged.js";
import { drawAll, onDraw, redraw, say, state, tell, words } from "./state.js";
import { goTo, preview, taker } from "./walking.js";

const NAMES = { "?!": "an inaccuracy", "?": "a mistake", "??": "a blunder" };

/** Whose mistakes are asked: the person's, or everybody's. @returns {ReviewedMoveView[]} */
export function ownMistakes() {
  const { exercises } = /** @type {ReviewView} */ (state.review);
  const mine = state.played ? words.mySides(state.played) : [];
  const sides = mine.length ? mine : /** @type {Side[]} */ (["black", "white"]);
  return sides.flatMap((side) => exercises[side]).sort((one, two) => one - two).map((
    ply,
  ) => /** @type {ReviewedMoveView} */ (judged(ply)));
}

/** Show the position before a mistake, and let somebody find a better move. */
export function tryMistake(ply) {
  const before = placeAfter(ply - 1);
  if (!before) return tell(DELETED);
  state.exercise = { ply, answer: null, busy: false, shown: false, line: [] };
  taker.play = tried;
  taker.again = retry;
  turnThreat(false);
  goTo(before, { quiet: true });
  think();
  say(question());
  bringInSight(".exercise");
}

/** On a small screen the board stays in sight, and what is asked or said must be so too. */
function bringInSight(name) {
  drawAll();
  document.querySelector(name)?.scrollIntoView({ block: "nearest" });
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
  exercise.shown = false;
  exercise.line = stepsOf(answer.of === "reply" ? [answer.move, ...answer.reply] : [answer.move], side);
  preview(exercise.line, 0);
  say(verdict());
  bringInSight(".exercise [data-testid=verdict]");
  return true;
}

const VERDICTS = {
  best: "Yes! That is the best move.",
  good: "Good: that is about as good as the best.",
  same: "That is what was played.",
  inaccuracy: "Not bad, but there is more.",
  mistake: "No, that is a mistake too.",
  blunder: "No, that is a blunder.",
};

/** What an answer to a move that is no good does, as the one who moved sees it. */
const ANSWERS = { even: "holds the game", better: "is strong", worse: "holds out" };

/** Codes of which nobody learns what was missed. */
const VAGUE = ["only", "better", "even", "worse", "loses-in"];

/** What the best move would have done, without naming it. @param {TryView} answer */
function missedWords({ missed, verdict: said, move }) {
  if (said === "same" || VAGUE.includes(missed.code)) return "";
  if (missed.code === "wins-pieces" && move.captured.length >= missed.count) return ""; // this one took as many
  return ` You missed a move that ${hintReason(missed)}.`;
}

/** @param {TryView} answer */
function why(answer) {
  const { of, reason, reply, before, after } = answer;
  const chances = ` That leaves ${percent(after)}${after < before ? `; the best move keeps ${percent(before)}` : ""}.`;
  if (of !== "reply" || !reply.length) return `It ${hintReason(reason)}.${chances}`;
  const does = /** @type {Record<string, string>} */ (ANSWERS)[reason.code] ?? hintReason(reason);
  return `${reply[0].notation} then ${does}.${missedWords(answer)}${chances}`;
}

const asked = () => /** @type {NonNullable<AnalysisState["exercise"]>} */ (state.exercise);
const mistake = () => /** @type {ReviewedMoveView} */ (judged(asked().ply));

const question = () =>
  `${numbered(mistake())} was ${
    NAMES[/** @type {keyof typeof NAMES} */ (mistake().mark)] ?? ""
  }. Find a better move for ${words.colour(mistake().side)}.`;

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

const writes = (steps, ply) => (steps.length > 1 ? writtenLine(steps, ply, placeAfter(ply - 1) ?? "") : null);

export function exerciseBox() {
  const { ply, answer, shown, line } = asked();
  const all = ownMistakes();
  const index = all.findIndex((one) => one.ply === ply);
  const next = all[index + 1];
  const solved = answer && ["best", "good"].includes(answer.verdict);
  const button = (name, text, action, look = "") =>
    el("button", { type: "button", class: look, "data-focus": name, onclick: action }, text);
  return el("div", { class: "exercise", "data-testid": "exercise" },
    el("h2", {}, `Try again: ${index + 1} of ${all.length}`), el("p", {}, question()),
    el("div", { class: "moment-buttons" }, // above what is said, so that they stay where they are
      button("answer", "Show the answer", showAnswer),
      next ? button("next", "Next", () => tryMistake(next.ply), solved || shown ? "primary" : "") : null,
      button("done", "Done", leave, "quiet")),
    el("p", { class: solved || shown ? "right" : "wrong", "data-testid": "verdict" }, verdict()),
    writes(shown ? betterSteps(mistake()) : answer ? line : [], ply),
    answer || shown ? button("again", "Another try", retry) : null);
}

onDraw(() => {
  if (state.exercise && (state.tab !== "review" || state.at !== placeAfter(state.exercise.ply - 1))) leave();
});
