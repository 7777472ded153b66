// A hint: its words and its arrow. Fetched with the first of them; the rules draw arrows too.

import { centre } from "./geometry.js";
import { pieces, plural } from "./words.js";

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

/** One closed shape from the rim of the first square along a path to the last. */
export function arrowShape(path, flipped, half = 8) {
  const points = path.map((square) => centre(square, flipped));
  const unit = (from, to) => {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  };
  const ways = points.slice(1).map((point, index) => unit(points[index], point));
  const start = { x: points[0].x + ways[0].x * 40, y: points[0].y + ways[0].y * 40 };
  const end = points[points.length - 1];
  const last = ways[ways.length - 1];
  const neck = { x: end.x - last.x * 38, y: end.y - last.y * 38 };
  const middle = [start, ...points.slice(1, -1), neck];
  /** One edge of the shaft; at a corner both edges meet half way. */
  const edge = (sign) =>
    middle.map((point, index) => {
      const before = ways[Math.max(index - 1, 0)];
      const after = ways[Math.min(index, ways.length - 1)];
      const sum = { x: before.x + after.x, y: before.y + after.y };
      const length = Math.hypot(sum.x, sum.y);
      if (length < 0.1) return { x: point.x - after.y * half * sign, y: point.y + after.x * half * sign }; // it turns back
      const normal = { x: -sum.y / length, y: sum.x / length };
      const stretch = half / Math.max(0.4, normal.x * -after.y + normal.y * after.x);
      return { x: point.x + normal.x * stretch * sign, y: point.y + normal.y * stretch * sign };
    });
  const wing = (sign) => ({ x: neck.x - last.y * half * 2.7 * sign, y: neck.y + last.x * half * 2.7 * sign });
  const tip = { x: end.x + last.x * 4, y: end.y + last.y * 4 };
  const outline = [...edge(1), wing(1), tip, wing(-1), ...edge(-1).reverse()];
  return `M${outline.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
}
