// The open game: opening it, and receiving every view of it that the server sends.

import * as api from "../lib/api.js";
import { all } from "../lib/dom.js";
import { say, sentence } from "../lib/say.js";
import * as words from "../lib/words.js";
import * as actions from "./actions.js";
import { speak, speakNow, tell, tellFailure } from "./announce.js";
import { agree, drawAll, game, isOpen, moment, presentMoment, question, state } from "./state.js";
import { board, browse, focusBoard, playback, putBack, tellMissed } from "./table.js";

/** Dialogs ask about what was shown before; while the page loads, only settings and help can be open. */
export const closeDialogs = () =>
  state.page && all("dialog[open]", HTMLDialogElement).forEach((dialog) => dialog.close());

/**
 * Open a game. @param {GameView} view
 * @param {{ push?: boolean, focus?: boolean, news?: (() => string) | null }} how whether the address changes, who has the focus, and what to say
 */
export function openGame(view, { push = true, focus = true, news = null } = {}) {
  if (push && isOpen(view.id)) return news ? tell(news) : undefined; // the live connection was faster
  if (push) history.pushState(null, "", `/game/${view.id}`);
  playback.hurry();
  closeDialogs();
  const kept = sessionStorage.getItem(`flip-${view.id}`);
  actions.openGame(view, kept === null ? null : kept === "true");
  board.turn(state.flipped);
  accept(view);
  const turn = view.outcome
    ? words.ended(view, state.visitor)
    : sentence(words.turnWords(view, moment(), state.visitor));
  const whole = `${sentence(words.playersOf(view, state.visitor))} ${turn}`;
  const mine = words.mySide(view, state.visitor);
  if (news) tell(news, whole);
  else if (!view.message && mine && view.ply < 2 && !view.outcome)
    tell(() => say("start.you-play", { side: words.sideName(mine) }), whole);
  else if (!view.message) speak(whole);
  drawAll(); // the squares must be there to be focused
  if (focus) focusBoard();
  scrollTo(0, 0);
}

/** What the server offers for a new game; null where it refuses, and the page says why. */
export async function offers() {
  try {
    if (!state.choices) actions.offer(await api.choices());
  } catch (error) {
    tellFailure(error);
  }
  return state.choices;
}

/** Open the game in which the players go on. @param {string} id */
async function openNext(id) {
  const from = state.game?.id;
  const view = await api.game(id).catch(() => null);
  if (view && state.game?.id === from) openGame(view, { news: () => say("play.new-game") });
}

/** Take a view from the server. @param {GameView} view */
export function accept(view) {
  const before = isOpen(view.id) ? game() : null;
  const { selection, flipped, browsing } = state;
  if (!actions.accept(view, performance.now())) return;
  if (selection && !state.selection) putBack();
  if (flipped !== state.flipped || (before && view.ply < before.ply)) playback.hurry();
  // What was looked at may be gone, or the present.
  if (before && browsing !== null && (browsing === view.ply || !agree(before, view, browsing))) browse(null);
  if (before && state.browsing !== null) tellMissed(view, before.ply, Boolean(before.outcome));
  if (before && !before.next && view.next) openNext(view.next);
  playback.follow();
  tellChange(before, view);
  tellQuestion(before, view);
}

/** Tell what has changed besides a move that is shown. @param {GameView | null} before @param {GameView} view */
function tellChange(before, view) {
  const { message, ply, record } = view;
  // The same again is news too, where it is the answer to something new.
  const isOld = before
    ? before.version === view.version && before.message?.code === message?.code
    : message?.code === "seat-taken" && message.side !== words.mySide(view, state.visitor);
  if (message && !isOld) tell(() => words.noteWords(view, message, state.visitor));
  if (!before) return;
  const turn = sentence(words.turnWords(view, presentMoment(view), state.visitor));
  if (ply && !agree(before, view, Math.min(ply, before.ply))) tell(() => words.moved(record[ply - 1]), turn); // moves were taken back and others made
  else if (ply < before.ply) tell(() => say("play.taken-back"), turn);
  else if (before.outcome && !view.outcome && before.ply === ply)
    tell(() => say(before.outcome?.winner ? "play.resignation-taken-back" : "play.draw-taken-back"), turn);
}

/** What one player asks of the other, and whether this browser answers. @param {GameView} view @param {NonNullable<ReturnType<typeof question>>} asked */
export function questionWords(view, { what, side }) {
  const mine = words.mySides(view, state.visitor);
  const isAnswering = mine.includes(words.other(side));
  const values = { side: words.sideName(side) };
  if (isAnswering) return { isAnswering, text: say(`play.${what}-asked.answer`, values) };
  return { isAnswering, text: mine.includes(side) ? say(`play.${what}-asked.you`) : say(`play.${what}-asked`, values) };
}

/** @param {GameView | null} before @param {GameView} view */
function tellQuestion(before, view) {
  const asked = question(view);
  const old = before && question(before);
  if (!asked || (old?.what === asked.what && old.side === asked.side)) return;
  const { isAnswering, text } = questionWords(view, asked);
  if (isAnswering) speakNow(text);
}
