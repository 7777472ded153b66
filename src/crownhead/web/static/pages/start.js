// The start page: one click to play, and every game that was played.

/** @import { BrokenGameView, GameSummaryView, GameView, OpponentView } from "../../types/contract.js" */

import * as api from "../lib/api.js";
import { once } from "../lib/controls.js";
import { confirm } from "../lib/dialogs.js";
import { byId, el, icon, onClick, portrait, setText } from "../lib/dom.js";
import { setPreference } from "../lib/preferences.js";
import { tinyBoard } from "../lib/still.js";
import { ago, other, presetName } from "../lib/words.js";
import { opponentOf, requestOf, restored, usualForm } from "./setup-form.js";
import { onDraw, state, words } from "./state.js";

/** @typedef {(view: GameView, options?: { words?: string }) => void} OpenGame */
/** @typedef {GameSummaryView | BrokenGameView} Listed */

const SIDES = /** @type {const} */ (["black", "white"]);
const RETRY_MS = 2000;
const WINS_TO_CLIMB = 2;
const STATES = [["", "All"], ["going", "In progress"], ["won", "Won"], ["lost", "Lost"], ["drawn", "Drawn"]];

/** @type {OpenGame} */
let openGame;
const deleted = new Set();
let retry = 0;
let asked = 0; // counts lists: an older answer does not replace a newer
const list = {
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
const enter = once(async (/** @type {() => Promise<GameView>} */ ask) => {
  try {
    openGame(await ask());
  } catch (error) {
    fail(api.sentenceOf(error));
  }
});

/** @param {string} sentence */
export function fail(sentence) {
  byId("start-error").textContent = sentence;
}

/** The last new game, or the quick start. */
function form() {
  const { choices } = state;
  return choices && { ...usualForm(choices.newcomer), ...restored(state.preferences.setup, choices) };
}

/** @param {OpenGame} open @param {(seats?: any) => void} openSetup */
export function listenToStart(open, openSetup) {
  openGame = open;
  onClick("play", () => {
    const last = form();
    enter(() => api.newGame(last && state.choices ? requestOf(last, state.choices) : {}));
  });
  onClick("two-people", () => enter(() => api.newGame({ black: "person", white: "person" })));
  onClick("choose", () => openSetup());
  onClick("watch", () => openSetup({ black: "computer", white: "computer" }));
  onClick("suggestion-yes", acceptSuggestion);
  new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && loadMore(), { rootMargin: "400px" }).observe(byId("more-games"));
  onDraw(drawStart);
}

const filter = () => ({ ...(list.state && { state: list.state }), ...(list.opponent && { opponent: list.opponent }) });

/** Show the list anew, from its beginning. */
export async function showStart() {
  fail("");
  asked += 1;
  const mine = asked;
  try {
    const { games, next, opponents, notice } = await api.games(filter());
    if (mine !== asked) return;
    byId("notice").textContent = notice ?? "";
    const kept = games.filter((game) => !deleted.has(game.id)); // asked before it was deleted
    Object.assign(list, { games: kept, next, opponents, drawn: "", loading: false });
    if (!list.state && !list.opponent) list.newest = kept;
    drawStart();
  } catch (error) {
    fail(api.sentenceOf(error));
    clearTimeout(retry);
    retry = setTimeout(() => state.page === "start" && showStart(), RETRY_MS);
  }
}

/** The next part of the list, as its end comes into sight. */
async function loadMore() {
  if (!list.next || list.loading || state.page !== "start") return;
  list.loading = true;
  byId("more-games").classList.add("loading");
  const mine = asked;
  try {
    const { games, next } = await api.games({ ...filter(), after: list.next });
    if (mine !== asked) return;
    const known = new Set(list.games.map((game) => game.id));
    const fresh = games.filter((game) => !deleted.has(game.id) && !known.has(game.id));
    list.games.push(...fresh);
    list.next = next;
    byId("recent-list").append(...fresh.map(card));
  } catch (error) {
    fail(api.sentenceOf(error));
  } finally {
    list.loading = false;
    byId("more-games").classList.remove("loading");
  }
  // What came may not have filled the window.
  if (list.next && byId("more-games").getBoundingClientRect().top < innerHeight + 400) requestAnimationFrame(loadMore);
}

function drawStart() {
  if (state.page !== "start") return;
  drawPlay();
  if (list.drawn === state.preferences.theme) return;
  list.drawn = state.preferences.theme;
  byId("recent").hidden = !list.newest.length && !list.state && !list.opponent;
  drawFilters();
  byId("recent-list").replaceChildren(...list.games.map(card));
  byId("no-games").hidden = list.games.length > 0;
}

/** Whom one click plays against. */
function drawPlay() {
  const last = form();
  const { choices } = state;
  const foe = last && opponentOf(last);
  const level = choices && [...choices.levels, ...choices.classic].find((one) => one.opponent === foe);
  const face = byId("foe");
  face.hidden = !level;
  if (level && face.dataset.foe !== level.opponent) {
    face.dataset.foe = level.opponent;
    const line = [level.number ? `Level ${level.number}` : "Classic", level.rating].filter(Boolean).join(" · ");
    face.replaceChildren(portrait(level.portrait), el("strong", { class: "foe-name" }, level.name), el("span", { class: "foe-line" }, line));
  }
  const people = last && SIDES.filter((side) => last[side].kind === "person");
  const mine = people?.length === 1 ? words.colour(people[0]) : null;
  setText(byId("play-note"), mine ? `You play ${mine}.` : people?.length === 2 ? "Two people at this screen." : people ? "Two computers play." : "");
  const next = suggestion();
  byId("suggestion").hidden = !next;
  if (next && level) {
    setText(byId("suggestion-text"), `You beat ${level.name} twice in a row. Ready for ${next.name}?`);
    setText(byId("suggestion-yes"), `Play ${next.name}`);
  }
}

/** The level above the last opponent, where the newest games against it were won. */
function suggestion() {
  const last = form();
  const levels = state.choices?.levels ?? [];
  const foe = last && opponentOf(last);
  const at = levels.findIndex((one) => one.opponent === foe);
  if (at < 0 || at + 1 >= levels.length) return null;
  const played = list.newest.filter((game) => "players" in game && game.outcome && Object.values(game.players).some((one) => one.opponent === foe)).slice(0, WINS_TO_CLIMB);
  const won = played.filter((game) => stateOf(game) === "won").length;
  return won === WINS_TO_CLIMB ? levels[at + 1] : null;
}

function acceptSuggestion() {
  const last = form();
  const next = suggestion();
  if (!last || !next || !state.choices) return;
  for (const side of SIDES) if (last[side].kind === "computer") last[side].opponent = next.opponent;
  setPreference("setup", last);
  enter(() => api.newGame(requestOf(last, /** @type {any} */ (state.choices))));
}

// ---- the list

function drawFilters() {
  const choose = (/** @type {"state" | "opponent"} */ name, /** @type {string} */ value) => {
    list[name] = value;
    drawFilters();
    showStart();
  };
  const chips = STATES.map(([value, text]) => el("button", {
    type: "button", class: "chip", "aria-pressed": String(list.state === value), "data-testid": `filter-${value || "all"}`, onclick: () => choose("state", value),
  }, text));
  const option = (/** @type {string} */ value, /** @type {string} */ text) => el("option", { value, selected: value === list.opponent }, text);
  const select = el("select", { id: "filter-opponent", "data-testid": "filter-opponent", "aria-label": "Opponent", onchange: (/** @type {any} */ { target }) => choose("opponent", target.value) },
    option("", "Any opponent"), option("person", "Two people"), ...list.opponents.map((one) => option(one.opponent, one.name)));
  const focused = /** @type {HTMLElement | null} */ (byId("filters").contains(document.activeElement) ? document.activeElement : null)?.dataset.testid;
  byId("filters").replaceChildren(...chips, select);
  if (focused) byId("filters").querySelector(`[data-testid="${focused}"]`)?.focus();
}

/** @param {Listed} game @returns {"broken" | "going" | "won" | "lost" | "drawn" | "over"} */
function stateOf(game) {
  if ("error" in game) return "broken";
  if (!game.outcome) return "going";
  const mine = words.mySide(game);
  if (game.outcome.winner === null) return game.outcome.reason === "both lost" ? "over" : "drawn";
  return mine ? (game.outcome.winner === mine ? "won" : "lost") : "over";
}

const BADGES = { won: "Won", lost: "Lost", drawn: "Draw", over: "Over", going: "", broken: "" };

/** @param {Listed} game @param {string} names */
function deleteButton(game, names) {
  return el("button", { type: "button", class: "quiet round delete", "aria-label": `Delete the game ${names}`, title: "Delete", onclick: () => removeCard(game) }, icon("close"));
}

/** @param {Listed} game */
function card(game) {
  const kind = stateOf(game);
  if ("error" in game) {
    return el("li", { class: "card", "data-game": game.id, "data-state": kind },
      el("span", { class: "card-words" }, el("strong", {}, "This game cannot be opened"), el("small", {}, game.error)), deleteButton(game, "that cannot be opened"));
  }
  const names = words.players(game);
  const mine = words.mySide(game) ?? "black";
  const open = (/** @type {MouseEvent} */ event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    enter(() => api.game(game.id));
  };
  const foe = game.players[other(mine)].portrait;
  return el("li", { class: "card", "data-game": game.id, "data-state": kind },
    el("a", { href: `/game/${game.id}`, class: "card-link", onclick: open },
      tinyBoard(game.position.board, mine === "black"), foe ? portrait(foe, "small") : null,
      el("span", { class: "card-words" }, el("strong", {}, names), el("span", { class: "standing" }, words.standing(game)),
        el("small", {}, `${presetName(game.rules.name)} · ${ago(game.updated)}`)),
      BADGES[kind] ? el("span", { class: `badge badge-${kind}` }, kind === "over" ? words.result(game).title : BADGES[kind]) : null),
    deleteButton(game, names));
}

/** @param {Listed} game */
async function removeCard(game) {
  const sure = await confirm("Delete this game?", "It cannot be brought back.", "Delete", "confirm-delete", "Keep it");
  if (!sure) return;
  try {
    await api.removeGame(game.id);
    deleted.add(game.id);
    list.games = list.games.filter((one) => one.id !== game.id);
    list.newest = list.newest.filter((one) => one.id !== game.id);
    const item = byId("recent-list").querySelector(`[data-game="${game.id}"]`); // as it is drawn now
    const beside = item?.nextElementSibling ?? item?.previousElementSibling;
    item?.remove();
    byId("no-games").hidden = list.games.length > 0;
    byId("recent").hidden = !list.newest.length && !list.state && !list.opponent;
    (beside?.querySelector("a, button") ?? byId("play")).focus();
  } catch (error) {
    fail(api.sentenceOf(error));
  }
}
