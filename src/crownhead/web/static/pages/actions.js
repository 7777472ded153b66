// Every change of the state, by name. Nothing here speaks, moves a piece or asks the server: that is up to the callers.

import { positionAt } from "../lib/playback.js";
import * as words from "../lib/words.js";
import { agree, game, isFiltered, mayMove, NO_GAME, seenMoves, state, update } from "./state.js";

// ---- pages

/** What the server offers for a new game. @param {OffersView | null} choices */
export const offer = (choices) => update({ choices });

/** @param {"start" | "game"} page */
export const showPage = (page) => update({ page });

export const leaveGame = () => update(NO_GAME);

/** Guests without a game are told so, and no more. @param {string} notice */
export function strand(notice) {
  leaveGame();
  update({ page: "start", visitor: { id: "", host: false }, notice });
}

/** The person sits at the bottom, or else the side that moves first. @param {GameView} view */
const fromMySide = (view) => (words.mySide(view, state.visitor) ?? view.first) === "black";

/** Open a game, with its board as it was left or for whoever sits at it. @param {GameView} view @param {boolean | null} flipped */
export function openGame(view, flipped = null) {
  leaveGame();
  const black = flipped ?? fromMySide(view);
  update({ page: "game", flipped: black, focus: black ? 12 : 21 });
}

// ---- the connection

/** @param {number} now milliseconds of performance.now() */
export const lose = (now) => state.connected && update({ connected: false, lost: now });

export const connect = () => state.connected || update({ connected: true });

/** The server refuses the connection: trying again is no use. @param {string} trouble */
export const giveUp = (trouble) => update({ connected: false, trouble });

// ---- the game

/** @param {RecordedMoveView[]} before @param {RecordedMoveView[]} now */
function commonMoves(before, now) {
  let same = 0;
  while (same < before.length && before[same].notation === now[same]?.notation) same += 1;
  return same;
}

/**
 * Take a view from the server, unless a newer one is shown; the same version may tell of clocks.
 * @param {GameView} view @param {number} now milliseconds of performance.now()
 */
export function accept(view, now) {
  const before = state.game?.id === view.id ? state.game : null;
  if (before && view.version < before.version) return false;
  update({ game: view, received: now, seen: before ? commonMoves(seenMoves(), view.record) : 0 });
  leaveBehind(before, view);
  if (before) changeSeats(before, view);
  if (before && view.outcome && !before.outcome) update({ finished: view.id });
  if (!view.outcome) update({ finished: null, card: false });
  return true;
}

/** What was said or begun may not be true any more. @param {GameView | null} before @param {GameView} view */
function leaveBehind(before, view) {
  const isConfirmed = Boolean(state.pending && view.ply > state.pending.ply);
  if (!before || before.ply !== view.ply || !agree(before, view, view.ply)) {
    update({ selection: null, missed: null });
    if (!isConfirmed) clearNews(); // what is said of our own move stays
  }
  if (state.hint && (view.draw_offer || view.undo_request)) clearNews(); // a question comes first
  if (state.selection && !mayMove()) letGo();
  if (isConfirmed) update({ pending: null });
}

/** @param {GameView} before @param {GameView} view */
function changeSeats(before, view) {
  if (JSON.stringify(before.players) !== JSON.stringify(view.players)) clearNews(); // such as: you play White
  if (words.mySide(before, state.visitor) !== words.mySide(view, state.visitor)) update({ flipped: fromMySide(view) });
}

/** A computer thinks. @param {ThinkingView} thinking */
export function think(thinking) {
  if (state.game) update({ game: { ...state.game, thinking } });
}

/** A move is made here before the server has seen it. @param {number} ply @param {MoveView} move */
export function make(ply, move) {
  const pending = { ply, move };
  update({ pending, selection: null });
  clearNews();
  return pending;
}

/** The server has answered such a move. @param {PageState["pending"]} pending */
export const settle = (pending) => state.pending === pending && update({ pending: null });

/** @param {number} square */
export function select(square) {
  forget();
  update({ selection: [square] });
}

/** A capture goes on. @param {number[]} selection */
export const extend = (selection) => update({ selection });

/** Tab reaches another square. @param {number} square */
export const focus = (square) => update({ focus: square });

export function letGo() {
  forget();
  update({ selection: null });
}

/** Look at the position after some moves; null is the present, where a move that was missed is played back. @param {number | null} ply */
export function look(ply) {
  const { id, ply: last } = game();
  const isMissed = ply === null && state.missed === last;
  letGo();
  update({ browsing: ply, card: false });
  if (ply === null) update({ missed: null });
  if (isMissed) update({ shown: { id, ply: last - 1, position: positionAt(game(), last - 1) } });
  return isMissed;
}

/** A move was made while somebody looked back. @param {number} ply */
export const miss = (ply) => update({ missed: ply });

export const flip = () => update({ flipped: !state.flipped, bubble: null });

/** The end was seen live: its card opens. */
export function celebrate() {
  clearNews();
  update({ finished: null, card: true });
}

export const closeCard = () => update({ card: false });

/** Whether somebody is asked if they really resign. @param {boolean} resigning */
export const askToResign = (resigning) => update({ resigning });

/** A side was warned of its clock. @param {string} warned the game, the side and where the clock began */
export const warn = (warned) => update({ warned });

/** @param {InvitationView | null} invitation */
export const invite = (invitation) => update({ invitation });

// ---- what is said

/** Something has happened. @param {() => string} news */
export function report(news) {
  clearNews();
  update({ news });
}

/** The same, of a move among many, for whoever looks later. @param {(() => string) | null} news */
export const note = (news) => update({ news });

/** Say something of what the person is doing: shown before the news, until they do something else. @param {NonNullable<PageState["remark"]>} said @param {PageState["bubble"]} bubble */
export const remark = (said, bubble = null) => update({ remark: said, bubble });

/** The box for moves is marked while a remark stands. */
export const markTyped = () => state.remark && update({ remark: { ...state.remark, typed: true } });

export const hideBubble = () => state.bubble && update({ bubble: null });

/** The remark is not true any more. */
export const forget = () => update({ remark: null, bubble: null });

/** Nor is there any news, nor a hint. */
export const clearNews = () => update({ remark: null, bubble: null, news: null, hint: null });

/** A hint is asked for. */
export function seek() {
  if (state.hint) clearNews(); // another may follow
  update({ hinting: true });
}

/** @param {HintView} hint */
export const advise = (hint) => update({ hint });

export const stopSeeking = () => update({ hinting: false });

// ---- the list of games

/** @param {Partial<PageState["list"]>} values */
const changeList = (values) => update({ list: { ...state.list, ...values } });

/** What could not be done on the start page; nothing, where it worked. @param {string} failure */
export const fail = (failure) => failure === state.failure || update({ failure });

/** @param {string} notice */
export const notify = (notice) => update({ notice });

/** Choose which games are listed. @param {{ state?: string, opponent?: string }} wanted */
export const choose = (wanted) => changeList(wanted);

/** Count a question for the list: the answer to an older one does not replace a newer. */
export function ask() {
  changeList({ asked: state.list.asked + 1 });
  return state.list.asked;
}

/** Take the first games of the list; those that have not changed stay the same objects. @param {GameListView} answer */
export function list({ games, next, opponents }) {
  const kept = merged(games);
  changeList({ games: kept, next, opponents, loading: false, ...(!isFiltered() && { newest: kept }) });
}

/** The games of an answer without those deleted since; an equal game stays the object that it was. @param {Listed[]} games */
function merged(games) {
  const known = new Map(state.list.games.map((one) => [JSON.stringify(one), one]));
  return games.filter(({ id }) => !state.list.deleted.has(id)).map((one) => known.get(JSON.stringify(one)) ?? one);
}

/** Bring the first games up to date, and leave the rest of the list. Returns whether these are still the first. @param {GameListView} answer */
export function refresh({ games, next }) {
  const now = merged(games);
  const before = state.list.games.slice(0, next ? now.length : undefined);
  if (now.map(({ id }) => id).join() !== before.map(({ id }) => id).join()) return false;
  const byId = new Map(now.map((one) => [one.id, one]));
  changeList({ games: [...now, ...state.list.games.slice(now.length)],
    newest: state.list.newest.map((one) => byId.get(one.id) ?? one) });
  return true;
}

export const loadMore = () => changeList({ loading: true });

/** The next part of the list has come, or has not. @param {GameListView | null} answer */
export function more(answer) {
  const known = new Set(state.list.games.map(({ id }) => id));
  const fresh = merged(answer?.games ?? []).filter(({ id }) => !known.has(id));
  changeList({ loading: false, ...(answer && { games: [...state.list.games, ...fresh], next: answer.next }) });
}

/** @param {string} id */
export function drop(id) {
  const others = (/** @type {Listed[]} */ games) => games.filter((one) => one.id !== id);
  const { games, newest, deleted } = state.list;
  changeList({ games: others(games), newest: others(newest), deleted: new Set([...deleted, id]) });
}

// ---- the set-up

/** @param {Form} form */
export const openSetup = (form) => update({ setup: form });

/** @param {Partial<Form>} values */
export const setUp = (values) => update({ setup: { .../** @type {Form} */ (state.setup), ...values } });
