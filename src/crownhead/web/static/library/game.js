// What can be done with a game that was found: edit, copy, save, delete. Fetched when somebody asks.

import { refusalOf } from "../lib/api.js";
import { byId, el, icon, once } from "../lib/dom.js";
import { gamesWords } from "../lib/words.js";
import { tables } from "../messages.js";
import * as api from "./api.js";
import { lookAgain } from "./finding.js";
import { askSure, closeButton } from "./naming.js";
import { inWords, say, state, tell, words } from "./state.js";
import { addressOfGame, backWords, factsOf, playersOf, resultWords } from "./words.js";

const dialog = () => byId("game-dialog");

const RESULTS = /** @type {LibraryGameView["result"][]} */ (["black", "white", "draw", "unknown", "both lost"]);
const TEXTS =
  () => [["black", words.colour("black")], ["white", words.colour("white")], ["event", "Event"], ["site", "Place"], [
    "round",
    "Round",
  ], ["date", "Date, such as 1954.03.21"]];

/** Say that games were deleted, and offer them back. @param {DeletionView} deletion */
export function tellDeleted({ id, games }) {
  tell(`${gamesWords(games)} deleted.`, async () => {
    tell(backWords(await api.restore(id)));
    await lookAgain();
  });
}

/** @param {HitView} hit */
async function remove({ game }) {
  dialog().close();
  try {
    tellDeleted(await api.remove({ games: [game.id] }));
    state.chosen.delete(game.id);
    await lookAgain();
  } catch (error) {
    tell(refusalOf(error).message, null, true);
  }
}

/** Delete the games that are chosen, or else all that the search finds; those that were played here stay. */
export async function deleteAll() {
  const chosen = [...state.chosen];
  const count = chosen.length || (state.found?.count ?? 0);
  const own = state.library?.collections.find((one) => one.own)?.name;
  const sure = await askSure(`Delete ${gamesWords(count)}?`,
    `${
      chosen.length ? "The games you chose" : "All games of this list"
    } are deleted. You can bring them back for a week. Games of “${own}” stay.`, "Delete");
  if (!sure) return;
  try {
    tellDeleted(await api.remove(chosen.length ? { games: chosen } : { search: state.search }));
    state.chosen.clear();
    await lookAgain();
  } catch (error) {
    tell(refusalOf(error).message, null, true);
  }
}

/** @param {HitView} hit */
function edit(hit) {
  const { game } = hit;
  const error = el("p", { class: "error", role: "alert" });
  const inputs = TEXTS().map(([name, label]) =>
    el("label", { class: "field" }, el("span", {}, label),
      el("input", { type: "text", name, maxlength: tables.limits.tag, value: game[/** @type {"event"} */ (name)] ?? "",
        "data-testid": `edit-${name}` }))
  );
  const result = el("label", { class: "field" }, el("span", {}, "Result"),
    el("select", { name: "result", "data-testid": "edit-result" },
      ...RESULTS.map((one) => el("option", { value: one, selected: one === game.result }, resultWords(one, words)))));
  const save = once(async (event) => {
    event.preventDefault();
    const changes = {};
    for (const input of event.target.querySelectorAll("[name]")) {
      if (input.value.trim() !== (game[/** @type {"event"} */ (input.name)] ?? ""))
        changes[/** @type {"event"} */ (input.name)] = input.value.trim();
    }
    try {
      if (Object.keys(changes).length) await api.edit(game.id, changes);
      dialog().close();
      await lookAgain();
      say("Saved.");
    } catch (failure) {
      error.textContent = inWords(refusalOf(failure).message);
    }
  });
  dialog().replaceChildren(el("h2", { id: "game-dialog-title" }, "Edit this game"),
    el("form", { method: "dialog", class: "edit", onsubmit: save }, ...inputs, result, error,
      el("div", { class: "dialog-buttons" },
        el("button", { type: "button", onclick: () => dialog().close() }, "Cancel"),
        el("button", { class: "primary", "data-testid": "edit-save" }, "Save"))));
  dialog().querySelector("input")?.focus();
}

/** @param {number[]} games @param {string} from the collection they are in, if it is one */
export function copy(games, from = "") {
  const error = el("p", { class: "error", role: "alert" });
  const names = (state.library?.collections ?? []).filter((one) => !one.own && one.name !== from).map(({ name }) =>
    name
  );
  const input = el("input", { type: "text", maxlength: tables.limits.collection, required: true, list: "copy-names",
    value: names[0] ?? "My favourites", "data-testid": "copy-name" });
  const done = once(async (event) => {
    event.preventDefault();
    try {
      const { added } = await api.copy(games, input.value);
      dialog().close();
      const target = `“${input.value.trim()}”`;
      const there = games.length - added;
      tell(
        `${gamesWords(added)} copied to ${target}.${
          there
            ? ` ${games.length === 1 ? "It was" : gamesWords(there) + (there === 1 ? " was" : " were")} there already.`
            : ""
        }`,
      );
      await lookAgain();
    } catch (failure) {
      error.textContent = refusalOf(failure).message;
    }
  });
  dialog().replaceChildren(el("h2", { id: "game-dialog-title" }, "Copy to a collection"),
    el("form", { method: "dialog", onsubmit: done },
      el("label", { class: "field" }, el("span", {}, "Collection; a new name makes a new one"), input),
      el("datalist", { id: "copy-names" }, ...names.map((name) => el("option", { value: name }))), error,
      el("div", { class: "dialog-buttons" },
        el("button", { type: "button", onclick: () => dialog().close() }, "Cancel"),
        el("button", { class: "primary", "data-testid": "copy-yes" }, "Copy"))));
  if (!dialog().open) dialog().showModal();
  input.select();
}

/** @param {HitView} hit */
export function openGame(hit) {
  const { game } = hit;
  const { when, about } = factsOf(game);
  const action = (name, mark, text, does) =>
    el("button", { type: "button", class: "item", "data-testid": `game-${name}`, onclick: does }, icon(mark),
      el("span", {}, text));
  const isOwn = Boolean(game.game);
  dialog().replaceChildren(
    el("div", { class: "dialog-head" }, el("h2", { id: "game-dialog-title" }, playersOf(game, words)),
      closeButton(dialog())),
    el("p", { class: "hint" }, [resultWords(game.result, words), when, about].filter(Boolean).join(" · ")),
    el("p", { class: "hint" },
      isOwn ? "It was played here, so it cannot be edited. Copy it to change the copy." : `In “${game.collection}”.`),
    el("div", { class: "items" },
      el("a", { class: "item", href: addressOfGame(hit), "data-testid": "game-open" }, icon("look"),
        el("span", {}, "Open on the analysis board")),
      isOwn ? null : action("edit", "pen", "Edit players, event, date, result", () => edit(hit)),
      action("copy", "copy", "Copy to a collection", () => copy([game.id], game.collection)),
      el("a", { class: "item", href: api.gamePdnAddress(game.id), download: `game-${game.id}.pdn`,
        "data-testid": "game-save" }, icon("save"), el("span", {}, "Save as PDN")),
      isOwn ? null : action("delete", "clear", "Delete", () => remove(hit))),
  );
  dialog().showModal();
}
