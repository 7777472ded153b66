// The rules of a game in pictures: what every game of checkers has, and the options of this one.

import { openDialog } from "../lib/dialogs.js";
import { byId, el } from "../lib/dom.js";
import { arrowShape, centre, SIZE, stillBoard, tinyBoard } from "../lib/picture.js";
import { say } from "../lib/say.js";
import * as words from "../lib/words.js";
import { offers } from "./game.js";
import { duration, matters, optionSentence } from "./setup-form.js";
import { game, isOpen } from "./state.js";

/** Pieces by square, the move that is drawn, and squares to look at. @typedef {{ pieces: Record<number, string>, arrow: number[], marked?: number[] }} Picture */

const FORCED = { 15: "b", 18: "b", 23: "w" };
const TWO_JUMPS = { 10: "b", 14: "w", 22: "w" };
const TO_THE_FAR_ROW = { 21: "b", 25: "w", 26: "w" };
const KING_TAKEN = { pieces: { 18: "b", 23: "W" }, arrow: [18, 27] };

/** Every move here is Black's, and legal under its rule. @type {Record<string, Picture>} */
const PICTURES = {
  moving: { pieces: { 18: "b" }, arrow: [18, 22], marked: [22, 23] },
  jumping: { pieces: { 18: "b", 23: "w" }, arrow: [18, 27] },
  crowning: { pieces: { 26: "b" }, arrow: [26, 31], marked: [31] },
  kings: { pieces: { 18: "B" }, arrow: [18, 14], marked: [14, 15, 22, 23] },
  winning: { pieces: { 19: "b", 20: "b", 28: "w" }, arrow: [20, 24], marked: [28] },
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

/** Where to begin so that `size` squares show all of them. @param {number[]} indices @param {number} size */
const corner = (indices, size) =>
  Math.max(0, Math.min(8 - size, Math.floor((Math.min(...indices) + Math.max(...indices) + 1 - size) / 2)));

/** The part of the board where it happens, Black at the bottom: its men go up. @param {Picture} picture */
function drawn({ pieces, arrow, marked = [] }) {
  const board = Array.from({ length: 32 }, (_, index) => pieces[index + 1] ?? ".").join("");
  const squares = [...Object.keys(pieces).map(Number), ...arrow, ...marked].map((square) => centre(square, true));
  const columns = squares.map(({ x }) => Math.floor(x / SIZE));
  const rows = squares.map(({ y }) => Math.floor(y / SIZE));
  const span = (/** @type {number[]} */ indices) => Math.max(...indices) - Math.min(...indices) + 1;
  const size = Math.max(4, span(columns), span(rows));
  const picture = stillBoard(board, { flipped: true, arrow: arrowShape(arrow, true), marked });
  picture.setAttribute("viewBox",
    [corner(columns, size), corner(rows, size), size, size].map((number) => number * SIZE).join(" "));
  return picture;
}

/** @param {string} title @param {string} text @param {SVGElement | null} picture */
const rule = (title, text, picture = null) =>
  el("li", { class: "rule" }, picture, el("div", {}, el("h3", {}, title), el("p", {}, text)));

/** What every game has. @param {"moving" | "jumping" | "crowning" | "kings" | "winning"} name */
const common = (name) => rule(say(`play.rules.${name}.title`), say(`play.rules.${name}`), drawn(PICTURES[name]));

/** @param {GameView["clock"]} clock */
function clockText({ kind, seconds, increment }) {
  if (kind === "none") return say("play.rules.no-clock");
  if (kind === "move") return say("rules.move_seconds.number.sentence", { count: seconds });
  const time = duration(seconds);
  const more = say("count.second", { count: increment });
  const each = increment ? say("clock.game-increment", { time, more }) : say("clock.game", { time });
  return `${each} ${say("setup.out-of-time")}`;
}

/** @param {OffersView} choices */
function ruleList(choices) {
  const { rules: { options }, start, clock } = game();
  const shown = choices.options.filter((option) => matters(option, (name) => options[name]));
  const told = (/** @type {OptionView["part"]} */ part) =>
    shown.filter((option) => option.part === part).map((option) => {
      const value = options[option.name];
      const picture = PICTURES[`${option.name} ${value}`];
      return rule(option.title, optionSentence(option, value), picture ? drawn(picture) : null);
    });
  const first = say("rules.first_to_move.sentence", { side: words.sideName(start.turn) }); // a position may say otherwise than the rules
  return el("ol", { class: "rule-list" }, rule(say("play.rules.start.title"), first, tinyBoard(start.board, true)),
    common("moving"), common("jumping"), common("crowning"), common("kings"), ...told("moves"), common("winning"),
    ...told("end"), rule(say("setup.clock"), clockText(clock)));
}

/** Show the rules of the game that is open. */
export async function openRules() {
  const { id, rules } = game();
  const choices = await offers();
  if (!choices || !isOpen(id)) return;
  const preset = choices.presets.find(({ name }) => name === rules.name);
  byId("rules-body").replaceChildren(
    el("p", { class: "rules-name" }, preset ? say("setup.summary.rules", { rules: preset.title }) : say("rules.house")),
    el("p", {}, preset?.sentence ?? say("play.rules.house")),
    ruleList(choices),
  );
  openDialog("rules-dialog").scrollTop = 0;
}
