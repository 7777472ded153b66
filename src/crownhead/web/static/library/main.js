// The library of games, at /library: its header, its notices and its collections. The address names the search.

import { all, byId, el, icon, onClick, refill, setText } from "../lib/dom.js";
import { beginPage, loadPreferences } from "../lib/page.js";
import { stillBoard } from "../lib/picture.js";
import { say, shown } from "../lib/say.js";
import { openCollection, openDeleted, openNewCollection } from "./dialogs.js";
import { buildForm } from "./form.js";
import { buildFound } from "./found.js";
import { collectionsOf, games } from "./games.js";
import { buildImporting, openImport, openImports } from "./importing.js";
import { buildSketch } from "./sketch.js";
import { findAsMany, followRunning, forgetNews, importTinsley, loadLibrary, onDraw, readAddress, redraw, searchWith,
  state, takeBack } from "./state.js";

const WELCOME = "b..bb.b....b..b.wb..w...w.ww.w.w"; // somewhere in a middle game

function drawHead() {
  const { library, jobs } = state;
  byId("import").hidden = !library;
  if (!library) return;
  const { collections, tinsley } = library;
  const count = collections.reduce((sum, one) => sum + one.games, 0);
  const isEmpty = !count && !jobs.length;
  setText(byId("intro"), isEmpty ? "" : collections.length > 1
    ? say("library.intro", { games: games(count), count: collections.length })
    : say("count.game", { count }));
  byId("welcome").hidden = !tinsley || jobs.length > 0 || collections.some((one) => !one.own && one.games);
  byId("halves").hidden = isEmpty;
}

function drawNews() {
  const { news } = state;
  setText(byId("news-text"), news?.text ?? "");
  byId("news").classList.toggle("wrong", Boolean(news?.isWrong));
  byId("news-undo").hidden = !news?.deletion;
  byId("news-close").hidden = !news;
}

// ---- collections

function searchTicked() {
  const ticked = all("input:checked", HTMLInputElement, byId("collections"));
  searchWith({ collections: ticked.map(({ value }) => value).join(",") });
}

/** @param {CollectionView} one @param {boolean} checked */
const row = (one, checked) =>
  el("li", { "data-collection": one.name },
    el("label", { class: "check" },
      el("input", { type: "checkbox", value: one.name, checked, "data-testid": `collection-${one.id}`,
        onchange: searchTicked }), el("span", { class: "collection-name" }, one.name),
      el("small", {}, shown(one.games))),
    el("button", { class: "quiet round", "aria-label": say("library.more-about", { name: one.name }),
      "aria-haspopup": "dialog", "data-testid": `collection-more-${one.id}`, onclick: () => openCollection(one) },
      icon("more")));

function drawCollections() {
  if (!state.library) return;
  const { collections, tinsley, imports, deletions } = state.library;
  const chosen = collectionsOf(state.search).map((name) => name.toLowerCase());
  const hasOthers = collections.some((one) => !one.own && one.games);
  setText(byId("searched"), chosen.length ? say("library.some-searched") : say("library.all-searched"));
  byId("tinsley-too").hidden = !tinsley || !hasOthers;
  byId("past-imports").hidden = !imports.length;
  byId("past-deletions").hidden = !deletions.length;
  refill(byId("collection-list"), [collections, chosen],
    () => collections.map((one) => row(one, chosen.includes(one.name.toLowerCase()))));
}

// ---- the page

const keptName = () => `library${location.search}`;

/** Whether somebody comes back to the page: from a game, or by a reload. */
const isBack = () =>
  ["back_forward", "reload"].includes(/** @type {any} */ (performance.getEntriesByType("navigation")[0])?.type);

async function readAndScroll() {
  const kept = isBack() && JSON.parse(sessionStorage.getItem(keptName()) ?? "null");
  await readAddress();
  if (!kept) return;
  await findAsMany(kept.hits);
  requestAnimationFrame(() => requestAnimationFrame(() => scrollTo(0, kept.top))); // after they are drawn
}

function keepScroll() {
  if (state.found)
    sessionStorage.setItem(keptName(),
      JSON.stringify({ hits: state.found.hits.length, top: document.documentElement.scrollTop }));
}

async function begin() {
  beginPage(state, redraw);
  byId("welcome-board").replaceChildren(stillBoard(WELCOME));
  for (const build of [buildForm, buildFound, buildSketch, buildImporting]) build();
  for (const draw of [drawCollections, drawHead, drawNews]) onDraw(draw);
  onClick("news-undo", takeBack);
  onClick("news-close", forgetNews);
  onClick("new-collection", openNewCollection);
  onClick("past-imports", openImports);
  onClick("past-deletions", openDeleted);
  for (const id of ["tinsley", "tinsley-too"]) onClick(id, importTinsley);
  for (const id of ["import", "welcome-import"]) onClick(id, openImport);
  addEventListener("popstate", readAddress);
  addEventListener("pagehide", keepScroll);
  await Promise.all([loadPreferences().catch(() => {}), loadLibrary(), readAndScroll()]);
  followRunning();
}

begin();
