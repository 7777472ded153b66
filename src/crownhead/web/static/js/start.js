// The start page: one click to play, and the games that can be continued.

import * as api from "./api.js";
import { pictureBoard, tinyBoard } from "./board.js";
import { once } from "./controls.js";
import { byId, el, icon, onClick, setText } from "./elements.js";
import { confirm } from "./dialogs.js";
import { openSetup } from "./setup.js";
import { onDraw, state } from "./state.js";
import { ago, colourName, mySide, outcomeSentence, playerNames, presetName } from "./words.js";

const START_BOARD = "bbbbbbbbbbbb........wwwwwwwwwwww";

const RETRY_MS = 2000;
const deleted = new Set();
let retry = 0;

let recent = []; // what the cards tell of
let drawn = ""; // ... in the words of this theme

/** Open a game that the server is asked for. */
const enter = once(async (openGame, asked) => {
  try {
    await openGame(await asked());
  } catch (error) {
    fail(api.sentenceOf(error));
  }
});

export function fail(sentence) {
  byId("start-error").textContent = sentence;
}

export function listenToStart(openGame) {
  byId("hero-board").append(pictureBoard(START_BOARD, true));
  const quickly = (id, setup) => onClick(id, () => enter(openGame, () => api.newGame(setup)));
  quickly("play", {});
  quickly("hero-board", {});
  quickly("two-people", { black: "person", white: "person" });
  onClick("choose", () => openSetup());
  onClick("watch", () => openSetup({ black: "computer", white: "computer" }));
  onDraw(() => drawStart(openGame));
}

export async function showStart(openGame) {
  fail("");
  try {
    const { games, notice } = await api.games();
    byId("notice").textContent = notice ?? "";
    recent = games.filter((game) => !deleted.has(game.id)); // asked before it was deleted
    drawn = "";
    drawStart(openGame);
  } catch (error) {
    fail(api.sentenceOf(error));
    clearTimeout(retry);
    retry = setTimeout(() => state.page === "start" && showStart(openGame), RETRY_MS);
  }
}

/** What calls the sides by their colours. */
function drawStart(openGame) {
  if (state.page !== "start") return;
  const level = state.choices?.levels.find((one) => one.opponent === state.choices.newcomer);
  const foe = level ? `${level.name}: a level for newcomers` : "a friendly level";
  setText(byId("play-note"), `You play ${colourName("black")} and move first, against ${foe}.`);
  if (drawn === state.preferences.theme) return;
  drawn = state.preferences.theme;
  byId("recent").hidden = !recent.length;
  byId("recent-list").replaceChildren(...recent.map((game) => card(game, openGame)));
}

function standing(game) {
  if (game.outcome) return outcomeSentence(game);
  const mine = mySide(game);
  const whose = game.players[game.turn].kind === "person" && mine ? "Your turn" : `${colourName(game.turn)} to move`;
  return game.ply ? `${whose}, move ${Math.floor(game.ply / 2) + 1}` : `${whose}: not begun`;
}

/** A game that this version cannot read. */
function brokenCard(game) {
  return el("li", { class: "card over", "data-game": game.id },
    el("span", { class: "card-words" }, el("strong", {}, "A game that cannot be opened"), el("small", {}, game.error)), deleteButton(game, "that cannot be opened"));
}

function deleteButton(game, names) {
  return el("button", { type: "button", class: "quiet round delete", "aria-label": `Delete the game ${names}`, title: "Delete", onclick: () => removeCard(game) }, icon("close"));
}

function card(game, openGame) {
  if (game.error) return brokenCard(game);
  const names = playerNames(game);
  const mine = mySide(game) ?? "black";
  const open = (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    enter(openGame, () => api.game(game.id));
  };
  return el("li", { class: `card${game.outcome ? " over" : ""}`, "data-game": game.id },
    el("a", { href: `/game/${game.id}`, class: "card-link", onclick: open },
      tinyBoard(game.board, mine === "black"),
      el("span", { class: "card-words" }, el("strong", {}, names), el("span", {}, standing(game)),
        el("small", {}, `${presetName(game.rules.name)} · ${ago(game.updated)}`))),
    deleteButton(game, names));
}

async function removeCard(game) {
  const sure = await confirm("Delete this game?", "It cannot be brought back.", "Delete", "confirm-delete", "Keep it");
  if (!sure) return;
  try {
    await api.removeGame(game.id);
    deleted.add(game.id);
    recent = recent.filter((one) => one.id !== game.id);
    const item = byId("recent-list").querySelector(`[data-game="${game.id}"]`); // as it is drawn now
    const beside = item?.nextElementSibling ?? item?.previousElementSibling;
    item?.remove();
    byId("recent").hidden = !recent.length;
    (beside?.querySelector("a, button") ?? byId("play")).focus();
  } catch (error) {
    fail(api.sentenceOf(error));
  }
}
