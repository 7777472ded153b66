// Deleting a game from the list.

import * as api from "../lib/api.js";
import { byId } from "../lib/dom.js";
import { confirm } from "./lazily.js";
import { deleted, drawNone, fail, list } from "./start.js";

/** Take a game off the list; what stands beside it gets the focus. */
function forget(id) {
  deleted.add(id);
  list.games = list.games.filter((one) => one.id !== id);
  list.newest = list.newest.filter((one) => one.id !== id);
  const item = byId("recent-list").querySelector(`[data-game="${id}"]`); // as it is drawn now
  const beside = item?.nextElementSibling ?? item?.previousElementSibling;
  item?.remove();
  drawNone();
  (beside?.querySelector("a, button") ?? byId("play")).focus();
}

export async function remove(id) {
  if (!(await confirm("Delete this game?", "It cannot be brought back.", "Delete", "confirm-delete", "Keep it")))
    return;
  try {
    await api.call("DELETE", api.at(id));
    forget(id);
  } catch (error) {
    fail(api.sentenceOf(error));
  }
}
