// The start page: one click to play, and every game that was played.

import * as api from "../lib/api.js";
import { confirm } from "../lib/dialogs.js";
import { arrange, byId, el, growList, icon, once, onClick, options, portrait, refill, setText } from "../lib/dom.js";
import { createTimer, setPreference } from "../lib/page.js";
import { stillBoard, tinyBoard } from "../lib/picture.js";
import { say, sentence } from "../lib/say.js";
import * as words from "../lib/words.js";
import * as actions from "./actions.js";
import { openGame } from "./game.js";
import { openSetup } from "./setup.js";
import { filter, isFiltered, lastGame, onDraw, standingOf, state } from "./state.js";

const RETRY_MS = 2000;
const FRESH_MS = 10000;
const PRESS_MS = 500;
const AHEAD = 400; // pixels below the window that are filled before they are seen
const WINS_TO_CLIMB = 2;
const STATES = /** @type {const} */ (["all", "going", "won", "lost", "drawn"]);

const retry = createTimer();

// ---- beginning a game

/** Open a game that the server is asked for. */
const enter = once(async (/** @type {() => Promise<GameView>} */ ask) => {
  try {
    openGame(await ask());
  } catch (error) {
    actions.fail(api.sentenceOf(error));
  }
});

/** Begin such a game; a coin may have to fall first. @param {LastGame} what */
function begin({ request, coin }) {
  const swapped = coin && Math.random() < 0.5 ? { black: request.white, white: request.black } : {};
  return enter(() => api.newGame({ ...request, ...swapped }));
}

/** The last opponent and the level above, where the newest games against it were won. */
function suggestion() {
  const levels = state.choices?.levels ?? [];
  const { opponent } = lastGame();
  const at = levels.findIndex((one) => one.opponent === opponent);
  if (at < 0 || at + 1 >= levels.length) return null;
  const played = state.list.newest.filter((one) =>
    "players" in one && one.outcome && Object.values(one.players).some((player) => player.opponent === opponent)
  );
  const wins = played.slice(0, WINS_TO_CLIMB).filter((one) => standingOf(one) === "won").length;
  return wins === WINS_TO_CLIMB ? { beaten: levels[at], next: levels[at + 1] } : null;
}

function climb() {
  const next = suggestion()?.next;
  if (!next) return;
  const before = lastGame();
  const { black = "person", white = next.opponent } = before.request;
  const seat = (/** @type {string} */ who) => (who === "person" ? who : next.opponent);
  const now = { ...before, request: { ...before.request, black: seat(black), white: seat(white) } };
  setPreference("last", now);
  begin(now);
}

function drawPlay() {
  const { opponent, side, coin } = lastGame();
  const { levels, classic } = state.choices ?? { levels: [], classic: [] };
  const level = [...levels, ...classic].find((one) => one.opponent === opponent);
  const face = byId("opponent");
  face.hidden = !level;
  if (level)
    refill(face, level.opponent, () => {
      const line = [level.number ? say("start.level", { number: level.number }) : say("start.classic"),
        level.rating && say("start.rated", { rating: String(level.rating) })].filter(Boolean).join(" · ");
      return [portrait(level.portrait), el("strong", { class: "opponent-name" }, level.name),
        el("span", { class: "opponent-line" }, line)];
    });
  const mine = side ? say("start.you-play", { side: words.sideName(side) }) : say("start.two-people");
  setText(byId("play-note"), coin ? say("start.coin") : mine);
  const found = suggestion();
  byId("suggestion").hidden = !found;
  if (!found) return;
  const names = { beaten: found.beaten.name, next: found.next.name };
  setText(byId("suggestion-text"), say("start.suggestion", names));
  setText(byId("suggestion-yes"), say("start.suggestion-play", { opponent: names.next }));
}

// ---- the list

/** Load the list anew. */
export async function showList() {
  actions.fail("");
  const asked = actions.ask();
  try {
    const answer = await api.games(filter());
    if (asked !== state.list.asked) return;
    actions.notify(answer.notice ?? "");
    actions.list(answer);
    fillWindow();
  } catch (error) {
    actions.fail(api.sentenceOf(error));
    retry.set(RETRY_MS, () => state.page === "start" && showList());
  }
}

/** Bring the list up to date, for a start page that stays open while games go on elsewhere. */
async function freshen() {
  if (state.page !== "start" || document.hidden) return;
  const { asked } = state.list;
  const answer = await api.games(filter()).catch(() => null); // told of when something is done
  if (!answer || asked !== state.list.asked || state.page !== "start") return;
  if (byId("recent-list").matches(":active")) return void setTimeout(freshen, PRESS_MS); // a card that is being pressed stays
  if (!actions.refresh(answer)) showList();
}

/** The next part of the list, as its end comes into sight. */
async function loadMore() {
  const { next, loading, asked } = state.list;
  if (!next || loading || state.page !== "start") return;
  actions.loadMore();
  try {
    const answer = await api.games({ ...filter(), after: next });
    if (asked !== state.list.asked) return;
    actions.more(answer);
    actions.fail("");
    fillWindow();
  } catch (error) {
    actions.fail(api.sentenceOf(error));
    if (asked !== state.list.asked) return;
    actions.more(null);
    retry.set(RETRY_MS, loadMore);
  }
}

const fillWindow = growList("more-games", AHEAD, loadMore);

/** Take a game off the list; what stands beside it gets the focus. @param {string} id */
async function remove(id) {
  const isSure = await confirm(say("start.delete.title"), say("start.delete.text"), say("start.delete"),
    "confirm-delete", say("start.keep"));
  if (!isSure) return;
  try {
    await api.call("DELETE", api.at(id));
    actions.drop(id);
    refocus(id);
  } catch (error) {
    actions.fail(api.sentenceOf(error));
  }
}

/** The focus goes from a card that will be gone to the one beside it. @param {string} id */
function refocus(id) {
  const item = byId("recent-list").querySelector(`[data-game="${id}"]`);
  const beside = item?.nextElementSibling ?? item?.previousElementSibling;
  /** @type {HTMLElement} */ (beside?.querySelector("a, button") ?? byId("play")).focus();
}

/** Remember what in the list has the focus, and give it back to the same part of the same card, or of the one in its place. */
function keepFocus() {
  const cards = byId("recent-list").children;
  const at = [...cards].findIndex((item) => item.contains(document.activeElement));
  if (at < 0) return () => {};
  const parts = (
    /** @type {Element | undefined} */ item,
  ) => /** @type {HTMLElement[]} */ ([...(item?.querySelectorAll("a, button") ?? [])]);
  const { game } = /** @type {HTMLElement} */ (cards[at]).dataset;
  const part = parts(cards[at]).findIndex((one) => one === document.activeElement);
  return () => {
    if (cards[at]?.contains(document.activeElement)) return;
    const same = [...cards].find((item) => /** @type {HTMLElement} */ (item).dataset.game === game);
    const now = parts(same ?? cards[Math.min(at, cards.length - 1)]);
    (now[part] ?? now[0] ?? byId("play")).focus({ preventScroll: true });
  };
}

/** @param {Listed} game @param {string} names */
const deleteButton = ({ id }, names) =>
  el("button", { class: "quiet round delete", "aria-label": names, title: say("start.delete"), onclick: () =>
    remove(id) }, icon("close"));

/** @param {GameSummaryView} game */
function cardLink(game) {
  const mine = words.mySide(game, state.visitor) ?? "black";
  const kind = standingOf(game);
  const face = game.players[words.other(mine)].portrait;
  const open = (/** @type {MouseEvent} */ event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    enter(() => api.game(game.id));
  };
  return el("a", { href: `/game/${game.id}`, class: "card-link", onclick: open },
    tinyBoard(game.position.board, mine === "black"), face ? portrait(face, "small") : null,
    el("span", { class: "card-words" }, el("strong", {}, words.playersOf(game, state.visitor)),
      el("span", { class: "standing" },
        kind === "over" ? words.ended(game, state.visitor) : words.standing(game, state.visitor)),
      el("small", {}, `${words.presetName(game.rules.name)} · ${words.ago(game.updated)}`)),
    kind === "going" || kind === "broken"
      ? null
      : el("span", { class: `badge badge-${kind}` }, say(`start.badge.${kind}`)));
}

/** @param {Listed} game */
function card(game) {
  const about = { class: "card", "data-game": game.id, "data-state": standingOf(game) };
  if ("error" in game)
    return el("li", about,
      el("span", { class: "card-words" }, el("strong", {}, say("start.broken")), el("small", {}, sentence(game.error))),
      deleteButton(game, say("start.delete-broken")));
  const names = words.playersOf(game, state.visitor);
  return el("li", about, cardLink(game), game.outcome
    ? el("a", { class: "button quiet round", href: `/analysis?game=${game.id}`,
      "aria-label": say("start.analyse", { game: names }), title: say("start.analyse-this") }, icon("look"))
    : null, deleteButton(game, say("start.delete-game", { game: names })));
}

/** The cards that were made, with the theme and time they were made for. @type {WeakMap<Listed, { key: string, node: HTMLElement }>} */
const cards = new WeakMap();

/** @param {Listed} game */
function cardOf(game) {
  const key = `${state.preferences.theme} ${"updated" in game ? words.ago(game.updated) : ""}`;
  const known = cards.get(game);
  if (known?.key === key) return known.node;
  const node = card(game);
  cards.set(game, { key, node });
  return node;
}

function drawList() {
  const { games, newest, loading } = state.list;
  byId("recent").hidden = (!newest.length && !isFiltered()) || !state.visitor.host;
  byId("no-games").hidden = games.length > 0;
  byId("more-games").classList.toggle("loading", loading);
  const restoreFocus = keepFocus();
  arrange(byId("recent-list"), games.map(cardOf));
  restoreFocus();
}

// ---- which games the list shows

/** @param {{ state?: string, opponent?: string }} wanted */
function choose(wanted) {
  actions.choose(wanted);
  history.replaceState(null, "", `/?${new URLSearchParams(filter())}`.replace(/\?$/, ""));
  showList();
}

function drawFilters() {
  const { newest, opponents, state: wanted, opponent } = state.list;
  const isShown = newest.length > 1 || isFiltered();
  const filters = byId("filters");
  filters.hidden = byId("results").hidden = !isShown;
  if (isShown) refill(filters, [opponents, wanted, opponent], filterControls);
}

function filterControls() {
  const { opponents, state: wanted, opponent } = state.list;
  const chips = STATES.map((value) =>
    el("button", { class: "chip", "aria-pressed": String((wanted || "all") === value), "data-testid": `filter-${value}`,
      onclick: () => choose({ state: value === "all" ? "" : value }) }, say(`start.filter.${value}`))
  );
  /** @type {[string, string][]} */
  const known = opponents.map((one) => [one.opponent, one.name]);
  const select = el("select", { "aria-label": say("setup.opponent"), "data-testid": "filter-opponent",
    onchange: ({ target }) => choose({ opponent: target.value }) },
    ...options([["", say("start.any-opponent")], ["person", say("start.people")], ...known], opponent));
  return [...chips, select];
}

// ---- the page

function drawStart() {
  if (state.page !== "start") return;
  setText(byId("start-error"), state.failure);
  setText(byId("notice"), state.notice);
  byId("welcome").hidden = !state.visitor.host;
  drawPlay();
  drawFilters();
  drawList();
}

export function listenToStart() {
  byId("scene").append(stillBoard("w..w..w.w..w.B.w.wb.b.b.b..b...b", { look: "picture" }));
  onClick("play", () => begin(lastGame()));
  onClick("two-people", () => enter(() => api.newGame({ black: "person", white: "person" })));
  onClick("choose", () => openSetup());
  onClick("watch", () => openSetup({ black: "computer", white: "computer" }));
  onClick("suggestion-yes", climb);
  onDraw(drawStart);
  // An address may name the games to show, such as those that a bar of the results stands for.
  const asked = new URLSearchParams(location.search);
  if (location.pathname === "/")
    actions.choose({ state: STATES.find((value) => value !== "all" && value === asked.get("state")) ?? "",
      opponent: (asked.get("opponent") ?? "").slice(0, 100) });
  addEventListener("focus", freshen);
  document.addEventListener("visibilitychange", freshen);
  setInterval(freshen, FRESH_MS);
}
