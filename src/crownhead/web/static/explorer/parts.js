// The parts of the explorer: a row for each move, your own score and the games. They read no state.

import { el } from "../lib/dom.js";
import { fixed, listed, say, sayNodes, shown } from "../lib/say.js";
import { other, sideName, wonDrawnLost } from "../lib/words.js";

const ROOM = 0.16; // of a bar, for a number to be read
const MOST_LISTED = 20; // players

// ---- how the server is asked

/** @param {string} board @param {string} man */
const squares = (board, man) =>
  [...board].flatMap((letter, index) =>
    letter.toLowerCase() === man ? [`${letter === man ? "" : "K"}${index + 1}`] : []
  ).join(",");

/** @param {{ board: string, turn: Side }} position */
export const fenOf = ({ board, turn }) =>
  `${turn === "black" ? "B" : "W"}:W${squares(board, "w")}:B${squares(board, "b")}`;

/** Rules other than the usual, as a search names them. @param {{ name: string | null, options: Record<string, any> }} rules @returns {{ rules?: string }} */
export function rulesText({ name, options }) {
  if (name === "english") return {};
  const given = Object.entries(options).filter(([, value]) => value !== null);
  const texts = new Map([[true, "on"], [false, "off"]]);
  return { rules: name ?? given.map(([option, value]) => `${option}=${texts.get(value) ?? value}`).join(" ") };
}

/** The page of the library with what a search finds. @param {Record<string, string>} search */
export const libraryAddress = (search) =>
  `/library?${
    Object.entries(search).map(([name, value]) =>
      `${name}=${encodeURIComponent(value).replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%20", "+")}`
    ).join("&")
  }`;

// ---- texts

/** @param {number} points */
const men = (points) => `${points > 0 ? "+" : points < 0 ? "−" : "±"}${fixed(Math.abs(points) / 100, 2)}`;

/** "12 games · Red won 5 · 3 draws · White won 4" @param {ResultCountsView} tally */
export function sayTally({ games, black, white, draws, both_lost: both }) {
  if (!games) return say("explorer.no-games");
  const rest = games - black - white - draws - both;
  return [
    say("count.game", { count: games }),
    ...black ? [say("explorer.won", { side: sideName("black"), number: black })] : [],
    ...draws ? [say("explorer.draws", { count: draws })] : [],
    ...white ? [say("explorer.won", { side: sideName("white"), number: white })] : [],
    ...both ? [say("explorer.both-lost", { number: both })] : [],
    ...rest ? [say("explorer.no-result", { number: rest })] : [],
  ].join(" · ");
}

/** The player of a side; one without a name is called by the side. @param {LibraryGameView} game @param {Side} side */
export function nameOf(game, side) {
  const isPerson = game.game && game[other(side)] !== null;
  return game[side] ?? (isPerson ? say("game.you") : sideName(side));
}

/** @param {ExploredMoveView["own"]} scores */
function summed(scores) {
  const sum = { won: 0, drawn: 0, lost: 0 };
  for (const { won, drawn, lost } of scores)
    Object.assign(sum, { won: sum.won + won, drawn: sum.drawn + drawn, lost: sum.lost + lost });
  return sum;
}

/** "12 games: 5 won, 3 drawn, 4 lost" @param {ExploredView["own"]} scores */
export function sayOwn(scores) {
  const sum = summed(scores);
  const count = sum.won + sum.drawn + sum.lost;
  return say("explorer.own", { games: { code: "count.game", values: { count } }, results: wonDrawnLost(sum) });
}

/** @param {number | null} first @param {number | null} last */
const years = (first, last) => (first === null ? "" : first === last ? String(first) : `${first}–${last}`);

/** How games ended, in the order of a bar. @param {ResultCountsView} tally @returns {[string, number][]} */
export const resultParts = (
  { games, black, white, draws },
) => [["black", black], ["draws", draws], ["white", white], ["unknown", games - black - draws - white]];

// ---- drawings

/** A bar of results; the text beside it says the same. @param {[string, number][]} parts @param {number} games */
export function bar(parts, games, most = games) {
  const node = el("span", { class: "result-bar", "aria-hidden": "true" });
  for (const [name, count] of parts) {
    if (!count) continue;
    const part = el("span", { class: `part ${name}` }, count / most > ROOM ? shown(count) : "");
    part.style.flexGrow = String(count);
    node.append(part);
  }
  node.style.width = `${Math.max((100 * games) / most, 3)}%`;
  return node;
}

/** What the book says of a move. @param {ExploredMoveView} one */
const sayBook = ({ points, best }) =>
  points === null
    ? ""
    : best
    ? say("explorer.book-best", { men: men(points) })
    : say("explorer.book-says", { men: men(points) });

/**
 * A move: how often it was played, with what results, when and by whom, and what the book says.
 * @param {ExploredMoveView} one
 * @param {{ turn: Side, isOwn: boolean, most: number, take: (move: MoveView) => unknown, point: (path: number[]) => void }} how
 */
export function moveRow(one, { turn, isOwn, most, take, point }) {
  const { move, tally: { games }, points, best } = one;
  const when = years(one.first_year, one.last_year);
  const who = isOwn ? [] : one.players.map(({ name }) => name ?? say("game.person"));
  const sum = summed(one.own);
  const label = [
    say("game.moved", { side: sideName(turn), move: move.notation }),
    games ? `${isOwn ? sayOwn(one.own) : sayTally(one.tally)}.` : "",
    games ? "" : say("explorer.not-played"),
    [when, who.length ? say("explorer.by", { players: listed(who, "and", MOST_LISTED) }) : "", sayBook(one)].filter(
      Boolean,
    ).join(say("list.comma")),
  ].filter(Boolean).join(" ");
  const show = () => point(move.path);
  const hide = () => point([]);
  return el("li", {},
    el("button", { class: "explored-move", "aria-label": label, title: label, "data-testid": `explore-${move.notation}`,
      "data-focus": move.notation, onclick: () => take(move), onpointerenter: show, onpointerleave: hide, onfocus: show,
      onblur: hide }, el("strong", { class: "explored-notation" }, move.notation), games
      ? bar(isOwn ? Object.entries(sum) : resultParts(one.tally), games, most)
      : el("span", { class: "unplayed" }, say("explorer.unplayed")),
      el("span", { class: "explored-count" }, games ? shown(games) : ""),
      el("span", { class: "explored-more" }, points === null
        ? null
        : el("span", { class: `book-value${best ? " best" : ""}` }, say("explorer.book", { men: men(points) })),
        [when, who.join(say("list.comma"))].filter(Boolean).join(" · "))));
}

/** One's own score by opponent and side. @param {ExploredView["own"]} scores */
export function ownPart(scores) {
  if (!scores.length) return null;
  const heads = [say("explorer.against"), say("explorer.column.won"), say("explorer.column.drawn"),
    say("explorer.column.lost")];
  return el("table", { class: "own-score" }, el("caption", {}, say("explorer.own-title")),
    el("thead", {}, el("tr", {}, ...heads.map((text) => el("th", { scope: "col" }, text)))),
    el("tbody", {},
      ...scores.map(({ name, colour, won, drawn, lost }) =>
        el("tr", {},
          el("th", { scope: "row" }, el("i", { class: `disc ${colour}` }),
            say("explorer.own-row", { opponent: name, side: sideName(colour) })), ...[won, drawn, lost].map((count) =>
            el("td", {}, shown(count))))
      )));
}

/** How a game ended. @param {LibraryGameView["result"]} result */
const sayResult = (result) =>
  result === "black" || result === "white"
    ? say("game.won", { player: sideName(result) })
    : result === "draw"
    ? say("game.drawn")
    : result === "both lost"
    ? say("outcome.reason.both-lost")
    : "";

/** Some of the games, and where all are. @param {SearchView} games @param {string} address */
export function gamesPart({ count, hits }, address) {
  if (!count) return null;
  const rows = hits.map(({ game, ply }) => {
    const which = game.game ? `game=${game.game}` : `library=${game.id}`;
    const name = (/** @type {Side} */ side) =>
      el("span", { class: game.result === side ? "winner" : "" }, nameOf(game, side));
    return el("li", {},
      el("a", { href: `/analysis?${which}&ply=${ply ?? 0}#explorer` },
        ...sayNodes("game.players", { black: name("black"), white: name("white") })),
      el("small", {}, [game.year, sayResult(game.result)].filter(Boolean).join(" · ")));
  });
  return el("div", { class: "explored-games" }, el("p", { class: "explored-title" }, say("explorer.games")),
    el("ul", {}, ...rows),
    el("a", { class: "all-games", href: address, "data-testid": "explorer-all" }, count > hits.length
      ? say("explorer.all", { games: { code: "count.game", values: { count } } })
      : say("explorer.open-all")));
}
