// Changes of the board, back and forth; and what the server says of it.

import { call, editorAddress, refusalOf } from "../lib/api.js";
import { changeWords, EMPTY } from "./edits.js";
import { inWords, redraw, say, state, tell, words } from "./state.js";

const RETRY_MS = 2000;
const MOST_STEPS = 200; // that can be taken back

/** A board and its turn, a FEN, or neither: the usual start. @param {{ board?: string, turn?: Side, fen?: string }} what @returns {Promise<DraftView>} */
const judged = (what) => call("POST", "/api/positions", { ...what, rules: state.rules });

// ---- judging

let wanted = false;
/** @type {Promise<void> | null} */
let judging = null;

/** Whether what the server has said is about what is shown. */
export const isJudged = () =>
  Boolean(state.draft) && state.draft?.board === state.board && state.draft.turn === state.turn;

/** The address names the position, so that it can be reloaded, kept and gone back to. @param {DraftView} draft */
function name({ fen }) {
  try {
    history.replaceState(null, "", editorAddress(fen, state.rules));
  } catch {
    // some browsers allow only so many a minute
  }
}

/** @param {DraftView} draft */
function accept(draft) {
  state.draft = draft;
  state.message = "";
  name(draft);
  redraw();
}

async function judgeAll() {
  while (wanted) {
    wanted = false;
    try {
      const draft = await judged({ board: state.board, turn: state.turn });
      if (!wanted) accept(draft);
    } catch (error) {
      const { message, status } = refusalOf(error);
      tell(message);
      if (!status) setTimeout(judge, RETRY_MS); // the server will be back
    }
  }
}

/** Ask what the server says of the board: one question at a time, and the newest next. */
export function judge() {
  wanted = true;
  judging ??= judgeAll().finally(() => {
    judging = null;
  });
  return judging;
}

/** What the server says of the board that is shown, or null where it does not answer. @returns {Promise<DraftView | null>} */
export async function verdict() {
  if (judging || !isJudged()) await (judging ?? judge());
  return isJudged() ? state.draft : null;
}

// ---- changing

let session = 0; // changes of one kind in a row are one step: a stroke, a text that is typed
let asked = 0; // boards that the server was asked for

function show(board, turn) {
  asked += 1; // what is still on its way comes too late
  Object.assign(state, { board, turn, unread: "" });
  redraw();
}

/** A number for steps that are taken back as one. */
export const newSession = () => (session += 1);

/** Show another board; `as` joins it to the step before of that number. @param {string} board @param {{ turn?: Side, said?: string, as?: number }} [how] */
export function change(board, { turn = state.turn, said = changeWords(state.board, board, words), as = 0 } = {}) {
  if (board === state.board && turn === state.turn) return;
  const last = state.past.at(-1);
  if (!as || last?.as !== as)
    state.past = [...state.past, { board: state.board, turn: state.turn, as }].slice(-MOST_STEPS);
  state.future = [];
  show(board, turn);
  say(said);
  judge();
}

function travel(from, to, said) {
  const step = state[from].pop();
  if (!step) return;
  state[to].push({ board: state.board, turn: state.turn, as: 0 });
  show(step.board, step.turn);
  say(said);
  judge();
}

export const undo = () => travel("past", "future", "Undone.");
export const redo = () => travel("future", "past", "Done again.");

export const clear = () => change(EMPTY, { said: "The board is empty." });

/** @param {Side} turn */
export const turnTo = (turn) => change(state.board, { turn, said: `${words.colour(turn)} to move.` });

/** Show a board that the server makes; a refusal is thrown, and one that comes too late is dropped. @returns {Promise<DraftView | null>} */
async function fetched(what) {
  asked += 1;
  const mine = asked;
  const draft = await judged(what);
  return mine === asked ? draft : null;
}

export async function toStart() {
  try {
    const draft = await fetched({});
    if (draft) change(draft.board, { turn: draft.turn, said: "The usual start." });
  } catch (error) {
    tell(refusalOf(error).message);
  }
}

/** Show what somebody types, as far as it can be read; typing is one step. */
export async function read(fen, as) {
  try {
    const draft = await fetched({ fen });
    if (draft) change(draft.board, { turn: draft.turn, as });
    if (draft) state.unread = "";
  } catch (error) {
    state.unread = inWords(refusalOf(error).message);
  }
  redraw();
}

/** @param {EditorState["rules"]} rules */
export function playBy(rules) {
  state.rules = rules;
  redraw();
  judge();
}

/** Begin with what the address says. What cannot be read is said, and stands in the field to be mended. */
export async function open({ fen, rules }) {
  Object.assign(state, { rules, unread: "" });
  let draft = null;
  try {
    draft = fen === null ? null : await judged({ fen });
  } catch (error) {
    state.unread = inWords(refusalOf(error).message);
  }
  draft ??= await judged({});
  Object.assign(state, { board: draft.board, turn: draft.turn, flipped: draft.turn === "black" }); // the side to move is below
  if (state.unread) state.draft = draft;
  else accept(draft);
}
