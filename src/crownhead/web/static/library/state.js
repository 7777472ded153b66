// The state of the library's page and the actions that change it. The page's parts draw it, and nothing else changes it.

import { call, refusalOf, sentenceOf } from "../lib/api.js";
import { once } from "../lib/dom.js";
import { createState, speak as announce } from "../lib/page.js";
import { USUAL } from "../lib/preferences.js";
import { say, sentence } from "../lib/say.js";
import { addressOf, backText, changed, collectionsOf, games, searchOf, sentences, sketchText,
  usesMore } from "./games.js";

const BASE = "/api/library";
const RETRY_MS = 2000;
const TYPING_MS = 350; // after the last letter
const LOOK_MS = 400; // between looks at an import
const SIZE = 30; // games a request

export const { state, update, onDraw, redraw } = createState(
  /** @type {LibraryState} */ ({ library: null, search: {}, typing: { field: "", timer: 0 }, asked: 0, coming: null,
    found: null, wrong: null, counts: { key: "", view: null }, chosen: new Set(), more: false, news: null, jobs: [],
    sketch: null, preferences: USUAL, visitor: { id: "", host: true } }),
);

// ---- news

/** Say what was done. @param {string} text @param {number | null} [deletion] what takes it back */
const tell = (text, deletion = null) => update({ news: { text, deletion, isWrong: false } });

/** Say what was refused. @param {unknown} error */
const complain = (error) => update({ news: { text: sentenceOf(error), deletion: null, isWrong: true } });

export const forgetNews = () => update({ news: null });

/** Change the library and look at it again; a refusal is news. @param {() => Promise<unknown>} action */
async function attempt(action) {
  try {
    await action();
    await lookAgain();
  } catch (error) {
    complain(error);
  }
}

// ---- looking and searching

/** Fetch the collections, imports and deletions; while the server is silent, try again. */
export async function loadLibrary() {
  try {
    update({ library: await call("GET", BASE) });
  } catch (error) {
    complain(error);
    if (!refusalOf(error).status) setTimeout(() => (forgetNews(), lookAgain()), RETRY_MS);
  }
}

/** Fetch again all that is shown. */
export const lookAgain = () => Promise.all([loadLibrary(), find()]);

/** @param {string} what @param {Record<string, string>} search */
const get = (what, search) => call("GET", `${BASE}/${what}?${new URLSearchParams(search)}`);

/** @param {number} page @returns {Promise<SearchView>} */
const ask = (page) => get("games", { ...state.search, size: String(SIZE), page: String(page) });

/** Find the first games of the search; a newer search drops its answer. */
async function find() {
  const mine = state.asked += 1;
  const began = performance.now();
  try {
    const answer = await ask(1);
    if (mine !== state.asked) return;
    update({ found: { ...answer, took: performance.now() - began }, wrong: null });
    announce(say("library.found", { games: games(answer.count) }));
  } catch (error) {
    if (mine === state.asked) update({ found: null, wrong: refusalOf(error) });
  }
}

/** Find the next games of the list, one request at a time. */
export const findMore = () => (state.coming ??= findNext().finally(() => (state.coming = null)));

async function findNext() {
  const { found, asked } = state;
  if (!found || found.page >= found.pages) return;
  try {
    const { page, pages, hits } = await ask(found.page + 1);
    const known = new Set(found.hits.map(({ game }) => game.id));
    const more = hits.filter(({ game }) => !known.has(game.id));
    if (asked === state.asked) update({ found: { ...found, page, pages, hits: [...found.hits, ...more] } });
    else redraw(); // the new list may need more, too
  } catch (error) {
    if (asked === state.asked) complain(error);
  }
}

/** @param {Record<string, string>} search */
function start(search) {
  state.chosen.clear();
  update({ search, more: state.more || usesMore(search) });
  return find();
}

/** Search as the address says. */
export const readAddress = () => start(searchOf(location.search));

/** Load as many games as there were before. @param {number} wanted */
export async function findAsMany(wanted) {
  for (let had = -1, has = 0; has < wanted && has > had;) {
    await findMore();
    [had, has] = [has, state.found?.hits.length ?? 0];
  }
}

/** Search for something else, in a new step of the history or in this one. @param {Record<string, string>} search */
export function searchFor(search, isStep = true) {
  clearTimeout(state.typing.timer);
  const address = addressOf(search);
  if (isStep && address !== location.pathname + location.search) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
  return start(search);
}

/** Search with other values for some parameters. @param {Record<string, string>} changes */
export const searchWith = (changes) => searchFor(changed(state.search, changes));

/** Search when somebody pauses typing; all letters in a field are one step of the history. @param {string} name @param {string} value */
export function typeInto(name, value) {
  state.search = changed(state.search, { [name]: value }); // a second field adds to it before the pause
  clearTimeout(state.typing.timer);
  state.typing.timer = setTimeout(() => {
    const isStep = state.typing.field !== name;
    state.typing.field = name;
    searchFor(state.search, isStep);
  }, TYPING_MS);
}

export const stopTyping = () => void (state.typing.field = "");

/** Search at once for what is typed. */
export const searchNow = () => searchFor(state.search, !state.typing.field);

/** Search all games of the collections, in the same order. */
export function clearSearch() {
  const { collections, sort, descending } = state.search;
  state.more = false;
  return searchFor(changed({}, { collections, sort, descending }));
}

/** Show all fields, or the usual ones; fields in use stay. @returns {boolean} whether that changed anything */
export function toggleMore() {
  if (usesMore(state.search)) return false;
  update({ more: !state.more });
  return true;
}

/** Count over the games that were found, unless that was done. */
export async function countFound() {
  const key = JSON.stringify([state.search, state.found?.count, state.library?.version]);
  if (!state.found?.count || state.counts.key === key) return;
  state.counts.key = key;
  try {
    const view = await get("stats", state.search);
    if (state.counts.key === key) update({ counts: { key, view } });
  } catch (error) {
    complain(error);
  }
}

// ---- games and collections

/** Choose a game, or no longer. @param {number} id @param {boolean} isChosen */
export function choose(id, isChosen) {
  if (isChosen) state.chosen.add(id);
  else state.chosen.delete(id);
  announce(say("library.chosen-now", { count: state.chosen.size }));
  redraw();
}

export function chooseNone() {
  state.chosen.clear();
  redraw();
}

/** @param {number} id @param {Record<string, string>} changes */
export async function editGame(id, changes) {
  if (Object.keys(changes).length) await call("PATCH", `${BASE}/games/${id}`, changes);
  lookAgain().then(() => announce(say("library.saved")));
}

/** @param {number[]} ids @param {string} collection */
export async function copyGames(ids, collection) {
  const { added } = await call("POST", `${BASE}/copies`, { games: ids, collection });
  const copied = say("library.copied", { games: games(added), collection: collection.trim() });
  tell(sentences(copied, ids.length > added && say("library.known", { count: ids.length - added })));
  lookAgain();
}

/** Delete games by their ids, or all that a search finds. @param {{ games: number[] } | { search: Record<string, string> }} which */
export const deleteGames = (which) =>
  attempt(async () => {
    const { id, games: number } = await call("POST", `${BASE}/deletions`, which);
    tell(say("library.deleted", { games: games(number) }), id);
    for (const game of "games" in which ? which.games : state.chosen) state.chosen.delete(game);
  });

/** @param {number} deletion */
export const restore = (deletion) =>
  attempt(async () => tell(backText(await call("POST", `${BASE}/deletions/${deletion}/restore`, {}))));

/** Take back what the news is about. */
export function takeBack() {
  const { deletion } = state.news ?? {};
  forgetNews();
  if (deletion) restore(deletion);
}

/** @param {string} name */
export async function makeCollection(name) {
  await call("POST", `${BASE}/collections`, { name });
  lookAgain();
}

/** Put another name for a collection into the search; an empty one removes it. @param {string} name @param {string} other */
function renameInSearch(name, other) {
  const names = collectionsOf(state.search);
  if (!names.includes(name)) return;
  const collections = names.map((one) => (one === name ? other : one)).filter(Boolean).join(",");
  searchFor(changed(state.search, { collections }), false);
}

/** @param {CollectionView} collection @param {string} name */
export async function renameCollection(collection, name) {
  await call("PATCH", `${BASE}/collections/${collection.id}`, { name });
  renameInSearch(collection.name, name.trim().replaceAll(/\s+/g, " "));
  lookAgain();
}

/** @param {CollectionView} collection */
export const deleteCollection = ({ id, name }) =>
  attempt(async () => {
    const deletion = await call("DELETE", `${BASE}/collections/${id}`);
    renameInSearch(name, "");
    tell(say("library.collection-deleted", { collection: name }), deletion.id);
  });

// ---- imports

/** @param {ImportView} view */
export const isOver = (view) => !["waiting", "running"].includes(view.state);

/** @param {LibraryJob} job */
export const hasEnded = (job) => Boolean(job.problem || (job.view && isOver(job.view)));

/** @param {Partial<LibraryJob>} values @returns {LibraryJob} */
function addJob(values) {
  const job = { source: "", file: null, collection: "", sent: 0, waits: false, stopped: false, view: null, problem: "",
    ...values };
  update({ jobs: [...state.jobs, job] });
  return job;
}

/** @param {LibraryJob} job */
export const forgetJob = (job) => update({ jobs: state.jobs.filter((one) => one !== job) });

export const forgetEnded = () => update({ jobs: state.jobs.filter((job) => !hasEnded(job)) });

/** Begin an import and watch it until it is over. @param {LibraryJob} job @param {() => Promise<ImportView | null>} begin */
async function follow(job, begin) {
  try {
    job.view = await begin();
    if (!job.view) return forgetJob(job);
    redraw();
    while (!isOver(job.view)) {
      await new Promise((done) => setTimeout(done, LOOK_MS));
      job.view = /** @type {ImportView} */ (await call("GET", `${BASE}/imports/${job.view.job}`));
      redraw();
    }
    await lookAgain();
  } catch (error) {
    job.problem = sentenceOf(error);
    redraw();
  }
}

/** Watch imports that the server had begun before the page was loaded. */
export function followRunning() {
  for (const view of state.library?.imports ?? [])
    if (view.job && !isOver(view)) follow(addJob({ source: view.source ?? "" }), async () => view);
}

export const importTinsley = once(() =>
  follow(addJob({ source: "Marion Tinsley" }), () => call("POST", `${BASE}/imports`, { tinsley: true }))
);

/** Send a file in pieces, then import it. @param {LibraryJob} job @param {Blob} file @returns {Promise<ImportView | null>} */
async function sendFile(job, file) {
  const { upload, piece } = await call("POST", `${BASE}/uploads`, { name: job.source });
  while (job.sent < file.size && !job.stopped) {
    const body = file.slice(job.sent, job.sent + piece);
    await call("PUT", `${BASE}/uploads/${upload}?at=${job.sent}`, body);
    job.sent += body.size;
    redraw();
  }
  if (job.stopped) return call("DELETE", `${BASE}/uploads/${upload}`).catch(() => null);
  return call("POST", `${BASE}/imports`, { upload, collection: job.collection || undefined });
}

/** Send the next file that waits, unless another is under way: the server takes few at once. */
async function sendNext() {
  const job = state.jobs.find(({ waits }) => waits);
  const file = job?.file;
  if (!file || state.jobs.some((one) => one.file && !one.waits && !hasEnded(one))) return;
  job.waits = false;
  await follow(job, () => sendFile(job, file));
  sendNext();
}

/** Import files into a collection; without its name, into one named after each file. @param {{ name: string, blob: Blob }[]} files */
export async function importFiles(files, name = "") {
  const collection = name && (await get("target", { name })).name;
  for (const { name: source, blob } of files) addJob({ source, file: blob, collection, waits: true });
  sendNext();
}

/** @param {LibraryJob} job */
export async function stopJob(job) {
  job.stopped = true;
  if (job.waits) return forgetJob(job);
  const { view } = job;
  if (view) job.view = await call("DELETE", `${BASE}/imports/${view.job}`).catch(() => view);
  redraw();
}

/** Delete the games of an import. @param {number} id @param {LibraryJob | null} job */
export const undoImport = (id, job = null) =>
  attempt(async () => {
    const { id: deletion, games: number } = await call("POST", `${BASE}/imports/${id}/undo`, {});
    tell(say("library.import-undone", { games: games(number) }), deletion);
    if (job) forgetJob(job);
  });

// ---- the board to draw on

/** Draw a position or a pattern, beginning with what is searched for. @param {Sketch["kind"]} kind */
export async function beginSketch(kind) {
  const { fen, pattern, turn = "", reversed } = state.search;
  const isPattern = kind === "pattern";
  update({
    sketch: { kind, letters: (isPattern && pattern) || (isPattern ? "?" : ".").repeat(32),
      turn: isPattern ? turn : "black", tool: "b", fen: "", problem: "", focus: 12, asked: 0,
      reversed: Boolean(reversed) },
  });
  await judge(fen && fen !== "start" ? { fen } : {});
}

export const endSketch = () => update({ sketch: null });

/** @param {Partial<Sketch>} changes */
export function changeSketch(changes) {
  if (state.sketch) update({ sketch: Object.assign(state.sketch, changes) });
}

/** Change the position, which the server judges. @param {{ letters?: string, turn?: string }} changes */
export function setUp(changes) {
  changeSketch(changes);
  const { letters = "", turn = "" } = state.sketch ?? {};
  return judge({ board: letters, turn });
}

/** Put the tool's letter on a square; the same again takes it off. @param {number} square */
export function put(square, takesOff = true) {
  const { kind, letters, tool } = /** @type {Sketch} */ (state.sketch);
  const there = letters[square - 1];
  const letter = takesOff && there === tool ? (kind === "pattern" ? "?" : ".") : tool;
  if (letter === there) return;
  announce(say("editor.square", { square, piece: sketchText(letter) }));
  setUp({ letters: letters.slice(0, square - 1) + letter + letters.slice(square) });
}

/** Let the server read a position: a board and whose turn it is, a FEN, or the start. @param {{ board?: string, turn?: string, fen?: string }} what */
export async function judge(what) {
  const { sketch } = state;
  if (sketch?.kind !== "position") return;
  const mine = sketch.asked += 1;
  try {
    /** @type {DraftView} */
    const { board, turn, fen, standing, problem } = await call("POST", "/api/positions", what);
    if (mine !== sketch.asked) return;
    changeSketch({ letters: board, turn, fen, problem: standing === "impossible" && problem ? sentence(problem) : "" });
  } catch (error) {
    if (mine === sketch.asked) changeSketch({ problem: sentenceOf(error) });
  }
}

/** Whether there is something to search for. @param {Sketch} sketch */
export const isDrawn = ({ kind, fen, problem, letters }) =>
  kind === "position" ? Boolean(fen) && !problem : /[^?]/.test(letters);

/** Search for what was drawn. */
export function searchSketch() {
  const { kind, fen, letters, turn, reversed } = /** @type {Sketch} */ (state.sketch);
  const isPattern = kind === "pattern";
  endSketch();
  searchWith({ fen: isPattern ? "" : fen, pattern: isPattern ? letters : "", turn: isPattern ? turn : "",
    reversed: reversed ? "1" : "" });
}
