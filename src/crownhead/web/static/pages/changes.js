// What has changed besides a move that is shown, in words. Fetched with the first of it.

import { messageWords } from "../lib/words.js";
import { say } from "./announce.js";
import { presentMoment, state, words } from "./state.js";
import { agree } from "./table.js";

/**
 * Tell it, unless the game has gone on; what one did oneself gives way to what was asked or tried since then.
 * @param {GameView | null} before @param {GameView} view @param {boolean} news whether it has a message
 * @param {PageState["remark"]} remark what was said then
 */
export function tell(before, view, news, remark) {
  const { message, ply, record } = view;
  if (state.game?.id !== view.id || state.game.ply !== ply) return;
  const answered = state.hint || (state.remark && state.remark !== remark);
  if (news && message) say(() => messageWords(words, view, message));
  if (!before || answered || state.game.version !== view.version) return; // as many moves may be others by now
  const turn = ` ${words.turn(view, presentMoment(view))}.`;
  if (ply && !agree(before, view, Math.min(ply, before.ply))) say(() => words.moved(record[ply - 1]), turn); // moves were taken back and others made
  else if (ply < before.ply) say(() => "Taken back.", turn);
  else if (before.outcome && !view.outcome && before.ply === ply)
    say(() => `${before.outcome?.winner ? "The resignation" : "The draw"} was taken back. The game goes on.`, turn);
}
