// What guests read instead of a start page: whom they play, with the way back.

import * as api from "../lib/api.js";
import { byId, el } from "../lib/dom.js";
import { other, wordsFor } from "../lib/words.js";

/** The game in which the players of a game go on by now, if it is still there. @returns {Promise<GameView | null>} */
async function latest(id) {
  const game = await api.game(id).catch(() => null);
  return (game?.next && await latest(game.next)) || game;
}

/** @param {GameView} game @param {PreferencesView} me */
function sentence(game, { preferences, visitor }) {
  const words = wordsFor(preferences.theme, visitor.id, visitor.host);
  const mine = words.mySide(game);
  if (!mine) return `You are watching ${words.players(game)}.`;
  return `You ${game.outcome ? "played" : "are playing"} against ${words.player(game, other(mine))}.`;
}

const linked = localStorage.getItem("linked"); // written when the link was opened
const game = linked && await latest(linked);
const me = game && await api.preferences().catch(() => null);
if (game && me) {
  document.documentElement.dataset.theme = me.preferences.theme; // the sides are called by it
  byId("title").textContent = sentence(game, me);
  const back = el("button", { class: "primary", "data-testid": "to-game" }, "Back to the game");
  back.onclick = async () => location.assign(`/game/${(await latest(game.id) ?? game).id}`); // they may have gone on meanwhile
  byId("text").replaceChildren(back);
}
