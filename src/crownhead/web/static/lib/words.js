// What the page says about a game, made from its view and the visitor. Pure: it reads neither the page nor its state.

import { language, say, sentence, shown } from "./say.js";

/** @type {Side[]} */
export const SIDES = ["black", "white"];

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "black" ? "white" : "black");

/** The side of a piece's letter. @param {string} piece @returns {Side | null} */
export const sideOf = (piece) => (piece === "." ? null : piece.toLowerCase() === "b" ? "black" : "white");

/** @param {string} piece */
export const isKing = (piece) => piece === "B" || piece === "W";

/** A side's name in this theme. @param {Side} side */
export const sideName = (side) => say(`side.${side}`);

/** A side's name as a value of a message. @param {Side} side */
const named = (side) => ({ code: `side.${side}` });

/** Names of moves or squares as a value of a message. @param {unknown[]} things @param {number} [most] */
const anyOf = (things, most) => ({ things, most });

/** How many men and kings a side has on a board. @param {string} board @param {Side} side */
export function counted(board, side) {
  const own = [...board].filter((piece) => sideOf(piece) === side);
  const kings = own.filter(isKing).length;
  return { men: own.length - kings, kings, all: own.length };
}

/** "3 men, 2 kings", without zeros. @param {string} board @param {Side} side */
export function countWords(board, side) {
  const { men, kings } = counted(board, side);
  const parts = [men && say("count.man", { count: men }), kings && say("count.king", { count: kings })];
  return parts.filter(Boolean).join(say("list.comma")) || say("game.no-pieces");
}

/** The number of a move; a move of each side counts as one. @param {Pick<GameView, "start" | "first">} game @param {number} ply */
export const moveNumber = (game, ply) => Math.ceil((ply + (game.start.turn === game.first ? 0 : 1)) / 2);

const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
const dates = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
const MINUTE_MS = 60000;
const OLD_DAYS = 60;

/** When something happened: "2 hours ago", or the date. @param {string} moment */
export function ago(moment, now = Date.now()) {
  const minutes = Math.max(0, Math.round((now - Date.parse(moment)) / MINUTE_MS)) || 0;
  if (minutes < 1) return relative.format(0, "second");
  if (minutes < 60) return relative.format(-minutes, "minute");
  if (minutes < 60 * 24) return relative.format(-Math.round(minutes / 60), "hour");
  const days = Math.round(minutes / 60 / 24);
  return days < OLD_DAYS ? relative.format(-days, "day") : dates.format(new Date(moment));
}

/** The title of a rule set. @param {string | null} name null for house rules */
export const presetName = (name) => say(/** @type {any} */ (name ? `rules.preset.${name}.title` : "rules.house"));

/** Whether two computers play. @param {Seated} game */
export const isWatched = ({ players }) => players.black.kind === "computer" && players.white.kind === "computer";

/** The sides that a visitor may move; a host has the seats that nobody owns. @param {Seated} game @param {Visitor} me */
export const mySides = ({ players }, me) =>
  SIDES.filter((side) => {
    const { kind, owner, invited } = players[side];
    return kind === "person" && !invited && (owner ?? (me.host ? me.id : null)) === me.id;
  });

/** The side of a visitor who has exactly one, or null. @param {Seated} game @param {Visitor} me */
export function mySide(game, me) {
  const mine = mySides(game, me);
  return mine.length === 1 ? mine[0] : null;
}

/** What a player is called. @param {Seated} game @param {Side} side @param {Visitor} me @returns {string} */
export function playerName(game, side, me) {
  const { kind, name, invited } = game.players[side];
  if (kind === "person" && mySide(game, me) === side) return say("game.you");
  return name ?? (invited ? say("game.friend") : sideName(side));
}

/** "You v Sprout" @param {Seated} game @param {Visitor} me */
export const playersOf = (game, me) =>
  say("game.players", { black: playerName(game, "black", me), white: playerName(game, "white", me) });

/** @param {string} letter */
export const pieceName = (letter) =>
  say(isKing(letter) ? "piece.king" : "piece.man", { side: named(/** @type {Side} */ (sideOf(letter))) });

/** "White plays 22x15x8 and takes 18 and 11." @param {Pick<RecordedMoveView, "side" | "path" | "captured" | "crowned"> & { book?: boolean }} move */
export function moved({ side, path, captured, crowned, book }) {
  const squares = { things: captured, last: "and" };
  return [
    captured.length
      ? say("game.captured", { side: named(side), move: path.join("x"), squares })
      : say("game.moved", { side: named(side), move: path.join("-") }),
    crowned && say("game.crowned"),
    book && say("game.from-book"),
  ].filter(Boolean).join(" ");
}

/** @param {GameView} game @param {Side} side @param {Visitor} me */
const toMove = (game, side, me) =>
  say("game.to-move", { player: mySides(game, me).length ? playerName(game, side, me) : named(side) });

/** Whose turn it is at a moment. @param {GameView} game @param {Moment} moment @param {Visitor} me */
export function turnWords(game, moment, me) {
  const side = moment.position.turn;
  const { kind, invited } = game.players[side];
  const waits = kind === "computer" && isWatched(game) && game.thinking?.side !== side;
  if (moment.past || waits) return say("game.to-move", { player: named(side) });
  if (kind === "computer") return say("game.thinking", { player: playerName(game, side, me) });
  if (mySide(game, me) === side) return say("game.your-turn");
  return invited ? say("game.waiting-for-friend") : toMove(game, side, me);
}

/** Why a game ended, for the player of a side. @param {OutcomeView} outcome @param {Side | null} mine */
function reasonOf({ winner, reason }, mine) {
  if (reason === "recorded") return "";
  const lost = mine && winner === other(mine);
  const rival = mine && ["resignation", "time"].includes(reason);
  const loser = winner && (rival ? { code: "game.your-opponent" } : named(other(winner)));
  const code = `outcome.reason.${reason.replace(" ", "-")}${lost ? ".you" : ""}`;
  return sentence({ code, values: lost ? {} : { loser } });
}

/** The title and the reason of a finished game. @param {Ended} game @param {Visitor} me */
export function result(game, me) {
  const outcome = /** @type {OutcomeView} */ (game.outcome);
  const { winner, reason } = outcome;
  const mine = mySide(game, me);
  const title = !winner
    ? say(reason === "both lost" ? "game.nobody-won" : "game.drawn")
    : mine
    ? say(winner === mine ? "game.you-won" : "game.you-lost")
    : say("game.won", { player: playerName(game, winner, me) });
  return { title, reason: reasonOf(outcome, mine) };
}

/** The title and the reason as sentences. @param {Ended} game @param {Visitor} me */
export function ended(game, me) {
  const { title, reason } = result(game, me);
  return `${sentence(title)} ${reason}`.trim();
}

/** Which moment of the record is shown. @param {GameView} game @param {number} ply */
export function browsing(game, ply) {
  if (!ply) return say("play.browsing.start");
  const { notation: move, side } = game.record[ply - 1];
  const values = { side: named(side), number: moveNumber(game, ply), move };
  if (ply > game.ply) return say("play.browsing.undone", values);
  const all = game.ply - (side === game.record[game.ply - 1].side ? 0 : 1); // the sides take turns
  return say("play.browsing.move", { ...values, all: moveNumber(game, all) });
}

/** How a game of a list stands. @param {GameSummaryView} game @param {Visitor} me */
export function standing(game, me) {
  if (game.outcome) return result(game, me).reason || result(game, me).title;
  if (!game.ply) return say("start.not-started");
  const side = game.position.turn;
  const turn = mySide(game, me) === side
    ? say("game.your-turn")
    : game.players[side].invited
    ? say("game.waiting-for-friend")
    : say("game.to-move", { player: named(side) });
  const began = game.ply % 2 ? other(side) : side;
  const later = began === game.rules.options.first_to_move ? 0 : 1; // the second player's move is the first of the list
  return say("start.standing", { turn, number: Math.floor((game.ply + later) / 2) + 1 });
}

/** The score of a series of games, one's own first. @param {GameView} game @param {Visitor} me */
export function score(game, me) {
  const { match } = game;
  if (match.games < 2) return "";
  const half = (/** @type {number} */ points) =>
    `${Math.floor(points) || (points % 1 ? "" : "0")}${points % 1 ? "½" : ""}`;
  const one = mySide(game, me) ?? "black";
  return say("play.score", { one: playerName(game, one, me), points: half(match[one]), others: half(match[other(one)]),
    other: playerName(game, other(one), me) });
}

/** "12 won, 3 drawn, 5 lost" @param {TallyView} tally */
export const wonDrawnLost = ({ won, drawn, lost }) => say("count.won-drawn-lost", { won, drawn, lost });

const MOST_SHOWN = 5; // moves of a line, and the rest of an exchange

/** A suggested move and why; the line where the reason does not show it. @param {HintView} hint */
export function hintWords({ notation: move, reason, line }) {
  const { code, moves, message: does } = reason;
  const rest = (code === "wins-pieces" && moves.length > 1 ? moves : line).slice(1);
  if (["only", "wins-now", "threatens"].includes(code) || !rest.length) return say("hint.try", { move, does });
  let end = MOST_SHOWN;
  while (rest[end]?.includes("x")) end += 1;
  return say("hint.try-shown", { move, does, line: rest.slice(0, end).join(" ") });
}

/** Why a piece that was chosen cannot move. @param {Pick<GameView, "choices">} game @param {number} square */
export function stuck(game, square) {
  const { legal, why_not } = game.choices;
  if (why_not[square] !== "must-capture") return sentence({ code: "refusal.blocked", values: { square } });
  return sentence({ code: "refusal.must-capture", values: { moves: anyOf(legal.map(({ notation }) => notation)) } });
}

/** Several captures lead to a square. @param {number} square @param {number[]} next */
export const ways = (square, next) => say("play.ways", { square, next: anyOf(next) });

/** @param {number} from @param {number} to @param {number[]} ends */
export const cannotReach = (from, to, ends) => say("play.cannot-reach", { from, to, ends: anyOf(ends) });

/** A piece is the other side's. @param {Side} side @param {number} square */
export const notYours = (side, square) =>
  sentence({ code: "refusal.not-yours", values: { square, owner: named(side), mover: named(other(side)) } });

/** What everybody at the board should know. @param {GameView} game @param {NoteView} note @param {Visitor} me */
export function noteWords(game, { code, side, why, detail }, me) {
  const mine = side && mySide(game, me) === side;
  const watching = code === "seats-freed" && !mySides(game, me).length;
  const more = watching ? ".watching" : mine ? ".you" : why ? `.${why}` : "";
  return shown({ code: `message.${code}${more}`,
    values: { player: side && playerName(game, side, me), error: detail } });
}
