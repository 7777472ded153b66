// The list of games as it is by now, for a start page that stays open while games go on elsewhere. Fetched when one comes back to it.

import * as api from "../lib/api.js";
import { byId } from "../lib/dom.js";
import { asked, card, deleted, filter, list, showStart } from "./start.js";
import { state } from "./state.js";

const PRESS_MS = 500;

/** @param {{ id: string }[]} games */
const names = (games) => games.map(({ id }) => id).join();

/** Remember what in the list has the focus; the answer gives it back to the same part of the same card, or of the one in its place. */
export function keepFocus() {
  const cards = byId("recent-list").children;
  const at = [...cards].findIndex((item) => item.contains(document.activeElement));
  if (at < 0) return () => {};
  const parts = (item) => [...(item?.querySelectorAll("a, button") ?? [])];
  const { game } = cards[at].dataset;
  const part = parts(cards[at]).indexOf(document.activeElement);
  return () => {
    const now = parts([...cards].find((item) => item.dataset.game === game) ?? cards[Math.min(at, cards.length - 1)]);
    (now[part] ?? now[0] ?? byId("play")).focus({ preventScroll: true });
  };
}

/** Bring the cards up to date where they stand; where games have come or gone, the whole list. */
export async function freshen() {
  const mine = asked;
  const answer = await api.games(filter()).catch(() => null); // told of when something is done
  if (!answer || mine !== asked || state.page !== "start") return;
  const shown = byId("recent-list");
  if (shown.matches(":active")) return void setTimeout(freshen, PRESS_MS); // a card that is being pressed stays
  const games = answer.games.filter(({ id }) => !deleted.has(id));
  if (names(games) !== names(list.games.slice(0, Math.max(games.length, answer.next ? 0 : list.games.length))))
    return showStart();
  const refocus = keepFocus();
  for (const game of games) {
    const at = list.games.findIndex(({ id }) => id === game.id);
    if (JSON.stringify(list.games[at]) === JSON.stringify(game)) continue;
    list.games[at] = game;
    list.newest = list.newest.map((one) => (one.id === game.id ? game : one));
    shown.querySelector(`[data-game="${game.id}"]`)?.replaceWith(card(game));
  }
  refocus();
}
