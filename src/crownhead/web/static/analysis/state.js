// The one state of the analysis page. Others change it and ask for a redraw, of which there is one a frame.

import { createDrawing, inWords, say, words } from "../lib/page.js";

export const START = "start";

/** @type {AnalysisState} */
export const state = {
  analysis: null,
  at: START,
  nodes: new Map(),
  next: new Map(),
  places: new Map(),
  found: null,
  on: true,
  threat: false,
  preview: null,
  selection: null,
  flipped: false,
  focus: 12,
  busy: false,
  connected: true,
  limits: { threads: 1, memory: 32 },
  tab: "moves",
  played: null,
  review: null,
  exercise: null,
  pointed: [],
  message: "",
  calm: false,
  losses: 0,
  preferences: null,
  visitor: { id: "", host: true },
  choices: null,
};

export { inWords, say, words };
export const { onDraw, redraw, drawAll } = createDrawing(() => state.analysis);

/** The place that is shown, as its last move; null at the start. */
export const here = () => state.nodes.get(state.at) ?? null;

/** The position at the place that is shown. @returns {PositionView} */
export const position = () => here()?.after ?? /** @type {AnalysisView} */ (state.analysis).start;

/** What is known of the place that is shown, once it has come. */
export const place = () => state.places.get(state.at) ?? null;

/** What the engine has found here, while it is on and if it was asked about this. */
export function foundHere() {
  const { found } = state;
  return found && state.on && !state.exercise && found.node === state.at && found.threat === state.threat
    ? found
    : null;
}

export const childrenOf = (node) => state.next.get(node) ?? [];

export const parentOf = (node) => state.nodes.get(node)?.parent ?? START;

/** Take the whole tree from the server, unless a newer one is shown. @param {AnalysisView} view */
export function accept(view) {
  const before = state.analysis;
  if (before?.id === view.id && view.version < before.version) return;
  const line = lineTo(state.at);
  state.analysis = view;
  state.nodes = new Map(view.nodes.map((node) => [node.id, node]));
  state.next = new Map();
  for (const { id, parent } of view.nodes) state.next.set(parent, [...childrenOf(parent), id]);
  state.at = line.reverse().find(({ id }) => state.nodes.has(id))?.id ?? START; // what is left of the way there
  redraw();
}

/** The moves that lead to a place, the first one first. @returns {NodeView[]} */
export function lineTo(node) {
  const line = [];
  for (let one = state.nodes.get(node); one; one = state.nodes.get(one.parent)) line.push(one);
  return line.reverse();
}

/** The end of the main line that follows a place. */
export function endOf(node) {
  let last = node;
  while (childrenOf(last).length) [last] = childrenOf(last);
  return last;
}

/** Say what went wrong, for the eye. */
export function tell(sentence) {
  Object.assign(state, { message: inWords(sentence), calm: false });
  redraw();
}

/** Say what was done, for the eye and the ear. */
export function note(sentence) {
  Object.assign(state, { message: sentence, calm: true });
  say(sentence);
  redraw();
}
