// The score of a series of games: only the card at the end tells it.

import { other } from "./words.js";

/** The score of a series of games. @param {Words} words @param {GameView} game */
export function scoreWords(words, game) {
  const { match } = game;
  if (match.games < 2) return "";
  const half = (points) => `${Math.floor(points) || (points % 1 ? "" : "0")}${points % 1 ? "½" : ""}`;
  const bottom = words.mySide(game) ?? "black";
  const top = other(bottom);
  return `${words.player(game, bottom)} ${half(match[bottom])} – ${half(match[top])} ${words.player(game, top)}`;
}
