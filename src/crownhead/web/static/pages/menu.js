// The menu of a game: what is not needed all the time, such as the opening explorer, which replaces the list
// of moves.

import * as api from "../lib/api.js";
import { confirm, openDialog, showText } from "../lib/dialogs.js";
import { byId, onClick, setAttribute, sheet } from "../lib/dom.js";
import { copied, setPreference } from "../lib/page.js";
import { say } from "../lib/say.js";
import * as words from "../lib/words.js";
import { refuse, tell, tellFailure } from "./announce.js";
import { startAgain } from "./over.js";
import { openRules } from "./rules.js";
import { openInvite, openSeats } from "./seats.js";
import { game, isOpen, mayAct, moment, onDraw, state } from "./state.js";
import { flip } from "./table.js";

async function copyPdn() {
  const text = await api.textAt(api.pdnAddress(game().id));
  if (text === null) return refuse(() => say("play.not-read"));
  if (await copied(text)) tell(() => say("play.game-copied"));
  else showText(say("play.copy-game"), text);
}

function toggleTyping() {
  setPreference("typing", byId("typed").hidden);
  if (state.preferences.typing) requestAnimationFrame(() => byId("move-input").focus());
}

async function restart() {
  const isSure = game().outcome || game().ply < 2
    || (await confirm(say("play.restart.title"), say("play.restart.kept"), say("play.restart"), "confirm-restart",
      say("play.play-on")));
  if (isSure) startAgain();
}

// ---- the opening explorer: help that somebody has asked for

/** What is made when it is first opened. @type {{ explorer?: { show(what: Explored): void } }} */
const made = {};

const closeExplorer = () => void (byId("explorer-box").hidden = true);

/** Open it, or close it if it is open. */
async function toggleExplorer() {
  const box = byId("explorer-box");
  if (!box.hidden) return closeExplorer();
  const { id } = game();
  const found = await api.late(import("../explorer/explorer.js")).catch(tellFailure); // other pages' code
  if (!found || !isOpen(id)) return;
  await sheet("explorer");
  made.explorer ??= found.createExplorer(byId("explorer-part"), { source: state.preferences.explorer ?? "" });
  Object.assign(box, { hidden: false }).dataset.game = id;
  drawExplorer();
  byId("explorer-part").querySelector("select")?.focus();
}

function drawExplorer() {
  const box = byId("explorer-box");
  if (!made.explorer || box.hidden) return;
  if (!state.game || state.game.id !== box.dataset.game) return closeExplorer();
  made.explorer.show({ position: moment().position, rules: state.game.rules, flipped: state.flipped,
    look: state.preferences.theme });
}

// ---- the menu

/** What buttons do, after the menu has closed. @type {Record<string, () => unknown>} */
const ITEMS = { flip, restart, "copy-pdn": copyPdn, "type-move": toggleTyping, rules: openRules,
  "seats-open": openSeats, explore: toggleExplorer, invite: openInvite };

function openMenu() {
  const { id, outcome, fen, rules, can_restart } = game();
  const { host } = state.visitor;
  const from = localStorage.getItem(`analysis-of-${id}`); // where it was begun
  const shown = { "seats-open": host, invite: host, explore: host, restart: can_restart && mayAct(),
    "type-move": words.mySides(game(), state.visitor).length > 0, "look-into": host && outcome,
    "to-analysis": host && from, "to-editor": host };
  for (const [item, isShown] of Object.entries(shown)) byId(item).hidden = !isShown;
  const links = { "look-into": `/analysis?game=${id}`, "to-analysis": `/analysis/${from}`,
    "to-editor": api.editorAddress(fen, api.namedRules(rules)), "download-pdn": api.pdnAddress(id) };
  for (const [item, address] of Object.entries(links)) setAttribute(byId(item), "href", address);
  openDialog("menu-dialog");
}

export function listenToMenu() {
  onDraw(drawExplorer);
  onClick("menu", openMenu);
  onClick("explorer-close", () => {
    closeExplorer();
    byId("menu").focus();
  });
  for (const [id, action] of Object.entries(ITEMS)) {
    onClick(id, () => {
      byId("menu-dialog", HTMLDialogElement).close();
      action();
    });
  }
}
