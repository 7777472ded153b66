// Dialogs about one game, one collection, and what was deleted; and what all dialogs of the page share.

import { confirm, openForm } from "../lib/dialogs.js";
import { byId, el, icon, options, setText, within } from "../lib/dom.js";
import { say, shown } from "../lib/say.js";
import { ago } from "../lib/words.js";
import { aboutOf, addressOfGame, facts, gamePdnAddress, games, pdnAddress, playersOf, resultText,
  whenOf } from "./games.js";
import { copyGames, deleteCollection, deleteGames, editGame, makeCollection, renameCollection, restore,
  state } from "./state.js";

/** A button with a text, after an icon if it has one. @param {string} testid @param {string} text @param {() => unknown} onclick */
export const button = (testid, text, onclick, mark = "", look = "") =>
  el("button", { class: look, "data-testid": testid, onclick }, mark && icon(mark), mark ? el("span", {}, text) : text);

/** Show a dialog about one thing. @param {string} title @param {...Child} parts */
export function openDialog(title, ...parts) {
  setText(byId("game-title"), title);
  byId("game-body").replaceChildren(...parts.filter((part) => part instanceof Node));
  byId("game-dialog", HTMLDialogElement).showModal();
}

/** Suggest the names of collections where one is typed. @param {string} besides a name that is left out */
export function suggest(besides = "") {
  const others = (state.library?.collections ?? []).filter(({ own, name }) => !own && name !== besides);
  byId("collection-names").replaceChildren(...others.map(({ name: value }) => el("option", { value })));
  return others.map(({ name }) => name);
}

/** What can be done, in a row of a dialog: a link, or a button that closes it. @param {string} testid @param {string} mark @param {string} text @param {string | (() => unknown)} does */
function item(testid, mark, text, does, download = "") {
  const shared = { class: "item", "data-testid": testid };
  const label = [icon(mark), el("span", {}, text)];
  if (typeof does === "string") return el("a", { ...shared, href: does, download: download || null }, ...label);
  const run = () => {
    byId("game-dialog", HTMLDialogElement).close();
    does();
  };
  return el("button", { ...shared, onclick: run }, ...label);
}

// ---- games

/** Delete the games that are chosen, or else all that the search finds; those that were played here stay. */
export async function askDelete() {
  const chosen = [...state.chosen];
  const own = state.library?.collections.find((one) => one.own)?.name ?? "";
  const { search } = state;
  const isSure = await confirm(say("library.delete-sure", { games: games(chosen.length || (state.found?.count ?? 0)) }),
    say(chosen.length ? "library.delete-chosen" : "library.delete-all", { collection: own }), say("page.delete"));
  if (isSure) deleteGames(chosen.length ? { games: chosen } : { search });
}

const RESULTS = /** @type {const} */ (["black", "white", "draw", "unknown", "both lost"]);
const FIELDS = /** @type {const} */ (["black", "white", "event", "site", "round", "date", "result"]);

/** @param {LibraryGameView} game */
function openEdit(game) {
  const given = Object.fromEntries(FIELDS.map((name) => [name, game[name] ?? ""]));
  byId("edit-result").replaceChildren(...options(RESULTS.map((one) => [one, resultText(one)])));
  openForm("edit-dialog", given,
    (values) =>
      editGame(game.id, Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== given[name]))));
}

/** @param {number[]} ids @param {string} from the collection they are in, if it is one */
export function openCopy(ids, from = "") {
  const [first = say("library.favourites")] = suggest(from);
  openForm("copy-dialog", { name: first }, ({ name }) => copyGames(ids, name));
}

/** @param {HitView} hit */
export function openGame(hit) {
  const { game } = hit;
  const isOwn = Boolean(game.game);
  openDialog(playersOf(game), el("p", { class: "hint" }, facts(resultText(game.result), whenOf(game), aboutOf(game))),
    el("p", { class: "hint" }, isOwn
      ? say("library.played-here")
      : say("library.in-collection", { collection: game.collection })),
    el("div", { class: "items" }, item("game-open", "look", say("library.open"), addressOfGame(hit)),
      isOwn ? null : item("game-edit", "pen", say("library.edit"), () => openEdit(game)),
      item("game-copy", "copy", say("library.copy-title"), () => openCopy([game.id], game.collection)),
      item("game-save", "save", say("library.save-pdn"), gamePdnAddress(game.id), `game-${game.id}.pdn`),
      isOwn ? null : item("game-delete", "clear", say("page.delete"), () => deleteGames({ games: [game.id] }))));
}

// ---- collections

/** @param {string} title @param {string} name @param {string} yes @param {(name: string) => Promise<unknown>} keep */
function openName(title, name, yes, keep) {
  setText(byId("name-title"), title);
  setText(within(byId("name-dialog"), ".primary"), yes);
  openForm("name-dialog", { name }, (values) => keep(values.name));
}

export const openNewCollection = () => openName(say("library.new-title"), "", say("library.create"), makeCollection);

/** @param {CollectionView} collection */
export function openCollection(collection) {
  const { name, games: count, own } = collection;
  const rename = () =>
    openName(say("analysis.rename"), name, say("library.rename"), (other) => renameCollection(collection, other));
  const remove = () => deleteCollection(collection);
  const askRemove = async () =>
    await confirm(say("library.delete-collection-sure", { collection: name }),
      say("library.delete-collection", { count }), say("page.delete")) && remove();
  openDialog(name,
    el("p", { class: "hint" }, own ? say("library.own-hint", { games: games(count) }) : say("count.game", { count })),
    el("div", { class: "items" }, count
      ? item("collection-save", "save", say("library.save-all"), pdnAddress({ collections: name }), `${name}.pdn`)
      : null, own ? null : item("collection-rename", "pen", say("library.rename"), rename),
      own ? null : item("collection-delete", "clear", say("page.delete"), count ? askRemove : remove)));
}

/** What was deleted, and a way to bring it back. */
export function openDeleted() {
  /** @param {DeletionView} deletion */
  const row = ({ id, what, games: count, made }) => {
    const when = say("library.deleted-when", { when: ago(made) });
    const bringBack = () => {
      byId("game-dialog", HTMLDialogElement).close();
      restore(id);
    };
    return el("li", {},
      el("span", {}, el("strong", {}, what ? shown(what) : say("count.game", { count })),
        el("small", {}, what ? facts(say("count.game", { count }), when) : when)),
      button("bring-back", say("library.bring-back"), bringBack));
  };
  openDialog(say("library.deletions"), el("p", { class: "hint" }, say("library.deletions-hint")),
    el("ul", { class: "rows" }, ...(state.library?.deletions ?? []).map(row)));
}
