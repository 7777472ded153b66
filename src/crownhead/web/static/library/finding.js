// Asking the server: what is in the library, and what a search finds.

import { refusalOf } from "../lib/api.js";
import { gamesWords } from "../lib/words.js";
import * as api from "./api.js";
import { addressOf } from "./search.js";
import { inWords, redraw, say, state, tell } from "./state.js";

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
    state.found = { ...answer, took: performance.now() - began };
    state.wrong = null;
    say(`${gamesWords(answer.count)} found.`);
  } catch (error) {
    if (mine !== asked) return;
    const { message, fields } = refusalOf(error);
    state.wrong = { sentence: inWords(message),
      fields: Object.fromEntries(Object.entries(fields).map(([name, said]) => [name, inWords(said.error)])) };
    state.found = null;
  }
  redraw();
}

/** Load as many games as there were before, and scroll to where the list was. @param {{ hits: number, top: number } | null} before */
export async function findAsBefore(before) {
  let had = -1;
  const hits = () => state.found?.hits.length ?? 0;
  while (before && hits() < before.hits && hits() > had) {
    had = hits();
    await findMore();
  }
  if (before) requestAnimationFrame(() => requestAnimationFrame(() => scrollTo(0, before.top))); // when they are drawn
}

/** what is on its way @type {Promise<void> | null} */
let coming = null;

/** The next games of the list, as its end comes into sight. */
export const findMore = () => (coming ??= next().finally(() => (coming = null)));

async function next() {
  const { found } = state;
  if (!found || found.page >= found.pages) return;
  const mine = asked;
  try {
    const answer = await api.games({ ...state.search, size: String(SIZE), page: String(found.page + 1) });
    const known = new Set(found.hits.map(({ game }) => game.id));
    if (mine === asked)
      Object.assign(found, { page: answer.page, pages: answer.pages,
        hits: [...found.hits, ...answer.hits.filter(({ game }) => !known.has(game.id))] });
  } catch (error) {
    if (mine === asked) tell(refusalOf(error).message, null, true);
  }
  redraw(); // also after another search, which waited for this one
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
