// The review of a game: a graph of the chances, how well each side played, the moments that decided it, and exercises.

import { game as loadGame, refusalOf } from "../lib/api.js";
import { byId, el, svg } from "../lib/dom.js";
import { hintReason } from "../lib/hint.js";
import { moveNumber, plural } from "../lib/words.js";
import * as api from "./api.js";
import { think, turnThreat } from "./engine.js";
import { lookOf } from "./marks.js";
import { childrenOf, onDraw, redraw, START, state, tell, words } from "./state.js";
import { goTo, playLine, preview, taker } from "./walking.js";

const POLL_MS = 400;
const STEP_MS = 1100; // a better line is played through move by move
const WIDE = 600;
const HIGH = 140;
const WORDS = { "?!": "Inaccuracy", "?": "Mistake", "??": "Blunder" };

let polled = "";
let drawn = "";
let show = 0;
let failed = ""; // why there is no review
/** the game's own players, for whose mistakes are asked @type {GameView | null} */
let played = null;

const gameId = () => state.analysis?.game ?? "";
const percent = (chance) => `${Math.round(chance * 100)}%`;

/** The place after so many moves of the game, in this tree. */
export function placeAfter(ply) {
  let at = START;
  for (const { notation } of allMoves().slice(0, ply)) {
    const next = childrenOf(at).find((child) => state.nodes.get(child)?.notation === notation);
    if (!next) return null;
    at = next;
  }
  return at;
}

/** The moves of the game: those that are not judged yet come from its record. */
function allMoves() {
  return played?.record ?? state.review?.moves ?? [];
}

/** @param {number} ply */
const judged = (ply) => state.review?.moves.find((move) => move.ply === ply) ?? null;

/** @param {MoveView[]} line @param {Side} side @returns {Step[]} */
function stepsOf(line, side) {
  return line.map(({ notation, path, captured, after }, index) => ({
    notation, path, captured, board: after.board, side: index % 2 ? (side === "black" ? "white" : "black") : side,
  }));
}

/** Begin, or find what was begun. */
export async function open() {
  const id = gameId();
  if (!id || (polled === id && state.review)) return;
  polled = id;
  failed = "";
  drawn = "";
  played = await loadGame(id).catch(() => null);
  try {
    state.review = await api.askReview(id);
  } catch (error) {
    polled = "";
    failed = refusalOf(error).message;
    return redraw();
  }
  redraw();
  poll(id);
}

async function poll(id) {
  while (polled === id && gameId() === id && state.review && ["waiting", "running"].includes(state.review.state)) {
    await new Promise((done) => setTimeout(done, POLL_MS));
    if (document.hidden) continue;
    const view = await api.review(id).catch((error) => (refusalOf(error).status === 404 ? api.askReview(id).catch(() => null) : null));
    if (view && gameId() === id) {
      state.review = view;
      redraw();
    }
  }
}

// ---- playing a better line through

function stopShow() {
  clearTimeout(show);
}

/** Go to where a mistake was made, and play the better line move by move. @param {ReviewedMoveView} move */
function showBetter(move) {
  const before = placeAfter(move.ply - 1);
  if (!before || !move.better) return;
  stopShow();
  goTo(before);
  const steps = stepsOf(move.better.line, move.side);
  const next = (index) => {
    if (state.at !== before || (index && state.preview?.index !== index - 1)) return; // somebody looks elsewhere
    preview(steps, index);
    if (index + 1 < steps.length) show = setTimeout(next, STEP_MS, index + 1);
  };
  next(0);
}

// ---- the graph

const x = (ply, total) => (WIDE * ply) / Math.max(total, 1);
const y = (chance) => HIGH * (1 - chance);

/** Black's chance after so many moves, where it is known. @returns {number | null} */
const chanceAfter = (ply) => (ply === 0 ? state.review?.start ?? null : judged(ply)?.chance ?? null);

function graph() {
  const { total } = /** @type {ReviewView} */ (state.review);
  const points = Array.from({ length: total + 1 }, (_, ply) => ({ ply, chance: chanceAfter(ply) })).filter(({ chance }) => chance !== null);
  const line = points.map(({ ply, chance }) => `${x(ply, total).toFixed(1)} ${y(chance).toFixed(1)}`);
  const first = points[0]?.ply ?? total;
  const area = line.length ? `M${x(first, total).toFixed(1)} ${HIGH}L${line.join("L")}L${WIDE} ${HIGH}Z` : "";
  const at = state.nodes.get(state.at)?.ply ?? 0;
  const drawnByTables = points.filter(({ ply }) => judged(ply)?.tables === "draw");
  const picture = svg("svg", { class: "graph-picture", viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { class: "graph-white white", width: WIDE, height: HIGH }), svg("path", { class: "graph-black black", d: area }),
    ...drawnByTables.map(({ ply }) => svg("rect", { class: "graph-drawn", x: x(ply - 1, total), y: HIGH - 7, width: x(1, total), height: 7 })),
    svg("path", { class: "graph-middle", d: `M0 ${HIGH / 2}H${WIDE}` }),
    svg("path", { class: "graph-line", d: line.length ? `M${line.join("L")}` : "" }),
    svg("path", { class: "graph-now", d: `M${x(at, total)} 0V${HIGH}` }));
  const dots = points.filter(({ ply }) => judged(ply)?.mark).map(({ ply, chance }) => {
    const dot = el("i", { class: `graph-dot ${lookOf(judged(ply)?.mark)}` });
    dot.style.setProperty("--x", `${(100 * ply) / Math.max(total, 1)}%`);
    dot.style.setProperty("--y", `${100 * (1 - Number(chance))}%`);
    return dot;
  });
  const slider = el("input", {
    type: "range", class: "graph-slider", min: 0, max: total, value: at, "aria-label": "Moves of the game", "aria-valuetext": graphWords(at), "data-testid": "graph",
    oninput: ({ target }) => {
      const place = placeAfter(Number(target.value));
      if (place) goTo(place, { quiet: true });
    },
  });
  return el("div", { class: "graph" }, picture, ...dots, slider);
}

/** What the graph shows after so many moves, for the ear. */
function graphWords(ply) {
  const chance = chanceAfter(ply);
  const move = judged(ply);
  const said = move ? `${words.colour(move.side)} ${move.notation}. ` : "The start. ";
  if (chance === null) return `${said}Not looked at yet.`;
  const side = chance >= 0.5 ? "black" : "white";
  return `${said}${words.colour(side)} ${percent(Math.max(chance, 1 - chance))}.${move?.mark ? ` ${WORDS[move.mark]}.` : ""}`;
}

// ---- words

/** @param {Side} side */
function sideName(side) {
  const name = played ? words.player(played, side) : words.colour(side);
  return name === words.colour(side) ? name : `${name} (${words.colour(side)})`;
}

/** @param {Side} side */
function accuracyCard(side) {
  const { accuracy, marks } = /** @type {ReviewView} */ (state.review);
  const { blunders, mistakes, inaccuracies } = marks[side];
  const counts = [blunders && plural(blunders, "blunder"), mistakes && plural(mistakes, "mistake"), inaccuracies && plural(inaccuracies, "inaccuracy", "inaccuracies")].filter(Boolean);
  const value = accuracy[side];
  return el("div", { class: "accuracy" }, el("span", { class: "accuracy-name" }, el("i", { class: `disc ${side}` }), sideName(side)),
    el("strong", {}, value === null ? "" : `${Math.round(value)}%`), el("small", {}, value === null ? "" : "accuracy"), el("small", { class: "accuracy-counts" }, counts.join(", ") || (value === null ? "" : "no mistakes")));
}

/** @param {ReviewedMoveView} move */
const numbered = ({ ply, side, notation }) => {
  const analysis = /** @type {AnalysisView} */ (state.analysis);
  return `${moveNumber(analysis, ply)}${side === analysis.first ? "." : "…"} ${notation}`;
};

/** @param {ReviewedMoveView} move */
function momentRow(move) {
  const mine = move.side === "black" ? move.chance : 1 - move.chance;
  const fall = `${words.colour(move.side)}'s chances fell from ${percent(mine + move.lost)} to ${percent(mine)}.`;
  const better = move.better?.line[0];
  const does = move.better ? ` It ${hintReason(move.better.reason)}.` : "";
  return el("li", { class: "moment" },
    el("button", { type: "button", class: "moment-move", "aria-label": `${numbered(move)}, ${WORDS[move.mark]}`, onclick: () => {
      const at = placeAfter(move.ply);
      if (at) goTo(at);
    } }, el("span", {}, numbered(move)), el("b", { class: lookOf(move.mark) }, ` ${WORDS[move.mark]}`)),
    el("p", {}, fall, better ? el("span", {}, ` Better was ${better.notation}.${does}`) : null),
    better ? el("div", { class: "moment-buttons" },
      el("button", { type: "button", class: "better", "data-testid": "show-better", onclick: () => showBetter(move) }, "Show the better line"),
      el("button", { type: "button", class: "quiet", onclick: () => keep(move) }, "Keep it as a variation")) : null);
}

/** @param {ReviewedMoveView} move */
async function keep(move) {
  const before = placeAfter(move.ply - 1);
  if (!before || !move.better) return;
  goTo(before, { quiet: true });
  await playLine(stepsOf(move.better.line, move.side));
}

/** Whose mistakes are asked: the person's, or everybody's. @returns {ReviewedMoveView[]} */
function ownMistakes() {
  const { exercises } = /** @type {ReviewView} */ (state.review);
  const mine = played ? words.mySides(played) : [];
  const sides = mine.length ? mine : /** @type {Side[]} */ (["black", "white"]);
  return sides.flatMap((side) => exercises[side]).sort((one, two) => one - two).map((ply) => /** @type {ReviewedMoveView} */ (judged(ply)));
}

function progress() {
  const { state: stage, done, total, place } = /** @type {ReviewView} */ (state.review);
  if (stage === "failed") return el("p", { class: "error" }, "The review could not be finished.", el("button", { type: "button", onclick: again }, "Try again"));
  const text = stage === "waiting" ? (place ? `Waiting for ${plural(place, "other review")}…` : "Beginning…") : `Looking at the moves: ${done} of ${total}`;
  return el("div", { class: "progress" }, el("label", { for: "review-progress" }, text), el("progress", { id: "review-progress", max: total, value: done }));
}

function again() {
  polled = "";
  open();
}

// ---- exercises

/** Show the position before a mistake, and let somebody find a better move. */
function tryMistake(ply) {
  const before = placeAfter(ply - 1);
  if (!before) return;
  stopShow();
  state.exercise = { ply, answer: null, busy: false };
  taker.play = tried;
  turnThreat(false);
  goTo(before, { quiet: true });
  think();
}

function leaveExercise() {
  state.exercise = null;
  taker.play = null;
  state.preview = null;
  think();
  redraw();
}

/** @param {MoveView} move */
async function tried(move) {
  const exercise = state.exercise;
  if (!exercise || exercise.busy) return false;
  exercise.busy = true;
  redraw();
  try {
    exercise.answer = await api.tryAgain(gameId(), exercise.ply, move.path);
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
  preview(stepsOf(line, side), 0);
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

function exerciseBox() {
  const { ply, answer, busy } = /** @type {NonNullable<AnalysisState["exercise"]>} */ (state.exercise);
  const move = /** @type {ReviewedMoveView} */ (judged(ply));
  const all = ownMistakes();
  const index = all.findIndex((one) => one.ply === ply);
  const next = all[index + 1];
  const solved = answer && ["best", "good"].includes(answer.verdict);
  const retry = () => {
    Object.assign(/** @type {any} */ (state.exercise), { answer: null });
    state.preview = null;
    redraw();
  };
  return el("div", { class: "exercise", "data-testid": "exercise" },
    el("h2", {}, `Try again: ${index + 1} of ${all.length}`),
    el("p", {}, `${numbered(move)} was ${{ "?!": "an inaccuracy", "?": "a mistake", "??": "a blunder" }[move.mark] ?? ""}. Find a better move for ${words.colour(move.side)}.`),
    el("p", { class: solved ? "right" : "wrong", role: "status", "data-testid": "verdict" }, busy ? "Looking at it…" : answer ? `${VERDICTS[answer.verdict]} ${why(answer)}` : ""),
    el("div", { class: "moment-buttons" },
      answer ? el("button", { type: "button", onclick: retry }, "Another try") : null,
      el("button", { type: "button", onclick: () => {
        leaveExercise();
        showBetter(move);
      } }, "Show the answer"),
      next ? el("button", { type: "button", class: solved ? "primary" : "", onclick: () => tryMistake(next.ply) }, "Next") : null,
      el("button", { type: "button", class: "quiet", onclick: leaveExercise }, "Done")));
}

// ---- the panel

function content() {
  const { review } = state;
  if (!review) return [failed ? el("p", { class: "error", role: "alert" }, failed) : el("p", { class: "none" }, "Asking for the review…")];
  if (state.exercise) return [exerciseBox(), graph()];
  const moments = review.moments.map(judged).filter((move) => move !== null).sort((one, two) => two.lost - one.lost); // what lost it first
  const done = review.state === "done";
  const mistakes = done ? ownMistakes() : [];
  const worst = done ? [] : review.moves.filter((move) => move.mark === "??" || move.mark === "?").slice(-3);
  return [
    done ? null : progress(),
    graph(),
    el("div", { class: "accuracies" }, accuracyCard("black"), accuracyCard("white")),
    mistakes.length ? el("button", { type: "button", class: "primary", "data-testid": "try-again", onclick: () => tryMistake(mistakes[0].ply) }, `Try again: ${plural(mistakes.length, "mistake")} to mend`) : null,
    el("h2", { class: "moments-title" }, done ? (moments.length ? "What decided the game" : "No mistakes were found.") : "Found so far"),
    el("ol", { class: "moments" }, ...(done ? moments : worst).map(momentRow)),
  ].filter(Boolean);
}

export function draw() {
  const { review, exercise, at } = state;
  const key = JSON.stringify([failed, review?.version, review?.state, exercise, at, state.analysis?.version, state.preferences.theme, played?.id]);
  if (key === drawn) return;
  drawn = key;
  const panel = byId("panel-review");
  const focused = /** @type {HTMLElement | null} */ (panel.contains(document.activeElement) ? document.activeElement : null);
  const scrolled = panel.scrollTop;
  const slider = focused?.matches(".graph-slider");
  panel.replaceChildren(...content());
  panel.scrollTop = scrolled;
  if (slider) panel.querySelector(".graph-slider")?.focus({ preventScroll: true });
}

onDraw(() => {
  if (state.exercise && (state.tab !== "review" || state.at !== placeAfter(state.exercise.ply - 1))) leaveExercise();
});
