// The review of a game: a graph of the chances, how well each side played, the moments that decided it, and exercises.

import { refusalOf } from "../lib/api.js";
import { byId, el } from "../lib/dom.js";
import { hintReason, plural } from "../lib/words.js";
import * as api from "./api.js";
import { exerciseBox, ownMistakes, tryMistake } from "./exercise.js";
import { graph, isHeld, markHere } from "./graph.js";
import { betterSteps, DELETED, judged, markSteps, numbered, percent, placeAfter, showBetter, WORDS,
  writtenLine } from "./judged.js";
import { lookOf } from "./marks.js";
import { redraw, say, state, tell, words } from "./state.js";
import { goTo, playLine } from "./walking.js";

const POLL_MS = 400;

let polled = "";
let asked = 0; // each question, and each end, ends the polling before it
let drawn = "";
let failed = ""; // why there is no review
let stopped = false;
/** @type {Promise<unknown>} the server's answer, which the next question waits for */
let stopping = Promise.resolve();

const gameId = () => state.analysis?.game ?? "";

/** Begin, or find what was begun. */
export async function open() {
  const id = gameId();
  if (!id || (polled === id && state.review)) return;
  polled = id;
  const mine = ++asked;
  failed = "";
  stopped = false;
  drawn = "";
  try {
    await stopping;
    if (mine !== asked) return;
    state.review = await api.askReview(id);
  } catch (error) {
    polled = "";
    failed = refusalOf(error).message;
    return redraw();
  }
  redraw();
  poll(id, mine);
}

async function poll(id, mine) {
  let { losses } = state;
  const isWanted = () => mine === asked && gameId() === id;
  while (isWanted() && state.review && ["waiting", "running"].includes(state.review.state)) {
    await new Promise((done) => setTimeout(done, POLL_MS));
    if (document.hidden || !isWanted()) continue;
    try {
      state.review = await api.review(id);
    } catch (error) {
      if (refusalOf(error).status !== 404 || !isWanted()) continue; // it will answer again
      if (losses === state.losses) return ended(); // somebody has stopped it
      losses = state.losses; // the server was started again, and knows nothing of it
      return again();
    }
    if (!isWanted()) return;
    if (state.review.state === "done") say(`The review is done. ${doneWords(state.review)}`);
    redraw();
  }
}

function ended() {
  polled = "";
  asked += 1;
  stopped = true;
  state.review = null;
  redraw();
}

/** @param {ReviewView} view */
const doneWords = ({ accuracy }) =>
  /** @type {Side[]} */ (["black", "white"])
    .map((side) => `${words.colour(side)} played with an accuracy of ${Math.round(accuracy[side] ?? 0)}%.`).join(" ");

function stop() {
  const id = gameId();
  ended();
  stopping = api.stopReview(id).catch((error) => tell(refusalOf(error).message));
}

// ---- words

/** @param {Side} side */
function sideName(side) {
  const name = state.played ? words.player(state.played, side) : words.colour(side);
  return name === words.colour(side) ? name : `${name} (${words.colour(side)})`;
}

/** @param {Side} side */
function accuracyCard(side) {
  const { accuracy, marks } = /** @type {ReviewView} */ (state.review);
  const { blunders, mistakes, inaccuracies } = marks[side];
  const counts = [blunders && plural(blunders, "blunder"), mistakes && plural(mistakes, "mistake"),
    inaccuracies && plural(inaccuracies, "inaccuracy", "inaccuracies")].filter(Boolean);
  const value = accuracy[side];
  return el("div", { class: "accuracy" },
    el("span", { class: "accuracy-name" }, el("i", { class: `disc ${side}` }), sideName(side)),
    el("strong", {}, value === null ? "" : `${Math.round(value)}%`), el("small", {}, value === null ? "" : "accuracy"),
    el("small", { class: "accuracy-counts" }, counts.join(", ") || (value === null ? "" : "no mistakes")));
}

/** Go to a place of the game, or say that it is there no more. */
function visit(ply) {
  const at = placeAfter(ply);
  if (at) goTo(at);
  else tell(DELETED);
  return at;
}

/** @param {ReviewedMoveView} move */
function momentRow(move) {
  const { ply } = move;
  const mine = move.side === "black" ? move.chance : 1 - move.chance;
  const fall = `${words.colour(move.side)}'s chances fell from ${percent(mine + move.lost)} to ${percent(mine)}.`;
  const better = move.better?.line[0];
  const does = move.better ? ` It ${hintReason(move.better.reason)}.` : "";
  return el("li", { class: "moment" },
    el("button", { type: "button", class: "moment-move", "data-focus": `move-${ply}`,
      "aria-label": `${numbered(move)}, ${WORDS[move.mark]}`, onclick: () => visit(ply) },
      el("span", {}, numbered(move)), el("b", { class: lookOf(move.mark) }, ` ${WORDS[move.mark]}`)), better
    ? el("button", { type: "button", class: "better", "data-focus": `better-${ply}`, "data-testid": "show-better",
      onclick: () => showBetter(move) }, "Show the better line")
    : null, el("p", {}, fall, better ? el("span", {}, ` Better was ${better.notation}.${does}`) : null),
    better ? writtenLine(betterSteps(move), ply, placeAfter(ply - 1) ?? "") : null, better
    ? el("button", { type: "button", class: "quiet keep", "data-focus": `keep-${ply}`, onclick: () => keep(move) },
      "Keep it as a variation")
    : null);
}

/** @param {ReviewedMoveView} move */
async function keep(move) {
  const before = placeAfter(move.ply - 1);
  if (!before || !move.better) return tell(DELETED);
  goTo(before, { quiet: true });
  await playLine(betterSteps(move));
}

function progress() {
  const { state: stage, done, total, place, outdated } = /** @type {ReviewView} */ (state.review);
  if (stage === "failed")
    return el("p", { class: "error" }, "The review could not be finished.",
      el("button", { type: "button", onclick: again }, "Try again"));
  const text = stage === "waiting"
    ? (place ? `Waiting for ${plural(place, "other review")}…` : "Beginning…")
    : `Looking at the moves: ${done} of ${total}`;
  return el("div", { class: "progress" }, el("label", { for: "review-progress" }, text),
    el("progress", { id: "review-progress", max: total, value: done }), outdated
    ? el("p", {}, "Crownhead has learned more since the last review of this game, so it is being done again.")
    : null,
    el("button", { type: "button", class: "quiet", "data-focus": "stop", "data-testid": "stop-review", onclick: stop },
      "Stop"));
}

function again() {
  polled = "";
  open();
}

// ---- the panel

function without() {
  if (stopped)
    return [el("p", {}, "The review was stopped."),
      el("button", { type: "button", class: "primary", "data-focus": "stop", onclick: again }, "Review this game")];
  return [
    failed ? el("p", { class: "error", role: "alert" }, failed) : el("p", { class: "none" }, "Asking for the review…"),
  ];
}

function content() {
  const { review } = state;
  if (!review) return without();
  if (state.exercise) return [exerciseBox(), graph()];
  const moments = review.moments.map(judged).filter((move) => move !== null).sort((one, two) => two.lost - one.lost); // what lost it first
  const done = review.state === "done";
  const mistakes = done ? ownMistakes() : [];
  const worst = done ? [] : review.moves.filter((move) => move.mark === "??" || move.mark === "?").slice(-3);
  const shown = (done ? moments : worst).map(momentRow);
  const [first, ...others] = shown;
  return [
    done ? null : progress(),
    el("h2", { class: "moments-title" },
      done ? (moments.length ? "What decided the game" : "No mistakes were found.") : "Found so far"),
    first ? el("ol", { class: "moments" }, first) : null,
    graph(),
    el("div", { class: "accuracies" }, accuracyCard("black"), accuracyCard("white")),
    mistakes.length
      ? el("button", { type: "button", class: "primary", "data-focus": "try", "data-testid": "try-again",
        onclick: () => tryMistake(mistakes[0].ply) }, `Try again: ${plural(mistakes.length, "mistake")} to mend`)
      : null,
    others.length ? el("ol", { class: "moments others", start: 2 }, ...others) : null,
  ].filter(Boolean);
}

function build() {
  const panel = byId("panel-review");
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
  const focused = panel.contains(active) && active !== panel ? active?.dataset.focus ?? "" : null;
  const scrolled = panel.scrollTop;
  panel.replaceChildren(...content());
  panel.scrollTop = scrolled;
  if (focused !== null)
    (panel.querySelector(`[data-focus="${focused}"]`) ?? panel.querySelector(".exercise button") ?? panel).focus({
      preventScroll: true,
    });
}

export function draw() {
  const { review, exercise } = state;
  const key = JSON.stringify([failed, stopped, review?.version, review?.state, exercise, state.analysis?.version,
    state.preferences.theme]);
  if (key !== drawn && !isHeld()) {
    drawn = key;
    build();
  }
  const panel = byId("panel-review");
  const shown = panel.querySelector(".graph");
  if (shown && review) markHere(shown);
  markSteps(panel);
}
