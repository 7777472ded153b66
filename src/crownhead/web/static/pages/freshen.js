// The list of games as it is by now, for a start page that stays open while games go on elsewhere. Fetched when one comes back to it.

import * as api from "../lib/api.js";
import { byId } from "../lib/dom.js";
import { asked, card, deleted, filter, list, showStart } from "./start.js";
import { state } from "./state.js";

const PRESS_MS = 500;

/** @param {{ id: string }[]} games */
const names = (games) => games.map(({ id }) => id).join();

/** What in the list has the focus: the number of its card, and which link or button of it. */
function focused() {
  const cards = [...byId("recent-list").children];
  const at = cards.findIndex((item) => item.contains(document.activeElement));
  return at < 0 ? null : { id: cards[at].dataset.game, at, part: [...cards[at].querySelectorAll("a, button")].indexOf(document.activeElement) };
}

/** Give the focus back to the same part of the same card, or of the one in its place. */
function refocus(was) {
  if (!was) return;
  const cards = byId("recent-list").children;
  const item = [...cards].find((one) => one.dataset.game === was.id) ?? cards[Math.min(was.at, cards.length - 1)];
  const parts = item?.querySelectorAll("a, button") ?? [];
  (parts[was.part] ?? parts[0] ?? byId("play")).focus({ preventScroll: true });
}

/** Bring the cards up to date where they stand; where games have come or gone, the whole list. */
export async function freshen() {
  const mine = asked;
  const answer = await api.games(filter()).catch(() => null); // told of when something is done
  if (!answer || mine !== asked || state.page !== "start") return;
  const shown = byId("recent-list");
  if (shown.matches(":active")) return void setTimeout(freshen, PRESS_MS); // a card that is being pressed stays
  const games = answer.games.filter(({ id }) => !deleted.has(id));
  const was = focused();
  if (names(games) !== names(list.games.slice(0, Math.max(games.length, answer.next ? 0 : list.games.length)))) {
    await showStart();
    return refocus(was);
  }
  for (const game of games) {
    const at = list.games.findIndex(({ id }) => id === game.id);
    if (JSON.stringify(list.games[at]) === JSON.stringify(game)) continue;
    list.games[at] = game;
    list.newest = list.newest.map((one) => (one.id === game.id ? game : one));
    shown.querySelector(`[data-game="${game.id}"]`)?.replaceWith(card(game));
  }
  refocus(was);
}
