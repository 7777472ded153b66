// Calls to the server about analyses and reviews.

import { call } from "../lib/api.js";

/** @param {string} id */
const at = (id, action = "") => `/api/analyses/${encodeURIComponent(id)}${action && `/${action}`}`;

/** @returns {Promise<AnalysisListView>} */
export const list = (after = 0) => call("GET", `/api/analyses?after=${after}`);
/** Begin with a stored game, one of the library, a pasted text, or the usual start. @param {{ game?: string, library?: number, text?: string }} what @returns {Promise<BegunView>} */
export const begin = (what) => call("POST", "/api/analyses", what);
/** @param {string} id @returns {Promise<AnalysisView>} */
export const load = (id) => call("GET", at(id));
/** @param {string} id @param {string} name @returns {Promise<ChangedView>} */
export const rename = (id, name) => call("PATCH", at(id), { name });
/** @param {string} id @returns {Promise<null>} */
export const remove = (id) => call("DELETE", at(id));
/** @param {string} id @param {string} node @returns {Promise<NodeDetailsView>} */
export const detailsAt = (id, node) => call("GET", at(id, `nodes/${node}`));
/** @param {string} id @param {string} node @returns {Promise<ExplainedView>} */
export const explained = (id, node) => call("GET", at(id, `nodes/${node}/explained`));
/** @param {string} id @param {string} action moves, lines, promote, cut, restore or remark @param {object} body @returns {Promise<ChangedView>} */
export const change = (id, action, body) => call("POST", at(id, action), body, action === "remark");
/** @param {string} id */
export const pdnAddress = (id) => at(id, "pdn");

/** @param {string} game */
const reviewAt = (game, action = "") => `/api/games/${encodeURIComponent(game)}/review${action}`;

/** @param {string} game @returns {Promise<ReviewView>} */
export const askReview = (game) => call("POST", reviewAt(game), {});
/** @param {string} game @returns {Promise<ReviewView>} */
export const review = (game) => call("GET", reviewAt(game));
/** @param {string} game @returns {Promise<null>} */
export const stopReview = (game) => call("DELETE", reviewAt(game));
/** @param {string} game @param {number} ply @param {number[]} path @returns {Promise<TryView>} */
export const tryAgain = (game, ply, path) => call("POST", reviewAt(game, "/try"), { ply, path });
