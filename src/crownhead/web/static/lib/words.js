// What the page says about a game, made from codes and values. Pure: it reads no page and no state.

import { shown } from "./say.js";

export const COLOURS = {
  classic: { black: "Red", white: "White" },
  "red-black": { black: "Black", white: "Red" },
  wood: { black: "Dark", white: "Light" },
  slate: { black: "Black", white: "White" },
  sand: { black: "Red", white: "Cream" },
  "high-contrast": { black: "Black", white: "White" },
};

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "black" ? "white" : "black");

/** @returns {Side | null} */
export const sideOf = (piece) => (piece === "." ? null : piece.toLowerCase() === "b" ? "black" : "white");

export const isKing = (piece) => piece === "B" || piece === "W";

export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

export const listed = (items,
  last = "or") => (items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} ${last} ${items.at(-1)}`);

/** How many men and kings a side has on a board. @param {Side} side */
export function counted(board, side) {
  const own = [...board].filter((piece) => sideOf(piece) === side);
  const kings = own.filter(isKing).length;
  return { men: own.length - kings, kings, all: own.length };
}

/** "3 men and 2 kings", without what there is none of. @param {Side} side */
export function countWords(board, side) {
  const { men, kings } = counted(board, side);
  const parts = [men ? plural(men, "man", "men") : "", kings ? plural(kings, "king") : ""].filter(Boolean);
  return parts.join(", ") || "no pieces";
}

/** The number of a move: the two sides' moves are one. @param {Pick<GameView, "start" | "first">} game */
export const moveNumber = (game, ply) => Math.ceil((ply + (game.start.turn === game.first ? 0 : 1)) / 2);

export function ago(moment, now = Date.now()) {
  const minutes = Math.round((now - new Date(moment).getTime()) / 60000);
  if (!(minutes >= 1)) return "just now";
  if (minutes < 60) return `${plural(minutes, "minute")} ago`;
  if (minutes < 60 * 24) return `${plural(Math.round(minutes / 60), "hour")} ago`;
  const days = Math.round(minutes / 60 / 24);
  return days < 60 ? `${plural(days, "day")} ago` : new Date(moment).toLocaleDateString("en", { dateStyle: "medium" });
}

const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;

/** "single-jump" as people read it. */
export const presetName = (name) => (name ? capital(name.replace("-", " ")) : "House rules");

/** Whether two computers play. @param {Seated} game */
export const isWatched = ({ players }) => players.black.kind === "computer" && players.white.kind === "computer";

export const pieces = (count) => (count === 1 ? "a piece" : `${count} pieces`);

/** The words for a theme's colours and one browser: its public name, and whether the seats that nobody owns are its. */
export function wordsFor(theme, me, host = true) {
  const colours = COLOURS[theme] ?? COLOURS.classic;

  /** @param {Side} side */
  const colour = (side) => colours[side];

  /** The sides that this browser may move. @param {Seated} game @returns {Side[]} */
  const mySides = ({ players }) =>
    /** @type {Side[]} */ (["black", "white"]).filter(
      (side) => players[side].kind === "person" && (players[side].owner ?? (host ? me : null)) === me,
    );

  /** The side of the only person here, or null: both or none. @param {Seated} game */
  function mySide(game) {
    const mine = mySides(game);
    return mine.length === 1 ? mine[0] : null;
  }

  /** @param {Seated} game @param {Side} side @returns {string} */
  function player(game, side) {
    const { kind, name, owner } = game.players[side];
    if (kind === "computer") return name ?? colour(side);
    if (mySide(game) === side) return "You";
    return name ?? (owner === "invited" ? "Waiting for a friend" : colour(side));
  }

  /** @param {Seated} game */
  const players = (game) => `${player(game, "black")} v ${player(game, "white")}`;

  const piece = (letter) =>
    `${colour(/** @type {Side} */ (sideOf(letter))).toLowerCase()} ${isKing(letter) ? "king" : "man"}`;

  /** "White jumps 22x15x8 and takes 2 pieces." @param {RecordedMoveView} move */
  function moved({ side, path, captured, crowned, book }) {
    const more = (crowned ? " It becomes a king." : "") + (book ? " From the book." : "");
    if (!captured.length) return `${colour(side)} moves ${path.join("-")}.${more}`;
    return `${colour(side)} jumps ${path.join("x")} and takes ${pieces(captured.length)}.${more}`;
  }

  /** Whose turn it is at a moment. @param {GameView} game @param {Moment} moment */
  function turn(game, moment) {
    const side = moment.position.turn;
    const { kind, owner } = game.players[side];
    if (moment.past) return `${colour(side)} to move`;
    if (kind === "computer")
      return isWatched(game) && game.thinking?.side !== side
        ? `${colour(side)} to move`
        : `${player(game, side)} is thinking`;
    if (mySide(game) === side) return "Your turn";
    if (owner === "invited") return "Waiting for your friend to join";
    return mySides(game).length ? `${player(game, side)} to move` : `${colour(side)} to move`;
  }

  /** Why a game ended, as the player of a side is told. @param {OutcomeView} outcome @param {Side | null} mine */
  function reason({ winner, reason: code }, mine) {
    const lost = mine && winner === other(mine);
    const loser = lost
      ? "You"
      : mine && ["resignation", "time"].includes(code)
      ? "Your opponent"
      : winner && colour(other(winner));
    return {
      "no pieces": `${loser} ${lost ? "have" : "has"} no pieces left.`,
      "no moves": `${loser} cannot move.`,
      time: `${loser} ran out of time.`,
      resignation: `${loser} resigned.`,
      repetition: "The same position came up too often.",
      "quiet moves": "Too many moves without a capture.",
      agreement: "The players agreed on a draw.",
      "both lost": "Both sides lose.",
      recorded: "",
    }[code];
  }

  /** {title, reason} of a finished game. @param {Ended} game */
  function result(game) {
    const outcome = /** @type {OutcomeView} */ (game.outcome);
    const mine = mySide(game);
    const title = !outcome.winner
      ? (outcome.reason === "both lost" ? "Nobody won" : "Draw")
      : mine
      ? (outcome.winner === mine ? "You won" : "You lost")
      : `${player(game, outcome.winner)} won`;
    return { title, reason: reason(outcome, mine) };
  }

  /** @param {Ended} game */
  function ended(game) {
    const { title, reason: why } = result(game);
    return `${title}. ${why}`.trim();
  }

  /** Which moment of the record is looked at. @param {GameView} game */
  function browsing(game, ply) {
    if (!ply) return "The start of the game";
    const { notation, side } = game.record[ply - 1];
    const which = `${colour(side)}'s move ${moveNumber(game, ply)}`;
    if (ply > game.ply) return `${which}, ${notation}, was taken back`;
    const all = game.ply - (side === game.record[game.ply - 1].side ? 0 : 1); // the sides take turns
    return `${which} of ${moveNumber(game, all)}: ${notation}`;
  }

  /** How a game of a list stands. @param {GameSummaryView} game */
  function standing(game) {
    if (game.outcome) return result(game).reason || result(game).title;
    const side = game.position.turn;
    const waits = game.players[side].owner === "invited" ? "Waiting for your friend" : `${colour(side)} to move`;
    const whose = mySide(game) === side ? "Your turn" : waits;
    const began = game.ply % 2 ? other(side) : side;
    const later = began === game.rules.options.first_to_move ? 0 : 1; // the second player's move is the first of the list
    return game.ply ? `${whose}, move ${Math.floor((game.ply + later) / 2) + 1}` : "Not started yet";
  }

  return {
    colour,
    mySides,
    mySide,
    player,
    players,
    piece,
    moved,
    turn,
    result,
    ended,
    browsing,
    standing,
    mustCapture: (
      count,
    ) => (count > 1 ? "You have to capture. Choose a marked piece." : "You have to capture with the marked piece."),
    keepJumping: (ends, stop) => `Keep jumping to ${listed(ends)}${stop ? ", or stop here" : ""}.`,
    selected: (square, ends) => `Square ${square} selected. It can go to ${listed(ends)}.`,
    hasMoved: (/** @type {Side} */ side) => `${colour(side)} has moved.`,
  };
}

const NUMBER = new Intl.NumberFormat("en");

/** "1,024" */
export const many = (count) => NUMBER.format(count);

/** "1,024 games" */
export const gamesWords = (count) => `${many(count)} ${count === 1 ? "game" : "games"}`;

/** "12 won, 3 drawn, 5 lost" @param {TallyView} tally */
export const wonDrawnLost = ({ won, drawn, lost }) => `${won} won, ${drawn} drawn, ${lost} lost`;

/** The score of a series of games. @param {Words} words @param {GameView} game */
export function scoreWords(words, game) {
  const { match } = game;
  if (match.games < 2) return "";
  const half = (points) => `${Math.floor(points) || (points % 1 ? "" : "0")}${points % 1 ? "½" : ""}`;
  const bottom = words.mySide(game) ?? "black";
  const top = other(bottom);
  return `${words.player(game, bottom)} ${half(match[bottom])} – ${half(match[top])} ${words.player(game, top)}`;
}

/** A line of play that can be read: to the end of an exchange. */
function shortened(line, most = 6) {
  let end = most;
  while (line[end]?.includes("x")) end += 1;
  return line.slice(0, end).join(" ");
}

/** What a move does. @param {HintView["reason"]} reason */
export const hintReason = ({ code, count, lost, moves }) => ({
  only: "is the only move",
  "wins-now": "wins at once",
  winning: "keeps the win",
  draws: "keeps the draw",
  "wins-in": `wins in ${plural(count, "move")}`,
  "loses-in": `holds out longest, for ${plural(count, "move")}`,
  "wins-pieces": `wins ${pieces(count)}`,
  exchanges: `trades ${
    count === lost
      ? (count === 1 ? "one piece for another" : `${count} pieces for ${lost}`)
      : `${pieces(count)} for ${lost}`
  }`,
  captures: `captures ${pieces(count)}`,
  crowns: "makes a king",
  threatens: `threatens ${moves.join(" ")}`,
  better: "keeps the lead",
  even: "keeps the game even",
  worse: "is the best there is",
}[code]);

const TO_A_PLAYER = { only: "is your only move", better: "keeps you ahead", worse: "is the best you can do here" };

/** A suggested move and why; the line where the reason does not show it. @param {HintView} hint */
export function hintWords({ notation, reason, line }) {
  const { code, moves } = reason;
  const does = /** @type {Record<string, string>} */ (TO_A_PLAYER)[code] ?? hintReason(reason);
  const told = code === "only" || code === "wins-now" || code === "threatens" || line.length < 2;
  const rest = code === "wins-pieces" && moves.length > 1 ? moves : line;
  return `Try ${notation}: it ${does}.${told ? "" : ` Then perhaps ${shortened(rest.slice(1), 5)}.`}`;
}

const MOST_NAMED = 6; // moves in a sentence

const choice = (
  moves,
) => (moves.length > MOST_NAMED
  ? `${moves.slice(0, MOST_NAMED).join(", ")} or ${moves.length - MOST_NAMED} others`
  : listed(moves));

/** @param {Words} words */
export function refusalsFor({ colour }) {
  /** Why a move cannot be played. @param {RefusalView} refusal */
  function refusal({ code, square, to, moves, side, tried }) {
    const can = `The piece on ${square} ${moves.length ? `can play ${choice(moves)}` : "cannot move"}.`;
    const owner = side ? colour(side) : "";
    const mover = side ? colour(other(side)) : "";
    return {
      "no-piece": `There is no piece on ${square}.`,
      "not-yours": `The piece on ${square} is ${owner}'s, and it is ${mover}'s turn.`,
      "goes-on": `You have to keep jumping: ${choice(moves)}.`,
      "ends-sooner": `${tried} goes too far. You can play ${choice(moves)}.`,
      "must-capture": `You have to capture: ${choice(moves)}.`,
      occupied: `${to} is taken. ${can}`,
      backwards: `A man cannot move backwards. ${can}`,
      "nothing-to-jump": `You cannot jump from ${square} to ${to}. ${can}`,
      cannot: `It cannot go there. ${can}`,
      blocked: `The piece on ${square} is blocked.`,
    }[code];
  }

  /** Why a piece that was chosen cannot move. @param {GameView} game */
  function stuck(game, square) {
    const { legal, why_not } = game.choices;
    const code = why_not[square] ?? "blocked";
    return refusal({ code, square, to: null, tried: "", side: null, moves: legal.map(({ notation }) => notation) });
  }

  return {
    refusal,
    stuck,
    ways: (square, next) => `There are two ways to ${square}. First choose ${listed(next)}.`,
    cannotReach: (from, to, ends) => `The piece on ${from} cannot go to ${to}. It can go to ${listed(ends)}.`,
    theirs: (/** @type {Side} */ side) => `That piece is ${colour(side)}'s. It is ${colour(other(side))}'s turn.`,
  };
}

/** Something that everybody at the board should know. @param {Words} words @param {GameView} game @param {NoteView} message */
export function messageWords(words, game, { code, side, why, detail }) {
  const mine = side && words.mySide(game) === side;
  const who = side ? words.player(game, side) : "";
  if (code === "stalled") return "Paused: neither side is getting anywhere.";
  if (code === "cannot-move")
    return `${who} could not move because of an error (${shown(detail)}). Choose another opponent.`;
  if (code === "seat-taken") return `${mine ? "You have" : `${who} has`} joined the game.`;
  if (code === "seats-freed")
    return words.mySides(game).length
      ? "You play both sides here again."
      : "You are watching now. Ask for a new link to play.";
  if (code === "undo-declined") return mine ? "You said no. The game goes on." : `${who} said no. The game goes on.`;
  if (mine) return "You declined the draw.";
  const because = { winning: ": it thinks it is winning", better: ": it likes its position",
    early: ": it is too early, and there is still a lot to play for" };
  return `${who} says no to a draw${why ? because[why] : ""}.`;
}
