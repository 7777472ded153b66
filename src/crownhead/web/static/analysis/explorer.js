// The tab of the opening explorer: it follows the board, and its moves are played there.

import { createExplorer } from "../explorer/explorer.js";
import { byId } from "../lib/dom.js";
import { position, redraw, state, words } from "./state.js";
import { play } from "./walking.js";

const explorer = createExplorer(byId("panel-explorer"), {
  words: () => words,
  source: state.preferences.explorer ?? "",
  play: ({ path }) => play(path),
  point: (squares) => {
    state.pointed = squares;
    redraw();
  },
});

export function draw() {
  const { rules } = /** @type {AnalysisView} */ (state.analysis);
  explorer.show({ position: position(), rules, flipped: state.flipped, look: state.preferences.theme });
}
