// The one state of the page. Others change it and ask for a redraw, of which there is one a frame.

export const state = {
  page: null, // "start" or "game"
  choices: null, // what the server offers for a new game
  game: null, // the newest view of the game; on the start page there is none
  received: 0, // when it came, in milliseconds of performance.now()
  shown: null, // {id, ply, board}: what the pieces show; behind `game` while they move
  browsing: null, // the ply looked at, or null for the present
  selection: null, // squares chosen: the piece, then the legs of its capture
  pending: null, // {ply, path}: our move, not yet confirmed
  hint: null, // what the server advised, with its ply
  hinting: false,
  busy: false, // pieces are moving
  flipped: false, // Black at the bottom
  focus: 12, // the square that Tab reaches
  connected: true,
  lost: 0, // when it was not any more
  trouble: null, // the server's sentence, where trying again is no use
  thinking: null, // {side, depth}
  news: "", // what has happened
  remark: null, // {text, refusal}: of what the person is doing
  finished: null, // id of a game whose end was seen live, for the flourish
  preferences: null,
};

const LATEST_MS = 150; // a tab in the background has few frames or none
const drawers = [];
let frame = 0;
let timer = 0;

export function onDraw(draw) {
  drawers.push(draw);
}

export function redraw() {
  if (frame) return;
  frame = requestAnimationFrame(drawAll);
  timer = setTimeout(drawAll, LATEST_MS);
}

/** Draw what has changed now, and not with the next frame. */
export function drawAll() {
  cancelAnimationFrame(frame);
  clearTimeout(timer);
  frame = 0;
  for (const draw of drawers) draw();
}

/** The board after `ply` moves, as 32 characters. */
export function boardAt(game, ply) {
  return ply === 0 ? game.start_board : game.moves[ply - 1]?.board;
}

/** Whether the person at this screen may move a piece now. */
export function mayMove() {
  return state.game?.to_move === "person" && !state.pending && state.browsing === null;
}
