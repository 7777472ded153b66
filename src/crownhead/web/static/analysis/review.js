// The review of a game: what decided it, how well each side played, and its mistakes as exercises.

import { byId, el, refill, setAttribute } from "../lib/dom.js";
import { listed, say, sentence } from "../lib/say.js";
import { mySides, playerName, sideName } from "../lib/words.js";
import { askAgain, endExercise, goTo, keepBetter, mistake, preview, retry, showAnswer, showBetter, stopReview,
  tryMistake, visit } from "./actions.js";
import { graph, markHere } from "./graph.js";
import { analysis, betterSteps, judged, mistakesOf, nodeAfter, numbered, numberOf, state } from "./state.js";
import { lookOf, percent, sayBetter, sayMark, sayQuestion, sayVerdict } from "./words.js";

/** @typedef {HTMLElement & { steps?: Step[] }} Written */

/** @param {string} name @param {string} text @param {() => unknown} action @param {string} [look] */
const button = (name, text, action, look = "") =>
  el("button", { class: look, "data-focus": name, "data-testid": name.replace(/-\d+$/, ""), onclick: action }, text);

/** The moves of a line; choosing one shows it on the board. @param {Step[]} steps @param {number} ply of the first */
function writtenLine(steps, ply) {
  const before = nodeAfter(ply - 1) ?? "";
  /** @type {Written} */
  const written = el("p", { class: "written", role: "group", "aria-label": say("review.line") },
    ...steps.flatMap((step, index) => {
      const number = numberOf({ ply: ply + index, side: step.side }, !index);
      const show = () => {
        if (state.at !== before) goTo(before, { quiet: true });
        preview(steps, index);
      };
      return [
        el("span", { class: "turn" }, ...number ? [el("span", { class: "number" }, number), " "] : [],
          el("button", { class: "step", "data-focus": `step-${ply}-${index}`,
            "aria-label": say("review.show-move", { side: sideName(step.side), move: step.notation }), onclick: show },
            step.notation)),
        " ",
      ];
    }));
  written.steps = steps;
  return written;
}

/** Mark the moves of written lines that are on the board. @param {HTMLElement} box */
function markSteps(box) {
  for (const written of /** @type {Iterable<Written>} */ (box.querySelectorAll(".written"))) {
    const now = state.preview?.steps === written.steps ? state.preview?.index : -1;
    for (const [index, step] of [...written.querySelectorAll(".step")].entries()) {
      if (index === now) setAttribute(step, "aria-current", "step");
      else step.removeAttribute("aria-current");
    }
  }
}

// ---- what decided the game

/** @param {Side} side */
function nameOf(side) {
  const name = state.played ? playerName(state.played, side, state.visitor) : sideName(side);
  return name === sideName(side) ? name : say("review.player", { player: name, side: sideName(side) });
}

/** @param {Side} side */
function accuracyCard(side) {
  const { accuracy, marks } = /** @type {ReviewView} */ (state.review);
  const value = accuracy[side];
  const { blunders, mistakes, inaccuracies } = marks[side];
  const counts = [
    ...blunders ? [say("count.blunder", { count: blunders })] : [],
    ...mistakes ? [say("count.mistake", { count: mistakes })] : [],
    ...inaccuracies ? [say("count.inaccuracy", { count: inaccuracies })] : [],
  ];
  const none = value === null ? "" : say("review.no-mistakes");
  return el("div", { class: "accuracy" },
    el("span", { class: "accuracy-name" }, el("i", { class: `disc ${side}` }), nameOf(side)),
    el("strong", {}, value === null ? "" : percent(value / 100)),
    el("small", {}, value === null ? "" : say("review.accuracy")),
    el("small", { class: "accuracy-counts" }, counts.length ? listed(counts, "and") : none));
}

/** @param {ReviewedMoveView} move */
function momentRow(move) {
  const { ply, better, mark, side, lost } = move;
  const mine = side === "black" ? move.chance : 1 - move.chance;
  const fall = sentence({ code: "review.fall",
    values: { side: sideName(side), before: percent(mine + lost), after: percent(mine) } });
  return el("li", { class: "moment" },
    el("button", { class: "moment-move", "data-focus": `move-${ply}`,
      "aria-label": `${numbered(move)}, ${sayMark(mark)}`, onclick: () => visit(ply) }, el("span", {}, numbered(move)),
      el("b", { class: lookOf(mark) }, ` ${sayMark(mark)}`)),
    better && button(`show-better-${ply}`, say("review.show-better"), () => showBetter(move), "better"),
    el("p", {}, fall, better && el("span", {}, ` ${sayBetter(better)}`)), better && writtenLine(betterSteps(move), ply),
    better && button(`keep-better-${ply}`, say("review.keep"), () => keepBetter(move), "quiet keep"));
}

function progress() {
  const { state: stage, done, total, ahead, outdated } = /** @type {ReviewView} */ (state.review);
  if (stage === "failed")
    return el("p", { class: "error" }, say("review.failed"), button("ask-review", say("review.again"), askAgain));
  const waiting = ahead ? say("review.waiting", { count: ahead }) : say("review.beginning");
  return el("div", { class: "progress" },
    el("label", { for: "review-progress" }, stage === "waiting" ? waiting : say("review.progress", { done, total })),
    el("progress", { id: "review-progress", max: total, value: done }), outdated && el("p", {}, say("review.outdated")),
    button("stop-review", say("review.stop"), stopReview, "quiet"));
}

function withoutReview() {
  if (state.stopped)
    return [el("p", {}, sentence({ code: "reviews.stopped" })),
      button("ask-review", say("review.ask"), askAgain, "primary")];
  return [state.unreviewed
    ? el("p", { class: "error", role: "alert" }, state.unreviewed)
    : el("p", { class: "none" }, say("review.asking"))];
}

/** The mistakes that the person can try again; everybody's in a game of others. */
const exercises = () => mistakesOf(state.played ? mySides(state.played, state.visitor) : []);

function moments() {
  const review = /** @type {ReviewView} */ (state.review);
  if (review.state !== "done")
    return { title: say("review.so-far"),
      moves: review.moves.filter(({ mark }) => mark === "??" || mark === "?").slice(-3) };
  const moves = review.moments.flatMap((ply) => judged(ply) ?? []).sort((one, two) => two.lost - one.lost);
  return { title: moves.length ? say("review.decided") : say("review.none-found"), moves };
}

function content() {
  const { review } = state;
  if (!review) return withoutReview();
  if (state.exercise) return [exerciseBox(), graph()];
  const { title, moves } = moments();
  const [first, ...others] = moves.map(momentRow);
  const isDone = review.state === "done";
  const mistakes = isDone ? exercises() : [];
  return [
    ...isDone ? [] : [progress()],
    el("h2", { class: "moments-title" }, title),
    ...first ? [el("ol", { class: "moments" }, first)] : [],
    graph(),
    el("div", { class: "accuracies" }, accuracyCard("black"), accuracyCard("white")),
    ...mistakes.length
      ? [
        button("try-again", say("review.try-again", { count: mistakes.length }), () => tryMistake(mistakes[0].ply),
          "primary"),
      ]
      : [],
    ...others.length ? [el("ol", { class: "moments others", start: 2 }, ...others)] : [],
  ];
}

// ---- exercises

function exerciseBox() {
  const exercise = /** @type {NonNullable<AnalysisState["exercise"]>} */ (state.exercise);
  const { ply, answer, shown } = exercise;
  const plies = exercises().map((one) => one.ply);
  const at = plies.indexOf(ply);
  const solved = shown || answer?.verdict === "best" || answer?.verdict === "good";
  const line = shown ? betterSteps(mistake()) : answer ? exercise.line : [];
  return el("div", { class: "exercise", "data-testid": "exercise" },
    el("h2", {}, say("review.exercise", { number: at + 1, count: plies.length })),
    el("p", {}, sayQuestion(mistake(), numbered(mistake()))), el("div", { class: "moment-buttons" }, // above the verdict, so that they do not move
      button("answer", say("review.show-answer"), showAnswer), at + 1 < plies.length
      && button("next", say("review.next"), () => tryMistake(plies[at + 1]), solved ? "primary" : ""),
      button("done", say("review.leave"), endExercise, "quiet")),
    el("p", { class: solved ? "right" : "wrong", "data-testid": "verdict" }, sayVerdict(exercise, mistake())),
    line.length > 1 && writtenLine(line, ply), (answer || shown) && button("again", say("review.another-try"), retry));
}

/** Draw the panel, but leave the graph alone while it is dragged. */
export function drawReview() {
  const panel = byId("panel-review");
  const { review, exercise, unreviewed, stopped, preferences } = state;
  if (!state.held) {
    refill(panel, [unreviewed, stopped, review?.version, review?.state, exercise, analysis().version,
      preferences.theme], content);
  }
  const shown = panel.querySelector(".graph");
  if (shown && review) markHere(shown);
  markSteps(panel);
}
