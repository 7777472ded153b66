// What everybody at the board should know, seldom enough to be fetched when it is said.

/** Something that everybody at the board should know. @param {Words} words @param {GameView} game @param {NoteView} message */
export function messageWords(words, game, { code, side, why, detail }) {
  const mine = side && words.mySide(game) === side;
  const who = side ? words.player(game, side) : "";
  if (code === "stalled") return "Paused: neither side is getting anywhere.";
  if (code === "cannot-move") return `${who} could not move because of an error (${detail}). Choose another opponent.`;
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
