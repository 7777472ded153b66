// The state of the page of results, and the actions that change it.

import { call, refusalOf } from "../lib/api.js";
import { createState } from "../lib/page.js";
import { USUAL } from "../lib/preferences.js";

const RETRY_MS = 2000;

export const { state, update, onDraw, redraw } = createState(
  /** @type {ResultsState} */ ({ results: null, problem: "", all: false, point: null, preferences: USUAL,
    visitor: { id: "", host: true } }),
);

/** Fetch the results; while the server is silent, try again. */
export async function load() {
  try {
    update({ results: await call("GET", "/api/results"), problem: "", point: null });
  } catch (error) {
    const { status, message } = refusalOf(error);
    update({ problem: message });
    if (!status) setTimeout(load, RETRY_MS);
  }
}

/** List all openings, or only the most frequent. */
export const toggleAll = () => update({ all: !state.all });

/** Show a point of the rating's course. @param {number} point */
export const look = (point) => update({ point });
