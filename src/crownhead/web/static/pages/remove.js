// Deleting a game from the list.

import * as api from "../lib/api.js";
import { confirm } from "./lazily.js";
import { fail, forgetGame } from "./start.js";

export async function remove(id) {
  if (!(await confirm("Delete this game?", "It cannot be brought back.", "Delete", "confirm-delete", "Keep it"))) return;
  try {
    await api.removeGame(id);
    forgetGame(id);
  } catch (error) {
    fail(api.sentenceOf(error));
  }
}
