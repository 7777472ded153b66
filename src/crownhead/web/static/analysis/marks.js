// The marks of moves: what they mean, and how they look.

/** @type {Record<string, string>} */
export const MARKS = { "!!": "Brilliant", "!": "Good", "!?": "Interesting", "?!": "Doubtful", "?": "Mistake",
  "??": "Blunder" };

/** @type {Record<string, string>} */
const LOOKS = { "!!": "good", "!": "good", "!?": "good", "?!": "doubt", "?": "bad", "??": "worst" };

/** The class of a mark; none where there is no mark. */
export const lookOf = (mark) => LOOKS[mark] ?? "none";
