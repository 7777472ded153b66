// Going from place to place, and playing moves there.

import { refusalOf } from "../lib/api.js";
import * as api from "./api.js";
import { accept, childrenOf, endOf, here, parentOf, place, redraw, say, START, state, tell, words } from "./state.js";

const ANSWER_MS = 200;

/** @type {(() => void)[]} */
const listeners = [];

/** Be told when another place is shown. */
export function onMove(listener) {
  listeners.push(listener);
}

const id = () => /** @type {AnalysisView} */ (state.analysis).id;

/** Show a place. */
export function goTo(node, { quiet = false } = {}) {
  const moved = node !== state.at;
  Object.assign(state, { at: node, preview: null, selection: null, message: "" });
  if (moved) state.threat = false;
  sessionStorage.setItem(`at-${id()}`, node);
  const move = here();
  if (!quiet) say(move ? words.moved({ ...move, book: false }) : "The start.");
  know(node);
  for (const listener of listeners) listener();
  redraw();
}

/** Fetch what can be done at a place. */
export async function know(node) {
  if (state.places.has(node)) return;
  const asked = id();
  try {
    const found = await api.placeAt(asked, node);
    if (asked !== state.analysis?.id) return;
    state.places.set(node, found);
    redraw();
  } catch (error) {
    tell(refusalOf(error).message);
  }
}

export const walk = {
  first: () => goTo(START),
  back: () => (state.preview ? stepPreview(-1) : goTo(parentOf(state.at))),
  on: () => {
    if (state.preview) return stepPreview(1);
    const [next] = childrenOf(state.at);
    if (next) goTo(next);
  },
  last: () => goTo(endOf(state.at)),
  /** To the next or the last variation beside this move. */
  aside: (step) => {
    const siblings = childrenOf(parentOf(state.at));
    const beside = siblings[siblings.indexOf(state.at) + step];
    if (beside) goTo(beside);
  },
};

/** Show a line on the board without playing it, up to one of its moves. @param {Step[]} steps */
export function preview(steps, index) {
  state.preview = { steps, index, from: state.at };
  state.selection = null;
  redraw();
}

export function endPreview() {
  if (!state.preview) return false;
  state.preview = null;
  redraw();
  return true;
}

function stepPreview(step) {
  const { steps, index } = /** @type {NonNullable<AnalysisState["preview"]>} */ (state.preview);
  const now = index + step;
  if (now < 0) return void endPreview();
  if (now >= steps.length) return;
  preview(steps, now);
  say(`${words.colour(steps[now].side)} ${steps[now].notation}.`);
}

/** Take the tree as it is by now; what is shown stays, unless it is gone. */
export async function lookAgain(asked) {
  const view = await api.load(asked).catch(() => null);
  if (!view || asked !== state.analysis?.id) return;
  const { at } = state;
  accept(view);
  if (state.at !== at) goTo(state.at, { quiet: true });
}

/** Somebody has changed the analysis: this page, whose answer is on its way, or another. */
export function catchUp(version) {
  const asked = id();
  setTimeout(() => {
    if (asked === state.analysis?.id && state.analysis.version < version) lookAgain(asked);
  }, ANSWER_MS);
}

/** Ask for a change, and show the place that it leads to. @returns {Promise<boolean>} */
export async function change(action, body, { stay = false } = {}) {
  if (state.busy && !stay) return false; // a button may be pressed twice
  const asked = id();
  if (!stay) state.busy = true; // what is only said about a move keeps nobody from playing
  try {
    const { node, analysis } = await api.change(asked, action, body);
    if (asked !== state.analysis?.id) return false;
    accept(analysis);
    if (!stay) goTo(node);
    return true;
  } catch (error) {
    const refusal = refusalOf(error);
    if ([404, 409].includes(refusal.status)) await lookAgain(asked); // somebody else has changed it
    tell(refusal.message);
    return false;
  } finally {
    if (!stay) state.busy = false;
    redraw();
  }
}

/**
 * Somebody else who takes the moves that are played, such as an exercise, and how it begins again.
 * @type {{ play: ((move: MoveView) => Promise<boolean>) | null, again: (() => void) | null }}
 */
export const taker = { play: null, again: null };

/** Play a move here: it is there already, or becomes a variation. */
export function play(path) {
  const move = legal().find((one) => String(one.path) === String(path));
  if (taker.play && move) return taker.play(move);
  const known = childrenOf(state.at).find((child) => String(state.nodes.get(child)?.path) === String(path));
  if (known) return goTo(known), Promise.resolve(true);
  return change("moves", { node: state.at, path });
}

/** Play a line here, up to one of its moves. @param {Step[]} steps */
export const playLine = (steps, index = steps.length - 1) =>
  change("lines", { node: state.at, paths: steps.slice(0, index + 1).map(({ path }) => path) });

/** Legal moves at the place that is shown; none while it is not known. @returns {MoveView[]} */
export const legal = () => place()?.choices.legal ?? [];
