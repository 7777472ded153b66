// A stronger opponent for who has won twice in a row.

import { byId, onClick, setText, sheet } from "../lib/dom.js";
import { setPreference } from "../lib/page.js";
import { begin, last, list, stateOf, WINS_TO_CLIMB } from "./start.js";
import { state } from "./state.js";

/** The last opponent and the level above, where the newest games against it were won. */
function suggestion() {
  const levels = state.choices?.levels ?? [];
  const { opponent } = last();
  const at = levels.findIndex((one) => one.opponent === opponent);
  if (at < 0 || at + 1 >= levels.length) return null;
  const played = list.newest.filter((game) =>
    "players" in game && game.outcome && Object.values(game.players).some((one) => one.opponent === opponent)
  );
  const wins = played.slice(0, WINS_TO_CLIMB).filter((game) => stateOf(game) === "won").length;
  return wins === WINS_TO_CLIMB ? { beaten: levels[at], next: levels[at + 1] } : null;
}

export function drawSuggestion() {
  const found = suggestion();
  byId("suggestion").hidden = !found;
  if (!found) return;
  setText(byId("suggestion-text"), `You beat ${found.beaten.name} twice in a row. Ready for ${found.next.name}?`);
  setText(byId("suggestion-yes"), `Play ${found.next.name}`);
}

await sheet("suggestion");
onClick("suggestion-yes", () => {
  const next = suggestion()?.next;
  if (!next) return;
  const before = last();
  const { black = "person", white = next.opponent } = before.request;
  const seat = (who) => (who === "person" ? who : next.opponent);
  const now = { ...before, request: { ...before.request, black: seat(black), white: seat(white) } };
  setPreference("last", now);
  begin(now);
});
