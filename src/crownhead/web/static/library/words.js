// What the page says about games of the library. Pure: it reads no page and no state.

import { nameOf } from "../explorer/parts.js";
import { gamesWords, many, plural } from "../lib/words.js";

/** What came back, and what was already there. @param {{ games: number, known: number }} back */
export function backWords({ games, known }) {
  const again = known ? ` ${many(known)} ${known === 1 ? "was" : "were"} already there.` : "";
  return games || known ? `${gamesWords(games)} brought back.${again}` : "Brought back.";
}

/** @param {LibraryGameView} game @param {Words} words */
export const playersOf = (game, words) => `${nameOf(game, "black")} v ${nameOf(game, "white")}`;

/** @param {LibraryGameView["result"]} result @param {Words} words */
export const resultWords = (result, words) => ({
  black: `${words.colour("black")} won`,
  white: `${words.colour("white")} won`,
  draw: "Draw",
  unknown: "No result",
  "both lost": "Both lost",
}[result]);

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "21 Mar 1954", as far as it is known. @param {LibraryGameView} game */
export const dateWords = ({ year, month, day }) => [day, month && MONTHS[month - 1], year].filter(Boolean).join(" ");

/** Where and when, and how the game began and how long it was. @param {LibraryGameView} game */
export function factsOf(game) {
  const where = game.event ?? game.site;
  const event = [where === String(game.year) ? "" : where, game.round && `round ${game.round}`].filter(Boolean).join(
    ", ",
  );
  const about = [game.opening, plural(game.moves, "move")].filter(Boolean).join(" · ");
  return { when: [dateWords(game), event].filter(Boolean).join(" · "), about };
}

/** Which moment of a game the small board shows. @param {HitView} hit @param {Words} words */
export function momentWords({ ply, position }, words) {
  if (ply === null) return "The final position";
  return `Move ${Math.floor(ply / 2) + 1}, ${words.colour(position.turn)} to move`;
}

/** Where a game is looked into, at the moment that was found. @param {HitView} hit */
export function addressOfGame({ game, ply }) {
  const which = game.game ? `game=${game.game}` : `library=${game.id}`;
  return `/analysis?${which}${ply === null ? "" : `&ply=${ply}`}#moves`;
}
