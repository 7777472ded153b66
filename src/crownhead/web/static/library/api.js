// Calls to the server about the library of games.

import { call } from "../lib/api.js";

const BASE = "/api/library";

/** @returns {Promise<LibraryView>} */
export const library = () => call("GET", BASE);
/** @param {Record<string, string>} search @returns {Promise<SearchView>} */
export const games = (search) => call("GET", `${BASE}/games?${new URLSearchParams(search)}`);
/** @param {Record<string, string>} search @returns {Promise<StatisticsView>} */
export const counts = (search) => call("GET", `${BASE}/stats?${new URLSearchParams(search)}`);
/** @returns {Promise<LibraryRecordView>} */
export const edit = (id, changes) => call("PATCH", `${BASE}/games/${id}`, changes);
/** Games by their numbers, or all that a search finds. @param {{ games?: number[], search?: Record<string, string> }} what @returns {Promise<DeletionView>} */
export const remove = (what) => call("POST", `${BASE}/deletions`, what);
/** @returns {Promise<{ games: number, known: number }>} */
export const restore = (deletion) => call("POST", `${BASE}/deletions/${deletion}/restore`, {});
/** @param {number[]} chosen @returns {Promise<{ added: number }>} */
export const copy = (chosen, collection) => call("POST", `${BASE}/copies`, { games: chosen, collection });
/** @returns {Promise<{ id: number }>} */
export const makeCollection = (name) => call("POST", `${BASE}/collections`, { name });
/** @returns {Promise<null>} */
export const renameCollection = (id, name) => call("PATCH", `${BASE}/collections/${id}`, { name });
/** @returns {Promise<DeletionView>} */
export const removeCollection = (id) => call("DELETE", `${BASE}/collections/${id}`);
/** The name of a collection that games may come into, as it is kept. @returns {Promise<{ name: string }>} */
export const target = (name) => call("GET", `${BASE}/target?${new URLSearchParams({ name })}`);
/** A file that was sent, a text, or the games of Marion Tinsley. @param {{ collection?: string, upload?: string, text?: string, tinsley?: boolean }} what @returns {Promise<ImportView>} */
export const beginImport = (what) => call("POST", `${BASE}/imports`, what);
/** @returns {Promise<ImportView>} */
export const importOf = (job) => call("GET", `${BASE}/imports/${job}`);
/** @returns {Promise<ImportView>} */
export const stopImport = (job) => call("DELETE", `${BASE}/imports/${job}`);
/** @returns {Promise<DeletionView>} */
export const undoImport = (number) => call("POST", `${BASE}/imports/${number}/undo`, {});
/** @returns {Promise<{ upload: string, piece: number, most: number }>} */
export const beginUpload = (name) => call("POST", `${BASE}/uploads`, { name });
/** @returns {Promise<null>} */
export const dropUpload = (upload) => call("DELETE", `${BASE}/uploads/${upload}`);
export const pieceAddress = (upload, at) => `${BASE}/uploads/${upload}?at=${at}`;
/** @param {Record<string, string>} search */
export const pdnAddress = (search) => `${BASE}/pdn?${new URLSearchParams(search)}`;
export const gamePdnAddress = (id) => `${BASE}/games/${id}/pdn`;
/** A board and its turn, or a FEN. @returns {Promise<DraftView>} */
export const draft = (what) => call("POST", "/api/positions", what);
