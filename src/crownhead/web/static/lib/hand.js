// A person's input on a board of legal moves: what presses, taps and drops mean. It knows no rules and no page.

/** @param {number[]} path @param {number[]} prefix */
const starts = (path, prefix) => prefix.every((square, index) => path[index] === square);

/** Legal moves that begin with the squares chosen so far. @param {MoveView[]} legal @param {number[]} prefix */
const matching = (legal, prefix) => legal.filter((move) => starts(move.path, prefix));

/** Where in a move's path a square comes next, or -1. @param {MoveView} move @param {number[]} prefix @param {number} square */
const nextIndex = (move, prefix, square) => move.path.indexOf(square, prefix.length);

/** The capture that is a piece's only move. @param {MoveView[]} legal @param {number} square */
export function onlyCapture(legal, square) {
  const own = matching(legal, [square]);
  return own.length === 1 && own[0].captured.length ? own[0] : null;
}

/** The legal move that stops where longer ones go on. @param {MoveView[]} legal @param {number[] | null} prefix */
export function stopHere(legal, prefix) {
  if (!prefix || prefix.length < 2) return null;
  return matching(legal, prefix).find((move) => move.path.length === prefix.length) ?? null;
}

/** Squares where a chosen piece can end, and squares on the way. @param {MoveView[]} legal @param {number[]} prefix */
export function destinations(legal, prefix) {
  const ends = new Set();
  const via = new Set();
  for (const move of matching(legal, prefix)) {
    const rest = move.path.slice(prefix.length);
    if (rest.length) ends.add(rest[rest.length - 1]);
    for (const square of rest.slice(0, -1)) via.add(square);
  }
  for (const square of ends) via.delete(square);
  return { ends: [...ends], via: [...via] };
}

/** What choosing a square does, after the squares in `prefix` (null: no piece chosen). @param {MoveView[]} legal @param {number[] | null} prefix @param {number} square @returns {Choice} */
export function choose(legal, prefix, square) {
  const begun = prefix ?? [];
  const open = prefix ? matching(legal, prefix) : [];
  // The next leg first: a round trip passes the same squares in another order.
  const next = open.filter((move) => move.path[begun.length] === square);
  if (next.length > 1) return { kind: "extend", prefix: [...begun, square] };
  const through = next.length ? next : open.filter((move) => nextIndex(move, begun, square) >= 0);
  if (through.length === 1) return { kind: "play", move: through[0] };
  if (through.length) return chooseAmong(through, begun, square);
  if (legal.some((move) => move.path[0] === square)) return { kind: "select" };
  return { kind: "none" };
}

/** @param {MoveView[]} moves @param {number[]} prefix @param {number} square @returns {Choice} */
function chooseAmong(moves, prefix, square) {
  const upTo = moves.map((move) => move.path.slice(0, nextIndex(move, prefix, square) + 1));
  const ending = moves.filter((move, index) => upTo[index].length === move.path.length);
  const goesOn = (/** @type {MoveView} */ end) => moves.some((move) => move !== end && starts(move.path, end.path));
  if (ending.length === 1 && !goesOn(ending[0])) return { kind: "play", move: ending[0] };
  const common = upTo.reduce(sharedStart);
  if (common.at(-1) === square && common.length > prefix.length) return { kind: "extend", prefix: common };
  const next = [...new Set(moves.map((move) => move.path[common.length]))];
  return { kind: "ways", prefix: common, next };
}

/** @param {number[]} one @param {number[]} two */
function sharedStart(one, two) {
  let length = 0;
  while (length < one.length && one[length] === two[length]) length += 1;
  return one.slice(0, length);
}

/** Pieces jumped by the legs chosen so far. @param {MoveView[]} legal @param {number[]} prefix */
export function jumped(legal, prefix) {
  const move = matching(legal, prefix)[0];
  return move && move.captured.length ? move.captured.slice(0, prefix.length - 1) : [];
}

/**
 * What a board shows of the moves that can be made, and of one that has begun.
 * @param {MoveView[]} legal @param {number[] | null} prefix @param {boolean} mustCapture
 */
export function marksOf(legal, prefix, mustCapture) {
  const movable = [...new Set(legal.map((move) => move.path[0]))];
  const { ends, via } = prefix ? destinations(legal, prefix) : { ends: [], via: [] };
  const capturing = prefix !== null && matching(legal, prefix.slice(0, 1)).some((move) => move.captured.length > 0);
  return { prefix, movable, must: mustCapture ? movable : [], ends, via, capturing,
    jumped: prefix ? jumped(legal, prefix) : [] };
}

export const STEP_MS = 130;

/** @param {Readonly<Begun>} state @param {Hand} on */
export function createHand(state, on) {
  /** @param {number} square */
  const isAgain = (square) => state.selection?.at(-1) === square;
  /** @param {number} square */
  const meaning = (square) => choose(on.legal(), state.selection, square);

  /** Choose a piece, which plays its capture where that is its only move. @param {number} square */
  function choosePiece(square) {
    const only = onlyCapture(on.legal(), square);
    if (only) on.play(only, 1, false);
    else on.select(square);
  }

  /** Go on with a capture. @param {number[]} prefix @param {number} stood */
  function extend(prefix, stood) {
    on.extend(prefix);
    on.board().pieces.slide(prefix[0], prefix.slice(stood), STEP_MS);
    on.extended(prefix);
  }

  /** A square was chosen by click, key or drop. `dropped`: the piece is already there. @param {number} square */
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
    /** @param {number} square */
    press(square) {
      if (!on.mayMove()) return null;
      const { selection } = state;
      if (selection && isAgain(square)) return { piece: selection[0], fresh: false };
      const isGoal = selection && meaning(square).kind !== "select";
      if (isGoal || !matching(on.legal(), [square]).length) return null;
      on.select(square);
      return { piece: square, fresh: true };
    },
    /** Choose a square; choosing the chosen piece again lets it go. @param {number} square @param {boolean} fresh */
    activate(square, fresh) {
      if (fresh && on.mayMove()) choosePiece(square); // its own square is no destination yet
      else if (isAgain(square) && ["select", "none"].includes(meaning(square).kind)) on.letGo();
      else chooseSquare(square);
    },
    /** @param {number | null} target */
    drop(target) {
      if (!state.selection || target === null) on.letGo();
      else if (isAgain(target)) on.putBack();
      else chooseSquare(target, true);
    },
    canDrag: () => Boolean(state.selection) && on.mayMove(),
    cancel: on.letGo,
    /** @param {number} square */
    focus(square) {
      if (square && square !== state.focus) on.focus(square);
    },
    escape: () => Boolean(state.selection) && (on.letGo(), true),
  };
}
