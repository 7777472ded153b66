// Where the 32 squares lie. A place counts dark squares from the top left as seen: 0 to 31.

export const SIZE = 100; // of a square, in the picture's units
export const BOARD = 8 * SIZE;

export const squareOfPlace = (place, flipped) => (flipped ? 32 - place : place + 1);

export const placeOfSquare = (square, flipped) => (flipped ? 32 - square : square - 1);

export function rowAndColumn(place) {
  const row = Math.floor(place / 4);
  return { row, column: (place % 4) * 2 + (row % 2 ? 0 : 1) };
}

export function centre(square, flipped) {
  const { row, column } = rowAndColumn(placeOfSquare(square, flipped));
  return { x: (column + 0.5) * SIZE, y: (row + 0.5) * SIZE };
}

/** The dark square under a point of the picture, or null. */
export function squareAt(x, y, flipped) {
  const column = Math.floor(x / SIZE);
  const row = Math.floor(y / SIZE);
  if (row < 0 || row > 7 || column < 0 || column > 7 || (row + column) % 2 === 0) return null;
  return squareOfPlace(row * 4 + (column >> 1), flipped);
}
