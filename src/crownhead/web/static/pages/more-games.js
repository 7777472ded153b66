// A list of games that is longer than its first part: the rest comes as one scrolls.

import * as api from "../lib/api.js";
import { byId } from "../lib/dom.js";
import { asked, card, deleted, fail, filter, list, RETRY_MS } from "./start.js";
import { state } from "./state.js";

const AHEAD = 400; // pixels below the window that are filled before they are seen
let retry = 0;

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
    fail("");
    fillWindow();
  } catch (error) {
    fail(api.sentenceOf(error));
    clearTimeout(retry);
    retry = setTimeout(loadMore, RETRY_MS);
  } finally {
    list.loading = false;
    byId("more-games").classList.remove("loading");
  }
}

/** The end of the list may have stayed in sight: the observer tells only of what comes into it. */
export function fillWindow() {
  if (list.next && byId("more-games").getBoundingClientRect().top < innerHeight + AHEAD)
    requestAnimationFrame(loadMore);
}

new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && loadMore(), {
  rootMargin: `${AHEAD}px`,
}).observe(byId("more-games"));
