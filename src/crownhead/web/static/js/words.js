// What the page says in its own words. Sides are called by the theme's colours.

import { state } from "./state.js";

const COLOURS = {
  classic: { black: "Red", white: "White" },
  "red-black": { black: "Black", white: "Red" },
  wood: { black: "Dark", white: "Light" },
  "high-contrast": { black: "Black", white: "White" },
};

export const other = (side) => (side === "black" ? "white" : "black");

export const sideOf = (piece) => (piece === "." ? null : piece.toLowerCase() === "b" ? "black" : "white");

export const isKing = (piece) => piece === "B" || piece === "W";

export function colourName(side) {
  return COLOURS[state.preferences.theme][side];
}

/** A sentence of the server in the colours shown. */
export function translated(text) {
  return (text ?? "").replace(/\b(Black|White)\b/g, (word) => colourName(word.toLowerCase()));
}

export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** "5 minutes", or "15 seconds" where they are not whole. */
export const duration = (seconds) => (seconds % 60 ? plural(seconds, "second") : plural(seconds / 60, "minute"));

export const paceWords = (pace) => (pace ? `${Number(pace.toFixed(2))} s` : "full speed");

export function pieceName(piece) {
  return `${colourName(sideOf(piece)).toLowerCase()} ${isKing(piece) ? "king" : "man"}`;
}

/** "White jumps 22x15x8 and takes 2 pieces." */
export function moveSentence(move) {
  const who = colourName(move.side);
  const crowned = move.crowned ? " The man is crowned." : "";
  if (!move.captured.length) return `${who} moves ${move.path.join("-")}.${crowned}`;
  return `${who} jumps ${move.path.join("x")} and takes ${plural(move.captured.length, "piece")}.${crowned}`;
}

export function turnSentence(game) {
  const who = colourName(game.turn);
  if (game.to_move === "person" && mySide(game)) return `Your turn: you play ${who}`;
  return `${who} to move`;
}

/** Whether two computers play. */
export const isWatched = ({ players }) => players.black.kind === "computer" && players.white.kind === "computer";

export function mySide(game) {
  const { black, white } = game.players;
  if (black.kind === white.kind) return null;
  return black.kind === "person" ? "black" : "white";
}

export function playerName(game, side) {
  const player = game.players[side];
  if (player.kind !== "person") return player.name;
  return mySide(game) ? "You" : colourName(side);
}

export const playerNames = (game) => `${playerName(game, "black")} v ${playerName(game, "white")}`;

/** {title, reason} of a finished game: who won, and why. */
export function outcomeWords(game) {
  const { winner, sentence } = game.outcome;
  const [whole, reason] = translated(sentence).split(": ");
  const mine = mySide(game);
  const title = !winner || !mine ? whole : winner === mine ? "You won" : "You lost";
  return { title, reason: reason ? `${capital(reason)}.` : "" };
}

/** "You lost. Red resigned." */
export function outcomeSentence(game) {
  const { title, reason } = outcomeWords(game);
  return `${title}. ${reason}`.trim();
}

/** The number of a move: the two sides' moves are one. */
export const moveNumber = (game, ply) => Math.ceil((ply + (game.start_turn === game.first ? 0 : 1)) / 2);

/** Which moment of the record is looked at. */
export function browsingWords(game, ply) {
  if (!ply) return "Looking back: the start";
  const { notation } = game.moves[ply - 1];
  const number = moveNumber(game, ply);
  if (ply > game.ply) return `Looking ahead: move ${number}, ${notation}, was taken back`;
  return `Looking back: move ${number} of ${moveNumber(game, game.ply)}, ${notation}`;
}

export function listed(items) {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} or ${items.at(-1)}`;
}

export function ago(moment) {
  const minutes = Math.round((Date.now() - new Date(moment).getTime()) / 60000);
  if (!(minutes >= 1)) return "just now";
  if (minutes < 60) return `${plural(minutes, "minute")} ago`;
  if (minutes < 60 * 24) return `${plural(Math.round(minutes / 60), "hour")} ago`;
  return `${plural(Math.round(minutes / 60 / 24), "day")} ago`;
}

const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;

/** "single-jump" as people read it. */
export const presetName = (name) => (name ? capital(name.replace("-", " ")) : "House rules");
