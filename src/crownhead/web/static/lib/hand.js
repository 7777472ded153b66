// A person's hand on a board of legal moves: what presses, taps and drops do to a move that has begun.

import { choose, matching, onlyCapture } from "./selection.js";

export const STEP_MS = 130;

/** @param {Begun} state @param {Hand} on */
export function createHand(state, on) {
  const isAgain = (square) => state.selection?.at(-1) === square;
  const meaning = (square) => choose(on.legal(), state.selection, square);

  /** Choose a piece, which plays its capture where that is its only move. */
  function choosePiece(square) {
    const only = onlyCapture(on.legal(), square);
    if (only) on.play(only, 1, false);
    else on.select(square);
  }

  /** Go on with a capture. */
  function extend(prefix, stood) {
    state.selection = prefix;
    on.board().pieces.slide(prefix[0], prefix.slice(stood), STEP_MS);
    on.extended(prefix);
  }

  /** A square was chosen by click, key or drop. `dropped`: the piece is already there. */
  function chooseSquare(square, dropped = false) {
    on.begin();
    if (!on.mayMove()) return on.wait(square);
    const found = meaning(square);
    const stood = state.selection?.length ?? 1;
    if (found.kind === "play") return on.play(found.move, stood, dropped);
    if (found.kind === "none") return on.none(square);
    if (found.kind === "select") return dropped ? on.select(square) : choosePiece(square);
    if (found.prefix.length > stood) extend(found.prefix, stood);
    else on.putBack();
    if (found.kind === "ways") on.ways(square, found.next);
  }

  return {
    press(square) {
      if (!on.mayMove()) return null;
      const { selection } = state;
      if (selection && isAgain(square)) return { piece: selection[0], fresh: false };
      const isGoal = selection && meaning(square).kind !== "select";
      if (isGoal || !matching(on.legal(), [square]).length) return null;
      on.select(square);
      return { piece: square, fresh: true };
    },
    /** Choose a square; choosing the chosen piece again lets it go. */
    activate(square, fresh) {
      if (fresh && on.mayMove()) choosePiece(square); // its own square is no destination yet
      else if (isAgain(square) && ["select", "none"].includes(meaning(square).kind)) on.letGo();
      else chooseSquare(square);
    },
    drop(target) {
      if (!state.selection || target === null) on.letGo();
      else if (isAgain(target)) on.putBack();
      else chooseSquare(target, true);
    },
    canDrag: () => Boolean(state.selection) && on.mayMove(),
    cancel: on.letGo,
    focus(square) {
      if (!square || square === state.focus) return;
      state.focus = square;
      on.redraw();
    },
    escape: () => Boolean(state.selection) && (on.letGo(), true),
  };
}
