// The library of games, at /library. The address names what is searched for.

import { refusalOf } from "../lib/api.js";
import { byId, onClick, setText } from "../lib/dom.js";
import { beginPage, loadPreferences } from "../lib/page.js";
import { stillBoard } from "../lib/picture.js";
import { gamesWords } from "../lib/words.js";
import { buildCollections } from "./collections.js";
import { buildCounts } from "./counts.js";
import { find, findAsBefore, loadLibrary } from "./finding.js";
import { buildForm } from "./form.js";
import { buildHits } from "./hits.js";
import { searchOf } from "./search.js";
import { onDraw, redraw, state, tell } from "./state.js";

const WELCOME = "b..bb.b....b..b.wb..w...w.ww.w.w"; // somewhere in a middle game

function drawHead() {
  const { library } = state;
  byId("import").hidden = !library;
  if (!library) return;
  const games = library.collections.reduce((sum, one) => sum + one.games, 0);
  const none = !games && !state.jobs.length;
  const all = library.collections.length;
  setText(byId("intro"), none ? "" : `${gamesWords(games)}${all > 1 ? ` in ${all} collections` : ""}`);
  byId("welcome").hidden = !library.tinsley || library.collections.some((one) => !one.own && one.games)
    || Boolean(state.jobs.length);
  byId("halves").hidden = none;
}

function drawNews() {
  const { news } = state;
  setText(byId("news-text"), news?.text ?? "");
  byId("news").classList.toggle("wrong", Boolean(news?.isWrong));
  byId("news-undo").hidden = !news?.undo;
  byId("news-close").hidden = !news;
}

async function undo() {
  const back = state.news?.undo;
  state.news = null;
  redraw();
  try {
    await back?.();
  } catch (error) {
    tell(refusalOf(error).message, null, true);
  }
}

/** Parts that few need are fetched when they are asked for. @param {(module: any) => unknown} use */
async function lazily(part, use) {
  try {
    await use(await part());
  } catch (error) {
    console.error(error);
    tell("Crownhead does not answer. Is it still running in the terminal?", null, true);
  }
}

const importing = (use) => () => lazily(() => import("./importing.js"), use);

function read() {
  state.search = searchOf(location.search);
  state.wrong = null;
  state.chosen.clear();
  redraw();
  return find();
}

/** Come back to where one was in the list, from a game or by a reload. */
async function readAsBefore() {
  await read();
  if (wasHere()) await findAsBefore(JSON.parse(sessionStorage.getItem(placeName()) ?? "null"));
}

const placeName = () => `library${location.search}`;
const wasHere = () =>
  ["back_forward", "reload"].includes(
    /** @type {PerformanceNavigationTiming | undefined} */ (performance.getEntriesByType("navigation")[0])?.type ?? "",
  );

function keepPlace() {
  if (state.found)
    sessionStorage.setItem(placeName(),
      JSON.stringify({ hits: state.found.hits.length, top: document.documentElement.scrollTop }));
}

async function begin() {
  beginPage(state, redraw);
  byId("welcome-board").replaceChildren(stillBoard(WELCOME));
  buildForm();
  buildCollections();
  buildHits();
  buildCounts();
  onDraw(drawHead);
  onDraw(drawNews);
  onClick("news-undo", undo);
  onClick("news-close", () => {
    state.news = null;
    redraw();
  });
  onClick("tinsley", importing(({ importTinsley }) => importTinsley()));
  for (const id of ["import", "welcome-import"]) onClick(id, importing(({ askImport }) => askImport()));
  addEventListener("popstate", read);
  addEventListener("pagehide", keepPlace);
  await Promise.all([loadPreferences().catch(() => {}), loadLibrary(), readAsBefore()]);
  importing(({ buildImporting }) => buildImporting())();
}

begin();
