// Asking for a hint. Fetched with the first of them.

import * as api from "../lib/api.js";
import { arrowShape } from "../lib/picture.js";
import { hintWords } from "../lib/words.js";
import { clearNews, forget, remark, say } from "./announce.js";
import { isOpen, letGo, mayHint, tellRefusal } from "./play.js";
import { mayMove, moment, redraw, state } from "./state.js";

export async function giveHint() {
  if (!state.game || !mayHint()) return; // it may have been left meanwhile
  const { id, position } = state.game;
  state.hinting = true;
  if (state.hint) clearNews(); // another may follow
  if (state.selection && state.selection.length > 1) letGo(); // the arrow begins where the piece stood
  remark("Looking for a good move…");
  try {
    /** @type {HintView} */
    const found = await api.call("POST", api.at(id, "hint"), {});
    if (!isOpen(id)) return;
    const same = state.game.ply === found.ply && state.game.position.board === position.board;
    const asked = state.game.draw_offer || state.game.undo_request; // which comes first
    if (!same || asked || !mayMove() || !moment().present) return forget(); // it is of another position than the one shown
    say(() => hintWords(found));
    state.hint = { ...found, draw: arrowShape };
  } catch (error) {
    if (state.game?.outcome) forget(); // it has ended meanwhile
    else tellRefusal(error, id);
  } finally {
    state.hinting = false;
    redraw();
  }
}
