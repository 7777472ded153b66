// The list of games as it is by now, for a start page that stays open while games go on elsewhere. Fetched when one comes back to it.

import * as api from "../lib/api.js";
import { byId } from "../lib/dom.js";
import { asked, card, deleted, filter, list, showStart } from "./start.js";
import { state } from "./state.js";

/** @param {{ id: string }[]} games */
const names = (games) => games.map(({ id }) => id).join();

/** What in a card has the focus: its number there; -1 is nothing. */
const focusIn = (item) => [...item.querySelectorAll("a, button")].indexOf(document.activeElement);

/** Bring the cards up to date where they stand; where others have come or gone, the whole list, unless somebody is in it. */
export async function freshen() {
  const mine = asked;
  const answer = await api.games(filter()).catch(() => null); // told of when something is done
  if (!answer || mine !== asked || state.page !== "start") return;
  const games = answer.games.filter(({ id }) => !deleted.has(id));
  const shown = byId("recent-list");
  if (names(games) !== names(list.games.slice(0, games.length)) && !shown.contains(document.activeElement)) return showStart();
  for (const game of games) {
    const at = list.games.findIndex(({ id }) => id === game.id);
    if (at < 0 || JSON.stringify(list.games[at]) === JSON.stringify(game)) continue;
    list.games[at] = game;
    list.newest = list.newest.map((one) => (one.id === game.id ? game : one));
    const item = shown.querySelector(`[data-game="${game.id}"]`);
    const fresh = card(game);
    const focused = focusIn(item);
    item.replaceWith(fresh);
    fresh.querySelectorAll("a, button")[focused]?.focus({ preventScroll: true });
  }
}
