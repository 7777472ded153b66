// What a click means, from the server's legal paths. Pure functions: no rules, no page.

const starts = (path, prefix) => prefix.every((square, index) => path[index] === square);

/** Legal moves that begin with the squares chosen so far. @param {MoveView[]} legal */
export const matching = (legal, prefix) => legal.filter((move) => starts(move.path, prefix));

/** Where in a move's path a square comes next, or -1. @param {MoveView} move */
const nextIndex = (move, prefix, square) => move.path.indexOf(square, prefix.length);

/** The capture that is a piece's only move. @param {MoveView[]} legal */
export function onlyCapture(legal, square) {
  const own = matching(legal, [square]);
  return own.length === 1 && own[0].captured.length ? own[0] : null;
}

/** The legal move that stops where longer ones go on. @param {MoveView[]} legal */
export function stopHere(legal, prefix) {
  if (!prefix || prefix.length < 2) return null;
  return matching(legal, prefix).find((move) => move.path.length === prefix.length) ?? null;
}

/** Squares where a chosen piece can end, and squares on the way. @param {MoveView[]} legal */
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

/** What choosing a square does, after the squares in `prefix` (null: no piece chosen). @param {MoveView[]} legal @returns {Choice} */
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

/** @param {MoveView[]} moves @returns {Choice} */
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

function sharedStart(one, two) {
  let length = 0;
  while (length < one.length && one[length] === two[length]) length += 1;
  return one.slice(0, length);
}

/** Pieces jumped by the legs chosen so far. @param {MoveView[]} legal */
export function jumped(legal, prefix) {
  const move = matching(legal, prefix)[0];
  return move && move.captured.length ? move.captured.slice(0, prefix.length - 1) : [];
}
