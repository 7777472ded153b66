// The one state of the page. Others change it and ask for a redraw, of which there is one a frame.

import { createDrawing, words } from "../lib/page.js";
import { positionAt } from "../lib/playback.js";
import { isWatched } from "../lib/words.js";

/** @type {PageState} */
export const state = {
  page: null,
  choices: null,
  game: null,
  received: 0,
  shown: null,
  moving: null,
  browsing: null,
  selection: null,
  pending: null,
  hint: null,
  hinting: false,
  flipped: false,
  focus: 12,
  connected: true,
  lost: 0,
  trouble: null,
  thinking: null,
  news: null,
  missed: null,
  remark: null,
  finished: null,
  card: false,
  preferences: null,
  visitor: { id: "", host: true },
};

export { words };
export const { onDraw, redraw, drawAll } = createDrawing();

/** The game that is open. */
export const game = () => /** @type {GameView} */ (state.game);

/** The game as it stands. @param {GameView} game @returns {Moment} */
export const presentMoment = ({ ply, position }) => ({ ply, position, moving: null, present: true, past: false });

/** The one moment that everything shows: board, panel, list, marks and words. @returns {Moment} */
export function moment() {
  const { browsing, shown, moving } = state;
  if (browsing !== null)
    return { ply: browsing, position: positionAt(game(), browsing), moving: null, present: false, past: true };
  if (!shown || shown.id !== game().id) return presentMoment(game());
  const present = !moving && shown.ply === game().ply && shown.position.board === game().position.board;
  return { ply: shown.ply, position: shown.position, moving, present, past: false };
}

/** Whether the game is seen to be over: its last move may still be on its way. */
export const isOver = () => Boolean(state.game?.outcome && (state.browsing !== null || moment().present));

/** the moves that were listed last, and of which game @type {{ id: string, moves: RecordedMoveView[] }} */
let listed = { id: "", moves: [] };

/** The moves that were seen: not those that are still on their way, unless they were taken back and are made again. */
export function shownMoves() {
  const { id, record, ply, position } = game();
  if (state.browsing !== null) return record;
  const now = moment();
  const { pending } = state;
  const before = listed.id === id ? listed.moves : [];
  let same = 0;
  while (same < before.length && before[same].notation === record[same]?.notation) same += 1;
  const moves = pending && now.ply > pending.ply
    ? [...record.slice(0, pending.ply), { ...pending.move, ply: now.ply, side: position.turn, book: false }]
    : record.filter((move) => move.ply <= now.ply || move.ply > ply || move.ply <= same);
  listed = { id, moves };
  return moves;
}

/** Whether the person at this screen may move a piece now. */
export function mayMove() {
  return Boolean(state.game?.to_move === "person" && !state.pending && state.browsing === null
    && words.mySides(game()).includes(game().position.turn));
}

/** Whether there is a move that this browser may take back. */
export function mayUndo() {
  const sides = words.mySides(game());
  return game().can_undo.some((side) => (isWatched(game()) ? state.visitor.host : sides.includes(side)));
}

/** Whether moves can be typed: as was chosen, or where there is room. */
export const wantsTyping = () =>
  state.preferences.typing ?? matchMedia("(min-width: 821px) and (min-height: 700px)").matches;
