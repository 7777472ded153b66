// What the analysis page says, from codes and values. Pure: it reads neither the page nor its state.

import { fixed, language, say, sentence } from "../lib/say.js";
import { other, sideName } from "../lib/words.js";

const EVEN = 5; // hundredths of a man below which nobody is ahead
const compact = new Intl.NumberFormat(language, { notation: "compact", compactDisplay: "long" });

/** The marks of moves: the key of what each means, and its class. */
export const MARKS =
  /** @type {const} */ ({ "!!": ["brilliant", "good"], "!": ["good", "good"], "!?": ["interesting", "good"],
    "?!": ["inaccuracy", "doubt"], "?": ["mistake", "bad"], "??": ["blunder", "worst"] });

/** @param {string} mark */
const knownMark = (mark) => MARKS[/** @type {keyof typeof MARKS} */ (mark)];

/** The class of a mark. @param {string} [mark] */
export const lookOf = (mark = "") => knownMark(mark)?.[1] ?? "none";

/** "Blunder" @param {string} mark */
export const sayMark = (mark) => (knownMark(mark) ? say(`mark.${knownMark(mark)[0]}`) : "");

/** @param {number} chance */
export const percent = (chance) => say("number.percent", { number: Math.round(chance * 100) });

/** "0.35" @param {number} points */
export const men = (points) => fixed(Math.abs(points) / 100, 2);

/** Plies as moves of both sides. @param {number} plies */
const moves = (plies) => ({ code: "count.move", values: { count: Math.ceil(plies / 2) } });

/** The side that is ahead, if any. @param {Pick<Line, "points" | "winner">} line @returns {Side | null} */
export const ahead = ({ points, winner }) =>
  winner ?? (Math.abs(points) < EVEN ? null : points > 0 ? "black" : "white");

/** "Red wins in 5 moves", "Red +0.35", "Even". @param {Pick<Line, "points" | "plies" | "winner">} line */
export function sayStanding({ points, plies, winner }) {
  const better = ahead({ points, winner });
  if (!better) return sentence({ code: "review.standing.even" }, "");
  const side = sideName(better);
  if (!winner) return say("review.standing.ahead", { side, men: `+${men(points)}` });
  return plies ? say("review.standing.wins-in", { side, moves: moves(plies) }) : say("review.standing.wins", { side });
}

/** What the endgame tables say. @param {NonNullable<NodeDetailsView["tables"]>} tables @param {Side} turn */
export function sayTables({ outcome, plies }, turn) {
  if (outcome === "draw") return sentence({ code: "review.draw.tables" }, "");
  const side = sideName(outcome === "win" ? turn : other(turn));
  return plies ? say("analysis.tables.wins-in", { side, moves: moves(plies) }) : say("analysis.tables.wins", { side });
}

/** The end of the game in a position without moves. @param {PositionView} position */
export function sayEnd({ turn, board }) {
  const code = board.toLowerCase().includes(turn[0]) ? "no-moves" : "no-pieces";
  return say("outcome.win", { winner: sideName(other(turn)),
    reason: { code: `outcome.reason.${code}`, values: { loser: sideName(turn) } } });
}

/** How many positions a second. @param {number} speed */
export const saySpeed = (speed) => say("analysis.engine.speed", { speed: compact.format(speed) });

/** "Red plays 11-15." @param {Pick<Step, "side" | "notation">} step */
export const sayMove = ({ side, notation }) => say("game.moved", { side: sideName(side), move: notation });

/** The best line for the ear. @param {Line} line @param {Side | null} threatens whose turn it is taken to be */
export function sayLine(line, threatens) {
  const best = { moves: line.steps.slice(0, 5).map(({ notation }) => notation).join(say("list.comma")),
    standing: sayStanding(line) };
  return threatens
    ? say("analysis.spoken.threat", { side: sideName(threatens), ...best })
    : say("analysis.spoken.best", best);
}

/** Who is ahead, by how much. @param {number} points @param {number} chance Black's */
export function sayAhead(points, chance) {
  const side = ahead({ points, winner: null });
  if (!side) return say("analysis.explain.even", { chance: percent(0.5) });
  return say("analysis.explain.ahead", { side: sideName(side), men: men(points),
    chance: percent(Math.max(chance, 1 - chance)) });
}

/** The side with the better chance, and that chance. @param {number} chance Black's */
export const sayChance = (chance) =>
  say("analysis.chance", { side: sideName(chance >= 0.5 ? "black" : "white"),
    chance: percent(Math.max(chance, 1 - chance)) });

/** The accuracies of a review that is done. @param {ReviewView} review */
export const sayDone = ({ accuracy }) =>
  say("review.done", { black: sideName("black"), black_accuracy: percent((accuracy.black ?? 0) / 100),
    white: sideName("white"), white_accuracy: percent((accuracy.white ?? 0) / 100) });

/** What a point of the graph shows. @param {ReviewedMoveView | null} move @param {number | null} chance */
export function sayPoint(move, chance) {
  const parts = [move ? sayMove(move) : say("analysis.at-start"),
    chance === null ? say("review.not-reached") : `${sayChance(chance)}.`];
  return [...parts, ...move?.mark ? [`${sayMark(move.mark)}.`] : []].join(" ");
}

// ---- exercises

/** @param {ReviewedMoveView} move @param {string} numbered */
export const sayQuestion = ({ mark, side }, numbered) =>
  say(`review.question.${/** @type {"inaccuracy" | "mistake" | "blunder"} */ (knownMark(mark)[0])}`, { move: numbered,
    side: sideName(side) });

/** What the better move does. @param {NonNullable<ReviewedMoveView["better"]>} better */
export const sayBetter = ({ line, reason }) =>
  say("review.better-because", { move: line[0].notation, does: reason.message });

/** Reasons that would not say what was missed. */
const VAGUE = ["only", "better", "even", "worse", "loses-in"];

/** What the best move would have done, without naming it. @param {TryView} answer @returns {string[]} */
function sayMissed({ missed, verdict, move }) {
  if (verdict === "same" || VAGUE.includes(missed.code)) return [];
  if (missed.code === "wins-pieces" && move.captured.length >= Number(missed.message.values.count)) return []; // this one took as many
  return [say("review.try.missed", { does: missed.message })];
}

/** What a reply does, as the person who moved sees it. @param {TryView["reason"]} reason */
const replyReason = (reason) =>
  reason.code === "even" || reason.code === "better" || reason.code === "worse"
    ? say(`review.reply.${reason.code}`)
    : reason.message;

/** @param {TryView} answer */
function sayWhy(answer) {
  const { of, reason, reply, before, after } = answer;
  const does = of === "reply" && reply.length
    ? [say("review.try.reply", { reply: reply[0].notation, does: replyReason(reason) }), ...sayMissed(answer)]
    : [say("review.try.does", { does: reason.message })];
  const chances = after < before
    ? say("review.try.leaves-less", { after: percent(after), before: percent(before) })
    : say("review.try.leaves", { after: percent(after) });
  return [...does, chances];
}

/** What is said of a try, or of the answer. @param {NonNullable<AnalysisState["exercise"]>} exercise @param {ReviewedMoveView} mistake */
export function sayVerdict({ answer, busy, shown }, { better }) {
  if (busy) return say("review.looking");
  if (shown && better) return sayBetter(better);
  return answer ? [say(`review.verdict.${answer.verdict}`), ...sayWhy(answer)].join(" ") : "";
}
