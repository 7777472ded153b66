// Why a live connection was refused. Fetched when that happens.

import * as api from "../lib/api.js";
import { leaveGame, lose } from "./socket.js";
import { redraw, state } from "./state.js";

/** A refused socket does not say why: a plain request does. No try mends a missing cookie, or one for other games. @param {string} id @param {() => boolean} isFollowed */
export async function askWhy(id, isFollowed) {
  try {
    await api.game(id);
  } catch (error) {
    const { status, message } = api.refusalOf(error);
    if ((status !== 401 && status !== 403) || !isFollowed()) return;
    leaveGame();
    lose();
    state.trouble = message;
    redraw();
  }
}
