// Everything that changes the state of the editor.

import { call, choices, editorAddress, refusalOf } from "../lib/api.js";
import { speak } from "../lib/page.js";
import { say, sentence } from "../lib/say.js";
import { pieceName, sideName } from "../lib/words.js";
import { changed, crowned, drawAll, EMPTY, ERASER, isJudged, moved, put, redraw, state, tapped,
  update } from "./state.js";

const RETRY_MS = 2000;
const MOST_STEPS = 200; // that can be taken back

/** @typedef {EditorState["rules"]} Rules */

/** Ask about a board and its turn, a FEN, or the usual start. @param {{ board?: string, turn?: Side, fen?: string }} what @returns {Promise<DraftView>} */
const judged = (what) => call("POST", "/api/positions", { ...what, rules: state.rules });

/** @param {string} text */
export const tell = (text) => update({ message: text });

// ---- what the server says

/** @param {DraftView} draft */
function accept(draft) {
  update({ draft, message: "" });
  try {
    history.replaceState(null, "", editorAddress(draft.fen, state.rules)); // so that it can be reloaded and kept
  } catch {
    // some browsers allow only so many a minute
  }
}

async function judgeAll() {
  while (state.isStale) {
    state.isStale = false;
    try {
      const draft = await judged({ board: state.board, turn: state.turn });
      if (!state.isStale) accept(draft);
    } catch (error) {
      const { message, status } = refusalOf(error);
      tell(message);
      if (!status) setTimeout(judge, RETRY_MS); // the server will be back
    }
  }
  state.judging = null;
}

/** Ask what is wrong with the board: one question at a time, and the newest next. */
export function judge() {
  state.isStale = true;
  state.judging ??= judgeAll();
  return state.judging;
}

/** What the server says of the board that is shown; null where it does not answer. @returns {Promise<DraftView | null>} */
export async function verdict() {
  if (state.judging || !isJudged()) await (state.judging ?? judge());
  return isJudged() ? state.draft : null;
}

// ---- changes of the board

/** @param {string} board @param {Side} turn */
function show(board, turn) {
  update({ board, turn, unread: "", asked: state.asked + 1 }); // answers on their way are dropped
}

/** "Square 12: red man." For many squares, only that the board has changed. @param {string} before @param {string} after */
export function sayChange(before, after) {
  const squares = changed(before, after);
  if (squares.length > 2) return say("editor.changed");
  return squares.map((square) => {
    const piece = after[square - 1];
    return piece === ERASER
      ? say("editor.square-empty", { square })
      : say("editor.square", { square, piece: pieceName(piece) });
  }).join(" ");
}

/** Show another board. Changes with the same `stroke` are taken back as one. @param {string} board @param {{ turn?: Side, spoken?: string, stroke?: object | null }} [how] */
export function change(board, { turn = state.turn, spoken = sayChange(state.board, board), stroke = null } = {}) {
  if (board === state.board && turn === state.turn) return;
  if (!stroke || state.past.at(-1)?.stroke !== stroke)
    state.past = [...state.past, { board: state.board, turn: state.turn, stroke }].slice(-MOST_STEPS);
  state.future = [];
  show(board, turn);
  speak(spoken);
  judge();
}

/** @param {"past" | "future"} from @param {"past" | "future"} to @param {string} spoken */
function travel(from, to, spoken) {
  const step = state[from].at(-1);
  if (!step) return;
  state[from] = state[from].slice(0, -1);
  state[to] = [...state[to], { board: state.board, turn: state.turn, stroke: null }];
  show(step.board, step.turn);
  speak(spoken);
  judge();
}

export const undo = () => travel("past", "future", say("editor.undone"));
export const redo = () => travel("future", "past", say("editor.redone"));
export const clear = () => change(EMPTY, { spoken: say("editor.emptied") });

/** @param {Side} turn */
export const turnTo = (turn) =>
  change(state.board, { turn, spoken: sentence({ code: "game.to-move", values: { player: sideName(turn) } }) });

/** Use the tool on a square. @param {number} square */
export const tap = (square) => change(tapped(state.board, square, state.tool));
/** @param {number} square @param {string} piece @param {object | null} [stroke] */
export const place = (square, piece, stroke = null) => change(put(state.board, square, piece), { stroke });
/** @param {number} square */
export const remove = (square) => place(square, ERASER);
/** @param {number} square */
export const crown = (square) => change(crowned(state.board, square));
/** @param {number} from @param {number} to */
export const move = (from, to) => change(moved(state.board, from, to));

/** Have the server read a board; an answer that comes too late is dropped. @param {{ fen?: string }} what @returns {Promise<DraftView | null>} */
async function fetched(what) {
  const mine = (state.asked += 1);
  const draft = await judged(what);
  return mine === state.asked ? draft : null;
}

export async function toStart() {
  try {
    const draft = await fetched({});
    if (draft) change(draft.board, { turn: draft.turn, spoken: say("editor.start") });
  } catch (error) {
    tell(refusalOf(error).message);
  }
}

/** Show what is typed, as far as it can be read. @param {string} fen @param {object} stroke */
export async function read(fen, stroke) {
  try {
    const draft = await fetched({ fen });
    if (draft) change(draft.board, { turn: draft.turn, stroke });
    update({ unread: draft ? "" : state.unread });
  } catch (error) {
    update({ unread: refusalOf(error).message });
  }
}

// ---- the rest of the page

/** @param {string} tool */
export function choose(tool) {
  state.tool = tool;
  drawAll(); // at once, as a button does
}

/** @param {number} square */
export const focus = (square) => update(square ? { focus: square } : {});

export const flip = () => update({ flipped: !state.flipped });

/** @param {boolean} copied */
export const markCopied = (copied) => update({ copied });

/** @param {Rules} rules */
export function playBy(rules) {
  update({ rules });
  judge();
}

/** Begin with a FEN and rules. What cannot be read stays in the field to be mended. @param {string | null} fen @param {Rules} rules */
async function begin(fen, rules) {
  Object.assign(state, { rules, unread: "" });
  let draft = null;
  try {
    draft = fen === null ? null : await judged({ fen });
  } catch (error) {
    state.unread = refusalOf(error).message;
  }
  draft ??= await judged({});
  Object.assign(state, { board: draft.board, turn: draft.turn, flipped: draft.turn === "black", isOpen: true });
  if (state.unread) state.draft = draft;
  else accept(draft);
  redraw();
}

/** Begin with what an address says, as soon as the server answers; unknown rules are left out. @param {string | null} fen @param {Rules} rules @returns {Promise<void>} */
export async function open(fen, rules) {
  const usual = { preset: "english", options: {} };
  try {
    state.choices ??= await choices();
    const known = state.choices.presets.some(({ name }) => name === rules.preset);
    return await begin(fen, known ? rules : usual);
  } catch (error) {
    if (refusalOf(error).status) return begin(fen, usual);
    await new Promise((done) => setTimeout(done, RETRY_MS));
    return open(fen, rules);
  }
}
