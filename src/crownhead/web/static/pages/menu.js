// The menu of a game: what is not wanted all the time.

import * as more from "../lib/api.js";
import { editorAddress, namedRules } from "../lib/api.js";
import { openDialog, showText } from "../lib/dialogs.js";
import { byId, onClick, setAttribute } from "../lib/dom.js";
import { setPreference } from "../lib/page.js";
import { isWatched } from "../lib/words.js";
import { refuse, say } from "./announce.js";
import { flip } from "./flip.js";
import { confirm, lazily } from "./lazily.js";
import { startAgain } from "./over.js";
import { change } from "./play.js";
import { game, state, words } from "./state.js";

async function copyPdn() {
  const text = await more.pdn(game().id).catch(() => null);
  if (text === null) return refuse("The game could not be read. Try again.");
  try {
    await navigator.clipboard.writeText(text);
    say(() => "The game was copied.");
  } catch {
    showText("Copy this game", text); // over plain http there is no clipboard
  }
}

function toggleTyping() {
  setPreference("typing", byId("typed").hidden);
  if (state.preferences.typing) requestAnimationFrame(() => byId("move-input").focus());
}

async function restart() {
  const sure = game().outcome || game().ply < 2
    || (await confirm("Start again?", "This game is kept in your list of games.", "Start again", "confirm-restart",
      "Play on"));
  if (sure) startAgain();
}

/** @type {Record<string, () => unknown>} */
const ITEMS = {
  flip,
  restart,
  "copy-pdn": copyPdn,
  "download-pdn": () => {}, // a link
  "look-into": () => {}, // another
  "to-analysis": () => {},
  "to-editor": () => {},
  "type-move": toggleTyping,
  rules: () => lazily("rules", ({ openRules }) => openRules(game(), state.choices)),
  "seats-open": () => lazily("seats", ({ openSeats }) => openSeats(game(), change)),
  explore: () => lazily("explorer", ({ toggleExplorer }) => toggleExplorer()),
  invite: () => lazily("invite", ({ openInvite }) => openInvite(game())),
};

for (const [id, action] of Object.entries(ITEMS)) {
  onClick(id, () => {
    byId("menu-dialog").close();
    action();
  });
}

export function openMenu() {
  for (const id of ["seats-open", "invite", "explore"]) byId(id).hidden = !state.visitor.host;
  const mine = words.mySides(game()).length;
  byId("restart").hidden = !mine && !(isWatched(game()) && state.visitor.host) || !game().can_restart;
  byId("type-move").hidden = !words.mySides(game()).length;
  const from = localStorage.getItem(`analysis-of-${game().id}`); // where it was begun
  byId("look-into").hidden = !state.visitor.host || !game().outcome;
  setAttribute(byId("look-into"), "href", `/analysis?game=${game().id}`);
  byId("to-analysis").hidden = !state.visitor.host || !from;
  setAttribute(byId("to-analysis"), "href", `/analysis/${from}`);
  byId("to-editor").hidden = !state.visitor.host;
  setAttribute(byId("to-editor"), "href", editorAddress(game().fen, namedRules(game().rules)));
  setAttribute(byId("download-pdn"), "href", more.pdnAddress(game().id));
  openDialog("menu-dialog");
}
