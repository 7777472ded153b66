// Calls to the server about analyses.

import { call } from "../lib/api.js";

const at = (id, action = "") => `/api/analyses/${encodeURIComponent(id)}${action && `/${action}`}`;

/** @returns {Promise<AnalysisListView>} */
export const list = (after = 0) => call("GET", `/api/analyses?after=${after}`);
/** A stored game, one of the library, a pasted text, or none of them: the usual start. @param {{ game?: string, library?: number, text?: string }} what @returns {Promise<BegunView>} */
export const begin = (what) => call("POST", "/api/analyses", what);
/** @returns {Promise<AnalysisView>} */
export const load = (id) => call("GET", at(id));
/** @returns {Promise<ChangedView>} */
export const rename = (id, name) => call("PATCH", at(id), { name });
/** @returns {Promise<null>} */
export const remove = (id) => call("DELETE", at(id));
/** @returns {Promise<PlaceView>} */
export const placeAt = (id, node) => call("GET", at(id, `places/${node}`));
/** @returns {Promise<ExplainedView>} */
export const explained = (id, node) => call("GET", at(id, `places/${node}/explained`));
/** moves, lines, promote, cut or remark. @returns {Promise<ChangedView>} */
export const change = (id, action, body) => call("POST", at(id, action), body, action === "remark");
const reviewAt = (game, action = "") => `/api/games/${encodeURIComponent(game)}/review${action}`;
/** @returns {Promise<ReviewView>} */
export const askReview = (game) => call("POST", reviewAt(game), {});
/** @returns {Promise<ReviewView>} */
export const review = (game) => call("GET", reviewAt(game));
/** @returns {Promise<null>} */
export const stopReview = (game) => call("DELETE", reviewAt(game));
/** @returns {Promise<TryView>} */
export const tryAgain = (game, ply, path) => call("POST", reviewAt(game, "/try"), { ply, path });
export const pdnAddress = (id) => at(id, "pdn");
