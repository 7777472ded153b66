// The parts of the explorer: a row for each move, one's own score, and the games.

import { el } from "../lib/dom.js";
import { gamesWords, listed, many, other, wonDrawnLost } from "../lib/words.js";

const men = (points) => `${points > 0 ? "+" : points < 0 ? "−" : "±"}${(Math.abs(points) / 100).toFixed(2)}`;
const ROOM = 0.16; // of a bar, for a number to be read

/** @param {ResultCountsView} tally @param {Words} words */
export function tallyWords({ games, black, white, draws, both_lost: both }, words) {
  if (!games) return "no games";
  const rest = games - black - white - draws - both;
  const parts = [black && `${words.colour("black")} won ${many(black)}`,
    draws && `${many(draws)} ${draws === 1 ? "draw" : "draws"}`, white && `${words.colour("white")} won ${many(white)}`,
    both && `${many(both)} both lost`, rest && `${many(rest)} without a result`];
  return [gamesWords(games), ...parts.filter(Boolean)].join(" · ");
}

/** In counts, everybody who played here without a name. */
export const NAMELESS = "Person";

/** Who had a side; somebody whose name is not known is called by the colour. @param {LibraryGameView} game @param {Side} side @param {Words} words */
export function nameOf(game, side, words) {
  const alone = game.game && game[other(side)] !== null;
  return game[side] ?? (alone ? "You" : words.colour(side));
}

/** One's own score, in words. @param {ExploredView["own"]} scores */
export const ownWords = (scores) =>
  `${gamesWords(Object.values(summed(scores)).reduce((sum, count) => sum + count, 0))}: ${
    wonDrawnLost(summed(scores))
  }`;

/** @param {ExploredMoveView["own"]} scores */
function summed(scores) {
  const sum = { won: 0, drawn: 0, lost: 0 };
  for (const { won, drawn, lost } of scores)
    Object.assign(sum, { won: sum.won + won, drawn: sum.drawn + drawn, lost: sum.lost + lost });
  return sum;
}

/** How games ended, in the order of a bar. @param {ResultCountsView} tally @returns {[string, number][]} */
export const resultParts = (
  { games, black, white, draws },
) => [["black", black], ["draws", draws], ["white", white], ["unknown", games - black - draws - white]];

/** A bar of results, as long as there are games; whoever cannot see it reads the numbers. @param {[string, number][]} parts */
export function bar(parts, games, most = games) {
  const node = el("span", { class: "result-bar", "aria-hidden": "true" });
  for (const [name, count] of parts) {
    if (!count) continue;
    const part = el("span", { class: `part ${name}` }, count / most > ROOM ? many(count) : "");
    part.style.flexGrow = String(count);
    node.append(part);
  }
  node.style.width = `${Math.max((100 * games) / most, 3)}%`;
  return node;
}

/** @param {number | null} first @param {number | null} last */
const yearsOf = (first, last) => (first === null ? "" : first === last ? String(first) : `${first}–${last}`);

/**
 * A move: how often it was played, with what results, when and by whom, and what the book says.
 * @param {ExploredMoveView} one
 * @param {{ words: Words, turn: Side, isOwn: boolean, most: number, take: (move: MoveView) => unknown, point: (path: number[]) => void }} how
 */
export function moveRow(one, { words, turn, isOwn, most, take, point }) {
  const { move, tally, players } = one;
  const years = yearsOf(one.first_year, one.last_year);
  const who = players.map(({ name }) => name ?? NAMELESS);
  const book = one.points === null ? "" : `Book ${men(one.points)}`;
  const sum = summed(one.own);
  const results = isOwn ? wonDrawnLost(sum) : tallyWords(tally, words);
  /** @type {[string, number][]} */
  const parts = isOwn ? [["won", sum.won], ["drawn", sum.drawn], ["lost", sum.lost]] : resultParts(tally);
  const label = [`${words.colour(turn)} ${move.notation}`,
    tally.games ? (isOwn ? `${gamesWords(tally.games)}: ${results}` : results) : "not played", years,
    who.length && !isOwn ? `by ${listed(who, "and")}` : "",
    book && `${book.replace("Book", "the book says")}${one.best ? ", its best" : ""}`].filter(Boolean).join(", ");
  const show = () => point(move.path);
  const hide = () => point([]);
  return el("li", {},
    el("button", { type: "button", class: "explored-move", "aria-label": label, title: label,
      "data-testid": `explore-${move.notation}`, onclick: () => take(move), onpointerenter: show, onpointerleave: hide,
      onfocus: show, onblur: hide }, el("strong", { class: "explored-notation" }, move.notation),
      tally.games ? bar(parts, tally.games, most) : el("span", { class: "unplayed" }, "Not played"),
      el("span", { class: "explored-count" }, tally.games ? many(tally.games) : ""),
      el("span", { class: "explored-more" },
        book ? el("span", { class: `book-value${one.best ? " best" : ""}` }, book) : null,
        [years, isOwn ? "" : who.join(", ")].filter(Boolean).join(" · "))));
}

/** One's own score by opponent and colour. @param {ExploredView["own"]} scores @param {Words} words */
export function ownPart(scores, words) {
  if (!scores.length) return null;
  const row = (one) =>
    el("tr", {},
      el("th", { scope: "row" }, el("i", { class: `disc ${one.colour}` }),
        `${one.name}, you had ${words.colour(one.colour)}`), ...[one.won, one.drawn, one.lost].map((count) =>
        el("td", {}, String(count))));
  return el("table", { class: "own-score" }, el("caption", {}, "Your score from here"),
    el("thead", {},
      el("tr", {}, ...["Against", "Won", "Drawn", "Lost"].map((text) => el("th", { scope: "col" }, text)))),
    el("tbody", {}, ...scores.map(row)));
}

/** Some of the games, and where all are. @param {SearchView} games @param {Words} words */
export function gamesPart({ count, hits }, address, words) {
  if (!count) return null;
  /** @param {HitView} hit */
  const row = ({ game, ply }) => {
    const which = game.game ? `game=${game.game}` : `library=${game.id}`;
    const name = (/** @type {Side} */ side) =>
      el("span", { class: game.result === side ? "winner" : "" }, nameOf(game, side, words));
    const result =
      { black: `${words.colour("black")} won`, white: `${words.colour("white")} won`, draw: "draw", unknown: "",
        "both lost": "both lost" }[game.result];
    return el("li", {},
      el("a", { href: `/analysis?${which}&ply=${ply ?? 0}#explorer` }, name("black"), " v ", name("white")),
      el("small", {}, [game.year, result].filter(Boolean).join(", ")));
  };
  return el("div", { class: "explored-games" }, el("p", { class: "explored-title" }, "Games with this position"),
    el("ul", {}, ...hits.map(row)),
    el("a", { class: "all-games", href: address, "data-testid": "explorer-all" },
      count > hits.length ? `All ${gamesWords(count)} in the library` : "Open them in the library"));
}
