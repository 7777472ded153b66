// The start page: one click to play, and every game that was played.

import * as api from "../lib/api.js";
import { byId, el, icon, once, onClick, portrait, setText } from "../lib/dom.js";
import { stillBoard, tinyBoard } from "../lib/picture.js";
import { ago, other, presetName } from "../lib/words.js";
import { lazily } from "./lazily.js";
import { onDraw, state, words } from "./state.js";

export const RETRY_MS = 2000;
const FRESH_MS = 10000;
export const WINS_TO_CLIMB = 2;

/** @type {OpenGame} */
let openGame;
export const deleted = new Set();
let retry = 0;
export let asked = 0; // counts lists: an older answer does not replace a newer
export const list = {
  /** @type {Listed[]} */ games: [],
  /** @type {Listed[]} the newest of all, whatever is listed */ newest: [],
  /** @type {string | null} */ next: null,
  /** @type {OpponentView[]} */ opponents: [],
  state: "",
  opponent: "",
  loading: false,
  drawn: "", // in the words of this theme
};

/** Open a game that the server is asked for. */
const enter = once(async (ask) => {
  try {
    openGame(await ask());
  } catch (error) {
    fail(api.sentenceOf(error));
  }
});

export function fail(sentence) {
  byId("start-error").textContent = sentence;
}

/** What one click plays, and against whom: the last new game with a person in it, or the quick start. @returns {LastGame & { opponent: string | null }} */
export function last() {
  const { last: kept } = state.preferences;
  const seats = kept ? [kept.request.black, kept.request.white] : [];
  if (!seats.includes("person"))
    return { request: {}, opponent: state.choices?.newcomer ?? null, side: "black", coin: false };
  return { ...kept, opponent: seats.find((seat) => seat !== "person") ?? null };
}

/** Begin such a game; a coin may have to fall first. @param {LastGame} what */
export function begin({ request, coin }) {
  const swapped = coin && Math.random() < 0.5 ? { black: request.white, white: request.black } : {};
  return enter(() => api.newGame({ ...request, ...swapped }));
}

/** @param {OpenGame} open */
export function listenToStart(open, openSetup) {
  openGame = open;
  byId("scene").append(stillBoard("w..w..w.w..w.B.w.wb.b.b.b..b...b", { look: "picture" }));
  onClick("play", () => begin(last()));
  onClick("two-people", () => enter(() => api.newGame({ black: "person", white: "person" })));
  onClick("choose", () => openSetup());
  onClick("watch", () => openSetup({ black: "computer", white: "computer" }));
  onDraw(drawStart);
  addEventListener("focus", freshen);
  document.addEventListener("visibilitychange", freshen);
  setInterval(freshen, FRESH_MS);
}

const freshen = () =>
  void (state.page === "start" && !document.hidden && import("./freshen.js").then((one) => one.freshen(), () => {}));

const isFiltered = () => list.state || list.opponent;
export const filter = () => ({ ...(list.state && { state: list.state }),
  ...(list.opponent && { opponent: list.opponent }) });

export async function showStart() {
  fail("");
  asked += 1;
  const mine = asked;
  try {
    const { games, next, opponents, notice } = await api.games(filter());
    byId("notice").textContent = notice ?? "";
    const kept = games.filter((game) => !deleted.has(game.id)); // asked before it was deleted
    if (kept.length > 1) await import("./filters.js").catch(() => {}); // above the list: it must not slide away
    const refocus = byId("recent-list").contains(document.activeElement)
      && (await import("./freshen.js").catch(() => null))?.keepFocus();
    if (mine !== asked) return;
    Object.assign(list, { games: kept, next, opponents, drawn: "", loading: false });
    if (!isFiltered()) list.newest = kept;
    drawStart();
    if (refocus) refocus();
    if (next) import("./more-games.js").then(({ fillWindow }) => fillWindow(), () => {});
  } catch (error) {
    fail(api.sentenceOf(error));
    clearTimeout(retry);
    retry = setTimeout(() => state.page === "start" && showStart(), RETRY_MS);
  }
}

function drawStart() {
  if (state.page !== "start") return;
  drawPlay();
  if (list.drawn === state.preferences.theme) return;
  list.drawn = state.preferences.theme;
  if (list.newest.length > 1 || isFiltered()) import("./filters.js").then(({ drawFilters }) => drawFilters(), () => {});
  byId("recent-list").replaceChildren(...list.games.map(card));
  drawNone();
}

/** Without any games at all there is no list. */
export function drawNone() {
  byId("recent").hidden = !list.newest.length && !isFiltered();
  byId("no-games").hidden = list.games.length > 0;
}

function drawPlay() {
  const { opponent, side, coin } = last();
  const { levels, classic } = state.choices ?? { levels: [], classic: [] };
  const level = [...levels, ...classic].find((one) => one.opponent === opponent);
  const face = byId("opponent");
  face.hidden = !level;
  if (level && face.dataset.opponent !== level.opponent) {
    face.dataset.opponent = level.opponent;
    const line = [level.number ? `Level ${level.number}` : "Classic", level.rating && `rated ${level.rating}`].filter(
      Boolean,
    ).join(" · ");
    face.replaceChildren(portrait(level.portrait), el("strong", { class: "opponent-name" }, level.name),
      el("span", { class: "opponent-line" }, line));
  }
  setText(byId("play-note"),
    coin ? "A coin decides your side." : side ? `You play ${words.colour(side)}.` : "Two people at this screen.");
  const ended = list.newest.filter((game) => "players" in game && game.outcome).length;
  if (ended >= WINS_TO_CLIMB) import("./suggestion.js").then(({ drawSuggestion }) => drawSuggestion(), () => {});
}

// ---- the list

/** @param {Listed} game @returns {"broken" | "going" | "won" | "lost" | "drawn" | "over"} */
export function stateOf(game) {
  if ("error" in game) return "broken";
  if (!game.outcome) return "going";
  const mine = words.mySide(game);
  if (game.outcome.winner === null) return game.outcome.reason === "both lost" ? "over" : "drawn";
  return mine ? (game.outcome.winner === mine ? "won" : "lost") : "over";
}

const BADGES = { won: "Won", lost: "Lost", drawn: "Draw", over: "Over", going: "", broken: "" };

/** @param {Listed} game */
function deleteButton(game, names) {
  return el("button", { type: "button", class: "quiet round delete", "aria-label": `Delete the game ${names}`,
    title: "Delete", onclick: () => lazily("remove", ({ remove }) => remove(game.id)) }, icon("close"));
}

/** @param {Listed} game */
export function card(game) {
  const kind = stateOf(game);
  if ("error" in game) {
    const item = el("li", { class: "card", "data-game": game.id, "data-state": kind },
      deleteButton(game, "that cannot be opened"));
    import("./broken.js").then(({ fill }) => fill(item, game), () => {});
    return item;
  }
  const names = words.players(game);
  const mine = words.mySide(game) ?? "black";
  const open = (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    enter(() => api.game(game.id));
  };
  const face = game.players[other(mine)].portrait;
  return el("li", { class: "card", "data-game": game.id, "data-state": kind },
    el("a", { href: `/game/${game.id}`, class: "card-link", onclick: open },
      tinyBoard(game.position.board, mine === "black"), face ? portrait(face, "small") : null,
      el("span", { class: "card-words" }, el("strong", {}, names),
        el("span", { class: "standing" }, kind === "over" ? words.ended(game) : words.standing(game)),
        el("small", {}, `${presetName(game.rules.name)} · ${ago(game.updated)}`)),
      BADGES[kind] ? el("span", { class: `badge badge-${kind}` }, BADGES[kind]) : null), game.outcome
    ? el("a", { class: "button quiet round", href: `/analysis?game=${game.id}`,
      "aria-label": `Analyse the game ${names}`, title: "Analyse this game" }, icon("look"))
    : null, deleteButton(game, names));
}
