// The library of games, at /library: its head, what has happened, and its collections. The address names the search.

import { byId, el, icon, onClick, refill, setText } from "../lib/dom.js";
import { beginPage, loadPreferences } from "../lib/page.js";
import { stillBoard } from "../lib/picture.js";
import { say, shown } from "../lib/say.js";
import { button, openCollection, openDeleted, openNewCollection } from "./dialogs.js";
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
  const ticked = [
    .../** @type {NodeListOf<HTMLInputElement>} */ (byId("collections").querySelectorAll("input:checked")),
  ];
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

/** @param {LibraryView} library @param {string[]} chosen */
function collectionsPart({ collections, tinsley, imports, deletions }, chosen) {
  const hasOthers = collections.some((one) => !one.own && one.games);
  return [
    el("div", { class: "sheet-head" }, el("h2", { id: "collections-title" }, say("library.collections")),
      button("new-collection", say("library.new"), openNewCollection, "plus", "quiet")),
    el("p", { class: "hint" }, chosen.length ? say("library.some-searched") : say("library.all-searched")),
    el("ul", { class: "collection-list" },
      ...collections.map((one) => row(one, chosen.includes(one.name.toLowerCase())))),
    tinsley && hasOthers ? button("tinsley-too", say("library.tinsley"), importTinsley, "bring") : null,
    imports.length || deletions.length
      ? el("div", { class: "past" }, imports.length
        ? button("past-imports", say("library.imports"), openImports, "", "quiet")
        : null, deletions.length ? button("past-deletions", say("library.deletions"), openDeleted, "", "quiet") : null)
      : null,
  ];
}

function drawCollections() {
  const { library } = state;
  if (!library) return;
  const { collections, tinsley, imports, deletions } = library;
  const chosen = collectionsOf(state.search).map((name) => name.toLowerCase());
  refill(byId("collections"), [collections, tinsley, imports.length, deletions.length, chosen],
    () => collectionsPart(library, chosen));
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
  onClick("tinsley", importTinsley);
  for (const id of ["import", "welcome-import"]) onClick(id, openImport);
  addEventListener("popstate", readAddress);
  addEventListener("pagehide", keepScroll);
  await Promise.all([loadPreferences().catch(() => {}), loadLibrary(), readAndScroll()]);
  followRunning();
}

begin();
