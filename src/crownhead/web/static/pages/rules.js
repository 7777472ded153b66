// The rules of a game in pictures: what every game of checkers has, and the options of this one.

import * as api from "../lib/api.js";
import { openDialog } from "../lib/dialogs.js";
import { byId, el } from "../lib/dom.js";
import { arrowShape, centre, SIZE, stillBoard, tinyBoard } from "../lib/picture.js";
import { plural, presetName } from "../lib/words.js";
import { matters, optionSentence } from "./rules-form.js";
import { duration } from "./setup-form.js";
import { words } from "./state.js";

/** Pieces by square, the move that is drawn, and squares to look at. @typedef {{ pieces: Record<number, string>, arrow: number[], marked?: number[] }} Picture */

const FORCED = { 15: "b", 18: "b", 23: "w" };
const TWO_JUMPS = { 10: "b", 14: "w", 22: "w" };
const TO_THE_FAR_ROW = { 21: "b", 25: "w", 26: "w" };
const KING_TAKEN = { pieces: { 18: "b", 23: "W" }, arrow: [18, 27] };

/** Every move here is Black's, and legal under its rule. @type {Record<string, Picture>} */
const PICTURES = {
  move: { pieces: { 18: "b" }, arrow: [18, 22], marked: [22, 23] },
  jump: { pieces: { 18: "b", 23: "w" }, arrow: [18, 27] },
  crown: { pieces: { 26: "b" }, arrow: [26, 31], marked: [31] },
  king: { pieces: { 18: "B" }, arrow: [18, 14], marked: [14, 15, 22, 23] },
  win: { pieces: { 19: "b", 20: "b", 28: "w" }, arrow: [20, 24], marked: [28] },
  "capture mandatory": { pieces: FORCED, arrow: [18, 27], marked: [18] },
  "capture optional": { pieces: FORCED, arrow: [15, 19], marked: [18] },
  "continuation mandatory": { pieces: TWO_JUMPS, arrow: [10, 17, 26] },
  "continuation optional": { pieces: TWO_JUMPS, arrow: [10, 17, 26], marked: [17, 26] },
  "continuation none": { pieces: TWO_JUMPS, arrow: [10, 17], marked: [17] },
  "regicide true": KING_TAKEN,
  "regicide false": KING_TAKEN,
  "crowning_ends_move true": { pieces: TO_THE_FAR_ROW, arrow: [21, 30], marked: [30] },
  "crowning_ends_move false": { pieces: TO_THE_FAR_ROW, arrow: [21, 30, 23], marked: [30] },
};

/** Where to begin so that `size` squares show all of them. */
const corner = (places, size) =>
  Math.max(0, Math.min(8 - size, Math.floor((Math.min(...places) + Math.max(...places) + 1 - size) / 2)));

/** The part of the board where it happens, Black at the bottom: its men go up. @param {Picture} picture */
function drawn({ pieces, arrow, marked = [] }) {
  const board = Array.from({ length: 32 }, (_, index) => pieces[index + 1] ?? ".").join("");
  const squares = [...Object.keys(pieces).map(Number), ...arrow, ...marked].map((square) => centre(square, true));
  const columns = squares.map(({ x }) => Math.floor(x / SIZE));
  const rows = squares.map(({ y }) => Math.floor(y / SIZE));
  const span = (places) => Math.max(...places) - Math.min(...places) + 1;
  const size = Math.max(4, span(columns), span(rows));
  const picture = stillBoard(board, { flipped: true, arrow: arrowShape(arrow, true), marked });
  picture.setAttribute("viewBox",
    [corner(columns, size), corner(rows, size), size, size].map((number) => number * SIZE).join(" "));
  return picture;
}

/** @param {SVGElement | null} picture */
const rule = (title, sentence, picture = null) =>
  el("li", { class: "rule" }, picture, el("div", {}, el("h3", {}, title), el("p", {}, sentence)));

/** @param {GameView["clock"]} clock */
function clockSentence({ kind, seconds, increment }) {
  const lose = "Run out of time and you lose.";
  const more = increment ? `, and ${increment} more ${increment === 1 ? "second" : "seconds"} for each move` : "";
  return {
    none: "There is no clock. Think as long as you like.",
    move: `You have ${plural(seconds, "second")} for each move. ${lose}`,
    game: `Each player has ${duration(seconds)} for the game${more}. ${lose}`,
  }[kind];
}

/** @param {GameView} game @param {OffersView} choices */
function ruleList(game, choices) {
  const { options } = game.rules;
  const valueOf = (name) => options[name];
  const told = (name) => {
    const option = choices.options.find((one) => one.name === name);
    if (!option || !matters(name, valueOf)) return null;
    const picture = PICTURES[`${name} ${options[name]}`];
    return rule(option.title, optionSentence(option, options[name]), picture ? drawn(picture) : null);
  };
  return el("ol", { class: "rule-list" },
    rule("The start", `${words.colour(game.start.turn)} moves first.`, tinyBoard(game.start.board, true)), // a position may say otherwise than the rules
    rule("Moving", "A man moves one square forward, diagonally, onto an empty dark square.", drawn(PICTURES.move)),
    rule("Jumping",
      "Jump over a piece of the other side to the empty square behind it. That piece is captured and leaves the board.",
      drawn(PICTURES.jump)), told("capture"), told("continuation"),
    rule("Crowning", "A man that reaches the far row becomes a king.", drawn(PICTURES.crown)),
    rule("Kings", "A king moves and jumps forward and backward, one square at a time.", drawn(PICTURES.king)),
    told("crowning_ends_move"), told("regicide"),
    rule("Winning", "You win when the other side has no pieces left, or cannot move.", drawn(PICTURES.win)),
    told("quiet_limit"), told("quiet_counts_men"), told("repetition_limit"), rule("Clock", clockSentence(game.clock)));
}

/** Show the rules of a game. @param {GameView} game @param {OffersView | null} offers */
export async function openRules(game, offers) {
  const choices = offers ?? await api.choices();
  const { name } = game.rules;
  const preset = choices.presets.find((one) => one.name === name);
  byId("rules-body").replaceChildren(
    el("p", { class: "rules-name" }, preset ? `${preset.title} rules` : presetName(null)),
    el("p", {}, preset?.sentence ?? "These rules were put together for this game."),
    ruleList(game, choices),
  );
  const dialog = openDialog("rules-dialog");
  dialog.scrollTop = 0;
}
