// Dialogs about one game, one collection, and what was deleted; and what all dialogs of the page share.

import { confirm, openForm } from "../lib/dialogs.js";
import { byId, el, icon } from "../lib/dom.js";
import { say } from "../lib/say.js";
import { ago } from "../lib/words.js";
import { tables } from "../messages.js";
import { aboutOf, addressOfGame, facts, gamePdnAddress, games, pdnAddress, playersOf, resultText,
  whenOf } from "./games.js";
import { copyGames, deleteCollection, deleteGames, editGame, makeCollection, renameCollection, restore,
  state } from "./state.js";

/** @param {string} id */
export const dialogOf = (id) => byId(id, HTMLDialogElement);

/** A button with a text, after an icon if it has one. @param {string} testid @param {string} text @param {() => unknown} onclick */
export const button = (testid, text, onclick, mark = "", look = "") =>
  el("button", { class: look, "data-testid": testid, onclick }, mark && icon(mark), mark ? el("span", {}, text) : text);

/** A dialog that is closed by a button in its head. @param {string} id @param {string} title @param {...Child} parts */
export function openDialog(id, title, ...parts) {
  const dialog = dialogOf(id);
  const close = el("button", { class: "quiet round", "aria-label": say("page.close"), onclick: () => dialog.close() },
    icon("close"));
  const heading = el("h2", { id: dialog.getAttribute("aria-labelledby") }, title);
  dialog.replaceChildren(el("div", { class: "dialog-head" }, heading, close),
    ...parts.filter((part) => part instanceof Node));
  dialog.showModal();
}

/** A text field. @param {string} label @param {string} name @param {Record<string, unknown>} more */
export const textField = (label, name, more) =>
  el("label", { class: "field" }, el("span", {}, label), el("input", { type: "text", name, ...more }));

/** The names of collections for a text field. @param {string} id @param {string[]} names */
export const suggestions = (id, names) => el("datalist", { id }, ...names.map((value) => el("option", { value })));

/** What can be done, in a row of a dialog: a link, or a button that closes it. @param {string} testid @param {string} mark @param {string} text @param {string | (() => unknown)} does */
function item(testid, mark, text, does, download = "") {
  const shared = { class: "item", "data-testid": testid };
  const label = [icon(mark), el("span", {}, text)];
  if (typeof does === "string") return el("a", { ...shared, href: does, download: download || null }, ...label);
  const run = () => {
    dialogOf("game-dialog").close();
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
const FIELDS = /** @type {const} */ (["black", "white", "event", "site", "round", "date"]);

/** @param {LibraryGameView} game */
function openEdit(game) {
  const labels = { black: say("side.black"), white: say("side.white"), event: say("library.event"),
    site: say("library.site"), round: say("library.round-label"), date: say("library.date") };
  const fields = FIELDS.map((name) =>
    textField(labels[name], name, { maxlength: tables.limits.tag, value: game[name] ?? "",
      "data-testid": `edit-${name}` })
  );
  const result = el("label", { class: "field" }, el("span", {}, say("library.result")),
    el("select", { name: "result", "data-testid": "edit-result" },
      ...RESULTS.map((one) => el("option", { value: one, selected: one === game.result }, resultText(one)))));
  openForm("game-dialog", { title: say("library.edit-title"), yes: say("page.save"), testid: "edit-save", look: "edit",
    keep: (values) =>
      editGame(game.id, Object.fromEntries(Object.entries(values).filter(([name, value]) =>
        value !== (game[/** @type {"event"} */ (name)] ?? "")
      ))) }, ...fields, result);
}

/** @param {number[]} ids @param {string} from the collection they are in, if it is one */
export function openCopy(ids, from = "") {
  const names = (state.library?.collections ?? []).filter((one) => !one.own && one.name !== from).map(({ name }) =>
    name
  );
  openForm("game-dialog", { title: say("library.copy-title"), yes: say("page.copy"), testid: "copy-yes",
    keep: ({ name }) => copyGames(ids, name) },
    textField(say("library.copy-into"), "name", { maxlength: tables.limits.collection, required: true,
      list: "copy-names", value: names[0] ?? say("library.favourites"), "data-testid": "copy-name" }),
    suggestions("copy-names", names));
}

/** @param {HitView} hit */
export function openGame(hit) {
  const { game } = hit;
  const isOwn = Boolean(game.game);
  openDialog("game-dialog", playersOf(game),
    el("p", { class: "hint" }, facts(resultText(game.result), whenOf(game), aboutOf(game))),
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
const openName = (title, name, yes, keep) =>
  openForm("name-dialog", { title, yes, testid: "name-yes", keep: (values) => keep(values.name) },
    el("input", { type: "text", name: "name", value: name, maxlength: tables.limits.collection, required: true,
      "aria-label": say("library.name"), "data-testid": "name-input" }));

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
  openDialog("game-dialog", name,
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
      dialogOf("game-dialog").close();
      restore(id);
    };
    return el("li", {},
      el("span", {}, el("strong", {}, what || say("count.game", { count })),
        el("small", {}, what ? facts(say("count.game", { count }), when) : when)),
      button("bring-back", say("library.bring-back"), bringBack));
  };
  openDialog("game-dialog", say("library.deletions"), el("p", { class: "hint" }, say("library.deletions-hint")),
    el("ul", { class: "rows" }, ...(state.library?.deletions ?? []).map(row)));
}
