// Searches as addresses, and texts about games. Pure: it reads neither the page nor its state.

import { libraryAddress, nameOf } from "../explorer/parts.js";
import { language, say } from "../lib/say.js";

/** The parameters of a search, as the page's address and the server name them, in the address's order. */
const NAMES =
  "collections player opponent colour result since until event opening ballot shortest longest comment rules "
  + "fen pattern turn material reversed own batch games sort descending";
/** Parameters whose fields are behind "More". */
const RARE = ["colour", "since", "until", "event", "ballot", "shortest", "longest", "material", "comment"];
const BASE = "/api/library";

/** Mail programs take these characters for the end of a sentence, not of an address. */
const AT_THE_END = /[.?!,:;'")\]]$/;
/** @param {string} letter */
const encodedEnd = (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;

/** @typedef {Record<string, string>} Search */

/** A search that has no empty parameters. @param {Record<string, string | undefined>} search @returns {Search} */
const tidy = (search) =>
  Object.fromEntries(NAMES.split(" ").flatMap((name) => {
    const value = search[name]?.trim();
    return value ? [[name, value]] : [];
  }));

/** A search with other values for some parameters; an empty value removes one. @param {Search} search @param {Record<string, string | undefined>} changes */
export const changed = (search, changes) => tidy({ ...search, ...changes });

/** The search that an address names. @param {string} text */
export function searchOf(text) {
  const { pattern = "", ...search } = Object.fromEntries(new URLSearchParams(text));
  return tidy({ ...search, pattern: pattern.replaceAll("-", "?").replaceAll("_", ".") });
}

/** A readable address. @param {Search} search */
export function addressOf(search) {
  const found = tidy({ ...search, pattern: search.pattern?.replaceAll("?", "-").replaceAll(".", "_") });
  if (!Object.keys(found).length) return "/library";
  return libraryAddress(found).replaceAll("%3F", "?").replace(AT_THE_END, encodedEnd);
}

/** Whether a search uses fields behind "More". @param {Search} search */
export const usesMore = (search) => RARE.some((name) => search[name]);

/** Whether a search has conditions, apart from its collections. @param {Search} search */
export const hasConditions = (search) =>
  Object.keys(search).some((name) => !["collections", "sort", "descending"].includes(name));

/** @param {Search} search */
export const collectionsOf = (search) => (search.collections ?? "").split(",").filter(Boolean);

/** Where a PDN file of games is. @param {Search} search */
export const pdnAddress = (search) => `${BASE}/pdn?${new URLSearchParams(search)}`;
/** @param {number} id */
export const gamePdnAddress = (id) => `${BASE}/games/${id}/pdn`;

/** Where a game opens, at the moment that was found. @param {HitView} hit */
export function addressOfGame({ game, ply }) {
  const which = game.game ? `game=${game.game}` : `library=${game.id}`;
  return `/analysis?${which}${ply === null ? "" : `&ply=${ply}`}#moves`;
}

/** Kinds of pieces in a count of material. */
export const KINDS = /** @type {const} */ (["b", "B", "w", "W"]);

/** "b3 B0-1" by kind. @param {string | undefined} material @returns {Record<string, string>} */
export function countsOf(material) {
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, ""]));
  for (const word of (material ?? "").split(/[\s,;+]+/)) if (word && word[0] in counts) counts[word[0]] = word.slice(1);
  return counts;
}

/** @param {Record<string, string>} counts */
export const materialOf = (counts) =>
  KINDS.filter((kind) => counts[kind]?.trim()).map((kind) => kind + counts[kind].replaceAll(/\s/g, "")).join(" ");

// ---- texts

/** A number of games, as a value of a message. @param {number} count */
export const games = (count) => ({ code: "count.game", values: { count } });

/** A side, as a value of a message. @param {string} name */
export const side = (name) => ({ code: `side.${name}` });

/** Sentences in a row, without empty ones. @param {...(string | false | 0 | null)} texts */
export const sentences = (...texts) => texts.filter(Boolean).join(" ");

/** How many games came back, and how many were there already. @param {{ games: number, known: number }} back */
export const backText = ({ games: count, known }) =>
  sentences(say("library.restored", { games: games(count) }), known && say("library.known", { count: known }));

/** @param {LibraryGameView} game */
export const playersOf = (game) => say("game.players", { black: nameOf(game, "black"), white: nameOf(game, "white") });

const RESULTS =
  /** @type {const} */ ({ draw: "game.drawn", unknown: "library.no-result", "both lost": "library.both-lost" });

/** @param {LibraryGameView["result"]} result */
export const resultText = (result) =>
  result === "black" || result === "white" ? say("game.won", { player: side(result) }) : say(RESULTS[result]);

/** "21 Mar 1954", as far as it is known. @param {Pick<LibraryGameView, "year" | "month" | "day">} game */
export function dateText({ year, month, day }) {
  if (!year) return "";
  const format = new Intl.DateTimeFormat(language, { year: "numeric", month: month ? "short" : undefined,
    day: month && day ? "numeric" : undefined, timeZone: "UTC" });
  return format.format(Date.UTC(year, (month ?? 1) - 1, day ?? 1));
}

/** Facts in a row, without those that are missing. @param {...(string | false | null)} texts */
export const facts = (...texts) => texts.filter(Boolean).join(" · ");

/** When and where a game was played. @param {LibraryGameView} game */
export function whenOf(game) {
  const where = game.event ?? game.site;
  return facts(dateText(game), where === String(game.year) ? "" : where,
    game.round && say("library.round", { round: game.round }));
}

/** How a game began, and how long it was. @param {LibraryGameView} game */
export const aboutOf = ({ opening, moves }) => facts(opening, say("count.move", { count: moves }));

/** Which moment of a game its small board shows. @param {HitView} hit */
export const momentText = ({ ply, position }) =>
  ply === null
    ? say("library.final-position")
    : say("library.moment", { number: Math.floor(ply / 2) + 1, side: side(position.turn) });

/** What an import has done. @param {ImportView} view */
export function importText({ added, duplicates, faulty, state, detail, collection }) {
  const isFailed = state === "failed";
  const end = isFailed
    ? say("library.import.failed", { why: detail ?? say("library.import.unknown") })
    : state !== "done" && state !== "waiting" && say(`library.import.${state}`);
  if (isFailed && !added) return end;
  return sentences(say("library.added", { games: games(added), collection }),
    duplicates && say("library.known", { count: duplicates }), faulty && say("library.faulty", { count: faulty }), end);
}

/** Where in a file a mistake is. @param {ImportView["faults"][number]} fault */
export const whereText = ({ game, line, column }) =>
  line && column
    ? say("library.fault.column", { game, line, column })
    : line
    ? say("library.fault.line", { game, line })
    : say("library.fault.game", { game });

/** The side that a letter stands for, as a message. @param {string} letter */
export const ownerOf = (letter) => side("bBx".includes(letter) ? "black" : "white");

/** What a letter of a sketch stands for, as a message. @param {string} letter */
export function sketchText(letter) {
  const values = { side: ownerOf(letter) };
  if (letter === ".") return { code: "library.sketch.empty" };
  if (letter === "?") return { code: "library.sketch.anything" };
  if (letter === "a") return { code: "library.sketch.any-piece" };
  if ("xo".includes(letter)) return { code: "library.sketch.any-of", values };
  return { code: letter === letter.toUpperCase() ? "piece.king" : "piece.man", values };
}
