// What everybody at the board should know, seldom enough to be fetched when it is said.

/** Something that everybody at the board should know. @param {Words} words @param {GameView} game @param {MessageView} message */
export function messageWords(words, game, { code, side, why, detail }) {
  const who = side ? (game.players[side].kind === "computer" ? words.player(game, side) : words.colour(side)) : "";
  if (code === "stalled") return "Paused: neither side is getting anywhere.";
  if (code === "cannot-move") return `${who} could not move: ${detail}. Choose another opponent.`;
  if (code === "seat-taken") return `${side && words.mySide(game) === side ? "You have" : `${who} has`} joined the game.`;
  const because = { winning: ": it thinks it is winning", better: ": it likes its position", early: ": it is too early, there is a lot to play for" };
  return `${who} says no to a draw${why ? because[why] : ""}.`;
}
