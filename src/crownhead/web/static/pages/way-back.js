// What guests read instead of a start page: whom they play, with the way back.

import * as api from "../lib/api.js";
import { byId, el } from "../lib/dom.js";
import { say } from "../lib/say.js";
import { mySide, other, playerName, playersOf } from "../lib/words.js";

/** The game in which the players of a game go on by now, if it is still there. @param {string} id @returns {Promise<GameView | null>} */
async function latest(id) {
  const game = await api.game(id).catch(() => null);
  return (game?.next && await latest(game.next)) || game;
}

/** @param {GameView} game @param {Visitor} me */
function sentence(game, me) {
  const mine = mySide(game, me);
  if (!mine) return say("start.guest-watches", { players: playersOf(game, me) });
  const player = playerName(game, other(mine), me);
  return game.outcome ? say("start.guest-played", { player }) : say("start.guest-plays", { player });
}

const linked = localStorage.getItem("linked"); // written when the link was opened
const game = linked && await latest(linked);
const me = game && await api.preferences().catch(() => null);
if (game && me) {
  document.documentElement.dataset.theme = String(me.preferences.theme); // the sides are called by it
  byId("title").textContent = sentence(game, me.visitor);
  const back = el("button", { class: "primary", "data-testid": "to-game" }, say("start.back-to-game"));
  back.onclick = async () => location.assign(`/game/${(await latest(game.id) ?? game).id}`); // they may have gone on meanwhile
  byId("text").replaceChildren(back);
}
