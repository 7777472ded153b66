// The one state of the start page and the game, and what follows from it. Only actions.js assigns to it, and the
// objects that it is passed to: the playback and the settings of lib/.

import { createState } from "../lib/page.js";
import { positionAt } from "../lib/playback.js";
import { USUAL } from "../lib/preferences.js";
import * as words from "../lib/words.js";

/** What belongs to the game that is open, where none is. */
export const NO_GAME = { game: null, shown: null, moving: null, browsing: null, selection: null, pending: null, seen: 0,
  hint: null, news: null, remark: null, bubble: null, missed: null, finished: null, card: false, invitation: null,
  connected: true, trouble: null };

export const { state, update, onDraw, redraw, drawAll } = createState(/** @type {PageState} */ ({
  ...NO_GAME,
  page: null,
  choices: null,
  preferences: USUAL,
  visitor: { id: "", host: true },
  received: 0,
  hinting: false,
  flipped: false,
  focus: 12,
  lost: 0,
  resigning: false,
  warned: "",
  list: { games: [], newest: [], next: null, opponents: [], state: "", opponent: "", asked: 0, loading: false,
    deleted: new Set() },
  notice: "",
  failure: "",
  setup: null,
}));

// ---- the game

/** The game that is open. */
export const game = () => /** @type {GameView} */ (state.game);

/** Whether two views have the same move and position at a ply. @param {GameView} one @param {GameView} two @param {number} ply */
export const agree = (one, two, ply) =>
  one.record[ply - 1]?.notation === two.record[ply - 1]?.notation
  && positionAt(one, ply)?.board === positionAt(two, ply)?.board;

/** The game as it stands. @param {GameView} view @returns {Moment} */
export const presentMoment = ({ ply, position }) => ({ ply, position, moving: null, present: true, past: false });

/** What the pieces show, or would show if nobody looked back. @returns {Moment} */
function liveMoment() {
  const { shown, moving } = state;
  if (!shown || shown.id !== game().id) return presentMoment(game());
  const present = !moving && shown.ply === game().ply && shown.position.board === game().position.board;
  return { ply: shown.ply, position: shown.position, moving, present, past: false };
}

/** The one moment that everything shows: board, panel, list, marks and texts. @returns {Moment} */
export function moment() {
  const { browsing } = state;
  if (browsing === null) return liveMoment();
  return { ply: browsing, position: positionAt(game(), browsing), moving: null, present: false, past: true };
}

/** Whether the game is seen to be over: its last move may still be on its way. */
export const isOver = () => Boolean(state.game?.outcome && (state.browsing !== null || moment().present));

/** The moves that were seen: not those on their way, unless they were taken back and are made again. @returns {RecordedMoveView[]} */
export function seenMoves() {
  const { record, ply, position } = game();
  const { pending, seen } = state;
  const now = liveMoment();
  if (pending && now.ply > pending.ply)
    return [...record.slice(0, pending.ply), { ...pending.move, ply: now.ply, side: position.turn, book: false }];
  return record.filter((move) => move.ply <= now.ply || move.ply > ply || move.ply <= seen);
}

/** The moves of the list: all of them for whoever looks back. */
export const shownMoves = () => (state.browsing === null ? seenMoves() : game().record);

/** The ply that is looked at; a move that is being shown counts, one that waits does not. */
export const here = () => state.browsing ?? (state.moving ? game().ply : moment().ply);

/** Whether a game is still open. @param {string} id */
export const isOpen = (id) => state.game?.id === id;

/** Whether the person at this screen may move a piece now. */
export function mayMove() {
  return Boolean(state.game?.to_move === "person" && !state.pending && state.browsing === null
    && words.mySides(game(), state.visitor).includes(game().position.turn));
}

/** Whether this browser has a seat, or is the host of a game between computers. */
export const mayAct = () =>
  words.mySides(game(), state.visitor).length > 0 || (words.isWatched(game()) && state.visitor.host);

/** Whether there is a move that this browser may take back. */
export function mayUndo() {
  const sides = words.mySides(game(), state.visitor);
  return game().can_undo.some((side) => (words.isWatched(game()) ? state.visitor.host : sides.includes(side)));
}

/** Whether a hint can be asked for; a question of the other side comes first. */
export const mayHint = () =>
  mayMove() && moment().present && !state.hinting && !game().draw_offer && !game().undo_request;

/** Whether this browser may begin the next game. */
export const mayGoOn = () => words.mySides(game(), state.visitor).length > 0 || state.visitor.host;

/** Whether this browser may look for mistakes; there are none where nobody has moved. */
export const mayReview = () => state.visitor.host && game().ply > 0;

/** What one player asks of the other, and which of them. @param {GameView} view */
export function question({ undo_request, draw_offer, outcome }) {
  if (undo_request) return { what: /** @type {const} */ ("undo"), side: undo_request };
  return draw_offer && !outcome ? { what: /** @type {const} */ ("draw"), side: draw_offer } : null;
}

// ---- the start page

/** What one click plays, and against whom: the last new game with a person in it, or the quick start. @returns {LastGame & { opponent: string | null }} */
export function lastGame() {
  const { last: kept } = state.preferences;
  const seats = kept ? [kept.request.black, kept.request.white] : [];
  if (!seats.includes("person"))
    return { request: {}, opponent: state.choices?.newcomer ?? null, side: "black", coin: false };
  return { .../** @type {LastGame} */ (kept), opponent: seats.find((seat) => seat !== "person") ?? null };
}

/** The filter of the list, as the address and the server name it. @returns {Record<string, string>} */
export const filter = () => ({ ...(state.list.state && { state: state.list.state }),
  ...(state.list.opponent && { opponent: state.list.opponent }) });

/** Whether the list leaves games out. */
export const isFiltered = () => Boolean(state.list.state || state.list.opponent);

/** How a game of the list ended, from where one sits. @param {Listed} one @returns {"broken" | "going" | "won" | "lost" | "drawn" | "over"} */
export function standingOf(one) {
  if ("error" in one) return "broken";
  if (!one.outcome) return "going";
  const mine = words.mySide(one, state.visitor);
  if (one.outcome.winner === null) return one.outcome.reason === "both lost" ? "over" : "drawn";
  return mine ? (one.outcome.winner === mine ? "won" : "lost") : "over";
}
