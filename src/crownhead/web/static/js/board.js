// The board: a picture, and over it a grid of see-through cells for fingers, keys and screen readers.

import { byId, el, setAttribute, svg } from "./elements.js";
import { BOARD, centre, placeOfSquare, rowAndColumn, SIZE, squareOfPlace } from "./geometry.js";
import { drawing, pieceAt, usePieceLayer } from "./pieces.js";
import { destinations, jumped, stopHere } from "./selection.js";
import { boardAt, mayMove, onDraw, state } from "./state.js";
import { isKing, pieceName, sideOf } from "./words.js";

const ALL = Array.from({ length: 32 }, (_, index) => index + 1);
const layers = {};
const cells = []; // by place
let marked = "";

function darkSquares() {
  return ALL.map((square) => {
    const { row, column } = rowAndColumn(square - 1);
    return `M${column * SIZE} ${row * SIZE}h${SIZE}v${SIZE}h-${SIZE}z`;
  }).join("");
}

/** The bare board; only the wooden theme shows its veins. */
function emptyBoard() {
  const whole = `M0 0h${BOARD}v${BOARD}H0z`;
  return svg("g", {}, svg("path", { class: "light", d: whole }), svg("path", { class: "dark", d: darkSquares() }),
    svg("path", { class: "veins", d: whole, fill: "url(#grain)" }));
}

export function buildBoard() {
  for (const name of ["marks", "numbers", "ghosts", "pieces", "arrows"]) layers[name] = svg("g", { class: name });
  usePieceLayer(layers.pieces);
  const picture = svg("svg", { class: "picture", viewBox: `0 0 ${BOARD} ${BOARD}`, "aria-hidden": "true", focusable: "false" },
    emptyBoard(), layers.marks, layers.numbers, layers.ghosts, layers.pieces, layers.arrows);
  const grid = el("div", { class: "grid", id: "grid", role: "grid", "aria-label": "Board", "aria-rowcount": 8, "aria-colcount": 4 });
  for (let row = 0; row < 8; row += 1) {
    const line = Array.from({ length: 4 }, () => el("div", { role: "gridcell", class: row % 2 ? "cell" : "cell odd", tabindex: "-1" }));
    cells.push(...line);
    grid.append(el("div", { role: "row", class: "row" }, ...line));
  }
  byId("board").prepend(picture, grid);
  onDraw(drawBoard);
  return { grid, picture };
}

export const cellOf = (square) => cells[placeOfSquare(square, state.flipped)];

export function focusSquare(square) {
  state.focus = square;
  for (const cell of cells) cell.tabIndex = Number(cell.dataset.square) === square ? 0 : -1;
  cellOf(square).focus();
}

/** Give the board the focus, without a jump of the page. */
export const focusBoard = () => cellOf(state.focus).focus({ preventScroll: true });

/** The 32 characters that the pieces should show now. */
export function visibleBoard() {
  if (state.browsing !== null) return boardAt(state.game, state.browsing);
  return state.shown?.board ?? state.game.board;
}

function drawBoard() {
  const { game } = state;
  if (!game) return;
  const host = byId("board");
  const ply = state.browsing ?? state.shown?.ply ?? game.ply;
  const turn = game.outcome ? "" : game.turn;
  const told = { ply, turn, board: visibleBoard(), busy: state.busy || state.pending !== null, flipped: state.flipped };
  for (const [name, value] of Object.entries(told)) setAttribute(host, `data-${name}`, value);
  const scene = describeScene(ply);
  drawCells(scene);
  const key = JSON.stringify([scene, state.flipped, state.preferences.numbers]);
  if (key === marked) return;
  marked = key;
  drawMarks(scene);
  drawNumbers();
  drawGhosts(scene);
  drawArrow(scene);
}

/** What is marked now, all in one value. */
function describeScene(ply) {
  const { game } = state;
  const ready = mayMove() && !state.busy && state.shown?.ply === game.ply;
  const prefix = ready ? state.selection : null;
  const last = ply > 0 ? game.moves[ply - 1]?.path : null;
  const movable = ready ? [...new Set(game.legal.map((move) => move.path[0]))] : [];
  const hint = ready && state.hint?.ply === game.ply ? state.hint.path : null;
  const goals = prefix ? destinations(game.legal, prefix) : { ends: [], via: [] };
  return {
    last: state.pending ? state.pending.path : last ?? [],
    prefix, movable, hint, ...goals,
    must: ready && game.must_capture ? movable : [],
    stop: prefix ? Boolean(stopHere(game.legal, prefix)) : false,
    piece: prefix ? game.board[prefix[0] - 1] : null,
    jumped: prefix ? jumped(game.legal, prefix) : [],
  };
}

function drawCells(scene) {
  const board = visibleBoard();
  const standing = scene.prefix?.at(-1);
  for (const [place, cell] of cells.entries()) {
    const square = squareOfPlace(place, state.flipped);
    setAttribute(cell, "data-square", square);
    setAttribute(cell, "tabindex", square === state.focus ? 0 : -1);
    const words = [`square ${square}`];
    const moved = scene.prefix?.length > 1;
    const piece = moved && square === standing ? scene.piece : moved && square === scene.prefix[0] ? "." : board[square - 1];
    words.push(piece === "." ? "empty" : pieceName(piece));
    if (square === standing) words.push("selected");
    else if (scene.must.includes(square)) words.push("must capture");
    else if (scene.movable.includes(square)) words.push("can move");
    if (scene.ends.includes(square)) words.push("destination");
    if (scene.via.includes(square)) words.push("on the way");
    if (scene.last.includes(square) && scene.last.at(-1) === square) words.push("last moved");
    setAttribute(cell, "aria-label", words.join(", "));
    setAttribute(cell, "aria-selected", square === standing);
    cell.classList.toggle("movable", scene.movable.includes(square) || square === standing);
    cell.classList.toggle("goal", scene.ends.includes(square) || scene.via.includes(square));
    if (!state.busy) pieceAt(square)?.node.classList.toggle("jumped", scene.jumped.includes(square));
  }
}

function squareMark(square, name) {
  const { x, y } = centre(square, state.flipped);
  return svg("rect", { class: name, x: x - SIZE / 2, y: y - SIZE / 2, width: SIZE, height: SIZE });
}

function ring(square, name, r = 45) {
  const { x, y } = centre(square, state.flipped);
  return svg("circle", { class: name, cx: x, cy: y + 1, r });
}

function drawMarks(scene) {
  const nodes = [...new Set(scene.last)].map((square) => squareMark(square, "last"));
  if (scene.prefix) nodes.push(squareMark(scene.prefix.at(-1), "chosen"));
  for (const square of scene.must) if (square !== scene.prefix?.[0]) nodes.push(ring(square, "must"));
  layers.marks.replaceChildren(...nodes);
}

function drawNumbers() {
  const squares = state.preferences.numbers ? ALL : [];
  layers.numbers.replaceChildren(...squares.map((square) => {
    const { x, y } = centre(square, state.flipped);
    return svg("text", { x: x - 47, y: y - 34 }, square);
  }));
}

function drawGhosts(scene) {
  const ghosts = scene.ends.flatMap((square) => {
    const { x, y } = centre(square, state.flipped);
    return [svg("g", { class: "ghost", transform: `translate(${x} ${y})` }, drawing(scene.piece)), ring(square, "goal-ring", 41)];
  });
  layers.ghosts.replaceChildren(...ghosts, ...scene.via.map((square) => ring(square, "via", 13)));
}

function drawArrow(scene) {
  if (!scene.hint) return layers.arrows.replaceChildren();
  const points = scene.hint.map((square) => centre(square, state.flipped));
  const [from, tip] = points.slice(-2);
  const angle = Math.atan2(tip.y - from.y, tip.x - from.x);
  const end = { x: tip.x - 30 * Math.cos(angle), y: tip.y - 30 * Math.sin(angle) };
  const line = [...points.slice(0, -1), end].map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  const corner = (turn, far) => `${(tip.x + far * Math.cos(angle + turn)).toFixed(1)} ${(tip.y + far * Math.sin(angle + turn)).toFixed(1)}`;
  layers.arrows.replaceChildren(
    ring(scene.hint[0], "hint-ring", 44),
    svg("path", { class: "hint-line", d: `M${line}` }),
    svg("path", { class: "hint-tip", d: `M${corner(0, 8)}L${corner(2.6, 46)}L${corner(-2.6, 46)}Z` }),
  );
}

function stillBoard(name, board, flipped, draw) {
  const pieces = [...board].map((piece, index) => {
    if (piece === ".") return null;
    const { x, y } = centre(index + 1, flipped);
    return svg("g", { transform: `translate(${x} ${y})` }, ...draw(piece));
  });
  return svg("svg", { class: name, viewBox: `0 0 ${BOARD} ${BOARD}`, "aria-hidden": "true" }, emptyBoard(), ...pieces);
}

/** A small board for lists: plain discs. */
export const tinyBoard = (board, flipped) => stillBoard("tiny", board, flipped, (piece) => [
  svg("circle", { class: `tiny-man ${sideOf(piece)}`, r: 38 }),
  isKing(piece) ? svg("use", { href: "#crown", class: sideOf(piece) }) : null,
]);

/** The board of the start page, with real pieces. */
export const pictureBoard = (board, flipped) => stillBoard("picture", board, flipped, (piece) => [drawing(piece)]);
