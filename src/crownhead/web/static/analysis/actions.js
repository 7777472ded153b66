// Everything that changes the state of the analysis page.

import { refusalOf } from "../lib/api.js";
import { setPreference, speak } from "../lib/page.js";
import { say, sentence } from "../lib/say.js";
import { moved, mySide } from "../lib/words.js";
import * as api from "./api.js";
import { analysis, betterSteps, childrenOf, drawAll, endOf, here, judged, legal, lineTo, nodeAfter, nodeKey, numbered,
  parentOf, redraw, settings, START, state, stepsOf, update } from "./state.js";
import { sayDone, sayMove, sayQuestion, sayVerdict } from "./words.js";

const ANSWER_MS = 200; // within which a page hears of its own change
const STEP_MS = 1100; // between two moves of a line that plays by itself
const POLL_MS = 400;
const RETRY_MS = 2000;

/** Say what went wrong, for the eye. @param {string} text */
export const tell = (text) => update({ message: text, calm: false });

/** Say what was done, for the eye and the ear. @param {string} text */
export function note(text) {
  update({ message: text, calm: true });
  speak(text);
}

/** @param {unknown} error */
const tellRefusal = (error) => tell(refusalOf(error).message);

// ---- one analysis, or the list of them

/** Show an analysis at its start. @param {AnalysisView} view @param {GameView | null} played the game it began with @param {ReviewView | null} known its review, done or begun */
export function enter(view, played, known) {
  leave();
  Object.assign(state, { at: START, details: new Map(), found: null, preview: null, selection: null, threat: false,
    opened: new Set(), options: false, played, asked: false, review: known?.state === "done" ? known : null,
    stopped: false, unreviewed: "", exercise: null, tab: "moves", pointed: [], shared: "", message: "" });
  accept(view);
  if (known && !state.review) openReview();
  state.flipped = ((played && mySide(played, state.visitor)) ?? view.start.turn) === "black";
}

/** Listen to the server. @param {AnalysisState["live"]} live */
export const listen = (live) => update({ live });

/** Show no analysis any more. */
export function leave() {
  state.live?.close();
  update({ live: null, analysis: null, poll: state.poll + 1 });
}

/** Show the list of analyses. @param {string} why something else could not be shown */
export async function showList(why = "") {
  leave();
  update({ kept: state.kept ?? [], more: 0, sure: "", refused: why });
  await showMore();
}

/** @param {unknown} error */
export const refuse = (error) => update({ refused: refusalOf(error).message });

export async function showMore() {
  try {
    const { analyses, next } = await api.list(state.more ?? 0);
    update({ kept: [...state.more && state.kept ? state.kept : [], ...analyses], more: next });
  } catch (error) {
    refuse(error);
  }
}

/** Begin an analysis, if what is given can be read. @param {Parameters<typeof api.begin>[0]} what */
export async function begin(what) {
  state.refused = "";
  try {
    return await api.begin(what);
  } catch (error) {
    return refuse(error);
  }
}

/** Delete an analysis; the first time, only ask. @param {string} id */
export async function remove(id) {
  try {
    if (state.sure === id) {
      await api.remove(id);
      state.kept = (state.kept ?? []).filter((one) => one.id !== id);
    }
    update({ sure: id });
  } catch (error) {
    refuse(error);
  }
}

/** Take the whole tree from the server, unless a newer one is shown. @param {AnalysisView} view */
export function accept(view) {
  const before = state.analysis;
  if (before?.id === view.id && view.version < before.version) return;
  const line = lineTo(state.at);
  update({ analysis: view, nodes: new Map(view.nodes.map((node) => [node.id, node])), next: new Map() });
  for (const { id, parent } of view.nodes) state.next.set(parent, [...childrenOf(parent), id]);
  state.at = line.reverse().find(({ id }) => state.nodes.has(id))?.id ?? START; // the last move that is left
  checkExercise();
}

/** Read the tree again; the node stays, unless it was deleted. @param {string} asked */
export async function lookAgain(asked) {
  const view = await api.load(asked).catch(() => null);
  if (!view || asked !== state.analysis?.id) return;
  const { at } = state;
  accept(view);
  if (state.at !== at) goTo(state.at, { quiet: true });
}

/** Follow a change by this page, whose answer is on its way, or by another. @param {number} version */
function catchUp(version) {
  const { id } = analysis();
  setTimeout(() => {
    if (id === state.analysis?.id && state.analysis.version < version) lookAgain(id);
  }, ANSWER_MS);
}

// ---- going from node to node

/** Show a node. @param {string} node */
export function goTo(node, { quiet = false } = {}) {
  if (node !== state.at) state.threat = false;
  update({ at: node, preview: null, selection: null, message: "" });
  sessionStorage.setItem(`at-${analysis().id}`, node);
  const move = here();
  if (!quiet) speak(move ? moved(move) : say("analysis.at-start"));
  checkExercise();
  know(node);
  ask();
  if (state.tab === "explain") explain();
}

/** Fetch what can be done at a node. @param {string} node */
async function know(node) {
  const { details } = state;
  if (details.has(node)) return;
  try {
    details.set(node, await api.detailsAt(analysis().id, node));
    redraw();
  } catch (error) {
    if (details === state.details) tellRefusal(error);
  }
}

/** Show the next or the last variation beside this move. @param {number} step */
function aside(step) {
  const siblings = childrenOf(parentOf(state.at));
  const beside = siblings[siblings.indexOf(state.at) + step];
  if (beside) goTo(beside);
}

export const walk = {
  first: () => goTo(START),
  back: () => (state.preview ? stepPreview(-1) : goTo(parentOf(state.at))),
  on: () => {
    const [next] = childrenOf(state.at);
    if (state.preview) stepPreview(1);
    else if (next) goTo(next);
  },
  last: () => goTo(endOf(state.at)),
  up: () => aside(-1),
  down: () => aside(1),
};

/** Show a line on the board up to one of its moves, without playing it. @param {Step[]} steps @param {number} index */
export const preview = (steps, index) => update({ preview: { steps, index, from: state.at }, selection: null });

export const endPreview = () => update({ preview: null });

/** @param {number} step */
function stepPreview(step) {
  const { steps, index } = /** @type {NonNullable<AnalysisState["preview"]>} */ (state.preview);
  const now = index + step;
  if (now < 0) return endPreview();
  if (now >= steps.length) return;
  preview(steps, now);
  speak(sayMove(steps[now]));
}

/** Show a line move by move, until something else is shown. @param {Step[]} steps */
function playThrough(steps, index = 0) {
  preview(steps, index);
  speak(sayMove(steps[index]));
  const mine = state.preview;
  if (index + 1 < steps.length)
    setTimeout(() => state.preview === mine && playThrough(steps, index + 1), STEP_MS);
}

// ---- changing the tree

/** Ask for a change, and show the node that it leads to. @param {string} action @param {object} body @returns {Promise<boolean>} */
export async function change(action, body, { stay = false } = {}) {
  if (state.busy && !stay) return false; // a button may be pressed twice
  const asked = analysis().id;
  if (!stay) state.busy = true; // remarks and promotions do not keep anybody from playing
  try {
    const { node, analysis: view } = await api.change(asked, action, body);
    if (asked !== state.analysis?.id) return false;
    accept(view);
    if (!stay) goTo(node);
    return true;
  } catch (error) {
    const { status, message } = refusalOf(error);
    if ([404, 409].includes(status)) await lookAgain(asked); // another page has changed it
    tell(message);
    return false;
  } finally {
    if (!stay) state.busy = false;
    redraw();
  }
}

/** @param {string} name */
export async function rename(name) {
  accept((await api.rename(analysis().id, name)).analysis);
}

/** Play a move: go to it where it is known, else add a variation. In an exercise, try it. @param {number[]} path */
export async function play(path) {
  const isThis = (/** @type {{ path: number[] } | undefined} */ one) => String(one?.path) === String(path);
  const move = legal().find(isThis);
  if (state.exercise && move) return attempt(move);
  const known = childrenOf(state.at).find((child) => isThis(state.nodes.get(child)));
  if (!known) return change("moves", { node: state.at, path });
  goTo(known);
  return true;
}

/** Play a line, up to one of its moves. @param {Step[]} steps */
export const playLine = (steps, index = steps.length - 1) =>
  change("lines", { node: state.at, paths: steps.slice(0, index + 1).map(({ path }) => path) });

// ---- the board and what stands beside it

/** @param {number[] | null} selection */
export const select = (selection) => update({ selection, message: "" });

/** A capture goes on. @param {number[]} selection */
export const extend = (selection) => update({ selection });

/** Tab reaches another square. @param {number} square */
export const focus = (square) => update({ focus: square });

/** Moves that are gliding to their squares. @param {number} step */
export const glide = (step) => update({ gliding: state.gliding + step, selection: null });

export const flip = () => update({ flipped: !state.flipped });

/** Light the squares that something is about. @param {number[]} squares */
export const point = (squares) => update({ pointed: squares });

export const TABS = ["moves", "review", "explorer", "explain", "share"];

/** The tabs of this analysis. */
export const tabs = () => TABS.filter((name) => name !== "review" || analysis().game);

/** @param {string} name */
export function showTab(name) {
  update({ tab: tabs().includes(name) ? name : "moves", pointed: [] });
  checkExercise();
  if (state.tab === "review") openReview();
  if (state.tab === "explain") explain();
}

/** Fetch what the evaluation counts at the node that is shown. */
async function explain() {
  const { at, explained } = state;
  const key = nodeKey();
  if (explained.has(key)) return;
  explained.set(key, null);
  try {
    explained.set(key, await api.explained(analysis().id, at));
    redraw();
  } catch (error) {
    explained.delete(key);
    tellRefusal(error);
    setTimeout(() => state.analysis && state.tab === "explain" && explain(), RETRY_MS);
  }
}

/** Show text that cannot be copied for the person. @param {string} text */
export const share = (text) => update({ shared: text });

// ---- the engine

/** @param {boolean} thinking */
const seem = (thinking) => update({ found: state.found && { ...state.found, thinking } });

/** Ask the engine about the node that is shown, or stop it when nobody looks. */
export function ask({ again = false } = {}) {
  if (!state.live?.isOpen()) return;
  const thinks = state.on && !document.hidden && state.analysis !== null && !state.exercise;
  const wanted = thinks
    ? { type: "think", node: state.at, ...settings(), threat: state.threat }
    : { type: "stop" };
  const text = JSON.stringify(wanted);
  if (text === state.question.text && !again) return;
  const number = state.question.number + 1;
  update({ question: { text, number } });
  state.live.send(thinks ? { ...wanted, number } : wanted);
  seem(thinks);
}

/** @param {Record<string, unknown>} what */
const keepEngine = (what) => setPreference("engine", { ...state.preferences.engine, ...what });

/** @param {{ lines?: number, seconds?: number, threads?: number, memory?: number }} what */
export function setEngine(what) {
  keepEngine(what);
  ask();
}

/** The engine is on or off as the settings say. */
export const followSettings = () => update({ on: state.preferences.engine?.on ?? true });

/** @param {boolean} on */
export function turnOn(on) {
  update({ on });
  if (!on) endPreview(); // it may be one of the engine's lines
  keepEngine({ on });
  ask();
}

/** @param {boolean} threat */
export function turnThreat(threat) {
  update({ threat });
  ask();
}

export const toggleOptions = () => update({ options: !state.options });

/** Show a line of the engine to its end, or its beginning only. @param {number} rank */
export function toggleLine(rank) {
  if (!state.opened.delete(rank)) state.opened.add(rank);
  redraw();
}

export function connected() {
  if (!state.connected) state.message = ""; // it said that nobody answers
  update({ connected: true, question: { ...state.question, text: "" } });
}

export function disconnected() {
  update({ connected: false, losses: state.losses + 1 });
  seem(false);
}

/** @param {ThinkingMessage} message */
export function hear(message) {
  if (message.type === "hello") {
    state.limits = { threads: message.threads, memory: message.memory };
    know(state.at); // the server may not have answered before
    ask();
  }
  if (message.type === "hello" || message.type === "changed") catchUp(message.version);
  if (message.type === "found") {
    const { node, threat, number } = message;
    if (number === state.question.number && node === state.at && threat === state.threat) state.found = message;
  }
  if (message.type === "refused") {
    seem(false);
    tell(sentence(message));
  }
  redraw();
}

// ---- the review

/** Begin a review, or find what was begun, and follow it. */
export async function openReview() {
  const { game } = analysis();
  if (!game || (state.asked && state.review)) return;
  const mine = (state.poll += 1);
  Object.assign(state, { asked: true, stopped: false, unreviewed: "" });
  try {
    await state.stopping;
    const review = await api.askReview(game);
    if (mine !== state.poll) return;
    update({ review });
    await follow(game, mine);
  } catch (error) {
    if (mine === state.poll) update({ asked: false, unreviewed: refusalOf(error).message });
  }
}

/** @param {string} game @param {number} mine */
async function follow(game, mine) {
  const { losses } = state;
  while (state.review && ["waiting", "running"].includes(state.review.state)) {
    await new Promise((done) => setTimeout(done, POLL_MS));
    if (mine !== state.poll) return;
    if (document.hidden) continue;
    const answer = await api.review(game).catch(refusalOf);
    if (mine !== state.poll) return;
    if (!("status" in answer)) state.review = answer;
    else if (answer.status === 404) return losses === state.losses ? endReview() : askAgain(); // stopped, or restarted
    if (state.review.state === "done") speak(sayDone(state.review));
    redraw();
  }
}

/** Ask anew for a review that failed or was stopped. */
export function askAgain() {
  state.asked = false;
  return openReview();
}

function endReview() {
  update({ asked: false, stopped: true, review: null, poll: state.poll + 1 });
}

export function stopReview() {
  const { game } = analysis();
  endReview();
  state.stopping = api.stopReview(game ?? "").catch(tellRefusal); // the next question waits for the answer
}

/** Keep the graph as it is while it is dragged. @param {boolean} held */
export const holdGraph = (held) => update({ held });

/** Go to a node of the game, if it was not deleted. @param {number} ply */
export function visit(ply, { quiet = false } = {}) {
  const at = nodeAfter(ply);
  if (at) goTo(at, { quiet });
  else tell(say("review.moves-deleted"));
  return Boolean(at);
}

/** Go to where a mistake was made, and show what was better. @param {ReviewedMoveView} move */
export function showBetter(move) {
  if (visit(move.ply - 1, { quiet: true })) playThrough(betterSteps(move));
}

/** @param {ReviewedMoveView} move */
export async function keepBetter(move) {
  if (visit(move.ply - 1, { quiet: true })) await playLine(betterSteps(move));
}

// ---- a mistake as an exercise

const exercise = () => /** @type {NonNullable<AnalysisState["exercise"]>} */ (state.exercise);

/** The mistake that is tried again. */
export const mistake = () => /** @type {ReviewedMoveView} */ (judged(exercise().ply));

/** Show the position before a mistake, and let the person find a better move. @param {number} ply */
export function tryMistake(ply) {
  if (!nodeAfter(ply - 1)) return tell(say("review.moves-deleted"));
  state.exercise = { ply, answer: null, busy: false, shown: false, line: [] };
  turnThreat(false);
  visit(ply - 1, { quiet: true });
  speak(sayQuestion(mistake(), numbered(mistake())));
  bringInSight(".exercise");
}

/** On a small screen the question and the verdict are shown beside the board. @param {string} name */
function bringInSight(name) {
  drawAll();
  document.querySelector(name)?.scrollIntoView({ block: "nearest" });
}

export function endExercise() {
  update({ exercise: null, preview: null });
  ask();
}

/** An exercise ends when something else is looked at. */
function checkExercise() {
  const { exercise: now, tab, at } = state;
  if (now && (tab !== "review" || at !== nodeAfter(now.ply - 1))) endExercise();
}

/** Let the person try another move. */
export function retry() {
  if (state.exercise) Object.assign(state.exercise, { answer: null, shown: false });
  endPreview();
}

/** @param {MoveView} move */
async function attempt(move) {
  const mine = exercise();
  if (mine.busy) return false;
  mine.busy = true;
  redraw();
  try {
    const answer = await api.tryAgain(analysis().game ?? "", mine.ply, move.path);
    if (state.exercise !== mine) return false;
    const moves = answer.of === "reply" ? [answer.move, ...answer.reply] : [answer.move];
    Object.assign(mine, { answer, busy: false, shown: false, line: stepsOf(moves, mistake().side) });
  } catch (error) {
    mine.busy = false;
    tellRefusal(error);
    return false;
  }
  preview(mine.line, 0);
  speak(sayVerdict(mine, mistake()));
  bringInSight(".exercise [data-testid=verdict]");
  return true;
}

export function showAnswer() {
  Object.assign(exercise(), { answer: null, shown: true });
  showBetter(mistake());
  speak(sayVerdict(exercise(), mistake()));
}
