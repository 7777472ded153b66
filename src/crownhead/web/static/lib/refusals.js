// Why something cannot be done, in words. Fetched with the first refusal.

import { listed, other } from "./words.js";

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
