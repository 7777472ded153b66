// Asking the server: what is in the library, and what a search finds.

import { refusalOf } from "../lib/api.js";
import * as api from "./api.js";
import { addressOf } from "./search.js";
import { inWords, redraw, say, state, tell } from "./state.js";
import { gamesWords } from "./words.js";

const RETRY_MS = 2000;
const SIZE = 30; // games at once
let asked = 0;

export async function loadLibrary() {
  try {
    state.library = await api.library();
    redraw();
  } catch (error) {
    const { status, message } = refusalOf(error);
    tell(message, null, true);
    if (!status) setTimeout(begin, RETRY_MS); // the server will be back
  }
}

function begin() {
  state.news = null;
  return Promise.all([loadLibrary(), find()]);
}

/** Find the games that the search asks for, from the first. */
export async function find() {
  asked += 1;
  const mine = asked;
  const began = performance.now();
  try {
    const answer = await api.games({ ...state.search, size: String(SIZE) });
    if (mine !== asked) return;
    state.found = { ...answer, took: performance.now() - began, loading: false };
    state.wrong = null;
    say(`${gamesWords(answer.count)} found.`);
  } catch (error) {
    if (mine !== asked) return;
    const { message, field } = refusalOf(error);
    state.wrong = { field: field ?? "", sentence: inWords(message) };
    state.found = null;
  }
  redraw();
}

/** The next games of the list, as its end comes into sight. */
export async function findMore() {
  const { found } = state;
  if (!found || found.loading || found.page >= found.pages) return;
  const mine = asked;
  found.loading = true;
  try {
    const answer = await api.games({ ...state.search, size: String(SIZE), page: String(found.page + 1) });
    if (mine !== asked) return;
    const known = new Set(found.hits.map(({ game }) => game.id));
    Object.assign(found, { page: answer.page, pages: answer.pages, hits: [...found.hits, ...answer.hits.filter(({ game }) => !known.has(game.id))] });
  } catch (error) {
    if (mine === asked) tell(refusalOf(error).message, null, true);
  } finally {
    found.loading = false;
  }
  redraw();
}

/** Search for something else; the address says so. What is typed into one field is one step of the way back. */
export function searchFor(search, { step = true } = {}) {
  state.search = search;
  state.chosen.clear();
  const address = addressOf(search);
  if (step && address !== location.pathname + location.search) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
  redraw();
  return find();
}

/** Look again after a change, at all that was shown. */
export async function lookAgain() {
  await Promise.all([loadLibrary(), find()]);
}
