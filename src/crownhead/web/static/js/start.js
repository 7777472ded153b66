// The start page: one click to play, and the games that can be continued.

import * as api from "./api.js";
import { pictureBoard, tinyBoard } from "./board.js";
import { byId, el, icon } from "./elements.js";
import { confirm } from "./dialogs.js";
import { openSetup } from "./setup.js";
import { ago, colourName, mySide, playerName, presetName, translated } from "./words.js";

const START_BOARD = "bbbbbbbbbbbb........wwwwwwwwwwww";

let starting = false;

async function quickStart(openGame, setup) {
  if (starting) return;
  starting = true;
  try {
    await openGame(await api.newGame(setup));
  } catch (error) {
    fail(api.sentenceOf(error));
  }
  starting = false;
}

export function fail(sentence) {
  byId("start-error").textContent = sentence;
  byId("start-error").hidden = false;
}

export function listenToStart(openGame) {
  byId("hero-board").append(pictureBoard(START_BOARD, true));
  byId("play").addEventListener("click", () => quickStart(openGame, {}));
  byId("hero-board").addEventListener("click", () => quickStart(openGame, {}));
  byId("two-people").addEventListener("click", () => quickStart(openGame, { black: "person", white: "person" }));
  byId("choose").addEventListener("click", () => openSetup());
  byId("watch").addEventListener("click", () => openSetup({ black: "computer", white: "computer" }));
}

export async function showStart(openGame) {
  byId("start-error").hidden = true;
  try {
    const { games, notice } = await api.games();
    byId("notice").textContent = notice ?? "";
    byId("notice").hidden = !notice;
    byId("recent").hidden = !games.length;
    byId("recent-list").replaceChildren(...games.map((game) => card(game, openGame)));
  } catch (error) {
    fail(api.sentenceOf(error));
  }
}

function standing(game) {
  if (game.outcome) return translated(game.outcome.sentence);
  const mine = mySide(game);
  const whose = game.players[game.turn].kind === "person" && mine ? "Your turn" : `${colourName(game.turn)} to move`;
  return game.ply ? `${whose}, move ${Math.floor(game.ply / 2) + 1}` : `${whose}: not begun`;
}

/** A stored game that this version cannot read: it can only be deleted. */
function brokenCard(game) {
  const item = el("li", { class: "card over" },
    el("span", { class: "card-words" }, el("strong", {}, "A game that cannot be opened"), el("small", {}, game.error)), deleteButton(game, "that cannot be opened", () => item));
  return item;
}

function deleteButton(game, names, item) {
  return el("button", { type: "button", class: "quiet round delete", "aria-label": `Delete the game ${names}`, title: "Delete", onclick: () => removeCard(game, item()) }, icon("close"));
}

function card(game, openGame) {
  if (game.error) return brokenCard(game);
  const names = `${playerName(game, "black")} v ${playerName(game, "white")}`;
  const mine = mySide(game) ?? "black";
  const open = async (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    try {
      await openGame(await api.game(game.id));
    } catch (error) {
      fail(api.sentenceOf(error));
    }
  };
  const item = el("li", { class: `card${game.outcome ? " over" : ""}` },
    el("a", { href: `/game/${game.id}`, class: "card-link", onclick: open },
      tinyBoard(game.board, mine === "black"),
      el("span", { class: "card-words" }, el("strong", {}, names), el("span", {}, standing(game)),
        el("small", {}, `${presetName(game.rules.name)} · ${ago(game.updated)}`))),
    deleteButton(game, names, () => item));
  return item;
}

async function removeCard(game, item) {
  const sure = await confirm("Delete this game?", "It cannot be brought back.", "Delete", "confirm-delete", "Keep it");
  if (!sure) return;
  try {
    await api.removeGame(game.id);
    item.remove();
    byId("recent").hidden = !byId("recent-list").childElementCount;
  } catch (error) {
    fail(api.sentenceOf(error));
  }
}
